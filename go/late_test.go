package mcprevisions_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	mcp "mcprevisions"
)

func cancellation(id string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`, id)
}

// isLate reports whether a session drops a response because its request was cancelled. A second response to the same
// request answers no open request.
func isLate(t *testing.T, take func([]byte) []mcp.Delivery, frame string) bool {
	t.Helper()
	var bad *mcp.DecodeError
	d := only(t, take([]byte(frame)))
	if d.Frame != nil || !errors.As(d.Err, &bad) {
		t.Errorf("%s: %s %v", frame, d.Frame, d.Err)
	}
	if again := only(t, take([]byte(frame))); errors.Is(again.Err, mcp.ErrCancelled) || again.Frame != nil || !errors.As(again.Err, &bad) {
		t.Errorf("%s again: %s %v", frame, again.Frame, again.Err)
	}
	return errors.Is(d.Err, mcp.ErrCancelled)
}

// TestLateResponses drops the responses to cancelled requests of either side, with an error of their own.
func TestLateResponses(t *testing.T) {
	answer := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[]}}` }
	t.Run("of a client", func(t *testing.T) {
		for _, id := range []string{"7", `"a"`} {
			s := newSession(t)
			s.FromClient([]byte(strings.Replace(callTool, "7", id, 1)))
			s.FromClient(cancellation(id))
			if !isLate(t, s.FromServer, answer(id)) || isLate(t, s.FromServer, answer("8")) {
				t.Error("not told apart")
			}
		}
	})
	t.Run("of a server", func(t *testing.T) {
		s := newSession(t)
		s.FromServer([]byte(`{"jsonrpc":"2.0","id":7,"method":"roots/list"}`))
		s.FromServer(cancellation("7"))
		if isLate(t, s.FromServer, answer("7")) { // the client had no such request
			t.Error("not told apart")
		}
		if !isLate(t, s.FromClient, `{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}`) {
			t.Error("not late")
		}
	})
	t.Run("that cannot be read", func(t *testing.T) {
		s := newSession(t)
		s.FromClient([]byte(callTool))
		s.FromClient(cancellation("7"))
		if !isLate(t, s.FromServer, `{"jsonrpc":"2.0","id":7,"result":{"content":1e999}}`) {
			t.Error("not late")
		}
	})
	t.Run("of a server without initialize", func(t *testing.T) {
		s := opened(t, mcp.Revision20250618)
		s.FromClient([]byte(callTool))
		s.FromClient(cancellation("7"))
		if !isLate(t, s.FromServer, answer("7")) {
			t.Error("not late")
		}
	})
	t.Run("to a request for input", func(t *testing.T) {
		s := opened(t, mcp.Revision20251125)
		s.FromClient([]byte(callTool))
		asked := sentTo(t, mcp.Client, s.FromServer(inputRequired("7", `{"a":{"method":"roots/list"}}`, `,"requestState":"x"`)))
		s.FromClient(cancellation("7"))
		if !isLate(t, s.FromClient, `{"jsonrpc":"2.0","id":`+idOf(asked)+`,"result":{"roots":[]}}`) {
			t.Error("not late")
		}
	})
	t.Run("to a client without initialize", func(t *testing.T) {
		s := openedByDiscover(t, mcp.Revision20250618)
		sent := sentTo(t, mcp.Server, s.FromClient(request("1", "tools/call", `,"name":"t"`)))
		s.FromClient(cancellation("1"))
		if !isLate(t, s.FromServer, answer(idOf(sent))) {
			t.Error("not late")
		}
	})
	t.Run("with a session that learns the revisions", func(t *testing.T) {
		s := negotiating(t, mcp.Auto)
		fake := &fakeServer{speaks: []mcp.Revision{mcp.Revision20250618}}
		fake.exchange(s, initializeOf(1, mcp.Revision20250618))
		s.FromClient([]byte(callTool))
		s.FromClient(cancellation("7"))
		if !isLate(t, s.FromServer, answer("7")) {
			t.Error("not late")
		}
	})
}

// TestManyLateResponses remembers 1,000 cancelled requests.
func TestManyLateResponses(t *testing.T) {
	s := newSession(t)
	const count = 1500
	for i := range count {
		s.FromClient([]byte(strings.Replace(callTool, "7", fmt.Sprint(i), 1)))
		s.FromClient(cancellation(fmt.Sprint(i)))
	}
	late := 0
	for i := range count {
		if isLate(t, s.FromServer, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[]}}`, i)) {
			late++
		}
	}
	if late != 1000 {
		t.Errorf("%d", late)
	}
}
