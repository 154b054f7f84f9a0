"""Atlas: a pure function of the export; every link leads somewhere; the form answers its own site alone."""

from __future__ import annotations

import copy
import http.client
import json
import re
import resource
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jsonschema
import pytest
from mcp_revisions._runtime.revisions import with_handshake

from mcpgen.cli import run
from mcpgen.commands.atlas.book import Book
from mcpgen.commands.atlas.message_pages import INDEX, LIMIT, RESULT, index_page, message_page
from mcpgen.commands.atlas.pair_pages import (
    NOT_RECORDED,
    ONLY_MEANING,
    ONLY_NAMES,
    message_of_change,
    why_no_message,
)
from mcpgen.commands.atlas.panels import FRAMES, LOSSES, panel
from mcpgen.commands.atlas.serve import ADDRESS, FIELDS, Atlas, bound_server, read_form
from mcpgen.commands.atlas.site import atlas_files, page_text
from mcpgen.commands.export.command import SCHEMAS
from mcpgen.emit import file_tree
from mcpgen.frontend.package_data import PACKAGE, data_root
from support.exported import checker, corpus, document
from support.golden_atlas import golden_pages
from support.paths import GOLDEN_ATLAS, ROOT
from support.site_links import broken_links, repeated_anchors
from support.small_export import NEW, OLD, small_corpus, small_document
from support.waiting import CEILING

LARGEST = 500_000  # bytes of a page
SECONDS = 10  # of one core, for a whole build
PARTS = (
    PACKAGE / "commands" / "atlas",
    PACKAGE / "commands" / "export",
    ROOT / "templates" / "atlas",
)


@cache
def site() -> dict[str, str]:
    """Return the files of the whole atlas."""
    return atlas_files(document(), corpus())


# --- golden -----------------------------------------------------------------------------------------------


def test_the_small_export_is_one() -> None:
    """The small document and its corpus keep the schemas of an export."""
    schemas = [json.loads((data_root("schema") / name).read_text("utf-8")) for name in SCHEMAS]
    jsonschema.Draft202012Validator(schemas[0]).validate(small_document())
    for entry in small_corpus():
        jsonschema.Draft202012Validator(schemas[1]).validate(entry)


def test_the_golden_pages() -> None:
    """The pages of the small document are as checked in; `make golden` writes them again."""
    assert "".join(file_tree.difference(file_tree.read(GOLDEN_ATLAS), golden_pages())) == ""


# --- the whole site ---------------------------------------------------------------------------------------


def test_every_link_leads_somewhere() -> None:
    """Each link names a file of the site and an anchor of the file; no anchor occurs twice."""
    assert list(broken_links(site())) == []
    assert list(repeated_anchors(site())) == []


def test_a_broken_link_is_found() -> None:
    """The check of links finds a missing file and a missing anchor."""
    files = {"a.html": '<a href="b.html#x"></a><a href="c.html"></a>', "b.html": '<p id="y"></p>'}
    assert len(list(broken_links(files))) == 2


def test_every_name_has_a_page_or_an_anchor() -> None:
    """Each method, type, pair and named change of the document can be linked, and the search index has it."""
    index = site()["search-index.js"]
    for revision in document()["revisions"]:
        for each in (*revision["methods"], *revision["types"]):
            assert f'["{each["name"]}", ' in index
    shown: set[str] = set()  # a revision with an extension inherits named changes
    for pair in document()["pairs"]:
        name = f"changes/{pair['older']}--{pair['newer']}.html"
        page = site()[name if name in site() else "extensions.html"]
        for named in pair["named"]:
            address = Book(document(), ()).change_address(named["id"])
            assert address and f'"{address}"' in index
            if named["id"] not in shown:
                assert f'id="{named["id"]}"' in page
                assert named["title"] in unescape(page)
                shown.add(named["id"])
    pairs = list(combinations(document()["revisions"], 2))
    assert len([path for path in site() if path.startswith("changes/")]) == 1 + len(pairs)


