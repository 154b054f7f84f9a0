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
	"testing"
	"time"

	mcp "mcprevisions"
)

// olderServer is a server with initialize. Its tools are named after what they do.
type olderServer struct {
	*httptest.Server
	mutex   sync.Mutex
	seen    []string // the methods of the requests
	alive   map[string]bool
	last    int
	status  int // of initialize, if it is not 0
	waiting chan struct{}
	changes chan string
	opening chan struct{}            // if it is not nil, the answer to GET waits for it
	cancels map[string]chan struct{} // closed when a request is cancelled, by the session and its id
}

func newOlderServer(t *testing.T) *olderServer {
	s := &olderServer{alive: make(map[string]bool), cancels: make(map[string]chan struct{}), waiting: make(chan struct{}, 8), changes: make(chan string)}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Server.Close)
	t.Cleanup(s.CloseClientConnections)
	return s
}

func (s *olderServer) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m := membersOf(body)
	method := m.text("method")
	id := r.Header.Get(sessionHeader)
	s.mutex.Lock()
	s.seen = append(s.seen, strings.TrimSpace(r.Method+" "+method))
	isAlive, status := s.alive[id], s.status
	if method == "initialize" && status == 0 {
		s.last++
		id = fmt.Sprint("session", s.last)
		s.alive[id] = true
		w.Header().Set(sessionHeader, id)
	}
	isCancelled, isOther := make(chan struct{}), s.cancels[id+string(membersOf(m["params"])["requestId"])]
	if method == "notifications/cancelled" && isOther != nil {
		close(isOther)
	}
	s.cancels[id+string(m["id"])] = isCancelled
	s.mutex.Unlock()
	untilCancelled := func() {
		select {
		case <-isCancelled:
		case <-r.Context().Done():
		}
	}
	answer := func(result string) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,%s}`, m["id"], result)
	}
	events := func(text string) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\n", text)
		_ = http.NewResponseController(w).Flush()
	}
	switch {
	case method == "initialize" && status != 0:
		w.Header().Set("WWW-Authenticate", "Bearer")
		w.WriteHeader(status)
	case method == "initialize":
		answer(`"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}`)
	case !isAlive:
		w.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodDelete:
		s.mutex.Lock()
		delete(s.alive, id)
		s.mutex.Unlock()
	case r.Method == http.MethodGet:
		if s.opening != nil {
			select {
			case <-s.opening:
			case <-r.Context().Done():
			}
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_ = http.NewResponseController(w).Flush()
		for {
			select {
			case change := <-s.changes:
				events(`{"jsonrpc":"2.0","method":"` + change + `"}`)
			case <-r.Context().Done():
				return
			}
		}
	case m["id"] == nil || method == "":
		w.WriteHeader(http.StatusAccepted)
	default:
		switch membersOf(m["params"]).text("name") {
		case "unknown":
			answer(`"error":{"code":-32601,"message":"no such method"}`)
		case "denied":
			w.WriteHeader(http.StatusForbidden)
		case "empty":
			w.WriteHeader(http.StatusAccepted)
		case "wait":
			events(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":""}}`)
			s.waiting <- struct{}{}
			untilCancelled()
		case "ask":
			events(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`)
			untilCancelled()
		default:
			answer(`"result":{"content":[]}`)
		}
	}
}

func (s *olderServer) count(what string) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := 0
	for _, one := range s.seen {
		if one == what {
			found++
		}
	}
	return found
}

const requestFacts = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}`

func callOf(tool string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `",` + requestFacts + `}}`
}

// statelessFront is a handler for an older server, and a client of it.
type statelessFront struct {
	front
	*StatelessHandler
}

func newStatelessFront(t *testing.T, s *olderServer) *statelessFront {
	t.Helper()
	h, err := NewStatelessHandler(s.URL, mcp.Revision20250618)
	if err != nil {
		t.Fatal(err)
	}
	h.endTime, h.clock.after = time.Hour, never // a slow server has as much time
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	t.Cleanup(h.Close)
	return &statelessFront{front{T: t, url: server.URL}, h}
}

func (f *statelessFront) call(tool string, status int, want string) {
	f.Helper()
	f.answer("POST", callOf(tool), status, want, headersOf(tool)...)
}

// headersOf returns the headers of a call of a tool.
func headersOf(tool string) []string {
	return []string{revisionHeader, "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", tool}
}

// TestStatelessRequests gives each call a session of its own, which ends with the call.
func TestStatelessRequests(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	var mutex sync.Mutex
	count := 0
	f.OnDelivery = func(context.Context, string, mcp.Delivery) {
		mutex.Lock()
		defer mutex.Unlock()
		count++
	}
	f.call("any", 200, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}`)
	f.call("unknown", 404, `"code":-32601`)
	f.call("denied", 403, "the server answers with the HTTP status 403")
	f.call("empty", 200, `"id":1,"error":{"code":-32603,"message":"the server answers with the HTTP status 202, but without a media type"}`)
	newest := []string{revisionHeader, "2026-07-28"}
	f.answer("POST", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+requestFacts+`}}`, 200, `"supportedVersions":["2026-07-28"]`, append(newest, "Mcp-Method", "server/discover")...)
	f.answer("POST", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, 202, "", newest...)
	f.answer("POST", `{"jsonrpc":"2.0","id":1,"result":{}}`, 400, "must be a request", newest...)
	f.answer("POST", `[]`, 400, "must be a request", newest...)
	f.answer("GET", "", 405, "", newest...)
	f.answer("POST", callOf("any"), 403, "", append(newest, "Origin", "https://stranger.example")...)
	f.answer("POST", initialize, 200, `"protocolVersion":"2025-06-18"`) // an older client passes
	eventually(t, func() bool {
		return f.StatelessHandler.Sessions() == 0 && s.count("DELETE") == s.count("POST initialize")-1
	})
	mutex.Lock()
	defer mutex.Unlock()
	if count < 10 {
		t.Errorf("%d deliveries", count)
	}
}

// TestSharedSession uses a session again for the same identity and facts, and takes a new one if the server has forgotten
// it.
func TestSharedSession(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	f.Identity = func(r *http.Request) string { return r.Header.Get("X-User") }
	f.MaxSessions = 2
	call := func(user, facts string) {
		t.Helper()
		body := strings.Replace(callOf("any"), `{"roots":{}}`, facts, 1)
		f.answer("POST", body, 200, `"result":{"content":[]`, append(headersOf("any"), "X-User", user)...)
	}
	for range 3 {
		call("alice", "{}")
	}
	if found := s.count("POST initialize"); found != 1 {
		t.Errorf("%d handshakes", found)
	}
	call("bob", "{}")
	call("alice", `{"roots":{}}`) // the session that waits longest ends
	if found := s.count("POST initialize"); found != 3 || f.StatelessHandler.Sessions() != 2 {
		t.Errorf("%d handshakes, %d sessions", found, f.StatelessHandler.Sessions())
	}
	s.mutex.Lock()
	clear(s.alive)
	s.mutex.Unlock()
	call("bob", "{}")
	if found := s.count("POST initialize"); found != 4 {
		t.Errorf("%d handshakes", found)
	}
}

// TestSessionsPerIdentity bounds the sessions of each identity. An idle session of the same identity ends for a new one.
func TestSessionsPerIdentity(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	f.Identity = func(r *http.Request) string { return r.Header.Get("X-User") }
	f.MaxSessionsPerIdentity = 1
	call := func(user, tool string, status int, expected string) {
		t.Helper()
		f.answer("POST", callOf(tool), status, expected, append(headersOf(tool), "X-User", user)...)
	}
	call("bob", "any", 200, `"content"`)
	call("alice", "any", 200, `"content"`)
	f.answer("POST", strings.Replace(callOf("any"), `{"roots":{}}`, "{}", 1), 200, `"content"`, append(headersOf("any"), "X-User", "alice")...)
	if found := s.count("POST initialize"); found != 3 || f.StatelessHandler.Sessions() != 2 {
		t.Errorf("%d handshakes, %d sessions", found, f.StatelessHandler.Sessions())
	}
	call("alice", "ask", 200, `"resultType":"input_required"`)
	call("alice", "any", 429, "you have too many sessions")
	call("bob", "any", 200, `"content"`)
	if found := s.count("POST initialize"); found != 4 {
		t.Errorf("%d handshakes", found)
	}
}

// TestStatelessInput keeps the session of a call that asks for input, until the client answers or the time is over.
func TestStatelessInput(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	f.IdleTimeout = time.Hour
	response := f.send("POST", callOf("ask"), headersOf("ask")...)
	text, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	_, state, _ := strings.Cut(string(text), `"requestState":"`)
	state, _, _ = strings.Cut(state, `"`)
	if !strings.Contains(string(text), `"resultType":"input_required"`) || state == "" || f.StatelessHandler.Sessions() != 1 {
		t.Fatalf("%s, %d sessions", text, f.StatelessHandler.Sessions())
	}
	isStored := func(bytes int) func() bool {
		return func() bool { return f.StatelessHandler.stored.Load() == int64(bytes) }
	}
	size := len(callOf("ask"))
	for most, status := range map[int]int{2 * size: 200, 2*size - 1: 503} { // the call that waits counts
		eventually(t, isStored(size))
		f.MaxStored = most
		f.call("any", status, "")
	}
	f.MaxStored = 0
	retry := strings.Replace(callOf("ask"), `"name"`, `"requestState":"`+state+`","name"`, 1)
	f.IdleTimeout = time.Millisecond // the client is asked again, and does not answer
	f.answer("POST", retry, 200, `"resultType":"input_required"`, headersOf("ask")...)
	eventually(t, func() bool { return f.StatelessHandler.Sessions() == 0 && s.count("DELETE") == 2 })
	eventually(t, isStored(0))
	f.answer("POST", retry, 200, `"code":-32602`, headersOf("ask")...)
}

// TestRefusedRetries keeps the session of a call that waits for input if a request with its state is refused, or is another
// request.
func TestRefusedRetries(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	response := f.send("POST", callOf("ask"), headersOf("ask")...)
	text, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	_, state, _ := strings.Cut(string(text), `"requestState":"`)
	state, _, _ = strings.Cut(state, `"`)
	retry := strings.Replace(callOf("ask"), `"name"`, `"requestState":"`+state+`","name"`, 1)
	refused := map[string]string{
		"other params":    strings.Replace(retry, `"name":"ask"`, `"arguments":{"a":1},"name":"ask"`, 1),
		"invalid answers": strings.Replace(retry, `"name"`, `"inputResponses":1,"name"`, 1),
		"no facts":        strings.Replace(retry, `"io.modelcontextprotocol/clientCapabilities":{"roots":{}}`, `"a":1`, 1),
	}
	for range 3 {
		for name, body := range refused {
			response := f.send("POST", body, headersOf("ask")...)
			text, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if !strings.Contains(string(text), `"code":-32602`) || f.StatelessHandler.Sessions() != 1 {
				t.Errorf("%s: %s, %d sessions", name, text, f.StatelessHandler.Sessions())
			}
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel() // the client does not wait for the refusal
		request := httptest.NewRequestWithContext(gone, "POST", f.url, strings.NewReader(refused["other params"]))
		for i, all := 0, append(headersOf("ask"), "Content-Type", "application/json", "Accept", "application/json, text/event-stream"); i < len(all); i += 2 {
			request.Header.Set(all[i], all[i+1])
		}
		f.ServeHTTP(httptest.NewRecorder(), request)
		list := strings.NewReplacer(`"tools/call"`, `"tools/list"`, `"name":"ask",`, "").Replace(retry)
		f.answer("POST", list, 200, "", revisionHeader, "2026-07-28", "Mcp-Method", "tools/list")
	}
	if f.StatelessHandler.Sessions() != 1 {
		t.Errorf("%d sessions", f.StatelessHandler.Sessions())
	}
	f.answer("POST", retry, 200, `"resultType":"input_required"`, headersOf("ask")...)
	eventually(t, func() bool { return s.count("DELETE") == 3 }) // of the lists
}

// TestStatelessCancel cancels a call at the server when the client is gone, and refuses requests beyond the limits.
func TestStatelessCancel(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	f.MaxSessions = 1
	ctx, cancel := context.WithCancel(t.Context())
	request, _ := http.NewRequestWithContext(ctx, "POST", f.url, strings.NewReader(callOf("wait")))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(revisionHeader, "2026-07-28")
	request.Header.Set("Mcp-Method", "tools/call")
	request.Header.Set("Mcp-Name", "wait")
	done := make(chan error, 1)
	go func() {
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			_, err = io.ReadAll(response.Body)
			_ = response.Body.Close()
		}
		done <- err
	}()
	received(t, s.waiting)
	f.call("any", 503, "there are too many sessions")
	cancel()
	if err := received(t, done); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	eventually(t, func() bool { return s.count("POST notifications/cancelled") == 1 && s.count("DELETE") == 1 })
	eventually(t, func() bool { return f.StatelessHandler.Sessions() == 0 })
	f.MaxStored = 1
	f.call("any", 503, "too many requests are open")
	f.MaxStored = 0
	s.mutex.Lock()
	s.status = 401
	s.mutex.Unlock()
	response := f.send("POST", callOf("any"), headersOf("any")...)
	_ = response.Body.Close()
	if response.StatusCode != 401 || response.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
	f.StatelessHandler.Close()
	f.call("any", 503, "the gateway stops")
}

// TestStatelessSubscription acknowledges a subscription when the stream of GET is open, or has not opened for long, and
// passes the changes.
func TestStatelessSubscription(t *testing.T) {
	for _, opensLate := range []bool{false, true} {
		t.Run(fmt.Sprint("opens late: ", opensLate), func(t *testing.T) { subscribeStateless(t, opensLate) })
	}
}

func subscribeStateless(t *testing.T, opensLate bool) {
	s := newOlderServer(t)
	s.opening = make(chan struct{})
	f := newStatelessFront(t, s)
	pauses := make(chan time.Duration, 1)
	f.StatelessHandler.clock.after = func(pause time.Duration) <-chan time.Time {
		pauses <- pause
		if !opensLate {
			s.opening <- struct{}{}
			return nil
		}
		passed := make(chan time.Time, 1)
		passed <- time.Time{}
		return passed
	}
	ctx, cancel := context.WithCancel(t.Context())
	request, _ := http.NewRequestWithContext(ctx, "POST", f.url, strings.NewReader(`{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{`+requestFacts+`,"notifications":{"toolsListChanged":true}}}`))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(revisionHeader, "2026-07-28")
	request.Header.Set("Mcp-Method", "subscriptions/listen")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	next := func(want string) {
		t.Helper()
		buffer := make([]byte, 4096)
		if n, err := response.Body.Read(buffer); err != nil || !strings.Contains(string(buffer[:n]), want) {
			t.Fatalf("%s %v", buffer[:n], err)
		}
	}
	next(`"method":"notifications/subscriptions/acknowledged"`)
	select {
	case pause := <-pauses:
		if pause != streamTime {
			t.Errorf("a pause of %s", pause)
		}
	default:
		t.Fatal("the acknowledgement did not wait")
	}
	if opensLate {
		s.opening <- struct{}{}
	}
	s.changes <- "notifications/tools/list_changed"
	next(`"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"}}`)
	cancel()
	_ = response.Body.Close()
	eventually(t, func() bool { return f.StatelessHandler.Sessions() == 0 && s.count("DELETE") == 1 })
}

// TestStatelessCheck reports a handler that cannot serve requests, and never panics.
func TestStatelessCheck(t *testing.T) {
	var argument *mcp.ArgumentError
	for _, revision := range []mcp.Revision{mcp.Latest, "2025", ""} {
		if _, err := NewStatelessHandler("http://127.0.0.1:1/mcp", revision); !errors.As(err, &argument) || argument.Argument != "revision" {
			t.Errorf("%s: %v", revision, err)
		}
	}
	if _, err := NewStatelessHandler("127.0.0.1:1", mcp.Revision20250618); !errors.As(err, &argument) || argument.Argument != "server" {
		t.Error(err)
	}
	bad := map[string]*StatelessHandler{"nil": nil, "handler": new(StatelessHandler)}
	for name, change := range map[string]func(*StatelessHandler){
		"MaxSessions": func(h *StatelessHandler) { h.MaxSessions = -1 },
		"KeepAlive":   func(h *StatelessHandler) { h.KeepAlive = -1 },
		"options":     func(h *StatelessHandler) { h.Options = []mcp.Option{nil} },
	} {
		h, err := NewStatelessHandler("http://127.0.0.1:1/mcp", mcp.Revision20250618)
		if err != nil || h.Check() != nil {
			t.Fatal(err, h.Check())
		}
		change(h)
		bad[name] = h
	}
	for name, h := range bad {
		if err := h.Check(); !errors.As(err, &argument) || name != "nil" && argument.Argument != name {
			t.Errorf("%s: %v", name, err)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(callOf("any"))))
		if w.Code != 500 || !strings.Contains(w.Body.String(), "mcprevisions: ") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		h.Close()
		if h.Sessions() != 0 {
			t.Errorf("%s has sessions", name)
		}
	}
}
