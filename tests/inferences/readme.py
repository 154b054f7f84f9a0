"""The Python of the README. Written by `make golden`."""

# ruff: noqa: B015, B018, E501

import mcp_revisions as mr
from mcp_revisions import v2025_11_25 as mcp

# Decode and validate a message. Unknown members are kept.
line = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1},"x-trace":"t1"}}'
call = mcp.decode_message(line, sender="client")
assert isinstance(call, mcp.CallToolRequest)
call.params.name, call.unknown  # ('add', ('/params/x-trace',))
mcp.to_builtins(call)["params"]["x-trace"]  # 't1'

# Convert an answer for a 2025-03-26 client. That revision has no resource links.
link = {"type": "resource_link", "uri": "file:///a.rs", "name": "a.rs"}
answer = {"jsonrpc": "2.0", "id": 1, "result": {"content": [link]}}
older = mr.convert(answer, "2025-11-25", "2025-03-26", sender="server", answering="tools/call")
older.message["result"]["content"]  # [{'type': 'text', 'text': '[a.rs](file:///a.rs)'}]

# Every difference is reported. docs/rules.md explains the change T2.6.
[
    (loss.kind, loss.pointer, loss.change) for loss in older.losses
]  # [('reshaped', '/result/content/0', 'T2.6')]

tool = mcp.Tool(name="add", input_schema=mcp.ToolInputSchema({"type": "object"}))
mcp.encode(tool)  # b'{"inputSchema":{"type":"object"},"name":"add"}'

params = mcp.CallToolRequestParams(name="add", arguments={"a": 1, "b": 2})
request = mcp.CallToolRequest(id=2, params=params)

try:
    mcp.decode_message('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{}}', sender="client")
except mr.DecodeError as error:
    print(error.pointer, error.reason, error.code)  # /params 'name' is missing -32602
