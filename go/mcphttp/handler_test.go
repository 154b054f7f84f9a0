package mcphttp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	mcp "mcprevisions"
)

const (
	wait       = time.Minute
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}`
)

// upstream is a server of the newest revision. A test sends a message on an open subscription with changes.
type upstream struct {
	*httptest.Server
	aborted chan struct{}
	changes chan string // of lists
	updates chan string // of resources, by URI
	names   chan string
}

func newUpstream(t *testing.T) *upstream {
	u := &upstream{aborted: make(chan struct{}, 8), changes: make(chan string), updates: make(chan string), names: make(chan string, 64)}
	u.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		params := membersOf(m["params"])
		u.names <- r.Header.Get("Mcp-Method") + " " + r.Header.Get("Mcp-Name")
		events := func(text string) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "data: %s\n\n", text)
			_ = http.NewResponseController(w).Flush()
		}
		switch m.text("method") {
		case "server/discover":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true}},"ttlMs":0,"cacheScope":"private"}}`, m["id"])
		case "subscriptions/listen":
			meta := `"_meta":{"io.modelcontextprotocol/subscriptionId":` + string(m["id"]) + `}`
			events(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":` + string(params["notifications"]) + `,` + meta + `}}`)
			changes, updates := u.changes, u.updates
			if membersOf(params["notifications"])["resourceSubscriptions"] == nil {
				updates = nil
			} else {
				changes = nil
			}
			for {
				select {
				case method := <-changes:
					events(`{"jsonrpc":"2.0","method":"` + method + `","params":{` + meta + `}}`)
				case uri := <-updates:
					events(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"` + uri + `",` + meta + `}}`)
				case <-r.Context().Done():
					u.aborted <- struct{}{}
					return
				}
			}
		case "tools/call":
			switch {
			case params.text("name") == "ask" && params["inputResponses"] == nil:
				events(`{"jsonrpc":"2.0","id":` + string(m["id"]) + `,"result":{"resultType":"input_required","requestState":"s","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{}}}}}}}`)
			case params.text("name") == "slow":
				events(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`)
				<-r.Context().Done()
				u.aborted <- struct{}{}
			default:
				events(`{"jsonrpc":"2.0","id":` + string(m["id"]) + `,"result":{"resultType":"complete","content":[]}}`)
			}
		default:
			http.Error(w, "no", http.StatusTeapot)
		}
	}))
	t.Cleanup(u.Close)
	return u
}

// listens waits until the server has got the next subscriptions/listen, which follows the answer to initialize.
func (u *upstream) listens(t *testing.T) {
	t.Helper()
	for name := received(t, u.names); name != "subscriptions/listen "; {
		name = received(t, u.names)
	}
}

// front is a handler, and a client of it.
type front struct {
	*testing.T
	*Handler
	url, id string
}

func newFront(t *testing.T, u *upstream) *front {
	t.Helper()
	h, err := NewHandler(u.URL)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	t.Cleanup(h.Close)
	return &front{T: t, Handler: h, url: server.URL}
}

func (f *front) send(method, body string, headers ...string) *http.Response {
	f.Helper()
	request, _ := http.NewRequestWithContext(f.Context(), method, f.url, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Mcp-Session-Id", f.id)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		f.Fatal(err)
	}
	return response
}

// answer checks the status, and a part of the body.
func (f *front) answer(method, body string, status int, want string, headers ...string) {
	f.Helper()
	response := f.send(method, body, headers...)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status || !strings.Contains(string(text), want) {
		f.Errorf("%s %s: %d %s %v", method, body, response.StatusCode, text, err)
	}
}

func (f *front) open() {
	f.Helper()
	response := f.send("POST", initialize)
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if f.id = response.Header.Get("Mcp-Session-Id"); f.id == "" || !strings.Contains(string(text), `"protocolVersion":"2025-06-18"`) {
		f.Fatalf("%q %s", f.id, text)
	}
}

// eventually waits until a condition holds.
func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(wait); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not happen")
		}
	}
}

func received[T any](t *testing.T, from <-chan T) (found T) {
	t.Helper()
	select {
	case found = <-from:
	case <-time.After(wait):
		t.Fatal("nothing arrives")
	}
	return found
}

// TestUnexpected sends what a client may send at an unexpected time: no request waits for ever.
func TestUnexpected(t *testing.T) {
	u := newUpstream(t)
	f := newFront(t, u)
	f.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 400, "send initialize first")
	f.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 404, "", "Mcp-Session-Id", "a")
	for _, method := range []string{"GET", "DELETE"} {
		f.answer(method, "", 400, "Mcp-Session-Id is missing")
		f.answer(method, "", 404, "there is no such session", "Mcp-Session-Id", "a")
	}
	f.answer("PUT", "", 405, "")
	f.answer("POST", initialize, 403, "", "Origin", "http://evil.example")
	f.answer("POST", initialize, 415, "", "Content-Type", "text/plain")
	f.answer("POST", initialize, 400, "", "Mcp-Protocol-Version", "1")
	f.answer("POST", strings.Repeat(" ", DefaultMaxMessage+1), 413, "")
	f.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, 200, `"code":-32602`)
	if f.Sessions() != 0 {
		t.Errorf("%d sessions", f.Sessions())
	}
	f.open()
	f.answer("POST", initialize, 200, `"error":{"code":-32600,"message":"/method: the session is already initialized"`)
	f.answer("POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, "")
	f.answer("POST", `{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`, 400, "/id: expected a string or an integer")
	f.answer("POST", `{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, 400, "/id")
	f.answer("POST", `{`, 400, "")
	f.answer("POST", `[]`, 400, "")
	f.answer("POST", `{"jsonrpc":"2.0","id":9,"result":{}}`, 202, "")
	f.answer("POST", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}}`, 200, `"id":2,"error":{"code":-32602,`)
	f.answer("POST", `{"jsonrpc":"2.0","id":2,"ID":3,"method":"tools/list"}`, 200, `"id":2,"error":{"code":-32603,"message":"the server answers with the HTTP status 418`)
	f.answer("POST", `{"jsonrpc":"2.0","id":"\u0061","method":"tools/list"}`, 200, `"error":{"code":-32603,`)

	const ended = `data: {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"the session has ended"}}`
	for i, cancel := range []func(*http.Response){
		func(*http.Response) {
			f.answer("POST", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.0}}`, 202, "")
		},
		func(response *http.Response) { _ = response.Body.Close() }, // the client hangs up
		func(*http.Response) { f.answer("DELETE", "", 204, "") },
	} {
		call := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":1}}}`
		response := f.send("POST", call)
		lines := bufio.NewScanner(response.Body)
		if !lines.Scan() || !strings.Contains(lines.Text(), "notifications/progress") {
			t.Fatalf("no progress, but %s", lines.Text())
		}
		f.answer("POST", call, 200, `"id":7,"error":{"code":-32600,`)
		cancel(response)
		hasError := false
		for lines.Scan() {
			hasError = hasError || lines.Text() == ended
		}
		if hasError != (i == 2) { // the session ends with the request open
			t.Errorf("case %d: the client gets an error: %t", i, hasError)
		}
		received(t, u.aborted)
	}
	f.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 404, "")
	received(t, u.aborted) // the subscription
}

// TestRefusedInitialize stores nothing for an initialize that the server refuses.
func TestRefusedInitialize(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "no", http.StatusBadGateway)
	}))
	defer server.Close()
	f := newFront(t, &upstream{Server: server})
	for range 3 {
		response := f.send("POST", initialize)
		text, _ := io.ReadAll(response.Body)
		if response.Header.Get("Mcp-Session-Id") != "" || !strings.Contains(string(text), `"id":1,"error":{"code":-32603`) || f.Sessions() != 0 {
			t.Errorf("%s, %d sessions", text, f.Sessions())
		}
	}
	if f.count.all != 0 || len(f.count.of) != 0 {
		t.Errorf("%d sessions are opening", f.count.all)
	}
}

// TestLimitOfSessions refuses sessions beyond the limit, until others have expired or the handler is closed.
func TestLimitOfSessions(t *testing.T) {
	u := newUpstream(t)
	f := newFront(t, u)
	f.MaxSessions, f.IdleTimeout = 1, time.Hour
	f.open()
	u.listens(t)
	f.answer("POST", initialize, 503, "too many sessions", "Mcp-Session-Id", "")
	// An open stream keeps the session.
	f.IdleTimeout = time.Nanosecond
	response := f.send("GET", "")
	f.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 200, `"result":{}`)
	_ = response.Body.Close()
	eventually(t, func() bool { return f.Sessions() == 0 })
	received(t, u.aborted)
	f.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 404, "")
	f.IdleTimeout = time.Hour
	f.open()
	u.listens(t)
	f.Close()
	received(t, u.aborted)
	f.answer("POST", initialize, 503, "", "Mcp-Session-Id", "")
}

