package mcprevisions_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// unreadableValues are values that no reader of JSON takes, or none with the limits of the tests.
var unreadableValues = []string{
	`"cut \ud83d"`, `"\udc00 cut"`, `{"\ud800":1}`, "1e999", "-1e999", "NaN", "-Infinity", "undefined", `{"a":1,"a":NaN}`, `[1,]`, `{"a"}`, `'x'`,
	"\"\xff\"", "\"\xc3\"", "\"a\nb\"", `"\x"`, `"\u12"`, "01", strings.Repeat("9", 5000), strings.Repeat("[", 450) + strings.Repeat("]", 450),
	strings.Repeat(`{"a":`, 450) + "1" + strings.Repeat("}", 450), `"` + strings.Repeat("x", 1<<16) + `"`,
}

var small = mcp.WithLimits(mcp.Limits{Size: 1 << 14, Batch: 20})

// unreadable returns a message that cannot be read: its members in any order, with the id in any spelling.
func unreadable(random *rand.Rand, id, members string) string {
	bad := unreadableValues[random.IntN(len(unreadableValues))]
	parts := []string{`"jsonrpc":"2.0"`, strings.ReplaceAll(members, "%", bad)}
	if id != "" {
		parts = append(parts, []string{`"id":` + id, `"\u0069d" : ` + id, `"id":"other","id":` + id}[random.IntN(3)])
	}
	if strings.Contains(members, "%") {
		random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	return "{" + strings.Join(parts, ",") + "}"
}

const unreadableResult = `"result":{"content":[{"type":"text","text":%}],"structuredContent":{"x":%}}`

// sessionKind is a session in which a request of the client can be sent.
type sessionKind struct {
	name   string
	open   func(t *testing.T, options ...mcp.Option) *mcp.Session
	client mcp.Revision
	server mcp.Revision
}

func sessionKinds() []sessionKind {
	plain := func(client, server mcp.Revision) sessionKind {
		open := func(t *testing.T, options ...mcp.Option) *mcp.Session {
			s, err := mcp.NewSession(client, server, options...)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		return sessionKind{fmt.Sprintf("%s to %s", client, server), open, client, server}
	}
	kinds := []sessionKind{plain("2025-06-18", "2025-11-25"), plain("2025-11-25", "2024-11-05"), plain("2025-03-26", "2025-03-26"), plain("2025-11-25", "2025-11-25"), plain("2026-07-28", "2026-07-28")}
	return append(kinds,
		sessionKind{"only the client has initialize", func(t *testing.T, options ...mcp.Option) *mcp.Session {
			return opened(t, mcp.Revision20250618, options...)
		}, mcp.Revision20250618, mcp.Latest},
		sessionKind{"only the server has initialize", func(t *testing.T, options ...mcp.Option) *mcp.Session {
			return openedByDiscover(t, mcp.Revision20250618, options...)
		}, mcp.Latest, mcp.Revision20250618})
}

func (k sessionKind) call(id string) []byte {
	if k.client == mcp.Latest {
		return request(id, "tools/call", `,"name":"t"`)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"t"}}`, id)
}

// checkEnd checks the only delivery: an error in place of a response.
func checkEnd(t *testing.T, what string, all []mcp.Delivery, to mcp.Side, revision mcp.Revision, id string, code int) {
	t.Helper()
	var bad *mcp.DecodeError
	d := only(t, all)
	if d.To != to || !errors.As(d.Err, &bad) || !strings.HasPrefix(string(d.Frame), fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,`, id, code)) {
		t.Fatalf("%.200s: to the %s: %s %v", what, d.To, d.Frame, d.Err)
	}
	if m, err := mcp.Decode(d.Frame, revision, map[mcp.Side]mcp.Side{mcp.Client: mcp.Server, mcp.Server: mcp.Client}[to], ""); err != nil || m.Kind != mcp.Error {
		t.Fatalf("%.200s: %s %v", what, d.Frame, err)
	}
}

