package mcpsdk_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// TestSubscriptions subscribes clients with initialize to resources of a server of the newest revision over one
// connection. A subscription takes neither the changes of the lists nor those of other resources from the client.
func TestSubscriptions(t *testing.T) {
	for _, revision := range withHandshake() {
		t.Run(string(revision), func(t *testing.T) {
			server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, &mcp.ServerOptions{
				SupportedProtocolVersions: []string{string(mcprevisions.Latest)},
				SubscribeHandler:          func(context.Context, *mcp.SubscribeRequest) error { return nil },
				UnsubscribeHandler:        func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
			})
			tool := func(name string) {
				mcp.AddTool(server, &mcp.Tool{Name: name}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
					return &mcp.CallToolResult{}, nil, nil
				})
			}
			tool("first")
			read := func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) { return nil, nil }
			for _, uri := range []string{"a:b", "a:c"} {
				server.AddResource(&mcp.Resource{Name: uri, URI: uri}, read)
			}
			atClient, atServer := mcp.NewInMemoryTransports()
			serverSession, err := server.Connect(t.Context(), atServer, nil)
			if err != nil {
				t.Fatal(err)
			}
			changed, updated := make(chan struct{}, 16), make(chan string, 16)
			client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{
				ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
				ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { updated <- r.Params.URI },
			})
			transport := &mcpsdk.Transport{Inner: atClient, Side: mcprevisions.Client, Own: revision, Peer: mcprevisions.Latest}
			session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
			if err != nil {
				t.Fatal(err)
			}
			for i, uri := range []string{"a:b", "a:c"} {
				if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
					t.Fatal(err)
				}
				tool(fmt.Sprint("further", i))
				arrives(t, changed, "the change of the tools")
			}
			for range 2 {
				for _, uri := range []string{"a:b", "a:c"} {
					if err := server.ResourceUpdated(t.Context(), &mcp.ResourceUpdatedNotificationParams{URI: uri}); err != nil {
						t.Fatal(err)
					}
					if got := <-updated; got != uri {
						t.Errorf("an update of %s for %s", got, uri)
					}
				}
			}
			if err := session.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: "a:b"}); err != nil {
				t.Error(err)
			}
			if err := server.ResourceUpdated(t.Context(), &mcp.ResourceUpdatedNotificationParams{URI: "a:c"}); err != nil {
				t.Fatal(err)
			}
			if got := <-updated; got != "a:c" {
				t.Errorf("an update of %s", got)
			}
			_ = session.Close()
			_ = serverSession.Wait()
			if len(updated) > 0 {
				t.Errorf("%d more updates", len(updated))
			}
		})
	}
}
