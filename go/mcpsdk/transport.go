// Package mcpsdk lets clients and servers of the official Go SDK talk to peers of another revision: it wraps a
// transport of github.com/modelcontextprotocol/go-sdk, and converts each message on its way.
package mcpsdk

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
)

// Transport is a transport whose messages are converted. The side of this program speaks one revision, its peer another.
// Every pair of revisions works.
//
// If a client with initialize unsubscribes from a resource of a server of go-sdk 1.8.0 on one connection, such as stdio,
// it hears no changes of lists any more: that server forgets all of these when any subscription of the connection ends.
//
// # HTTP
//
// A client may use an mcp.StreamableClientTransport as Inner. The transport then states the revision of the server in
// MCP-Protocol-Version, opens the stream of GET after the handshake unless DisableStandaloneSSE is set, and closes the
// response of a request that the client cancels. A subscription of a client without initialize is acknowledged when that
// stream is open, or after 5 seconds. Inner must be the StreamableClientTransport itself: put an
// mcp.LoggingTransport around the Transport, not inside.
//
// A tool may annotate arguments with x-mcp-header, and a server of the newest revision then requires them in headers too.
// The transport learns the annotations from the server's results of tools/list, and sets the headers Mcp-Param-NAME. If the
// server refuses a call because headers are missing, the transport requests the list by itself and sends the call once
// more. It removes tools whose annotations are not valid from the list, as the specification requires. OnDelivery gets each
// of them as mcprevisions.Dropped, with the change R-HEADER. No option changes that.
//
// An HTTP server of go-sdk 1.8.0 speaks 2026-07-28 only if StreamableHTTPOptions.Stateless is true. With false, the default,
// it answers server/discover with older revisions only, and other requests of 2026-07-28 with the error -32022. It notices
// that a request is cancelled only if PropagateRequestCancellation is true too.
//
// The SDK's transports of HTTP servers choose what to do by the revision of the client, so Connect refuses an
// mcp.StreamableServerTransport. Package mcphttp serves clients over HTTP.
//
// If a server has lost the session, such as after a restart, it answers 404 without having taken the request. The
// connection then ends, and errors.Is finds mcp.ErrSessionMissing in the error of the call. Connect the same Transport
// again, as the example does: that starts a new session, with new subscriptions.
//
// # Queues
//
// Reading from the peer does not wait for writing to it. If this side does not read, about 1 MiB waits for it before the
// transport reads no more from the peer. Errors and other messages that the peer causes for itself wait up to [MaxWaiting].
type Transport struct {
	// Inner is the transport to the peer.
	Inner mcp.Transport
	// Side is the side that uses the transport: mcprevisions.Client for a client.
	Side mcprevisions.Side
	// Own is the revision of this side, and Peer that of the other. Each may be mcprevisions.Auto, except Peer over HTTP: the
	// headers of the first request depend on it. mcprevisions.ServerRevision says how to find it.
	Own, Peer mcprevisions.Revision
	// OnDelivery is called for each message if it is not nil, with its losses, or the reason why it was refused. If an HTTP
	// server does not answer a request, the client gets an error that does not name the server, and Err is the SDK's error:
	// errors.As finds a *url.Error if the server cannot be reached.
	// If the server does not take an answer to one of its requests, a relay reports that in Err too, and ends the open calls
	// with an error: the server would wait for that answer.
	// Several goroutines may call it at the same time.
	OnDelivery func(mcprevisions.Delivery)
	// Options are options of the converters.
	Options []mcprevisions.Option
}

