package mcprevisions_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	mcp "mcprevisions"
)

const (
	openSession = `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}},"clientInfo":{"name":"c","version":"1"}}}`
	discovered  = `{"jsonrpc":"2.0","id":"i","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"resources":{"subscribe":true}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"2","icons":[]}}}}`
	callTool    = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","arguments":{"n":1.50}}}`
)

func inputRequired(id, requests, state string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"input_required","inputRequests":%s%s}}`, id, requests, state)
}

// sentTo returns the text of the only delivery, which must go to a side.
func sentTo(t *testing.T, side mcp.Side, all []mcp.Delivery) string {
	t.Helper()
	d := only(t, all)
	if d.To != side || d.Frame == nil {
		t.Fatalf("to the %s: %s %v", d.To, d.Frame, d.Err)
	}
	return string(d.Frame)
}

func idOf(frame string) string {
	var m struct{ ID json.RawMessage }
	_ = json.Unmarshal([]byte(frame), &m)
	return string(m.ID)
}

func opened(t *testing.T, client mcp.Revision, options ...mcp.Option) *mcp.Session {
	t.Helper()
	s, err := mcp.NewSession(client, mcp.Latest, options...)
	if err != nil {
		t.Fatal(err)
	}
	if sent := sentTo(t, mcp.Server, s.FromClient([]byte(openSession))); !strings.Contains(sent, `"server/discover"`) || !strings.Contains(sent, `/clientInfo":{"name":"c"`) {
		t.Errorf("%s", sent)
	}
	answer := sentTo(t, mcp.Client, s.FromServer([]byte(discovered)))
	if want := fmt.Sprintf(`{"jsonrpc":"2.0","id":"i","result":{"protocolVersion":%q,`, client); !strings.HasPrefix(answer, want) || !strings.Contains(answer, `"resources":{"subscribe":true}`) {
		t.Errorf("%s", answer)
	}
	if _, err := mcp.Decode([]byte(answer), client, mcp.Server, "initialize"); err != nil {
		t.Errorf("%s: %s", client, err)
	}
	if s.Open() != 0 {
		t.Errorf("%d open requests", s.Open())
	}
	return s
}

// TestInitialize answers initialize in every revision that has it, and reports what the older form lacks.
func TestInitialize(t *testing.T) {
	for _, client := range mcp.Revisions()[:len(mcp.Revisions())-1] {
		opened(t, client, mcp.WithValidation())
	}
	for answer, code := range map[string]int{
		`"result":{"supportedVersions":["2027-01-01"],"capabilities":{}}`: mcp.CodeInternalError,
		`"result":{"supportedVersions":["2026-07-28"],"capabilities":[]}`: mcp.CodeInternalError,
		`"result":[]`: mcp.CodeInternalError,
		`"error":{"code":-32022,"message":"no","data":{"supported":["2027-01-01"],"requested":"a"}}`: mcp.CodeInvalidParams,
	} {
		s, _ := mcp.NewSession(mcp.Revision20250618, mcp.Latest)
		s.FromClient([]byte(openSession))
		d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":"i",`+answer+`}`)))
		if d.To != mcp.Client || !strings.Contains(string(d.Frame), fmt.Sprintf(`"id":"i","error":{"code":%d,`, code)) || s.Open() != 0 {
			t.Errorf("%s: %s", answer, d.Frame)
		}
	}
	s, _ := mcp.NewSession(mcp.Revision20251125, mcp.Latest)
	for _, wrong := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize"}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":[]}}`,
		`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"loud"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel"}`,
	} {
		if answer := sentTo(t, mcp.Client, s.FromClient([]byte(wrong))); !strings.Contains(answer, `"error":{"code":-32602,`) || s.Open() != 0 {
			t.Errorf("%s: %s", wrong, answer)
		}
	}
}

