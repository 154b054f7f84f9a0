package mcphttp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	mcp "mcprevisions"
)

const toolsList = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`

// discovered answers server/discover.
func discovered(w http.ResponseWriter, m members) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}`, m["id"])
}

// newFrontOf returns the front of a server that handles requests after server/discover by a function.
func newFrontOf(t *testing.T, then func(http.ResponseWriter, *http.Request, members)) *front {
	t.Helper()
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if m := membersOf(body); m.text("method") == "server/discover" {
			discovered(w, m)
		} else {
			then(w, r, m)
		}
	}))
	t.Cleanup(served.Close)
	return newFront(t, &upstream{Server: served})
}

// sessionOf returns the only session of a front.
func (f *front) sessionOf(t *testing.T) *session {
	t.Helper()
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, one := range f.sessions {
		return one
	}
	t.Fatal("there is no session")
	return nil
}

// TestRedirect has a server that redirects to a stranger, who must get neither the message nor the credentials.
func TestRedirect(t *testing.T) {
	stranger := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the stranger gets a request") }))
	defer stranger.Close()
	f := newFrontOf(t, func(w http.ResponseWriter, r *http.Request, _ members) {
		http.Redirect(w, r, stranger.URL, http.StatusTemporaryRedirect)
	})
	f.open()
	f.answer("POST", toolsList, 200, `"message":"the server answers with the HTTP status 307, and the gateway does not follow redirects"`)
	f.Client = &http.Client{}
	f.answer("POST", toolsList, 200, `"message":"the server answers with the HTTP status 307, and the gateway does not follow redirects"`)
}

// TestFailures hides from clients why the server fails, and says it in OnDelivery.
func TestFailures(t *testing.T) {
	answer := make(chan string, 1)
	f := newFrontOf(t, func(w http.ResponseWriter, _ *http.Request, m members) {
		text := <-answer
		if text == "" {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, text, m["id"])
	})
	f.MaxMessage = 4096
	var mutex sync.Mutex
	sessions, failures := make(map[string]bool), 0
	type key struct{}
	inner := f.Handler
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, "user")))
	}))
	defer outer.Close()
	f.url = outer.URL
	f.OnDelivery = func(ctx context.Context, session string, d mcp.Delivery) {
		mutex.Lock()
		defer mutex.Unlock()
		sessions[session] = true
		if d.Err != nil {
			failures++
		}
		if ctx.Value(key{}) != "user" {
			t.Error("the context is not that of the request")
		}
	}
	f.open()
	for text, want := range map[string]string{
		"": "the server cannot be reached, or its answer has ended early",
		`{"jsonrpc":"2.0","id":%s,"result":{"text":"` + strings.Repeat("x", 5000) + `"}}`: "the server's answer is larger than the gateway allows",
		`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","x":"\ud800"}}`:       "the response of the server cannot be read: ",
		`{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"x":%s}}`: "the server's answer has no response",
	} {
		answer <- text
		f.answer("POST", toolsList, 200, `"error":{"code":-32603,"message":"`+want)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if !sessions[""] || !sessions[f.id] || len(sessions) != 2 || failures < 4 {
		t.Errorf("sessions %v, %d failures", sessions, failures)
	}
}

// TestUnauthorized passes the challenge of the server for initialize.
func TestUnauthorized(t *testing.T) {
	for _, status := range []int{401, 403} {
		served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://s.example"`)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write([]byte("{}"))
		}))
		f := newFront(t, &upstream{Server: served})
		response := f.send("POST", initialize)
		_ = response.Body.Close()
		if got := response.Header.Get("WWW-Authenticate"); response.StatusCode != status || !strings.HasPrefix(got, "Bearer resource") || f.Sessions() != 0 {
			t.Errorf("%d %q", response.StatusCode, got)
		}
		served.Close()
	}
}

