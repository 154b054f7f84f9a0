package mcpgo_test

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"mcprevisions"
	"mcprevisions/internal/network"
	"mcprevisions/mcphttp"
)

// mostSessions is how many clients use a server at the same time.
const mostSessions = 100

// counted is a user who answers with a number.
type counted string

// Elicit answers a form.
func (n counted) Elicit(context.Context, mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return &mcp.ElicitationResult{ElicitationResponse: mcp.ElicitationResponse{
		Action: mcp.ElicitationResponseActionAccept, Content: map[string]any{"number": string(n)},
	}}, nil
}

// newNumberServer returns a server whose tool asks the client for its number, and repeats it.
func newNumberServer() *server.MCPServer {
	s := server.NewMCPServer("numbers", "1", server.WithElicitation())
	form := mcp.ElicitationParams{Message: "Which number?", RequestedSchema: map[string]any{
		"type": "object", "properties": map[string]any{"number": map[string]any{"type": "string"}},
	}}
	s.AddTool(mcp.NewTool("number"), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		answer := server.ElicitationResponse(r.Params.InputResponses, "n")
		if answer == nil {
			return server.NewInputRequestBuilder("").Elicit("n", form).ToolResult(), nil
		}
		return mcp.NewToolResultText(answer.Content.(map[string]any)["number"].(string)), nil
	})
	return s
}

// callInManySessions has many clients of a revision at the same time, which all connect before the first one calls. Each
// of them answers with its own number, and must get that back. connect returns the transport of a client.
func callInManySessions(t *testing.T, revision mcprevisions.Revision, connect func() transport.Interface) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var ended, connected sync.WaitGroup
	connected.Add(mostSessions)
	for i := range mostSessions {
		ended.Go(func() {
			number := strconv.Itoa(i)
			c := client.NewClient(
				connect(), client.WithElicitationHandler(counted(number)), client.WithProtocolVersion(string(revision)),
				client.WithDiscoverTimeout(-1),
			)
			defer c.Close()
			err := c.Start(ctx)
			if err == nil {
				request := mcp.InitializeRequest{}
				request.Params.ProtocolVersion = string(revision)
				request.Params.ClientInfo = mcp.Implementation{Name: "client", Version: "1"}
				_, err = c.Initialize(ctx, request)
			}
			connected.Done()
			if err != nil {
				t.Error(err)
				return
			}
			connected.Wait()
			for range 2 {
				call := mcp.CallToolRequest{}
				call.Params.Name = "number"
				result, err := c.CallTool(ctx, call)
				if err != nil {
					t.Error(err)
				} else if text := result.Content[0].(mcp.TextContent).Text; text != number {
					t.Errorf("client %s gets %s", number, text)
				}
			}
		})
	}
	ended.Wait()
}

// TestManySessions has a hundred sessions at once over HTTP, with and without a gateway. A server of mcp-go over stdio has
// one session in a process.
func TestManySessions(t *testing.T) {
	for _, one := range []struct{ client, server mcprevisions.Revision }{{older, mcprevisions.Latest}, {mcprevisions.Latest, older}} {
		servers := new(network.Network)
		reaching := servers.Client(mostSessions)
		upstream := servers.Serve(t, "upstream", server.NewStreamableHTTPServer(newNumberServer()))
		over := func(url string) func() transport.Interface {
			return func() transport.Interface {
				made, err := transport.NewStreamableHTTP(url, transport.WithHTTPBasicClient(reaching))
				if err != nil {
					t.Error(err)
				}
				return made
			}
		}
		t.Run(string(one.client)+" without a gateway", func(t *testing.T) {
			callInManySessions(t, one.server, over(upstream))
		})
		t.Run(string(one.client), func(t *testing.T) {
			var front http.Handler
			if one.server == mcprevisions.Latest {
				gateway, err := mcphttp.NewHandler(upstream)
				if err != nil {
					t.Fatal(err)
				}
				defer gateway.Close()
				gateway.Client, front = reaching, gateway
			} else {
				gateway, err := mcphttp.NewStatelessHandler(upstream, one.server)
				if err != nil {
					t.Fatal(err)
				}
				defer gateway.Close()
				gateway.Client, front = reaching, gateway
			}
			callInManySessions(t, one.client, over(servers.Serve(t, "gateway", front)))
		})
	}
}
