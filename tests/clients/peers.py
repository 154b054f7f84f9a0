"""The official clients of the matrix, and how each is installed, by the toolchain of its language."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from support.node import NODE, npm
from support.paths import ROOT

HERE = Path(__file__).parent
BUILT = ROOT / "build"  # what cargo and Maven build is kept there: it takes minutes
SECONDS = 600.0  # for an installation


class Missing(Exception):
    """Raised if a client cannot be installed: its toolchain or its registry is not there."""


class Peer(NamedTuple):
    """A client: its name in the table, what it is told, and a function from a folder to its command."""

    name: str
    mode: str  # "legacy" is a client with a handshake; "auto" chooses 2026-07-28, which has no sessions
    install: Callable[[Path], list[str]]
    cancels: bool = True  # whether the SDK tells the server about a call that is given up
    returns: bool = True  # whether the SDK opens a broken standalone stream or subscription again
    in_order: bool = True  # whether the SDK handles notifications in the order in which they arrive

    @property
    def has_session(self) -> bool:
        """Whether the client has a session with the bridge."""
        return self.mode == "legacy"


def _run(*command: str, cwd: Path | None = None) -> None:
    if shutil.which(command[0]) is None:
        raise Missing(f"{command[0]} is not installed")
    try:
        subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise Missing(str(getattr(error, "stderr", None) or error).strip().splitlines()[-1]) from None


def _npm(package: str, version: str) -> Callable[[Path], list[str]]:
    def install(folder: Path) -> list[str]:
        home = folder / f"npm-{package.rpartition('/')[2]}-{version}"
        home.mkdir(parents=True, exist_ok=True)
        if not (home / "node_modules" / package).exists():
            try:
                npm("install", "--silent", "--prefix", str(home), f"{package}@{version}", cwd=home)
            except (AssertionError, Exception) as error:
                raise Missing(str(error).strip().splitlines()[-1]) from None
        return [NODE, shutil.copy(HERE / "typescript.mjs", home), package]

    return install


def _python(version: str, *others: str) -> Callable[[Path], list[str]]:
    def install(folder: Path) -> list[str]:
        home = folder / f"mcp-{version}"
        python = home / "bin" / "python"
        if not (home / "installed").exists():
            _run(sys.executable, "-m", "venv", "--clear", str(home))
            _run(str(python), "-m", "pip", "--quiet", "install", f"mcp=={version}", *others)
            (home / "installed").touch()
        return [str(python), str(HERE / "python_v1.py")]

    return install


def _own_python(folder: Path) -> list[str]:
    return [sys.executable, str(HERE / "python_v2.py")]


def _go(program: str) -> Callable[[Path], list[str]]:
    def install(folder: Path) -> list[str]:
        _run("go", "build", "-o", str(folder / program), f"./{program}", cwd=HERE / "go")
        return [str(folder / program)]

    return install


def _cargo(folder: Path) -> list[str]:
    target = str(BUILT / "cargo")
    _run("cargo", "build", "--quiet", "--target-dir", target, cwd=HERE / "rust")
    return [f"{target}/debug/rmcp-client"]


def _maven(folder: Path) -> list[str]:
    home = BUILT / "clients" / "java"
    copied = f"-DoutputDirectory={home}/jars"
    _run(
        "mvn", "--quiet", "--batch-mode", "compile", "dependency:copy-dependencies", copied, cwd=HERE / "java"
    )
    return ["java", "-cp", f"{home}/classes:{home}/jars/*", "Client"]


PEERS = (
    Peer("TypeScript sdk 1.32.2", "legacy", _npm("@modelcontextprotocol/sdk", "1.32.2")),
    Peer("TypeScript client 2.4.0", "legacy", _npm("@modelcontextprotocol/client", "2.4.0")),
    Peer("Python mcp 1.20.0", "legacy", _python("1.20.0", "pydantic<2.12"), cancels=False, returns=False),
    Peer("Python mcp 1.30.0", "legacy", _python("1.30.0"), cancels=False),
    Peer("Python mcp 2.3.0", "legacy", _own_python),
    Peer("TypeScript client 2.4.0 without a session", "auto", _npm("@modelcontextprotocol/client", "2.4.0")),
    Peer("Python mcp 2.3.0 without a session", "auto", _own_python),
    Peer("Go go-sdk 1.8.0", "legacy", _go("official")),
    Peer("Go go-sdk 1.8.0 without a session", "auto", _go("official"), returns=False),
    Peer("Go mcp-go 1.2.1", "legacy", _go("mcpgo"), cancels=False),
    Peer("Rust rmcp 3.11.0", "legacy", _cargo, in_order=False),
    Peer("Java mcp 2.1.0", "legacy", _maven, cancels=False, returns=False),
)
