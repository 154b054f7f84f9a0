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
	"stray": {
		func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":99,"result":{"content":[],"resultType":"complete"}}`)
		},
		func(err error) bool {
			var bad *mcp.DecodeError
			return errors.Is(err, ErrNotValid) && errors.As(err, &bad) && bad.Pointer == "/id"
		}, "the server's answer is not valid: /id: no open request has the id 99",
	},
	"unreadable": {
		func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, "unreadable")
		},
		func(err error) bool { return errors.Is(err, ErrNotValid) }, "the server's answer is not valid: ",
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

// TestServerErrors tells apart what a server did wrong, in both handlers, and reports it once.
func TestServerErrors(t *testing.T) {
	found := make(chan error, 64)
	note := func(d mcp.Delivery) {
		if d.Err != nil {
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
		if len(found) > 0 {
			t.Errorf("%s is reported again: %v", name, <-found)
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
		h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { note(d) }
		gateway := httptest.NewServer(h)
		t.Cleanup(gateway.Close)
		t.Cleanup(h.Close)
		for name := range failures {
			answer, _ := send(t, gateway.URL, callOf(name), headersOf(name)...)
			check(t, name, answer)
		}
	})
}

// TestStrayAnswer reports answers to no request, and then the response, which is valid, or why the request fails.
func TestStrayAnswer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		result := `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}`
		w.Header().Set("Content-Type", "text/event-stream")
		if m.text("method") == "tools/call" {
			result = `{"resultType":"complete","content":[]}`
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":98,\"result\":%s}\n\n", result)
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":99,\"result\":%s}\n\n", result)
			if membersOf(m["params"]).text("name") == "cut" {
				_ = http.NewResponseController(w).Flush()
				panic(http.ErrAbortHandler)
			}
		}
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", m["id"], result)
	}))
	t.Cleanup(s.Close)
	h, err := NewHandler(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	found := make(chan mcp.Delivery, 64)
	h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) {
		if d.To == mcp.Client && (d.Err != nil || d.ClientRequest == "2") {
			found <- d
		}
	}
	gateway := httptest.NewServer(h)
	t.Cleanup(gateway.Close)
	t.Cleanup(h.Close)
	_, id := send(t, gateway.URL, initialize)
	answer, _ := send(t, gateway.URL, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}`, sessionHeader, id)
	if !strings.Contains(answer, `"result":{"content":[]}`) {
		t.Error(answer)
	}
	check := func(wanted ...string) {
		for _, want := range wanted {
			d := received(t, found)
			if errors.Is(d.Err, ErrNotValid) || (want == "") != (d.Err == nil) || want != "" && !strings.HasSuffix(d.Err.Error(), want) {
				t.Errorf("%q: %v", want, d.Err)
			}
		}
	}
	check("98", "99", "")
	send(t, gateway.URL, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"cut"}}`, sessionHeader, id)
	check("98", "99", "unexpected EOF")
}

// TestForgedState does not blame the server for a requestState that the client has made up.
func TestForgedState(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	found := make(chan error, 64)
	f.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) {
		if d.Err != nil {
			found <- d.Err
		}
	}
	forged := strings.Replace(callOf("ask"), `"name"`, `"requestState":"forged","name"`, 1)
	f.answer("POST", forged, 200, `"code":-32602`, headersOf("ask")...)
	var bad *mcp.DecodeError
	if err := received(t, found); errors.Is(err, ErrNotValid) || !errors.As(err, &bad) || bad.Pointer != "/params/requestState" {
		t.Errorf("%v", err)
	}
}

// TestLateAnswer reports the answer to a cancelled call as mcp.ErrCancelled, in both handlers. The server answers while
// OnDelivery has the cancellation.
func TestLateAnswer(t *testing.T) {
	type scene struct {
		called, cancelled chan struct{}
		errs              chan error
	}
	begin := func(t *testing.T, about string) (*scene, *httptest.Server) {
		one := &scene{make(chan struct{}), make(chan struct{}), make(chan error, 64)}
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			m := membersOf(body)
			w.Header().Set("Content-Type", "application/json")
			switch {
			case m.text("method") == "tools/call":
				close(one.called)
				<-one.cancelled
				fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","content":[]}}`, m["id"])
			case m["id"] == nil:
				w.WriteHeader(http.StatusAccepted)
			default:
				fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m["id"], about)
			}
		}))
		t.Cleanup(s.Close)
		return one, s
	}
	note := func(t *testing.T, one *scene, d mcp.Delivery) {
		if d.Err != nil {
			one.errs <- d.Err
		}
		if d.To == mcp.Server && membersOf(d.Frame).text("method") == cancelled {
			close(one.cancelled)
			var bad *mcp.DecodeError
			if err := received(t, one.errs); !errors.Is(err, mcp.ErrCancelled) || errors.Is(err, ErrNotValid) || !errors.As(err, &bad) {
				t.Errorf("%v", err)
			}
			close(one.errs)
		}
	}
	isOver := func(one *scene) {
		for err := range one.errs {
			t.Error(err)
		}
	}
	t.Run("Handler", func(t *testing.T) {
		one, s := begin(t, `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}`)
		h, err := NewHandler(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { note(t, one, d) }
		gateway := httptest.NewServer(h)
		t.Cleanup(gateway.Close)
		t.Cleanup(h.Close)
		_, id := send(t, gateway.URL, initialize)
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			send(t, gateway.URL, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}`, sessionHeader, id)
		}()
		received(t, one.called)
		send(t, gateway.URL, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`, sessionHeader, id)
		received(t, answered)
		isOver(one)
	})
	t.Run("StatelessHandler", func(t *testing.T) {
		one, s := begin(t, `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`)
		h, err := NewStatelessHandler(s.URL, mcp.Revision20250618)
		if err != nil {
			t.Fatal(err)
		}
		h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) { note(t, one, d) }
		ctx, cancel := context.WithCancel(t.Context())
		request := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(callOf("a")))
		request.Header.Set("Content-Type", "application/json")
		for headers := headersOf("a"); len(headers) > 0; headers = headers[2:] {
			request.Header.Set(headers[0], headers[1])
		}
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			h.ServeHTTP(httptest.NewRecorder(), request)
		}()
		received(t, one.called)
		cancel()
		received(t, answered)
		isOver(one)
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
