package mcprevisions_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// listed returns what a client of 2025-06-18 gets for the result of a list request of a server of 2025-11-25.
func listed(t *testing.T, method, result string, options ...mcp.Option) mcp.Delivery {
	t.Helper()
	s, err := mcp.NewSession("2025-06-18", "2025-11-25", append(options, mcp.WithValidation())...)
	if err != nil {
		t.Fatal(err)
	}
	s.FromClient(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":7,"method":%q}`, method))
	all := s.FromServer([]byte(`{"jsonrpc":"2.0","id":7,"result":` + result + `}`))
	if len(all) != 1 || all[0].To != mcp.Client || s.Open() != 0 {
		t.Fatalf("%v, %d open", all, s.Open())
	}
	return all[0]
}

const (
	goodTool = `{"name":"a","inputSchema":{"type":"object"}}`
	badTool  = `{"name":"b","inputSchema":{"type":"string"}}`
	iconTool = `{"name":"c","icons":[{"src":"x"}],"inputSchema":{"type":"object"}}`
)

// TestInvalidItems leaves items out of each kind of list, and reports them with the pointers of the server's list.
func TestInvalidItems(t *testing.T) {
	d := listed(t, "tools/list", `{"nextCursor":"n","tools":[`+badTool+`,`+goodTool+`,5,`+iconTool+`]}`)
	want := `{"jsonrpc":"2.0","id":7,"result":{"nextCursor":"n","tools":[` + goodTool + `,{"name":"c","inputSchema":{"type":"object"}}]}}`
	if d.Err != nil || string(d.Frame) != want {
		t.Errorf("%s %v", d.Frame, d.Err)
	}
	var found []string
	for _, one := range d.Losses {
		found = append(found, one.String())
	}
	if len(found) != 3 || d.Losses[0].Change != "invalid-item" || string(d.Losses[0].Value) != badTool ||
		found[0] != "dropped /result/tools/0: The item 'b' was left out: /inputSchema/type: expected 'object', got 'string'. [invalid-item]" ||
		!strings.HasPrefix(found[1], "dropped /result/tools/2: The item 5 was left out: ") ||
		!strings.HasPrefix(found[2], "dropped /result/tools/3/icons: ") {
		t.Errorf("%q", found)
	}
	for method, name := range map[string]string{
		"prompts/list": "prompts", "resources/list": "resources", "resources/templates/list": "resourceTemplates",
	} {
		d := listed(t, method, `{"`+name+`":[{}]}`)
		if want := `{"jsonrpc":"2.0","id":7,"result":{"` + name + `":[]}}`; string(d.Frame) != want || len(d.Losses) != 1 {
			t.Errorf("%s %s %v", method, d.Frame, d.Err)
		}
	}
	if d := listed(t, "tools/list", `{"tools":[`+badTool+`]}`, mcp.WithUnreported("invalid-item")); d.Err != nil || d.Losses != nil {
		t.Errorf("%v %v", d.Losses, d.Err)
	}
}

// TestInvalidLists refuses a list that is not valid for another reason, or whose items must not be left out.
func TestInvalidLists(t *testing.T) {
	list := `{"tools":[` + goodTool + `,` + badTool + `]}`
	for name, one := range map[string]struct {
		result  string
		options []mcp.Option
	}{
		"strict":        {list, []mcp.Option{mcp.WithStrictLists()}},
		"losses":        {list, []mcp.Option{mcp.WithLosses(mcp.RefuseLosses)}},
		"no array":      {`{"tools":{}}`, nil},
		"other members": {`{"nextCursor":{},"tools":[` + badTool + `]}`, nil},
		"too many":      {`{"tools":[` + strings.Repeat("5,", 1001) + `5]}`, nil},
	} {
		d := listed(t, "tools/list", one.result, one.options...)
		var bad *mcp.DecodeError
		if !errors.As(d.Err, &bad) || !strings.Contains(string(d.Frame), `"code":-32603,"message":"the server's answer is not valid: /result/`) {
			t.Errorf("%s: %s %v", name, d.Frame, d.Err)
		}
	}
}

// TestErrorsAreNotRefused passes the error of a server although its conversion loses something.
func TestErrorsAreNotRefused(t *testing.T) {
	s, err := mcp.NewSession("2025-06-18", mcp.Latest, mcp.WithLosses(mcp.RefuseLosses), mcp.WithValidation())
	if err != nil {
		t.Fatal(err)
	}
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`))
	s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}`))
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}`))
	all := s.FromServer([]byte(`{"jsonrpc":"2.0","id":2,"error":{"code":-32021,"message":"you need X","data":{"requiredCapabilities":{"sampling":{}}}}}`))
	if len(all) != 1 || all[0].Err != nil || !strings.Contains(string(all[0].Frame), "you need X") {
		t.Fatalf("%s %v", all[0].Frame, all[0].Err)
	}
	if len(all[0].Losses) == 0 || all[0].Losses[0].Kind.Lossless() {
		t.Error(all[0].Losses)
	}
}

// TestOwnInitialize does not report that the session writes its own initialize in another spelling.
func TestOwnInitialize(t *testing.T) {
	s, err := mcp.NewSession(mcp.Latest, "2025-06-18")
	if err != nil {
		t.Fatal(err)
	}
	all := s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1","icons":[{"src":"x"}]},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"sampling":{"context":{}}}}}}`))
	if len(all) != 1 || len(all[0].Losses) == 0 {
		t.Fatal(all)
	}
	for _, one := range all[0].Losses {
		if one.Kind == mcp.Respelled {
			t.Error(one)
		}
	}
}

// TestErrorOfUnknownMethod converts an error response whatever request it answers.
func TestErrorOfUnknownMethod(t *testing.T) {
	c, err := mcp.NewConverter("2025-11-25", "2025-06-18", mcp.Server, mcp.WithValidation())
	if err != nil {
		t.Fatal(err)
	}
	frame := `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}`
	if out, _, err := c.Frame([]byte(frame), "tools/lis"); err != nil || string(out) != frame {
		t.Errorf("%s %v", out, err)
	}
}
