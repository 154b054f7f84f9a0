"""The types of the TypeScript package beside the official ones, both ways, each exception with its reason.

The official SDK carries the `schema.ts` of the specification as `spec.types.d.ts`: from 1.25 on that of a day
shortly after 2025-11-25, in 1.22 to 1.24 drafts before it. No release before and none of version 2 (2.4) has
one, so that of another revision comes in no package. The package of MCP Apps has that of the extension.
That of the tasks extension is no package; it is compared where its file is beside the checkout.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from support.node import npm
from support.npm_package import PACKAGE, compiled, compiler
from support.task_frames import OFFICIAL

TYPES = PACKAGE / "src" / "generated" / "entry"
SDK = "@modelcontextprotocol/sdk@1.32.2"
APPS = "@modelcontextprotocol/ext-apps@2.0.4"
TASKS = OFFICIAL.with_name("schema.ts")
# The official file writes `object` for an object with any members; `object` has no index signature.
OF_OBJECT = {
    *("ClientCapabilities", "ClientRequest", "CreateMessageRequest", "CreateMessageRequestParams"),
    *("InitializeRequest", "InitializeRequestParams", "InitializeResult", "ListToolsResult"),
    *("ServerCapabilities", "ServerRequest", "Tool"),
}
APPS_OF_OBJECT = {"McpUiAppCapabilities", "McpUiHostCapabilities", "McpUiInitializeResult"}
# The official frames of MCP Apps have neither `jsonrpc` nor `id`; the host adds them.
APPS_WITHOUT_ENVELOPE = {
    *("McpUiDownloadFileRequest", "McpUiHostContextChangedNotification", "McpUiInitializeRequest"),
    *("McpUiInitializedNotification", "McpUiMessageRequest", "McpUiOpenLinkRequest"),
    *("McpUiRequestDisplayModeRequest", "McpUiRequestTeardownNotification", "McpUiResourceTeardownRequest"),
    *("McpUiSandboxProxyReadyNotification", "McpUiSandboxResourceReadyNotification"),
    *("McpUiSizeChangedNotification", "McpUiToolCancelledNotification", "McpUiToolInputNotification"),
    *("McpUiToolInputPartialNotification", "McpUiToolResultNotification", "McpUiUpdateModelContextRequest"),
}
# Its JSON Schema has `{}`, any value, for `undefined` of a style and for JSON in the schema of a tool.
APPS_OF_ANY_VALUE = {
    *("McpUiHostContext", "McpUiHostContextChangedNotification", "McpUiHostStyles"),
    *("McpUiInitializeResult", "McpUiStyles"),
}


def wrong(folder: Path, name: str, official: str) -> set[str]:
    """Return `to` or `from` and the name of each type not assignable to the official one, or from it."""
    ours = (TYPES / f"{name}.ts").read_text("utf-8")
    copy = folder / "package"
    shutil.copytree(PACKAGE / "src", copy / "src")
    for config in ("package.json", "tsconfig.json", "tsconfig.build.json"):
        shutil.copy(PACKAGE / config, copy)
    assert compiled(copy / "tsconfig.build.json") == ""
    (folder / "official.ts").write_text(official, "utf-8")
    assert _names(official) <= _names(ours)
    lines = [
        f'import type * as Ours from "./package/dist/generated/entry/{name}.js";',
        'import type * as Official from "./official.ts";',
    ]
    for one in sorted(_names(official)):
        lines.append(f"export const to{one} = (one: Ours.{one}): Official.{one} => one;")
        lines.append(f"export const from{one} = (one: Official.{one}): Ours.{one} => one;")
    (folder / "check.ts").write_text("\n".join(lines), "utf-8")
    options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023", "--types", ""]
    command = [*compiler(), *options, "--allowImportingTsExtensions", "--skipLibCheck", "check.ts"]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    assert not re.search(r"^error", found, re.MULTILINE), found
    places = re.findall(r"^(\S+?)\((\d+),", found, re.MULTILINE)
    assert {path for path, _ in places} <= {"check.ts"}, found
    return {lines[int(line) - 1].split()[2] for _, line in places}


def test_the_types_are_assignable_to_the_official_ones(tmp_path: Path) -> None:
    """A strict compiler finds no error from our types to the official ones, and the listed ones back."""
    (packed,) = json.loads(npm("pack", SDK, "--json", cwd=tmp_path))
    with tarfile.open(tmp_path / packed["filename"]) as archive:
        member = archive.extractfile("package/dist/esm/spec.types.d.ts")
        assert member is not None
        official = member.read().decode()
    assert len(_names(official)) > 140
    assert wrong(tmp_path, "2025-11-25", official) == {f"from{name}" for name in OF_OBJECT}


@pytest.mark.long
def test_the_types_of_apps_are_assignable_to_the_official_ones(tmp_path: Path) -> None:
    """So are those of MCP Apps, with the listed exceptions."""
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
    npm("install", APPS, cwd=tmp_path)
    path = (
        tmp_path / "node_modules" / "@modelcontextprotocol" / "ext-apps" / "dist" / "src" / "spec.types.d.ts"
    )
    expected = {f"from{name}" for name in APPS_OF_OBJECT | APPS_WITHOUT_ENVELOPE}
    found = wrong(tmp_path, "extensions/apps", path.read_text("utf-8"))
    assert found == expected | {f"to{name}" for name in APPS_OF_ANY_VALUE}


@pytest.mark.skipif(not TASKS.exists(), reason="needs the official file of the extension")
def test_the_types_of_tasks_are_assignable_to_the_official_ones(tmp_path: Path) -> None:
    """So are those of the tasks extension, without exception; the revision below it is ours."""
    official = TASKS.read_text("utf-8").replace(
        "./spec.types.js", "./package/dist/generated/entry/2026-07-28.js"
    )
    assert wrong(tmp_path, "extensions/tasks", official) == set()


def test_the_readme_counts_the_exceptions() -> None:
    """The README says how many official types are not assignable to ours, names one, and links here."""
    said = " ".join((PACKAGE / "README.md").read_text("utf-8").split())
    assert len(OF_OBJECT) == 11 and "Tool" in OF_OBJECT
    link = "[Eleven](../tests/typescript/test_types.py)"
    assert f"{link} of its types, such as `Tool`, are not assignable to ours" in said


def _names(text: str) -> set[str]:
    return set(re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE))