def test_everything_is_found_by_the_search() -> None:
    """The index has each page, revision, pair, method, type, member, change, code, capability and message."""
    rows = json.loads(site()["search-index.js"].removeprefix("window.ATLAS_INDEX = ").rstrip(";\n"))
    addresses = {address for _, _, address, _ in rows}
    pages = {path for path in site() if path.endswith(".html")}
    assert pages - {address.partition("#")[0] for address in addresses} == set()
    anchors = {
        f"{path}#{anchor}"
        for path in ("errors.html", "capabilities.html", *(p for p in pages if p.startswith("types/")))
        for anchor in re.findall(r'<tr id="([^"]+)"', site()[path])
        if path != "types/index.html" and anchor not in ("is", "other-members")
    }
    assert len(anchors) > 700
    assert anchors - addresses == set()
    kinds = {kind for _, kind, _, _ in rows}
    assert kinds == {
        *("page", "method", "type", "member", "revision", "pair", "change"),
        *("extension", "error", "capability", "message"),
    }


def test_every_thing_on_a_page_has_a_permanent_link() -> None:
    """Each heading, named row, article, card and plot has an anchor, which a link of the page shows."""
    checked = 0
    for path, text in site().items():
        if not path.endswith(".html"):
            continue
        linked = set(re.findall(r'href="#([^"]+)"', text))
        assert not re.search(r'\bid="[^"]*\s[^"]*"', text), path
        for heading in re.findall(r"<h[23][^>]*>.*?</h[23]>", text, re.DOTALL):
            anchors = re.findall(r'href="#([^"]+)"', heading)
            assert len(anchors) == 1 and f'id="{anchors[0]}"' in text, (path, heading)
        for row in re.findall(r'<tr[^>]*><th scope="row">.*?</th>', text, re.DOTALL):
            own = re.search(r'<tr id="([^"]+)"', row)
            assert own, (path, row)
            assert own[1] in linked or "<a href=" in row, (path, row)
            checked += 1
        for tag in re.findall(r'<article\b[^>]*>|<li class="card"[^>]*>|<figure class="plot"[^>]*>', text):
            own = re.search(r'id="([^"]+)"', tag)
            assert own and own[1] in linked, (path, tag)
    assert checked > 2_000


def test_every_address_of_the_index_exists() -> None:
    """Each row of the search index leads to a file of the site, and to an anchor of the file."""
    rows = json.loads(site()["search-index.js"].removeprefix("window.ATLAS_INDEX = ").rstrip(";\n"))
    links = "".join(f'<a href="{address}"></a>' for _, _, address, _ in rows)
    assert list(broken_links({**site(), "search.html": links})) == []
    assert len(rows) > 1000


def test_every_named_change_shows_a_frame_or_its_reason() -> None:
    """Each named change of each recorded pair has a frame of the corpus, or a reason that its data gives."""
    book = Book(document(), corpus())
    recorded = {entry["revision"] for entry in corpus()}
    shown = 0
    for older, newer in [pair for pair in book.pairs() if recorded.issuperset(pair)]:
        for named in (each for step in book.steps_between(older, newer) for each in step["named"]):
            frames = [message_of_change(book, named, *ends) for ends in ((older, newer), (newer, older))]
            shown += any(frames)
            reason = why_no_message(book, named, older, newer)
            assert any(frames) or reason != NOT_RECORDED, (older, newer, named["id"])
    assert shown > 200


