"""The command `mcpgen`: options, exit statuses, and how a run ends; `mcpgen.commands` does the work.

Exit status: 0 clean, 1 findings or drift, 2 unusable input, 130 interrupted. Findings go to stdout.
Diagnostics go to stderr, a line each: `location: message`. A command is imported when it runs, so help
starts at once.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

from mcpgen.problems import Problem, Refused, printable, printable_lines, refuse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

app = typer.Typer(
    name="mcpgen",
    help="Generate types, dispatch tables and adapters from the schemas of the Model Context Protocol.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _revisions(incomplete: str) -> list[str]:
    """Return the revisions that complete a word in a shell."""
    import json

    from mcpgen.commands.schema_dir import PINS, found

    try:
        pins = json.loads((found(None) / PINS).read_text("utf-8"))
    except (OSError, ValueError, Refused):
        return []
    return [name for name in pins if name.startswith(incomplete)]


def _of_revision(help: str, *flags: str, metavar: str = "REVISION") -> Any:
    """Return an option for a revision, or a word that `metavar` adds; its values complete in a shell."""
    words = metavar.split("|")[1:]

    def completions(incomplete: str) -> list[str]:
        return [*_revisions(incomplete), *(word for word in words if word.startswith(incomplete))]

    return typer.Option(*flags, autocompletion=completions, metavar=metavar, help=help)


def _named_revision(metavar: str, help: str) -> Any:
    """Return an argument for a revision; its values complete in a shell."""
    return typer.Argument(autocompletion=_revisions, metavar=metavar, help=help)


def _argument(metavar: str, help: str) -> Any:
    """Return an argument with a text for its default."""
    return typer.Argument(metavar=metavar, help=help, show_default=False)


def _value(metavar: str, help: str, **limits: Any) -> Any:
    """Return an option with a value."""
    return typer.Option(metavar=metavar, help=help, **limits)


Logs = Annotated[
    list[str] | None,
    _argument(
        "FILE",
        "Logs or patterns: JSON Lines or values, an array, or server-sent events, of messages or of "
        '{"from": "client", "message": ...}; plain, gzip or zstd.  [default: standard input]',
    ),
]
SchemaDir = Annotated[
    Path | None,
    _value(
        "DIR",
        "Folder of the protocol, with pins.json.  [default: the schema/ at or above the working"
        " directory, else the one in the package]",
    ),
]
Frames = Annotated[
    Path | None,
    _value("DIR", "Take the frames of the logs DIR/NAME-REVISION.jsonl.  [default: recordings of mcpgen]"),
]
Check = Annotated[
    bool, typer.Option("--check", help="Write nothing; print a diff and exit 1 if files differ.")
]


def _print_version(wanted: bool) -> None:
    if wanted:
        from mcpgen import __version__

        typer.echo(f"mcpgen {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Generate types, dispatch tables and adapters from the schemas of the Model Context Protocol."""


