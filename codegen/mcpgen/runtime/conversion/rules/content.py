"""Content blocks for revisions that do not have their kind."""

from __future__ import annotations

import re
from hashlib import sha256

from ..log import ConversionLog, Path, expected
from ..losses import Change
from .registry import Tree, rule

# In CommonMark: characters that could end the label of a link or hide its end, then those that no destination
# may hold.
_IN_LABEL = re.compile(r"[\\`\[\]<]")
_NOT_IN_DESTINATION = re.compile(r"[\s\x00-\x1f\x7f<>\\`]")
_LINK_ONLY = ("type", "uri", "name", "title", "description", "mimeType", "size", "_meta", "icons", "text")


@rule("R-AUDIO")
def audio_as_resource(block: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Return an audio block as an embedded resource with the same bytes."""
    data, mime = block.get("data"), block.get("mimeType")
    if type(data) is not str or type(mime) is not str:
        raise expected("audio with `data` and `mimeType`", at)
    log.report("reshaped", at, block, change)
    rest = {
        name: value for name, value in block.items() if name not in ("type", "data", "mimeType", "resource")
    }
    uri = f"urn:mcp:audio:{sha256(data.encode()).hexdigest()}"
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime, "blob": data}, **rest}


@rule("R-RLINK")
def resource_link_as_text(block: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Return a resource link as a text block with a Markdown link."""
    uri, name = block.get("uri"), block.get("name")
    label, description = block.get("title", name), block.get("description")
    if type(uri) is not str or type(name) is not str or type(label) is not str:
        raise expected("a resource link with `uri` and `name`", at)
    log.report("reshaped", at, block, change)
    text = _link(label, uri) + (f" — {description}" if type(description) is str else "")
    rest = {key: value for key, value in block.items() if key not in _LINK_ONLY}
    if type(rest.get("annotations")) is dict:
        rest["annotations"] = {k: v for k, v in rest["annotations"].items() if k != "lastModified"}
    return {"type": "text", "text": text, **rest}


def _link(label: str, uri: str) -> str:
    """Return a Markdown link whose label and destination end where they should, for every text."""
    label = _IN_LABEL.sub(r"\\\g<0>", " ".join(label.split()))
    uri = _NOT_IN_DESTINATION.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), uri)
    return f"[{label}](<{uri}>)" if "(" in uri or ")" in uri else f"[{label}]({uri})"
