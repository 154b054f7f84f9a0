package mcprevisions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	mcp "mcprevisions"
)

const clientFacts = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{},"sampling":{},"elicitation":{"form":{}}},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}`

// request returns a request of the newest revision; params begin with a comma, or are empty.
func request(id, method, params string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":%q,"params":{%s}%s}}`, id, method, clientFacts, params)
}

func initializeAnswer(id string, revision mcp.Revision) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":%q,"capabilities":{"tools":{"listChanged":true},"logging":{},"resources":{"subscribe":true}},"serverInfo":{"name":"s","version":"1"},"instructions":"i"}}`, id, revision)
}

// openedByDiscover returns a session that is open, and answers server/discover.
func openedByDiscover(t *testing.T, server mcp.Revision, options ...mcp.Option) *mcp.Session {
	t.Helper()
	s, err := mcp.NewSession(mcp.Latest, server, options...)
	if err != nil {
		t.Fatal(err)
	}
	sent := sentTo(t, mcp.Server, s.FromClient(request("0", "server/discover", "")))
	if !strings.Contains(sent, fmt.Sprintf(`"method":"initialize","params":{"protocolVersion":%q,`, server)) || !strings.Contains(sent, `"clientInfo":{"name":"c","version":"1"}`) {
		t.Errorf("%s", sent)
	}
	if m, err := mcp.Decode([]byte(sent), server, mcp.Client, ""); err != nil || m.Unknown != nil {
		t.Errorf("%s: %v", sent, err)
	}
	all := s.FromServer(initializeAnswer(idOf(sent), server))
	if len(all) != 2 || string(all[0].Frame) != `{"jsonrpc":"2.0","method":"notifications/initialized"}` || all[0].To != mcp.Server {
		t.Fatalf("%+v", all)
	}
	about := sentTo(t, mcp.Client, all[1:])
	if !strings.Contains(about, `"supportedVersions":["2026-07-28"]`) || !strings.Contains(about, `"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}`) {
		t.Errorf("%s", about)
	}
	if _, err := mcp.Decode([]byte(about), mcp.Latest, mcp.Server, "server/discover"); err != nil || s.Open() != 0 {
		t.Errorf("%s: %v", about, err)
	}
	return s
}

// TestStatelessClient answers server/discover after the handshake, and removes the facts of later requests.
func TestStatelessClient(t *testing.T) {
	for _, server := range mcp.Revisions()[:len(mcp.Revisions())-1] {
		options := []mcp.Option{mcp.WithValidation()}
		if server == mcp.Revision20251125 { // older ones lack capabilities of the client
			options = append(options, mcp.WithLosses(mcp.RefuseLosses))
		}
		s := openedByDiscover(t, server, options...)
		all := s.FromClient(request("1", "tools/call", `,"name":"t","arguments":{"n":1.50}`))
		sent := sentTo(t, mcp.Server, all)
		if strings.Contains(sent, "_meta") || !strings.Contains(sent, `"arguments":{"n":1.50}`) || all[0].ClientRequest != "1" {
			t.Errorf("%s", sent)
		}
		d := only(t, s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, idOf(sent))))
		if d.Err != nil || !strings.Contains(string(d.Frame), `"id":1,`) || !strings.Contains(string(d.Frame), `"resultType":"complete"`) || d.ClientRequest != "1" || s.Open() != 0 {
			t.Errorf("%s %v", d.Frame, d.Err)
		}
		if answer := sentTo(t, mcp.Server, s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))); answer != `{"jsonrpc":"2.0","id":1,"result":{}}` {
			t.Errorf("%s", answer)
		}
	}
}

