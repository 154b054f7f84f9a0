package mcprevisions_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// TestEmptyBatch gets the error of the decoder and the converter.
func TestEmptyBatch(t *testing.T) {
	for _, server := range []mcp.Revision{mcp.Revision20250618, mcp.Latest} {
		s, err := mcp.NewSession(mcp.Revision20250326, server)
		if err != nil {
			t.Fatal(err)
		}
		all := s.FromClient([]byte(`[]`))
		var bad *mcp.DecodeError
		if len(all) != 1 || !errors.As(all[0].Err, &bad) || bad.Error() != "a batch holds at least one message" {
			t.Errorf("%s: %v", server, all)
		}
	}
}

// TestErrorWithoutID has a client whose error has no id: a server without the handshake takes no responses.
func TestErrorWithoutID(t *testing.T) {
	s, err := mcp.NewSession(mcp.Revision20251125, mcp.Latest)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{`"id":null,`, ""} {
		all := s.FromClient([]byte(`{"jsonrpc":"2.0",` + id + `"error":{"code":-32700,"message":"no"}}`))
		var failure *mcp.ErrorResponse
		if len(all) != 1 || all[0].Frame != nil || !errors.As(all[0].Err, &failure) || failure.Code != -32700 {
			t.Errorf("%v", all)
		}
	}
}

// TestNoErrorResponse prints the absence of an error.
func TestNoErrorResponse(t *testing.T) {
	if got := fmt.Sprint(new(mcp.Message).ErrorResponse()); got != "the message has no error" {
		t.Error(got)
	}
}

// TestUnsupportedRevision refuses each request that states another revision, also an invalid one.
func TestUnsupportedRevision(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20250618)
	const meta = `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}}`
	for _, method := range []string{"tools/list", "server/discover", "tools/call"} {
		d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":9,"method":"`+method+`","params":`+meta+`}`)))
		const want = `{"jsonrpc":"2.0","id":9,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2027-01-01"}}}`
		var bad *mcp.DecodeError
		if string(d.Frame) != want || d.To != mcp.Client || !errors.As(d.Err, &bad) || bad.Pointer != "/params/_meta/io.modelcontextprotocol~1protocolVersion" {
			t.Errorf("%s: %s %v", method, d.Frame, d.Err)
		}
		if m, err := mcp.Decode(d.Frame, mcp.Latest, mcp.Server, ""); err != nil || m.Kind != mcp.Error {
			t.Errorf("%v", err)
		}
	}
}

// TestProgressOfRequest names the request of the client that a progress notification belongs to.
func TestProgressOfRequest(t *testing.T) {
	for name, s := range map[string]*mcp.Session{
		"neighbours": newSession(t), "a newer server": opened(t, mcp.Revision20250618), "an older server": openedByDiscover(t, mcp.Revision20250618),
	} {
		frame := strings.Replace(callTool, `"params":{`, `"params":{"_meta":{"progressToken":"p"},`, 1)
		if name == "an older server" {
			frame = string(request("7", "tools/call", `,"name":"t"`))
			frame = strings.Replace(frame, `"_meta":{`, `"_meta":{"progressToken":"p",`, 1)
		}
		all := s.FromClient([]byte(frame))
		id := idOf(string(all[len(all)-1].Frame))
		progress := []byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"\u0070","progress":1}}`)
		if d := only(t, s.FromServer(progress)); d.ClientRequest != "7" || d.To != mcp.Client || d.Frame == nil {
			t.Errorf("%s: %+v", name, d)
		}
		s.FromServer([]byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"resultType":"complete","content":[]}}`))
		if d := only(t, s.FromServer(progress)); d.ClientRequest != "" {
			t.Errorf("%s: after the response: %+v", name, d)
		}
	}
}

