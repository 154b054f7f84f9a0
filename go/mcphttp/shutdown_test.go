package mcphttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	mcp "mcprevisions"
)

// floodingServer sends many requests in the response to a call, and more in the response to each answer.
type floodingServer struct {
	*httptest.Server
	revision mcp.Revision
	hangs    bool         // whether it does not respond to answers
	answers  atomic.Int32 // that it has got
	hanging  chan struct{}
}

// counter counts the HTTP requests of a client that are open at a time.
type counter struct{ open, most atomic.Int32 }

func (c *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	defer c.open.Add(-1)
	for now := c.open.Add(1); ; {
		if most := c.most.Load(); now <= most || c.most.CompareAndSwap(most, now) {
			return http.DefaultTransport.RoundTrip(r)
		}
	}
}

const flood = 50 // requests in each response

func newFloodingServer(t *testing.T, revision mcp.Revision) *floodingServer {
	s := &floodingServer{revision: revision, hanging: make(chan struct{}, 1)}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Server.Close)
	t.Cleanup(s.CloseClientConnections)
	return s
}

func (s *floodingServer) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m := membersOf(body)
	requests := func() {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range flood {
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":\"%d\",\"method\":\"x/list\"}\n\n", i)
		}
		_ = http.NewResponseController(w).Flush()
	}
	switch method := m.text("method"); {
	case r.Method != http.MethodPost:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case method == "server/discover":
		discovered(w, m)
	case method == "initialize":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":%q,"capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`, m["id"], s.revision)
	case method == "tools/call":
		requests()
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[],\"resultType\":\"complete\"}}\n\n", m["id"])
	case method == "":
		s.answers.Add(1)
		if s.hangs {
			select {
			case s.hanging <- struct{}{}:
			default:
			}
			<-r.Context().Done()
			return
		}
		requests()
	default:
		w.WriteHeader(http.StatusAccepted)
	}
}

// TestFloodingServer calls a server that sends requests where it may not: they do not multiply.
func TestFloodingServer(t *testing.T) {
	for _, revision := range mcp.Revisions() {
		t.Run(string(revision), func(t *testing.T) {
			s := newFloodingServer(t, revision)
			var refused atomic.Int32
			report := func(d mcp.Delivery) {
				if d.To == mcp.Server && d.Err != nil {
					refused.Add(1)
				}
			}
			expected := int32(flood)
			count := new(counter)
			if revision == mcp.Latest {
				f := newFront(t, &upstream{Server: s.Server})
				f.Client = &http.Client{Transport: count}
				f.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { report(d) }
				f.open()
				f.answer("POST", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}`, 200, `"content":[]`)
				expected = 0 // the server takes no answers
			} else {
				h, err := NewStatelessHandler(s.URL, revision)
				if err != nil {
					t.Fatal(err)
				}
				h.Client = &http.Client{Transport: count}
				h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { report(d) }
				server := httptest.NewServer(h)
				defer server.Close()
				f := &front{T: t, url: server.URL}
				f.answer("POST", callOf("x"), 200, `"content":[]`, headersOf("x")...)
			}
			if refused.Load() != flood {
				t.Errorf("%d requests of the server are reported", refused.Load())
			}
			if s.answers.Load() != expected || count.most.Load() > 1 {
				t.Errorf("the server gets %d answers, and %d requests at a time", s.answers.Load(), count.most.Load())
			}
		})
	}
}

// TestHangingServer ends a session whose server does not respond to an answer.
func TestHangingServer(t *testing.T) {
	s := newFloodingServer(t, mcp.Revision20250618)
	s.hangs = true
	h, _ := NewStatelessHandler(s.URL, s.revision)
	server := httptest.NewServer(h)
	defer server.Close()
	f := &front{T: t, url: server.URL}
	var done sync.WaitGroup
	goDo(&done, func() { f.answer("POST", callOf("x"), 200, ErrSessionEnded.Error(), headersOf("x")...) })
	received(t, s.hanging)
	h.Close()
	done.Wait()
	if s.answers.Load() > 1 {
		t.Errorf("the server gets %d answers", s.answers.Load())
	}
}

// stopper is what both handlers have.
type stopper interface {
	http.Handler
	Close()
	Shutdown(context.Context) error
}

// heldServer is a server of any revision that answers tools/call, or initialize and server/discover, when the test says.
type heldServer struct {
	*httptest.Server
	holds   string // a method
	got     chan struct{}
	proceed chan struct{}
}