@app.command()
def build(
    revision: Annotated[
        list[str] | None, _of_revision("Build this pinned revision; repeatable.  [default: all]")
    ] = None,
    out: Annotated[
        Path | None,
        _value(
            "DIR",
            "Write the package to DIR/mcp_revisions, or DIR/src/generated for TypeScript.  "
            "[default: generated, or typescript]",
        ),
    ] = None,
    language: Annotated[
        Literal["python", "typescript"], typer.Option(help="The language of the package.")
    ] = "python",
    check: Check = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Build again after each change of a source or template.")
    ] = False,
    schema: Annotated[
        Path | None, _value("FILE", "Build this MCP schema file under the name in --revision.")
    ] = None,
    overlay: Annotated[
        Path | None, _value("FILE", "Overlay of --schema: facts that the schema lacks, as TOML.")
    ] = None,
    like: Annotated[
        str | None, _of_revision("Take the overlay of this pinned revision for --schema.")
    ] = None,
    extends: Annotated[
        str | None,
        _of_revision(
            "Build --schema as an extension of this pinned revision, named by --revision.  "
            "[default name: the file's]"
        ),
    ] = None,
    keep_descriptions: Annotated[
        bool,
        typer.Option("--keep-descriptions", help="Use the descriptions in --schema as docstrings."),
    ] = False,
    models: Annotated[
        Literal["pydantic"] | None,
        typer.Option(help="Write models of this library instead: one module DIR/vREVISION.py."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="List every name and result that follows plain rules.")
    ] = False,
    schema_dir: SchemaDir = None,
) -> None:
    """Write mcp_revisions: types, dispatch tables and adapters.

    The package has every pinned revision, or the selected revisions and those that it has already.
    """
    from mcpgen.commands import build as command
    from mcpgen.commands.own_schema import OwnSchema
    from mcpgen.commands.schema_dir import opened

    if schema is None and (keep_descriptions or any(each is not None for each in (overlay, like, extends))):
        raise refuse("--schema", "is required by --overlay, --like, --extends and --keep-descriptions")
    if like is not None and (overlay is not None or extends is not None):
        raise refuse("--like", f"excludes {'--overlay' if overlay else '--extends'}; choose one of them")
    if schema is not None and extends is not None and not revision:
        revision = [schema.stem]
    if schema is not None and len(revision or []) != 1:
        raise refuse("--revision", "give one name for the revision in --schema")
    if watch and check:
        raise refuse("--watch", "excludes --check; choose one of them")
    names = tuple(dict.fromkeys(revision or ()))
    if models is not None:
        from mcpgen.commands.build_models import build_models

        if len(names) != 1 or out is None or schema is not None or watch:
            raise refuse(
                "--models", "needs one pinned --revision and --out, and excludes --schema and --watch"
            )
        with opened(schema_dir) as folder:
            raise typer.Exit(build_models(folder, names[0], out, check=check))
    own = None
    if schema is not None:
        own = OwnSchema(schema, names[0], overlay, like, keep_descriptions, verbose, extends)
    if language == "typescript":
        if schema is not None or names or watch:
            raise refuse("--language", "typescript excludes --revision, --schema and --watch")
        from mcpgen.commands.typescript import build_typescript

        with opened(schema_dir) as folder:
            raise typer.Exit(build_typescript(folder, out or Path("typescript"), check=check))
    out = out or Path("generated")
    job = command.Job(names if extends is None else (extends,), own)
    with opened(schema_dir) as folder:
        if watch:
            command.watch(sys.argv[1:], folder, [path for path in (schema, overlay) if path])
            return
        status = command.build(job, folder, out, check=check)
    raise typer.Exit(status)


@app.command()
def ingest(
    revision: Annotated[
        str, _of_revision("Name of the revision, such as 2025-11-25, or REVISION+EXTENSION.")
    ],
    file: Annotated[
        Path | None,
        _argument(
            "FILE", "Official schema.json of the revision; - is standard input.  [default: the pinned file]"
        ),
    ] = None,
    accept_proposals: Annotated[
        bool,
        typer.Option(
            "--accept-proposals",
            help="Accept every proposed entry and stub of the revision, but none that must be named.",
        ),
    ] = False,
    accept: Annotated[
        list[str] | None,
        _value("ID", "Accept the proposed entry with this id, or method without a gate; repeatable."),
    ] = None,
    commit: Annotated[
        str | None, _value("SHA", "Commit of the specification repository that has FILE.")
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Replace a pinned file although its wire facts differ.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Write nothing; print each wire fact that differs and exit 1 if any does."
        ),
    ] = False,
    schema_dir: SchemaDir = None,
) -> None:
    """Pin an official schema file, and propose the rest.

    The snapshot has no prose. The overlay of the nearest revision is carried over. changes/OLD--NEW.toml
    gets a proposed entry for each group of changes, and docs.toml a stub for each missing sentence.
    """
    from mcpgen.commands import ingest_command as command
    from mcpgen.commands.ingest import Options

    if not check:
        options = Options(revision, accept_proposals, commit, update, tuple(accept or ()))
        _print_lines(command.ingest(file, options, schema_dir))
        return
    if file is None or accept_proposals or accept or commit or update:
        raise refuse("--check", "takes FILE and --revision, and no other option than --schema-dir")
    differences, outcome = command.check(file, revision, schema_dir)
    _print_lines(differences)
    print(outcome, file=sys.stderr)
    raise typer.Exit(bool(differences))


