// The types of a conversion: the compiler proves each line, and that the marked ones are errors.
import { convert, type Converted, type Converter, converter, decode } from "../../src/index.ts";
import type { ElicitRequest } from "../../src/generated/types/2025-11-25.ts";

declare const text: string, bytes: Uint8Array, tree: { method: string };
const up = ["2025-06-18", "2025-11-25", { sender: "server" }] as const;

convert(text, ...up) satisfies Converted<string>;
convert(bytes, ...up) satisfies Converted<Uint8Array>;
convert<ElicitRequest>(tree, ...up).message.params satisfies ElicitRequest["params"];
// @ts-expect-error The message is one of the target, so it has not the type of the frame.
convert(tree, ...up).message.method;
// @ts-expect-error Text gives text.
convert<ElicitRequest>(text, ...up);

const batches = convert(text, "2025-03-26", "2025-11-25", { sender: "client" });
batches satisfies Converted<string | string[]>;
// @ts-expect-error A batch gives an array.
batches satisfies Converted<string>;

converter(...up) satisfies Converter;
converter(...up)(bytes).message satisfies Uint8Array;
// @ts-expect-error A batch gives an array.
converter("2025-03-26", "2025-11-25", { sender: "client" }) satisfies Converter;

// `exactOptionalPropertyTypes` allows what a program has at hand.
declare const answering: string | undefined;
convert(text, "2025-06-18", "2025-11-25", { sender: "server", answering, loss: undefined, limits: { size: undefined } });
decode(text, "2025-11-25", { sender: "server", answering });
