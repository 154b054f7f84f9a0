"""The login of `mcp-bridge` with authorization servers that have pages: npm `oidc-provider`, PyPI `canaille`.

Each runs as its makers ship it, with pages that a script fills in. They are installed into the folder that
`MCPGEN_PEERS` names, or a temporary one; without npm or a package index the tests are skipped.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import httpx2
import pytest

from support.bridge_process import BRIDGE, HELLO, call, finish, hear, running, say
from support.http_bridge import free_port
from support.node import NODE
from support.paths import PEERS
from support.waiting import CEILING

pytestmark = pytest.mark.long

PLACE = PEERS / "login"
OIDC_PROVIDER, CANAILLE = "oidc-provider@9.13.3", "canaille[front,oidc]==0.3.6"


class Issuer(NamedTuple):
    """An authorization server: its command but for the port, its introspection, two scopes that it knows."""

    command: tuple[str, ...]
    introspection: str
    audience: str  # of its tokens: the resource or the client
    scopes: tuple[str, str]


@pytest.fixture(scope="module")
def peers() -> ModuleType:
    """Return the installer of peers."""
    sys.path.insert(0, str(PEERS))
    import talk

    return talk


def oidc_provider(peers: ModuleType) -> Issuer:
    """Install npm `oidc-provider`."""
    folder = peers.folder()
    package = folder / "node_modules" / "oidc-provider" / "lib" / "index.js"
    if not package.exists():
        peers.record.run(
            ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", OIDC_PROVIDER], 300
        )
    command = (NODE, str(PLACE / "oidc_provider.mjs"), str(package))
    return Issuer(command, "token/introspection", "resource", ("read", "write"))


def canaille(peers: ModuleType) -> Issuer:
    """Install PyPI `canaille`."""
    python = peers.folder() / CANAILLE / "bin" / "python"
    if not python.exists():
        peers.record.install_client(peers.folder(), (CANAILLE,))
    return Issuer(
        (str(python), str(PLACE / "canaille_server.py")), "oauth/introspect", "client", ("openid", "profile")
    )


@contextmanager
def started(command: list[str], port: int) -> Iterator[None]:
    """Run a server until the block ends; wait until its port answers."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + CEILING
        while True:
            try:
                httpx2.get(f"http://127.0.0.1:{port}/", timeout=CEILING)
                break
            except httpx2.HTTPError:
                assert time.monotonic() < end and process.poll() is None, "the server does not start"
                time.sleep(0.1)
        yield
    finally:
        process.kill()
        process.wait(CEILING)


class Told:
    """The commands of a person, and what the bridge says on stderr."""

    def __init__(self, url: str, home: Path) -> None:
        self._url = url
        self._home = home
        self.errors = ""

    def run(self, command: str) -> str:
        """Run a command with the URL, and return its output."""
        done = subprocess.run(
            [*BRIDGE, command, self._url], capture_output=True, text=True, timeout=CEILING, check=False
        )
        self.errors += done.stderr
        assert done.returncode == 0, done.stderr
        return done.stdout.removeprefix(f"{self._url}: ").strip()

    def add(self) -> int:
        """Call the tool as an old client; return the number of pages that a person had to fill in."""
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": "2024-11-05"}}  # type: ignore[dict-item]
        initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        options = ("--connect", self._url, "--login", "--quiet")
        with running(client="auto", to="auto", options=options) as process:
            say(process, hello)
            answer = hear(process)
            assert "result" in answer, (answer, finish(process))
            assert answer["result"]["protocolVersion"] == "2024-11-05"
            say(process, initialized, call(name="add", arguments={"a": 2, "b": 3}))
            answer = hear(process)
            assert "result" in answer, (answer, finish(process))
            assert answer["result"]["content"][0]["text"] == "5"
            _, errors, status = finish(process)
        assert status == 0, errors
        self.errors += errors
        return errors.count("log in at ")

    @property
    def kept(self) -> Any:
        """The results of the login."""
        return json.loads(self.file.read_text("utf-8"))

    def expire(self) -> None:
        """Let the token have expired."""
        self.file.write_text(json.dumps({**self.kept, "expires_at": 1.0}), "utf-8")

    @property
    def secrets(self) -> set[str]:
        """The texts that nobody may read."""
        tokens, client = self.kept["tokens"], self.kept["client"]
        return {tokens["access_token"], tokens["refresh_token"], client["client_secret"]}

    @property
    def file(self) -> Path:
        """The file with the results."""
        (file,) = self._home.rglob("*.json")
        return file


@pytest.mark.parametrize("install", [oidc_provider, canaille])
def test_a_login_lives_through_the_days_of_its_token(
    install: Callable[[ModuleType], Issuer],
    peers: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One page for a login, for more scope, and after the server has forgotten all; none for an old token.

    A logout revokes the tokens.
    """
    try:
        issuer = install(peers)
    except (RuntimeError, OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"a peer cannot be installed: {error}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setenv("BROWSER", f"{sys.executable} {PLACE / 'person.py'} %s")
    port, resource = free_port(), free_port()
    address = f"http://127.0.0.1:{port}"
    of_issuer = [*issuer.command, str(port)]
    of_resource = [sys.executable, str(PLACE / "resource.py"), str(resource), address]
    of_resource += [f"{address}/{issuer.introspection}", issuer.audience]
    person = Told(f"http://127.0.0.1:{resource}/mcp", tmp_path)

    with started(of_issuer, port):
        with started([*of_resource, issuer.scopes[0]], resource):
            assert person.run("login").startswith("logged in; the tokens are in ")
            assert person.add() == 0
            old = person.secrets
            person.expire()
            assert person.add() == 0 and person.secrets != old
        with started([*of_resource, *issuer.scopes], resource):
            assert person.add() == 1 and person.add() == 0
    with started(of_issuer, port), started([*of_resource, *issuer.scopes], resource):
        assert person.add() == 1 and person.add() == 0
        assert not [each for each in old | person.secrets if each in person.errors]
        file, kept = person.file, person.file.read_text("utf-8")
        assert person.run("logout") == "logged out" and not list(tmp_path.rglob("*.json"))
        assert "the server accepts them" not in person.errors
        file.write_text(kept, "utf-8")  # a copy of the tokens, which the server has revoked
        assert person.add() == 1