// TestUnreadableResponses ends each request once if its response cannot be read, and uses its place again.
func TestUnreadableResponses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, kind := range sessionKinds() {
		for _, options := range [][]mcp.Option{{small, mcp.WithOpenRequests(2)}, {small, mcp.WithOpenRequests(2), mcp.WithValidation()}} {
			s := kind.open(t, options...)
			for i := range 200 {
				id := []string{"7", `"seven"`, "12345678901234567890"}[i%3]
				sent := sentTo(t, mcp.Server, s.FromClient(kind.call(id)))
				members := []string{unreadableResult, `"error":{"code":1,"message":%}`, `"result":{},"error":{"code":1,"message":"both"}`, `"result":{},"extra":%`}[random.IntN(4)]
				frame := unreadable(random, idOf(sent), members)
				all := s.FromServer([]byte(frame))
				checkEnd(t, kind.name+" "+frame, all, mcp.Client, kind.client, id, mcp.CodeInternalError)
				if all[0].ClientRequest != id || s.Open() != 0 {
					t.Fatalf("%s: request %q, %d open", frame, all[0].ClientRequest, s.Open())
				}
				for _, late := range []string{frame, `{"jsonrpc":"2.0","id":` + idOf(sent) + `,"result":{"resultType":"complete","content":[]}}`} {
					if d := only(t, s.FromServer([]byte(late))); d.Frame != nil || d.Err == nil {
						t.Fatalf("a second response: %s", d.Frame)
					}
				}
			}
		}
	}
}

// TestTruncatedResponses ends a request if its response ends early, but behind the id.
func TestTruncatedResponses(t *testing.T) {
	for _, kind := range sessionKinds() {
		s := kind.open(t)
		sent := sentTo(t, mcp.Server, s.FromClient(kind.call("7")))
		checkEnd(t, kind.name, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(sent)+`,"result":{"content":[{"type":"te`)), mcp.Client, kind.client, "7", mcp.CodeInternalError)
		// Without a result, the text may be the beginning of a request.
		sent = sentTo(t, mcp.Server, s.FromClient(kind.call("7")))
		for _, d := range s.FromServer([]byte(`{"jsonrpc":"2.0","id":` + idOf(sent) + `,"meth`)) {
			if d.To != mcp.Server {
				t.Errorf("%s", d.Frame)
			}
		}
		if s.Open() != 1 {
			t.Errorf("%d open", s.Open())
		}
	}
}

// TestUnreadableRequests refuses a request that cannot be read, with its id, and forgets it.
func TestUnreadableRequests(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, kind := range sessionKinds() {
		s := kind.open(t, small)
		for range 200 {
			frame := unreadable(random, "30", `"method":"tools/call","params":{"name":%}`)
			checkEnd(t, kind.name+" "+frame, s.FromClient([]byte(frame)), mcp.Client, kind.client, "30", mcp.CodeParseError)
			notice := unreadable(random, "", `"method":"notifications/progress","params":{"progressToken":1,"progress":%}`)
			if d := only(t, s.FromClient([]byte(notice))); d.Frame != nil || d.Err == nil || s.Open() != 0 {
				t.Fatalf("%s: %s", notice, d.Frame)
			}
		}
	}
}

