package mcprevisions_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	mcp "mcprevisions"
	"mcprevisions/v20250326"
	"mcprevisions/v20251125"
	"mcprevisions/v20260728/tasks"
)

func newSession(t *testing.T, options ...mcp.Option) *mcp.Session {
	t.Helper()
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125, options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// only returns the delivery of a message that has one.
func only(t *testing.T, all []mcp.Delivery) mcp.Delivery {
	t.Helper()
	if len(all) != 1 {
		t.Fatalf("%d deliveries", len(all))
	}
	return all[0]
}

// TestCancelledRequests forgets a request that its sender cancelled, and drops a late response.
func TestCancelledRequests(t *testing.T) {
	for _, spelling := range []struct{ id, cancelled, answered string }{
		{"1", "1", "1"}, {"1", "1.0", "1"}, {`"a"`, `"\u0061"`, `"a"`}, {"9007199254740993", "9007199254740993", "9007199254740993"},
	} {
		s := newSession(t)
		s.FromClient([]byte(`{"jsonrpc":"2.0","id":` + spelling.id + `,"method":"tools/list"}`))
		if s.Open() != 1 {
			t.Fatalf("%d open requests", s.Open())
		}
		// The other side has no request of this id, so its cancellation changes nothing.
		notice := []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + spelling.cancelled + `}}`)
		if s.FromServer(notice); s.Open() != 1 {
			t.Fatalf("%d open requests after the cancellation of the other side", s.Open())
		}
		if d := only(t, s.FromClient(notice)); d.Err != nil || d.To != mcp.Server || string(d.Frame) != string(notice) {
			t.Errorf("%s: %+v", spelling.cancelled, d)
		}
		if s.Open() != 0 {
			t.Errorf("%s: %d open requests", spelling.cancelled, s.Open())
		}
		d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+spelling.answered+`,"result":{"tools":[]}}`)))
		var late *mcp.DecodeError
		if d.Frame != nil || !errors.As(d.Err, &late) || late.Pointer != "/id" {
			t.Errorf("%s: a late response: %+v", spelling.cancelled, d)
		}
	}
}

// TestManyCancelledRequests keeps no memory of cancelled requests, so a long connection does not reach the limit.
func TestManyCancelledRequests(t *testing.T) {
	s := newSession(t, mcp.WithOpenRequests(1))
	for i := range 1000 {
		d := only(t, s.FromClient(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i)))
		if d.Err != nil {
			t.Fatal(d.Err)
		}
		s.FromClient(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, i))
	}
	if s.Open() != 0 {
		t.Errorf("%d open requests", s.Open())
	}
}

// TestInitializeIsNotCancelled answers initialize also after a notification that cancels it.
func TestInitializeIsNotCancelled(t *testing.T) {
	s := newSession(t)
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`))
	s.FromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`))
	d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`)))
	if d.Err != nil || d.Frame == nil || s.Open() != 0 {
		t.Errorf("%+v", d)
	}
}

// TestRepeatedID refuses a request whose id is in use; the first request stays open. Each side has its own ids.
func TestRepeatedID(t *testing.T) {
	s := newSession(t)
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	for _, id := range []string{"1", "1.0"} {
		d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"prompts/list"}`)))
		var bad *mcp.DecodeError
		if !errors.As(d.Err, &bad) || bad.Pointer != "/id" || bad.Code != mcp.CodeInvalidRequest || string(bad.ID) != id {
			t.Fatalf("%+v", d)
		}
		if d.To != mcp.Client || !strings.Contains(string(d.Frame), `"code":-32600`) {
			t.Errorf("%s %s", d.To, d.Frame)
		}
	}
	if d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`))); d.Err != nil || s.Open() != 2 {
		t.Errorf("%+v", d)
	}
	d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"},"icons":[]}]}}`)))
	if d.Err != nil || len(d.Losses) != 1 || s.Open() != 1 {
		t.Errorf("the first request has another method: %+v", d)
	}
}

