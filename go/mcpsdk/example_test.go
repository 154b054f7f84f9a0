package mcpsdk_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// A client of 2025-06-18 talks to a server of 2025-11-25. The client wraps its transport.
func ExampleTransport() {
	ctx := context.Background()
	toServer, toClient := mcp.NewInMemoryTransports()
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, &mcp.ServerOptions{
		SupportedProtocolVersions: []string{"2025-11-25"},
	})
	mcp.AddTool(server, &mcp.Tool{Name: "greet"}, greet)
	if _, err := server.Connect(ctx, toClient, nil); err != nil {
		fmt.Println(err)
		return
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcpsdk.Transport{
		Inner: toServer,
		Side:  mcprevisions.Client,
		Own:   mcprevisions.Revision20250618,
		Peer:  mcprevisions.Revision20251125,
	}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-06-18"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "greet", Arguments: person{Name: "Ada"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(session.InitializeResult().ProtocolVersion, result.Content[0].(*mcp.TextContent).Text)
	// Output: 2025-06-18 Hello, Ada
}

// The server forgets its sessions, as after a restart. The client connects again, and repeats the call, which the server has
// not taken.
func ExampleTransport_lostSession() {
	ctx := context.Background()
	handler := newForgetful("2025-11-25")
	server := httptest.NewServer(handler)
	defer server.Close()
	defer server.CloseClientConnections()
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	transport := &mcpsdk.Transport{
		Inner: &mcp.StreamableClientTransport{Endpoint: server.URL},
		Side:  mcprevisions.Client,
		Own:   mcprevisions.Revision20250618,
		Peer:  mcprevisions.Revision20251125,
	}
	connect := func() (*mcp.ClientSession, error) {
		return client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: "2025-06-18"})
	}
	session, err := connect()
	if err != nil {
		fmt.Println(err)
		return
	}
	handler.forget()
	call := &mcp.CallToolParams{Name: "greet", Arguments: person{Name: "Ada"}}
	result, err := session.CallTool(ctx, call)
	if errors.Is(err, mcp.ErrSessionMissing) {
		fmt.Println("the session is lost")
		_ = session.Close()
		if session, err = connect(); err == nil {
			result, err = session.CallTool(ctx, call)
		}
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	fmt.Println(result.Content[0].(*mcp.TextContent).Text)
	// Output:
	// the session is lost
	// Hello, Ada
}

// A client of 2025-06-18, here on an in-memory transport, uses a server of 2026-07-28 through a relay.
func ExampleRelay() {
	ctx := context.Background()
	toServer, ofServer := mcp.NewInMemoryTransports() // an mcp.StreamableClientTransport in a program
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "greet"}, greet)
	if _, err := server.Connect(ctx, ofServer, nil); err != nil {
		fmt.Println(err)
		return
	}
	ofClient, toClient := mcp.NewInMemoryTransports() // an mcp.StdioTransport in a program
	ended := make(chan error, 1)
	go func() {
		ended <- mcpsdk.Relay(ctx, toClient, &mcpsdk.Transport{
			Inner: toServer,
			Side:  mcprevisions.Client,
			Own:   mcprevisions.Revision20250618,
			Peer:  mcprevisions.Latest,
		})
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	session, err := client.Connect(ctx, ofClient, &mcp.ClientSessionOptions{ProtocolVersion: "2025-06-18"})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "greet", Arguments: person{Name: "Ada"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Content[0].(*mcp.TextContent).Text)
	_ = session.Close()
	fmt.Println(<-ended)
	// Output:
	// Hello, Ada
	// <nil>
}

// Connect says which argument is wrong before it connects the inner transport.
func ExampleTransport_Connect() {
	transport := &mcpsdk.Transport{Side: mcprevisions.Client, Own: mcprevisions.Revision20250618, Peer: "2025-06-19"}
	_, err := transport.Connect(context.Background())
	var argument *mcprevisions.ArgumentError
	fmt.Println(errors.As(err, &argument), argument.Argument)
	// Output: true Peer
}