func newHeldServer(t *testing.T, holds string) *heldServer {
	s := &heldServer{holds: holds, got: make(chan struct{}, 4), proceed: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		method := m.text("method")
		if method == s.holds {
			s.got <- struct{}{}
			select {
			case <-s.proceed:
			case <-r.Context().Done():
				return
			}
		}
		switch {
		case method == "server/discover":
			discovered(w, m)
		case method == "initialize":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`, m["id"])
		case m["id"] != nil:
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[],"resultType":"complete"}}`, m["id"])
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(s.Server.Close)
	t.Cleanup(s.CloseClientConnections)
	return s
}

// held is a handler with an open request to a server.
type held struct {
	front
	stopper
	server *heldServer
	ended  atomic.Int32 // deliveries with ErrSessionEnded
	send   func(status int, want string)
}

// eachHeld runs a test for both handlers. It sends a call, or initialize, which the server holds.
func eachHeld(t *testing.T, holds map[string]string, test func(t *testing.T, h *held)) {
	for name, method := range holds {
		t.Run(name, func(t *testing.T) {
			h := &held{server: newHeldServer(t, method)}
			report := func(d mcp.Delivery) {
				if errors.Is(d.Err, ErrSessionEnded) {
					h.ended.Add(1)
				}
			}
			if strings.HasPrefix(name, "stateless") {
				made, _ := NewStatelessHandler(h.server.URL, mcp.Revision20250618)
				made.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { report(d) }
				h.stopper = made
				h.send = func(status int, want string) { h.answer("POST", callOf("x"), status, want, headersOf("x")...) }
			} else {
				made, _ := NewHandler(h.server.URL)
				made.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { report(d) }
				h.stopper = made
				h.send = func(status int, want string) {
					h.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`, status, want)
				}
			}
			served := httptest.NewServer(h.stopper)
			defer served.Close()
			defer h.Close()
			h.front = front{T: t, url: served.URL}
			if method == "server/discover" {
				h.send = func(status int, want string) { h.answer("POST", initialize, status, want) }
			} else if !strings.HasPrefix(name, "stateless") {
				h.open()
			}
			test(t, h)
		})
	}
}

// TestClose ends open requests with an error that has their id.
func TestClose(t *testing.T) {
	holds := map[string]string{"call": "tools/call", "initialize": "server/discover", "stateless call": "tools/call", "stateless initialize": "initialize"}
	eachHeld(t, holds, func(t *testing.T, h *held) {
		var done sync.WaitGroup
		goDo(&done, func() { h.send(200, `"id":1,"error":{"code":-32603,"message":"the session has ended"}`) })
		received(t, h.server.got)
		h.Close()
		done.Wait()
		if h.ended.Load() != 1 {
			t.Errorf("%d reports", h.ended.Load())
		}
		h.send(503, "the gateway stops")
	})
}

// TestShutdown lets open requests finish, and refuses further ones.
func TestShutdown(t *testing.T) {
	eachHeld(t, map[string]string{"call": "tools/call", "stateless call": "tools/call"}, func(t *testing.T, h *held) {
		limit, cancel := context.WithTimeout(t.Context(), wait)
		defer cancel()
		var done sync.WaitGroup
		goDo(&done, func() { h.send(200, `"content":[]`) })
		received(t, h.server.got)
		stopped := make(chan error, 1)
		go func() { stopped <- h.Shutdown(limit) }()
		isStopping := func() bool {
			response := h.front.send("POST", initialize)
			defer response.Body.Close()
			return response.StatusCode == http.StatusServiceUnavailable
		}
		eventually(t, isStopping)
		h.send(503, "the gateway stops")
		if one, ok := h.stopper.(*Handler); ok {
			h.answer("POST", `{"jsonrpc":"2.0","id":9,"result":{}}`, 202, "")
			h.answer("GET", "", 503, "the gateway stops")
			h.answer("POST", "[]", 503, "", revisionHeader, string(one.revision))
			h.answer("GET", "", 503, "", revisionHeader, string(one.revision))
		} else {
			h.answer("GET", "", 503, "the gateway stops")
		}
		select {
		case err := <-stopped:
			t.Fatal("it does not wait for the request: ", err)
		default:
		}
		close(h.server.proceed)
		done.Wait()
		if err := received(t, stopped); err != nil || h.ended.Load() != 0 {
			t.Errorf("%v, %d reports", err, h.ended.Load())
		}
		if err := h.Shutdown(limit); err != nil {
			t.Error(err)
		}
	})
}

// TestEndOfShutdown ends the requests that are open when the context ends.
func TestEndOfShutdown(t *testing.T) {
	eachHeld(t, map[string]string{"call": "tools/call", "stateless call": "tools/call"}, func(t *testing.T, h *held) {
		limit, cancel := context.WithCancel(t.Context())
		var done sync.WaitGroup
		goDo(&done, func() { h.send(200, ErrSessionEnded.Error()) })
		received(t, h.server.got)
		cancel()
		if err := h.Shutdown(limit); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		done.Wait()
	})
}

// goDo calls a function in a goroutine of a group.
func goDo(group *sync.WaitGroup, do func()) {
	group.Add(1)
	go func() {
		defer group.Done()
		do()
	}()
}

// TestWithoutContextOrBody takes a nil context, and a request without a body that a caller has made.
func TestWithoutContextOrBody(t *testing.T) {
	const server = "http://127.0.0.1:1/mcp"
	front, err := NewHandler(server)
	if err != nil {
		t.Fatal(err)
	}
	stateless, err := NewStatelessHandler(server, "2025-11-25")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []stopper{front, stateless} {
		for _, revision := range []string{"", "2025-06-18", "2025-11-25", "2026-07-28", "2099-01-01"} {
			for _, method := range []string{"POST", "GET", "DELETE"} {
				r := httptest.NewRequest(method, "/mcp", nil)
				r.Body = nil
				r.Header.Set("Content-Type", "application/json")
				if revision != "" {
					r.Header.Set("MCP-Protocol-Version", revision)
				}
				w := httptest.NewRecorder()
				if h.ServeHTTP(w, r); w.Code < 400 {
					t.Errorf("%T: %s with %q gets %d", h, method, revision, w.Code)
				}
			}
		}
		var none context.Context
		if err := h.Shutdown(none); err != nil {
			t.Error(err)
		}
	}
}