def test_the_reason_without_a_frame_is_the_change_itself() -> None:
    """Changes of names, deprecations, batches and members of neither revision give their reasons."""
    document_of_two, named = small_document(), small_document()["pairs"][0]["named"][0]
    book = Book(document_of_two, [])

    def reason(**other: str) -> str:
        return why_no_message(book, {**named, "changes": [{**named["changes"][0], **other}]}, OLD, NEW)

    assert reason() == NOT_RECORDED
    assert reason(kind="definition") == ONLY_NAMES
    assert reason(kind="annotation") == ONLY_MEANING
    assert reason(rule="BATCHES_ADMITTED").endswith(f"neither {OLD} nor {NEW} has batches.")
    assert reason(place="Gone.by", formerPlace="Gone.by").endswith("has Gone.by.")
    assert reason(place="no/method", formerPlace="no/method").endswith("has no/method.")


def test_a_frame_that_uses_a_place_shows_its_change() -> None:
    """Without a loss that cites a change, a frame that uses its place is shown, and the place is named."""
    entries = small_corpus()
    entries[0]["conversions"][OLD]["losses"] = []
    book, named = Book(small_document(), entries), small_document()["pairs"][0]["named"][0]
    shown = message_of_change(book, named, NEW, OLD)
    assert shown is not None and shown.uses == ("Greeting.mood",)
    assert "which uses Greeting.mood" in panel(book, shown.entry, OLD, shown.uses).caption
    entries[0]["uses"] = []
    assert message_of_change(book, named, NEW, OLD) is None


def test_the_extensions_have_their_methods_types_and_gates() -> None:
    """Each method and type of an extension has a row with an anchor, its members and its capability."""
    page, index = unescape(site()["extensions.html"]), site()["search-index.js"]
    assert document()["extensions"]
    for extension in document()["extensions"]:
        for each in (*extension["methods"], *extension["types"]):
            address = f"{extension['identifier']}.{each['name']}"
            row = re.search(rf'<tr id="{re.escape(address)}">.*?</tr>', page, re.DOTALL)
            assert row and f'"extensions.html#{address}"' in index, address
            assert all(f"<code>{member['name']}</code>" in row[0] for member in each.get("members", ()))
            if each.get("gate"):
                assert each["gate"]["capability"] in row[0]


@pytest.mark.parametrize("name", ["../../x", "a b", "a#b?c%41", "x" * 300, "</script>", "index", "."])
def test_an_odd_name_stays_inside_the_site(name: str) -> None:
    """A name with characters of paths, links and markup has pages with short safe names."""
    texts = [json.dumps(each) for each in (small_document(), small_corpus())]
    texts = [re.sub(r'"(greet|Greeting)"', lambda _: json.dumps(name), text) for text in texts]
    files = atlas_files(*map(json.loads, texts))
    assert list(broken_links(files)) == []
    for path in files:
        assert re.fullmatch(r"([a-z]+/)?[\w$-][\w$.-]{0,200}", path, re.ASCII), path


# --- panels -----------------------------------------------------------------------------------------------


def test_a_frame_without_a_difference_is_shown_once() -> None:
    """A conversion that changes nothing has one block with the head of the frame."""
    entry = small_corpus()[0]
    entry["conversions"][OLD] = {"outcome": "converted", "message": entry["frame"], "losses": []}
    (block,) = panel(Book(small_document(), []), entry, OLD).blocks
    assert block.title == f"{NEW} and {OLD}: nothing changes"
    assert '"method": "greet"' in "".join(line.text for line in block.lines)


def test_the_head_of_a_long_frame_is_shown() -> None:
    """Long equal runs are folded to their number, and the head of the frame stays."""
    entry = small_corpus()[0]
    entry["frame"]["params"] = {**{f"m{n:02}": n for n in range(30)}, "mood": "good"}
    message = {**entry["frame"], "params": {f"m{n:02}": n for n in range(30)}}
    entry["conversions"][OLD] = {"outcome": "converted", "message": message, "losses": []}
    left, right = panel(Book(small_document(), []), entry, OLD).blocks
    assert [line.state for line in left.lines].count("skip") == 1
    assert '"jsonrpc"' in left.lines[1].text and '"jsonrpc"' in right.lines[1].text


