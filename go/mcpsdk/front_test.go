package mcpsdk_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions/mcphttp"
)

// TestStatelessHandler serves the SDK's client of the newest revision from the SDK's servers of every revision with
// initialize, over HTTP. No session is left at the end.
func TestStatelessHandler(t *testing.T) {
	for _, revision := range withHandshake() {
		for _, isShared := range []bool{false, true} {
			t.Run(string(revision), func(t *testing.T) {
				server := newOlderServer(revision)
				inner, noted := serveHTTP(t, server, false)
				found, err := mcphttp.Probe(t.Context(), nil, inner.Endpoint)
				if err != nil || found != revision {
					t.Fatalf("Probe finds %q: %v", found, err)
				}
				front, err := mcphttp.NewStatelessHandler(inner.Endpoint, found)
				if err != nil {
					t.Fatal(err)
				}
				front.KeepAlive = time.Millisecond // the client ignores the comments
				if isShared {
					front.Identity = func(*http.Request) string { return "user" }
				}
				defer front.Close()
				served := httptest.NewServer(front)
				defer served.Close()
				defer served.CloseClientConnections()
				callOlderServer(t, revision, server, &mcp.StreamableClientTransport{Endpoint: served.URL})
				handshakes := -1 // besides that of Probe
				for _, one := range noted.take() {
					if one == "POST " { // only initialize states no revision
						handshakes++
					}
				}
				// The cancelled call, and the subscriptions that the client opens at the same time, end their sessions.
				if isShared != (handshakes <= 5) {
					t.Errorf("%d handshakes", handshakes)
				}
				for end := time.Now().Add(time.Minute); !isShared && front.Sessions() > 0; time.Sleep(time.Millisecond) {
					if time.Now().After(end) {
						t.Fatalf("%d sessions", front.Sessions())
					}
				}
			})
		}
	}
}
