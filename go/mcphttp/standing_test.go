package mcphttp

import (
	"bufio"
	"net/http/httptest"
	"testing"
)

// TestLeftStream keeps a message whose stream of GET ends while it is written, for the next stream.
func TestLeftStream(t *testing.T) {
	f := newFront(t, newUpstream(t))
	f.open()
	f.mutex.Lock()
	s := f.sessions[f.id]
	f.mutex.Unlock()
	left := newStream(httptest.NewRecorder())
	left.detach()
	s.mutex.Lock()
	s.standing = left
	s.mutex.Unlock()
	s.notify("", "", []byte(`{"jsonrpc":"2.0","method":"x/late"}`))
	if !left.isDone() {
		t.Error("the stream that the client has left is open")
	}
	s.mutex.Lock()
	count := len(s.kept)
	s.mutex.Unlock()
	if count != 1 {
		t.Fatalf("%d messages are kept", count)
	}
	standing := f.send("GET", "", "Accept", "text/event-stream")
	defer standing.Body.Close()
	if line, err := bufio.NewReader(standing.Body).ReadString('\n'); err != nil || line != "data: {\"jsonrpc\":\"2.0\",\"method\":\"x/late\"}\n" {
		t.Errorf("%q %v", line, err)
	}
}