// TestStoredSize bounds what a session stores, and frees it.
func TestStoredSize(t *testing.T) {
	large := func(id string) []byte {
		return []byte(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"t","arguments":{"x":"` + strings.Repeat("x", 6000) + `"}}}`)
	}
	s := opened(t, mcp.Revision20250618, mcp.WithStoredSize(10_000))
	var tooLarge *mcp.OpenRequestsError
	for range 3 { // what an answered or cancelled request stored is free again
		if d := only(t, s.FromClient(large("1"))); d.To != mcp.Server {
			t.Fatalf("%v", d.Err)
		}
		if d := only(t, s.FromClient(large("2"))); d.To != mcp.Client || !errors.As(d.Err, &tooLarge) || tooLarge.Size != 10_000 {
			t.Fatalf("%+v", d)
		}
		s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[]}}`))
		s.FromClient(large("3"))
		s.FromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`))
	}
	if s.Open() != 0 {
		t.Errorf("%d open", s.Open())
	}
	// The answers of the client count too.
	s.FromClient(large("1"))
	question := sentTo(t, mcp.Client, s.FromServer(inputRequired("1", `{"r":{"method":"roots/list"}}`, "")))
	roots := `{"jsonrpc":"2.0","id":` + idOf(question) + `,"result":{"roots":[{"uri":"file:///` + strings.Repeat("r", 6000) + `"}]}}`
	if d := only(t, s.FromClient([]byte(roots))); d.To != mcp.Client || !errors.As(d.Err, &tooLarge) || s.Open() != 0 {
		t.Errorf("%+v", d)
	}
}

// TestStoredSizeWithoutInput has a client that cannot be asked: its calls pass, and only ids count.
func TestStoredSizeWithoutInput(t *testing.T) {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Latest, mcp.WithStoredSize(10_000))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetContext(mcp.Context{ClientCapabilities: []byte(`{}`)}); err != nil {
		t.Fatal(err)
	}
	large := strings.Repeat("x", 20_000)
	if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","arguments":{"x":"`+large+`"}}}`))); d.To != mcp.Server {
		t.Errorf("%v", d.Err)
	}
	if d := only(t, s.FromServer(inputRequired("7", `{}`, `,"requestState":"s"`))); d.To != mcp.Client || !strings.Contains(string(d.Frame), "the session did not store it") {
		t.Errorf("%s", d.Frame)
	}
	var tooLarge *mcp.OpenRequestsError
	if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":"`+large+`","method":"tools/list"}`))); !errors.As(d.Err, &tooLarge) {
		t.Errorf("%v", d.Err)
	}
}

// TestServerRevision reads hostile answers.
func TestServerRevision(t *testing.T) {
	for _, answer := range []string{"", "[]", "5", `{}`, `{"result":5}`, `{"result":{"supportedVersions":{"2025-06-18":1}}}`, `{"error":{"data":[]}}`, "{"} {
		found, err := mcp.ServerRevision([]byte(answer))
		var bad *mcp.DecodeError
		if found != "" || !errors.As(err, &bad) {
			t.Errorf("%s: %q %v", answer, found, err)
		}
	}
	for answer, want := range map[string]string{
		`[]`:                                 "expected a response, got an array",
		`{}`:                                 "the answer names no revision of the protocol",
		`{"result":{"protocolVersion":"1"}}`: `/result/protocolVersion: this is no revision of the protocol that is known here: "1"`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"No"}}`: "/error: the server answers with an error: No [-32601]",
	} {
		if _, err := mcp.ServerRevision([]byte(answer)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", answer, err)
		}
	}
}

// TestUnreadableReasons says what is wrong with a text, and where.
func TestUnreadableReasons(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for text, want := range map[string]string{
		"\ufeff" + ping: "not JSON: the text begins with a byte order mark; send UTF-8 without it",
		strings.Replace(ping, "ping", "\ufffdping\xff", 1): "not UTF-8 at byte 41",
		"[" + ping + "]": "2025-06-18 has no batches; send each message by itself",
	} {
		d := only(t, newSession(t).FromClient([]byte(text)))
		if d.Err == nil || d.Err.Error() != want || d.To != mcp.Client {
			t.Errorf("%q: %v", text, d.Err)
		}
	}
}

// TestMemoryOfSmallValues bounds the memory for a message of many small values.
func TestMemoryOfSmallValues(t *testing.T) {
	s := newSession(t, mcp.WithValidation())
	frame := []byte(strings.Replace(callTool, "1.50", "["+strings.Repeat("1,", 200_000)+"1]", 1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d := only(t, s.FromClient(frame))
	runtime.ReadMemStats(&after)
	if times := (after.TotalAlloc - before.TotalAlloc) / uint64(len(frame)); d.Err != nil || times > 40 {
		t.Errorf("%d times the message, %v", times, d.Err)
	}
}

// TestUnusableInitializeResult answers the client with an error if the server's answer to initialize cannot be used, also
// without validation.
func TestUnusableInitializeResult(t *testing.T) {
	for _, result := range []string{`{"capabilities":{}}`, `{"capabilities":{},"protocolVersion":5}`, `{"capabilities":{},"protocolVersion":null}`, `{"protocolVersion":"2025-06-18"}`, `{"capabilities":[],"protocolVersion":"2025-06-18"}`, `{}`, `[]`, `5`, `{"capabilities":{},"protocolVersion":"2025-06-19"}`} {
		s, err := mcp.NewSession(mcp.Latest, mcp.Revision20250618)
		if err != nil {
			t.Fatal(err)
		}
		opening := sentTo(t, mcp.Server, s.FromClient(request("1", "tools/list", "")))
		answer := sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(opening)+`,"result":`+result+`}`)))
		if !strings.Contains(answer, `"id":1,"error":{"code":-32603,"message":"the server`) {
			t.Errorf("%s: %s", result, answer)
		}
		s, _ = mcp.NewSession(mcp.Revision20250618, mcp.Latest)
		s.FromClient([]byte(openSession))
		answer = sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":"i","result":`+result+`}`)))
		if !strings.Contains(answer, `"id":"i","error":{"code":-32603,`) {
			t.Errorf("%s: %s", result, answer)
		}
	}
}