// TestListChanges sends changes of lists on the stream of GET, also those from before it was opened.
func TestListChanges(t *testing.T) {
	u := newUpstream(t)
	f := newFront(t, u)
	f.open()
	const changed = "notifications/tools/list_changed"
	for range mostKept + 20 {
		u.changes <- changed
	}
	u.changes <- changed // the last one but one has been handled when this one is taken
	eventually(t, func() bool { f.mutex.Lock(); s := f.sessions[f.id]; f.mutex.Unlock(); return isKept(s, mostKept) })
	response := f.send("GET", "")
	lines := bufio.NewScanner(response.Body)
	next := func() {
		t.Helper()
		if !lines.Scan() || lines.Text() != `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}}` || !lines.Scan() {
			t.Fatalf("%q %v", lines.Text(), lines.Err())
		}
	}
	for range mostKept {
		next()
	}
	for range 3 {
		u.changes <- changed
		next()
	}
	second := f.send("GET", "") // takes the place of the first
	for lines.Scan() {
	}
	u.changes <- changed
	lines = bufio.NewScanner(second.Body)
	next()
	f.answer("DELETE", "", 204, "")
	for lines.Scan() {
	}
}

// TestSubscribe opens a subscription to a resource, ends the request for the old one, and sends updates on the stream of
// GET.
func TestSubscribe(t *testing.T) {
	u := newUpstream(t)
	f := newFront(t, u)
	f.open()
	about := `{"jsonrpc":"2.0","id":%d,"method":"resources/%s","params":{"uri":"a:b"}}`
	for id := range 3 {
		f.answer("POST", fmt.Sprintf(about, 10+id, "subscribe"), 200, fmt.Sprintf(`"id":%d,"result":{}}`, 10+id))
	}
	stream := f.send("GET", "")
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	for range 2 {
		u.updates <- "a:b"
		if want := `data: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b"}}`; !lines.Scan() || lines.Text() != want || !lines.Scan() {
			t.Fatalf("%q %v", lines.Text(), lines.Err())
		}
	}
	f.answer("POST", fmt.Sprintf(about, 20, "unsubscribe"), 200, `"id":20,"result":{}}`)
	received(t, u.aborted) // the subscription with the resource
	u.changes <- "notifications/tools/list_changed"
	if want := `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}}`; !lines.Scan() || lines.Text() != want {
		t.Errorf("%q %v", lines.Text(), lines.Err())
	}
	f.answer("DELETE", "", 204, "")
	received(t, u.aborted)
}