@app.command()
def forget(
    revision: Annotated[str, _named_revision("REVISION", "Revision whose ingest is undone.")],
    schema_dir: SchemaDir = None,
) -> None:
    """Undo the ingest of a revision, and of its extensions."""
    from mcpgen.commands.forget import forget as command

    _print_lines(command(revision, schema_dir))


@app.command()
def init(
    folder: Annotated[Path, _argument("DIR", "Schema folder to write.")],
    empty: Annotated[
        bool, typer.Option("--empty", help="Leave out the revisions and sentences of the package.")
    ] = False,
) -> None:
    """Start a schema folder of one's own."""
    from mcpgen.commands.init import init as command

    _print_lines(command(folder, empty=empty))


@app.command()
def revisions(
    format: Annotated[
        Literal["text", "json"], typer.Option(help="Print a line for each revision, or JSON with the pins.")
    ] = "text",
    schema_dir: SchemaDir = None,
) -> None:
    """List the pinned revisions."""
    from mcpgen.commands.revisions import revisions as command
    from mcpgen.commands.schema_dir import opened

    with opened(schema_dir) as folder:
        sys.stdout.write(command(folder, format))


@app.command()
def diff(
    old: Annotated[str, _named_revision("OLD", "Pinned revision, or a name for the file in --schema-old.")],
    new: Annotated[str, _named_revision("NEW", "Pinned revision, or a name for the file in --schema-new.")],
    schema_old: Annotated[Path | None, _value("FILE", "Compare this schema file as OLD.")] = None,
    schema_new: Annotated[Path | None, _value("FILE", "Compare this schema file as NEW.")] = None,
    format: Annotated[
        Literal["text", "json", "markdown", "github", "sarif"],
        typer.Option(help="Format of the report; github and sarif are annotations for code review."),
    ] = "text",
    fail_on: Annotated[
        Literal["dangerous", "breaking"] | None,
        typer.Option(help="Exit 1 if a change has this severity or a higher one."),
    ] = None,
    ignore: Annotated[
        Path | None, _value("FILE", "Leave out the changes that FILE accepts: a pattern a line.")
    ] = None,
    schema_dir: SchemaDir = None,
) -> None:
    """Print the wire changes between two revisions, with severity."""
    from mcpgen.commands import diff as command
    from mcpgen.commands.diff_report import exit_status, failure, render, render_for_people
    from mcpgen.commands.schema_dir import opened

    with opened(schema_dir) as folder:
        found = command.diff_revisions(old, new, schema_old, schema_new, folder)
        if ignore is not None:
            found = command.without_ignored(found, ignore, lambda problem: report([problem]))
        is_text = format == "text"
        text = render_for_people(found, is_terminal=sys.stdout.isatty()) if is_text else render(found, format)
    sys.stdout.write(text)
    status = exit_status(found, fail_on)
    if status and fail_on:
        report([Problem(f"--fail-on {fail_on}", failure(found, fail_on))])
    raise typer.Exit(status)


@app.command()
def explain(
    name: Annotated[
        str,
        _argument("NAME", "Method, type, member, pointer, error code, or name in Python."),
    ],
    revision: Annotated[
        str | None, _of_revision("Revision to explain.  [default: the latest that has NAME]")
    ] = None,
    schema_dir: SchemaDir = None,
) -> None:
    """Print the definition, history and example of a method or type."""
    from mcpgen.commands.explain import explain as command
    from mcpgen.commands.schema_dir import opened

    with opened(schema_dir) as folder:
        sys.stdout.write(printable_lines(command(name, revision, folder)))


