package mcprevisions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	mcp "mcprevisions"
)

const (
	stateless = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	firstCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":` + stateless + `}}`
)

func initializeOf(id int, revision mcp.Revision) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`, id, revision)
}

func negotiating(t *testing.T, server mcp.Revision, options ...mcp.Option) *mcp.Session {
	t.Helper()
	s, err := mcp.NewSession(mcp.Auto, server, append(options, mcp.WithValidation())...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fakeServer answers the requests of a client as a server of some revisions does. With refusesPlainly, its errors list no
// revisions.
type fakeServer struct {
	speaks         []mcp.Revision
	refusesPlainly bool
	seen           []string
}

type fakeRequest struct {
	ID     json.RawMessage
	Method string
	Params struct {
		ProtocolVersion string
		Meta            map[string]any `json:"_meta"`
	}
}

func (s *fakeServer) answer(frame []byte) string {
	var r fakeRequest
	_ = json.Unmarshal(frame, &r)
	named := r.Params.ProtocolVersion
	if stated, ok := r.Params.Meta["io.modelcontextprotocol/protocolVersion"].(string); ok {
		named = stated
	}
	s.seen = append(s.seen, strings.TrimSpace(r.Method+" "+named))
	newest := s.speaks[len(s.speaks)-1]
	hasHandshake := mcp.Negotiate(string(s.speaks[0])) == s.speaks[0]
	spoken := slices.Contains(s.speaks, mcp.Revision(named))
	list, _ := json.Marshal(s.speaks)
	switch {
	case r.ID == nil:
		return ""
	case r.Method == "initialize" && !hasHandshake && !s.refusesPlainly:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":%s,"requested":%q}}}`, r.ID, list, named)
	case r.Method == "initialize" && !spoken && s.refusesPlainly && hasHandshake:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"bad version"}}`, r.ID)
	case r.Method == "initialize" && hasHandshake:
		if !spoken {
			named = string(newest)
		}
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":%q,"capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`, r.ID, named)
	case r.Method == "server/discover" && !hasHandshake:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":%s,"capabilities":{},"ttlMs":0,"cacheScope":"private"}}`, r.ID, list)
	case r.Method == "tools/call":
		kind := ""
		if !hasHandshake {
			kind = `"resultType":"complete",`
		}
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{%s"content":[{"type":"text","text":"done"}]}}`, r.ID, kind)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, r.ID)
}

// exchange passes messages until nothing is left, and returns those that the client gets.
func (s *fakeServer) exchange(session *mcp.Session, lines ...string) []string {
	var got []string
	var pass func(all []mcp.Delivery)
	pass = func(all []mcp.Delivery) {
		for _, one := range all {
			switch {
			case one.Frame == nil:
			case one.To == mcp.Client:
				got = append(got, string(one.Frame))
			default:
				if answer := s.answer(one.Frame); answer != "" {
					pass(session.FromServer([]byte(answer)))
				}
			}
		}
	}
	for _, line := range lines {
		pass(session.FromClient([]byte(line)))
	}
	return got
}

// TestPingFirst answers ping before the client names its revision, and then takes the revision of initialize.
func TestPingFirst(t *testing.T) {
	for _, server := range []mcp.Revision{"2024-11-05", "2025-11-25", "2026-07-28", mcp.Auto} {
		for _, client := range []mcp.Revision{"2024-11-05", "2025-06-18"} {
			speaks := server
			if speaks == mcp.Auto {
				speaks = "2025-11-25"
			}
			s, fake := negotiating(t, server), &fakeServer{speaks: []mcp.Revision{speaks}}
			if s.Client() != mcp.Auto || s.Server() != server || s.Converter(mcp.Client) != nil || s.Open() != 0 {
				t.Errorf("%s: %s and %s at first", server, s.Client(), s.Server())
			}
			got := fake.exchange(s, `{"jsonrpc":"2.0","id":7,"method":"ping"}`, initializeOf(8, client))
			if len(got) != 2 || got[0] != `{"jsonrpc":"2.0","id":7,"result":{}}` || !strings.Contains(got[1], `"protocolVersion":"`+string(client)+`"`) {
				t.Errorf("%s to %s: %s", client, server, got)
			}
			if slices.Contains(fake.seen, "ping") {
				t.Errorf("the server got %s", fake.seen)
			}
			if s.Client() != client || s.Server() != speaks || s.Converter(mcp.Client).Source() != client {
				t.Errorf("%s to %s: %s and %s", client, server, s.Client(), s.Server())
			}
		}
	}
}

// TestServersOfUnknownRevision finds the revision of each server, with clients of each revision, and serves a call.
func TestServersOfUnknownRevision(t *testing.T) {
	servers := []fakeServer{
		{speaks: []mcp.Revision{"2026-07-28"}}, {speaks: []mcp.Revision{"2026-07-28"}, refusesPlainly: true},
		{speaks: []mcp.Revision{"2024-11-05", "2025-03-26"}},
	}
	for _, one := range mcp.Revisions()[:4] {
		servers = append(servers, fakeServer{speaks: []mcp.Revision{one}})
	}
	for _, server := range servers {
		for _, client := range mcp.Revisions() {
			fake, s := server, negotiating(t, mcp.Auto)
			var got []string
			if client == mcp.Latest {
				got = fake.exchange(s, firstCall)
			} else {
				got = fake.exchange(s, initializeOf(0, client), `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
					`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`)
			}
			if len(got) == 0 || !strings.Contains(got[len(got)-1], `"text":"done"`) || strings.Contains(strings.Join(got, " "), "error") {
				t.Errorf("%s to %s: %s", client, fake.speaks, got)
			}
			if found := s.Server(); s.Client() != client || !slices.Contains(fake.speaks, found) || s.Open() != 0 {
				t.Errorf("%s to %s: %s and %s, %d open", client, fake.speaks, s.Client(), found, s.Open())
			}
		}
	}
}

