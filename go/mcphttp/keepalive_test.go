package mcphttp

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain lets the handlers write no comments into streams: on a slow machine, they would come before the responses.
// TestKeepAlive drives the clock itself.
func TestMain(m *testing.M) {
	systemClock.tick = never
	os.Exit(m.Run())
}

// never is a clock that stands still.
func never(time.Duration) <-chan time.Time { return nil }

// TestKeepAlive writes comments into silent streams of both handlers. A request that takes long gets a stream.
func TestKeepAlive(t *testing.T) {
	ticks, pauses := make(chan time.Time), make(chan time.Duration, 64)
	drivenBy := func(ticks chan time.Time) clock {
		return clock{time.Now, time.After, func(pause time.Duration) <-chan time.Time {
			pauses <- pause
			return ticks
		}}
	}
	use := func(response *http.Response, isStream bool) *bufio.Reader {
		t.Helper()
		if got := response.Header.Get("Content-Type"); isStream != (got == "text/event-stream") {
			t.Errorf("%s", got)
		}
		return bufio.NewReader(response.Body)
	}
	next := func(lines *bufio.Reader, want string) {
		t.Helper()
		for range 2 {
			if line, err := lines.ReadString('\n'); err != nil || line != "\n" && !strings.HasPrefix(line, want) {
				t.Errorf("%q %v", line, err)
			}
		}
	}
	tick := func() {
		t.Helper()
		select {
		case ticks <- time.Time{}:
		case <-time.After(time.Minute):
			t.Error("nothing waits for the clock")
		}
	}
	goOn := make(chan struct{})
	f := newFrontOf(t, func(w http.ResponseWriter, _ *http.Request, m members) {
		<-goOn
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(m["id"]) + `,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[]}}`))
	})
	f.clock = drivenBy(ticks)
	f.open()
	go tick() // the handler sends no header before
	response := f.send("POST", toolsList)
	defer response.Body.Close()
	lines := use(response, true)
	next(lines, ": keep-alive\n")
	tick()
	next(lines, ": keep-alive\n")
	close(goOn)
	next(lines, `data: {"jsonrpc":"2.0","id":2,"result":{"tools":[]`)
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 { // at the end, only the stream of GET waits for the clock
		t.Errorf("%q %v", rest, err)
	}
	standing := f.send("GET", "", "Accept", "text/event-stream")
	defer standing.Body.Close()
	lines = use(standing, true)
	tick()
	next(lines, ": keep-alive\n")
	for range 6 { // initialize, the request and the stream of GET, each also after its comments
		if pause := received(t, pauses); pause != DefaultKeepAlive {
			t.Errorf("a pause of %s", pause)
		}
	}

	s := newOlderServer(t)
	older := newStatelessFront(t, s)
	ticks = make(chan time.Time) // the stream of GET still waits for the first one
	older.StatelessHandler.clock, older.StatelessHandler.KeepAlive = drivenBy(ticks), time.Minute
	tickled := make(chan struct{})
	go func() {
		defer close(tickled)
		tick()
	}()
	waiting := older.send("POST", callOf("wait"), headersOf("wait")...)
	defer waiting.Body.Close()
	received(t, tickled)
	next(use(waiting, true), ": keep-alive\n")
	if pause := received(t, pauses); pause != time.Minute {
		t.Errorf("a pause of %s", pause)
	}
}
