"""Convert errors of the command-line parser to one line that names the option and the next step.

The location in the line is the option or argument as the user writes it. The message lists the values that
the declaration of the option accepts. It never repeats the texts of typer or pydantic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from mcpgen.problems import Problem
from mcpgen.runtime.near_names import suggestion

NUMBERS = {int: "whole number", float: "number"}


def usage_problem(error: Any, arguments: Sequence[str]) -> Problem:
    """Return the problem to print for an error of the command-line parser."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "mcpgen"
    location, message = _found(error, context, arguments)
    return Problem(location, f"{message} (see {path} --help)")


def _found(error: Any, context: Any, arguments: Sequence[str]) -> tuple[str, str]:
    """Return the location of an error of the command-line parser, such as an option, and its message."""
    kind = type(error).__name__
    option = getattr(error, "option_name", None)
    param = getattr(error, "param", None)
    if kind == "MissingParameter" and param is not None:
        kind = "argument" if param.param_type_name == "argument" else "option"
        return _spelled(param), f"this {kind} is missing; give {_usage(param, context)}"
    if kind == "BadParameter" and param is not None:
        return _spelled(param), _wrong_value(error, param)
    if kind == "NoSuchOption" and context is not None:
        return _unknown_option(str(option), context, arguments)
    if kind == "BadOptionUsage":
        takes_value = any(argument.startswith(f"{option}=") for argument in arguments)
        return str(option), "takes no value" if takes_value else "needs a value"
    if kind == "UsageError" and hasattr(context.command, "commands"):
        return _unknown_command(next(each for each in arguments if not each.startswith("-")), context)
    if kind == "UsageError":
        tolerant = {"allow_extra_args": True, "resilient_parsing": True}
        parsed = context.command.make_context(context.info_name, list(arguments[1:]), **tolerant)
        return _extra_argument(parsed.args[0], context)
    return "mcpgen", str(error.format_message()).rstrip(".")


def _spelled(param: Any) -> str:
    """Return an option or argument as a user writes it in a command."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name).strip("[]")
    return max(param.opts, key=len)  # type: ignore[no-any-return]


def _usage(param: Any, context: Any) -> str:
    """Return how a user writes an option with its value, such as `--out DIR`.

    For an argument, return all arguments of the command, because the user must write them in order.
    """
    if param.param_type_name == "argument":
        return " ".join(_arguments(context.command))
    return f"{_spelled(param)} {param.metavar or '|'.join(map(str, _choices(param)))}"


def _arguments(command: Any) -> Iterator[str]:
    for param in command.params:
        if param.param_type_name == "argument":
            yield _spelled(param) + ("..." if param.nargs == -1 else "")


def _wrong_value(error: Any, param: Any) -> str:
    """Return the message for an invalid value. It lists the values that the option accepts."""
    faults: Any = getattr(error.__cause__, "errors", list)()
    given = faults[0].get("input") if faults else None
    value = "the value" if given is None else f"{str(given)[:80]!a}"
    choices = _choices(param)
    if choices:
        return f"{value} is unknown{suggestion(str(given), choices)}; the values are {', '.join(choices)}"
    number = next((NUMBERS[type_] for type_ in _types(param) if type_ in NUMBERS), None)
    if number is None:
        return f"{value} is not valid here"
    return f"{value} is not a {number}{_bounds(param)}"


def _bounds(param: Any) -> str:
    least, most = param.min, param.max
    if least is not None and most is not None:
        return f" from {least:g} to {most:,}"
    return f" of {least:g} or more" if least is not None else ""


def _types(param: Any) -> Iterator[Any]:
    """Yield the annotation of a parameter, and all parts of the annotation."""
    waiting = [param.type_descriptor.annotation]
    while waiting:
        each = waiting.pop()
        yield each
        if get_origin(each) is not Literal:
            waiting += get_args(each)


def _choices(param: Any) -> tuple[str, ...]:
    """Return the values that a parameter accepts, if they are listed in its declaration, otherwise ()."""
    return next((get_args(each) for each in _types(param) if get_origin(each) is Literal), ())


def _unknown_option(option: str, context: Any, arguments: Sequence[str]) -> tuple[str, str]:
    command = context.command
    # The parser reads a long option with a single dash as several short options.
    short = option.removeprefix("-") if len(option) == 2 else "-"
    written = next((each for each in arguments if re.match(r"-[^-]", each) and short in each[1:]), "")
    option = written.partition("=")[0] or option
    known = [name for param in command.params for name in param.opts if name.startswith("-")]
    subcommands = getattr(command, "commands", {})
    owners = [
        name for name, each in subcommands.items() if any(option in param.opts for param in each.params)
    ]
    if owners:
        return option, f"belongs after the command; it is an option of {', '.join(owners)}"
    return option, f"is not an option of {context.command_path}{suggestion(option, known)}"


def _unknown_command(name: str, context: Any) -> tuple[str, str]:
    known = [each for each, command in context.command.commands.items() if not command.hidden]
    return name, f"is not a command{suggestion(name, known)}; the commands are {', '.join(known)}"


def _extra_argument(given: str, context: Any) -> tuple[str, str]:
    taken = " ".join(_arguments(context.command))
    takes = f"takes only {taken}" if taken else "takes only options"
    revision = re.fullmatch(r"\d{4}-\d\d-\d\d", given)
    options = [name for param in context.command.params for name in param.opts]
    hint = f"; do you mean --revision {given}?" if revision and "--revision" in options else ""
    return given, f"is one argument too many: {context.command_path} {takes}{hint}"
