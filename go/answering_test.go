package mcprevisions

import (
	"errors"
	"strings"
	"testing"
)

// TestAnsweredRequests checks that only an error answers a method that is not a request of the revision.
func TestAnsweredRequests(t *testing.T) {
	result := []byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"receipt","action":"accept"}}`)
	failure := []byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}`)
	for _, method := range []string{"elicitation/create", "ping"} {
		var argument *ArgumentError
		if _, err := Decode(result, "2026-07-28", Client, method); !errors.As(err, &argument) {
			t.Errorf("a result answers %s: %v", method, err)
		}
		if _, err := Decode(failure, "2026-07-28", Server, method); err != nil {
			t.Errorf("an error does not answer %s: %v", method, err)
		}
	}
	var bad *DecodeError
	_, err := Decode(result, "2026-07-28", Server, "tools/call")
	if !errors.As(err, &bad) || bad.Pointer != "/result/resultType" {
		t.Errorf("an unknown resultType: %v", err)
	}
}

// TestValidationKeepsAnswering checks that a converter with validation uses answering as one without it: only for responses.
func TestValidationKeepsAnswering(t *testing.T) {
	const call = `{"jsonrpc":"2.0","id":1,"method":"roots/list"}`
	const failure = `{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m"}}`
	plain, err := NewConverter("2025-11-25", "2025-06-18", Server)
	if err != nil {
		t.Fatal(err)
	}
	validating, err := NewConverter("2025-11-25", "2025-06-18", Server, WithValidation())
	if err != nil {
		t.Fatal(err)
	}
	for _, answering := range []string{"", "tools/call", "nope", "roots/list", "notifications/cancelled"} {
		for _, c := range []*Converter{plain, validating} {
			if out, _, err := c.Frame([]byte(call), answering); err != nil || string(out) != call {
				t.Errorf("a call with answering %q: %s %v", answering, out, err)
			}
		}
	}
	for frame, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"roots/list","params":5}`: "/params: expected an object, got 5",
		`{"id":1,"method":"roots/list"}`:                            "'jsonrpc' is missing",
		`5`:                                                         "expected an object, got 5",
		`{"jsonrpc":"2.0","result":{}}`:                             "'id' is missing",
		`{"jsonrpc":"2.0","id":null,"result":{}}`:                   "/id: expected a string or an integer, got null",
		failure:                                  "a server does not answer elicitation/create in 2025-11-25",
		`{"jsonrpc":"2.0","id":0.5,"result":{}}`: "a server does not answer elicitation/create in 2025-11-25",
		`{"jsonrpc":"2.0","id":"a","result":{"action":"accept"}}`:                     "a server does not answer elicitation/create in 2025-11-25",
		`{"jsonrpc":"2.0","id":1,"method":"roots/list","error":{"code":1}}`:           "a message has exactly one of 'method', 'result' and 'error', not two",
		`{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"a":1}}`: "/params: 'maxTokens' and 'messages' are missing",
	} {
		var bad *DecodeError
		if _, _, err := validating.Frame([]byte(frame), "elicitation/create"); !errors.As(err, &bad) || bad.Error() != want {
			t.Errorf("%s: %v", frame, err)
		}
	}
}

// TestUnread passes what no plan changes: any object or array as a message, and any JSON as a part of one.
func TestUnread(t *testing.T) {
	for source, target := range map[Revision]Revision{
		"2025-11-25": "2025-11-25", "2026-07-28": "2026-07-28+io.modelcontextprotocol/ui", "2026-07-28+io.modelcontextprotocol/ui": "2026-07-28",
	} {
		c, err := NewConverter(source, target, Client)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"{}", "[]", `[1]`, `{"method":5}`, `{"jsonrpc":"2.0","id":1,"method":"nope"}`, `{"result":5}`} {
			if out, losses, err := c.Frame([]byte(text), "nope"); err != nil || losses != nil || string(out) != text {
				t.Errorf("%s: %s %v %v", text, out, losses, err)
			}
		}
		for _, text := range []string{"5", `"a"`, "null", "true"} {
			var bad *DecodeError
			if _, _, err := c.Frame([]byte(text), ""); !errors.As(err, &bad) || bad.Code != CodeInvalidRequest || bad.Pointer != "" {
				t.Errorf("%s: %v", text, err)
			}
		}
		for _, text := range []string{"5", "null", `{"a":1}`} {
			for _, name := range []string{"nope", "notifications/nope", "tools/call", "roots/list"} {
				if method, out, losses, err := c.Params(name, []byte(text)); err != nil || losses != nil || string(out) != text || method != name {
					t.Errorf("params %s of %s: %s %s %v %v", text, name, method, out, losses, err)
				}
				if out, losses, err := c.Result(name, []byte(text)); err != nil || losses != nil || string(out) != text {
					t.Errorf("result %s of %s: %s %v %v", text, name, out, losses, err)
				}
				if out, losses, err := c.Error(name, []byte(text)); err != nil || losses != nil || string(out) != text {
					t.Errorf("error %s of %s: %s %v %v", text, name, out, losses, err)
				}
			}
		}
		if method, out, _, err := c.Params("nope", nil); err != nil || out != nil || method != "nope" {
			t.Errorf("no params: %s %s %v", method, out, err)
		}
	}
}

// TestPointersOfParts checks that pointers of errors about a part begin at the message.
func TestPointersOfParts(t *testing.T) {
	c, err := NewConverter("2025-11-25", "2025-06-18", Server)
	if err != nil {
		t.Fatal(err)
	}
	const half = `"\ud800"`
	long := strings.Repeat("9", 4301)
	for part, below := range map[string]string{
		half: "", `{"a":[` + half + `]}`: "/a/0", `{` + half + `:1}`: "/\ufffd",
		// A half has no pointer if it is in a member that is given again, or if a number has too many digits.
		`{"a":` + half + `,"a":1}`: "none", `[` + half + `,` + long + `]`: "none", `{"a":`: "none",
	} {
		for name, convert := range map[string]func() error{
			"/params": func() error { _, _, _, err := c.Params("roots/list", []byte(part)); return err },
			"/result": func() error { _, _, err := c.Result("tools/call", []byte(part)); return err },
			"/error":  func() error { _, _, err := c.Error("tools/call", []byte(part)); return err },
		} {
			want := name + below
			if below == "none" {
				want = ""
			}
			var bad *DecodeError
			if err := convert(); !errors.As(err, &bad) || bad.Code != CodeParseError || bad.Pointer != want {
				t.Errorf("%s in %s: %v, not at %q", part, name, err, want)
			}
		}
	}
}