@app.command()
def validate(
    revision: Annotated[
        str,
        _of_revision(
            "Revision of the logs; auto reads the revisions that they state.", metavar="REVISION|auto"
        ),
    ],
    files: Logs = None,
    format: Annotated[
        Literal["text", "json", "junit"], typer.Option(help="Format of the verdicts.")
    ] = "text",
    only: Annotated[
        Literal["invalid", "findings"] | None,
        typer.Option(help="Report invalid messages alone, or these and all with a remark.  [default: all]"),
    ] = None,
    advice: Annotated[
        bool, typer.Option("--advice", help="Also check rules of the specification (MUST and SHOULD).")
    ] = False,
    jobs: Annotated[int, _value("N", "Validate N files at a time, in processes.", min=1)] = 1,
) -> None:
    """Validate each message of logs; exit 1 if one is invalid."""
    from mcpgen.commands import validate as command
    from mcpgen.commands.log_files import log_files

    options = command.ValidateOptions(revision, format, advice, only)
    raise typer.Exit(command.validate(log_files(files or ()), options, sys.stdout, sys.stderr, jobs=jobs))


@app.command()
def convert(
    source: Annotated[
        str,
        _of_revision(
            "Revision of the logs; auto reads those that they state.", "--from", metavar="REVISION|auto"
        ),
    ],
    target: Annotated[str, _of_revision("Revision of the output.", "--to")],
    files: Logs = None,
    loss: Annotated[
        Literal["report", "error", "allow"],
        typer.Option(help="Count losses on stderr, leave out messages with losses, or ignore losses."),
    ] = "report",
    keep_key: Annotated[
        Path | None, _value("FILE", "Keep lost values under `_meta`, signed with the bytes of FILE.")
    ] = None,
    losses: Annotated[Path | None, _value("FILE", "Write each loss to FILE as a line of JSON.")] = None,
) -> None:
    """Convert each message of logs to another revision."""
    from contextlib import nullcontext

    from mcpgen.commands import convert as command
    from mcpgen.commands.log_files import log_files

    keep = keep_key.read_bytes() if keep_key else False
    options = command.ConversionOptions(source, target, loss, keep)
    logs = log_files(files or ())
    command.check_outputs(losses, [*(log.path for log in logs), keep_key])
    with losses.open("wb") if losses else nullcontext() as lost:
        outputs = command.Outputs(sys.stdout.buffer, sys.stderr, lost)
        status = command.convert(logs, options, outputs)
    raise typer.Exit(status)


@app.command(add_help_option=False)
def bridge(arguments: Annotated[list[str] | None, typer.Argument(metavar="[ARGUMENT]")] = None) -> None:
    """Run mcp-bridge: clients of any revision, one server."""
    from mcpgen.commands.bridge import bridge as command

    command(arguments or [])


@app.command()
def atlas(
    out: Annotated[Path | None, _value("DIR", "Write the site to DIR.")] = None,
    frames: Frames = None,
    check: Check = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the site on 127.0.0.1, with a form for frames.")
    ] = False,
    port: Annotated[int, _value("PORT", "Port of --serve; 0 takes a free one.", min=0, max=65535)] = 8400,
    schema_dir: SchemaDir = None,
) -> None:
    """Write or serve a site of every method, type and change.

    The site needs no network and opens from a folder. A pasted frame gets its verdict and conversion in every
    revision.
    """
    from mcpgen.commands.atlas.serve import serve as serve_atlas
    from mcpgen.commands.atlas.site import atlas as command
    from mcpgen.commands.schema_dir import opened

    if (out is None) != serve:
        raise refuse("--out", "give a folder, or --serve instead of one")
    with opened(schema_dir) as folder:
        if out is None:
            serve_atlas(folder, frames, port)
            return
        status = command(folder, out, frames, check=check)
    raise typer.Exit(status)


