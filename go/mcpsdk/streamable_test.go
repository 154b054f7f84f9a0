package mcpsdk_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// requests are the methods and stated revisions of the requests that an HTTP server got.
type requests struct {
	mutex sync.Mutex
	seen  []string
}

func (r *requests) note(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.mutex.Lock()
		r.seen = append(r.seen, request.Method+" "+request.Header.Get("Mcp-Protocol-Version"))
		r.mutex.Unlock()
		next.ServeHTTP(w, request)
	})
}

func (r *requests) take() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Clone(r.seen)
}

// serveHTTP serves a server over HTTP until the test ends, and returns a transport to it.
func serveHTTP(t *testing.T, server *mcp.Server, isStateless bool) (*mcp.StreamableClientTransport, *requests) {
	t.Helper()
	noted := new(requests)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: isStateless, PropagateRequestCancellation: isStateless})
	served := httptest.NewServer(noted.note(handler))
	t.Cleanup(served.Close)
	t.Cleanup(served.CloseClientConnections)
	return &mcp.StreamableClientTransport{Endpoint: served.URL}, noted
}

// TestHTTPToOlderServer connects a client of the newest revision to servers of every revision with initialize.
func TestHTTPToOlderServer(t *testing.T) {
	for _, revision := range withHandshake() {
		t.Run(string(revision), func(t *testing.T) {
			server := newOlderServer(revision)
			inner, noted := serveHTTP(t, server, false)
			callOlderServer(t, revision, server, &mcpsdk.Transport{
				Inner: inner, Side: mcprevisions.Client, Own: mcprevisions.Latest, Peer: revision,
			})
			all := noted.take()
			if len(all) == 0 || all[0] != "POST " {
				t.Errorf("initialize states a revision: %q", all)
			}
			for _, one := range all[1:] {
				if !strings.HasSuffix(one, " "+string(revision)) {
					t.Errorf("a request states another revision than %s: %s", revision, one)
				}
			}
			if !slices.Contains(all, "GET "+string(revision)) {
				t.Errorf("no stream of GET in %q", all)
			}
		})
	}
}

// TestHTTPToNewestServer connects clients of every revision with initialize to a server of the newest one.
func TestHTTPToNewestServer(t *testing.T) {
	for _, revision := range withHandshake() {
		t.Run(string(revision), func(t *testing.T) {
			server := newAskingServer()
			inner, noted := serveHTTP(t, server, true)
			u, changed := newUser(), make(chan struct{}, 16)
			client := newAskedClient(u, &mcp.ClientOptions{
				ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
			})
			transport := &mcpsdk.Transport{Inner: inner, Side: mcprevisions.Client, Own: revision, Peer: mcprevisions.Latest}
			session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			useServer(t, session, u, revision)
			mcp.AddTool(server, &mcp.Tool{Name: "new"}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
				return &mcp.CallToolResult{}, nil, nil
			})
			arrives(t, changed, "the change of the tools")
			for _, one := range noted.take() {
				if one != "POST "+string(mcprevisions.Latest) {
					t.Errorf("a request %s", one)
				}
			}
		})
	}
}

// TestHTTPCancel cancels a call, subscribes to a resource, and uses the connection afterwards. Without initialize, the
// client cancels by closing a stream.
func TestHTTPCancel(t *testing.T) {
	for _, revision := range withHandshake() {
		t.Run(string(revision), func(t *testing.T) {
			started, ended, updated := make(chan struct{}, 1), make(chan struct{}, 1), make(chan struct{}, 16)
			nothing := func(context.Context, *mcp.SubscribeRequest) error { return nil }
			server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, &mcp.ServerOptions{
				SubscribeHandler:   nothing,
				UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
			})
			mcp.AddTool(server, &mcp.Tool{Name: "wait"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
				started <- struct{}{}
				<-ctx.Done()
				ended <- struct{}{}
				return nil, nil, ctx.Err()
			})
			mcp.AddTool(server, &mcp.Tool{Name: "quick"}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
				return &mcp.CallToolResult{}, nil, nil
			})
			server.AddResource(&mcp.Resource{Name: "r", URI: "file:///r"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return &mcp.ReadResourceResult{}, nil
			})
			inner, noted := serveHTTP(t, server, true)
			client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{
				ResourceUpdatedHandler: func(context.Context, *mcp.ResourceUpdatedNotificationRequest) { updated <- struct{}{} },
			})
			transport := &mcpsdk.Transport{Inner: inner, Side: mcprevisions.Client, Own: revision, Peer: mcprevisions.Latest}
			session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				<-started
				cancel()
			}()
			if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "wait"}); !errors.Is(err, context.Canceled) {
				t.Errorf("the cancelled call: %v", err)
			}
			arrives(t, ended, "the end of the cancelled call")
			if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "file:///r"}); err != nil {
				t.Fatal(err)
			}
			if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "quick"}); err != nil {
				t.Fatal(err)
			}
			if err := server.ResourceUpdated(t.Context(), &mcp.ResourceUpdatedNotificationParams{URI: "file:///r"}); err != nil {
				t.Fatal(err)
			}
			arrives(t, updated, "the update of the resource")
			if err := session.Ping(t.Context(), nil); err != nil {
				t.Error(err)
			}
			for _, one := range noted.take() {
				if one != "POST "+string(mcprevisions.Latest) {
					t.Errorf("a request %s", one)
				}
			}
		})
	}
}

