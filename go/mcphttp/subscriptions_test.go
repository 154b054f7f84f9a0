package mcphttp

import (
	"bufio"
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

// testClock is a clock that a test drives.
type testClock struct {
	mutex  sync.Mutex
	time   time.Time
	pauses chan time.Duration
	fire   chan time.Time
}

func newTestClock() *testClock {
	return &testClock{time: time.Unix(0, 0), pauses: make(chan time.Duration, 8), fire: make(chan time.Time)}
}

func (c *testClock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.time
}

func (c *testClock) after(pause time.Duration) <-chan time.Time {
	c.pauses <- pause
	return c.fire
}

// pass lets time pass.
func (c *testClock) pass(more time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.time = c.time.Add(more)
}

// TestEndedSubscriptions opens the subscription to list changes again when the server ends it, after pauses that grow.
func TestEndedSubscriptions(t *testing.T) {
	answers := make(chan func(http.ResponseWriter, string))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		if m.text("method") == "server/discover" {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private"}}`, m["id"])
			return
		}
		(<-answers)(w, string(m["id"]))
	}))
	defer server.Close()
	f := newFront(t, &upstream{Server: server})
	driven := newTestClock()
	f.clock = clock{driven.now, driven.after, never}
	failures := make(chan error, 16)
	f.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) {
		if d.Err != nil {
			failures <- d.Err
		}
	}
	f.open()
	acknowledge := func(w http.ResponseWriter, id string) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"notifications\":{\"toolsListChanged\":true},\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":%s}}}\n\n", id)
	}
	end := func(w http.ResponseWriter, id string) {
		acknowledge(w, id)
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"resultType\":\"complete\"}}\n\n", id)
	}
	fail := func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusBadGateway) }
	paused := func(want time.Duration) {
		t.Helper()
		if got := received(t, driven.pauses); got != want {
			t.Errorf("the pause is %s, not %s", got, want)
		}
		driven.fire <- driven.now()
	}
	for i, answer := range []func(http.ResponseWriter, string){acknowledge, end, fail, acknowledge, fail, end, end} {
		answers <- answer
		paused(min(firstWait<<i, mostWait))
	}
	unanswered := 0
	for range len(failures) {
		var stated *mcp.ErrorResponse
		switch err := <-failures; {
		case !errors.As(err, &stated):
			t.Errorf("%v", err)
		case hasStatus(http.StatusBadGateway)(err):
			unanswered++
		}
	}
	if unanswered != 2 {
		t.Errorf("%d failures with the status of the server", unanswered)
	}
	answers <- func(w http.ResponseWriter, id string) {
		acknowledge(w, id)
		driven.pass(mostWait + 1)
	}
	paused(firstWait)
	// The client gets what the server sends on the new subscription.
	stream := f.send("GET", "", "Accept", "text/event-stream")
	defer stream.Body.Close()
	answers <- func(w http.ResponseWriter, id string) {
		acknowledge(w, id)
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":%s}}}\n\n", id)
	}
	lines := bufio.NewScanner(stream.Body)
	if !lines.Scan() || !strings.Contains(lines.Text(), "notifications/tools/list_changed") {
		t.Errorf("%s %v", lines.Text(), lines.Err())
	}
	paused(2 * firstWait)
	// A server that refuses is not asked again.
	answers <- func(w http.ResponseWriter, id string) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, id)
	}
	f.answer("POST", `{"jsonrpc":"2.0","id":3,"method":"ping"}`, 200, `"result":{}`)
	eventually(t, func() bool {
		s := f.sessionOf(t)
		s.mutex.Lock()
		defer s.mutex.Unlock()
		return len(s.calls) == 0
	})
	select {
	case pause := <-driven.pauses:
		t.Errorf("the subscription opens again after %s", pause)
	case answers <- end:
		t.Error("the subscription opens again")
	default:
	}
}
