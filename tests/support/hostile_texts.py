"""Texts that break careless code generators: code, quotes, control characters, reserved names."""

from __future__ import annotations

# Each would leave a file behind, were it ever executed.
CANARY = "CANARY"
CODE = [
    f'"""\nopen("{CANARY}", "w")\n"""',
    f"'); open('{CANARY}', 'w') #",
    f"__import__('os').system('touch {CANARY}')",
    f"{{{{ ''.__class__.__mro__[1].__subclasses__() }}}}{{% set x = open('{CANARY}','w') %}}",
    f"\\\n    open('{CANARY}', 'w')\n",
    f'" + str(open("{CANARY}", "w")) + "',
    f"x: int = open('{CANARY}', 'w')",
]
TEXTS = [
    *CODE,
    *("'", '"', "'''", '"""', "\\", '\\"""', "a\\", 'a"', '""""', "\\N{DASH}", "\\x", "%s", "{0}", '{"a"}'),
    *("\n", "a\nb", "\r", "\r\n", "\t", "\0", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\f"),
    *("{{ 7*7 }}", "{% for x in y %}", "{# c #}", "%}", "}}", "# type: ignore", "#"),
    *("../../etc/passwd", "/abs", "..", "", " ", "~", "$", "@type", "a.b", "a/b", "a~b", "a[0]", "x-y"),
    *(
        "é",
        "имя",
        "名前",
        "ª",
        "²",
        "ﬁ",
        "٣",
        "𝔘",
        "🎉",
        "\ufeff",
        "\u202e",
        "\u200b",
        "\uffff",
        "\U0010ffff",
    ),
    *("class", "def", "None", "True", "match", "type", "async", "print", "self", "cls", "mro", "1", "12ab"),
    *("_", "__", "__class__", "__init__", "__slots__", "__dict__", "__module__", "__struct_fields__"),
    *(
        "__unknown_members__",
        "__declared__",
        "__guard__",
        "__reduce__",
        "__post_init__",
        "__annotations__",
        "__additional__",
    ),
    *(
        "str",
        "int",
        "list",
        "dict",
        "Any",
        "Struct",
        "UNSET",
        "field",
        "Literal",
        "ClassVar",
        "_t",
        "_m",
        "_b",
    ),
    *("unknown", "unknown_", "additional", "skipped", "with_additional", "items", "keys", "get", "pop"),
    *("update", "method", "jsonrpc", "id", "params", "json", "encode", "decode", "tag", "tag_field"),
    *("kw_only", "rename", "base", "Z9", "Z9Tool", "z9x", "X_Y", "xY", "x_y", "a" * 3000),
]