// TestRounds asks the client, gives the server its answers under a new id, and ends with one response to the client.
func TestRounds(t *testing.T) {
	s := opened(t, mcp.Revision20250618)
	serverID := idOf(sentTo(t, mcp.Server, s.FromClient([]byte(callTool))))
	for round := range 3 {
		question := sentTo(t, mcp.Client, s.FromServer(inputRequired(serverID, `{"r":{"method":"roots/list"}}`, `,"requestState":"\u0073<"`)))
		if !strings.Contains(question, `"method":"roots/list"}`) || s.Open() != 2 {
			t.Fatalf("%s, %d open", question, s.Open())
		}
		if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+serverID+`,"result":{"content":[]}}`))); d.Frame != nil || d.Err == nil {
			t.Errorf("a second response: %s", d.Frame)
		}
		again := sentTo(t, mcp.Server, s.FromClient([]byte(`{"jsonrpc":"2.0","id":`+idOf(question)+`,"result":{"roots":[],"_meta":{"a":1}}}`)))
		if idOf(again) == serverID || !strings.Contains(again, `{"n":1.50}`) || strings.Count(again, "inputResponses") != 1 ||
			!strings.Contains(again, `"inputResponses":{"r":{"roots":[]}},"requestState":"\u0073<"`) {
			t.Fatalf("round %d: %s", round, again)
		}
		if _, err := mcp.Decode([]byte(again), mcp.Latest, mcp.Client, ""); err != nil {
			t.Error(err)
		}
		if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`))); d.Frame != nil {
			t.Errorf("a response under an old id: %s", d.Frame)
		}
		serverID = idOf(again)
	}
	done := sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+serverID+`,"result":{"resultType":"complete","content":[]}}`)))
	if done != `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}` || s.Open() != 0 {
		t.Errorf("%s, %d open", done, s.Open())
	}
}

// TestManyRounds ends a request whose server asks again and again, also without a request for input.
func TestManyRounds(t *testing.T) {
	s := opened(t, mcp.Revision20251125)
	sent := sentTo(t, mcp.Server, s.FromClient([]byte(callTool)))
	for range 9 {
		sent = sentTo(t, mcp.Server, s.FromServer(inputRequired(idOf(sent), "{}", `,"requestState":"s"`)))
	}
	sent = sentTo(t, mcp.Server, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(sent)+`,"result":{"resultType":"input_required","requestState":""}}`)))
	if answer := sentTo(t, mcp.Client, s.FromServer(inputRequired(idOf(sent), "{}", `,"requestState":"s"`))); !strings.Contains(answer, `"id":7,"error":{"code":-32603`) || s.Open() != 0 {
		t.Errorf("%s", answer)
	}
}

// TestRoundWithoutParams repeats a request that has no params, although its revision requires them.
func TestRoundWithoutParams(t *testing.T) {
	s := opened(t, mcp.Revision20251125)
	sent := sentTo(t, mcp.Server, s.FromClient([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`)))
	again := sentTo(t, mcp.Server, s.FromServer(inputRequired(idOf(sent), "{}", `,"requestState":"s"`)))
	if !strings.Contains(again, `"params":{"requestState":"s"}`) {
		t.Errorf("%s", again)
	}
}

