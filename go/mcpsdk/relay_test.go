package mcpsdk_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// TestRelay has a call that ends only when another one arrives, at a server whose response begins with its result.
func TestRelay(t *testing.T) {
	for _, isHTTP := range []bool{true, false} {
		arrived := make(chan struct{})
		server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
		mcp.AddTool(server, &mcp.Tool{Name: "first"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
			select {
			case <-arrived:
				return &mcp.CallToolResult{}, nil, nil
			case <-ctx.Done():
				return nil, nil, ctx.Err()
			}
		})
		mcp.AddTool(server, &mcp.Tool{Name: "second"}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
			close(arrived)
			return &mcp.CallToolResult{}, nil, nil
		})
		transport := &mcpsdk.Transport{Side: mcprevisions.Client, Own: older, Peer: mcprevisions.Latest}
		if isHTTP {
			handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
			served := httptest.NewServer(handler)
			t.Cleanup(served.Close)
			t.Cleanup(served.CloseClientConnections)
			transport.Inner = &mcp.StreamableClientTransport{Endpoint: served.URL}
		} else {
			inner, other := mcp.NewInMemoryTransports()
			if _, err := server.Connect(t.Context(), other, nil); err != nil {
				t.Fatal(err)
			}
			transport.Inner = inner
		}
		outer, front := mcp.NewInMemoryTransports()
		ended := make(chan error, 1)
		go func() { ended <- mcpsdk.Relay(t.Context(), front, transport) }()
		session, err := newClient(new(asked)).Connect(t.Context(), outer, &mcp.ClientSessionOptions{ProtocolVersion: string(older)})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		first := make(chan error, 1)
		go func() {
			_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "first"})
			first <- err
		}()
		if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "second"}); err != nil {
			t.Error(err)
		}
		if err := <-first; err != nil {
			t.Error(err)
		}
		_ = session.Close()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-ctx.Done():
			t.Error("Relay does not end with the client")
		}
	}
}

// TestRelayArguments connects nothing if an argument cannot be used, and ends with its context.
func TestRelayArguments(t *testing.T) {
	client, _ := mcp.NewInMemoryTransports()
	peer, _ := mcp.NewInMemoryTransports()
	server := mcpsdk.Transport{Inner: peer, Side: mcprevisions.Client, Own: older, Peer: newer}
	wrong := server
	wrong.Side = mcprevisions.Server
	for name, err := range map[string]error{
		"client": mcpsdk.Relay(t.Context(), nil, &server), "server": mcpsdk.Relay(t.Context(), client, nil), "Side": mcpsdk.Relay(t.Context(), client, &wrong),
	} {
		var bad *mcprevisions.ArgumentError
		if !errors.As(err, &bad) || bad.Argument != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := mcpsdk.Relay(ctx, client, &server); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestLostSession has a server that forgets its sessions: the call fails with the error of the SDK, and the same transport
// connects again.
func TestLostSession(t *testing.T) {
	for _, own := range []mcprevisions.Revision{older, mcprevisions.Latest} {
		handler := newForgetful(newer)
		served := httptest.NewServer(handler)
		t.Cleanup(served.Close)
		t.Cleanup(served.CloseClientConnections)
		transport := &mcpsdk.Transport{
			Inner: &mcp.StreamableClientTransport{Endpoint: served.URL}, Side: mcprevisions.Client, Own: own, Peer: newer,
		}
		for range 2 {
			session, err := newClient(new(asked)).Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(own)})
			if err != nil {
				t.Fatal(err)
			}
			call := &mcp.CallToolParams{Name: "greet", Arguments: person{Name: "Ada"}}
			if _, err := session.CallTool(t.Context(), call); err != nil {
				t.Fatal(err)
			}
			handler.forget()
			if _, err := session.CallTool(t.Context(), call); !errors.Is(err, mcp.ErrSessionMissing) {
				t.Errorf("%s: %v", own, err)
			}
			_ = session.Close()
		}
	}
}

// forgetful is an HTTP server of one revision that forgets its sessions.
type forgetful struct {
	revision mcprevisions.Revision
	handler  atomic.Pointer[mcp.StreamableHTTPHandler]
}

func newForgetful(revision mcprevisions.Revision) *forgetful {
	f := &forgetful{revision: revision}
	f.forget()
	return f
}

func (f *forgetful) forget() {
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{string(f.revision)}})
	mcp.AddTool(server, &mcp.Tool{Name: "greet"}, greet)
	f.handler.Store(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
}

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.handler.Load().ServeHTTP(w, r)
}
