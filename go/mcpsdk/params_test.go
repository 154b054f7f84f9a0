package mcpsdk_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcphttp"
)

// newAnnotatedServer returns a server of only the newest revision with a tool that requires arguments in headers.
// The tool returns its arguments.
func newAnnotatedServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "annotated", Version: "1"}, &mcp.ServerOptions{
		SupportedProtocolVersions: []string{string(mcprevisions.Latest)},
	})
	schema := json.RawMessage(`{"type":"object","properties":{
		"place":{"type":"string","x-mcp-header":"Region"},
		"count":{"type":"integer","x-mcp-header":"Count"},
		"options":{"type":"object","properties":{"dry":{"type":"boolean","x-mcp-header":"Dry-Run"}}}}}`)
	server.AddTool(&mcp.Tool{Name: "annotated", InputSchema: schema}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}}}, nil
	})
	return server
}

// counts are the numbers of requests that a server got.
type counts struct{ calls, lists atomic.Int64 }

// serveAnnotated serves the server over HTTP until the test ends, and returns its URL.
func serveAnnotated(t *testing.T) (string, *counts) {
	t.Helper()
	server, counted := newAnnotatedServer(), new(counts)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("Mcp-Method") {
		case "tools/call":
			counted.calls.Add(1)
		case "tools/list":
			counted.lists.Add(1)
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(served.Close)
	t.Cleanup(served.CloseClientConnections)
	return served.URL, counted
}

// callAnnotated calls the tool with values that headers encode in different ways.
func callAnnotated(t *testing.T, session *mcp.ClientSession) {
	t.Helper()
	for _, arguments := range []string{
		`{"count":3,"options":{"dry":true},"place":"eu-west"}`,
		`{"count":-42,"options":{"dry":false},"place":"Zürich"}`,
		`{"place":" padded "}`,
		`{"place":""}`,
		`{"place":"=?base64?eA==?="}`,
		`{"options":{}}`,
		`{}`,
	} {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "annotated", Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Errorf("%s: %v", arguments, err)
		} else if text := result.Content[0].(*mcp.TextContent).Text; result.IsError || text != arguments {
			t.Errorf("%s: the server got %s", arguments, text)
		}
	}
}

// TestArgumentsInHeaders connects clients of every revision with initialize, through a handler, to a server that requires
// arguments in headers. Some list the tools first, others do not.
func TestArgumentsInHeaders(t *testing.T) {
	for _, revision := range withHandshake() {
		for _, isListed := range []bool{false, true} {
			t.Run(string(revision), func(t *testing.T) {
				inner, counted := serveAnnotated(t)
				handler, err := mcphttp.NewHandler(inner)
				if err != nil {
					t.Fatal(err)
				}
				defer handler.Close()
				served := httptest.NewServer(handler)
				defer served.Close()
				defer served.CloseClientConnections()
				client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
				session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: served.URL}, &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
				if err != nil {
					t.Fatal(err)
				}
				defer session.Close()
				if isListed {
					if listed, err := session.ListTools(t.Context(), nil); err != nil || len(listed.Tools) != 1 {
						t.Fatal(listed, err)
					}
				}
				callAnnotated(t, session)
				calls := int64(7)
				if !isListed {
					calls++ // the first one is sent once more, after the list
				}
				if counted.calls.Load() != calls || counted.lists.Load() != 1 {
					t.Errorf("%d calls, %d lists", counted.calls.Load(), counted.lists.Load())
				}
			})
		}
	}
}
