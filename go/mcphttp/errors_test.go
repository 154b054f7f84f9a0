package mcphttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// failures are answers of a server to tools/call, by the name of the tool, and how OnDelivery reports them.
var failures = map[string]struct {
	answer func(w http.ResponseWriter, id string)
	is     func(error) bool
	text   string
}{
	"html": {
		func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>")
		},
		hasStatus(200), "but with the media type text/html",
	},
	"redirect": {
		func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Location", "/other")
			w.WriteHeader(http.StatusTemporaryRedirect)
		},
		hasStatus(307), "does not follow redirects",
	},
	"down": {
		func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusBadGateway) }, hasStatus(502), "status 502",
	},
	"large": {
		func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, strings.Repeat(" ", 1<<17))
		},
		func(err error) bool { return errors.Is(err, ErrTooLarge) }, "is larger than",
	},
	"invalid": {
		func(w http.ResponseWriter, id string) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","content":5}}`, id)
		},
		func(err error) bool {
			var bad *mcp.DecodeError
			return errors.Is(err, ErrNotValid) && errors.As(err, &bad) && bad.Pointer == "/result/content"
		}, "the server's answer is not valid: /result/content",
	},
	"other": {
		func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusOK)
		},
		func(err error) bool { return errors.Is(err, ErrNoResponse) }, "the server's answer has no response",
	},
	"cut": {
		func(w http.ResponseWriter, _ string) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			conn.Close()
		},
		func(err error) bool {
			var unreachable *url.Error
			return errors.As(err, &unreachable)
		}, "cannot be reached",
	},
}

func hasStatus(status int) func(error) bool {
	return func(err error) bool {
		var found *StatusError
		return errors.As(err, &found) && found.Status == status
	}
}

// failingServer answers tools/call as failures say, and other requests with a result of the handshake.
func failingServer(t *testing.T, result string) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		if m.text("method") == "tools/call" {
			failures[membersOf(m["params"]).text("name")].answer(w, string(m["id"]))
			return
		}
		if m["id"] == nil {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m["id"], result)
	}))
	t.Cleanup(s.Close)
	return s
}

// TestServerErrors tells apart what a server did wrong, in both handlers.
func TestServerErrors(t *testing.T) {
	found := make(chan error, 64)
	note := func(d mcp.Delivery) {
		if d.To == mcp.Client && d.Err != nil {
			found <- d.Err
		}
	}
	check := func(t *testing.T, name, answer string) {
		if !strings.Contains(answer, failures[name].text) {
			t.Errorf("%s: the client got %s", name, answer)
		}
		if err := received(t, found); !failures[name].is(err) {
			t.Errorf("%s: %T %v", name, err, err)
		}
	}
	t.Run("Handler", func(t *testing.T) {
		s := failingServer(t, `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}`)
		h, err := NewHandler(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		h.MaxMessage = 1 << 16
		h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { note(d) }
		gateway := httptest.NewServer(h)
		t.Cleanup(gateway.Close)
		t.Cleanup(h.Close)
		_, id := send(t, gateway.URL, initialize)
		for name := range failures {
			answer, _ := send(t, gateway.URL, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"`+name+`"}}`, sessionHeader, id)
			check(t, name, answer)
		}
	})
	t.Run("StatelessHandler", func(t *testing.T) {
		s := failingServer(t, `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`)
		h, err := NewStatelessHandler(s.URL, "2025-06-18")
		if err != nil {
			t.Fatal(err)
		}
		h.MaxMessage = 1 << 16
		h.OnDelivery = func(_ context.Context, d mcp.Delivery) { note(d) }
		gateway := httptest.NewServer(h)
		t.Cleanup(gateway.Close)
		t.Cleanup(h.Close)
		for name := range failures {
			answer, _ := send(t, gateway.URL, callOf(name), headersOf(name)...)
			check(t, name, answer)
		}
	})
}

// send posts a message with headers, and returns the response and the session.
func send(t *testing.T, to, body string, headers ...string) (answer, session string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return string(text), response.Header.Get(sessionHeader)
}
