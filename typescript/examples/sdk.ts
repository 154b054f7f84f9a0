// A transport of the official SDK, version 1 or 2, whose peer speaks another revision. Both revisions need a handshake.
import { converter, DecodeError, NoCounterpart, type Revision } from "mcp-revisions";

/** What the transports of both versions have. */
export interface Transport {
  start(): Promise<void>;
  send(message: object, options?: object): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: any, extra?: any) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

/** Return a transport on which the SDK is a `side` of the revision `own`, and its peer speaks the revision `peer`. */
export function converting(wire: Transport, side: "client" | "server", own: Revision, peer: Revision): Transport {
  const outgoing = converter(own, peer, { sender: side });
  const incoming = converter(peer, own, { sender: side === "client" ? "server" : "client" });
  const asked = new Map<unknown, string>(), received = new Map<unknown, string>(); // methods of open requests, by id

  const pass = (message: any, convert: typeof outgoing, requests: typeof asked, answered: typeof asked, on: (message: object) => void, back: (message: object) => void) => {
    const { id, method } = message;
    try {
      on(convert(message as object, method === undefined ? answered.get(id) : null).message as object);
      if (method !== undefined && id !== undefined) requests.set(id, method);
    } catch (error) {
      if (!(error instanceof NoCounterpart || error instanceof DecodeError)) throw error;
      transport.onerror?.(error);
      const failed = { code: error instanceof DecodeError ? error.code : -32603, message: error.message };
      if (method === undefined) on({ jsonrpc: "2.0", id, error: failed }); // the side that waits for an answer gets one
      else if (id !== undefined) back(error instanceof NoCounterpart ? error.reply as object : { jsonrpc: "2.0", id, error: failed });
    } finally {
      if (method === undefined) answered.delete(id);
    }
  };
  const transport: Transport = {
    start: () => wire.start(),
    close: () => wire.close(),
    send: async (message, options) => {
      const sent: Promise<void>[] = [];
      pass(message, outgoing, asked, received, (one) => sent.push(wire.send(one, options)), (reply) => transport.onmessage?.(reply));
      await Promise.all(sent);
    },
  };
  wire.onmessage = (message, extra) =>
    pass(message, incoming, received, asked, (one) => transport.onmessage?.(one, extra), (reply) => void wire.send(reply));
  wire.onclose = () => transport.onclose?.();
  wire.onerror = (error) => transport.onerror?.(error);
  return transport;
}
