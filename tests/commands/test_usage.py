"""Every option of every command: wrong values are refused in one line, and listed values complete."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import mcp_revisions as mr
import pytest
import typer

from mcpgen import cli
from mcpgen.cli import app, run
from support.paths import ROOT

COMMAND: Any = typer.main.get_command(app)
COMMANDS: dict[str, Any] = COMMAND.commands
# The rest of a command whose option has a wrong value.
NEEDED = {
    "ingest": ["--revision", "2030-01-01"],
    "init": ["new"],
    "build --like": ["--schema", "absent.json", "--revision", "x"],
    "build --extends": ["--schema", "absent.json", "--revision", "x"],
    "forget": ["2030-01-01"],
    "diff": ["2025-06-18", "2025-11-25"],
    "explain": ["Tool"],
    "validate": ["--revision", "auto", "log.jsonl"],
    "convert": ["--from", "auto", "--to", "2025-11-25", "log.jsonl"],
    "export": ["--out", "out"],
    "atlas": ["--serve"],
    "testees": ["run", "--", "testee"],
}
# Words of the libraries below the command line.
FOREIGN = re.compile(
    r"Input should|Value error|[Ii]nvalid value|Got unexpected|No such option|Errno|internal error|\.new-|"
    r"Input data|Missing (option|argument)|requires an argument|malformed|codec can|attempting|Expecting"
)
REVISION = (
    "2025_11_25",
    "v2025_11_25",
    "2025-11-26",
    "20251125",
    "AUTO",
    "Latest",
    "nope",
    "",
    "2025-11-25 ",
)


def options() -> Iterator[Any]:
    """Yield each option with a value, with the name of its command."""
    for name, command in COMMANDS.items():
        for param in command.params:
            if param.param_type_name == "option" and not param.is_flag:
                yield pytest.param(name, param, id=f"{name} {param.opts[-1]}")


def parts(annotation: Any) -> list[Any]:
    """Return an annotation and its parts, the values of a `Literal` left out."""
    inner = () if get_origin(annotation) is Literal else get_args(annotation)
    return [annotation, *(part for each in inner for part in parts(each))]


def choices(param: Any) -> tuple[str, ...]:
    """Return the values of an enumerated option or argument."""
    found = [each for each in parts(param.type_descriptor.annotation) if get_origin(each) is Literal]
    return get_args(found[0]) if found else ()


def is_revision(param: Any) -> bool:
    """Return whether a parameter holds a revision."""
    return bool(re.match(r"REVISION|OLD$|NEW$", param.metavar or ""))


def wrong_values(name: str, param: Any) -> list[str]:
    """Return values that the option cannot have."""
    types = parts(param.type_descriptor.annotation)
    if listed := choices(param):
        return ["nope", "", listed[0].upper(), listed[0][:-1], listed[0] + " ", "--", "\udcff", "a\nb"]
    if int in types:
        return ["x", "", "1.5", "-1", "1e3", "0x10", "one", "nan", "9" * 5000, "--", "\udcff"]
    if float in types:
        return ["x", "", "-1", "nan", "inf", "1,5", "1s", "--", "\udcff"]
    if is_revision(param):
        return [] if name == "ingest" else [*REVISION]
    special = {
        "--log-level": ["Info", "warn", "", "5"],
        "--connect": ["x", "", "ftp://x", "http://", "http://a:99999", "http://a:b", "//x", "http://[::1"],
        "--listen": [
            "x",
            "",
            ":80",
            "127.0.0.1:",
            "127.0.0.1:99999",
            "127.0.0.1:-1",
            "a" * 70 + ".b:80",
            "ü..:80",
        ],
        "--header": ["x", "", ": x", "a b: c", "a: b\nc: d"],
    }
    return special.get(param.opts[-1], [])


@pytest.fixture(autouse=True)
def one_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep one parser: `app` makes one for each call, in 40 ms."""
    monkeypatch.setattr(cli, "app", COMMAND)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with an empty log."""
    (tmp_path / "log.jsonl").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that ends with status 2 and one line on stderr; return the line."""
    status = run(arguments)
    out, err = capsys.readouterr()
    assert (status, out) == (2, ""), (arguments, status, err)
    assert err.count("\n") == 1 and re.match(r"\S.*?: \S", err), (arguments, err)
    assert FOREIGN.search(err) is None, (arguments, err)
    assert len(err) < 700, (arguments, err)
    return err