// TestRefusedRequests passes the status of the server for a request in a session, unless the response has begun.
func TestRefusedRequests(t *testing.T) {
	status, kind := make(chan int, 1), make(chan string, 1)
	f := newFrontOf(t, func(w http.ResponseWriter, _ *http.Request, m members) {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		w.Header().Set("Retry-After", "7")
		w.Header().Set("Content-Type", <-kind)
		w.WriteHeader(<-status)
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, m["id"])
	})
	f.open()
	for code, isPassed := range map[int]bool{401: true, 403: true, 404: true, 429: true, 503: true, 500: false, 400: false} {
		kind <- "text/plain"
		status <- code
		response := f.send("POST", toolsList)
		text, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		header := response.Header
		if isPassed && (response.StatusCode != code || header.Get("WWW-Authenticate") == "" || header.Get("Retry-After") != "7") {
			t.Errorf("%d: %d %v", code, response.StatusCode, header)
		}
		if want := fmt.Sprintf(`"message":"the server answers with the HTTP status %d"`, code); !isPassed && (response.StatusCode != 200 || !strings.Contains(string(text), want)) {
			t.Errorf("%d: %d %s", code, response.StatusCode, text)
		}
	}
	kind <- "application/json"
	status <- 404
	f.answer("POST", toolsList, 200, `"message":"no such method"`)
	if open := f.sessionOf(t).session.Open(); open != 0 {
		t.Errorf("%d requests are open", open)
	}
}

// TestRefusedBatch answers the requests of a batch with errors, because they share a response.
func TestRefusedBatch(t *testing.T) {
	f := newFrontOf(t, func(w http.ResponseWriter, _ *http.Request, _ members) { w.WriteHeader(http.StatusUnauthorized) })
	response := f.send("POST", strings.Replace(initialize, "2025-06-18", "2025-03-26", 1))
	_ = response.Body.Close()
	f.id = response.Header.Get("Mcp-Session-Id")
	f.answer("POST", "["+toolsList+`,{"jsonrpc":"2.0","id":3,"method":"ping"}]`, 200, `"id":2,"error":{"code":-32603`)
}

// TestIdentity lets only who has opened a session use it.
func TestIdentity(t *testing.T) {
	f := newFront(t, newUpstream(t))
	f.Identity = func(r *http.Request) string { return r.Header.Get("X-User") }
	response := f.send("POST", initialize, "X-User", "alice")
	_ = response.Body.Close()
	f.id = response.Header.Get("Mcp-Session-Id")
	const logging = `{"jsonrpc":"2.0","id":3,"method":"ping"}`
	f.answer("POST", logging, 200, `"result":{}`, "X-User", "alice")
	for _, method := range []string{"POST", "GET", "DELETE"} {
		f.answer(method, logging, 404, "there is no such session", "X-User", "bob")
		f.answer(method, logging, 404, "there is no such session")
	}
	f.answer("DELETE", "", 204, "", "X-User", "alice")
}

// TestLimitPerIdentity bounds the sessions of each identity, until one of its sessions has ended.
func TestLimitPerIdentity(t *testing.T) {
	f := newFront(t, newUpstream(t))
	f.Identity = func(r *http.Request) string { return r.Header.Get("X-User") }
	f.MaxSessionsPerIdentity = 2
	open := func(user string) string {
		response := f.send("POST", initialize, "X-User", user)
		_ = response.Body.Close()
		return response.Header.Get("Mcp-Session-Id")
	}
	first := open("alice")
	if open("alice") == "" || open("bob") == "" || f.Sessions() != 3 {
		t.Fatalf("%d sessions", f.Sessions())
	}
	f.answer("POST", initialize, 429, "you have too many sessions", "X-User", "alice")
	f.answer("DELETE", "", 204, "", "X-User", "alice", "Mcp-Session-Id", first)
	f.answer("POST", initialize, 200, `"result"`, "X-User", "alice")
	f.answer("POST", initialize, 429, "you have too many sessions", "X-User", "alice")
	f.MaxSessions = 3
	f.answer("POST", initialize, 503, "there are too many sessions", "X-User", "carol")
	f.Close()
	if f.count.all != 0 || len(f.count.of) != 0 {
		t.Errorf("%v are left", f.count)
	}
}

