package paramheaders

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"mcprevisions"
)

func pageOf(tools ...string) json.RawMessage {
	return json.RawMessage(`{"ttlMs":0,"tools":[` + strings.Join(tools, ",") + `]}`)
}

func toolOf(name, schema string) string {
	return fmt.Sprintf(`{"name":%q,"inputSchema":%s}`, name, schema)
}

// TestHeaders states the values of headers as the specification encodes them.
func TestHeaders(t *testing.T) {
	var tools Tools
	tools.Learn(pageOf(toolOf("t", `{"type":"object","properties":{
		"region":{"type":"string","x-mcp-header":"Region"},
		"count":{"type":"integer","x-mcp-header":"Count"},
		"dry":{"type":"boolean","x-mcp-header":"Dry"},
		"in":{"type":"object","properties":{"properties":{"type":"string","x-mcp-header":"Deep"}}}}}`)))
	for arguments, expected := range map[string]map[string]string{
		`{"region":"eu","count":3,"dry":true,"in":{"properties":"x"}}`: {"region": "eu", "count": "3", "dry": "true", "deep": "x"},
		`{"region":null,"dry":false}`:                                  {"dry": "false"},
		`{"count":42.0}`:                                               {"count": "42"},
		`{"count":-9007199254740991}`:                                  {"count": "-9007199254740991"},
		`{"count":9007199254740992}`:                                   {},
		`{"count":1.5,"region":["eu"],"in":"x"}`:                       {},
		`{"count":1e999}`:                                              {},
		`{"region":"é"}`:                                               {"region": "=?base64?w6k=?="},
		`{"region":" eu"}`:                                             {"region": "=?base64?IGV1?="},
		`{"region":"a\nb"}`:                                            {"region": "=?base64?YQpi?="},
		`{"region":"=?base64?eA==?="}`:                                 {"region": "=?base64?PT9iYXNlNjQ/ZUE9PT89?="},
		`{"region":""}`:                                                {"region": "=?base64??="},
		`{"Region":"eu"}`:                                              {},
		`[]`:                                                           {},
	} {
		found := make(map[string]string)
		for name, value := range tools.Headers(json.RawMessage(`{"name":"t","arguments":` + arguments + `}`)) {
			found[strings.TrimPrefix(name, "Mcp-Param-")] = value
		}
		if !maps.Equal(found, expected) {
			t.Errorf("%s: %q instead of %q", arguments, found, expected)
		}
	}
	for _, params := range []string{`{"name":"t"}`, `{"name":"other","arguments":{"region":"eu"}}`, `{}`, ``} {
		if found := tools.Headers(json.RawMessage(params)); len(found) > 0 {
			t.Errorf("%s: %q", params, found)
		}
	}
	tools.Learn(pageOf(toolOf("t", `{"type":"object"}`)))
	if found := tools.Headers(json.RawMessage(`{"name":"t","arguments":{"region":"eu"}}`)); len(found) > 0 {
		t.Errorf("after the annotations have gone: %q", found)
	}
}

// TestAnnotations removes exactly the tools whose annotations are not valid.
func TestAnnotations(t *testing.T) {
	for schema, isValid := range map[string]bool{
		`{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"B"}}}`:  true,
		`{"properties":{"x-mcp-header":{"type":"string"}}}`:                                                   true,
		`{"properties":{"a":{"const":{"x-mcp-header":1}}},"$defs":{"x-mcp-header":{}}}`:                       true,
		`{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}`:  false,
		`{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}`:                                           false,
		`{"properties":{"a":{"x-mcp-header":"A"}}}`:                                                           false,
		`{"properties":{"a":{"type":"string","x-mcp-header":""}}}`:                                            false,
		`{"properties":{"a":{"type":"string","x-mcp-header":"a b"}}}`:                                         false,
		`{"properties":{"a":{"type":"string","x-mcp-header":1}}}`:                                             false,
		`{"type":"string","x-mcp-header":"A"}`:                                                                false,
		`{"properties":{"a":{"items":{"type":"string","x-mcp-header":"A"}}}}`:                                 false,
		`{"anyOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}`:                               false,
		`{"$defs":{"a":{"type":"string","x-mcp-header":"A"}}}`:                                                false,
		`{"properties":{"a":{"patternProperties":{"x":{"type":"string","x-mcp-header":"A"}},"type":"null"}}}`: false,
	} {
		var tools Tools
		page := pageOf(toolOf("other", `{"pattern":"<"}`), toolOf("t", schema))
		kept, removed := tools.Learn(page)
		expected, gone := string(page), 0
		if !isValid {
			expected, gone = `{"tools":[{"name":"other","inputSchema":{"pattern":"\u003c"}}],"ttlMs":0}`, 1
		}
		if len(removed) != gone || string(kept) != expected {
			t.Errorf("%s: %v %s", schema, removed, kept)
		}
		if gone > 0 && (removed[0].Index != 1 || string(removed[0].Tool) != toolOf("t", schema)) {
			t.Errorf("%s: %d %s", schema, removed[0].Index, removed[0].Tool)
		}
	}
	for _, page := range []string{``, `[]`, `{}`, `{"tools":{}}`, `{"tools":[1,null,{"name":1},{"name":"t","inputSchema":7}]}`} {
		var tools Tools
		if kept, removed := tools.Learn(json.RawMessage(page)); removed != nil || string(kept) != page {
			t.Errorf("%s: %s", page, kept)
		}
	}
}

