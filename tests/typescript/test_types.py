"""The types of the TypeScript package beside the official ones, which the official SDK carries.

The file `spec.types.d.ts` of the SDK is the `schema.ts` of the specification shortly after 2025-11-25.
That of another revision was found in no package: SDK 1.17 to 1.20 and 2.4 have none, 1.22 to 1.32 drafts of
this time. Every type of one name is assignable to the official one. The other way has exceptions: the
official file writes `object` where its JSON Schema says an object with any members, and `object` has no
index signature.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from pathlib import Path

from support.node import npm
from support.npm_package import PACKAGE, compiler

SDK = "@modelcontextprotocol/sdk@1.32.2"
REVISION = "2025-11-25"
# Official types that hold a member of the type `object`, and those that contain them.
NOT_FROM_OFFICIAL = {
    *("ClientCapabilities", "ClientRequest", "CreateMessageRequest", "CreateMessageRequestParams"),
    *("InitializeRequest", "InitializeRequestParams", "InitializeResult", "ListToolsResult"),
    *("ServerCapabilities", "ServerRequest", "Tool"),
}


def test_the_types_are_assignable_to_the_official_ones(tmp_path: Path) -> None:
    """A strict compiler finds no error from our types to the official ones, and the listed ones back."""
    (packed,) = json.loads(npm("pack", SDK, "--json", "--silent", cwd=tmp_path))
    with tarfile.open(tmp_path / packed["filename"]) as archive:
        member = archive.extractfile("package/dist/esm/spec.types.d.ts")
        assert member is not None
        official = member.read().decode()
    ours = (PACKAGE / "src" / "generated" / "types" / f"{REVISION}.ts").read_text("utf-8")
    (tmp_path / "official.d.ts").write_text(official, "utf-8")
    (tmp_path / "ours.d.ts").write_text(ours, "utf-8")
    names = sorted(_names(ours) & _names(official))
    assert len(names) > 140
    lines = ['import type * as Ours from "./ours.js";', 'import type * as Official from "./official.js";']
    for name in names:
        lines.append(f"export const to{name} = (one: Ours.{name}): Official.{name} => one;")
        lines.append(f"export const from{name} = (one: Official.{name}): Ours.{name} => one;")
    (tmp_path / "check.ts").write_text("\n".join(lines), "utf-8")
    options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023", "--types", ""]
    command = [*compiler(), *options, "check.ts"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    wrong = {
        lines[int(line) - 1].split()[2] for line in re.findall(r"^check\.ts\((\d+),", found, re.MULTILINE)
    }
    assert wrong == {f"from{name}" for name in NOT_FROM_OFFICIAL}


def test_the_readme_lists_the_exceptions() -> None:
    """The README names each type that the official one is not assignable to."""
    page = (PACKAGE / "README.md").read_text("utf-8")
    (listed,) = re.findall(r"The other way, eleven types are not, .*?: (.*?)\.", page, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", listed)) == NOT_FROM_OFFICIAL


def _names(text: str) -> set[str]:
    return set(re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE))
