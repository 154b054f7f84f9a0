// A conversion and a decode on any host; prints one line.
import { convert, decode } from "mcp-revisions";

const frame = '{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/call","params":{"name":"t"}}';
const { message } = convert(frame, "2025-11-25", "2026-07-28", { sender: "client" });
console.log(message.includes('"id":12345678901234567890,"method"'), decode(frame, "2025-11-25", { sender: "client" }).message.id);
