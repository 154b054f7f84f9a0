// Serves clients with a handshake, by Streamable HTTP, from a server of 2026-07-28 over stdio: node http.ts PORT COMMAND [ARGUMENT...]
// Each session has a process of the server. SESSIONS limits their number, and IDLE ends one that is idle for so many milliseconds.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { createSession, DecodeError, type Delivery, INVALID_REQUEST, isRevision, type JsonObject, LATEST, parse, stringify } from "mcp-revisions";

const [port, command, ...args] = process.argv.slice(2);
const SESSIONS = Number(process.env.SESSIONS ?? 100), IDLE = Number(process.env.IDLE ?? 600_000), BODY = 4 * 1024 * 1024;
const STREAM = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
const opened = new Map<string, Connection>(), all = new Set<Connection>();

class Connection {
  readonly id = randomUUID();
  readonly session;
  readonly #server = spawn(command!, args, { stdio: ["pipe", "pipe", "inherit"] });
  readonly #timer: NodeJS.Timeout = setTimeout(() => (this.#posts.size ? this.#timer.refresh() : this.close()), IDLE);
  /** The HTTP responses that wait, by the id of the request. */
  readonly #posts = new Map<string, ServerResponse>();
  #stream: ServerResponse | null = null;

  constructor({ protocolVersion: name }: JsonObject) {
    this.session = createSession(isRevision(name) && name !== LATEST ? name : "2025-11-25", LATEST, { validate: true, openRequests: 1000 });
    all.add(this);
    createInterface({ input: this.#server.stdout }).on("line", (line) => this.#deliver(this.session.fromServer(line)));
    for (const one of [this.#server, this.#server.stdin]) one.on("error", (error: Error) => console.error(String(error)));
    this.#server.on("close", () => this.close());
  }

  /** Take a message of the client. A request is answered later, by `response`: with JSON, or with a stream if there is progress before. */
  post(text: string, { method, id }: JsonObject, response: ServerResponse): void {
    const key = stringify(id ?? null), isRequest = method !== undefined && id !== undefined;
    if (isRequest && !this.#posts.has(key)) {
      this.#posts.set(key, response);
      response.on("close", () => this.#posts.get(key) === response && this.#posts.delete(key));
    }
    const deliveries = this.session.fromClient(text);
    this.#deliver(deliveries, response);
    if (method === "notifications/cancelled") for (const { request } of deliveries) if (request) end(this.#posts.get(stringify(request.id)), 200, STREAM);
    if (!isRequest) response.writeHead(deliveries.some(({ error }) => error) ? 400 : 202).end();
  }

  /** Open the stream of messages that belong to no request. */
  get(response: ServerResponse): void {
    if (this.#stream) return void response.writeHead(409).end();
    this.#stream = response.writeHead(200, STREAM);
    response.flushHeaders();
    response.on("close", () => (this.#stream = null));
  }

  #deliver(deliveries: Delivery<string>[], reply?: ServerResponse): void {
    this.#timer.refresh();
    for (const { to, frame, error, request } of deliveries) {
      if (error) console.error(String(error));
      if (frame === null) continue;
      if (to === "server") this.#server.stdin.write(frame + "\n");
      else this.#send(frame, request ? this.#posts.get(stringify(request.id)) : reply);
    }
  }

  #send(frame: string, post: ServerResponse | undefined): void {
    const message = parse(frame) as JsonObject, isAnswer = message.method === undefined;
    const response = isAnswer ? post : post ?? this.#stream ?? [...this.#posts.values()].at(-1);
    const isFailed = isAnswer && !opened.has(this.id) && message.result === undefined; // of `initialize`
    if (isAnswer && !isFailed && response && !opened.has(this.id)) {
      opened.set(this.id, this);
      response.setHeader("Mcp-Session-Id", this.id);
    }
    if (!response) return console.error(`no stream for ${String(message.method)}`);
    if (isAnswer && !response.headersSent) response.writeHead(200, { "Content-Type": "application/json" }).end(frame);
    else {
      if (!response.headersSent) response.writeHead(200, STREAM);
      response.write(`data: ${frame}\n\n`);
      if (isAnswer) response.end();
    }
    if (isFailed) this.close();
  }

  close(): void {
    clearTimeout(this.#timer);
    all.delete(this);
    opened.delete(this.id);
    this.#server.kill();
    for (const response of [...this.#posts.values(), this.#stream]) end(response, 502);
    this.#posts.clear();
  }
}

/** End a response: a stream as it is, another one with a status. */
function end(response: ServerResponse | null | undefined, status: number, headers = {}): void {
  if (!response?.headersSent) response?.writeHead(status, headers);
  response?.end();
}

/** Answer a message that nobody can read, with a JSON-RPC error in the body. */
function refuse(response: ServerResponse, code: number, message: string): void {
  response.writeHead(400, { "Content-Type": "application/json" }).end(stringify({ jsonrpc: "2.0", error: { code, message } }));
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) if ((size += part.length) <= BODY) parts.push(part);
  return size > BODY ? null : Buffer.concat(parts).toString();
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const status = (code: number) => void response.writeHead(code).end();
  const { origin, "mcp-session-id": id, "mcp-protocol-version": version } = request.headers;
  if (origin !== undefined && !/^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin)) return status(403);
  const connection = opened.get(String(id));
  if (id !== undefined && !connection) return status(404);
  if (version !== undefined && (connection ? version !== connection.session.client : !isRevision(version))) {
    return refuse(response, INVALID_REQUEST, `MCP-Protocol-Version: ${String(version)} is not supported`);
  }
  if (request.method === "GET" && connection) return connection.get(response);
  if (request.method === "DELETE" && connection) return connection.close(), status(204);
  if (request.method !== "POST") return status(405);
  const text = await bodyOf(request);
  if (text === null) return status(413);
  const message = parse(text) as JsonObject | null;
  if (typeof message !== "object" || message === null || Array.isArray(message)) return refuse(response, INVALID_REQUEST, "expected an object"); // this example has no batches
  if (!connection && (message.method !== "initialize" || typeof message.params !== "object")) return refuse(response, INVALID_REQUEST, "the first request must be initialize");
  if (!connection && all.size >= SESSIONS) return status(503);
  (connection ?? new Connection(Object(message.params) as JsonObject)).post(text, message, response);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    if (error instanceof DecodeError) return refuse(response, error.code, error.message); // the text is not JSON
    console.error(error);
    end(response, 500);
  });
}).listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${Object(server.address()).port}/`));