// TestRequestsWait lets requests wait for the answer to initialize, and answers them with its error.
func TestRequestsWait(t *testing.T) {
	s, _ := mcp.NewSession(mcp.Latest, mcp.Revision20250618)
	opening := idOf(sentTo(t, mcp.Server, s.FromClient(request("1", "tools/list", ""))))
	if all := s.FromClient(request(`"x"`, "prompts/list", "")); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	if all := s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"no"}}`, opening)); len(all) != 2 || s.Open() != 0 ||
		string(all[1].Frame) != `{"jsonrpc":"2.0","id":"x","error":{"code":-32000,"message":"no"}}` {
		t.Errorf("%+v", all)
	}
	opening = idOf(sentTo(t, mcp.Server, s.FromClient(request("2", "tools/list", ""))))
	all := s.FromServer(initializeAnswer(opening, mcp.Revision20250326))
	if answer := sentTo(t, mcp.Client, all); !strings.Contains(answer, "the server speaks") || !strings.Contains(answer, "2025-03-26") {
		t.Errorf("%s", answer)
	}
	opening = idOf(sentTo(t, mcp.Server, s.FromClient(request("3", "tools/list", ""))))
	s.FromClient(request("4", "tools/list", ""))
	if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}`))); d.Frame != nil || d.Err != nil {
		t.Errorf("%+v", d)
	}
	if all = s.FromServer(initializeAnswer(opening, mcp.Revision20250618)); len(all) != 2 || !strings.Contains(string(all[1].Frame), `"tools/list"`) || s.Open() != 1 {
		t.Errorf("%+v", all)
	}
	for _, params := range []string{`{}`, `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`} {
		var bad *mcp.DecodeError
		if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":9,"method":"tools/list","params":`+params+`}`))); !errors.As(d.Err, &bad) || bad.Pointer != "/params/_meta" || bad.Code != mcp.CodeInvalidParams {
			t.Errorf("%s: %+v", params, d)
		}
	}
}

func stateOf(t *testing.T, frame string) (state string, names []string) {
	t.Helper()
	var m struct {
		Result struct {
			RequestState  string
			InputRequests map[string]struct{ Method string }
		}
	}
	if json.Unmarshal([]byte(frame), &m) != nil || m.Result.RequestState == "" {
		t.Fatalf("%s", frame)
	}
	for name := range m.Result.InputRequests {
		names = append(names, name)
	}
	return m.Result.RequestState, names
}

// TestRetryOfAnotherRequest refuses a request state with another request than the one that got it. The same request may
// have another order of members, another spelling and another _meta.
func TestRetryOfAnotherRequest(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20251125, mcp.WithValidation())
	call := idOf(sentTo(t, mcp.Server, s.FromClient(request("1", "tools/call", `,"name":"ask","arguments":{"n":1,"list":[1,2],"10":true}`))))
	state, names := stateOf(t, sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`))))
	back := fmt.Sprintf(`,"requestState":%q,"inputResponses":{%q:{"roots":[]}}`, state, names[0])
	for method, all := range map[string][]string{
		"tools/call": {
			`,"name":"greet","arguments":{"n":1,"list":[1,2],"10":true}`,
			`,"name":"ask","arguments":{"n":2,"list":[1,2],"10":true}`,
			`,"name":"ask","arguments":{"n":1,"list":[2,1],"10":true}`,
			`,"name":"ask","arguments":{"n":"1","list":[1,2],"10":true}`,
			`,"name":"ask"`,
			`,"name":"ask","arguments":{"n":1,"list":[1,2],"10":true},"more":1`,
		},
		"prompts/get":    {`,"name":"ask"`},
		"resources/read": {`,"uri":"file:///ask"`},
	} {
		for _, params := range all {
			d := only(t, s.FromClient(request("2", method, params+back)))
			var bad *mcp.DecodeError
			if d.To != mcp.Client || !errors.As(d.Err, &bad) || bad.Pointer != "/params/requestState" || bad.Code != mcp.CodeInvalidParams ||
				!strings.Contains(string(d.Frame), `"id":2,"error":{"code":-32602`) {
				t.Errorf("%s %s: %s %v", method, params, d.Frame, d.Err)
			}
		}
	}
	again := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"arguments":{"10":true,"\u006c\u0069st":[1.0,2],"n":1e0},"name":"\u0061sk"%s,%s,"progressToken":5}}}`, back, clientFacts)
	if answer := sentTo(t, mcp.Server, s.FromClient(again)); answer != `{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}` {
		t.Error(answer)
	}
	d := only(t, s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, call)))
	if d.Err != nil || d.ClientRequest != "3" || s.Open() != 0 {
		t.Errorf("%s %v", d.Frame, d.Err)
	}
}