func isKept(s *session, count int) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.kept) == count
}

// TestInput asks the client on the stream of its request, and writes the answer there.
func TestInput(t *testing.T) {
	u := newUpstream(t)
	f := newFront(t, u)
	f.open()
	response := f.send("POST", `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"ask"}}`)
	lines := bufio.NewScanner(response.Body)
	lines.Scan()
	question := membersOf([]byte(strings.TrimPrefix(lines.Text(), "data: ")))
	if question.text("method") != "elicitation/create" {
		t.Fatalf("%s", lines.Text())
	}
	f.answer("POST", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"action":"decline"}}`, question["id"]), 202, "")
	lines.Scan()
	if lines.Scan(); lines.Text() != `data: {"jsonrpc":"2.0","id":"x","result":{"content":[]}}` {
		t.Errorf("%s", lines.Text())
	}
	for lines.Scan() {
	}
	// A cancelled request ends its stream while the client is asked.
	response = f.send("POST", `{"jsonrpc":"2.0","id":"y","method":"tools/call","params":{"name":"ask"}}`)
	lines = bufio.NewScanner(response.Body)
	lines.Scan()
	f.answer("POST", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"y"}}`, 202, "")
	for lines.Scan() {
	}
	if s := f.sessions[f.id]; len(s.streams) != 0 || s.session.Open() != 0 {
		t.Errorf("%d streams, %d open requests", len(s.streams), s.session.Open())
	}
}

// TestBatch answers the requests of a batch, in a revision that has batches.
func TestBatch(t *testing.T) {
	f := newFront(t, newUpstream(t))
	response := f.send("POST", strings.Replace(initialize, "2025-06-18", "2025-03-26", 1))
	f.id = response.Header.Get("Mcp-Session-Id")
	_ = response.Body.Close()
	ping := `{"jsonrpc":"2.0","id":%d,"method":"ping"}`
	f.answer("POST", "["+fmt.Sprintf(ping, 1)+","+fmt.Sprintf(ping, 2)+"]", 200, `[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]`)
	call := `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"t"}}`
	response = f.send("POST", "["+fmt.Sprintf(call, 3)+","+fmt.Sprintf(call, 4)+","+fmt.Sprintf(ping, 5)+"]")
	text, err := io.ReadAll(response.Body)
	if err != nil || strings.Count(string(text), "data: ") != 3 {
		t.Errorf("%s %v", text, err)
	}
}

