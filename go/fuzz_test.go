package mcprevisions_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// seeds are messages with what the fuzzers should combine: unions, forms, results, numbers, escapes.
var seeds = []string{
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"a":[1.50,1e3,"\ud83d\ude00"]},"task":{}}}`,
	`{"jsonrpc":"2.0","id":"x","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"c","version":"1","icons":[]}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","oneOf":[{"const":"x","title":"X"}]},"b":{"type":"array","items":{"type":"string","enum":["x"]}}}}}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"1"},{"type":"audio","data":"AA==","mimeType":"audio/wav"},{"type":"resource_link","uri":"a:b","name":"n"}],"structuredContent":[1.0],"resultType":"complete"}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","title":"T","inputSchema":{"type":"object","properties":{"a":true}},"execution":{"taskSupport":"required"}}],"ttlMs":0,"cacheScope":"private","resultType":"complete"}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s","inputRequests":{"a":{"method":"roots/list"}}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}],"maxTokens":1}}`,
	`{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"m","data":{"uri":"a"}}}`,
	`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]`,
	`{"a":1,"a":2,"\u0061":3,"b":"\ud800"}`,
}

const anError = `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}`

// answered are methods whose results have different types.
var answered = []string{"", "tools/call", "tools/list", "initialize", "sampling/createMessage", "elicitation/create", "completion/complete", "server/discover"}

func seed(f *testing.F) {
	for i, one := range seeds {
		f.Add([]byte(one), uint8(i*37))
	}
}

// documented fails for an error that the documentation does not name.
func documented(t *testing.T, err error) {
	var bad *mcp.DecodeError
	var refused *mcp.NoCounterpart
	var argument *mcp.ArgumentError
	if !errors.As(err, &bad) && !errors.As(err, &refused) && !errors.As(err, &argument) {
		t.Fatalf("%T: %s", err, err)
	}
	if refused != nil && refused.Reply != nil && !json.Valid(refused.Reply) {
		t.Fatalf("a reply that is not JSON: %s", refused.Reply)
	}
}

// FuzzDecode decodes any text in every revision. A valid message is valid again when it is written without spaces.
func FuzzDecode(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, frame []byte, choice uint8) {
		all := mcp.Revisions()
		revision := all[int(choice)%len(all)]
		sender, method := mcp.Client, answered[int(choice>>3)%len(answered)]
		if choice&4 != 0 {
			sender = mcp.Server
		}
		before := slices.Clone(frame)
		m, err := mcp.Decode(frame, revision, sender, method)
		if !bytes.Equal(before, frame) {
			t.Fatal("the text was changed")
		}
		if err != nil {
			documented(t, err)
			return
		}
		if !json.Valid(frame) {
			t.Fatal("encoding/json does not read the message")
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, frame); err != nil {
			t.Fatal(err)
		}
		again, err := mcp.Decode(compact.Bytes(), revision, sender, method)
		if err != nil || !slices.Equal(again.Unknown, m.Unknown) {
			t.Fatalf("%v: %v, %v", err, m.Unknown, again)
		}
	})
}

// FuzzConvert converts any text between all revisions. What comes out is one line of JSON, and valid in the target if
// the message was valid in the source.
func FuzzConvert(f *testing.F) {
	seed(f)
	converters := make(map[string]*mcp.Converter)
	for _, source := range mcp.Revisions() {
		for _, target := range mcp.Revisions() {
			for _, sender := range []mcp.Side{mcp.Client, mcp.Server} {
				c, err := mcp.NewConverter(source, target, sender)
				if err != nil {
					f.Fatal(err)
				}
				converters[fmt.Sprint(source, target, sender)] = c
			}
		}
	}
	f.Fuzz(func(t *testing.T, frame []byte, choice uint8) {
		sender, method := mcp.Client, answered[int(choice>>3)%len(answered)]
		if choice&4 != 0 {
			sender = mcp.Server
		}
		all := mcp.Revisions()
		source := all[int(choice)%len(all)]
		_, invalid := mcp.Decode(frame, source, sender, method)
		before := slices.Clone(frame)
		for _, target := range all {
			out, losses, err := converters[fmt.Sprint(source, target, sender)].Frame(frame, method)
			if !bytes.Equal(before, frame) {
				t.Fatal("the text was changed")
			}
			if err != nil {
				documented(t, err)
				continue
			}
			if !json.Valid(out) || bytes.ContainsAny(out, "\n\r\u0085\u2028\u2029") {
				t.Fatalf("not one line of JSON: %q", out)
			}
			for _, one := range losses {
				if !json.Valid(one.Value) {
					t.Fatalf("a loss that is not JSON: %s", one.Value)
				}
			}
			// An error may answer a method that the source does not know and that its sender does not answer in the target.
			_, unanswered := mcp.Decode([]byte(anError), target, sender, method)
			if invalid != nil || source == target || out[0] == '[' || unanswered != nil {
				continue
			}
			if _, err := mcp.Decode(out, target, sender, method); err != nil {
				t.Fatalf("from %s to %s: %s: %s", source, target, err, out)
			}
		}
	})
}

// rounds are the lines of a session in which a server of the newest revision asks a client for input.
var rounds = []string{
	openSession, discovered, callTool,
	`{"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","requestState":"s","inputRequests":{"a":{"method":"roots/list"},"b":{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"a:b"}},"c":{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[{"role":"user","content":[{"type":"tool_result","toolUseId":"u","content":[],"structuredContent":1}]}],"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"a":true,"b":1}},"outputSchema":{}}]}}}}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}`, `{"a":1}`,
	`{"jsonrpc":"2.0","id":2,"result":{"action":"accept","_meta":{}}}`, `{"method":"roots/list"}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
}

// subscribeRounds are the lines of a session whose client subscribes to resources. @id is the id that the server got last.
var subscribeRounds = []string{
	openSession, discovered,
	`{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"a:b"}}`,
	`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"resourceSubscriptions":["a:b"]},"_meta":{"io.modelcontextprotocol/subscriptionId":@id}}}`,
	`{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"c:d"}}`,
	`{"jsonrpc":"2.0","id":@id,"error":{"code":-32602,"message":"no"}}`,
	`{"jsonrpc":"2.0","id":3,"method":"resources/unsubscribe","params":{"uri":"a:b"}}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":@id}}`,
}