// TestPlainRefusal offers the revision of the client to a server that refuses a newer one and lists nothing.
func TestPlainRefusal(t *testing.T) {
	fake, s := fakeServer{speaks: []mcp.Revision{"2025-03-26"}, refusesPlainly: true}, negotiating(t, mcp.Auto)
	got := fake.exchange(s, initializeOf(0, "2025-03-26"))
	if want := []string{"initialize 2025-11-25", "initialize 2025-03-26"}; len(got) != 1 || !slices.Equal(fake.seen, want) || s.Server() != "2025-03-26" {
		t.Errorf("%s %s", got, fake.seen)
	}
}

// TestWaiting stores what the client sends until the revision of the server is known, in its order and within the limits.
func TestWaiting(t *testing.T) {
	s := negotiating(t, mcp.Auto, mcp.WithOpenRequests(2))
	probe := only(t, s.FromClient([]byte(firstCall)))
	if probe.To != mcp.Server || !strings.Contains(string(probe.Frame), `"server/discover"`) || strings.Contains(string(probe.Frame), "progressToken") {
		t.Fatalf("%s", probe.Frame)
	}
	second, third := strings.Replace(firstCall, `"id":1`, `"id":2`, 1), strings.Replace(firstCall, `"id":1`, `"id":3`, 1)
	if all := s.FromClient([]byte(second)); len(all) != 0 || s.Open() != 2 {
		t.Errorf("%v, %d open", all, s.Open())
	}
	if all := s.FromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/a"}`)); len(all) != 0 {
		t.Errorf("%v", all)
	}
	var full *mcp.OpenRequestsError
	if d := only(t, s.FromClient([]byte(third))); !errors.As(d.Err, &full) || d.To != mcp.Client {
		t.Errorf("%+v", d)
	}
	var repeated *mcp.DecodeError
	for _, one := range []string{firstCall, second} {
		if d := only(t, s.FromClient([]byte(one))); !errors.As(d.Err, &repeated) || d.To != mcp.Client || !strings.Contains(string(d.Frame), "still open") {
			t.Errorf("%+v", d)
		}
	}
	var r fakeRequest
	_ = json.Unmarshal(probe.Frame, &r)
	all := s.FromServer([]byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, r.ID)))
	opening := only(t, all)
	if _ = json.Unmarshal(opening.Frame, &r); r.Method != "initialize" {
		t.Fatalf("%s", opening.Frame)
	}
	all = s.FromServer([]byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`, r.ID)))
	var methods []string
	for _, one := range all {
		if one.Frame != nil { // the notification has no form in the revision of the server
			_ = json.Unmarshal(one.Frame, &r)
			methods = append(methods, r.Method)
		}
	}
	if want := []string{"notifications/initialized", "tools/call", "tools/call"}; !slices.Equal(methods, want) {
		t.Errorf("%s", methods)
	}
}

func callOf(id int) []byte {
	return []byte(strings.Replace(firstCall, `"id":1`, fmt.Sprintf(`"id":%d`, id), 1))
}

func cancellationOf(id int) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id)
}

// TestCancelWhileWaiting drops a call that is cancelled before the session is open, at each step of the handshake. The
// server gets neither the call nor the cancellation, and a call that comes later passes.
func TestCancelWhileWaiting(t *testing.T) {
	for _, client := range []mcp.Revision{mcp.Auto, mcp.Latest} {
		for _, server := range []mcp.Revision{mcp.Auto, "2025-06-18"} {
			for _, speaks := range []mcp.Revision{"2025-06-18", mcp.Latest} {
				if server != mcp.Auto && server != speaks {
					continue
				}
				for _, cancelled := range [][]int{{1}, {2}, {1, 2}} {
					for step := range 2 { // before the answer to server/discover, and to initialize
						name := fmt.Sprintf("%s to %s, a server of %s, cancels %d at step %d", client, server, speaks, cancelled, step)
						s, err := mcp.NewSession(client, server, mcp.WithValidation())
						if err != nil {
							t.Fatal(err)
						}
						fake := &fakeServer{speaks: []mcp.Revision{speaks}}
						pending := s.FromClient(callOf(1))
						if all := s.FromClient(callOf(2)); len(all) != 0 || s.Open() != 2 {
							t.Errorf("%s: %v", name, all)
						}
						for range step {
							if one := pending[0]; len(pending) == 1 && server == mcp.Auto && speaks != mcp.Latest {
								pending = s.FromServer([]byte(fake.answer(one.Frame)))
							}
						}
						for i, id := range cancelled {
							d := only(t, s.FromClient(cancellationOf(id)))
							if d.Frame != nil || d.Err != nil || d.To != mcp.Server || d.ClientRequest != fmt.Sprint(id) || s.Open() != 1-i {
								t.Errorf("%s: %+v, %d open", name, d, s.Open())
							}
							if d := only(t, s.FromClient(cancellationOf(id))); !isUnneeded(d, mcp.Server, "R-CANCEL", string(cancellationOf(id))) {
								t.Errorf("%s: cancelled twice: %+v", name, d)
							}
						}
						s.FromClient(callOf(3))
						var calls, answered []string
						for len(pending) > 0 {
							one := pending[0]
							pending = pending[1:]
							if one.To == mcp.Client {
								answered = append(answered, one.ClientRequest)
								continue
							}
							var r fakeRequest
							if _ = json.Unmarshal(one.Frame, &r); r.Method == "notifications/cancelled" {
								t.Errorf("%s: the server gets %s", name, one.Frame)
							} else if r.Method == "tools/call" {
								calls = append(calls, string(r.ID))
							}
							if answer := fake.answer(one.Frame); answer != "" {
								pending = append(pending, s.FromServer([]byte(answer))...)
							}
						}
						var want []string
						for id := 1; id <= 3; id++ {
							if !slices.Contains(cancelled, id) {
								want = append(want, fmt.Sprint(id))
							}
						}
						if !slices.Equal(answered, want) || len(calls) != len(want) || s.Open() != 0 {
							t.Errorf("%s: %s answered, %d calls, %d open", name, answered, len(calls), s.Open())
						}
					}
				}
			}
		}
	}
}

// TestCancelWithInitialize drops a call that waits for the answer to initialize, and keeps initialize itself.
func TestCancelWithInitialize(t *testing.T) {
	s, fake := negotiating(t, mcp.Auto), &fakeServer{speaks: []mcp.Revision{"2025-03-26"}}
	opening := only(t, s.FromClient([]byte(initializeOf(1, "2025-06-18"))))
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`))
	if d := only(t, s.FromClient(cancellationOf(1))); d.To != mcp.Client || d.Err == nil || d.Frame != nil {
		t.Errorf("%+v", d)
	}
	if d := only(t, s.FromClient(cancellationOf(2))); d.Err != nil || d.ClientRequest != "2" || s.Open() != 1 {
		t.Errorf("%+v", d)
	}
	invalid := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`
	if d := only(t, s.FromClient([]byte(invalid))); d.Err == nil || d.Frame != nil {
		t.Errorf("%+v", d)
	}
	if d := only(t, s.FromServer([]byte(fake.answer(opening.Frame)))); d.To != mcp.Client || d.ClientRequest != "1" || s.Open() != 0 {
		t.Errorf("%+v", d)
	}
}

// TestCancelWhenFull frees a place with a cancellation, which needs none itself.
func TestCancelWhenFull(t *testing.T) {
	for _, server := range []mcp.Revision{mcp.Auto, "2025-11-25"} {
		for _, limit := range []mcp.Option{mcp.WithOpenRequests(3), mcp.WithStoredSize(3 * len(firstCall))} {
			s := negotiating(t, server, limit)
			s.FromClient(callOf(1))
			last, full := 1, (*mcp.OpenRequestsError)(nil)
			for ; full == nil && last < 10; last++ {
				for _, one := range s.FromClient(callOf(last + 1)) {
					errors.As(one.Err, &full)
				}
			}
			open := s.Open()
			if full == nil || open != last-1 {
				t.Fatalf("%s: %v, %d open", server, full, open)
			}
			for id := last - 1; id > 0; id-- {
				open--
				if d := only(t, s.FromClient(cancellationOf(id))); d.Err != nil || d.Frame != nil || d.ClientRequest != fmt.Sprint(id) || s.Open() != open {
					t.Errorf("%s: cancels %d: %+v, %d open", server, id, d, s.Open())
				}
			}
			if all := s.FromClient(callOf(1)); len(all) != 0 || s.Open() != 1 {
				t.Errorf("%s: a further call: %v, %d open", server, all, s.Open())
			}
		}
	}
}

// TestCancelledAndRefused gives the error of the server to the calls that still wait, and not to the cancelled ones.
func TestCancelledAndRefused(t *testing.T) {
	s := negotiating(t, mcp.Auto)
	sent := s.FromClient(callOf(1))
	s.FromClient(callOf(2))
	s.FromClient(callOf(3))
	s.FromClient(cancellationOf(1))
	s.FromClient(cancellationOf(3))
	for trials := 0; len(sent) == 1 && sent[0].To == mcp.Server && trials < 10; trials++ {
		sent = s.FromServer([]byte(`{"jsonrpc":"2.0","error":{"code":-32000,"message":"no"}}`))
	}
	if d := only(t, sent); !strings.HasPrefix(string(d.Frame), `{"jsonrpc":"2.0","id":2,"error":{"code":-32000`) || s.Open() != 0 {
		t.Errorf("%s, %d open", d.Frame, s.Open())
	}
}

// TestNoRevisionFound gives the first error of the server to every request that waits.
func TestNoRevisionFound(t *testing.T) {
	s := negotiating(t, mcp.Auto)
	sent := s.FromClient([]byte(initializeOf(1, "2025-06-18")))
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":"b","method":"tools/list"}`))
	trials := 0
	for ; len(sent) == 1 && sent[0].To == mcp.Server; trials++ {
		// An error without an id can only be about the one open request.
		sent = s.FromServer([]byte(fmt.Sprintf(`{"jsonrpc":"2.0","error":{"code":-32000,"message":"error %d","data":{"a":1.0}}}`, trials)))
	}
	want := []string{
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"error 0","data":{"a":1.0}}}`,
		`{"jsonrpc":"2.0","id":"b","error":{"code":-32000,"message":"error 0","data":{"a":1.0}}}`,
	}
	if len(sent) != 2 || string(sent[0].Frame) != want[0] || string(sent[1].Frame) != want[1] || trials != 3 {
		t.Errorf("%d trials, %+v", trials, sent)
	}
	fake := fakeServer{speaks: []mcp.Revision{"2025-06-18"}}
	if got := fake.exchange(s, initializeOf(1, "2025-06-18")); len(got) != 1 || s.Server() != "2025-06-18" {
		t.Errorf("after a failure: %s", got)
	}
}

// TestRefusedTrial answers all requests if the session for the revision of the server refuses the first one.
func TestRefusedTrial(t *testing.T) {
	const elicits = `{"elicitation":{}}`
	for name, one := range map[string]struct{ opening, waiting string }{
		"with initialize":    {strings.Replace(initializeOf(1, mcp.Revision20250618), `"capabilities":{}`, `"capabilities":`+elicits, 1), `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`},
		"without initialize": {strings.Replace(firstCall, "{}", elicits, 1), strings.Replace(firstCall, `"id":1`, `"id":2`, 1)},
	} {
		for _, refusesPlainly := range []bool{false, true} {
			for _, isCancelled := range []bool{false, true} {
				t.Run(fmt.Sprint(name, refusesPlainly, isCancelled), func(t *testing.T) {
					s := negotiating(t, mcp.Auto, mcp.WithLosses(mcp.RefuseLosses))
					fake := &fakeServer{speaks: []mcp.Revision{mcp.Revision20250326}, refusesPlainly: refusesPlainly}
					sent := only(t, s.FromClient([]byte(one.opening)))
					if all := s.FromClient([]byte(one.waiting)); len(all) != 0 {
						t.Fatalf("%+v", all)
					}
					if isCancelled {
						s.FromClient(cancellation("1"))
					}
					answers := make(map[string]int)
					for sent.Frame != nil {
						all := s.FromServer([]byte(fake.answer(sent.Frame)))
						sent = mcp.Delivery{}
						for _, d := range all {
							if d.To == mcp.Server {
								sent = d
							} else if d.Frame != nil {
								answers[idOf(string(d.Frame))]++
							}
						}
					}
					first := 1
					if isCancelled && name == "without initialize" {
						first = 0
					}
					if answers["1"] != first || answers["2"] != 1 || s.Open() != 0 {
						t.Errorf("%v, %d open, the server got %q", answers, s.Open(), fake.seen)
					}
				})
			}
		}
	}
}

// TestUnreadableAnswer makes the next trial if an answer of the server cannot be read.
func TestUnreadableAnswer(t *testing.T) {
	s := negotiating(t, mcp.Auto)
	s.FromClient([]byte(initializeOf(1, "2025-11-25")))
	if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":2,"result":{`))); d.Frame != nil || d.Err == nil {
		t.Errorf("another id: %+v", d)
	}
	if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{`))); d.To != mcp.Server || !strings.Contains(string(d.Frame), "server/discover") {
		t.Errorf("%s %v", d.Frame, d.Err)
	}
}

// TestInitializeAgain takes another revision after the server has refused the first one, and not after it has agreed.
func TestInitializeAgain(t *testing.T) {
	s := negotiating(t, "2025-11-25")
	s.FromClient([]byte(initializeOf(1, "2025-06-18")))
	s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`))
	s.FromClient([]byte(initializeOf(2, "2025-03-26")))
	if s.Client() != "2025-03-26" {
		t.Error(s.Client())
	}
	s.FromServer([]byte(`{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`))
	s.FromClient([]byte(initializeOf(3, "2025-06-18")))
	if s.Client() != "2025-03-26" {
		t.Error(s.Client())
	}
}