// TestRepeatedIDOfOwnAnswers refuses requests that the session would answer itself if their id is in use.
func TestRepeatedIDOfOwnAnswers(t *testing.T) {
	refused := func(d mcp.Delivery, to mcp.Side) {
		t.Helper()
		var bad *mcp.DecodeError
		if !errors.As(d.Err, &bad) || bad.Pointer != "/id" || bad.Code != mcp.CodeInvalidRequest || d.To != to || !strings.Contains(string(d.Frame), `"id":7,"error":{"code":-32600`) {
			t.Errorf("to the %s: %s %v", d.To, d.Frame, d.Err)
		}
	}
	s := opened(t, mcp.Revision20251125)
	s.FromClient([]byte(callTool))
	for _, method := range []string{"ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "initialize"} {
		frame := `{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":{"level":"info","uri":"a:b"}}`
		refused(only(t, s.FromClient([]byte(frame))), mcp.Client)
	}
	if s.Open() != 1 {
		t.Errorf("%d open requests", s.Open())
	}
	s = openedByDiscover(t, mcp.Revision20251125)
	s.FromClient(request("7", "tools/call", `,"name":"t"`))
	s.FromServer([]byte(`{"jsonrpc":"2.0","id":7,"method":"roots/list"}`))
	refused(only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":7,"method":"ping"}`))), mcp.Server)
}

// TestSpellingsOfIDs takes spellings of a number for one id.
func TestSpellingsOfIDs(t *testing.T) {
	for one, others := range map[string][]string{
		"1e30":                             {"1E30", "1e+30", "10.0e29", "0.01e32", "1000000000000000000000000000000"},
		"-12e20":                           {"-1.2e21", "-1200000000000000000000"},
		"9007199254740993":                 {"9007199254740993.0", "90071992547409930e-1", "9007199254740993000e-3"},
		"0":                                {"-0", "0e9", "0.0"},
		`"a"`:                              {`"\u0061"`},
		"10000000000000000000000000000001": nil,
	} {
		s := newSession(t)
		first := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":`+one+`,"method":"ping"}`)))
		for _, other := range others {
			if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":`+other+`,"method":"ping"}`))); d.Err == nil {
				t.Errorf("%s is not %s", other, one)
			}
			d := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+other+`,"result":{}}`)))
			if d.Err != nil || d.ClientRequest != first.ClientRequest {
				t.Errorf("%s for %s: %+v", other, one, d)
			}
			s.FromClient([]byte(`{"jsonrpc":"2.0","id":` + one + `,"method":"ping"}`))
		}
	}
	s := newSession(t)
	for _, id := range []string{"1e30", "1e31", "-1e30", "9007199254740993", "9007199254740992", "9007199254740993.5", "9007199254740992.5"} {
		if d := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`))); d.Err != nil {
			t.Errorf("%s: %v", id, d.Err)
		}
	}
}

// TestOpenRequests limits the open requests of each side.
func TestOpenRequests(t *testing.T) {
	s := newSession(t, mcp.WithOpenRequests(2))
	ping := func(id int) []byte { return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`, id) }
	s.FromClient(ping(1))
	s.FromClient(ping(2))
	var tooMany *mcp.OpenRequestsError
	if d := only(t, s.FromClient(ping(3))); !errors.As(d.Err, &tooMany) || tooMany.Limit != 2 || d.To != mcp.Client || d.Frame == nil {
		t.Errorf("%+v", d)
	}
	if d := only(t, s.FromServer(ping(1))); d.Err != nil {
		t.Errorf("the other side: %v", d.Err)
	}
	s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{}}`))
	if d := only(t, s.FromClient(ping(3))); d.Err != nil {
		t.Errorf("after an answer: %v", d.Err)
	}
}

// TestWrongArguments reports arguments and zero values that cannot be used, and never panics.
func TestWrongArguments(t *testing.T) {
	frame := []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	for name, option := range map[string]mcp.Option{
		"nil":              nil,
		"a negative size":  mcp.WithLimits(mcp.Limits{Size: -1}),
		"a large depth":    mcp.WithLimits(mcp.Limits{Depth: 20_000}),
		"a negative depth": mcp.WithLimits(mcp.Limits{Depth: -1}),
		"a policy":         mcp.WithLosses(9),
		"no open requests": mcp.WithOpenRequests(0),
		"an empty id":      mcp.WithUnreported("T4.3", ""),
		"an unknown id":    mcp.WithUnreported("T4.3", "T4.33"),
		"context: a level": mcp.WithContext(mcp.Context{LogLevel: "loud"}),
		"context: no JSON": mcp.WithContext(mcp.Context{ClientInfo: []byte("{")}),
		"context: a list":  mcp.WithContext(mcp.Context{ClientCapabilities: []byte("[]")}),
	} {
		isContext := strings.HasPrefix(name, "context")
		wrong := map[string]error{}
		_, wrong["NewConverter"] = mcp.NewConverter(mcp.Revision20251125, mcp.Latest, mcp.Client, option)
		_, wrong["NewSession"] = mcp.NewSession(mcp.Revision20251125, mcp.Latest, option)
		_, wrong["NewConverter of others"] = mcp.NewConverter(mcp.Revision20250618, mcp.Revision20251125, mcp.Server, option)
		_, wrong["NewSession of others"] = mcp.NewSession(mcp.Latest, mcp.Revision20251125, option)
		if !isContext {
			_, wrong["Decode"] = mcp.Decode(frame, mcp.Latest, mcp.Client, "", option)
			_, wrong["Validate"] = mcp.Validate(frame, mcp.Latest, "Tool", option)
			_, wrong["Decoder.Decode"] = mcp.Decoder20251125.Decode(frame, mcp.Client, "", option)
			_, wrong["Decoder.Validate"] = mcp.Decoder20251125.Validate(frame, "Tool", option)
			_, wrong["DecodeMessage"] = v20251125.DecodeMessage(frame, mcp.Client, option)
			_, wrong["DecodeResult"] = tasks.DecodeResult(frame, mcp.Server, "tools/call", option)
			_, wrong["Pair"] = mcp.Pair20251125To20250618.NewConverter(mcp.Client, option)
		}
		for function, err := range wrong {
			isArgument(t, name+" of "+function, err)
		}
	}
	for name, c := range map[string]*mcp.Converter{"zero": {}, "nil": nil} {
		if c.Source() != "" || c.Target() != "" || c.Sender() != "" {
			t.Errorf("%s: names of an empty converter", name)
		}
		_, _, err := c.Frame(frame, "")
		isArgument(t, name+" Frame", err)
		_, _, _, err = c.Params("ping", nil)
		isArgument(t, name+" Params", err)
		_, _, err = c.Result("ping", nil)
		isArgument(t, name+" Result", err)
		_, _, err = c.Error("ping", nil)
		isArgument(t, name+" Error", err)
		_, _, err = c.Fidelity("ping")
		isArgument(t, name+" Fidelity", err)
	}
	for name, s := range map[string]*mcp.Session{"zero": {}, "nil": nil} {
		isArgument(t, name+" FromClient", only(t, s.FromClient(frame)).Err)
		isArgument(t, name+" FromServer", only(t, s.FromServer(frame)).Err)
		if s.Open() != 0 {
			t.Errorf("%s: open requests", name)
		}
	}
	_, err := new(mcp.Decoder).Decode(frame, mcp.Client, "")
	isArgument(t, "Decoder", err)
	_, err = new(mcp.Pair).NewConverter(mcp.Client)
	isArgument(t, "Pair", err)
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Server)
	_, _, err = c.Result("", []byte("{}"))
	isArgument(t, "Result without a method", err)
	var bad *mcp.DecodeError
	if _, _, err = c.Frame([]byte(`{"jsonrpc":"2.0","id":1,"result":{}}`), ""); !errors.As(err, &bad) {
		t.Errorf("a result without answering: %v", err)
	}
}

// TestNilReceivers calls methods on nil, which a caller that does not check an error may do.
func TestNilReceivers(t *testing.T) {
	if (*mcp.Message)(nil).ErrorResponse() != nil || (*mcp.NoCounterpart)(nil).ReplyTo([]byte("1"), "ping") != nil {
		t.Error("nil has a reply")
	}
	if reply := string((*mcp.LossError)(nil).ReplyTo([]byte("{}"), "ping")); reply != `{"jsonrpc":"2.0","error":{"code":-32600,"message":"ping: the conversion would lose values"}}` {
		t.Error(reply)
	}
	for _, err := range []error{
		(*mcp.DecodeError)(nil), (*mcp.NoCounterpart)(nil), (*mcp.LossError)(nil), (*mcp.ErrorResponse)(nil), (*mcp.OpenRequestsError)(nil), (*mcp.ArgumentError)(nil),
	} {
		if err.Error() == "" {
			t.Errorf("%T has no text", err)
		}
	}
}

func isArgument(t *testing.T, name string, err error) {
	t.Helper()
	var argument *mcp.ArgumentError
	if !errors.As(err, &argument) {
		t.Errorf("%s: %v", name, err)
	}
}

// TestValidation refuses messages and parts that are not valid in the source, and only with the option.
func TestValidation(t *testing.T) {
	for _, validates := range []bool{false, true} {
		var options []mcp.Option
		if validates {
			options = append(options, mcp.WithValidation())
		}
		for sender, one := range map[mcp.Side]func(c *mcp.Converter) error{
			mcp.Client: func(c *mcp.Converter) error {
				_, _, err := c.Frame([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`), "")
				_, _, _, alsoErr := c.Params("tools/call", nil)
				if (err == nil) != (alsoErr == nil) {
					t.Errorf("%v, but a part %v", err, alsoErr)
				}
				return err
			},
			mcp.Server: func(c *mcp.Converter) error {
				_, _, err := c.Error("tools/call", []byte(`{"code":1}`))
				_, _, alsoErr := c.Result("ping", []byte(`{"_meta":1}`))
				if (err == nil) != (alsoErr == nil) {
					t.Errorf("an error %v, a result %v", err, alsoErr)
				}
				return err
			},
		} {
			c, err := mcp.NewConverter(mcp.Revision20250618, mcp.Revision20251125, sender, options...)
			if err != nil {
				t.Fatal(err)
			}
			var bad *mcp.DecodeError
			if err := one(c); errors.As(err, &bad) != validates || bad != nil && bad.ID != nil && sender == mcp.Server {
				t.Errorf("%s, validates %t: %v", sender, validates, err)
			}
		}
		d := only(t, newSession(t, options...).FromServer([]byte(`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`)))
		if (d.Err != nil) != validates {
			t.Errorf("a session, validates %t: %v", validates, d.Err)
		}
	}
	c, err := mcp.NewConverter(mcp.Revision20250618, mcp.Latest, mcp.Client, mcp.WithValidation())
	if err != nil {
		t.Fatal(err)
	}
	if _, out, _, err := c.Params("tools/call", []byte(`{"name":"t"}`)); err != nil || !strings.Contains(string(out), "_meta") {
		t.Errorf("%s %v", out, err)
	}
}