def with_option(name: str, option: str, value: str) -> list[str]:
    """Return the arguments of a command whose option has this value."""
    needed = list(NEEDED.get(f"{name} {option}", NEEDED.get(name, ())))
    if option in needed:
        del needed[needed.index(option) : needed.index(option) + 2]
    if option == "--connect":
        needed = []
    given = [f"{option}={value}"] if value.startswith("-") else [option, value]
    return [name, *given, *needed]


@pytest.mark.parametrize(("name", "param"), [*options()])
@pytest.mark.usefixtures("folder")
def test_wrong_values(name: str, param: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong value of an option is refused at the option, in our own words."""
    option = max(param.opts, key=len)
    for value in wrong_values(name, param):
        line = refused(capsys, *with_option(name, option, value))
        assert line.startswith(f"{option}: "), (name, option, value, line)


@pytest.mark.parametrize(("name", "param"), [*options()])
@pytest.mark.usefixtures("folder")
def test_a_revision_in_another_spelling_is_understood(
    name: str, param: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """The refusal of a revision in another spelling asks for the right one."""
    if not is_revision(param) or name == "ingest":
        return
    for value in ("2025_11_25", "v2025_11_25", "20251125", "2025-11-26", "2025/11/25"):
        assert "do you mean 2025-11-25?" in refused(
            capsys, *with_option(name, max(param.opts, key=len), value)
        )


# --- files and folders --------------------------------------------------------------------------------------

READ = ("--schema", "--overlay", "--schema-old", "--schema-new", "--ignore", "--keep-key", "--schema-dir")
FILES = {"empty": b"", "binary": bytes(range(256)), "truncated": b'{"a', "array": b"[1]"}


def paths() -> Iterator[Any]:
    """Yield each option that names a file or folder to read, with paths that are of no use to the option."""
    for each in options():
        name, param = each.values
        option = max(param.opts, key=len)
        if option in READ and name != "ingest":
            harmless = {
                "--keep-key": ("binary",),
                "--ignore": ("empty", "truncated", "array"),
                "--overlay": ("empty",),
            }
            wrong = [path for path in ("folder", *FILES) if path not in harmless.get(option, ())]
            yield pytest.param(
                name, option, ["absent", "empty/absent", "loop", *wrong], id=f"{name} {option}"
            )


@pytest.mark.parametrize(("name", "option", "wrong"), [*paths()])
def test_unusable_paths(
    name: str, option: str, wrong: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A path that is missing, of the wrong kind, or of another form is named in one line."""
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    for file, data in FILES.items():
        (folder / file).write_bytes(data)
    schema = str(ROOT / "schema" / "2025-11-25" / "schema.json")
    rest = {"--schema": ["--revision", "x"], "--overlay": ["--revision", "x", "--schema", schema]}
    for value in wrong:
        line = refused(capsys, *with_option(name, option, value), *rest.get(option, []))
        assert line.startswith((value, option)), (name, option, value, line)


DRAFT_7, DRAFT_2020 = (
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2020-12/schema",
)


@pytest.mark.parametrize("option", ["--schema-old", "--schema-new"])
@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        *((value, ": is not a JSON object; give the JSON Schema") for value in ([1], [], 1, "x", True, None)),
        ({}, "#/$schema: is missing; it must be one of"),
        ({"$schema": "x"}, "#/$schema: is 'x'; it must be one of"),
        *(
            ({"$schema": draft, name: value}, ": has no definitions; it must be the JSON Schema")
            for draft in (DRAFT_7, DRAFT_2020)
            for name in ("$defs", "definitions")
            for value in ([], [[1]], [{}], 3, "abc", None, {})
        ),
        *(
            (
                {"$schema": draft, "definitions": {"A": True}, "$defs": value},
                "#/$defs: must be an object of named",
            )
            for draft in (DRAFT_7, DRAFT_2020)
            for value in ([3], [], "abc", None)
        ),
        *(
            ({"$schema": draft, "definitions": {"A": value}}, "#/definitions/A: not a")
            for draft in (DRAFT_7, DRAFT_2020)
            for value in ([], 3, "abc", None)
        ),
    ],
)
def test_json_that_is_no_schema_is_refused(
    option: str, schema: Any, expected: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A schema file of any other JSON is named in one line, with the place of the fault."""
    (folder / "own.json").write_text(json.dumps(schema), "utf-8")
    line = refused(capsys, "diff", option, "own.json", "2025-06-18", "2025-11-25")
    assert line.startswith(f"own.json{expected}"), line


# --- completion ---------------------------------------------------------------------------------------------

FREE = (
    "FILE",
    "RUN",
    "-- COMMAND",
    "DIR",
    "URL",
    "HOST:PORT",
    "NAME",
    "'NAME: VALUE'",
    "SECONDS",
    "SHA",
    "ID",
    "PORT",
    "N",
    "ARGUMENT",
)


def enumerated() -> Iterator[Any]:
    """Yield each option and argument whose values can be listed: all but numbers and free texts."""
    for name, command in COMMANDS.items():
        place = 0
        for param in command.params:
            is_argument = param.param_type_name == "argument"
            place += is_argument
            numbers = {int, float, bool} & set(parts(param.type_descriptor.annotation))
            if choices(param) or not (numbers or param.metavar in FREE):
                given = [name, *["x"] * (place - 1)] if is_argument else [name, max(param.opts, key=len)]
                yield pytest.param(given, param, id=" ".join(given))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(("given", "param"), [*enumerated()])
def test_enumerated_options_complete(
    shell: str,
    given: list[str],
    param: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each shell is offered every value of an option, and those that a first letter leaves."""
    expected = set(choices(param))
    if not expected:
        metavar = str(param.metavar)
        expected = set(mr.REVISIONS) if is_revision(param) else {"info", "off", "debug"}
        expected |= {"auto"} if "auto" in metavar else set()

    def offered(start: str) -> set[str]:
        line = " ".join(["mcpgen", *given, start])
        for key, value in {
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(given) + 1),
            "_TYPER_COMPLETE_ARGS": line,
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
            "_MCPGEN_COMPLETE": f"complete_{shell}",
        }.items():
            monkeypatch.setenv(key, value)
        with pytest.raises(SystemExit):
            COMMAND([], prog_name="mcpgen")
        return set(re.findall(r"[\w.-]+", capsys.readouterr().out)) - {"_arguments"}

    assert expected <= offered("")
    first = sorted(expected)[0]
    assert first in offered(first[:3]) and all(each.startswith(first[:3]) for each in offered(first[:3]))


