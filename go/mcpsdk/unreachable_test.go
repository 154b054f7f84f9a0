package mcpsdk_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// serveLeaving serves a server of a revision until the test ends. It leaves calls of tools without a response: it closes
// the connection of a call of "before", begins an empty stream for a call of "within",
// and answers one of "page" or "busy" without a message.
func serveLeaving(t *testing.T, revision mcprevisions.Revision) *httptest.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, &mcp.ServerOptions{
		SupportedProtocolVersions: []string{string(revision)}, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	options := &mcp.StreamableHTTPOptions{Stateless: revision == mcprevisions.Latest}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options)
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		switch {
		case bytes.Contains(body, []byte(`"before"`)):
			panic(http.ErrAbortHandler)
		case bytes.Contains(body, []byte(`"within"`)):
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusOK)
		case bytes.Contains(body, []byte(`"page"`)):
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusOK)
		case bytes.Contains(body, []byte(`"busy"`)):
			w.WriteHeader(http.StatusBadGateway)
		default:
			handler.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(served.Close)
	t.Cleanup(served.CloseClientConnections)
	return served
}

// TestUnreachableServer has a server that leaves calls without a response, and then cannot be reached any more. The client
// gets an error without the URL of the server, and OnDelivery gets the cause.
func TestUnreachableServer(t *testing.T) {
	for _, peer := range []mcprevisions.Revision{older, newer, mcprevisions.Latest} {
		for _, own := range []mcprevisions.Revision{older, mcprevisions.Latest} {
			for _, isRelayed := range []bool{true, false} {
				t.Run(string(own)+" "+string(peer), func(t *testing.T) {
					served := serveLeaving(t, peer)
					found := make(chan error, 64)
					toServer := &mcpsdk.Transport{
						Inner: &mcp.StreamableClientTransport{Endpoint: served.URL}, Side: mcprevisions.Client, Own: own, Peer: peer,
						OnDelivery: func(d mcprevisions.Delivery) {
							if d.To == mcprevisions.Client && bytes.Contains(d.Frame, []byte(`"error"`)) {
								found <- d.Err
							}
						},
					}
					var front mcp.Transport = toServer
					if isRelayed {
						outer, inner := mcp.NewInMemoryTransports()
						ctx, end := context.WithCancel(t.Context())
						defer end()
						go func() { _ = mcpsdk.Relay(ctx, inner, toServer) }()
						front = outer
					}
					session, err := newClient(new(asked)).Connect(t.Context(), front, &mcp.ClientSessionOptions{ProtocolVersion: string(own)})
					if err != nil {
						t.Fatal(err)
					}
					defer session.Close()
					const unreachable = "the server cannot be reached"
					const status = "the server answers with the HTTP status "
					expected := map[string]string{"before": unreachable, "within": unreachable, "page": status + "200 OK, but", "busy": status + "502 Bad Gateway", "after": unreachable}
					for _, name := range []string{"before", "within", "page", "busy", "after"} {
						if name == "after" {
							_ = served.Listener.Close()
							served.CloseClientConnections()
						}
						ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
						defer cancel()
						_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name})
						var failed *jsonrpc.Error
						if !errors.As(err, &failed) || failed.Code != mcprevisions.CodeInternalError || !strings.HasPrefix(failed.Message, expected[name]) {
							t.Errorf("%s: the client gets %v", name, err)
						}
						select {
						case cause := <-found:
							var unreachable *url.Error
							if cause == nil || errors.As(cause, &unreachable) != (name == "before" || name == "after") {
								t.Errorf("%s: the cause is %v", name, cause)
							}
						case <-ctx.Done():
							t.Errorf("%s: OnDelivery gets no error", name)
						}
					}
				})
			}
		}
	}
}
