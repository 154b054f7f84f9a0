package mcphttp

import (
	"context"
	"crypto/rand"
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

// restarting is a server that restarts with another revision, and that cannot be reached as long as it has none. It
// forgets its sessions when it restarts.
type restarting struct {
	*httptest.Server
	mutex    sync.Mutex
	revision mcp.Revision
	sessions map[string]bool
	probes   int           // requests of server/discover
	status   int           // of every answer, if it is not 0
	arrived  chan struct{} // gets a value when a call of "slow" has come
	goOn     chan struct{} // such a call waits for a value
}

func newRestarting(t *testing.T, revision mcp.Revision) *restarting {
	s := &restarting{revision: revision, sessions: make(map[string]bool), arrived: make(chan struct{}), goOn: make(chan struct{})}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	return s
}

// restart forgets all sessions, and speaks another revision from now on.
func (s *restarting) restart(revision mcp.Revision) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.revision = revision
	clear(s.sessions)
}

func (s *restarting) refuse(status int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.status = status
}

func (s *restarting) probed() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.probes
}

func (s *restarting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m := membersOf(body)
	method := m.text("method")
	s.mutex.Lock()
	if method == "server/discover" {
		s.probes++
	}
	revision, status := s.revision, s.status
	isKnown := revision == mcp.Latest || s.sessions[r.Header.Get(sessionHeader)]
	if method == "initialize" && revision != mcp.Latest && revision != "" {
		id := rand.Text()
		s.sessions[id], isKnown = true, true
		w.Header().Set(sessionHeader, id)
	}
	s.mutex.Unlock()
	switch stated := r.Header.Get(revisionHeader); {
	case revision == "":
		panic(http.ErrAbortHandler)
	case status != 0:
		w.Header().Set("WWW-Authenticate", "Bearer")
		w.WriteHeader(status)
	case method != "initialize" && stated != string(revision), method == "initialize" && revision == mcp.Latest:
		w.WriteHeader(http.StatusBadRequest)
	case !isKnown:
		w.WriteHeader(http.StatusNotFound)
	case m["id"] == nil || r.Method != http.MethodPost:
		w.WriteHeader(http.StatusAccepted)
	default:
		answer := resultOf(`"content":[{"type":"text","text":"` + string(revision) + `"}]`)
		switch {
		case method == "server/discover":
			answer = resultOf(described + `["2026-07-28"]`)
		case method == "initialize":
			answer = initializedOf(string(revision))
		case revision == mcp.Latest:
			answer = strings.Replace(answer, "{\"content\"", `{"resultType":"complete","content"`, 1)
		}
		if strings.Contains(string(body), `"slow"`) {
			s.arrived <- struct{}{}
			<-s.goOn
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, strings.ReplaceAll(answer, "ID", string(m["id"])))
	}
}

// automatic is an AutoHandler and its clients.
type automatic struct {
	*AutoHandler
	front  *httptest.Server
	server *restarting
	clock  *testClock
	found  chan error
	t      *testing.T
}

func newAutomatic(t *testing.T, revision mcp.Revision) *automatic {
	server := newRestarting(t, revision)
	h, err := NewAutoHandler(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	a := &automatic{AutoHandler: h, server: server, clock: newTestClock(), found: make(chan error, 64), t: t}
	h.clock = clock{a.clock.now, a.clock.after, never}
	h.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) {
		if d.Err != nil {
			a.found <- d.Err
		}
	}
	a.front = httptest.NewServer(h)
	t.Cleanup(a.front.Close)
	t.Cleanup(h.Close)
	return a
}