def test_a_batch_is_shown_as_the_frames_that_arrive() -> None:
    """A batch that a revision without batches gets as frames has a block for each of them."""
    entry = next(each for each in corpus() if each["shape"] == "batch")
    target, conversion = next(
        (target, each)
        for target, each in entry["conversions"].items()
        if isinstance(each.get("message"), list)
    )
    blocks = panel(Book(document(), corpus()), entry, target).blocks
    assert [block.title.rpartition(": ")[2] for block in blocks[1:]] == [
        f"message {number} of {len(conversion['message'])}" for number in range(1, len(blocks))
    ]
    assert all(block.lines[0].text == "{" for block in blocks[1:])


def test_a_class_has_one_layout() -> None:
    """No class of a list is a class of a table: a rule for either would change the other."""
    classes: dict[str, set[str]] = {"ul": set(), "table": set()}
    for path, text in site().items():
        if path.endswith(".html"):
            for element, names in re.findall(r'<(ul|table) class="([^"]+)"', text):
                classes[element] |= set(names.split())
    assert classes["ul"] and classes["table"]
    assert classes["ul"] & classes["table"] == set()


def test_a_panel_of_a_hostile_frame_is_short() -> None:
    """A long frame is not compared; batches and losses are cut in every frame."""
    lines: list[Any] = [{"type": "text", "text": str(number)} for number in range(8_000)]
    loss = {"kind": "dropped", "pointer": "/x", "value": 1, "reason": "r", "change": "T1.1"}
    entry = {**small_corpus()[0], "frame": {"content": lines}}
    message = {"content": [{**line, "more": 1} for line in lines]}
    entry["conversions"] = {OLD: {"outcome": "converted", "message": message, "losses": [loss] * 5_000}}
    book = Book(small_document(), [])
    shown = panel(book, entry, OLD)
    assert "too long" in shown.blocks[0].title
    assert {line.state for block in shown.blocks for line in block.lines} == {"same", "skip"}
    assert len(shown.losses) == LOSSES and shown.remark == f"… {5_000 - LOSSES} more losses"
    batch = {**entry, "frame": lines, "shape": "batch", "method": ""}
    batch["conversions"] = {OLD: {"outcome": "converted", "message": lines, "losses": []}}
    assert len(panel(book, batch, OLD).blocks) == 1 + FRAMES


def test_the_frame_of_a_page_is_cut_visibly() -> None:
    """The page of a frame counts the lines that it does not show."""
    entry = {**small_corpus()[0], "frame": {f"m{number}": "x" * 5_000 for number in range(400)}}
    text = page_text(message_page(Book(small_document(), []), entry, "frames/x.html"))
    assert "… 102 more lines" in text
    assert len(text.encode()) < LARGEST


# --- limits -----------------------------------------------------------------------------------------------


def test_no_page_is_large() -> None:
    """Every page, script and sheet is below the limit, which is not for the data files."""
    large = [path for path, text in site().items() if len(text.encode()) > LARGEST]
    assert all(path.startswith("data/") for path in large)


def test_pages_need_no_network() -> None:
    """No page, script or sheet loads a file of another site: other sites are links alone."""
    for path, text in site().items():
        if path.endswith((".html", ".css", ".js")) and path != "search-index.js":
            loaded = re.findall(r'(?:<script|<link|<img|<iframe)[^>]*(?:src|href)="(https?:[^"]+)"', text)
            assert loaded == [] and "@import" not in text and "url(http" not in text, path


def test_a_new_revision_appears() -> None:
    """A third revision in the document has its column, its pages and its step, with no line of code."""
    tree = small_document()
    third = copy.deepcopy(tree["revisions"][-1])
    third["revision"] = "three"
    tree["revisions"].append(third)
    step = {**copy.deepcopy(tree["pairs"][0]), "older": NEW, "newer": "three"}
    step["named"][0]["id"] = "T2.1"
    tree["pairs"].append(step)
    judged = tree["fidelity"][0]
    for ends in (("one", "three"), ("three", "one"), ("two", "three"), ("three", "two")):
        tree["fidelity"].append({**judged, "source": ends[0], "target": ends[1]})
    files = atlas_files(tree, [])
    assert {"changes/two--three.html", "changes/one--three.html"} <= files.keys()
    assert "three</th>" in files["methods/index.html"]
    assert "three</a></h3>" in files["index.html"]
    assert list(broken_links(files)) == []


