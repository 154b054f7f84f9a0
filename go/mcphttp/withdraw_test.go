package mcphttp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	mcp "mcprevisions"
)

// slowServer is a server of 2025-06-18 that begins and ends its response to a call when the test says.
type slowServer struct {
	*httptest.Server
	came   chan string // what the server gets
	begins chan struct{}
	ends   chan struct{}
}

func newSlowServer(t *testing.T) *slowServer {
	s := &slowServer{came: make(chan string, 8), begins: make(chan struct{}), ends: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		switch method := m.text("method"); {
		case method == "initialize":
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set(sessionHeader, "s1")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`, m["id"])
		case method == "tools/call":
			s.came <- "call " + string(m["id"])
			for _, next := range []chan struct{}{s.begins, s.ends} {
				select {
				case <-next:
				case <-r.Context().Done():
					return
				}
				w.Header().Set("Content-Type", "text/event-stream")
				_ = http.NewResponseController(w).Flush()
			}
		case method == cancelled:
			w.WriteHeader(http.StatusAccepted)
			s.came <- "cancelled " + string(membersOf(m["params"])["requestId"])
		case r.Method == http.MethodDelete:
			s.came <- "DELETE"
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	return s
}

// TestCancelledCalls cancels a call at the server when it has begun its response, or some time has passed, and then once
// more when it begins. The session ends when the response has ended, or some time has passed. It does so if the client is
// gone, and if the handler closes.
func TestCancelledCalls(t *testing.T) {
	for _, id := range []string{`1`, `"\u0061\/"`} {
		for _, isClosed := range []bool{false, true} {
			for name, steps := range map[string][]string{
				"begins, ends":         {"begin", "cancelled", "end", "DELETE"},
				"begins, does not end": {"begin", "cancelled", "time", "DELETE"},
				"begins late, ends":    {"time", "cancelled", "begin", "cancelled", "end", "DELETE"},
				"begins late, no end":  {"time", "cancelled", "begin", "cancelled", "time", "DELETE"},
				"does not begin":       {"time", "cancelled", "time", "time", "DELETE"},
			} {
				t.Run(fmt.Sprint(name, ", ", id, ", closed: ", isClosed), func(t *testing.T) { cancelledCall(t, id, isClosed, steps) })
			}
		}
	}
}

func cancelledCall(t *testing.T, id string, isClosed bool, steps []string) {
	s := newSlowServer(t)
	h, err := NewStatelessHandler(s.URL, mcp.Revision20250618)
	if err != nil {
		t.Fatal(err)
	}
	driven := newTestClock()
	h.clock, h.endTime = clock{driven.now, driven.after, never}, time.Hour
	front := httptest.NewServer(h)
	t.Cleanup(front.Close)
	t.Cleanup(h.Close)
	gone, leave := context.WithCancel(t.Context())
	defer leave()
	request, _ := http.NewRequestWithContext(gone, "POST", front.URL, strings.NewReader(strings.Replace(callOf("x"), `"id":1`, `"id":`+id, 1)))
	request.Header.Set("Content-Type", "application/json")
	for i, all := 0, headersOf("x"); i < len(all); i += 2 {
		request.Header.Set(all[i], all[i+1])
	}
	left := make(chan struct{})
	go func() {
		defer close(left)
		if response, err := http.DefaultClient.Do(request); err == nil {
			_, _ = io.ReadAll(response.Body)
			_ = response.Body.Close()
		}
	}()
	if event := received(t, s.came); !strings.HasPrefix(event, "call") {
		t.Fatal(event)
	}
	if isClosed {
		h.Close()
		received(t, left)
	} else {
		leave()
	}
	received(t, driven.pauses) // it waits for the begin
	for _, step := range steps {
		if isOwn := step == "begin" || step == "end" || step == "time"; isOwn && len(s.came) > 0 {
			t.Fatalf("%s before %s", <-s.came, step)
		}
		switch step {
		case "begin":
			given(t, s.begins, struct{}{})
		case "end":
			given(t, s.ends, struct{}{})
		case "time":
			given(t, driven.fire, time.Time{})
		default:
			if event := received(t, s.came); !strings.HasPrefix(event, step) {
				t.Fatalf("%s instead of %s", event, step)
			}
		}
	}
}

// given sends a value that somebody waits for.
func given[T any](t *testing.T, to chan<- T, value T) {
	t.Helper()
	select {
	case to <- value:
	case <-time.After(wait):
		t.Fatal("nobody waits for it")
	}
}
