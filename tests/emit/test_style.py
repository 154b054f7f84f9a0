"""The cheap style of a module that a template printed is the style of black."""

from __future__ import annotations

import json
import random
from difflib import unified_diff
from pathlib import Path

from mcpgen import pipeline, schema_folder
from mcpgen.emit.folders import revision_texts
from mcpgen.emit.style import module_style, style
from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.problems import Refused
from support.hostile_texts import TEXTS
from support.small_schemas import TEXT, record, ref, schema, union


def test_a_drawn_schema_is_styled_as_black_styles_it(tmp_path: Path) -> None:
    """A schema of any texts, lengths and forms is printed as black would leave it."""
    drawn, judged = random.Random(27), 0
    for _ in range(60):
        values = drawn.sample(TEXTS, 6)
        long = "x" * drawn.choice([3, 40, 70, 95])
        members = {
            f"m{index}": drawn.choice([TEXT, {"const": value}, {"type": "integer", "minimum": 1}])
            for index, value in enumerate(values)
        }
        definitions = {
            "A": {**record(members, ["m0"]), "description": " ".join(drawn.sample(TEXTS, 3))},
            "B": record({f"the-{long}": ref("A"), "kind": {"const": "b"}}, ["kind"], description=values[1]),
            "C": record({"kind": {"const": "c"}}, drawn.choice([[], ["kind"]])),
            "U": union(ref("B"), ref("C"), {"type": "array", "items": ref("A")}),
            "E": {"enum": drawn.choice([values, [True, 1.5, None], [long, long + "y"]])},
        }  # fmt: skip
        path = tmp_path / "schema.json"
        path.write_text(json.dumps(schema(definitions)))
        try:
            protocol = read_protocol(file_source(path, keep_descriptions=True), "drawn", lambda _: None)
            texts = revision_texts(protocol, schema_folder.descriptions(), [])
        except Refused:
            continue
        for name, text in texts.items():
            styled, by_black = module_style(text), style(text)
            assert [*unified_diff(styled.split("\n"), by_black.split("\n"))] == [], name
            judged += 1
    assert judged > 100


def test_a_build_is_styled_as_black_styles_it() -> None:
    """Each module of a full build, adapters included, is as black formats its source."""
    texts: list[str] = []
    pipeline.build(schema_folder.packaged(), style=lambda text: texts.append(text) or text)
    assert len(texts) > 50
    for text in texts:
        assert module_style(text) == style(text)