// TestRefusedInput ends the request of a client that does not answer, or cannot be asked, and withdraws what is open.
func TestRefusedInput(t *testing.T) {
	two := `{"a":{"method":"roots/list"},"b":{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a"}}}`
	for answer, want := range map[string]string{
		`"error":{"code":-1,"message":"no"}`:       `{"code":-1,"message":"an input response cannot carry the client's error: no"}`,
		`"error":{"code":-32601,"message":"none"}`: `{"code":-32603,"message":"an input response cannot carry the client's error: none"}`,
		`"result":[]`: `{"code":-32602,"message":"/result: expected an object, got an array"}`,
	} {
		s := opened(t, mcp.Revision20251125)
		s.FromClient([]byte(callTool))
		asked := s.FromServer(inputRequired("7", two, ""))
		if len(asked) != 2 || asked[1].Losses[0].Kind != mcp.Invented {
			t.Fatalf("%v", asked)
		}
		all := s.FromClient([]byte(`{"jsonrpc":"2.0","id":` + idOf(string(asked[0].Frame)) + `,` + answer + `}`))
		if len(all) != 2 || s.Open() != 0 {
			t.Fatalf("%d deliveries, %d open", len(all), s.Open())
		}
		notice := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + idOf(string(asked[1].Frame)) + `}}`
		if string(all[0].Frame) != notice || string(all[1].Frame) != `{"jsonrpc":"2.0","id":7,"error":`+want+`}` || all[1].Err == nil {
			t.Errorf("%s %s", all[0].Frame, all[1].Frame)
		}
		if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":`+idOf(string(asked[1].Frame))+`,"result":{"action":"cancel"}}`))); d.Frame != nil {
			t.Errorf("a late answer: %s", d.Frame)
		}
	}
	for _, wrong := range []string{two, `{}`, `[]`, `{"a":5}`, `{"a":{"method":"ping"}}`, `{"a":{"method":"roots/list","params":[]}}`} {
		s := opened(t, mcp.Revision20250326, mcp.WithOpenRequests(2))
		s.FromClient([]byte(callTool))
		if answer := sentTo(t, mcp.Client, s.FromServer(inputRequired("7", wrong, ""))); !strings.Contains(answer, `"id":7,"error":{"code":-32603`) || s.Open() != 0 {
			t.Errorf("%s: %s", wrong, answer)
		}
	}
	s := opened(t, mcp.Revision20251125, mcp.WithOpenRequests(1))
	s.FromClient([]byte(callTool))
	var tooMany *mcp.OpenRequestsError
	if d := only(t, s.FromServer(inputRequired("7", two, ""))); !errors.As(d.Err, &tooMany) || s.Open() != 0 {
		t.Errorf("%v", d.Err)
	}
}

// TestCancelledRounds cancels a request in each of its states, at the server under the id that the server knows.
func TestCancelledRounds(t *testing.T) {
	cancel := []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.0,"reason":"r"}}`)
	s := opened(t, mcp.Revision20251125)
	s.FromClient([]byte(callTool))
	if at := sentTo(t, mcp.Server, s.FromClient(cancel)); !strings.Contains(at, `"requestId":7,"reason":"r"`) || s.Open() != 0 {
		t.Errorf("%s", at)
	}
	s.FromClient([]byte(callTool))
	question := sentTo(t, mcp.Client, s.FromServer(inputRequired("7", `{"r":{"method":"roots/list"}}`, "")))
	if at := sentTo(t, mcp.Client, s.FromClient(cancel)); !strings.Contains(at, `"requestId":`+idOf(question)+`}`) || s.Open() != 0 {
		t.Errorf("%s", at)
	}
	s.FromClient([]byte(callTool))
	again := sentTo(t, mcp.Server, s.FromServer(inputRequired("7", `{}`, `,"requestState":"s"`)))
	if at := sentTo(t, mcp.Server, s.FromClient(cancel)); !strings.Contains(at, `"requestId":`+idOf(again)+`,`) || s.Open() != 0 {
		t.Errorf("%s", at)
	}
	if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(again)+`,"result":{"content":[]}}`))); d.Frame != nil {
		t.Errorf("a late response: %s", d.Frame)
	}
}

// TestRoundsAtOnce uses a session from several goroutines, with cancellations.
func TestRoundsAtOnce(t *testing.T) {
	s := opened(t, mcp.Revision20251125)
	var group sync.WaitGroup
	for i := range 16 {
		group.Add(1)
		go func() {
			defer group.Done()
			var queue []mcp.Delivery
			queue = s.FromClient(bytes.Replace([]byte(callTool), []byte(`"id":7`), fmt.Appendf(nil, `"id":"%d"`, i), 1))
			for step := 0; step < 6 && len(queue) > 0; step++ {
				one := queue[0]
				id := idOf(string(one.Frame))
				switch {
				case i%4 == step:
					queue = s.FromClient(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"%d"}}`, i))
				case one.To == mcp.Client:
					queue = s.FromClient([]byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"roots":[]}}`))
				default:
					queue = s.FromServer(inputRequired(id, `{"r":{"method":"roots/list"}}`, ""))
				}
			}
			_ = s.SetContext(mcp.Context{LogLevel: "info", ClientCapabilities: json.RawMessage(`{"roots":{}}`)})
			s.FromClient(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"%d"}}`, i))
		}()
	}
	group.Wait()
	if s.Open() != 0 {
		t.Errorf("%d open requests", s.Open())
	}
}