@app.command()
def export(
    out: Annotated[Path, _value("DIR", "Write the files to DIR.")],
    frames: Frames = None,
    check: Check = False,
    schema_dir: SchemaDir = None,
) -> None:
    """Write all revisions as JSON, with a corpus of judged frames.

    The files are protocol.json, corpus.jsonl, the conversions as data, and a JSON Schema for each.
    """
    from mcpgen.commands.export.command import export as command
    from mcpgen.commands.schema_dir import opened

    with opened(schema_dir) as folder:
        status = command(folder, out, frames, check=check)
    raise typer.Exit(status)


@app.command()
def testees(
    run_folder: Annotated[Path, _argument("RUN", "The folder of the run: its list, report and differences.")],
    command: Annotated[list[str], _argument("-- COMMAND", "The program that answers, with its arguments.")],
    accept: Annotated[bool, typer.Option("--accept", help="Write the failure list of this run.")] = False,
    timeout: Annotated[float, _value("SECONDS", "Wait for an answer.", min=0.1, max=86_400)] = 60,
    schema_dir: SchemaDir = None,
) -> None:
    """Measure another implementation against the corpus."""
    from mcpgen.commands.export.command import exported_corpus
    from mcpgen.commands.export.corpus import FrameJudge
    from mcpgen.commands.schema_dir import opened
    from mcpgen.commands.testees import run_testees

    with opened(schema_dir) as folder:
        corpus = exported_corpus(FrameJudge(folder.revisions), None)
        status = run_testees(corpus, run_folder, command, accept=accept, timeout=timeout)
    raise typer.Exit(status)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit; a failure is one line on stderr, never a traceback."""
    is_interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    status = 130
    try:
        status = run(sys.argv[1:] if arguments is None else arguments)
        if is_interruptible:
            # From here on Python exits, where an interrupt would print a traceback.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:  # before or after the command
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    if sys.stdout is None:
        report([Problem("standard output", "is closed; give /dev/null instead")])
        return 2
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the rest of the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # not every encoding has an arrow
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run_command(arguments)
        sys.stdout.flush()  # while a failure still has a line
        return status
    except BrokenPipeError:  # nobody reads stdout
        pass
    except OSError as error:
        report([Problem(str(error.filename or "mcpgen"), error.strerror or str(error))])
    try:
        sys.stdout.flush()
    except OSError:  # leave nothing that the end of the process would flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 2


def _run_command(arguments: Sequence[str]) -> int:
    from typer.exceptions import Abort, TyperException

    if arguments[:1] == ["explain"]:
        arguments = _with_error_codes(arguments)
    if arguments[:1] == ["bridge"]:
        arguments = ["bridge", "--", *arguments[1:]]  # mcp-bridge reads its own options
    try:
        return app(list(arguments) or ["--help"], prog_name="mcpgen", standalone_mode=False) or 0
    except Refused as refused:
        report(refused.problems)
        sys.stdout.write(getattr(refused, "scaffold", ""))
    except TyperException as error:
        from mcpgen.commands.usage import usage_problem

        report([usage_problem(error, arguments)])
    except (KeyboardInterrupt, Abort):
        return 130
    except SystemExit as ended:  # of typer, with 1 where nobody reads stdout
        return 2 if ended.code else 0
    except OSError:
        raise
    except Exception as error:  # a defect of mcpgen
        if os.environ.get("MCPGEN_TRACEBACK"):
            raise
        text = f"{type(error).__name__}: {error}".splitlines()[0]
        report([Problem("mcpgen", f"internal error: {text} (set MCPGEN_TRACEBACK=1 and report it)")])
    return 2


def _with_error_codes(arguments: Sequence[str]) -> list[str]:
    """Return arguments in which a code such as `-32602` is no option."""
    if "--" in arguments:
        return list(arguments)
    codes = [each for each in arguments if re.match(r"-\d", each)]
    return [each for each in arguments if each not in codes] + (["--", *codes] if codes else [])


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(printable(line))


def report(problems: Iterable[Problem]) -> None:
    """Print a line for each problem on stderr."""
    for problem in problems:
        with suppress(OSError):  # of a full disk: the exit status tells
            print(problem, file=sys.stderr)
