"""The command `mcp-bridge`: its options, its exit statuses, and how a run ends.

Exit statuses: 0 the client hung up, 1 the server ended first or did not answer a client that had hung up,
2 unusable input, 128 + n after signal n.
Diagnostics go to stderr, one line each: `location: message`. A transport is imported only when it runs, so
that `--help` is fast.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, get_args, get_origin

import typer
from typer.core import TyperCommand

from mcp_bridge import signals
from mcp_bridge.problems import Problem, Refused, meant

NAME = "mcp-bridge"
CONNECT = "--connect"


class _Command(TyperCommand):
    """A command whose help shows an argument only by its metavar, such as URL.

    An option after the command of a server is refused, because it could be an option of either command.
    """

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        for param in self.params:
            if param.param_type_name == "argument":
                setattr(param, "display_type", lambda ctx: "")  # noqa: B010 - of one object

    def parse_args(self, context: Any, arguments: list[str]) -> list[str]:
        """Parse the arguments of the command line into the values of the context."""
        if not context.resilient_parsing:
            self._refuse_option_after_command(context, arguments)
        return super().parse_args(context, arguments)

    def _refuse_option_after_command(self, context: Any, arguments: list[str]) -> None:
        parser = self.make_parser(context)
        parser.allow_interspersed_args = False
        found, _, order = parser.parse_args([*arguments])
        first = next((param for param in order if param.param_type_name == "argument"), None)
        words: Sequence[str] = (first is not None and found.get(first.name)) or ()
        is_marked = len(words) < len(arguments) and arguments[-len(words) - 1] == "--"
        if is_marked or not words or "://" in words[0]:
            return
        own = {name for param in self.params for name in param.opts if name.startswith("-")}
        for word in words[: words.index("--") if "--" in words else None]:
            option = word.partition("=")[0]
            if option in own:
                place = f"comes after the command {words[0][:80]!a}"
                step = f"write {NAME}'s own options first, then --, then the command"
                raise Refused([Problem(option, f"{place}; {step}")])


def _new_app() -> typer.Typer:
    return typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


app = _new_app()


def _given(context: typer.Context) -> dict[str, Any]:
    """Return the options that the command line names, with their values."""
    return {
        max(param.opts, key=len): context.params[param.name]
        for param in context.command.params
        if param.param_type_name == "option"
        and param.name in context.params
        and str(context.get_parameter_source(param.name)).endswith("COMMANDLINE")
    }


def _print_version(wanted: bool) -> None:
    if wanted:
        from mcp_bridge import __version__

        typer.echo(f"{NAME} {__version__}")
        raise typer.Exit


def _revisions(incomplete: str) -> list[str]:
    """Return the values of `--client` and `--server` that begin with `incomplete`, for a shell."""
    import mcp_revisions

    return [name for name in (*mcp_revisions.REVISIONS, "auto") if name.startswith(incomplete)]


def _levels(incomplete: str) -> list[str]:
    """Return the values of `--log-level` that begin with `incomplete`, for a shell."""
    from mcp_bridge.options import levels

    return [level for level in levels() if level.startswith(incomplete)]


def _of_revision(text: str) -> Any:
    return typer.Option(metavar="R|auto", help=text, autocompletion=_revisions)


_Url = Annotated[str, typer.Argument(metavar="URL", help="The address of the server.")]
_Header = Annotated[
    list[str] | None,
    typer.Option(
        metavar="'NAME: VALUE'|@FILE",
        help="Send this header to the server at the URL. @FILE sends each line of a file. Repeatable.",
    ),
]
_ClientId = Annotated[
    str | None,
    typer.Option(
        metavar="ID",
        help="Client to log in as: the id of a registered client, or the URL of a client metadata document. "
        "MCP_BRIDGE_CLIENT_SECRET may hold its secret.",
    ),
]


@app.command(cls=_Command)
def bridge(  # noqa: PLR0913 - options
    context: typer.Context,
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND", help="Command that starts the server. Write it after --."),
    ] = None,
    *,
    client: Annotated[str, _of_revision("Revision of the client; auto reads its first request.")] = "auto",
    server: Annotated[str, _of_revision("Revision of the server; auto asks the server.")] = "auto",
    connect: Annotated[
        str | None, typer.Option(metavar="URL", help="URL of the server, instead of a command.")
    ] = None,
    listen: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Serve clients over HTTP instead of stdin and stdout."),
    ] = None,
    header: _Header = None,
    forward_header: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Also pass this header of HTTP clients on to the server. Authorization is always passed on.",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Accept this host name in Host and Origin, as well as loopback names."
        ),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="Allow browser pages of this origin to use the bridge (CORS)."),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Trust this proxy's X-Forwarded-For header. Repeatable."),
    ] = None,
    sessions: Annotated[
        int, typer.Option(metavar="N", help="Maximum number of HTTP client sessions.")
    ] = 1000,
    idle: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="Seconds without traffic until an HTTP client session ends.",
        ),
    ] = 300.0,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Set a limit for HTTP clients, such as parallel=64. Repeatable. "
            "docs/bridge-operations.md lists the names.",
        ),
    ] = None,
    login: Annotated[
        bool,
        typer.Option(
            "--login", help="Log in to the server at the URL in a browser, and keep the token for later."
        ),
    ] = False,
    client_id: _ClientId = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append the messages of both connections to FILE.")
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Do not report revisions and lost data on stderr.")
    ] = False,
    log_level: Annotated[
        str,
        typer.Option(
            autocompletion=_levels,
            metavar="LEVEL|off",
            help="Log level for clients that do not set one, if the server speaks 2026-07-28.",
        ),
    ] = "info",
    tasks: Annotated[
        Literal["auto", "none", "client", "server", "both"],
        typer.Option(help="Which sides support tasks. auto reads their capabilities."),
    ] = "auto",
    offer: Annotated[
        Literal["newest", "own"],
        typer.Option(
            help="Revision to offer the server first: `newest`, or `own` for the revision of the client."
        ),
    ] = "newest",
    strict_lists: Annotated[
        bool,
        typer.Option(
            "--strict-lists",
            help="Refuse a list with an item that cannot be converted; by default the item is left out.",
        ),
    ] = False,
    calls: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="Maximum number of open requests from each side. Further requests wait.",
        ),
    ] = 1024,
    waiting: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="Maximum number of client messages that wait for the server. Further requests are refused.",
        ),
    ] = 8192,
    probe: Annotated[
        float,
        typer.Option(
            min=0.1,
            max=3600,
            metavar="SECONDS",
            help="How long to wait for an answer to server/discover, with --server auto.",
        ),
    ] = 10.0,
    answer_time: Annotated[
        float,
        typer.Option(
            min=0.1,
            max=1_000_000,
            metavar="SECONDS",
            help="How long a request waits until the server at the URL begins to answer.",
        ),
    ] = 3600.0,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Connect clients to a server of another revision.

    Options about HTTP clients need --listen; --header and --forward-header need --connect.

    `mcp-bridge check` prints the revisions that a server speaks. `mcp-bridge login` and `mcp-bridge logout`
    keep and delete the token of a server. Each has a --help of its own.

    Exit status: 0 the client hung up, 1 the server ended first or did not answer a client that had hung up,
    2 unusable input or an unusable server, 128 + n after signal n.
    """
    from mcp_bridge.command import OPTIONS
    from mcp_bridge.command import bridge as run_bridge
    from mcp_bridge.options import LOCAL, BridgeOptions, FrontOptions, front_limits, headers_of, refuse_unused

    refuse_unused(_given(context))
    limits = {"pending": calls, "queued": waiting, "probe": probe}
    headers = headers_of(header or ())
    options = BridgeOptions(
        client, server, command or (), connect, headers, log, quiet, log_level, limits, tasks, offer
    )
    options = replace(options, strict_lists=strict_lists, answer_time=answer_time)
    if login and connect is not None:
        from mcp_bridge.command import new_login

        options = replace(options, auth=new_login("--connect", connect, _token_folder(), client_id))
    more = front_limits(limit or ())
    try:
        front = FrontOptions(
            hosts=(*LOCAL, *(allow_host or ())),
            origins=tuple(allow_origin or ()),
            forward=("authorization", *(forward_header or ())),
            proxies=tuple(trust_proxy or ()),
            sessions=sessions,
            idle=idle,
            **more,
        )
    except Refused as refused:
        raise refused.renamed(OPTIONS) from None
    raise typer.Exit(run_bridge(options, listen, front))