// TestQuestions puts the requests for input of the server into results, and gives it the answers of the client.
func TestQuestions(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20251125, mcp.WithValidation())
	call := idOf(sentTo(t, mcp.Server, s.FromClient(request("7", "tools/call", `,"name":"t"`))))
	form := `{"jsonrpc":"2.0","id":%s,"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{}},"_meta":{"a/b":1}}}`
	d := only(t, s.FromServer(fmt.Appendf(nil, form, "7")))
	if _, err := mcp.Decode(d.Frame, mcp.Latest, mcp.Server, "tools/call"); err != nil || len(d.Losses) != 1 || d.Losses[0].Change != "R-MRTR" || d.ClientRequest != "7" {
		t.Errorf("%s %v %v", d.Frame, err, d.Losses)
	}
	state, names := stateOf(t, string(d.Frame))
	// A question while the client is asked waits for the next round; one for what the client did not declare is refused.
	if all := s.FromServer([]byte(`{"jsonrpc":"2.0","id":8,"method":"roots/list"}`)); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	visit := `{"jsonrpc":"2.0","id":9,"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a","elicitationId":"e"}}`
	if answer := sentTo(t, mcp.Server, s.FromServer([]byte(visit))); !strings.Contains(answer, `"id":9,"error":{"code":-32601`) {
		t.Errorf("%s", answer)
	}
	if s.Open() != 2 {
		t.Errorf("%d open requests", s.Open())
	}
	retry := func(id, state, answers string) []mcp.Delivery {
		return s.FromClient(request(id, "tools/call", fmt.Sprintf(`,"name":"t","requestState":%q,"inputResponses":{%s}`, state, answers)))
	}
	if answer := sentTo(t, mcp.Client, retry("8", "other", "")); !strings.Contains(answer, `"id":8,"error":{"code":-32602`) {
		t.Errorf("%s", answer)
	}
	all := retry("7", state, fmt.Sprintf(`%q:{"action":"accept","content":{"a":1.0}}`, names[0])) // the id is free again
	if len(all) != 2 || string(all[0].Frame) != `{"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"a":1.0}}}` {
		t.Fatalf("%+v", all)
	}
	next, names := stateOf(t, sentTo(t, mcp.Client, all[1:]))
	if answer := sentTo(t, mcp.Client, retry("9", state, "")); !strings.Contains(answer, `"error":{"code":-32602`) {
		t.Errorf("a state is used twice: %s", answer)
	}
	all = retry("10", next, "") // without the answer, the client is asked again
	next, _ = stateOf(t, sentTo(t, mcp.Client, all))
	// The server does not wait for the last answer.
	if all := s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, call)); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	all = retry("11", next, fmt.Sprintf(`%q:{"roots":[]}`, names[0]))
	if len(all) != 2 || string(all[0].Frame) != `{"jsonrpc":"2.0","id":8,"result":{"roots":[]}}` || !strings.Contains(string(all[1].Frame), `"id":11,"result":{`) || s.Open() != 0 {
		t.Errorf("%s %s", all[0].Frame, all[1].Frame)
	}
	if answer := sentTo(t, mcp.Server, s.FromServer(fmt.Appendf(nil, form, "1"))); !strings.Contains(answer, `"code":-32601`) {
		t.Errorf("no call is open: %s", answer)
	}
}

// TestParkedCalls ends the call that waits longest if there are too many, and questions after the last round.
func TestParkedCalls(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20251125, mcp.WithOpenRequests(2))
	ask := func(call string, id int) (string, []mcp.Delivery) {
		server := idOf(sentTo(t, mcp.Server, s.FromClient(request(call, "prompts/get", `,"name":"p"`))))
		return server, s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"roots/list"}`, id))
	}
	first, _ := ask("1", 1)
	ask("2", 2)
	s.FromServer([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)) // the server needs it no more
	_, all := ask("3", 3)
	if len(all) != 3 || !strings.Contains(string(all[1].Frame), `"id":1,"error"`) || !strings.Contains(string(all[2].Frame), `{"requestId":`+first+`}`) {
		t.Errorf("%+v", all)
	}
	s = openedByDiscover(t, mcp.Revision20251125)
	_, all = ask(`"a"`, 0)
	for round := 1; ; round++ {
		state, names := stateOf(t, sentTo(t, mcp.Client, all))
		sentTo(t, mcp.Server, s.FromClient(request(fmt.Sprint(round), "prompts/get", fmt.Sprintf(`,"name":"p","requestState":%q,"inputResponses":{%q:{"roots":[]}}`, state, names[0]))))
		all = s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"roots/list"}`, round))
		if round == 10 {
			if answer := sentTo(t, mcp.Server, all); !strings.Contains(answer, `"error"`) {
				t.Errorf("%s", answer)
			}
			break
		}
	}
}