// TestErrorResponses reports an error response, and a message that is not one of the expected kind.
func TestErrorResponses(t *testing.T) {
	for code, want := range map[string]int{"-32601": -32601, "-32601.0": -32601, "1e2": 100, "1e300": math.MaxInt, "-1e300": math.MinInt} {
		text := []byte(`{"jsonrpc":"2.0","id":"a","error":{"code":` + code + `,"message":"\u006d"}}`)
		var failure *mcp.ErrorResponse
		_, err := v20251125.DecodeResult(text, mcp.Server, "tools/call")
		if !errors.As(err, &failure) || failure.Code != want || failure.Message != "m" || failure.Data != nil || string(failure.ID) != `"a"` {
			t.Errorf("%s: %+v", code, err)
		}
		if _, err = tasks.DecodeResult(text, mcp.Server, "tools/call"); !errors.As(err, &failure) {
			t.Errorf("tasks: %v", err)
		}
	}
	var bad *mcp.DecodeError
	for _, text := range []string{`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}`} {
		if _, err := v20251125.DecodeMessage([]byte(text), mcp.Server); !errors.As(err, &bad) || string(bad.ID) != "1" {
			t.Errorf("%s: %v", text, err)
		}
	}
	batch := []byte(`[{"jsonrpc":"2.0","id":1,"result":{"content":[]}}]`)
	if _, err := v20250326.DecodeResult(batch, mcp.Server, "tools/call"); !errors.As(err, &bad) {
		t.Errorf("a batch: %v", err)
	}
	if _, err := v20250326.DecodeMessage(batch, mcp.Server); !errors.As(err, &bad) {
		t.Errorf("a batch: %v", err)
	}
}