// TestUnreadableAnswers ends a request of the server whose answer from the client cannot be read.
func TestUnreadableAnswers(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, kind := range sessionKinds() {
		if kind.client == mcp.Latest || kind.server == mcp.Latest { // servers of the newest revision send no requests
			continue
		}
		s := kind.open(t, small)
		for range 100 {
			sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":7,"method":"roots/list"}`)))
			frame := unreadable(random, "7", `"result":{"roots":[%]}`)
			checkEnd(t, kind.name+" "+frame, s.FromClient([]byte(frame)), mcp.Server, kind.server, "7", mcp.CodeInternalError)
			if s.Open() != 0 {
				t.Fatalf("%d open", s.Open())
			}
		}
	}
	// An answer to a question in a result ends the client's own call.
	s := opened(t, mcp.Revision20250618, small)
	for range 100 {
		sent := sentTo(t, mcp.Server, s.FromClient([]byte(callTool)))
		question := sentTo(t, mcp.Client, s.FromServer(inputRequired(idOf(sent), `{"r":{"method":"roots/list"}}`, "")))
		frame := unreadable(random, idOf(question), `"result":{"roots":[%]}`)
		checkEnd(t, frame, s.FromClient([]byte(frame)), mcp.Client, mcp.Revision20250618, "7", mcp.CodeInternalError)
		if s.Open() != 0 {
			t.Fatalf("%d open", s.Open())
		}
	}
	// A request with answers is refused. The client may send it again.
	s = openedByDiscover(t, mcp.Revision20250618, small)
	sentTo(t, mcp.Server, s.FromClient(request("7", "tools/call", `,"name":"t"`)))
	state, names := stateOf(t, sentTo(t, mcp.Client, s.FromServer([]byte(`{"jsonrpc":"2.0","id":5,"method":"roots/list"}`))))
	answers := func(roots string) []byte {
		return request("8", "tools/call", fmt.Sprintf(`,"name":"t","requestState":%q,"inputResponses":{%q:{"roots":[%s]}}`, state, names[0], roots))
	}
	for _, bad := range unreadableValues {
		checkEnd(t, bad, s.FromClient(answers(bad)), mcp.Client, mcp.Latest, "8", mcp.CodeParseError)
	}
	if answer := sentTo(t, mcp.Server, s.FromClient(answers(""))); answer != `{"jsonrpc":"2.0","id":5,"result":{"roots":[]}}` {
		t.Errorf("%s", answer)
	}
}

// TestUnreadableHandshake ends initialize if the answer of the server cannot be read. The client may try again.
func TestUnreadableHandshake(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Latest, small)
	if err != nil {
		t.Fatal(err)
	}
	other, err := mcp.NewSession(mcp.Latest, mcp.Revision20250618, small)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		sentTo(t, mcp.Server, s.FromClient([]byte(openSession)))
		frame := unreadable(random, `"i"`, `"result":{"instructions":%}`)
		checkEnd(t, frame, s.FromServer([]byte(frame)), mcp.Client, mcp.Revision20250618, `"i"`, mcp.CodeInternalError)
		opening := idOf(sentTo(t, mcp.Server, other.FromClient(request("7", "tools/list", ""))))
		frame = unreadable(random, opening, `"result":{"instructions":%}`)
		checkEnd(t, frame, other.FromServer([]byte(frame)), mcp.Client, mcp.Latest, "7", mcp.CodeInternalError)
		if s.Open()+other.Open() != 0 {
			t.Fatalf("%d and %d open", s.Open(), other.Open())
		}
	}
}