// TestCancelledCalls cancels requests of the client at the server, and ends its subscriptions.
func TestCancelledCalls(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20250326)
	call := idOf(sentTo(t, mcp.Server, s.FromClient(request("7", "tools/call", `,"name":"t"`))))
	cancel := []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.0,"reason":"r"}}`)
	d := only(t, s.FromClient(cancel))
	if string(d.Frame) != `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+call+`,"reason":"r"}}` || d.ClientRequest != "7" || s.Open() != 0 {
		t.Errorf("%+v", d)
	}
	if d := only(t, s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, call))); d.Frame != nil || d.Err == nil {
		t.Errorf("a late response: %+v", d)
	}
	if d := only(t, s.FromClient(cancel)); !isUnneeded(d, mcp.Server, "R-CANCEL", string(cancel)) {
		t.Errorf("%+v", d)
	}
}

// isUnneeded reports whether a delivery drops a notification that nobody misses, and says why.
func isUnneeded(d mcp.Delivery, to mcp.Side, change, notification string) bool {
	if d.Frame != nil || d.Err != nil || d.To != to || len(d.Losses) != 1 {
		return false
	}
	one := d.Losses[0]
	return one.Kind == mcp.Dropped && one.Pointer == "" && string(one.Value) == notification && one.Reason != "" && one.Change == change
}

