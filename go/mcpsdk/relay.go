package mcpsdk

import (
	"context"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
)

// Relay connects a client and a server, such as a client on an mcp.StdioTransport, until one of them ends. The Side of the
// server's transport is mcprevisions.Client. Relay closes both connections at the end: an mcp.CommandTransport then ends its
// process. A call that the client has not got the response of is then lost. A server over HTTP with a handshake is not told
// to cancel it, so its tool may run on.
//
// Relay does not wait for the response to a call before it passes the next message. If you pass the messages yourself, call
// Write in a goroutine for each request: over HTTP, Write may wait until the server has handled the request.
//
// The result is nil if the client or the server has ended. It is the error of the context if that has ended, that of
// [Transport.Connect], or that of a connection.
func Relay(ctx context.Context, client mcp.Transport, server *Transport) error {
	switch {
	case client == nil:
		return &mcprevisions.ArgumentError{Argument: "client", Reason: "must not be nil"}
	case server == nil:
		return &mcprevisions.ArgumentError{Argument: "server", Reason: "must not be nil"}
	case server.Side != mcprevisions.Client:
		return &mcprevisions.ArgumentError{Argument: "Side", Reason: "must be mcprevisions.Client, since the server is the peer"}
	}
	connected, err := server.Connect(ctx)
	if err != nil {
		return err
	}
	defer connected.Close()
	c := connected.(*connection)
	from, err := client.Connect(ctx)
	if err != nil {
		return err
	}
	defer from.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 2)
	go func() { ended <- forward(ctx, from, c.relay) }()
	go func() { ended <- forward(ctx, c, from.Write) }()
	select {
	case err = <-ended:
	case <-ctx.Done():
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// forward passes messages until one side ends.
func forward(ctx context.Context, from mcp.Connection, write func(context.Context, jsonrpc.Message) error) error {
	for {
		message, err := from.Read(ctx)
		if err == nil {
			err = write(ctx, message)
		}
		if err != nil {
			return err
		}
	}
}

// relay sends a message of the client. Over HTTP, it does not wait for the server to handle a request, but messages are
// converted in their order.
func (c *connection) relay(ctx context.Context, message jsonrpc.Message) error {
	if c.http != nil {
		return c.pass(c.context, message, true, nil)
	}
	return c.writeAndWait(ctx, message)
}
