package mcprevisions_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	mcp "mcprevisions"
)

// hostile returns messages that are large in one way, with n parts.
func hostile(n int) map[string]string {
	members := func(name string, value string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = fmt.Sprintf(`"%s%d":%s`, name, i, value)
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	list := func(item string) string { return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]" }
	call := func(arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":` + arguments + `}}`
	}
	result := func(members string) string { return `{"jsonrpc":"2.0","id":1,"result":{` + members + `}}` }
	return map[string]string{
		"members":    call(members("a", "1")),
		"unknown":    strings.Replace(call("{}"), `"name"`, members("u", "{}")[1:len(members("u", "{}"))-1]+`,"name"`, 1),
		"items":      call(`{"a":` + list("1") + `}`),
		"strings":    call(`{"a":"` + strings.Repeat("x", 20*n) + `"}`),
		"surrogates": call(`{"a":"` + strings.Repeat(`\ud83d\ude00`, n) + `"}`),
		"duplicates": call("{" + strings.TrimSuffix(strings.Repeat(`"a":1,`, n), ",") + "}"),
		"tools":      result(`"tools":` + list(`{"name":"t","title":"T","inputSchema":{"type":"object","$schema":"s"},"icons":[]}`)),
		"blocks":     result(`"content":` + list(`{"type":"resource_link","uri":"a:b","name":"n"}`) + `,"structuredContent":` + members("a", "1")),
		"texts":      result(`"content":` + list(`{"type":"text","text":"{}"}`) + `,"structuredContent":` + members("a", "1")),
		"messages": `{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"maxTokens":1,"messages":` +
			list(`{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`) + `}}`,
	}
}

// TestLargeMessages converts messages with 20,000 parts between all revisions. A step that is not linear would take
// minutes, which the deadline of the tests ends.
func TestLargeMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for name, text := range hostile(20_000) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sender, answering := mcp.Server, "tools/call"
			switch {
			case name == "tools":
				answering = "tools/list"
			case name == "messages":
				answering = ""
			case !strings.Contains(text, `"result"`):
				sender, answering = mcp.Client, ""
			}
			for _, source := range mcp.Revisions() {
				if _, err := mcp.Decode([]byte(text), source, sender, answering); err != nil {
					var bad *mcp.DecodeError
					if !errors.As(err, &bad) {
						t.Fatal(err)
					}
				}
				for _, target := range mcp.Revisions() {
					c, err := mcp.NewConverter(source, target, sender)
					if err != nil {
						t.Fatal(err)
					}
					if _, _, err := c.Frame([]byte(text), answering); err != nil {
						documented(t, err)
					}
				}
			}
		})
	}
}

