//lint:file-ignore SA1019 servers of older revisions ask during a call

package mcpsdk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// TestUnsentAnswer relays to a server that refuses the answer of the client: OnDelivery gets the reason.
func TestUnsentAnswer(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{string(older)}})
	form := &mcp.ElicitParams{Message: "Which?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`)}
	type none struct{}
	mcp.AddTool(server, &mcp.Tool{Name: "ask"}, func(ctx context.Context, r *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		_, err := r.Session.Elicit(ctx, form)
		return nil, nil, err
	})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if bytes.Contains(body, []byte(`"action"`)) {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(served.Close)
	t.Cleanup(served.CloseClientConnections)
	unsent := make(chan error, 64)
	toServer := &mcpsdk.Transport{
		Inner: &mcp.StreamableClientTransport{Endpoint: served.URL}, Side: mcprevisions.Client, Own: mcprevisions.Latest, Peer: older,
		OnDelivery: func(d mcprevisions.Delivery) {
			if d.To == mcprevisions.Server && d.Err != nil {
				unsent <- d.Err
			}
		},
	}
	front, inner := mcp.NewInMemoryTransports()
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	go func() { _ = mcpsdk.Relay(ctx, inner, toServer) }()
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{}}, nil
		},
	})
	session, err := client.Connect(ctx, front, &mcp.ClientSessionOptions{ProtocolVersion: string(mcprevisions.Latest)})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = session.CallTool(ctx, &mcp.CallToolParams{Name: "ask"}) }()
	select {
	case <-unsent:
	case <-ctx.Done():
		t.Error("OnDelivery gets no error")
	}
}