// reverseRounds are the lines of a session in which a server with initialize asks a client of the newest revision for
// input. @id is the id that the server got last, and @state the state that the client got last.
var reverseRounds = []string{
	string(request("0", "tools/call", `,"name":"t","progressToken":"p"`)),
	strings.Replace(string(initializeAnswer("@id", mcp.Revision20251125)), "2025-11-25", "@server", 1),
	string(request("1", "subscriptions/listen", `,"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a:b"]}`)),
	`{"jsonrpc":"2.0","id":@id,"result":{}}`,
	string(request("2", "prompts/get", `,"name":"p"`)),
	`{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[],"task":{},"_meta":{}}}`,
	string(request("3", "prompts/get", `,"name":"p","requestState":"@state","inputResponses":{"5":{"role":"user","model":"m","content":{"type":"text","text":"t"}}}`)),
	`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b"}}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
	`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}`,
}

// FuzzSession feeds a session lines from both sides, in turn.
func FuzzSession(f *testing.F) {
	seed(f)
	for client := range uint8(4) {
		f.Add([]byte(strings.Join(rounds, "\n")), client|4<<4)
		f.Add([]byte(strings.Join(rounds[:8], "\n")), client|4<<4)
		f.Add([]byte(strings.Join(subscribeRounds, "\n")), client|4<<4)
	}
	for server := range uint8(4) {
		f.Add([]byte(strings.Join(reverseRounds, "\n")), 4|server<<4)
	}
	f.Add([]byte(strings.Join(rounds, "\n")), uint8(5|4<<4))
	f.Add([]byte(strings.Join(rounds, "\n")), uint8(5|5<<4))
	f.Add([]byte(strings.Join(reverseRounds, "\n")), uint8(5|5<<4))
	f.Fuzz(func(t *testing.T, lines []byte, choice uint8) {
		all := append(mcp.Revisions(), mcp.Auto)
		server := all[int(choice>>4)%len(all)]
		s, err := mcp.NewSession(all[int(choice&15)%len(all)], server)
		if err != nil {
			t.Fatal(err)
		}
		id, state := "0", ""
		for i, line := range bytes.Split(lines, []byte("\n")) {
			line = []byte(strings.NewReplacer("@id", id, "@state", state, "@server", string(server)).Replace(string(line)))
			deliveries := s.FromClient(line)
			if i%2 == 1 {
				deliveries = s.FromServer(line)
			}
			for _, one := range deliveries {
				var sent struct {
					ID     json.RawMessage
					Result struct{ RequestState string }
				}
				if json.Unmarshal(one.Frame, &sent) == nil && one.To == mcp.Server && sent.ID != nil {
					id = string(sent.ID)
				} else if sent.Result.RequestState != "" {
					state = sent.Result.RequestState
				}
				var failure *mcp.ErrorResponse // an error of a peer that no request gets
				if one.Err != nil && !errors.As(one.Err, &failure) {
					documented(t, one.Err)
				}
				if one.Frame != nil && (!json.Valid(one.Frame) || bytes.ContainsAny(one.Frame, "\n\r")) {
					t.Fatalf("not one line of JSON: %q", one.Frame)
				}
			}
			if s.Converter(mcp.Server) == nil { // a revision is not known yet
				continue
			}
			out, _, err := s.Converter(mcp.Server).InputRequest(line, []byte("1"))
			if err != nil {
				documented(t, err)
			} else if !json.Valid(out) {
				t.Fatalf("not JSON: %s", out)
			}
			out, _, err = s.Converter(mcp.Client).InputResponse(line, "sampling/createMessage")
			if err != nil {
				documented(t, err)
			} else if !json.Valid(out) {
				t.Fatalf("not JSON: %s", out)
			}
		}
	})
}