// TestBeforeTheHandshake answers what no revision is known for, and passes nothing.
func TestBeforeTheHandshake(t *testing.T) {
	const opening = "the first request must be initialize, or must name its revision in /params/_meta/io.modelcontextprotocol/protocolVersion"
	for _, one := range []struct {
		sender    mcp.Side
		line, out string // the answer; empty if there is none
	}{
		{mcp.Client, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"` + opening + `"}}`},
		{mcp.Client, `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + opening + `"}}`},
		{mcp.Client, strings.Replace(firstCall, "2026-07-28", "2099-01-01", 1), `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2099-01-01"}}}`},
		{mcp.Client, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a batch cannot open a session"}}`},
		{mcp.Client, `{"jsonrpc":"2.0","id":1,"method":"ping"`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32700,"message":"not JSON: `},
		{mcp.Client, `{"jsonrpc":"2.0","id":{},"method":"ping"}`, ``},
		{mcp.Client, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, ``},
		{mcp.Client, `{"jsonrpc":"2.0","id":1,"result":{}}`, ``},
		{mcp.Client, `[]`, ``},
		{mcp.Client, ``, ``},
		{mcp.Server, `{"jsonrpc":"2.0","id":"p","method":"ping"}`, `{"jsonrpc":"2.0","id":"p","result":{}}`},
		{mcp.Server, `{"jsonrpc":"2.0","id":"p","method":"roots/list"}`, `{"jsonrpc":"2.0","id":"p","error":{"code":-32600,"message":"the client has not opened the session yet"}}`},
		{mcp.Server, `{"jsonrpc":"2.0","method":"notifications/message"}`, ``},
		{mcp.Server, `{"jsonrpc":"2.0","id":1,"result":{}}`, ``},
		{mcp.Server, `not JSON`, ``},
	} {
		for _, server := range []mcp.Revision{"2026-07-28", mcp.Auto} {
			s := negotiating(t, server)
			take := s.FromClient
			if one.sender == mcp.Server {
				take = s.FromServer
			}
			d := only(t, take([]byte(one.line)))
			isPing := strings.HasSuffix(one.out, `"result":{}}`)
			if !strings.HasPrefix(string(d.Frame), one.out) || (d.Frame == nil) != (one.out == "") || d.Frame != nil && d.To != one.sender || (d.Err == nil) != isPing {
				t.Errorf("%s %s: %s %v", one.sender, one.line, d.Frame, d.Err)
			}
			if s.Client() != mcp.Auto {
				t.Errorf("%s: %s", one.line, s.Client())
			}
		}
	}
}

// TestAutoArguments refuses options that no session can use, and facts before the revisions are known.
func TestAutoArguments(t *testing.T) {
	var bad *mcp.ArgumentError
	if _, err := mcp.NewSession(mcp.Auto, "2020-01-01"); !errors.As(err, &bad) || bad.Argument != "server" {
		t.Error(err)
	}
	if _, err := mcp.NewSession("2020-01-01", mcp.Auto); !errors.As(err, &bad) || bad.Argument != "client" {
		t.Error(err)
	}
	if _, err := mcp.NewSession(mcp.Auto, mcp.Auto, nil); !errors.As(err, &bad) {
		t.Error(err)
	}
	if err := negotiating(t, mcp.Latest).SetContext(mcp.Context{}); !errors.As(err, &bad) {
		t.Error(err)
	}
}