// TestInputParts converts requests for input and their responses for every revision, with the differences.
func TestInputParts(t *testing.T) {
	sample := `{"method":"sampling/createMessage","params":{"maxTokens":5,"messages":[{"role":"user","content":{"type":"text","text":"a"}},` +
		`{"role":"user","content":[{"type":"tool_result","toolUseId":"u","content":[],"structuredContent":[1]}]}],` +
		`"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"a":true,"b":false}},"outputSchema":{"type":"array"}}]}}`
	c, err := mcp.NewConverter(mcp.Latest, mcp.Revision20251125, mcp.Server)
	if err != nil {
		t.Fatal(err)
	}
	frame, losses, err := c.InputRequest([]byte(sample), []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := mcp.Decode(frame, mcp.Revision20251125, mcp.Server, ""); err != nil {
		t.Errorf("%s: %s", err, frame)
	}
	var found []string
	for _, one := range losses {
		found = append(found, fmt.Sprintf("%s %s %s", one.Kind, one.Pointer, one.Change))
	}
	want := []string{
		"reshaped /params/tools/0/inputSchema/properties/a R-STRUCT", "reshaped /params/tools/0/inputSchema/properties/b R-STRUCT",
		"dropped /params/tools/0/outputSchema R-STRUCT", "dropped /params/messages/1/content/0/structuredContent R-STRUCT",
	}
	if fmt.Sprint(found) != fmt.Sprint(want) {
		t.Errorf("%q", found)
	}
	// A converter of other messages has no requests for input.
	for _, one := range []struct {
		source, target mcp.Revision
		sender         mcp.Side
	}{
		{mcp.Latest, mcp.Latest, mcp.Server}, {mcp.Revision20250618, mcp.Latest, mcp.Server},
		{mcp.Latest, mcp.Revision20250618, mcp.Client}, {mcp.Revision20251125, mcp.Revision20250618, mcp.Server},
	} {
		c, err := mcp.NewConverter(one.source, one.target, one.sender)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = c.InputRequest([]byte(`{"method":"roots/list"}`), []byte("1"))
		isArgument(t, fmt.Sprint(one), err)
		_, _, err = c.InputResponse([]byte(`{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}`), "roots/list")
		isArgument(t, fmt.Sprint(one), err)
	}
	for _, id := range []string{"", "null", "[]", "1.5", "{", `"\ud800"`} {
		_, _, err = c.InputRequest([]byte(`{"method":"roots/list"}`), []byte(id))
		isArgument(t, "id "+id, err)
	}
}

// TestListChanges subscribes to the changes that the server offers, and passes them without the id of the subscription.
func TestListChanges(t *testing.T) {
	offer := strings.Replace(discovered, `"tools":{}`, `"tools":{"listChanged":true},"prompts":{"listChanged":false}`, 1)
	for _, client := range mcp.Revisions()[:len(mcp.Revisions())-1] {
		listening := func() (s *mcp.Session, id string, isTaken func(frame string)) {
			s, err := mcp.NewSession(client, mcp.Latest, mcp.WithValidation())
			if err != nil {
				t.Fatal(err)
			}
			s.FromClient([]byte(openSession))
			all := s.FromServer([]byte(offer))
			if len(all) != 2 || all[0].To != mcp.Client || !strings.Contains(string(all[0].Frame), `"tools":{"listChanged":true}`) || s.Open() != 0 {
				t.Fatalf("%+v", all)
			}
			listen := sentTo(t, mcp.Server, all[1:])
			m, err := mcp.Decode([]byte(listen), mcp.Latest, mcp.Client, "")
			if err != nil || m.Method != "subscriptions/listen" || !strings.Contains(listen, `"notifications":{"toolsListChanged":true}}`) {
				t.Fatalf("%s: %v", listen, err)
			}
			return s, idOf(listen), func(frame string) {
				t.Helper()
				if d := only(t, s.FromServer([]byte(frame))); d.Frame != nil || d.Err != nil {
					t.Errorf("%s: %s %v", frame, d.Frame, d.Err)
				}
			}
		}
		s, id, isTaken := listening()
		isTaken(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}`)
		for meta, want := range map[string]string{
			`{"io.modelcontextprotocol/subscriptionId":` + id + `}`:            `"params":{}`,
			`{"a/b":1.50,"io.modelcontextprotocol/subscriptionId":` + id + `}`: `"params":{"_meta":{"a/b":1.50}}`,
		} {
			notice := `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":` + meta + `}}`
			d := only(t, s.FromServer([]byte(notice)))
			if string(d.Frame) != `{"jsonrpc":"2.0","method":"notifications/tools/list_changed",`+want+`}` || d.Losses != nil || d.To != mcp.Client {
				t.Errorf("%s: %+v", d.Frame, d)
			}
		}
		isTaken(`{"jsonrpc":"2.0","id":` + id + `,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}`)
		_, id, isTaken = listening()
		isTaken(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`)
		s, id, _ = listening()
		var refused *mcp.ErrorResponse
		failure := `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32601,"message":"no","data":[1]}}`
		if d := only(t, s.FromServer([]byte(failure))); d.Frame != nil || !errors.As(d.Err, &refused) || refused.Code != -32601 || refused.Message != "no" || string(refused.Data) != "[1]" {
			t.Errorf("%s %v", d.Frame, d.Err)
		}
		if d := only(t, s.FromServer([]byte(failure))); d.Frame != nil || d.Err != nil {
			t.Errorf("a second response: %s %v", d.Frame, d.Err)
		}
	}
}

// TestSecondInitialize refuses initialize while another one is open or after its result, and takes it after an error.
func TestSecondInitialize(t *testing.T) {
	s, _ := mcp.NewSession(mcp.Revision20251125, mcp.Latest)
	again := strings.Replace(openSession, `"id":"i"`, `"id":"j"`, 1)
	isRefused := func() {
		t.Helper()
		if d := only(t, s.FromClient([]byte(again))); !strings.Contains(string(d.Frame), `"id":"j","error":{"code":-32600`) || d.To != mcp.Client || d.ClientRequest != "" {
			t.Errorf("%+v", d)
		}
	}
	s.FromClient([]byte(openSession))
	isRefused()
	sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":"i","error":{"code":-32603,"message":"later"}}`)))
	s.FromClient([]byte(openSession))
	sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":"i","result":{}}`))) // it states no capabilities
	s.FromClient([]byte(openSession))
	if d := only(t, s.FromServer([]byte(discovered))); d.Err != nil || d.ClientRequest != `"i"` {
		t.Errorf("%+v", d)
	}
	isRefused()
}