// TestUnreadableBatch ends every request that an unreadable batch answers, and refuses every request in it.
func TestUnreadableBatch(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	s, err := mcp.NewSession(mcp.Revision20250326, mcp.Revision20250326, small)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		for id := range 3 {
			sentTo(t, mcp.Server, s.FromClient(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"t"}}`, id)))
		}
		frame := "[" + unreadable(random, "1", unreadableResult) + `,{"jsonrpc":"2.0","id":0,"result":{"content":[]}}, {"jsonrpc":"2.0","id":2,"result":{"content":[]}},` +
			`{"jsonrpc":"2.0","id":9,"method":"ping"}]`
		if i%2 == 1 { // too many messages
			frame = `[{"jsonrpc":"2.0","id":0,"result":{}},{"jsonrpc":"2.0","id":9,"method":"ping"},{"jsonrpc":"2.0","id":1,"result":{}}` + strings.Repeat(",1,{}", 50) + `,{"jsonrpc":"2.0","id":2,"result":{}}]`
		}
		ended := map[string]int{}
		for _, d := range s.FromServer([]byte(frame)) {
			ended[fmt.Sprint(d.To, " ", idOf(string(d.Frame)), " ", d.Err != nil)]++
		}
		if fmt.Sprint(ended) != "map[client 0 true:1 client 1 true:1 client 2 true:1 server 9 true:1]" || s.Open() != 0 {
			t.Fatalf("%s: %v, %d open", frame, ended, s.Open())
		}
	}
}

// TestLargeBatch refuses a batch with too many messages without reading all of them.
func TestLargeBatch(t *testing.T) {
	for _, item := range []string{"1", "{}", `{"id":1}`, `{"method":1}`, `[1]`, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"id":1,"result":{}}`} {
		frame := []byte("[" + strings.Repeat(item+",", 1<<20/(len(item)+1)) + item + "]")
		for _, kind := range sessionKinds() {
			s := kind.open(t)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			fromClient, fromServer := s.FromClient(frame), s.FromServer(frame)
			runtime.ReadMemStats(&after)
			for _, d := range append(fromClient, fromServer...) {
				if d.Err == nil || len(d.Frame) > 200 {
					t.Fatalf("%s %v", d.Frame, d.Err)
				}
			}
			if len(fromClient) > mcp.DefaultBatch || len(fromServer) > mcp.DefaultBatch {
				t.Fatalf("%s: %d and %d deliveries", item, len(fromClient), len(fromServer))
			}
			most := 25 * uint64(len(frame))       // for both directions
			if strings.Contains(item, "result") { // each response is looked up, and what that needs is garbage at once
				most *= 8
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > most && !detectsRaces {
				t.Errorf("%s %s: %d bytes for two times %d", kind.name, item, used, len(frame))
			}
		}
	}
}

// TestLongPointer does not repeat the name of a member in the errors of a batch.
func TestLongPointer(t *testing.T) {
	s, err := mcp.NewSession(mcp.Revision20250326, mcp.Revision20250326)
	if err != nil {
		t.Fatal(err)
	}
	all := s.FromClient([]byte("[" + strings.Repeat(`{"id":1,"method":"ping"},`, 900) + `{"id":2,"method":"ping","params":{"` + strings.Repeat("x", 1<<20) + `":"\ud800"}}]`))
	if len(all) != 901 {
		t.Errorf("%d deliveries", len(all))
	}
	for _, d := range all {
		if len(d.Frame) > 200 || d.Err == nil {
			t.Fatalf("%.300s %v", d.Frame, d.Err)
		}
	}
}

// TestIDOfUnreadable has the id of a text that cannot be read in the error of the decoder and the converter.
func TestIDOfUnreadable(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	c, err := mcp.NewConverter("2025-06-18", "2025-11-25", mcp.Client, small)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		id := []string{"7", `"\u0061"`, ""}[i%3]
		frame := []byte(unreadable(random, id, `"method":"tools/call","params":{"name":%}`))
		_, decoding := mcp.Decode(frame, "2025-06-18", mcp.Client, "", small)
		_, _, converting := c.Frame(frame, "")
		for _, err := range []error{decoding, converting} {
			var bad *mcp.DecodeError
			if !errors.As(err, &bad) || string(bad.ID) != id || bad.Code != mcp.CodeParseError {
				t.Errorf("%.200s: %v", frame, err)
			}
		}
	}
	for frame, want := range map[string]string{
		"\ufeff" + `{"id":7,"x":NaN}`: "7", `[{"id":7,"x":NaN}]`: "", `{"a":{"id":7},"x":NaN}`: "", `{"id":1e999}`: "", `{"id":"\ud800"}`: "",
		`{"id":[7],"x":NaN}`: "", `{"id":1.5,"x":NaN}`: "", `"id":7`: "", `{"id`: "", `{"id":`: "", `{"id":7`: "7", `{"id":7,]}`: "7", `{"id":1,"x":NaN,"id":2}`: "2", `log: {"id":7`: "",
	} {
		_, err := mcp.Decode([]byte(frame), mcp.Latest, mcp.Client, "")
		var bad *mcp.DecodeError
		if !errors.As(err, &bad) || string(bad.ID) != want {
			t.Errorf("%s: %v %s", frame, err, bad.ID)
		}
	}
}