login_app = _new_app()


@login_app.command(cls=_Command)
def login(url: _Url, *, client_id: _ClientId = None) -> None:
    """Log in to a server in a browser, and keep the token for `mcp-bridge --connect URL --login`.

    The token is kept in the keyring of the platform. If there is no keyring, it is kept as plain text in a
    file of mode 0600, whose path the command prints.

    Exit status: 0 logged in, or the server does not ask for a login, 2 otherwise.
    """
    from mcp_bridge.command import log_in

    raise typer.Exit(log_in(url, _token_folder(), client_id))


logout_app = _new_app()


@logout_app.command(cls=_Command)
def logout(url: _Url) -> None:
    """Delete the token of a server, and revoke it at the authorization server.

    Exit status: 0 logged out, 1 there was no token, 2 unusable input.
    """
    from mcp_bridge.command import log_out

    raise typer.Exit(log_out(url, _token_folder()))


def _token_folder() -> Path:
    """Return the platform's folder for application data, in which tokens are stored."""
    return Path(typer.get_app_dir(NAME))


check_app = _new_app()


@check_app.command(cls=_Command)
def check(
    target: Annotated[
        list[str] | None, typer.Argument(metavar="URL | -- COMMAND", help="The server.", show_default=False)
    ] = None,
    *,
    header: _Header = None,
    probe: Annotated[
        float,
        typer.Option(
            min=0.1, max=3600, metavar="SECONDS", help="How long to wait for the first answer of the server."
        ),
    ] = 30.0,
    losses: Annotated[
        bool,
        typer.Option("--losses", help="Also list each loss: its location, kind, reason and change."),
    ] = False,
) -> None:
    """Print the revisions of a server, and what a client of each gets: results, losses and input requests.

    If the server needs a login, the check uses the token that `mcp-bridge login` keeps, unless --header has
    an Authorization. A command is started up to nine times. If it is not an MCP server, it is started once or
    twice.

    Exit status: 0 nothing is wrong, 1 findings, 2 unusable input, or the server answers no revision.
    """
    from mcp_bridge.check import check_server
    from mcp_bridge.command import kept_login
    from mcp_bridge.options import AUTHORIZATION, BridgeOptions, check_url, headers_of

    words = target or []
    if not words:
        raise Refused(
            [Problem("URL", "this argument is missing; write the URL of the server, or its command after --")]
        )
    is_url = len(words) == 1 and "://" in words[0]
    if not is_url and "://" in words[0]:
        raise Refused([Problem("URL", "give a URL or a command, not both")])
    if header and not is_url:
        raise Refused([Problem("--header", "works only with a URL; remove it")])
    options = BridgeOptions("auto", "auto", () if is_url else words, headers=headers_of(header or ()))
    if is_url:
        check_url(words[0], "URL")
        auth = None if AUTHORIZATION in options.headers else kept_login(words[0], _token_folder())
        options = replace(options, url=words[0], auth=auth)
    raise typer.Exit(check_server(options, probe, lists_losses=losses))