// TestErrorsWithoutID replies to a client's message without a valid id only if its revision has such errors. A server gets no
// reply, and no error without an id of a client.
func TestErrorsWithoutID(t *testing.T) {
	const failed = `{"jsonrpc":"2.0","error":{"code":-32600,"message":"m"}}`
	for _, revision := range mcp.Revisions() {
		s, err := mcp.NewSession(revision, revision)
		if err != nil {
			t.Fatal(err)
		}
		_, err = mcp.Decode([]byte(failed), revision, mcp.Client, "")
		hasReply := err == nil
		for _, frame := range []string{`{`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `[]`, `{"jsonrpc":"2.0","id":1.5}`} {
			d := only(t, s.FromClient([]byte(frame)))
			if d.To != mcp.Client || d.Err == nil || hasReply != (d.Frame != nil) {
				t.Errorf("%s %s: %+v", revision, frame, d)
			}
			if _, err := mcp.Decode(d.Frame, revision, mcp.Client, ""); hasReply && err != nil {
				t.Errorf("%s %s: %s %v", revision, frame, d.Frame, err)
			}
		}
		if d := only(t, s.FromClient([]byte(failed))); d.Err == nil || d.Frame != nil {
			t.Errorf("%s: %+v", revision, d)
		}
	}
	for _, kind := range sessionKinds() {
		s := kind.open(t)
		for _, frame := range []string{"listening on stdio", "{", "{}", "[]", "null", `{"level":30,"msg":"ready"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":1.5}`} {
			for _, d := range s.FromServer([]byte(frame)) {
				if d.Err == nil || d.Frame != nil {
					t.Errorf("%s %s: %s %v", kind.name, frame, d.Frame, d.Err)
				}
			}
		}
	}
}