# --- mistakes of a new user ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("folder")
def test_misspelled_options_and_commands(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelled command or option is answered with the nearest, an option before the command too."""
    for wrong in (name.upper(), name[:-1], name + "s"):
        if wrong not in COMMANDS:
            assert f"do you mean {name}?" in refused(capsys, wrong)
    known = [max(param.opts, key=len) for param in COMMANDS[name].params if param.param_type_name == "option"]
    for option in known:
        for wrong in (
            option[:-1],
            option.replace("-", "_").replace("__", "--", 1),
            option.upper(),
            option[1:],
        ):
            if wrong in known or wrong in COMMANDS[name].params[0].opts:
                continue
            near = get_close_matches(option, known, 1)
            line = refused(capsys, name, wrong)
            assert wrong in line.partition(": ")[0] and (
                f"do you mean {near[0]}?" in line or len(wrong) < 4
            ), line
        if option not in ("--help", "--version"):
            assert "belongs after the command" in refused(capsys, option, name)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("folder")
def test_missing_and_extra_arguments(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing argument or value is named, and an argument too many with those that the command takes."""
    command = COMMANDS[name]
    required = [param for param in command.params if param.required]
    if required:
        line = refused(capsys, name)
        assert re.match(
            r"[A-Z]+: this argument is missing; give |--[a-z]+: this option is missing; give --[a-z]+ [A-Z]",
            line,
        ), line
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    if not any(param.nargs == -1 for param in arguments):
        rest = NEEDED[name] if name in ("ingest", "export") else []
        line = refused(capsys, name, *["2025-11-25"] * len(arguments), *rest, "z")
        assert line.startswith("z: is one argument too many"), line
    for param in command.params:
        if param.param_type_name == "option":
            option = max(param.opts, key=len)
            line = refused(capsys, name, f"{option}=x" if param.is_flag else option)
            assert line.startswith(
                f"{option}: {'takes no value' if param.is_flag else 'needs a value'}"
            ), line


def test_the_port_of_a_server_is_taken(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A port in use, and a host that is not ours, are refused at the option."""
    import socket

    from mcpgen.commands.atlas.serve import bound_server
    from mcpgen.problems import Refused

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=f"--port: {port}: Address already in use; choose another"):
            bound_server(None, port)  # type: ignore[arg-type]