// TestHTTPBetweenHandshakes gets a notification on the stream of GET.
func TestHTTPBetweenHandshakes(t *testing.T) {
	server := newServer(older, enumNames)
	inner, noted := serveHTTP(t, server, false)
	changed := make(chan struct{}, 16)
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
	})
	transport := &mcpsdk.Transport{Inner: inner, Side: mcprevisions.Client, Own: newer, Peer: older}
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(newer)})
	if err != nil {
		t.Fatal(err)
	}
	server.RemoveTools("choose")
	arrives(t, changed, "the change of the tools")
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	all := noted.take()
	if all[0] != "POST " || !slices.Contains(all, "GET "+string(older)) || !slices.Contains(all, "DELETE "+string(older)) {
		t.Errorf("requests: %q", all)
	}
}

// TestHTTPAcknowledgement acknowledges a subscription of a client without initialize when the stream of GET is open, which
// has the notifications.
func TestHTTPAcknowledgement(t *testing.T) {
	server := newServer(older, enumNames)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	var isOpen atomic.Bool
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			time.Sleep(300 * time.Millisecond) // without the wait, the acknowledgement comes before
			isOpen.Store(true)
		}
		handler.ServeHTTP(w, r)
	}))
	defer served.Close()
	defer served.CloseClientConnections()
	transport := &mcpsdk.Transport{Inner: &mcp.StreamableClientTransport{Endpoint: served.URL}, Side: mcprevisions.Client, Own: mcprevisions.Latest, Peer: older}
	connection, err := transport.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	const facts = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}`
	listen, err := jsonrpc.DecodeMessage([]byte(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{` + facts + `,"notifications":{"toolsListChanged":true}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := connection.Write(t.Context(), listen); err != nil {
		t.Fatal(err)
	}
	got, err := connection.Read(t.Context())
	if request, ok := got.(*jsonrpc.Request); err != nil || !ok || request.Method != "notifications/subscriptions/acknowledged" || !isOpen.Load() {
		t.Errorf("%+v %v, the stream is open: %v", got, err, isOpen.Load())
	}
}

// TestHTTPStreamAgain has a server that ends the first stream of GET and refuses the second one for now.
func TestHTTPStreamAgain(t *testing.T) {
	server := newServer(older, enumNames)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	var count atomic.Int32
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			switch count.Add(1) {
			case 1:
				w.Header().Set("Content-Type", "text/event-stream")
				return
			case 2:
				http.Error(w, "later", http.StatusServiceUnavailable)
				return
			}
		}
		handler.ServeHTTP(w, r)
	}))
	defer served.Close()
	defer served.CloseClientConnections()
	changed := make(chan struct{}, 1)
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			select {
			case changed <- struct{}{}:
			default:
			}
		},
	})
	inner := &mcp.StreamableClientTransport{Endpoint: served.URL}
	transport := &mcpsdk.Transport{Inner: inner, Side: mcprevisions.Client, Own: newer, Peer: older}
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(newer)})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); { // a change before the stream is open does not arrive
		mcp.AddTool(server, &mcp.Tool{Name: "new"}, greet)
		server.RemoveTools("new")
		select {
		case <-changed:
			if count.Load() < 3 {
				t.Errorf("the change arrives after %d streams", count.Load())
			}
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Error("the change of the tools does not arrive")
}

// TestHTTPRefusal has a server that takes no request: the client gets its error, not one about the fallback.
func TestHTTPRefusal(t *testing.T) {
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no", http.StatusServiceUnavailable)
	}))
	defer served.Close()
	transport := &mcpsdk.Transport{
		Inner: &mcp.StreamableClientTransport{Endpoint: served.URL}, Side: mcprevisions.Client, Own: newer, Peer: older,
	}
	_, err := newClient(new(asked)).Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(newer)})
	if err == nil || !strings.Contains(err.Error(), "Service Unavailable") {
		t.Errorf("the error is %v", err)
	}
}

// TestRefusedTransports tests what Connect refuses.
func TestRefusedTransports(t *testing.T) {
	logging := &mcp.LoggingTransport{Transport: &mcp.StreamableClientTransport{}}
	for _, one := range []*mcpsdk.Transport{
		(*mcpsdk.Transport)(nil),
		{Side: mcprevisions.Server, Own: newer, Peer: older, Inner: &mcp.StreamableServerTransport{}},
		{Side: mcprevisions.Client, Own: newer, Peer: older, Inner: logging},
	} {
		var argument *mcprevisions.ArgumentError
		if _, err := one.Connect(t.Context()); !errors.As(err, &argument) {
			t.Errorf("the error is %v", err)
		}
	}
}