// TestErrorsWithoutIDBetweenRevisions delivers an error without an id only to a revision that has such errors.
func TestErrorsWithoutIDBetweenRevisions(t *testing.T) {
	for _, client := range mcp.Revisions() {
		for _, server := range mcp.Revisions() {
			if client == server {
				continue
			}
			s, err := mcp.NewSession(client, server)
			if err != nil {
				t.Fatal(err)
			}
			for _, frame := range []string{`{"jsonrpc":"2.0","error":{"code":-32600,"message":"m"}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}`} {
				for _, d := range append(s.FromClient([]byte(frame)), s.FromServer([]byte(frame))...) {
					receiver, sender := client, mcp.Server
					if d.To == mcp.Server {
						receiver, sender = server, mcp.Client
					}
					if d.Frame == nil {
						continue
					}
					if _, err := mcp.Decode(d.Frame, receiver, sender, ""); err != nil {
						t.Errorf("%s, %s: %s to the %s: %s", client, server, frame, d.To, err)
					}
				}
			}
		}
	}
}

// TestUnansweredIDs refuses requests whose id no response can have, also between equal revisions.
func TestUnansweredIDs(t *testing.T) {
	for _, server := range []mcp.Revision{mcp.Revision20250618, mcp.Revision20251125, mcp.Latest} {
		s, err := mcp.NewSession(mcp.Revision20251125, server)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"1.5", "null", "{}", "[]", "true", "1e-1"} {
			for _, method := range []string{"initialize", "tools/list", "ping"} {
				frame := `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `"}`
				var bad *mcp.DecodeError
				d := only(t, s.FromClient([]byte(frame)))
				if d.To != mcp.Client || !errors.As(d.Err, &bad) || bad.Pointer != "/id" || bad.Code != mcp.CodeInvalidRequest || s.Open() != 0 ||
					!strings.HasPrefix(string(d.Frame), `{"jsonrpc":"2.0","error":{"code":-32600,`) {
					t.Errorf("%s to %s: %s %v", frame, server, d.Frame, d.Err)
				}
			}
			if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"roots/list"}`))); d.To != mcp.Server || d.Err == nil {
				t.Errorf("%s from %s: %s", id, server, d.Frame)
			}
		}
	}
	refused := mcp.NoCounterpart{Code: -32603, Reason: "r"}
	for _, id := range []string{"", "null", "1.5", "{", "[1]", `"`} {
		if reply := string(refused.ReplyTo([]byte(id), "m")); reply != `{"jsonrpc":"2.0","error":{"code":-32603,"message":"m: r"}}` {
			t.Errorf("%s: %s", id, reply)
		}
	}
}

