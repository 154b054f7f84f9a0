package mcphttp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	mcp "mcprevisions"
)

// TestOtherRevision has servers whose revision is another one than that of the handler: OnDelivery gets ErrRevision, and only
// then.
func TestOtherRevision(t *testing.T) {
	answer := func(status int, kind, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if membersOf(body)["id"] == nil {
				w.WriteHeader(http.StatusAccepted)
				return
			}
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		}
	}
	const withoutID = `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: no valid session ID"}}`
	servers := map[string]struct {
		answer  http.HandlerFunc
		isOther bool
	}{
		"400 as text":          {answer(400, "text/plain", "no session"), true},
		"400 as JSON":          {answer(400, "application/json", withoutID), true},
		"500 as text":          {answer(500, "text/plain", "later"), false},
		"500 as JSON":          {answer(500, "application/json", withoutID), false},
		"no such method":       {nil, true},
		"a stream with no end": {answer(200, "text/event-stream", ": \n\n"), false},
	}
	for name, one := range servers {
		serve := one.answer
		if serve == nil {
			serve = func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				answer(200, "application/json", `{"jsonrpc":"2.0","id":`+string(membersOf(body)["id"])+`,"error":{"code":-32601,"message":"no"}}`)(w, httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body)))
			}
		}
		server := httptest.NewServer(serve)
		t.Cleanup(server.Close)
		check := func(t *testing.T, found <-chan error) {
			isOther := false
			for len(found) > 0 {
				isOther = isOther || errors.Is(<-found, mcp.ErrRevision)
			}
			if isOther != one.isOther {
				t.Errorf("another revision: %v", isOther)
			}
		}
		t.Run("Handler "+name, func(t *testing.T) {
			h, err := NewHandler(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			found := make(chan error, 64)
			h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { found <- d.Err }
			gateway := httptest.NewServer(h)
			t.Cleanup(gateway.Close)
			t.Cleanup(h.Close)
			send(t, gateway.URL, initialize)
			check(t, found)
		})
		t.Run("StatelessHandler "+name, func(t *testing.T) {
			h, err := NewStatelessHandler(server.URL, "2025-06-18")
			if err != nil {
				t.Fatal(err)
			}
			found := make(chan error, 64)
			h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { found <- d.Err }
			gateway := httptest.NewServer(h)
			t.Cleanup(gateway.Close)
			t.Cleanup(h.Close)
			send(t, gateway.URL, callOf("any"), headersOf("any")...)
			check(t, found)
		})
	}
}