// TestLargeIDs gives a server a string for an id that it might round, and the client its own id again.
func TestLargeIDs(t *testing.T) {
	for _, id := range []string{"123456789012345678901234567890", "-9007199254740992", "1e20"} {
		s, err := mcp.NewSession(mcp.Revision20251125, mcp.Latest)
		if err != nil {
			t.Fatal(err)
		}
		opening := idOf(sentTo(t, mcp.Server, s.FromClient([]byte(strings.Replace(openSession, `"i"`, id, 1)))))
		if answer := sentTo(t, mcp.Client, s.FromServer([]byte(strings.Replace(discovered, `"i"`, opening, 1)))); idOf(answer) != id {
			t.Errorf("%s", answer)
		}
		sent := sentTo(t, mcp.Server, s.FromClient([]byte(strings.Replace(callTool, "7", id, 1))))
		if !strings.HasPrefix(idOf(sent), `"`) {
			t.Errorf("%s", sent)
		}
		question := sentTo(t, mcp.Client, s.FromServer(inputRequired(idOf(sent), `{"r":{"method":"roots/list"}}`, "")))
		again := sentTo(t, mcp.Server, s.FromClient([]byte(`{"jsonrpc":"2.0","id":`+idOf(question)+`,"result":{"roots":[]}}`)))
		d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(again)+`,"result":{"resultType":"complete","content":[]}}`)))
		if idOf(string(d.Frame)) != id || s.Open() != 0 {
			t.Errorf("%s, %d open", d.Frame, s.Open())
		}
		sent = sentTo(t, mcp.Server, s.FromClient([]byte(strings.Replace(callTool, "7", id, 1))))
		notice := sentTo(t, mcp.Server, s.FromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`)))
		if !strings.Contains(notice, `"requestId":`+idOf(sent)) || s.Open() != 0 {
			t.Errorf("%s", notice)
		}
	}
	s := opened(t, mcp.Revision20251125)
	if sent := sentTo(t, mcp.Server, s.FromClient([]byte(strings.Replace(callTool, "7", "9007199254740991", 1)))); idOf(sent) != "9007199254740991" {
		t.Errorf("%s", sent)
	}
}

// TestNoLosses has no differences in deliveries that lose nothing.
func TestNoLosses(t *testing.T) {
	for _, kind := range sessionKinds() {
		s := kind.open(t)
		sent := only(t, s.FromClient(kind.call("7")))
		answer := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(string(sent.Frame))+`,"result":{"resultType":"complete","content":[]}}`)))
		for _, d := range []mcp.Delivery{sent, answer} {
			if d.Err != nil || d.Losses != nil && len(d.Losses) == 0 {
				t.Errorf("%s: %#v %v", kind.name, d.Losses, d.Err)
			}
		}
	}
}

// TestOlderMethods tells a client with initialize that a session for the newest revision does not have it.
func TestOlderMethods(t *testing.T) {
	for _, options := range [][]mcp.Option{nil, {mcp.WithValidation()}} {
		s, err := mcp.NewSession(mcp.Latest, mcp.Revision20250618, options...)
		if err != nil {
			t.Fatal(err)
		}
		const want = `{"jsonrpc":"2.0","id":"i","error":{"code":-32601,"message":"/method: 'initialize' is not a method of a client in 2026-07-28"}}`
		if answer := sentTo(t, mcp.Client, s.FromClient([]byte(openSession))); answer != want || s.Open() != 0 {
			t.Errorf("%s", answer)
		}
	}
}