def test_a_schema_folder_of_fewer_revisions(tmp_path: Path) -> None:
    """The atlas of another schema folder has the revisions that the folder pins, and no other."""
    folder = tmp_path / "schema"
    shutil.copytree(data_root("schema"), folder)
    pins = json.loads((folder / "pins.json").read_text("utf-8"))
    kept, gone = list(pins)[:2], list(pins)[2:]
    (folder / "pins.json").write_text(json.dumps({name: pins[name] for name in kept}), "utf-8")
    assert run(["atlas", "--out", str(tmp_path / "site"), "--schema-dir", str(folder)]) == 0
    files = file_tree.read(tmp_path / "site")
    assert [path for path in files if path.startswith("changes/2")] == [f"changes/{kept[0]}--{kept[1]}.html"]
    assert not [path for path in files if any(revision in path for revision in gone)]
    assert list(broken_links(files)) == []


@pytest.mark.parametrize("folder", PARTS, ids=lambda path: path.name)
def test_no_revision_is_named(folder: Path) -> None:
    """No code and no template of the atlas and the export names a revision."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            assert not re.search(r"20\d\d-\d\d-\d\d", path.read_text("utf-8")), path


def test_text_of_a_schema_is_no_markup() -> None:
    """A name, a description and a frame that hold markup are shown as text."""
    tree, entries = small_document(), small_corpus()
    tree["revisions"][0]["types"][0]["doc"] = "<script>alert(1)</script>"
    tree["revisions"][1]["types"][1]["members"][0]["doc"] = '"><img src=x onerror=alert(1)>'
    entries[0]["frame"]["params"]["text"] = "</pre><script>alert(2)</script>"
    for path, text in atlas_files(tree, entries).items():
        if path.endswith(".html"):
            assert "<script>alert" not in text and "<img" not in text, path


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_writes_and_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes the site within its time; `--check` finds a difference; another folder is kept."""
    out = tmp_path / "site"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    assert run(["atlas", "--out", str(out)]) == 0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < SECONDS
    assert file_tree.read(out) == site()
    (out / "errors.html").write_text("", "utf-8")
    capsys.readouterr()
    assert run(["atlas", "--out", str(out), "--check"]) == 1
    assert "+++ b/errors.html" in capsys.readouterr().out
    own = tmp_path / "own"
    own.mkdir()
    (own / "index.html").write_text("<p>mine</p>", "utf-8")
    assert run(["atlas", "--out", str(own)]) == 2
    assert (own / "index.html").read_text("utf-8") == "<p>mine</p>"


