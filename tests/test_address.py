"""The address of the repository stands in one place, and nothing names an address that leads nowhere."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from support import address
from support.paths import ROOT

TEXTS = {name: (ROOT / name).read_text("utf-8") for name in address.FILES}
STATED = address.stated(TEXTS["pyproject.toml"])
INVENTED = "https://code.example/owner/mcpgen"
# An address that cannot exist, and an installation from an index on which no package of the project is.
DEAD = re.compile(rb"example\.(?=invalid)invalid|pip install '?(?:mcpgen|mcp-revisions)\b")


def same(name: str, left: str, right: str) -> bool:
    """Tell whether two texts of a file state the same; package.json by its members."""
    return json.loads(left) == json.loads(right) if name == address.NPM else left == right


@pytest.mark.parametrize("name", address.FILES)
def test_the_files_state_the_address(name: str) -> None:
    """Metadata and links are those of the address in pyproject.toml; without one, links are relative."""
    assert same(name, address.written(name, TEXTS[name], STATED), TEXTS[name]), "run support.address"


@pytest.mark.parametrize("name", address.FILES)
def test_an_address_reaches_every_file(name: str) -> None:
    """Each file names an address that is set, and has no relative link then. A second run changes nothing."""
    text = address.written(name, TEXTS[name], INVENTED)
    assert INVENTED in text and (name == address.README or "](../" not in text)
    assert address.written(name, text, INVENTED) == text


def test_no_file_has_a_dead_end() -> None:
    """No address that cannot exist, and no package that is on no index, is offered to a reader."""
    if not (ROOT / ".git").exists():
        pytest.skip("the files of a source distribution are those of a checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    paths = [ROOT / name.decode() for name in listed.split(b"\0") if name]
    dead = [path for path in paths if path.is_file() and DEAD.search(path.read_bytes())]
    assert [path.relative_to(ROOT).as_posix() for path in dead] == []