COMMANDS = {"check": check_app, "login": login_app, "logout": logout_app}
"""The first word of a command line → its command; any other is an argument of the bridge."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit. A failure is one line on stderr, never a traceback."""
    signals.install()
    status = 130
    with suppress(KeyboardInterrupt):  # raised if an interrupt ends the command at once
        status = run(sys.argv[1:] if arguments is None else arguments)
    sys.exit(signals.final(status))


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    _open_missing()
    if sys.stdout is None:
        report([Problem("standard output", "is closed; redirect it to /dev/null instead")])
        return 2
    try:
        status = _run_command(arguments)
        sys.stdout.flush()  # now, because a failure can still be reported
        return status
    except BrokenPipeError:  # nobody reads stdout
        pass
    except OSError as error:
        report([Problem(str(error.filename or NAME), error.strerror or str(error))])
    try:
        sys.stdout.flush()
    except OSError:  # leave nothing that the end of the process would flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 2


def _open_missing() -> None:
    """Open the null device for each of stdin, stdout and stderr that is closed.

    Otherwise a file that is opened later would get the file descriptor of stdin, stdout or stderr.
    `sys.stdin` and `sys.stdout` remain None, so that code that needs them can report an error.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - until the process ends


def _run_command(arguments: Sequence[str]) -> int:
    from typer.exceptions import Abort, TyperException

    if not arguments and sys.stdin is not None and sys.stdin.isatty():
        arguments = ["--help"]
    command, name, rest = app, NAME, list(arguments)
    first = rest[0] if rest else ""
    if first in COMMANDS:
        signals.release()
        command, name, rest = COMMANDS[first], f"{NAME} {first}", rest[1:]
    elif first[:1].isalpha() and shutil.which(first) is None and (near := meant(first, COMMANDS)):
        report([Problem(first, f"is neither a command of {NAME} nor in PATH{near}")])
        return 2
    try:
        return command(rest, prog_name=name, standalone_mode=False) or 0
    except Refused as refused:
        report(refused.problems)
    except TyperException as error:
        location, message = _misuse(error)
        if type(error).__name__ == "NoSuchOption":
            location, *value = _as_written(location, rest).split(maxsplit=1)
            message += _remedy(error, location, name, has_command="--" in rest, has_value=bool(value))
        report([Problem(location, f"{message} (see {name} --help)")])
    except (KeyboardInterrupt, Abort):
        return 130
    except SystemExit as ended:  # typer raises it, with status 1 if nobody reads stdout
        return 2 if ended.code else 0
    except OSError:
        raise
    except Exception as error:  # a defect of the bridge
        if os.environ.get("MCP_BRIDGE_TRACEBACK"):
            raise
        text = f"{type(error).__name__}: {error}".splitlines()[0]
        step = "run again with MCP_BRIDGE_TRACEBACK=1, and report it"
        report([Problem(NAME, f"internal error: {text} ({step})")])
    return 2


def _as_written(option: str, arguments: Sequence[str]) -> str:
    """Return the argument in which the parser found an unknown option, such as `-connect` for `-c`."""
    own = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return next((argument for argument in own if argument.startswith(option)), option)


def _remedy(error: Any, option: str, name: str, *, has_command: bool, has_value: bool) -> str:
    """Return what to do about an unknown option of the command `name`, as the end of a message, or ''.

    `has_value` says whether the argument also contains the value of the option, after a space.
    """
    if name == f"{NAME} check" and (option == CONNECT or meant(option, [CONNECT])):
        return f"; write the URL without an option: {name} URL"
    known = [each for param in error.ctx.command.params for each in param.opts]
    if has_value and option in known:
        return f" together with its value; write {option} and the value as two arguments"
    near = meant(option, known)
    if near or has_command or name not in (NAME, f"{NAME} check"):
        return near
    return "; write the server's command after --"


def _misuse(error: Any) -> tuple[str, str]:
    """Return the option that an error of the command line's parser is about, and the message to print."""
    param, option = getattr(error, "param", None), getattr(error, "option_name", None)
    if param is not None:
        faults: Any = getattr(error.__cause__, "errors", list)()
        name = param.metavar if type(param).__name__.endswith("Argument") else param.opts[0]
        if not faults:
            is_missing = "Missing" in type(error).__name__
            return str(name), "this argument is missing" if is_missing else str(error.message)
        given = ascii(str(faults[0]["input"])[:80])
        kind = param.type_descriptor.annotation
        if get_origin(kind) is Literal:
            return param.opts[0], f"{given} is unknown; the values are {', '.join(get_args(kind))}"
        least, most = param.min, param.max
        bounds = "" if least is None else f" of {least:g} or more"
        bounds = bounds if most is None else f" from {least:g} to {most:g}"
        return param.opts[0], f"{given} is not a {'whole ' * (kind is int)}number{bounds}"
    if type(error).__name__ == "NoSuchOption":
        return str(option), f"is not an option of {NAME}"
    if option is not None:
        return str(option), "takes no value" if "does not take" in error.message else "needs a value"
    return NAME, str(error.format_message()).strip().rstrip(".").splitlines()[0]


def report(problems: Iterable[Problem]) -> None:
    """Print one line on stderr for each problem."""
    for problem in problems:
        with suppress(OSError):  # if the disk is full, only the exit status tells
            print(problem, file=sys.stderr)
