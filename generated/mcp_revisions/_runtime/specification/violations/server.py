"""Violations of the chapter *server*: prompts, resources, completion, pagination, content, icons."""

from __future__ import annotations

import base64
import binascii
import re
from itertools import chain

from ...errors import INVALID_PARAMS
from ...json_argument import listed, mapping
from ...json_values import walk
from ...messages.mismatch import shown
from ...revisions import facts_of
from ..json_schema import is_uri
from ..message_context import MessageContext, blocks_in, location_of, resources_in, with_name
from ..spec_rule import Violations, advice, rule

RESOURCE_NOT_FOUND = -32002
_BINARY = ("image", "audio")
_ICON_SCHEME = re.compile(r"(https?|data):", re.IGNORECASE)


@rule("should", "server/prompts#error-handling", code=INVALID_PARAMS)
def prompt_unknown(context: MessageContext) -> Violations:
    """`prompts/get` should name a prompt that the server lists."""
    name = context.params.get("name")
    known = context.method != "prompts/get" or context.prompts is None or with_name(context.prompts, name)
    if not known:
        yield "/params/name", f"no prompt has the name {shown(name)}"


@rule("should", "server/prompts#error-handling", code=INVALID_PARAMS)
def prompt_argument_missing(context: MessageContext) -> Violations:
    """`prompts/get` should have every required argument of the prompt."""
    if context.method == "prompts/get":
        arguments = mapping(context.params.get("arguments"))
        prompt = with_name(context.prompts, context.params.get("name"))
        for argument in map(mapping, listed(prompt.get("arguments"))):
            name = argument.get("name")
            if argument.get("required") is True and name not in arguments:
                yield location_of("params", "arguments", str(name)), "this required argument is missing"


@rule("should", "server/utilities/pagination#error-handling", code=INVALID_PARAMS)
def cursor_unknown(context: MessageContext) -> Violations:
    """A client should send a cursor exactly as the server issued it."""
    cursor = context.params.get("cursor")
    is_checked = context.method is not None and isinstance(cursor, str)
    if is_checked and context.cursors is not None and cursor not in context.cursors:
        yield "/params/cursor", "the server did not issue this cursor"


@rule("should", "server/resources#error-handling")
def resource_not_found_code(context: MessageContext) -> Violations:
    """The error code for a missing resource should be -32002, and -32602 from 2026-07-28 on."""
    code, uri = context.error.get("code"), mapping(context.error.get("data")).get("uri")
    if "RESOURCE_NOT_FOUND" not in facts_of(context.revision).errors:
        if code == RESOURCE_NOT_FOUND:
            yield "/error/code", "the code for a missing resource is -32602; -32002 is outdated"
        return
    is_read = context.answering == "resources/read" and uri is not None
    if is_read and code == INVALID_PARAMS and uri == context.request_params.get("uri"):
        yield "/error/code", "the code for a missing resource is -32002"


@rule("must", "server/utilities/completion#completion-results", until="2025-11-25")
def completion_values(context: MessageContext) -> Violations:
    """A completion must have at most 100 values. From 2026-07-28 on, the schema states this limit."""
    values = listed(mapping(context.result.get("completion")).get("values"))
    if len(values) > 100:
        yield "/result/completion/values", f"{len(values)} values; a completion has at most 100"


@advice("must", "server/resources#common-uri-schemes")
def resource_uri_invalid(context: MessageContext) -> Violations:
    """The URI of a resource must be valid under RFC 3986."""
    for location, resource in resources_in(context):
        uri = resource.get("uri")
        if isinstance(uri, str) and not is_uri(uri):
            yield (location, "uri"), f"not a valid URI: {shown(uri)}"


@advice("must", "server/tools#image-content")
def base64_invalid(context: MessageContext) -> Violations:
    """The data of images, audio and blobs must be base64."""
    blocks = (
        (location, "data", block) for location, block in blocks_in(context) if block.get("type") in _BINARY
    )
    blobs = ((location, "blob", resource) for location, resource in resources_in(context))
    for location, name, owner in chain(blocks, blobs):
        text = owner.get(name)
        if isinstance(text, str):
            try:
                base64.b64decode(text.encode(), validate=True)
            except (binascii.Error, UnicodeEncodeError) as error:
                yield (location, name), f"not base64: {error}"


@advice("must", "schema#icon", since="2025-11-25")
def icon_source(context: MessageContext) -> Violations:
    """The source of an icon must be an `https`, `http` or `data` URI."""
    for path, icons in walk(context.frame):
        if path is not None and path[1] == "icons":
            for index, icon in enumerate(listed(icons)):
                src = mapping(icon).get("src")
                if isinstance(src, str) and not _ICON_SCHEME.match(src):
                    yield ((path, index), "src"), f"unsafe icon source: {src[:40]!r}"
