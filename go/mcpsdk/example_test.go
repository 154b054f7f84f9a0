package mcpsdk_test

import (
	"context"
	"errors"
	"fmt"

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

// Connect says which argument is wrong before it connects the inner transport.
func ExampleTransport_Connect() {
	transport := &mcpsdk.Transport{Side: mcprevisions.Client, Own: mcprevisions.Revision20250618, Peer: "2025-06-19"}
	_, err := transport.Connect(context.Background())
	var argument *mcprevisions.ArgumentError
	fmt.Println(errors.As(err, &argument), argument.Argument)
	// Output: true Peer
}