// TestLimits reports one error for a message beyond the limits.
func TestLimits(t *testing.T) {
	deep := strings.Repeat("[", 401) + strings.Repeat("]", 401)
	for name, one := range map[string]struct {
		text   string
		limits mcp.Limits
	}{
		"depth":       {deep, mcp.Limits{}},
		"own depth":   {"[[]]", mcp.Limits{Depth: 1}},
		"own size":    {`{"jsonrpc":"2.0"}`, mcp.Limits{Size: 10}},
		"never ends":  {strings.Repeat(`{"a":`, 100_000), mcp.Limits{}},
		"a number":    {"1e999", mcp.Limits{}},
		"digits":      {strings.Repeat("9", 4301), mcp.Limits{}},
		"a surrogate": {`"\ud800"`, mcp.Limits{}},
	} {
		_, err := mcp.Decode([]byte(one.text), mcp.Latest, mcp.Client, "", mcp.WithLimits(one.limits))
		var bad *mcp.DecodeError
		if !errors.As(err, &bad) || bad.Code != mcp.CodeParseError {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, inner := range map[string]string{"400 arrays": "", "a value in 400 arrays": "1"} {
		frame := strings.Repeat("[", 400) + inner + strings.Repeat("]", 400)
		if _, err := mcp.Validate([]byte(frame), mcp.Latest, "JSONArray"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPatterns reads a pattern as every other language does: digits are ASCII, and only the end is the end.
func TestPatterns(t *testing.T) {
	apps, err := mcp.Compose(mcp.Latest, mcp.ExtensionApps)
	if err != nil {
		t.Fatal(err)
	}
	for date, valid := range map[string]bool{
		"2025-02-28T00:00:00Z": true, "2024-02-29T23:59:59.5+14:00": true, "2025-02-28T00:00:00Z\\n": false,
		"\\n2025-02-28T00:00:00Z": false, "2025-02-28T00:00:00Z\\r": false, "\u0662025-02-28T00:00:00Z": false,
		"\uff12025-02-28T00:00:00Z": false, "": false,
	} {
		_, err := mcp.Validate([]byte(`{"lastModified":"`+date+`"}`), apps, "McpUiAnnotations")
		if (err == nil) != valid {
			t.Errorf("%s: %v", date, err)
		}
	}
}

// TestLongPointers ends the list of unknown members before it takes more memory than the message justifies.
func TestLongPointers(t *testing.T) {
	name := strings.Repeat("n", 100_000)
	part := `{"inputSchema":{"type":"object","properties":{"` + name + `":{}}},"name":"t","icons":[]`
	members := make([]string, 2000)
	for i := range members {
		members[i] = fmt.Sprintf(`"u%d":1`, i)
	}
	text := part + "," + strings.Join(members, ",") + "}"
	unknown, err := mcp.Validate([]byte(text), mcp.Latest, "Tool")
	if err != nil || len(unknown) != 2000 {
		t.Fatalf("%d %v", len(unknown), err)
	}
	long := `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"` + name +
		`":{"method":"roots/list",` + strings.Join(members, ",") + `}}}}`
	m, err := mcp.Decode([]byte(long), mcp.Latest, mcp.Server, "tools/call")
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, one := range m.Unknown {
		size += len(one)
	}
	if size > len(long)+2<<20 {
		t.Errorf("%d bytes of pointers", size)
	}
}

// lossesBelow returns an elicitation whose field has a long name, and n options with a member that no older revision has.
func lossesBelow(name string, n int) string {
	option := `,{"const":"a","title":"A","x":1}`
	return `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{"` +
		name + `":{"type":"string","oneOf":[` + strings.Repeat(option, n)[1:] + `]}}}}}`
}

// TestLongLossPointers cuts the pointers of losses and of unknown members.
func TestLongLossPointers(t *testing.T) {
	c, err := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Server)
	if err != nil {
		t.Fatal(err)
	}
	strict, err := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Server, mcp.WithLosses(mcp.RefuseLosses))
	if err != nil {
		t.Fatal(err)
	}
	const before, after = "/params/requestedSchema/properties/", "/oneOf/0/x"
	for _, one := range []string{"n", "é", "\U0001f600", "~", "/"} {
		escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(one)
		for _, length := range []int{900, 979, 980, 1023, 1024, 1025, 100_000} {
			pointer := []rune(before + strings.Repeat(escaped, length) + after)
			want := string(pointer)
			if len(pointer) > 1024 {
				want = string(pointer[:1023]) + "…"
			}
			text := lossesBelow(strings.Repeat(one, length), 1)
			_, losses, err := c.Frame([]byte(text), "")
			if err != nil || losses[len(losses)-1].Pointer != want || string(losses[len(losses)-1].Value) != "1" {
				t.Errorf("%d times %s: %v %v", length, one, err, losses)
			}
			var lost *mcp.LossError
			if _, _, err = strict.Frame([]byte(text), ""); !errors.As(err, &lost) || lost.Losses[len(lost.Losses)-1].Pointer != want {
				t.Errorf("%d times %s: %v", length, one, err)
			}
		}
	}
	text := `{"jsonrpc":"2.0","method":"ping","id":1,"` + strings.Repeat("é", 1024) + `":1}`
	m, err := mcp.Decode([]byte("["+text+"]"), mcp.Revision20250326, mcp.Client, "")
	if want := "/0/" + strings.Repeat("é", 1020) + "…"; err != nil || m.Unknown[0] != want {
		t.Errorf("%v %v", err, m)
	}
}

// TestGrowth checks that memory grows as the message: with many losses below a long name, and a half of a surrogate pair
// below many levels.
func TestGrowth(t *testing.T) {
	newest, err := mcp.NewConverter(mcp.Latest, mcp.Revision20250618, mcp.Server)
	if err != nil {
		t.Fatal(err)
	}
	older, err := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Server)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]func(text string) (losses int, err error){
		"Frame": func(text string) (int, error) {
			_, losses, err := older.Frame([]byte(text), "")
			return len(losses), err
		},
		"InputRequest": func(text string) (int, error) {
			_, losses, err := newest.InputRequest([]byte(text), []byte("1"))
			return len(losses), err
		},
		"Session": func(text string) (int, error) {
			s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125)
			if err != nil {
				return 0, err
			}
			return len(s.FromServer([]byte(text))[0].Losses), nil
		},
	}
	for name, read := range all {
		grows(t, name, 5_000, func(n int) {
			if losses, err := read(lossesBelow(strings.Repeat("n", 10*n), n)); err != nil || losses < n {
				t.Fatalf("%s: %d losses, %v", name, losses, err)
			}
		})
	}
	limits := mcp.WithLimits(mcp.Limits{Depth: 10_000})
	grows(t, "half of a surrogate pair", 4_000, func(n int) {
		text := strings.Repeat(`{"a":`, n) + `"\ud800"` + strings.Repeat("}", n)
		var bad *mcp.DecodeError
		if _, err := mcp.Decode([]byte(text), mcp.Latest, mcp.Client, "", limits); !errors.As(err, &bad) || len(bad.Pointer) != 2*n {
			t.Fatal(err)
		}
	})
}

