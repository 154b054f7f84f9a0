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
	"time"

	mcp "mcprevisions"
)

// askingServer is a server of 2025-06-18 whose tool asks for the roots, and responds when it has got the answer. A function
// handles the POST of the answer, and says whether the server takes it.
func askingServer(t *testing.T, takes func(http.ResponseWriter, *http.Request) bool) string {
	got := make(chan struct{}, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		switch method := m.text("method"); {
		case method == "initialize":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`, m["id"])
		case method == "tools/call":
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n\n")
			_ = http.NewResponseController(w).Flush()
			select {
			case <-got:
				fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[]}}\n\n", m["id"])
			case <-r.Context().Done():
			}
		case method == "" && r.Method == http.MethodPost:
			if takes(w, r) {
				w.WriteHeader(http.StatusAccepted)
				got <- struct{}{}
			}
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	return s.URL
}

// TestSlowAnswer waits for a server that takes the client's answer after the time for cancellations.
func TestSlowAnswer(t *testing.T) {
	var isGivenUp atomic.Bool
	url := askingServer(t, func(_ http.ResponseWriter, r *http.Request) bool {
		select { // the handler does not give up, however long this takes
		case <-r.Context().Done():
			isGivenUp.Store(true)
		case <-time.After(200 * time.Millisecond):
		}
		return true
	})
	answerOf(t, url, func(h *StatelessHandler) { h.endTime = time.Millisecond }, `"content":[]`)
	if isGivenUp.Load() {
		t.Error("the answer was given up")
	}
}

// TestUnsentAnswer fails the call if the server does not take the client's answer.
func TestUnsentAnswer(t *testing.T) {
	refuses := map[string]func(http.ResponseWriter, *http.Request) bool{
		"status": func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusServiceUnavailable)
			return false
		},
		"connection": func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) },
	}
	for name, takes := range refuses {
		t.Run(name, func(t *testing.T) {
			var mutex sync.Mutex
			var toServer, toClient error
			answerOf(t, askingServer(t, takes), func(h *StatelessHandler) {
				h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) {
					mutex.Lock()
					defer mutex.Unlock()
					switch {
					case d.Err == nil:
					case d.To == mcp.Server:
						toServer = d.Err
					default:
						toClient = d.Err
					}
				}
			}, ErrSessionEnded.Error())
			mutex.Lock()
			defer mutex.Unlock()
			if toServer == nil || !errors.Is(toClient, ErrSessionEnded) || !errors.Is(toClient, toServer) {
				t.Errorf("%v, %v", toServer, toClient)
			}
			var status *StatusError
			if name == "status" && (!errors.As(toClient, &status) || status.Status != http.StatusServiceUnavailable) {
				t.Error(toClient)
			}
		})
	}
}

// answerOf calls the tool of a server through a handler, answers its request, and expects a text in the response. The
// session ends with it.
func answerOf(t *testing.T, url string, set func(*StatelessHandler), want string) {
	t.Helper()
	h, err := NewStatelessHandler(url, mcp.Revision20250618)
	if err != nil {
		t.Fatal(err)
	}
	set(h)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	t.Cleanup(h.Close)
	f := &front{T: t, url: server.URL}
	response := f.send("POST", callOf("ask"), headersOf("ask")...)
	text, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	_, state, _ := strings.Cut(string(text), `"requestState":"`)
	state, _, _ = strings.Cut(state, `"`)
	_, key, _ := strings.Cut(string(text), `"inputRequests":{"`)
	key, _, _ = strings.Cut(key, `"`)
	retry := strings.Replace(callOf("ask"), `"name"`, fmt.Sprintf(`"requestState":%q,"inputResponses":{%q:{"roots":[]}},"name"`, state, key), 1)
	f.answer("POST", retry, 200, want, headersOf("ask")...)
	eventually(t, func() bool { return h.Sessions() == 0 })
}