// TestStored bounds the bytes of open requests in all sessions.
func TestStored(t *testing.T) {
	f := newFront(t, newUpstream(t))
	f.MaxStored = 10_000
	f.open()
	slow := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"slow","arguments":{"x":"` + strings.Repeat("x", 9000) + `"},"_meta":{"progressToken":1}}}`
	open := f.send("POST", slow)
	f.answer("POST", strings.Replace(slow, `"id":7`, `"id":8`, 1), 503, "too many requests are open")
	f.answer("POST", `{"jsonrpc":"2.0","id":9,"method":"ping"}`, 200, `"result":{}`)
	_ = open.Body.Close()
	eventually(t, func() bool {
		f.Handler.mutex.Lock()
		defer f.Handler.mutex.Unlock()
		return f.Handler.stored == 0
	})
}

// TestPassing tests what passes for clients without the handshake.
func TestPassing(t *testing.T) {
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Cookie") != "" {
			t.Error("a cookie passes")
		}
		_, _ = io.Copy(io.Discard, r.Body)
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		_, _ = w.Write([]byte("{}"))
	}))
	f := newFront(t, &upstream{Server: served})
	newest := []string{"Mcp-Protocol-Version", "2026-07-28", "Cookie", "a=b"}
	response := f.send("POST", toolsList, newest...)
	_ = response.Body.Close()
	if response.StatusCode != 200 || response.Header.Get("Set-Cookie") != "" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
	f.answer("POST", strings.Repeat(" ", DefaultMaxMessage+1), 413, "the message is too large", newest...)
	served.Close()
	f.answer("POST", toolsList, 502, "the server cannot be reached", newest...)
}

// TestRefusedHeaders tests headers that do not fit.
func TestRefusedHeaders(t *testing.T) {
	f := newFront(t, newUpstream(t))
	f.answer("POST", initialize, 406, "", "Accept", "text/html")
	f.answer("POST", initialize, 406, "", "Accept", "application/json")
	f.open()
	f.answer("POST", `{"jsonrpc":"2.0","id":9,"method":"ping"}`, 400, "not that of the session", "Mcp-Protocol-Version", "2025-11-25")
	f.answer("GET", "", 406, "", "Accept", "application/json")
	f.answer("POST", `{"jsonrpc":"2.0","id":9,"method":"ping"}`, 200, "", "Mcp-Protocol-Version", "2025-06-18", "Accept", "application/json, text/event-stream;q=0.5")
	f.Close()
	f.id = ""
	f.answer("POST", initialize, 503, "the gateway stops")
}

// TestHostileBodies refuses large batches of the largest size. Most of what it allocates is garbage at once.
func TestHostileBodies(t *testing.T) {
	f := newFront(t, newUpstream(t))
	response := f.send("POST", strings.Replace(initialize, "2025-06-18", "2025-03-26", 1))
	_ = response.Body.Close()
	f.id = response.Header.Get("Mcp-Session-Id")
	type expected struct {
		status int
		times  uint64 // as many bytes as in the body
	}
	for item, want := range map[string]expected{
		"1": {400, 5}, "{}": {400, 5}, "[]": {400, 5},
		`{"id":1}`: {200, 20}, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`: {200, 20}, // 1000 errors
		`{"jsonrpc":"2.0","id":1,"result":{}}`: {400, 100}, // garbage for each response
	} {
		body := "[" + strings.Repeat(item+",", (DefaultMaxMessage-100)/(len(item)+1)) + item + "]"
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f.answer("POST", body, want.status, "a batch has at most 1000 messages")
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > want.times*uint64(len(body)) {
			t.Errorf("%s: %d bytes are allocated for %d", item, used, len(body))
		}
	}
	if open := f.sessionOf(t).session.Open(); open != 0 {
		t.Errorf("%d requests are open", open)
	}
}

// TestHostileBatches looks for a revision in the first messages of large batches, and reads one message at a time.
func TestHostileBatches(t *testing.T) {
	for _, item := range []string{"1", "{}", "[]", `{"params":{"_meta":{}}}`, `"\u0061"`} {
		body := []byte("[" + strings.Repeat(item+",", (DefaultMaxMessage-100)/(len(item)+1)) + `"\u0061"]`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if refused, _ := checkRevision(nil, body); refused != nil {
			t.Errorf("%s: %s", item, refused.reason)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > DefaultMaxMessage {
			t.Errorf("%s: %d bytes are allocated", item, used)
		}
		count := 0
		eachMessage([]byte("["+strings.Repeat(item+" , ", 2000)+item+" ]"), func(members) bool {
			count++
			return true
		})
		if count != 2001 {
			t.Errorf("%s: %d messages", item, count)
		}
	}
}
