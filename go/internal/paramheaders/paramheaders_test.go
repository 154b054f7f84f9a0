package paramheaders

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
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
		kept, isChanged := tools.Learn(page)
		expected := string(page)
		if !isValid {
			expected = `{"tools":[{"name":"other","inputSchema":{"pattern":"\u003c"}}],"ttlMs":0}`
		}
		if isChanged == isValid || string(kept) != expected {
			t.Errorf("%s: %v %s", schema, isChanged, kept)
		}
	}
	for _, page := range []string{``, `[]`, `{}`, `{"tools":{}}`, `{"tools":[1,null,{"name":1},{"name":"t","inputSchema":7}]}`} {
		var tools Tools
		if kept, isChanged := tools.Learn(json.RawMessage(page)); isChanged || string(kept) != page {
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
	if _, isChanged := tools.Learn(pageOf(toolOf("deep", deep))); isChanged || len(tools.tools) != 0 {
		t.Errorf("%v, %d tools", isChanged, len(tools.tools))
	}
}
