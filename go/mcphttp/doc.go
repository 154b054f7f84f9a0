// Package mcphttp connects MCP clients and servers of different revisions over HTTP. A [Handler] serves clients with the
// initialize handshake from a server of the newest revision, and a [StatelessHandler] clients of the newest revision from
// a server with the handshake. An [AutoHandler] asks the server for its revision, and is the one or the other.
//
// A [Handler] is an http.Handler for one endpoint. It does what every gateway needs: sessions by Mcp-Session-Id with a
// bound and an expiry, a response or a stream of events for each request, the stream of GET for messages that answer
// nothing, DELETE, CORS, and checks of Origin, Content-Type and MCP-Protocol-Version. A [mcprevisions.Session] converts
// the messages. The package uses only net/http. It serves Streamable HTTP to clients of every revision, but not the
// transport HTTP+SSE of 2024-11-05.
//
// # Sessions
//
// A successful initialize starts a session, so a refused one stores nothing. A session ends with DELETE, after
// [Settings.IdleTimeout] without an open request or stream, and with [Handler.Close]. There are at most
// [Settings.MaxSessions] of them. With [Settings.Identity], each user has at most [Settings.MaxSessionsPerIdentity]. A request that is open at the end gets an error, with [ErrSessionEnded] for OnDelivery. A
// later request with the id of a session that has ended gets the status 404.
//
// Sessions are in the memory of one process. If you run several replicas, route all requests with the same Mcp-Session-Id
// to the same one. A [StatelessHandler] stores only calls that wait for input, and idle sessions: there, route by the
// user, so that a retry finds its call.
//
// [Handler.Shutdown] lets the open requests finish before it ends the sessions.
//
// If a client closes the connection of a request, the handler cancels the request at the server, because events cannot
// be sent again. A server of go-sdk 1.8.0 notices that only if PropagateRequestCancellation of its StreamableHTTPOptions
// is true.
//
// Changes of lists, and other messages without an open request, go to the stream of GET. Until the client opens it, the
// last 100 of them are kept. If the server ends a subscription, the handler opens it again after a pause of 1 second, which
// grows to 30 seconds. It does not if the server refuses the subscription.
//
// A request to a [Handler] whose MCP-Protocol-Version is the revision of the server passes to the server as it is, with its
// Authorization but without cookies. [Settings.MaxMessage] bounds its body.
//
// # Arguments in headers
//
// A tool may annotate arguments with x-mcp-header in its inputSchema. A server of the newest revision then requires them
// in headers too, which older clients do not send. A [Handler] learns the annotations from the server's results of
// tools/list, and sets the headers Mcp-Param-NAME. If the server refuses a call because headers are missing, the handler
// requests the list by itself and sends the call once more.
//
// The handler removes tools whose annotations are not valid from the list, as the specification requires.
// [Settings.OnDelivery] gets each of them as [mcprevisions.Dropped], with the change R-HEADER. No option changes that.
//
// A session stores at most 64 KiB of annotations, and [Settings.MaxStored] bounds those of all sessions. Calls of tools
// whose annotations are beyond that get the error of the server.
//
// # Clients without the handshake
//
// A [StatelessHandler] opens a session with the server for each call, and ends it after the response. A call whose result
// asks for the client's input keeps its session until the client has sent the input, or for
// [Settings.IdleTimeout]. A retry that is refused does not end the session. With [Settings.Identity],
// requests of the same user use a session one after the other. The stream of GET is open before the handler acknowledges a
// subscription. Requests whose MCP-Protocol-Version is not the newest revision pass to the server as they are. It does not
// carry tasks.
//
// The headers MCP-Protocol-Version, Mcp-Method and Mcp-Name of a request must agree with its body, because proxies route
// by them. Otherwise, the client gets the status 400 with the error -32020, or -32602 if _meta lacks the facts of the
// client. The same holds for a request without MCP-Protocol-Version, or with that of an older revision, if its _meta names
// the newest one. A revision that does not exist gets -32022 from both handlers.
//
// # Invalid answers of the server
//
// A server of the newest revision may not send requests. OnDelivery gets each of them as an error, and the server gets no
// answer. A server with initialize gets one answer or notification of a session at a time, in order. The handlers do not
// read messages in its response to them. If it does not take an answer, it would wait for it, so the session ends: the
// client's call gets an error, and OnDelivery gets the reason with [ErrSessionEnded].
//
// A session leaves out items of lists that are not valid, and [Settings.OnDelivery] gets them as [mcprevisions.Dropped]. Add
// [mcprevisions.WithStrictLists] to [Settings.Options] to refuse such lists. If a request fails because of the server,
// OnDelivery gets a [*StatusError], [ErrTooLarge], [ErrNotValid], [ErrNoResponse] or a *url.Error in Err. It gets
// [mcprevisions.ErrCancelled] for an answer to a request that was cancelled before: that is not a failure.
//
// # Another revision
//
// An [AutoHandler] notices that a server speaks another revision after a restart. With the other handlers, OnDelivery gets
// [mcprevisions.ErrRevision] for a request that the server refuses because of that. OnDelivery does not see requests that
// pass as they are: their clients get the error of the server.
//
// # Authorization
//
// The package has no authorization. Wrap the handler, and give a [Settings.Client] with a transport that adds the
// credentials: a request to the server has the context values of the request that caused it. The transport should add
// them only for the host of the server. A session sends no header of the client to the server, so the server does not get
// its Authorization: a token is for the gateway. Only requests that pass as they are have it. If users differ, set [Settings.Identity], so that a session serves only its user.
//
// # Refusals of the server
//
// If the server refuses a request with the status 401, 403, 429 or 503, the client gets that status with its
// WWW-Authenticate and Retry-After. In a session, the same holds for the status 404 without a message: the client then
// starts a new session. If the response to the client has a message already, or is for a batch, it gets an error instead.
//
// # Other refusals
//
// The body of any other refusal is plain text, such as one for an Origin, a media type, a size, a session or a limit of the
// handler. Servers of go-sdk 1.8.0 do the same. The specification also allows a JSON-RPC error without an id there.
//
// # Names beyond ASCII
//
// The header Mcp-Name has such a name in Base64, as the specification requires. Servers of go-sdk 1.8.0 do not decode it,
// and refuse calls of tools, prompts and resources with such a name.
package mcphttp