// Connect connects the inner transport. It implements mcp.Transport. It returns an *mcprevisions.ArgumentError for a
// field without a meaning.
func (t *Transport) Connect(ctx context.Context) (mcp.Connection, error) {
	if t == nil {
		return nil, &mcprevisions.ArgumentError{Argument: "transport", Reason: "must not be nil"}
	}
	client, server := t.Own, t.Peer
	fields := map[string]string{"client": "Own", "server": "Peer"}
	switch t.Side {
	case mcprevisions.Client:
	case mcprevisions.Server:
		client, server = server, client
		fields = map[string]string{"client": "Peer", "server": "Own"}
	default:
		return nil, &mcprevisions.ArgumentError{Argument: "Side", Reason: "must be mcprevisions.Client or mcprevisions.Server"}
	}
	session, err := mcprevisions.NewSession(client, server, t.Options...)
	var argument *mcprevisions.ArgumentError
	if errors.As(err, &argument) && fields[argument.Argument] != "" {
		return nil, &mcprevisions.ArgumentError{Argument: fields[argument.Argument], Reason: argument.Reason}
	} else if err != nil {
		return nil, err
	}
	if t.Inner == nil {
		return nil, &mcprevisions.ArgumentError{Argument: "Inner", Reason: "must be the transport to the peer"}
	}
	isHTTP, opensStream := false, false
	inner := t.Inner
	switch one := inner.(type) {
	case *mcp.StreamableServerTransport:
		return nil, &mcprevisions.ArgumentError{Argument: "Inner", Reason: "an mcp.StreamableServerTransport cannot be converted; serve older clients with package mcphttp"}
	case *mcp.LoggingTransport:
		if _, ok := one.Transport.(*mcp.StreamableClientTransport); ok {
			return nil, &mcprevisions.ArgumentError{Argument: "Inner", Reason: "must not be an mcp.LoggingTransport around HTTP; put the LoggingTransport around the mcpsdk.Transport"}
		}
	case *mcp.StreamableClientTransport:
		if t.Peer == mcprevisions.Auto {
			return nil, &mcprevisions.ArgumentError{Argument: "Peer", Reason: "must be the revision of the server over HTTP; mcprevisions.ServerRevision says how to find it"}
		}
		isHTTP, opensStream = true, !one.DisableStandaloneSSE
		inner = withHeaders(one, t.Peer)
	}
	connected, err := inner.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c := &connection{
		Connection: connected, transport: t, session: session, queues: newQueues(),
		closed: make(chan struct{}), closing: make(chan struct{}),
	}
	if isHTTP {
		c.http = newHTTPRequests(opensStream)
		c.http.needsHeaders = mcprevisions.Negotiate(string(t.Peer)) != t.Peer // a server without initialize
	}
	c.context, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go c.readInner()
	if !isHTTP {
		go c.writeQueued()
	}
	return c, nil
}

// connection converts what passes. Answers to messages of this side that could not be converted are read like messages
// of the peer.
type connection struct {
	mcp.Connection
	transport *Transport
	session   *mcprevisions.Session
	http      *httpRequests // nil unless Inner is an HTTP client
	context   context.Context
	cancel    context.CancelFunc
	order     sync.Mutex // of the messages that the session returns, unless the peer is an HTTP server
	queues    *queues
	once      sync.Once
	closed    chan struct{} // closed when the peer sends no more
	failed    error         // of the inner connection; it is set before closed is closed
	close     sync.Once
	closing   chan struct{} // closed by Close
}

// readInner reads the peer's messages until the connection ends.
func (c *connection) readInner() {
	for {
		c.queues.awaitRoom()
		message, err := c.Connection.Read(c.context)
		if err == nil && c.http != nil {
			err = c.passHTTP(message)
		} else if err == nil {
			_, err = c.passInOrder(c.context, message, c.transport.Side == mcprevisions.Server, false)
		}
		if err != nil {
			c.end(err)
			return
		}
	}
}

func (c *connection) end(err error) {
	c.once.Do(func() {
		c.failed = err
		close(c.closed)
		c.cancel()
		c.queues.set(func() { c.queues.isEnded = true })
	})
}

// convert converts a message of one side.
func (c *connection) convert(message jsonrpc.Message, isFromClient bool) ([]mcprevisions.Delivery, error) {
	frame, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return nil, err
	}
	if isFromClient {
		return c.session.FromClient(frame), nil
	}
	return c.session.FromServer(frame), nil
}

// reported reports what comes of a message. It returns the message to send, or nil if there is none.
func (c *connection) reported(message jsonrpc.Message, one mcprevisions.Delivery) jsonrpc.Message {
	if c.transport.OnDelivery != nil {
		c.transport.OnDelivery(one)
	}
	if one.Frame == nil {
		return nil
	}
	converted, err := jsonrpc.DecodeMessage(one.Frame)
	if err != nil { // an error without an id, which the SDK does not take
		return nil
	}
	carryExtra(message, converted)
	return converted
}

// carryExtra keeps what the SDK attaches to a request outside of the message.
func carryExtra(from, to jsonrpc.Message) {
	before, ok := from.(*jsonrpc.Request)
	after, alsoOK := to.(*jsonrpc.Request)
	if ok && alsoOK {
		after.Extra = before.Extra
	}
}

// Read returns the next message of the peer in the revision of this side.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	if message := c.queues.takeOwn(ctx); message != nil {
		return message, nil
	}
	select {
	case <-c.closed:
		if c.failed != nil {
			return nil, c.failed
		}
		return nil, io.EOF
	default:
		return nil, ctx.Err()
	}
}

// Write sends a message of this side in the revision of the peer.
func (c *connection) Write(ctx context.Context, message jsonrpc.Message) error {
	if c.http != nil {
		return c.pass(ctx, message, c.transport.Side == mcprevisions.Client, nil)
	}
	return c.writeAndWait(ctx, message)
}

// Close closes the inner connection.
func (c *connection) Close() error {
	c.end(nil)
	c.close.Do(func() { close(c.closing) })
	c.queues.set(func() { c.queues.isClosed = true })
	return c.Connection.Close()
}