// TestFaultyFacts reports a fact of the client where the client states it.
func TestFaultyFacts(t *testing.T) {
	for message, pointer := range map[string]string{
		`"method":"logging/setLevel","params":{"level":"loud"}`:                                     "/params/level",
		`"method":"logging/setLevel","params":{"level":5}`:                                          "/params/level",
		`"method":"initialize","params":{"capabilities":{},"clientInfo":5}`:                         "/params/clientInfo",
		`"method":"initialize","params":{"capabilities":[],"clientInfo":{"name":"","version":""}}`:  "/params/capabilities",
		`"method":"initialize","params":{"capabilities":{"roots":5},"clientInfo":{"name":"a"}}`:     "/params/capabilities",
		`"method":"initialize","params":{"capabilities":{},"clientInfo":{"name":"a","version":{}}}`: "/params/clientInfo",
	} {
		s, _ := mcp.NewSession(mcp.Revision20250618, mcp.Latest)
		var bad *mcp.DecodeError
		d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":3,`+message+`}`)))
		if !errors.As(d.Err, &bad) || !strings.HasPrefix(bad.Pointer, pointer) || string(bad.ID) != "3" || !strings.Contains(string(d.Frame), `"error":{"code":-32602`) {
			t.Errorf("%s: %s %v", message, d.Frame, d.Err)
		}
	}
}

// TestTakenNotifications takes the notifications of a client that concern a session, which the server does not have.
func TestTakenNotifications(t *testing.T) {
	s := opened(t, mcp.Revision20251125, mcp.WithValidation())
	for _, method := range []string{"notifications/initialized", "notifications/roots/list_changed"} {
		if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","method":"`+method+`"}`))); d.Frame != nil || d.Err != nil {
			t.Errorf("%s: %s %v", method, d.Frame, d.Err)
		}
		if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","method":"`+method+`","params":5}`))); d.Frame != nil || d.Err == nil {
			t.Errorf("%s: %s", method, d.Frame)
		}
	}
}

// TestUnnamedServer reports the name that the session invents for a server without one.
func TestUnnamedServer(t *testing.T) {
	s, _ := mcp.NewSession(mcp.Revision20250326, mcp.Latest)
	s.FromClient([]byte(openSession))
	d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":"i","result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}`)))
	if len(d.Losses) != 1 || d.Losses[0].Kind != mcp.Invented || d.Losses[0].Pointer != "/result/serverInfo" || d.Losses[0].Change != "R-INIT" ||
		string(d.Losses[0].Value) != `{"name":"unknown","version":"0"}` {
		t.Errorf("%+v", d.Losses)
	}
	if _, err := mcp.Decode(d.Frame, mcp.Revision20250326, mcp.Server, "initialize"); err != nil {
		t.Errorf("%s: %v", d.Frame, err)
	}
}

// TestNamesWithIcons opens sessions that refuse losses between peers whose icons an older revision lacks.
func TestNamesWithIcons(t *testing.T) {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Latest, mcp.WithLosses(mcp.RefuseLosses))
	if err != nil {
		t.Fatal(err)
	}
	s.FromClient([]byte(openSession))
	d := s.FromServer([]byte(discovered))[0]
	if _, err := mcp.Decode(d.Frame, mcp.Revision20250618, mcp.Server, "initialize"); d.Err != nil || err != nil || strings.Contains(string(d.Frame), "icons") {
		t.Errorf("%s %v %v", d.Frame, d.Err, err)
	}
	s, err = mcp.NewSession(mcp.Latest, mcp.Revision20250618, mcp.WithLosses(mcp.RefuseLosses))
	if err != nil {
		t.Fatal(err)
	}
	frame := request("1", "server/discover", "")
	frame = bytes.Replace(frame, []byte(`{"name":"c","version":"1"}`), []byte(`{"name":"c","version":"1","icons":[{"src":"a:b"}]}`), 1)
	if sent := sentTo(t, mcp.Server, s.FromClient(frame)); !strings.Contains(sent, `"clientInfo":{"name":"c","version":"1"}`) {
		t.Error(sent)
	}
}

// TestCancelledInitialize drops a cancellation of initialize: the request stays open.
func TestCancelledInitialize(t *testing.T) {
	s, _ := mcp.NewSession(mcp.Revision20251125, mcp.Latest)
	s.FromClient([]byte(openSession))
	d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"i"}}`)))
	if d.Frame != nil || d.Err == nil || s.Open() != 1 {
		t.Errorf("%s %v", d.Frame, d.Err)
	}
	if answer := sentTo(t, mcp.Client, s.FromServer([]byte(discovered))); !strings.Contains(answer, `"id":"i","result"`) {
		t.Errorf("%s", answer)
	}
}

