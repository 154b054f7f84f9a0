//lint:file-ignore SA1019 servers of older revisions ask during a call

package mcpsdk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// TestUnsentAnswer relays to a server that refuses the answer of the client: the call ends with an error at both sides, and
// OnDelivery gets the reason.
func TestUnsentAnswer(t *testing.T) {
	for _, own := range []mcprevisions.Revision{mcprevisions.Latest, newer} {
		t.Run(string(own), func(t *testing.T) { unsentAnswer(t, own) })
	}
}

func unsentAnswer(t *testing.T, own mcprevisions.Revision) {
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{string(older)}})
	form := &mcp.ElicitParams{Message: "Which?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`)}
	type none struct{}
	ended := make(chan error, 1)
	mcp.AddTool(server, &mcp.Tool{Name: "ask"}, func(ctx context.Context, r *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		_, err := r.Session.Elicit(ctx, form)
		ended <- err
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
	unsent, failed := make(chan error, 64), make(chan error, 64)
	toServer := &mcpsdk.Transport{
		Inner: &mcp.StreamableClientTransport{Endpoint: served.URL}, Side: mcprevisions.Client, Own: own, Peer: older,
		OnDelivery: func(d mcprevisions.Delivery) {
			switch {
			case d.To == mcprevisions.Server && d.Err != nil:
				unsent <- d.Err
			case d.To == mcprevisions.Client && bytes.Contains(d.Frame, []byte(`"error"`)):
				failed <- d.Err
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
	session, err := client.Connect(ctx, front, &mcp.ClientSessionOptions{ProtocolVersion: string(own)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "ask"})
	var stated *jsonrpc.Error
	if !errors.As(err, &stated) || stated.Code != mcprevisions.CodeInternalError || stated.Message != "the server did not take an answer to one of its requests" {
		t.Errorf("the client gets %v", err)
	}
	for name, found := range map[string]chan error{"unsent": unsent, "failed": failed, "ended at the server": ended} {
		select {
		case err := <-found:
			if err == nil {
				t.Errorf("%s: no error", name)
			}
		case <-ctx.Done():
			t.Errorf("%s: OnDelivery gets nothing", name)
		}
	}
	if tools, err := session.ListTools(ctx, nil); err != nil || len(tools.Tools) != 1 { // the connection goes on
		t.Error(err)
	}
}