@pytest.mark.parametrize("arguments", [[], ["--serve", "--out", "x"]])
def test_a_folder_or_a_server(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes or serves, never both, never neither."""
    assert run(["atlas", *arguments]) == 2
    assert capsys.readouterr().err.startswith("--out: ")


# --- the served site --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Serve the atlas on a free port, with the form."""
    book = Book(document(), corpus()[:3])
    files = {**site(), INDEX: page_text(index_page(book, served=True))}
    server = bound_server(Atlas(files, book, checker()), 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()
    thread.join()


def ask(
    port: int, method: str, path: str, body: str | None = None, **headers: str
) -> tuple[int, str, http.client.HTTPResponse]:
    """Return the status, the text and the response of a request; headers are added or replaced."""
    connection = http.client.HTTPConnection(ADDRESS, port, timeout=CEILING)
    connection.putrequest(method, path, skip_host="Host" in headers)
    given = {**({"Content-Length": str(len(body.encode()))} if body is not None else {}), **headers}
    for name, value in given.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders(body.encode() if body is not None else None)
    response = connection.getresponse()
    text = response.read().decode("utf-8")
    connection.close()
    return response.status, text, response


def post(port: int, frame: str, **fields: str) -> tuple[int, str]:
    """Return the answer to a form of the site itself."""
    form = {"frame": frame, "revision": with_handshake()[-1], "sender": "client", **fields}
    status, text, _ = ask(port, "POST", f"/{RESULT}", urlencode(form), Origin=f"http://{ADDRESS}:{port}")
    return status, text


def test_the_server_has_the_site_and_a_form(port: int) -> None:
    """A path is a file of the site; the list of frames has a form there; nothing else is found."""
    status, text, response = ask(port, "GET", "/")
    assert (status, text) == (200, site()["index.html"])
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "<textarea" in ask(port, "GET", "/frames/")[1]
    assert "<textarea" not in site()["frames/index.html"]
    assert ask(port, "GET", "/../pyproject.toml")[0] == 404
    assert ask(port, "GET", "/%2e%2e/%2e%2e/etc/passwd")[0] == 404
    assert ask(port, "DELETE", "/")[0] == 501


def test_links_of_one_list_have_different_texts() -> None:
    """Frames of one revision, kind and change are numbered."""
    lists = re.findall(r'<ul class="chips">(.*?)</ul>', site()["frames/index.html"], re.DOTALL)
    texts = [re.findall(r"<a [^>]*>(.*?)</a>", each) for each in lists]
    assert len(texts) > 30 and all(len(each) == len(set(each)) for each in texts)
    assert any("2025-11-25 request (2)" in each for each in texts)


def test_a_pasted_frame_is_judged(port: int) -> None:
    """The answer has the verdict of every revision and a conversion to each other one."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "<i>add</i>"}}
    status, text = post(port, json.dumps(frame))
    assert status == 200
    assert text.count('class="panel"') == len(document()["revisions"]) - 1
    assert text.count('class="verdict valid"') >= 1 and text.count('class="verdict invalid"') >= 1
    assert "<i>add" not in text
    result = {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}
    judged = post(port, json.dumps(result), sender="server", answering="tools/call")[1]
    assert 'class="panel"' in judged
    assert "Result of tools/call, sent by the server<" in judged and "recorded: " not in judged
    assert "<h1>batch</h1>" in post(port, "[]")[1]


def test_an_invalid_frame_has_its_verdict_first_and_no_conversion(port: int) -> None:
    """A list of 2026-07-28 without metadata is refused there: no grade of a conversion beside the verdict."""
    frame = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
    text = post(port, frame, revision="2026-07-28")[1]
    assert text.index("This message is not valid in 2026-07-28: /params: ") < text.index('id="verdicts"')
    assert 'class="panel"' not in text and 'class="grade ' not in text
    assert text.count('class="verdict valid"') == len(with_handshake())
    assert "This message is not valid" not in post(port, frame, revision="2025-11-25")[1]


@pytest.mark.parametrize(
    ("frame", "fields"),
    [
        ("{", {}),
        ("1", {}),
        ("[" * 100_000, {}),
        ('{"a": NaN}', {}),
        ('{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}', {}),
        ('{"jsonrpc": "2.0", "id": 1, "result": {}}', {"sender": "server", "answering": "no/such"}),
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping"}', {"revision": "none"}),
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping"}', {"sender": "nobody"}),
    ],
)
def test_an_unusable_form_is_explained(port: int, frame: str, fields: dict[str, str]) -> None:
    """A form without a frame comes back with the reason."""
    status, text = post(port, frame, **fields)
    assert status == 200 and 'role="alert"' in text


@pytest.mark.parametrize(
    "frame",
    [
        "[]",
        "[1]",
        '{"jsonrpc": "2.0", "id": 1, "method": 5}',
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\\ud800"}}',
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ' + '{"a":' * 300 + "1" + "}" * 301,
    ],
)
def test_a_strange_frame_is_judged_too(port: int, frame: str) -> None:
    """A frame that no revision accepts has a page as well."""
    assert post(port, frame)[0] == 200


def test_other_sites_and_names_are_refused(port: int) -> None:
    """A request by another name of this address is refused, and so is a form of another site."""
    assert ask(port, "GET", "/", Host=f"example.com:{port}")[0] == 403
    assert ask(port, "GET", "/", Host=f"localhost:{port}")[0] == 200
    for headers in ({}, {"Origin": "https://example.com"}, {"Origin": "null"}):
        assert ask(port, "POST", f"/{RESULT}", "frame=1", **headers)[0] == 403


def test_odd_requests_are_answered(port: int, capfd: pytest.CaptureFixture[str]) -> None:
    """A form with many fields and an address with brackets get an answer, and stderr stays empty."""
    own = {"Origin": f"http://{ADDRESS}:{port}"}
    fields = "&".join(f"f{number}=1" for number in range(FIELDS + 1))
    assert ask(port, "POST", f"/{RESULT}", fields, **own)[0] == 400
    assert ask(port, "GET", "http://[x/", Host=f"{ADDRESS}:{port}")[0] == 404
    assert capfd.readouterr().err == ""


def test_a_slow_request_is_dropped(
    port: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A form whose bytes arrive one by one loses its connection, and stderr stays empty."""
    monkeypatch.setattr("mcpgen.commands.atlas.serve.SECONDS", 0.3)
    host = f"{ADDRESS}:{port}"
    head = (
        f"POST /{RESULT} HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Content-Length: 99",
        "",
        "",
    )
    with socket.create_connection((ADDRESS, port), timeout=CEILING) as peer:
        peer.sendall("\r\n".join(head).encode())
        with pytest.raises(OSError):
            for _ in range(98):
                peer.sendall(b"a")
                time.sleep(0.02)
    assert capfd.readouterr().err == ""


def test_half_a_form_is_refused(port: int) -> None:
    """A form that ends before its length is not judged."""
    own = {"Origin": f"http://{ADDRESS}:{port}"}
    with socket.create_connection((ADDRESS, port), timeout=CEILING) as peer:
        head = [f"POST /{RESULT} HTTP/1.1", f"Host: {ADDRESS}:{port}", f"Origin: {own['Origin']}"]
        peer.sendall("\r\n".join([*head, "Content-Length: 99", "", "frame="]).encode())
        peer.shutdown(socket.SHUT_WR)
        assert peer.recv(20).split()[1] == b"408"


def test_a_long_form_is_refused(port: int) -> None:
    """A form needs a length, and no more than the limit is read."""
    own = {"Origin": f"http://{ADDRESS}:{port}"}
    assert ask(port, "POST", f"/{RESULT}", None, **own)[0] == 411
    for length in (str(LIMIT + 1), "9" * 5_000):
        assert ask(port, "POST", f"/{RESULT}", None, Content_Length=length, **own)[0] == 413


@pytest.mark.parametrize(
    ("frame", "fields", "sender"),
    [
        ('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {}, "client"),
        ('{"jsonrpc":"2.0","id":1,"method":"roots/list"}', {}, "server"),
        ('{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}', {"answering": "tools/list"}, "server"),
        ('{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}', {"answering": "roots/list"}, "client"),
        ('{"jsonrpc":"2.0","method":"notifications/progress","params":{}}', {}, "client"),
    ],
)
def test_the_form_detects_the_sender(frame: str, fields: dict[str, str], sender: str) -> None:
    """The method tells who sent a message; a message of either side counts as the client's."""
    form = {"frame": frame, "revision": with_handshake()[-1], "sender": "detect", **fields}
    assert read_form(form, Book(document(), corpus())).sender == sender