// TestUnneededNotifications drops notifications that come too late, or that no request of the client asks for. They are no
// errors of the server, also if the session refuses losses.
func TestUnneededNotifications(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20251125, mcp.WithLosses(mcp.RefuseLosses), mcp.WithValidation())
	frame := strings.Replace(string(request("1", "tools/call", `,"name":"t"`)), `"_meta":{`, `"_meta":{"progressToken":"a",`, 1)
	call := idOf(sentTo(t, mcp.Server, s.FromClient([]byte(frame))))
	sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":"q","method":"roots/list"}`)))
	s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, call))
	for notification, change := range map[string]string{
		`"notifications/progress","params":{"progressToken":"a","progress":1}`: "R-PROG",
		`"notifications/progress","params":{"progressToken":9,"progress":1}`:   "R-PROG",
		`"notifications/cancelled","params":{"requestId":"other"}`:             "R-CANCEL",
		`"notifications/message","params":{"level":"info","data":1}`:           "R-LOG",
		`"notifications/tools/list_changed"`:                                   "R-SUB",
		`"notifications/resources/updated","params":{"uri":"a:b"}`:             "R-SUB",
	} {
		text := `{"jsonrpc":"2.0","method":` + notification + `}`
		if d := only(t, s.FromServer([]byte(text))); !isUnneeded(d, mcp.Client, change, text) {
			t.Errorf("%s: %+v", notification, d)
		}
	}
	quiet := openedByDiscover(t, mcp.Revision20251125, mcp.WithUnreported("R-SUB"))
	if d := only(t, quiet.FromServer([]byte(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`))); d.Losses != nil || d.Err != nil {
		t.Errorf("%+v", d)
	}
}

// TestLogLevels sets the level that requests ask for, and drops messages that no open request wants.
func TestLogLevels(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20251125)
	message := func(level string, isWanted bool) {
		t.Helper()
		if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"`+level+`","data":1}}`))); (d.Frame != nil) != isWanted || d.Err != nil {
			t.Errorf("%s: %+v", level, d)
		}
	}
	withLevel := func(id, level string) []mcp.Delivery {
		frame := strings.Replace(string(request(id, "tools/call", `,"name":"t"`)), `"_meta":{`, `"_meta":{"io.modelcontextprotocol/logLevel":"`+level+`",`, 1)
		return s.FromClient([]byte(frame))
	}
	message("emergency", false)
	all := withLevel("1", "warning")
	if len(all) != 2 || !strings.Contains(string(all[0].Frame), `"logging/setLevel","params":{"level":"warning"}`) {
		t.Fatalf("%+v", all)
	}
	if d := only(t, s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{}}`, idOf(string(all[0].Frame))))); d.Frame != nil || d.Err != nil {
		t.Errorf("%+v", d)
	}
	message("info", false)
	message("error", true)
	sentTo(t, mcp.Server, withLevel("2", "error")) // the other call needs the more verbose level
	message("warning", true)
	if all := withLevel("3", "debug"); len(all) != 2 {
		t.Errorf("%+v", all)
	}
	message("debug", true)
}

// TestProgressTokens gives progress the token of the client's last request.
func TestProgressTokens(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20251125)
	withToken := func(id, token, params string) []mcp.Delivery {
		return s.FromClient([]byte(strings.Replace(string(request(id, "tools/call", `,"name":"t"`+params)), `"_meta":{`, `"_meta":{"progressToken":`+token+`,`, 1)))
	}
	progress := func(want string) {
		t.Helper()
		d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"a","progress":1}}`)))
		if want == "" && d.Frame != nil || want != "" && !strings.Contains(string(d.Frame), `"progressToken":`+want) {
			t.Errorf("%s: %s %v", want, d.Frame, d.Err)
		}
	}
	progress("")
	withToken("1", `"a"`, "")
	progress(`"a"`)
	state, names := stateOf(t, sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`))))
	progress("")
	withToken("2", "5", fmt.Sprintf(`,"requestState":%q,"inputResponses":{%q:{"roots":[]}}`, state, names[0]))
	progress("5")
}

// TestListeners answers subscriptions of the client, and sends it what they ask for.
func TestListeners(t *testing.T) {
	s := openedByDiscover(t, mcp.Revision20250618, mcp.WithValidation())
	listen := func(id, filter string) []mcp.Delivery {
		return s.FromClient(request(id, "subscriptions/listen", `,"notifications":`+filter))
	}
	answer := sentTo(t, mcp.Client, listen(`"l"`, `{"toolsListChanged":true,"promptsListChanged":true}`))
	if want := `"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"},"notifications":{"toolsListChanged":true}}`; !strings.Contains(answer, want) {
		t.Errorf("%s", answer)
	}
	subscribe := sentTo(t, mcp.Server, listen("2", `{"resourceSubscriptions":["a:b","a:b"]}`))
	if !strings.Contains(subscribe, `"resources/subscribe","params":{"uri":"a:b"}`) {
		t.Errorf("%s", subscribe)
	}
	if all := listen("3", `{"resourceSubscriptions":["a:b"]}`); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	updated := []byte(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b/c"}}`)
	if d := only(t, s.FromServer(updated)); d.Frame != nil {
		t.Errorf("before the acknowledgement: %s", d.Frame)
	}
	if all := s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{}}`, idOf(subscribe))); len(all) != 3 || !strings.Contains(string(all[2].Frame), `"io.modelcontextprotocol/subscriptionId":3},"notifications":{"resourceSubscriptions":["a:b"]}`) {
		t.Fatalf("%+v", all)
	}
	for i, d := range s.FromServer(updated) {
		if m, err := mcp.Decode(d.Frame, mcp.Latest, mcp.Server, ""); err != nil || m.Unknown != nil || !strings.Contains(string(d.Frame), fmt.Sprintf(`"io.modelcontextprotocol/subscriptionId":%d`, i+2)) {
			t.Errorf("%s %v", d.Frame, err)
		}
	}
	changed := []byte(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
	if sent := sentTo(t, mcp.Client, s.FromServer(changed)); !strings.Contains(sent, `"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"}}`) {
		t.Errorf("%s", sent)
	}
	if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}`))); d.Frame != nil || d.Err != nil {
		t.Errorf("%+v", d)
	}
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`
	only(t, s.FromClient(fmt.Appendf(nil, cancel, "2")))
	if all := s.FromClient(fmt.Appendf(nil, cancel, "3")); len(all) != 2 || !strings.Contains(string(all[1].Frame), `"resources/unsubscribe","params":{"uri":"a:b"}`) {
		t.Errorf("%+v", all)
	}
	// A refused resource is left out.
	subscribe = sentTo(t, mcp.Server, listen("4", `{"resourceSubscriptions":["c:d"]}`))
	if all := s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32002,"message":"m"}}`, idOf(subscribe))); len(all) != 2 || !strings.Contains(string(all[1].Frame), `"notifications":{}`) {
		t.Errorf("%+v", all)
	}
	if s.Open() != 2 {
		t.Errorf("%d open requests", s.Open())
	}
}