const olderCall = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"%s"}}`

// older sends initialize of an older client, and a call in its session.
func (a *automatic) older(tool string) string {
	_, id := send(a.t, a.front.URL, initialize)
	return a.olderIn(id, tool)
}

func (a *automatic) olderIn(session, tool string) string {
	answer, _ := send(a.t, a.front.URL, fmt.Sprintf(olderCall, tool), sessionHeader, session, revisionHeader, "2025-06-18")
	return answer
}

// newest sends a call of a client without initialize.
func (a *automatic) newest(tool string) string {
	answer, _ := send(a.t, a.front.URL, callOf(tool), headersOf(tool)...)
	return answer
}

// isFrom reports whether an answer is that of a server of a revision.
func isFrom(answer string, revision mcp.Revision) bool {
	return strings.Contains(answer, `"text":"`+string(revision)+`"`)
}

// TestAutoHandler serves clients of both kinds from a server that starts later than the gateway, and then restarts with
// another revision several times. After each restart, one call fails at most, and none if one has failed meanwhile.
func TestAutoHandler(t *testing.T) {
	for _, clients := range []string{"older", "newest", "older meanwhile", "newest meanwhile"} {
		t.Run(clients, func(t *testing.T) {
			kind, _, isMeanwhile := strings.Cut(clients, " ")
			a := newAutomatic(t, "")
			call := a.newest
			if kind == "older" {
				call = a.older
			}
			if answer := call("t"); !strings.HasPrefix(answer, unreachable) || a.Revision() != mcp.Auto || a.Sessions() != 0 {
				t.Errorf("%q", answer)
			}
			if err := <-a.found; err == nil || strings.Contains(call("t"), "127.0.0.1") {
				t.Errorf("%v", err)
			}
			for _, revision := range []mcp.Revision{mcp.Revision20250618, mcp.Latest, mcp.Latest, mcp.Revision20250618, mcp.Revision20250618, mcp.Latest} {
				before := a.Revision()
				if isMeanwhile {
					a.server.restart("")
					call("t")
				}
				a.server.restart(revision)
				a.clock.pass(probePause)
				first := call("t")
				if (before == mcp.Auto || isMeanwhile) && !isFrom(first, revision) {
					t.Errorf("the first call to %s: %s", revision, first)
				}
				for range 3 {
					if answer := call("t"); !isFrom(answer, revision) || a.Revision() != revision {
						t.Errorf("from %s to %s, then %q: %s", before, revision, first, answer)
					}
				}
			}
		})
	}
}

// TestAutoHandlerPause asks a server again only after a failure, and at most once a second.
func TestAutoHandlerPause(t *testing.T) {
	a := newAutomatic(t, mcp.Latest)
	for range 3 {
		if answer := a.newest("t"); !isFrom(answer, mcp.Latest) {
			t.Error(answer)
		}
	}
	if count := a.server.probed(); count != 1 {
		t.Errorf("asked %d times", count)
	}
	a.clock.pass(time.Minute)
	a.server.refuse(http.StatusBadGateway)
	a.newest("t")
	a.server.refuse(0)
	for range 3 {
		a.newest("t")
	}
	if count := a.server.probed(); count != 2 {
		t.Errorf("asked %d times", count)
	}
	a.server.refuse(http.StatusBadGateway)
	for range 3 {
		a.newest("t")
	}
	if count := a.server.probed(); count != 2 {
		t.Errorf("asked %d times within a second", count)
	}
}

// TestAutoHandlerRefusal gives clients the status with which the server refuses to answer, and asks again.
func TestAutoHandlerRefusal(t *testing.T) {
	a := newAutomatic(t, mcp.Latest)
	a.server.refuse(http.StatusUnauthorized)
	response, err := http.Post(a.front.URL, "application/json", strings.NewReader(initialize))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized || response.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
	var status *StatusError
	if err := <-a.found; !errors.As(err, &status) || status.Status != http.StatusUnauthorized {
		t.Error(err)
	}
	a.server.refuse(0)
	if answer := a.older("t"); !isFrom(answer, mcp.Latest) {
		t.Error(answer)
	}
}

// TestAutoHandlerRestart lets open requests finish after a restart, and then ends the sessions of the revision before.
func TestAutoHandlerRestart(t *testing.T) {
	a := newAutomatic(t, mcp.Latest)
	_, id := send(t, a.front.URL, initialize)
	answers := make(chan string)
	go func() { answers <- a.olderIn(id, "slow") }()
	<-a.server.arrived
	a.server.restart(mcp.Revision20250618)
	a.clock.pass(probePause)
	a.newest("t") // fails, and passes as it is
	if answer := a.newest("t"); !isFrom(answer, mcp.Revision20250618) {
		t.Error(answer)
	}
	a.server.goOn <- struct{}{}
	if answer := <-answers; !isFrom(answer, mcp.Latest) {
		t.Error(answer)
	}
	if answer := a.olderIn(id, "t"); isFrom(answer, mcp.Latest) {
		t.Error(answer)
	}
}

// TestAutoHandlerEnd refuses requests after the end, and reports settings that cannot be used.
func TestAutoHandlerEnd(t *testing.T) {
	a := newAutomatic(t, mcp.Latest)
	if answer := a.newest("t"); !isFrom(answer, mcp.Latest) {
		t.Error(answer)
	}
	if err := a.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	never := newAutomatic(t, mcp.Latest)
	never.Close()
	for _, one := range []*automatic{a, never} {
		if answer := one.newest("t"); !strings.HasPrefix(answer, "the gateway stops") {
			t.Error(answer)
		}
	}
	var argument *mcp.ArgumentError
	if _, err := NewAutoHandler("127.0.0.1:9000"); !errors.As(err, &argument) {
		t.Error(err)
	}
	var none *AutoHandler
	empty := new(AutoHandler)
	negative, _ := NewAutoHandler(a.server.URL)
	negative.MaxSessions = -1
	stored, _ := NewAutoHandler(a.server.URL)
	stored.Options = []mcp.Option{mcp.WithStoredSize(0)}
	for _, one := range []*AutoHandler{none, empty, negative, stored} {
		recorder := httptest.NewRecorder()
		one.ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(initialize)))
		if err := one.Check(); !errors.As(err, &argument) || recorder.Code != http.StatusInternalServerError {
			t.Errorf("%v, %d", err, recorder.Code)
		}
	}
	none.Close()
	empty.Close()
	if none.Shutdown(t.Context()) != nil || empty.Shutdown(t.Context()) != nil || none.Sessions() != 0 || none.Revision() != mcp.Auto {
		t.Error("an empty handler does something")
	}
}

// TestAutoHandlerHangs fails only the request that has asked a server which does not answer: a request that has come later
// asks again.
func TestAutoHandlerHangs(t *testing.T) {
	arrived, fails := make(chan struct{}, 1), make(chan struct{})
	server := newRestarting(t, mcp.Latest)
	var isAsked sync.Once
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isFirst := false
		isAsked.Do(func() { isFirst = true })
		if isFirst {
			arrived <- struct{}{}
			<-fails
			panic(http.ErrAbortHandler)
		}
		server.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	h, err := NewAutoHandler(front.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	gateway := httptest.NewServer(h)
	t.Cleanup(gateway.Close)
	gone, leave := context.WithCancel(t.Context())
	first := httptest.NewRequestWithContext(gone, http.MethodPost, "/", strings.NewReader(initialize))
	var all sync.WaitGroup
	goDo(&all, func() { h.ServeHTTP(httptest.NewRecorder(), first) })
	received(t, arrived)
	leave()
	all.Wait()
	waits := &waitingContext{Context: t.Context(), waits: make(chan struct{}, 8)}
	second := httptest.NewRequestWithContext(waits, http.MethodPost, "/", strings.NewReader(initialize))
	second.Header.Set("Content-Type", "application/json")
	second.Header.Set("Accept", "application/json, text/event-stream")
	answer := httptest.NewRecorder()
	goDo(&all, func() { h.ServeHTTP(answer, second) })
	received(t, waits.waits)
	close(fails)
	all.Wait()
	if answer.Code != http.StatusOK {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

// waitingContext says when somebody waits for its end.
type waitingContext struct {
	context.Context
	waits chan struct{}
}

func (c *waitingContext) Done() <-chan struct{} {
	select {
	case c.waits <- struct{}{}:
	default:
	}
	return c.Context.Done()
}
