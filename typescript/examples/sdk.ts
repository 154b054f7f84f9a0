// Wraps a transport of the official SDK, version 1 or 2, so that its peer may speak another revision. The SDK speaks a revision
// with a handshake on the wrapped transport. Its peer speaks any revision: a client of an older one meets a server of 2026-07-28,
// and a server of an older one a client of 2026-07-28.
import { createSession, type Delivery, type Revision, type Side } from "mcp-revisions";

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
export function converting(wire: Transport, side: Side, own: Revision, peer: Revision): Transport {
  const session = side === "client" ? createSession(own, peer) : createSession(peer, own);
  const convert = (from: Side, message: object) => (from === "client" ? session.fromClient(message) : session.fromServer(message));

  async function deliver(deliveries: Delivery<object>[], options?: object, extra?: object) {
    for (const { to, frame, error } of deliveries) {
      if (error) transport.onerror?.(error);
      if (frame === null) continue;
      if (to === side) transport.onmessage?.(frame, extra);
      else await wire.send(frame, options);
    }
  }
  const transport: Transport = {
    start: () => wire.start(),
    close: () => wire.close(),
    send: (message, options) => deliver(convert(side, message), options),
  };
  wire.onmessage = (message: object, extra?: object) => {
    deliver(convert(side === "client" ? "server" : "client", message), undefined, extra).catch((error) => transport.onerror?.(error));
  };
  wire.onclose = () => transport.onclose?.();
  wire.onerror = (error) => transport.onerror?.(error);
  return transport;
}
