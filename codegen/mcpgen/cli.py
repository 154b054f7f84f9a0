"""The command `mcpgen`: options in, stages of the pipeline called, text and an exit status out.

Exit status: 0 clean, 1 findings or drift, 2 unusable input (130 interrupted). Findings go to standard output;
diagnostics go to standard error, a line each: `location: message`. What a command needs is imported when it runs.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal, NoReturn

import typer

from mcpgen.problems import Problem, Refused, printable, refuse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

app = typer.Typer(
    name="mcpgen",
    help="Generate exact Python types, dispatch tables and adapters from the schemas of the Model Context Protocol.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Revision = Annotated[str, typer.Option("--revision", help="A revision, such as 2025-11-25.")]
TextOrJson = Literal["text", "json"]


@app.command()
def build(
    revision: Annotated[
        list[str] | None, typer.Option("--revision", help="Build only this revision; may be given again.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder that holds, or will hold, mcp_revisions/.")] = Path(
        "generated"
    ),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; print what would change, exit 1 on drift.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Build again whenever a schema, overlay or template changes.")
    ] = False,
    schema: Annotated[
        Path | None, typer.Option(help="Build this schema file as the one --revision named.")
    ] = None,
    overlay: Annotated[
        Path | None, typer.Option(help="What the specification says beyond --schema's file.")
    ] = None,
    keep_descriptions: Annotated[
        bool,
        typer.Option("--keep-descriptions", help="Keep the descriptions of --schema's file as docstrings."),
    ] = False,
) -> None:
    """Write mcp_revisions: types, dispatch tables and adapters of every pinned revision, or of the ones named."""
    from mcpgen.commands import build as stage

    if schema is None and (keep_descriptions or overlay):
        raise refuse("--schema", "is missing; --keep-descriptions and --overlay go with it")
    if schema is not None and len(revision or []) != 1:
        raise refuse("--revision", "name the revision of --schema's file, once")
    if watch and check:
        raise refuse("--watch", "goes without --check")
    if watch:
        stage.watch(sys.argv[1:], [path for path in (schema, overlay) if path])
        return
    job = stage.Job(tuple(dict.fromkeys(revision or ())), schema, overlay, keep_descriptions)
    raise typer.Exit(stage.build(job, out, check=check))


@app.command()
def ingest(
    file: Annotated[Path, typer.Argument(help="An official schema.json.")],
    revision: Revision,
    commit: Annotated[
        str | None, typer.Option(help="The specification's commit that the file is from.")
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Pin the file though its wire facts differ; print them.")
    ] = False,
) -> None:
    """Pin an official schema file: check it, leave its prose out, record where it is from."""
    from mcpgen.emit.file_tree import replace_files
    from mcpgen.frontend import ingest as stage
    from mcpgen.frontend.package_data import data_root
    from mcpgen.frontend.sources import read_file
    from mcpgen.names import check_revision_name

    check_revision_name(revision)
    files, differences = stage.ingest(
        read_file(file, str(file)), str(file), revision, data_root("schema"), commit=commit, update=update
    )
    replace_files(files)
    for line in differences:
        typer.echo(printable(line))


@app.command()
def revisions(
    format: Annotated[TextOrJson, typer.Option(help="Text, or JSON with the pins.")] = "text",
) -> None:
    """List the pinned revisions."""
    import json

    from mcpgen import pipeline

    pins = pipeline.pins()
    rows = [
        {
            "revision": name,
            "types": len(pipeline.protocol(name).definitions),
            "methods": len(pipeline.protocol(name).methods),
            **pins[name],
        }
        for name in pins
    ]
    if format == "json":
        typer.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        typer.echo(
            f"{row['revision']}  {row['types']} types, {row['methods']} methods, specification commit {row['commit']}"
        )


@app.command()
def diff(
    old: Annotated[str, typer.Argument(help="A revision; with --schema-old a name for that file.")],
    new: Annotated[str, typer.Argument(help="A revision; with --schema-new a name for that file.")],
    schema_old: Annotated[Path | None, typer.Option(help="Read OLD from this schema file.")] = None,
    schema_new: Annotated[Path | None, typer.Option(help="Read NEW from this schema file.")] = None,
    format: Annotated[Literal["text", "json", "markdown"], typer.Option(help="How to print it.")] = "text",
    fail_on: Annotated[
        Literal["dangerous", "breaking"] | None,
        typer.Option(help="Exit 1 at a change this severe, or worse."),
    ] = None,
) -> None:
    """Print what changed on the wire between two revisions, and whom it breaks."""
    from mcpgen.commands.diff import diff_revisions
    from mcpgen.commands.diff_report import exit_status, render

    report = diff_revisions(old, new, schema_old, schema_new)
    sys.stdout.write(render(report, format))
    raise typer.Exit(exit_status(report, fail_on))


@app.command()
def explain(
    name: Annotated[str, typer.Argument(help="A method, type, Type.member or error code.")],
    revision: Annotated[
        str | None, typer.Option(help="In this revision; the latest that has it if absent.")
    ] = None,
) -> None:
    """Print on one screen what a method or type is: members, direction, result, gate, history, an example."""
    from mcpgen.commands.explain import explain as page

    sys.stdout.write(page(name, revision))


@app.command()
def validate(
    revision: Revision,
    file: Annotated[Path | None, typer.Argument(help="JSON Lines; standard input if absent.")] = None,
    format: Annotated[
        Literal["text", "json", "junit"], typer.Option(help="How to print the verdicts.")
    ] = "text",
    advice: Annotated[bool, typer.Option("--advice", help="Also say what no schema can see.")] = False,
) -> None:
    """Judge every message of a log: a frame a line, or {"from": "client", "message": frame}."""
    from mcpgen.commands import validate as stage
    from mcpgen.commands.progress import lines

    with opened(file) as log:
        counted = lines(log, "validating", sys.stderr)
        raise typer.Exit(
            stage.validate(counted, name_of(file), revision, sys.stdout, format=format, advice=advice)
        )


@app.command()
def convert(
    source: Annotated[str, typer.Option("--from", help="The revision of the log.")],
    target: Annotated[str, typer.Option("--to", help="The revision to write.")],
    file: Annotated[Path | None, typer.Argument(help="JSON Lines; standard input if absent.")] = None,
    loss: Annotated[
        Literal["report", "error", "allow"],
        typer.Option(help="Report losses, refuse lines with any, or allow them."),
    ] = "report",
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep what is lost under `_meta`, to convert back.")
    ] = False,
    losses: Annotated[
        Path | None, typer.Option(help="Write every loss to this file as a line of JSON.")
    ] = None,
) -> None:
    """Write a log in another revision: a frame a line, or {"from": "client", "message": frame}."""
    from contextlib import nullcontext

    from mcpgen.commands import convert as stage
    from mcpgen.commands.progress import lines

    with opened(file) as log, losses.open("wb") if losses else nullcontext() as lost:
        counted = lines(log, "converting", sys.stderr)
        options = stage.Options(source, target, loss, keep)
        outputs = stage.Outputs(sys.stdout.buffer, sys.stderr, lost)
        status = stage.convert(counted, name_of(file), options, outputs)
    raise typer.Exit(status)


@app.command()
def bridge(
    command: Annotated[list[str], typer.Argument(help="The server's command, after --.")],
    client: Annotated[str, typer.Option(help="The revision that the client speaks.")],
    server: Annotated[str, typer.Option(help="The revision that the server speaks, or auto to find out.")],
    log: Annotated[Path | None, typer.Option(help="Record both sides in this file as JSON Lines.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not report losses.")] = False,
) -> None:
    """Connect the client on standard input and output to a server of another revision."""
    from mcpgen.commands.bridge.command import bridge as run_bridge

    raise typer.Exit(run_bridge(client, server, command, log=log, quiet=quiet))


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit; whatever goes wrong is one line on standard error, never a traceback."""
    status = run(sys.argv[1:] if arguments is None else arguments)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(
            signal.SIGINT, signal.SIG_DFL
        )  # an interrupt while Python exits has no traceback either
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    from typer.exceptions import Abort, TyperException

    try:
        return app(list(arguments) or ["--help"], prog_name="mcpgen", standalone_mode=False) or 0
    except Refused as refused:
        report(refused.problems)
        sys.stdout.write(getattr(refused, "scaffold", ""))
    except TyperException as error:
        report([Problem("mcpgen", f"{error.format_message()} (see mcpgen --help)")])
    except (KeyboardInterrupt, Abort):
        return 130
    except BrokenPipeError:  # the reader has gone; leave nothing to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except OSError as error:
        report([Problem(str(error.filename or "mcpgen"), error.strerror or str(error))])
    except Exception as error:  # a defect of ours: still one line, and how to see more
        if os.environ.get("MCPGEN_TRACEBACK"):
            raise
        text = f"{type(error).__name__}: {error}".splitlines()[0]
        report([Problem("mcpgen", f"internal error: {text} (set MCPGEN_TRACEBACK=1 and report it)")])
    return 2


def opened(file: Path | None) -> BinaryIO:
    """Return a log to read: a file, or standard input."""
    if file is None or str(file) == "-":
        return sys.stdin.buffer
    try:
        return file.open("rb")
    except OSError as error:
        raise refuse(str(file), f"cannot be read: {error.strerror}") from None


def name_of(file: Path | None) -> str:
    """Return what locates a log's lines."""
    return "standard input" if file is None or str(file) == "-" else str(file)


def report(problems: Iterable[Problem]) -> None:
    """Print a line for each problem on standard error."""
    for problem in problems:
        print(problem, file=sys.stderr)
