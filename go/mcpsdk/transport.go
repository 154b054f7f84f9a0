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
	"mcprevisions/internal/paramheaders"
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
// The SDK's transports of HTTP servers choose what to do by the revision of the client, so Connect refuses an
// mcp.StreamableServerTransport. Package mcphttp serves clients over HTTP.
type Transport struct {
	// Inner is the transport to the peer.
	Inner mcp.Transport
	// Side is the side that uses the transport: mcprevisions.Client for a client.
	Side mcprevisions.Side
	// Own is the revision of this side, and Peer that of the other. Each may be mcprevisions.Auto, except Peer over HTTP: the
	// headers of the first request depend on it. mcprevisions.ServerRevision says how to find it.
	Own, Peer mcprevisions.Revision
	// OnDelivery is called for each message if it is not nil, with its losses, or the reason why it was refused.
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
	c := &connection{Connection: connected, transport: t, session: session, ready: make(chan jsonrpc.Message, 16), closed: make(chan struct{})}
	if isHTTP {
		c.http = newHTTPRequests(opensStream)
		c.http.needsHeaders = mcprevisions.Negotiate(string(t.Peer)) != t.Peer // a server without initialize
	}
	c.context, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go c.readInner()
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
	ready     chan jsonrpc.Message
	once      sync.Once
	closed    chan struct{}
	failed    error // of the inner connection; it is set before closed is closed
}

// readInner reads the peer's messages until the connection ends.
func (c *connection) readInner() {
	for {
		message, err := c.Connection.Read(c.context)
		var removed []paramheaders.Removed
		if err == nil && c.http != nil {
			message, removed = c.readHTTP(message)
		}
		if err == nil && message != nil {
			err = c.pass(c.context, message, c.transport.Side == mcprevisions.Server, removed...)
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
	})
}

// pass converts a message of one side and delivers what comes of it. It reports the tools that were removed from it.
func (c *connection) pass(ctx context.Context, message jsonrpc.Message, isFromClient bool, removed ...paramheaders.Removed) error {
	frame, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	convert := c.session.FromServer
	if isFromClient {
		convert = c.session.FromClient
	}
	all := convert(frame)
	for i := range all {
		if all[i].ClientRequest != "" {
			paramheaders.Report(&all[i], removed)
		}
	}
	return c.deliverAll(ctx, message, all)
}

// deliverAll delivers what comes of a message.
func (c *connection) deliverAll(ctx context.Context, message jsonrpc.Message, all []mcprevisions.Delivery) error {
	for _, one := range all {
		if c.transport.OnDelivery != nil {
			c.transport.OnDelivery(one)
		}
		if one.Frame == nil {
			continue
		}
		converted, err := jsonrpc.DecodeMessage(one.Frame)
		if err != nil { // an error without an id, which the SDK does not take
			continue
		}
		carryExtra(message, converted)
		if c.http != nil && one.To == mcprevisions.Client {
			c.awaitStream(ctx, converted)
		}
		if one.To != c.transport.Side {
			err = c.send(ctx, converted)
		} else {
			err = c.deliver(ctx, converted)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// carryExtra keeps what the SDK attaches to a request outside of the message.
func carryExtra(from, to jsonrpc.Message) {
	before, ok := from.(*jsonrpc.Request)
	after, alsoOK := to.(*jsonrpc.Request)
	if ok && alsoOK {
		after.Extra = before.Extra
	}
}

// send sends a message to the peer.
func (c *connection) send(ctx context.Context, message jsonrpc.Message) error {
	if c.http != nil {
		return c.sendHTTP(ctx, message)
	}
	return c.Connection.Write(ctx, message)
}

func (c *connection) deliver(ctx context.Context, message jsonrpc.Message) error {
	select {
	case c.ready <- message:
		return nil
	case <-c.closed:
		return mcp.ErrConnectionClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Read returns the next message of the peer in the revision of this side.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case message := <-c.ready:
		return message, nil
	default:
	}
	select {
	case message := <-c.ready:
		return message, nil
	case <-c.closed:
		if c.failed != nil {
			return nil, c.failed
		}
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write sends a message of this side in the revision of the peer.
func (c *connection) Write(ctx context.Context, message jsonrpc.Message) error {
	return c.pass(ctx, message, c.transport.Side == mcprevisions.Client)
}

// Close closes the inner connection.
func (c *connection) Close() error {
	c.end(nil)
	return c.Connection.Close()
}
