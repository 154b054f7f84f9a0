"""Run the commands that read logs in this process, on lines of JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Any

from mcpgen.commands.convert import ConversionOptions, ConvertedPart, Outputs, convert_records, finish
from mcpgen.commands.log_files import LogFile
from mcpgen.commands.log_parts import LogPart
from mcpgen.commands.log_records import numbered
from mcpgen.commands.logs import AUTO, check_revision
from mcpgen.commands.validate import PartResult, ValidateOptions, validate_records
from mcpgen.commands.validate_report import Report


def validate_lines(lines: Iterable[bytes], revision: str, out: IO[str], **options: Any) -> int:
    """Write the results of the lines of a log called `log`. Return the exit status."""
    check_revision("--revision", revision, AUTO)
    chosen = ValidateOptions(revision, **options)
    report = Report(chosen.format, revision, ["log"], out)
    part, result = LogPart(LogFile("log", None)), PartResult()
    validate_records(numbered(lines), part, chosen, report.rows, result)
    report.add(result.of_log("log"))
    report.finish()
    return 1 if report.total["invalid"] or report.total["unreadable"] else 0


def convert_lines(lines: Iterable[bytes], name: str, options: ConversionOptions, outputs: Outputs) -> int:
    """Convert the lines of a log called `name`. Return the exit status."""
    found = ConvertedPart()
    convert_records(numbered(lines), LogPart(LogFile(name, None)), options, outputs, found)
    return finish(name, found, options, outputs)