// TestBound learns more tools, larger annotations and deeper schemas than are stored.
func TestBound(t *testing.T) {
	var tools Tools
	annotated := `{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}`
	for i := range 2000 {
		tools.Learn(pageOf(toolOf(fmt.Sprint("t", i), annotated)))
	}
	size := 0
	for _, one := range tools.tools {
		size += one.size
	}
	if size != tools.stored || size > mostStored || len(tools.tools) < 100 {
		t.Errorf("%d tools of %d bytes, %d counted", len(tools.tools), size, tools.stored)
	}
	for i := range 2000 {
		tools.Learn(pageOf(toolOf(fmt.Sprint("t", i), `{}`)))
	}
	if len(tools.tools) != 0 || tools.stored != 0 {
		t.Errorf("%d tools, %d bytes", len(tools.tools), tools.stored)
	}
	const depth = 3000
	deep := strings.Repeat(`{"properties":{"a":`, depth) + `{"type":"string","x-mcp-header":"A"}` + strings.Repeat(`}}`, depth)
	if _, removed := tools.Learn(pageOf(toolOf("deep", deep))); removed != nil || len(tools.tools) != 0 {
		t.Errorf("%v, %d tools", removed, len(tools.tools))
	}
}

// TestReserve counts the annotations in a limit of the caller.
func TestReserve(t *testing.T) {
	counted, most := 0, 1000
	tools := Tools{
		Reserve: func(size int) bool {
			isFree := counted+size <= most
			if isFree {
				counted += size
			}
			return isFree
		},
		Free: func(size int) { counted -= size },
	}
	annotated := `{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}`
	for i := range 100 {
		tools.Learn(pageOf(toolOf(fmt.Sprint("t", i), annotated)))
	}
	if counted != tools.stored || counted < most/2 || len(tools.tools) < 2 {
		t.Errorf("%d bytes, %d counted, %d tools", tools.stored, counted, len(tools.tools))
	}
	tools.Learn(pageOf(toolOf("t0", `{}`)))
	if counted != tools.stored {
		t.Errorf("%d bytes, %d counted", tools.stored, counted)
	}
	tools.Close()
	tools.Learn(pageOf(toolOf("late", annotated)))
	if counted != 0 || tools.stored != 0 || len(tools.tools) != 0 {
		t.Errorf("after the end: %d bytes, %d counted, %d tools", tools.stored, counted, len(tools.tools))
	}
}

// TestReport reports the removed tools, with the pointers of the server's response.
func TestReport(t *testing.T) {
	removed := []Removed{{0, json.RawMessage(`{"name":"a"}`)}, {2, json.RawMessage(`{"name":"c"}`)}}
	losses := func() []mcprevisions.Loss {
		return []mcprevisions.Loss{
			{Kind: mcprevisions.Dropped, Pointer: "/result/tools/0/execution"},
			{Kind: mcprevisions.Reshaped, Pointer: "/result/tools/1"},
			{Kind: mcprevisions.Invented, Pointer: "/result/tools/1/x"},
			{Kind: mcprevisions.Dropped, Pointer: "/result/ttlMs"},
		}
	}
	pointers := func(all []mcprevisions.Loss) string {
		found := make([]string, len(all))
		for i, one := range all {
			found[i] = one.Pointer
		}
		return strings.Join(found, " ")
	}
	const moved = "/result/tools/1/execution /result/tools/3 /result/tools/1/x /result/ttlMs"
	d := mcprevisions.Delivery{Losses: losses()}
	Report(&d, nil)
	if len(d.Losses) != 4 {
		t.Errorf("without removed tools: %v", d.Losses)
	}
	Report(&d, removed)
	if found := pointers(d.Losses); found != moved+" /result/tools/0 /result/tools/2" {
		t.Errorf("pointers %s", found)
	}
	if last := d.Losses[5]; last.Kind != mcprevisions.Dropped || string(last.Value) != `{"name":"c"}` || last.Change != "R-HEADER" {
		t.Errorf("the removed tool: %v", last)
	}
	d = mcprevisions.Delivery{Err: &mcprevisions.LossError{Losses: losses()}}
	Report(&d, removed)
	var lossy *mcprevisions.LossError
	if !errors.As(d.Err, &lossy) || pointers(lossy.Losses) != moved || d.Losses != nil {
		t.Errorf("%v %v", d.Err, d.Losses)
	}
	d = mcprevisions.Delivery{Err: &mcprevisions.DecodeError{Pointer: "/result/tools/1/name", Reason: "r"}}
	if Report(&d, removed); d.Err.Error() != "/result/tools/3/name: r" {
		t.Errorf("%v", d.Err)
	}
}
