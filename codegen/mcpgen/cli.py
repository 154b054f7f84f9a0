"""The command `mcpgen`: its options, its exit statuses, and how a run ends. `mcpgen.commands` does the work.

Exit status: 0 clean, 1 findings or drift, 2 unusable input, 130 interrupted. Findings go to stdout.
Diagnostics go to stderr as `location: message`, one line each. Each command is imported only when it runs, so
that `--help` is fast.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from mcpgen.problems import Problem, Refused, printable, refuse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST_LINE = 1_600  # the maximum characters of a diagnostic
HEADINGS = LOOK, CHECK, BUILD = "Look up the protocol", "Check messages", "Build types"


class GroupedCommands(TyperGroup):
    """A command group whose help lists its commands under headings, according to their `rich_help_panel`."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands into the help, in one section for each heading in `HEADINGS`."""
        limit = formatter.width - 6 - max(map(len, self.commands))
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS}
        for name, command in self.commands.items():
            groups[getattr(command, "rich_help_panel", LOOK)].append(
                (name, command.get_short_help_str(limit))
            )
        for heading, rows in groups.items():
            with formatter.section(heading):
                formatter.write_dl(rows)


class PlainCommand(TyperCommand):
    """A command that shows an argument in its help as `NAME`, without the type of the argument."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        for param in self.params:
            if param.param_type_name == "argument":
                setattr(param, "display_type", lambda ctx: "")  # noqa: B010 - only for this parameter

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words that follow the command's name in its usage line, without braces."""
        return [re.sub(r"[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]


app = typer.Typer(
    name="mcpgen",
    cls=GroupedCommands,
    epilog="Exit status: 0 success, 1 findings or files that differ, 2 unusable input, 130 interrupted.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _revisions(incomplete: str) -> list[str]:
    """Return the pinned revisions that start with `incomplete`, so that a shell can complete the argument."""
    import json

    from mcpgen.commands.schema_dir import PINS, found

    try:
        pins = json.loads((found(None) / PINS).read_text("utf-8"))
    except (OSError, ValueError, Refused):
        return []
    return [name for name in pins if name.startswith(incomplete)]


def _of_revision(help: str, *flags: str, metavar: str = "REVISION") -> Any:
    """Return a command-line option whose value is a revision. A shell can complete it.

    `metavar` shows the form of the value in the help. If it contains other words than `REVISION`, the value
    may also be one of these.
    """
    words = metavar.split("|")[1:]

    def completions(incomplete: str) -> list[str]:
        return [*_revisions(incomplete), *(word for word in words if word.startswith(incomplete))]

    return typer.Option(*flags, autocompletion=completions, metavar=metavar, help=help)


def _named_revision(metavar: str, help: str) -> Any:
    """Return a command-line argument that is a revision, which a shell can complete."""
    return typer.Argument(autocompletion=_revisions, metavar=metavar, help=help)


def _argument(metavar: str, help: str) -> Any:
    """Return a command-line argument. `help` must state the default, because help pages do not add it."""
    return typer.Argument(metavar=metavar, help=help, show_default=False)


def _value(metavar: str, help: str, **limits: Any) -> Any:
    """Return a command-line option that takes a value."""
    return typer.Option(metavar=metavar, help=help, **limits)


Jobs = Annotated[int, _value("N", "Read the logs with N processes.", min=1)]
Logs = Annotated[
    list[str] | None,
    _argument(
        "FILE",
        "Log files or glob patterns. A log is JSON Lines, a JSON array or server-sent events, plain or "
        'compressed with gzip or zstd. Each item is a message, or {"from": "client", "message": ...}.  '
        "[default: standard input]",
    ),
]
SchemaDir = Annotated[
    Path | None,
    _value(
        "DIR",
        "Schema folder: the folder with pins.json.  [default: schema/ in the working directory or above it,"
        " otherwise the copy in the package]",
    ),
]
Frames = Annotated[
    Path | None,
    _value("DIR", "Use the messages in the logs DIR/NAME-REVISION.jsonl.  [default: mcpgen's recordings]"),
]
Check = Annotated[
    bool, typer.Option("--check", help="Write nothing. If files would change, print a diff and exit 1.")
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
    """Look up, check, convert and generate the messages of the Model Context Protocol (MCP)."""


@app.command(cls=PlainCommand, rich_help_panel=BUILD)
def build(
    revision: Annotated[
        list[str] | None, _of_revision("Build this pinned revision. Repeatable.  [default: all]")
    ] = None,
    out: Annotated[
        Path | None,
        _value(
            "DIR",
            "Write to DIR/mcp_revisions, or to DIR/src/generated for TypeScript, or to DIR for Go.  "
            "[default: generated, typescript or go]",
        ),
    ] = None,
    language: Annotated[
        Literal["python", "typescript", "go"], typer.Option(help="Language of the generated package.")
    ] = "python",
    check: Check = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Build again whenever a schema file or template changes.")
    ] = False,
    schema: Annotated[
        Path | None, _value("FILE", "Build this schema file, under the name given by --revision.")
    ] = None,
    overlay: Annotated[
        Path | None, _value("FILE", "TOML file with the facts that --schema cannot state.")
    ] = None,
    like: Annotated[str | None, _of_revision("Use the overlay of this pinned revision for --schema.")] = None,
    extends: Annotated[
        str | None,
        _of_revision(
            "Build --schema as an extension of this pinned revision. --revision names the extension.  "
            "[default name: the name of the file]"
        ),
    ] = None,
    keep_descriptions: Annotated[
        bool,
        typer.Option("--keep-descriptions", help="Use the descriptions in --schema as docstrings."),
    ] = False,
    models: Annotated[
        Literal["pydantic"] | None,
        typer.Option(help="Write models for this library instead, as one module DIR/vREVISION.py."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="List each name and result type that mcpgen had to guess.")
    ] = False,
    schema_dir: SchemaDir = None,
) -> int:
    """Write the package mcp_revisions.

    Writes types, dispatch tables and adapters for every pinned revision. With --revision, only the selected
    revisions are built; revisions that are already in the package stay.
    """
    from mcpgen.commands import build as command
    from mcpgen.commands.own_schema import OwnSchema

    if schema is None and (keep_descriptions or any(each is not None for each in (overlay, like, extends))):
        raise refuse("--schema", "is required by --overlay, --like, --extends and --keep-descriptions")
    if like is not None and (overlay is not None or extends is not None):
        other = "--overlay" if overlay else "--extends"
        raise refuse("--like", f"cannot be used with {other}; remove one of them")
    if schema is not None and extends is not None and not revision:
        revision = [schema.stem]
    if schema is not None and len(revision or []) != 1:
        raise refuse("--revision", "give only one name with --schema")
    if watch and check:
        raise refuse("--watch", "cannot be used with --check; remove one of them")
    names = tuple(dict.fromkeys(revision or ()))
    if models is not None:
        from mcpgen.commands.build_models import build_models

        if len(names) != 1 or out is None or schema is not None or watch:
            raise refuse(
                "--models",
                "needs one pinned --revision and --out, and cannot be used with --schema or --watch",
            )
        return build_models(schema_dir, names[0], out, check=check)
    own = None
    if schema is not None:
        own = OwnSchema(schema, names[0], overlay, like, keep_descriptions, verbose, extends)
    if language != "python":
        if schema is not None or names or watch:
            message = f"{language} cannot be used with --revision, --schema or --watch; remove them"
            raise refuse("--language", message)
        return _other_language(language)(schema_dir, out or Path(language), check=check)
    if watch:
        command.watch(sys.argv[1:], schema_dir, [path for path in (schema, overlay) if path])
        return 0
    return command.build(names, own, schema_dir, out or Path("generated"), check=check)


def _other_language(language: Literal["typescript", "go"]) -> Callable[..., int]:
    """Return the function that builds the package for a language other than Python."""
    if language == "go":
        from mcpgen.commands.golang import build_go

        return build_go
    from mcpgen.commands.typescript import build_typescript

    return build_typescript


@app.command(cls=PlainCommand, rich_help_panel=BUILD)
def ingest(
    revision: Annotated[
        str, _of_revision("Name of the revision, such as 2025-11-25, or REVISION+EXTENSION.")
    ],
    file: Annotated[
        Path | None,
        _argument(
            "FILE",
            "Official schema.json of the revision, or - for standard input.  [default: the pinned file]",
        ),
    ] = None,
    accept_proposals: Annotated[
        bool,
        typer.Option(
            "--accept-proposals",
            help="Accept all proposed entries and stubs, except those that must be named by --accept.",
        ),
    ] = False,
    accept: Annotated[
        list[str] | None,
        _value(
            "ID",
            "Accept the proposal with this id, or confirm that this method needs no capability. Repeatable.",
        ),
    ] = None,
    commit: Annotated[
        str | None, _value("SHA", "Commit of the specification repository that contains FILE.")
    ] = None,
    update: Annotated[
        bool,
        typer.Option(
            "--update", help="Replace a pinned file even if the new file describes different messages."
        ),
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Write nothing. Print how FILE differs from the pinned file; exit 1 if it does.",
        ),
    ] = False,
    schema_dir: SchemaDir = None,
) -> int:
    """Add a revision from its official schema file.

    Stores the schema without its descriptions, and copies the overlay of the most similar revision. Proposes
    an entry in changes/OLD--NEW.toml for each group of changes, and a stub in docs.toml for each missing
    description. Read the proposals, accept them, then run mcpgen build.
    """
    from mcpgen.commands import ingest_command as command
    from mcpgen.commands.ingest import Options

    if not check:
        options = Options(revision, accept_proposals, commit, update, tuple(accept or ()))
        _print_lines(command.ingest(file, options, schema_dir))
        return 0
    if file is None or accept_proposals or accept or commit or update:
        raise refuse("--check", "can be combined only with FILE, --revision and --schema-dir")
    differences, outcome = command.check(file, revision, schema_dir)
    _print_lines(differences)
    print(outcome, file=sys.stderr)
    return int(bool(differences))


@app.command(cls=PlainCommand, rich_help_panel=BUILD)
def forget(
    revision: Annotated[str, _named_revision("REVISION", "Revision to remove.")],
    schema_dir: SchemaDir = None,
) -> None:
    """Remove a revision and its extensions."""
    from mcpgen.commands.forget import forget as command

    _print_lines(command(revision, schema_dir))


@app.command(cls=PlainCommand, rich_help_panel=BUILD)
def init(
    folder: Annotated[Path, _argument("DIR", "Folder to create.")],
    empty: Annotated[
        bool, typer.Option("--empty", help="Leave out the revisions and descriptions of the package.")
    ] = False,
) -> None:
    """Create your own schema folder."""
    from mcpgen.commands.init import init as command

    _print_lines(command(folder, empty=empty))


@app.command(cls=PlainCommand, rich_help_panel=LOOK)
def revisions(
    format: Annotated[
        Literal["text", "json"], typer.Option(help="Print one line for each revision, or JSON with the pins.")
    ] = "text",
    schema_dir: SchemaDir = None,
) -> None:
    """List the pinned revisions."""
    from mcpgen.commands.revisions import revisions as command
    from mcpgen.commands.schema_dir import opened

    with opened(schema_dir) as folder:
        sys.stdout.write(command(folder, format))


@app.command(cls=PlainCommand, rich_help_panel=LOOK)
def diff(
    old: Annotated[
        str, _named_revision("OLD", "Pinned revision, or a name for the file given by --schema-old.")
    ],
    new: Annotated[
        str, _named_revision("NEW", "Pinned revision, or a name for the file given by --schema-new.")
    ],
    schema_old: Annotated[
        Path | None, _value("FILE", "Schema file of the older revision; OLD is then only its name.")
    ] = None,
    schema_new: Annotated[
        Path | None, _value("FILE", "Schema file of the newer revision; NEW is then only its name.")
    ] = None,
    format: Annotated[
        Literal["text", "json", "markdown", "github", "sarif"],
        typer.Option(help="Format of the report. github and sarif annotate a code review."),
    ] = "text",
    fail_on: Annotated[
        Literal["dangerous", "breaking"] | None,
        typer.Option(help="Exit 1 if a change has this severity or a higher one."),
    ] = None,
    ignore: Annotated[
        Path | None,
        _value("FILE", "Do not report changes that match a pattern in FILE, which has one pattern per line."),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option("-v", "--verbose", help="Print every location of each change, and an example value."),
    ] = False,
    schema_dir: SchemaDir = None,
) -> int:
    """List the changes between two revisions, and who they affect.

    A change is breaking if a receiver rejects the message, or does not have the method.

    It is dangerous if a receiver accepts the message, but loses or misreads a part of it.

    It is safe if every receiver accepts the message, and it means the same.
    """
    from mcpgen.commands import diff as command
    from mcpgen.commands.diff_report import failure, render
    from mcpgen.commands.diff_text import diff_text
    from mcpgen.commands.schema_dir import opened
    from mcpgen.commands.terminal import Screen

    with opened(schema_dir) as folder:
        found = command.diff_revisions(old, new, schema_old, schema_new, folder)
        if ignore is not None:
            found = command.without_ignored(found, ignore, lambda problem: report([problem]))
        if format == "text":
            text = diff_text(found, Screen.of(sys.stdout), verbose=verbose)
        else:
            text = render(found, format)
    sys.stdout.write(text)
    if reason := failure(found, fail_on):
        report([Problem(f"--fail-on {fail_on}", reason)])
    return int(bool(reason))


@app.command(cls=PlainCommand, rich_help_panel=LOOK)
def explain(
    name: Annotated[
        str,
        _argument(
            "NAME", "A method, type, member, JSON Pointer, error code, Python name, or id such as T3.10."
        ),
    ],
    revision: Annotated[
        str | None,
        _of_revision("Explain NAME in this revision.  [default: the newest revision that has NAME]"),
    ] = None,
    all: Annotated[
        bool, typer.Option("--all", help="Print the whole page, even if it is longer than a screen.")
    ] = False,
    schema_dir: SchemaDir = None,
) -> None:
    """Print what a name of the protocol means, and how it changed."""
    from mcpgen.commands.explain import explain as command
    from mcpgen.commands.schema_dir import opened
    from mcpgen.commands.terminal import Screen

    with opened(schema_dir) as folder:
        sys.stdout.write(command(name, revision, folder, Screen.of(sys.stdout), whole=all))


@app.command(cls=PlainCommand, rich_help_panel=CHECK)
def validate(
    revision: Annotated[
        str,
        _of_revision(
            "Revision of the messages. auto reads the revision from the logs themselves.",
            metavar="REVISION|auto",
        ),
    ],
    files: Logs = None,
    format: Annotated[Literal["text", "json", "junit"], typer.Option(help="Format of the results.")] = "text",
    only: Annotated[
        Literal["invalid", "findings"] | None,
        typer.Option(help="Report only invalid messages, or all messages with a finding.  [default: all]"),
    ] = None,
    advice: Annotated[
        bool, typer.Option("--advice", help="Also check MUST and SHOULD rules of the specification.")
    ] = False,
    jobs: Jobs = 1,
) -> int:
    """Validate each message in logs. Exit 1 if one is invalid."""
    from mcpgen.commands import validate as command
    from mcpgen.commands.log_files import log_files
    from mcpgen.commands.terminal import Screen

    options = command.ValidateOptions(revision, format, advice, only, Screen.of(sys.stdout))
    return command.validate(log_files(files or ()), options, sys.stdout, sys.stderr, jobs=jobs)


@app.command(cls=PlainCommand, rich_help_panel=CHECK)
def convert(
    source: Annotated[
        str,
        _of_revision(
            "Revision of the messages. auto reads the revision from the logs themselves.",
            "--from",
            metavar="REVISION|auto",
        ),
    ],
    target: Annotated[str, _of_revision("Revision to convert to.", "--to")],
    files: Logs = None,
    loss: Annotated[
        Literal["report", "error", "allow"],
        typer.Option(
            help="report: count losses on stderr. error: skip messages with losses. allow: ignore losses."
        ),
    ] = "report",
    keep_key: Annotated[
        Path | None, _value("FILE", "Store lost values in `_meta`, signed with the bytes of FILE.")
    ] = None,
    losses: Annotated[Path | None, _value("FILE", "Write each loss to FILE, as JSON Lines.")] = None,
    jobs: Jobs = 1,
) -> int:
    """Convert each message in logs. Exit 1 if one cannot be converted."""
    from contextlib import nullcontext

    from mcpgen.commands import convert as command
    from mcpgen.commands.log_files import log_files

    keep = keep_key.read_bytes() if keep_key else False
    options = command.ConversionOptions(source, target, loss, keep)
    logs = log_files(files or ())
    command.check_outputs(losses, [*(log.path for log in logs), keep_key])
    with losses.open("wb") if losses else nullcontext() as lost:
        return command.convert(logs, options, command.Outputs(sys.stdout.buffer, sys.stderr, lost), jobs=jobs)


@app.command(cls=PlainCommand, rich_help_panel=CHECK, add_help_option=False)
def bridge(
    arguments: Annotated[
        list[str] | None, _argument("ARGUMENT", "Options and arguments of mcp-bridge.")
    ] = None,
) -> None:
    """Run mcp-bridge between clients and servers of any revision."""
    from mcpgen.commands.bridge import bridge as command

    command(arguments or [])


@app.command(cls=PlainCommand, rich_help_panel=LOOK)
def atlas(
    out: Annotated[Path | None, _value("DIR", "Write the site to DIR.")] = None,
    frames: Frames = None,
    check: Check = False,
    serve: Annotated[
        bool,
        typer.Option(
            "--serve", help="Serve the site on 127.0.0.1, with a form that checks a pasted message."
        ),
    ] = False,
    port: Annotated[int, _value("PORT", "Port for --serve; 0 picks a free port.", min=0, max=65535)] = 8400,
    schema_dir: SchemaDir = None,
) -> int:
    """Write or serve a site of every method, type and change.

    The site opens from a folder and needs no network. With --serve, paste a message to validate it in every
    revision and to convert it.
    """
    from mcpgen.commands.atlas.serve import serve as serve_atlas
    from mcpgen.commands.atlas.site import atlas as command
    from mcpgen.commands.schema_dir import opened

    if (out is None) != serve:
        raise refuse("--out", "give a folder, or --serve instead of one")
    if out is not None:
        return command(schema_dir, out, frames, check=check)
    with opened(schema_dir) as folder:
        serve_atlas(folder, frames, port)
    return 0


@app.command(cls=PlainCommand, rich_help_panel=BUILD)
def export(
    out: Annotated[Path, _value("DIR", "Write the files to DIR.")],
    frames: Frames = None,
    check: Check = False,
    schema_dir: SchemaDir = None,
) -> int:
    """Write all revisions as JSON, with a corpus of test messages.

    Writes protocol.json, the conversions as data, corpus.jsonl (messages with the result that an
    implementation must give), and a JSON Schema for each file.
    """
    from mcpgen.commands.export.command import export as command

    return command(schema_dir, out, frames, check=check)


@app.command(cls=PlainCommand, rich_help_panel=CHECK)
def testees(
    run_folder: Annotated[
        Path, _argument("RUN", "Folder for the results: failure list, report and differences.")
    ],
    command: Annotated[list[str], _argument("-- COMMAND", "Program to test, with its arguments.")],
    accept: Annotated[
        bool,
        typer.Option("--accept", help="Write the failures of this run to the list of expected failures."),
    ] = False,
    timeout: Annotated[
        float, _value("SECONDS", "Longest time to wait for an answer.", min=0.1, max=86_400)
    ] = 60,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="Also compare the locations and codes of errors, and the losses and their order."
        ),
    ] = False,
    mutated: Annotated[
        int, _value("COUNT", "Also test with this many mutated copies of the messages.", min=0, max=1_000_000)
    ] = 0,
    schema_dir: SchemaDir = None,
) -> int:
    """Test another implementation with the corpus."""
    from mcpgen.commands.export.command import exported_corpus
    from mcpgen.commands.export.corpus import MessageChecker
    from mcpgen.commands.export.published import compositions
    from mcpgen.commands.schema_dir import opened
    from mcpgen.commands.testee_messages import entries_with_extensions, mutated_entries
    from mcpgen.commands.testees import run_testees

    with opened(schema_dir) as folder:
        checker = MessageChecker(folder.revisions)
        corpus = exported_corpus(checker, None)
        every = [*corpus, *entries_with_extensions(checker, corpus, compositions(folder))]
        every += mutated_entries(checker, tuple(every), mutated)
        return run_testees(every, run_folder, command, accept=accept, timeout=timeout, strict=strict)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit. If it fails, print one line on stderr and never a traceback."""
    is_interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    status = 130
    try:
        status = run(sys.argv[1:] if arguments is None else arguments)
        if is_interruptible:
            # Python exits after this line. An interrupt during the exit would print a traceback.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:  # the interrupt came before or after the command
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    if sys.stdout is None:
        report([Problem("standard output", "is closed; redirect it to /dev/null instead")])
        return 2
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
    for stream in (sys.stdout, sys.stderr):
        # The encoding may not have every character that is printed, such as an arrow.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run_command(arguments)
        sys.stdout.flush()  # flush here, because a failure can still be reported as a line
        return status
    except BrokenPipeError:  # nobody reads stdout
        pass
    except OSError as error:
        report([Problem(str(error.filename or "mcpgen"), error.strerror or str(error))])
    try:
        sys.stdout.flush()
    except OSError:  # discard output that Python would try to write at its exit
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
    except SystemExit as ended:  # raised by typer, with 1 if nobody reads stdout
        return 2 if ended.code else 0
    except OSError:
        raise
    except Exception as error:  # a bug in mcpgen
        if os.environ.get("MCPGEN_TRACEBACK"):
            raise
        text = f"{type(error).__name__}: {error}".splitlines()[0]
        report(
            [Problem("mcpgen", f"internal error: {text} (run again with MCPGEN_TRACEBACK=1, and report it)")]
        )
    return 2


def _with_error_codes(arguments: Sequence[str]) -> list[str]:
    """Return the arguments, changed so that the parser does not read an error code `-32602` as an option."""
    if "--" in arguments:
        return list(arguments)
    codes = [each for each in arguments if re.match(r"-\d", each)]
    return [each for each in arguments if each not in codes] + (["--", *codes] if codes else [])


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(printable(line))


def report(problems: Iterable[Problem]) -> None:
    """Print each problem as a line on stderr. The middle of a very long line is omitted."""
    for problem in problems:
        line = str(problem)
        if len(line) > LONGEST_LINE:
            line = f"{line[: LONGEST_LINE // 2]} … {line[-LONGEST_LINE // 2 :]}"
        with suppress(OSError):  # the disk may be full; the exit status still reports the failure
            print(line, file=sys.stderr)
