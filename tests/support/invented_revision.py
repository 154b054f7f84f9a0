"""An invented revision: 2026-07-28 with a change of each kind that needs a decision.

It has members that were added as required, removed, retyped or renamed, an added enumeration value, an added
variant of a union, and added and renamed methods. This module also has the decision about each change.
"""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcpgen.frontend.inheritance import with_inherited
from mcpgen.frontend.overlay import read_overlay
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.ir import Protocol
from mcpgen.problems import Problem, refuse
from mcpgen.schema_folder import packaged, protocol

BASE, REVISION = "2026-07-28", "2027-01-01"
SOURCE = f"schema/changes/{BASE}--{REVISION}.toml"

DECISIONS = """
[[change]]
id = "X.1"
title = "Tools have a category"
reference = "SEP-9001"
covers = ["Tool.category"]
up = 'fill:"general"'
down = "drop"
reason = "Older servers sort nothing, and older clients show one list."

[[change]]
id = "X.2"
title = "Implementations lose their website"
reference = "SEP-9002"
covers = ["Implementation.websiteUrl"]
up = "drop"
down = "keep"
reason = "Nobody followed the link."

[[change]]
id = "X.3"
title = "Sizes are text"
reference = "SEP-9003"
covers = ["TYPE_CHANGED Resource.size", "TYPE_CHANGED ResourceLink.size"]
up = "drop"
down = "drop"
reason = "A number of bytes does not say which unit the text would have."

[[change]]
id = "X.4"
title = "Priority is called weight"
reference = "SEP-9004"
covers = ["FIELD_PERHAPS_RENAMED Annotations.weight", "Annotations.priority", "Annotations.weight"]
up = "drop"
down = "drop"
reason = "The scale is another one, so the value would mislead."

[[change]]
id = "X.5"
title = "Tools can be described"
reference = "SEP-9005"
covers = ["METHOD_ADDED tools/describe"]
up = "keep"
down = "refuse"
reason = "An older server has nothing that answers it."

[[change]]
id = "X.6"
title = "Completions are suggestions"
reference = "SEP-9006"
covers = [
    "METHOD_PERHAPS_RENAMED completion/suggest",
    "METHOD_ADDED completion/suggest",
    "METHOD_REMOVED completion/complete",
]
up = {"METHOD_REMOVED completion/complete" = "refuse", "*" = "keep"}
down = {"METHOD_ADDED completion/suggest" = "refuse", "*" = "keep"}
reason = "The suggestions are ranked, which the older completions never were."

[[change]]
id = "X.7"
title = "The system speaks"
reference = "SEP-9007"
covers = ['ENUM_VALUE_ADDED Role "system"']
up = "keep"
down = "refuse"
reason = "Neither of the older roles says the same."

[[change]]
id = "X.8"
title = "Videos"
reference = "SEP-9008"
covers = ["VARIANT_ADDED ContentBlock VideoContent"]
up = "keep"
down = "refuse"
reason = "An older peer shows no video."
"""


def schema() -> dict[str, Any]:
    """Return the schema of the invented revision."""
    text = (data_root("schema") / BASE / "schema.json").read_text(encoding="utf-8")
    invented: dict[str, Any] = json.loads(text)
    types = invented["$defs"]
    types["Tool"]["properties"]["category"] = {"type": "string"}
    types["Tool"]["required"].append("category")
    del types["Implementation"]["properties"]["websiteUrl"]
    for name in ("Resource", "ResourceLink"):
        types[name]["properties"]["size"] = {"type": "string"}
    types["Annotations"]["properties"]["weight"] = types["Annotations"]["properties"].pop("priority")
    types["Role"]["enum"].append("system")
    types["VideoContent"] = deepcopy(types["AudioContent"])
    types["VideoContent"]["properties"]["type"]["const"] = "video"
    types["ContentBlock"]["anyOf"].append({"$ref": "#/$defs/VideoContent"})
    types["DescribeToolRequestParams"] = deepcopy(types["RequestParams"])
    types["DescribeToolRequestParams"]["properties"]["name"] = {"type": "string"}
    types["DescribeToolRequestParams"]["required"].append("name")
    types["DescribeToolRequest"] = deepcopy(types["CallToolRequest"])
    types["DescribeToolRequest"]["properties"]["method"]["const"] = "tools/describe"
    types["DescribeToolRequest"]["properties"]["params"]["$ref"] = "#/$defs/DescribeToolRequestParams"
    types["DescribeToolResult"] = deepcopy(types["Result"])
    types["DescribeToolResult"]["properties"]["tool"] = {"$ref": "#/$defs/Tool"}
    types["DescribeToolResult"]["required"].append("tool")
    types["ClientRequest"]["anyOf"].append({"$ref": "#/$defs/DescribeToolRequest"})
    types["ServerResult"]["anyOf"].append({"$ref": "#/$defs/DescribeToolResult"})
    types["CompleteRequest"]["properties"]["method"]["const"] = "completion/suggest"
    return invented


@cache
def invented() -> Protocol:
    """Return the protocol of the invented revision, with the overlay of the latest one."""
    gate = '[[gate]]\ncapability = "server:{}"\nmethods = ["{}"]\nreason = "The specification says so."\n'
    gates = gate.format("completions", "completion/suggest") + gate.format("tools", "tools/describe")
    own = read_overlay(f'inherits = "{BASE}"\n{gates}'.encode(), "overlay.toml")

    def warn(problem: Problem) -> None:
        raise refuse(problem.location, problem.message)

    with TemporaryDirectory() as folder:
        file = Path(folder) / "schema.json"
        file.write_text(json.dumps(schema()), encoding="utf-8")
        source = file_source(file, with_inherited(own, packaged().sources))
        return read_protocol(source, REVISION, warn)


def latest() -> Protocol:
    """Return the revision that the invented one follows."""
    return protocol(BASE)