// TestHeaders sends names that cannot stand in a header in Base64, and passes requests of the newest revision.
func TestHeaders(t *testing.T) {
	u := newUpstream(t)
	f := newFront(t, u)
	f.open()
	for range 2 {
		received(t, u.names) // server/discover and subscriptions/listen
	}
	for name, want := range map[string]string{
		"get_it":              "get_it",
		`a\r\nX-Evil: 1`:      "=?base64?YQ0KWC1FdmlsOiAx?=",
		`é`:                   "=?base64?w6k=?=",
		` a`:                  "=?base64?IGE=?=",
		"=?base64?YQ==?=":     "=?base64?PT9iYXNlNjQ/WVE9PT89?=",
		`x\u0000y\u007f\ttab`: "=?base64?eAB5fwl0YWI=?=",
	} {
		f.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`"}}`, 200, `"content":[]`)
		if got := received(t, u.names); got != "tools/call "+want {
			t.Errorf("%s: %s", name, got)
		}
	}
	f.answer("POST", `{"jsonrpc":"2.0","id":5,"method":"server/discover","params":{}}`, 200, `"id":5,"result":{"resultType"`, "Mcp-Protocol-Version", "2026-07-28")
}

// TestEvents reads streams of events, however their lines end and their bytes arrive.
func TestEvents(t *testing.T) {
	const text = ": hello\n\ndata: 1\r\rdata:2\r\n\r\nid: 7\nevent: message\ndata: [\ndata:3]\n\ndata\n\ndata:\n\nretry: 5\n\ndata: no end\n"
	for name, body := range map[string]io.Reader{
		"at once": strings.NewReader(text), "by byte": iotest.OneByteReader(strings.NewReader(text)),
	} {
		var all []string
		if err := events(body, 8, func(data []byte) { all = append(all, string(data)) }); err != nil || strings.Join(all, "|") != "1|2|[\n3]" {
			t.Errorf("%s: %q %v", name, all, err)
		}
	}
	for _, long := range []string{"data: 123456789", "data: 12345\ndata: 678\n\n"} {
		if err := events(strings.NewReader(long), 8, func([]byte) {}); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%q: %v", long, err)
		}
	}
	if err := events(iotest.ErrReader(io.ErrUnexpectedEOF), 8, func([]byte) {}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

// TestNewHandler refuses what is not the URL of a server.
// TestCheck reports a handler that cannot serve requests, and never panics.
func TestCheck(t *testing.T) {
	bad := map[string]*Handler{"nil": nil, "handler": new(Handler)}
	for name, change := range map[string]func(*Handler){
		"MaxSessions": func(h *Handler) { h.MaxSessions = -1 },
		"KeepAlive":   func(h *Handler) { h.KeepAlive = -1 },
		"IdleTimeout": func(h *Handler) { h.IdleTimeout = -1 },
		"MaxMessage":  func(h *Handler) { h.MaxMessage = -1 },
		"MaxStored":   func(h *Handler) { h.MaxStored = -1 },
		"options":     func(h *Handler) { h.Options = []mcp.Option{mcp.WithOpenRequests(0)} },
		"context":     func(h *Handler) { h.Options = []mcp.Option{mcp.WithContext(mcp.Context{LogLevel: "loud"})} },
	} {
		h, err := NewHandler("http://127.0.0.1:1/mcp")
		if err != nil || h.Check() != nil {
			t.Fatal(err, h.Check())
		}
		change(h)
		bad[name] = h
	}
	for name, h := range bad {
		var argument *mcp.ArgumentError
		if err := h.Check(); !errors.As(err, &argument) || name != "nil" && argument.Argument != name {
			t.Errorf("%s: %v", name, err)
		}
		for _, method := range []string{"POST", "GET", "DELETE"} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "/", strings.NewReader(initialize)))
			if w.Code != 500 || !strings.Contains(w.Body.String(), "mcprevisions: ") {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
			}
		}
		h.Close()
		if h.Sessions() != 0 {
			t.Errorf("%s has sessions", name)
		}
	}
}

func TestNewHandler(t *testing.T) {
	for _, server := range []string{"", "127.0.0.1:80", "/mcp", "ftp://a/b", "http://", "http://a:b", "http://a:99999999"} {
		var argument *mcp.ArgumentError
		if _, err := NewHandler(server); !errors.As(err, &argument) || argument.Argument != "server" {
			t.Errorf("%q: %v", server, err)
		}
	}
}