// TestUndeclaredInput refuses a call whose result asks for what the client did not declare, or that cannot ask.
func TestUndeclaredInput(t *testing.T) {
	form := `{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{}}}}`
	visit := `{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a"}}`
	sample := `{"method":"sampling/createMessage","params":{"maxTokens":5,"messages":[]`
	roots := `{"method":"roots/list"}`
	for _, one := range []struct {
		capabilities, request string
		isDeclared            bool
	}{
		{`{}`, form, false}, {`{"elicitation":{}}`, form, true}, {`{"elicitation":{"form":{}}}`, form, true}, {`{"elicitation":{"url":{}}}`, form, false},
		{`{"elicitation":{}}`, visit, false}, {`{"elicitation":{"url":{}}}`, visit, true},
		{`{}`, roots, false}, {`{"roots":{}}`, roots, true}, {`{"roots":{}}`, sample + `}}`, false}, {`{"sampling":{}}`, sample + `}}`, true},
		{`{"sampling":{}}`, sample + `,"tools":[]}}`, false}, {`{"sampling":{"tools":{}}}`, sample + `,"tools":[]}}`, true},
	} {
		s, _ := mcp.NewSession(mcp.Revision20251125, mcp.Latest)
		s.FromClient([]byte(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + one.capabilities + `,"clientInfo":{"name":"c","version":"1"}}}`))
		s.FromServer([]byte(discovered))
		s.FromClient([]byte(callTool))
		answer := sentTo(t, mcp.Client, s.FromServer(inputRequired("7", `{"a":`+one.request+`}`, "")))
		if isRefused := strings.Contains(answer, `"id":7,"error":{"code":-32603`) && s.Open() == 0; isRefused == one.isDeclared {
			t.Errorf("%s %s: %s", one.capabilities, one.request, answer)
		}
	}
	for method, may := range map[string]bool{"tools/list": false, "completion/complete": false, "prompts/get": true, "resources/read": true} {
		s := opened(t, mcp.Revision20251125)
		s.FromClient([]byte(`{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":{}}`))
		d := only(t, s.FromServer(inputRequired("7", `{"a":`+roots+`}`, "")))
		if d.To != mcp.Client || (d.Err == nil) != may || (s.Open() == 0) == may {
			t.Errorf("%s: %s %v", method, d.Frame, d.Err)
		}
	}
}

// TestRoutineChanges does not report what the session states itself, so a session that refuses losses works.
func TestRoutineChanges(t *testing.T) {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Latest, mcp.WithLosses(mcp.RefuseLosses))
	if err != nil {
		t.Fatal(err)
	}
	s.FromClient([]byte(openSession))
	about := strings.Replace(discovered, `,"icons":[]`, "", 1)
	sentTo(t, mcp.Client, s.FromServer([]byte(about)))
	sentTo(t, mcp.Server, s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)))
	list := `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":5,"cacheScope":"private","tools":[%s],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"2"}}}}`
	if d := only(t, s.FromServer(fmt.Appendf(nil, list, ""))); d.Err != nil || string(d.Frame) != `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}` {
		t.Errorf("%s %v", d.Frame, d.Err)
	}
	sentTo(t, mcp.Server, s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)))
	var lossy *mcp.LossError
	if d := only(t, s.FromServer(fmt.Appendf(nil, list, `{"name":"t","inputSchema":{"type":"object"},"icons":[]}`))); !errors.As(d.Err, &lossy) {
		t.Errorf("%s %v", d.Frame, d.Err)
	}
}