// TestOneRevision passes messages between two sides of the same revision, also those that are not valid.
func TestOneRevision(t *testing.T) {
	s, err := mcp.NewSession(mcp.Latest, mcp.Latest)
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{`0`, `{}`, `"a"`, `null`} {
		frame := `{"jsonrpc":"2.0","id":1,"method":` + method + `}`
		if d := only(t, s.FromClient([]byte(frame))); string(d.Frame) != frame || d.To != mcp.Server || s.Open() != 1 {
			t.Errorf("%s: %+v", method, d)
		}
		response := `{"jsonrpc":"2.0","id":1,"result":{}}`
		if d := only(t, s.FromServer([]byte(response))); string(d.Frame) != response || d.To != mcp.Client || s.Open() != 0 {
			t.Errorf("%s: %+v", method, d)
		}
	}
}

// TestNamesOfArguments names the arguments of the function that was called, and gives a message its id.
func TestNamesOfArguments(t *testing.T) {
	var argument *mcp.ArgumentError
	if _, err := mcp.NewSession("2025-06-19", mcp.Latest); !errors.As(err, &argument) || argument.Argument != "client" {
		t.Errorf("%v", err)
	}
	if _, err := mcp.NewSession(mcp.Latest, "2025-06-19"); !errors.As(err, &argument) || argument.Argument != "server" {
		t.Errorf("%v", err)
	}
	c, err := mcp.NewConverter(mcp.Revision20250618, mcp.Latest, mcp.Server)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = c.Result("tools/cal", []byte("{}")); !errors.As(err, &argument) || argument.Argument != "method" {
		t.Errorf("%v", err)
	}
	if name, err := mcp.Compose(mcp.Latest, "none"); name != "" || err == nil {
		t.Errorf("%q %v", name, err)
	}
	long := mcp.Revision(strings.Repeat("2025-06-18", 1000))
	for _, name := range []mcp.Revision{long, mcp.Latest + "+" + long} {
		if _, err := mcp.NewSession(name, mcp.Latest); !errors.As(err, &argument) || len(err.Error()) > 220 {
			t.Errorf("%v", err)
		}
	}
	var bad *mcp.DecodeError
	d := only(t, newSession(t).FromClient([]byte(`{"jsonrpc":"2.0","id":4,"method":"ping","result":{}}`)))
	if !errors.As(d.Err, &bad) || string(bad.ID) != "4" {
		t.Errorf("%v", d.Err)
	}
}