// grows fails if twice the size takes more than 2.5 times the memory.
func grows(t *testing.T, name string, n int, read func(n int)) {
	allocated := func(n int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read(n)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(100) // reads the data of the revisions
	if once, twice := allocated(n), allocated(2*n); 2*twice > 5*once {
		t.Errorf("%s: %d bytes, and %d for double the size", name, once, twice)
	}
}

// TestSameSlice returns the message itself if nothing changed.
func TestSameSlice(t *testing.T) {
	c, err := mcp.NewConverter(mcp.Revision20250618, mcp.Revision20251125, mcp.Client)
	if err != nil {
		t.Fatal(err)
	}
	frame := []byte(`{"jsonrpc": "2.0", "id": 1.0, "method": "ping"}`)
	out, losses, err := c.Frame(frame, "")
	if err != nil || losses != nil || &out[0] != &frame[0] {
		t.Errorf("%s %v %v", out, losses, err)
	}
	for _, text := range []string{"{\"jsonrpc\":\"2.0\",\n\"id\":1,\"method\":\"ping\"}", `{"jsonrpc":"2.0","id":2,"id":1,"method":"ping"}`} {
		out, _, err = c.Frame([]byte(text), "")
		if err != nil || string(out) != `{"jsonrpc":"2.0","id":1,"method":"ping"}` {
			t.Errorf("%s %v", out, err)
		}
	}
}

// TestConcurrentUse converts and decodes from many goroutines with shared converters; go test -race finds a data race.
func TestConcurrentUse(t *testing.T) {
	c, err := mcp.NewConverter(mcp.Revision20251125, mcp.Latest, mcp.Client, mcp.WithContext(mcp.Context{ClientCapabilities: []byte(`{"roots":{}}`)}))
	if err != nil {
		t.Fatal(err)
	}
	frame := []byte(`{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/call","params":{"name":"t","arguments":{"a":1.50}}}`)
	want, _, err := c.Frame(frame, "")
	if err != nil || !strings.Contains(string(want), `"id":12345678901234567890`) || !strings.Contains(string(want), "1.50") {
		t.Fatalf("%s %v", want, err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 200 {
				out, losses, err := c.Frame(frame, "")
				if err != nil || string(out) != string(want) || len(losses) == 0 {
					t.Errorf("%s %v", out, err)
					return
				}
				if _, err := mcp.Decode(out, mcp.Latest, mcp.Client, ""); err != nil {
					t.Error(err)
					return
				}
			}
		}()
	}
	all.Wait()
}

// TestFirstFlaw reports the first of several flaws of a text, also in a member that is given again.
func TestFirstFlaw(t *testing.T) {
	for params, want := range map[string]string{
		`"a":"\ud800","b":1e999`:                         "/params/a: not UTF-8: a lone surrogate",
		`"a":1e999,"b":"\ud800"`:                         "a number out of range; the limits are those of a double, and 4,300 digits for an integer",
		`"a":"\ud800","b":` + strings.Repeat("9", 4300):  "/params/a: not UTF-8: a lone surrogate",
		`"a":"\ud800","b":` + strings.Repeat("9", 4301):  "not UTF-8: a lone surrogate",
		`"a":"\ud800","b":-` + strings.Repeat("9", 4300): "/params/a: not UTF-8: a lone surrogate",
		`"a":"\ud800","b":-` + strings.Repeat("9", 4301): "not UTF-8: a lone surrogate",
		`"a":{"b":"\ud800"},"a":[1e999,"\ud800"]`:        "not UTF-8: a lone surrogate",
		`"a":"\ud800","a":1`:                             "not UTF-8: a lone surrogate",
		`"a":["\udc00"],"a":1`:                           "not UTF-8: a lone surrogate",
		`"\ud800":1,"\ud800":2`:                          `/params/` + "\ufffd" + `: not UTF-8: a lone surrogate`,
		`"a":1e999,"a":1`:                                "a number out of range; the limits are those of a double, and 4,300 digits for an integer",
		`"a":"\ud83d\ude00","b":1e999`:                   "a number out of range; the limits are those of a double, and 4,300 digits for an integer",
		`"a":"\ud800","b":NaN`:                           "/params/a: not UTF-8: a lone surrogate",
		`"a":"\ud800","b":[-Infinity,Infinity]`:          "/params/a: not UTF-8: a lone surrogate",
		`"a":"\ud800","b":-NaN`:                          "not JSON: a digit is missing at byte 85",
		`"a":"\ud800","a":NaN`:                           "not UTF-8: a lone surrogate",
		`"a":{"b":"\ud800"},"a":[NaN,"\ud800"]`:          "not UTF-8: a lone surrogate",
		`"a":NaN,"b":"\ud800"`:                           "not JSON: a value is missing at byte 71",
		`"a":1e999,`:                                     "not JSON: a member name is missing at byte 77",
	} {
		_, err := mcp.Decode([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t",`+params+`}}`), mcp.Revision20251125, mcp.Client, "")
		var bad *mcp.DecodeError
		if !errors.As(err, &bad) || bad.Code != mcp.CodeParseError || err.Error() != want {
			t.Errorf("%s: %v", params, err)
		}
	}
}
