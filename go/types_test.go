package mcprevisions_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	mcp "mcprevisions"
	"mcprevisions/v20251125"
	"mcprevisions/v20260728"
)

// decodedNumbers returns JSON as Go values, with numbers as they are spelled.
func decodedNumbers(t *testing.T, data []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%s: %s", err, data)
	}
	return v
}

// TestTypesKeepEveryMessage decodes each message of the corpus by the types of each revision, and encodes it again.
func TestTypesKeepEveryMessage(t *testing.T) {
	count := 0
	for _, one := range corpus(t) {
		for revision, verdict := range one.Verdicts {
			m, err := mcp.Decode(one.Frame, revision, one.Sender, one.Answering)
			if verdict.Verdict != "valid" || err != nil || m.Kind == mcp.Batch || m.Kind == mcp.Error {
				continue
			}
			isResult := m.Kind == mcp.Result
			if isResult && one.Answering == "" {
				continue
			}
			typed, err := decodeTyped(revision, one.Frame, one.Sender, one.Answering, isResult)
			if err != nil {
				t.Errorf("%s %s %s: %s", revision, m.Method, one.Answering, err)
				continue
			}
			again, err := json.Marshal(typed)
			if err != nil {
				t.Fatal(err)
			}
			want := one.Frame
			if isResult {
				want = m.Result
			}
			if !reflect.DeepEqual(decodedNumbers(t, again), decodedNumbers(t, want)) {
				t.Errorf("%s %T: got %s, want %s", revision, typed, again, want)
			}
			count++
		}
	}
	if count < 1000 {
		t.Errorf("%d messages", count)
	}
}

// TestNilMembers refuses to write null where a member must have a value, as the packages of types say.
func TestNilMembers(t *testing.T) {
	text := &v20251125.TextContent{Text: "a"}
	for want, value := range map[string]any{
		`the member "id" must have a value`:                   v20251125.CallToolRequest{},
		`the member "ref" must have a value`:                  v20251125.CompleteRequestParams{},
		`the member "resource" must have a value`:             &v20251125.EmbeddedResource{Resource: (*v20251125.TextResourceContents)(nil)},
		`item 1 of the member "content" must have a value`:    v20251125.CallToolResult{Content: []v20251125.ContentBlock{text, nil}},
		`item 0 of the member "content" must have a value`:    v20251125.CallToolResult{Content: []v20251125.ContentBlock{(*v20251125.TextContent)(nil)}},
		`"a" in the member "inputRequests" must have a value`: v20260728.InputRequiredResult{InputRequests: map[string]v20260728.InputRequest{"a": nil}},
	} {
		if frame, err := json.Marshal(value); err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%T: %s %v, not %s", value, frame, err, want)
		}
	}
	for want, value := range map[string]any{
		`{"content":[]}`: v20251125.CallToolResult{},
		`{"content":[{"type":"text","text":"a"}]}`:    v20251125.CallToolResult{Content: []v20251125.ContentBlock{text}},
		`{"level":"info","data":null}`:                v20251125.LoggingMessageNotificationParams{Level: "info"},
		`{"action":"accept","content":{"a":["b"]}}`:   v20251125.ElicitResult{Action: "accept", Content: map[string]v20251125.ElicitFieldValue{"a": json.RawMessage(`["b"]`)}},
		`{"name":"","inputSchema":{"type":"object"}}`: v20251125.Tool{},
		`{"resultType":"input_required"}`:             v20260728.InputRequiredResult{ResultType: "input_required"},
	} {
		if frame, err := json.Marshal(value); err != nil || !reflect.DeepEqual(decodedNumbers(t, frame), decodedNumbers(t, []byte(want))) {
			t.Errorf("%T: %s %v, not %s", value, frame, err, want)
		}
	}
}

// TestZeroStructs reports a struct whose required members have empty values.
func TestZeroStructs(t *testing.T) {
	frame, err := json.Marshal(&v20251125.SetLevelRequest{ID: json.RawMessage("1")})
	if err != nil {
		t.Fatal(err)
	}
	var bad *mcp.DecodeError
	if _, err := mcp.Validate(frame, v20251125.Revision, "SetLevelRequest"); !errors.As(err, &bad) || bad.Pointer != "/params/level" {
		t.Errorf("%s: %v", frame, err)
	}
	if _, err := v20251125.DecodeMessage(frame, mcp.Client); !errors.As(err, &bad) {
		t.Errorf("%s: %v", frame, err)
	}
}

// TestNilTypes returns an error for nil receivers.
func TestNilTypes(t *testing.T) {
	var tool *v20251125.Tool
	if err := tool.UnmarshalJSON([]byte("{}")); err == nil {
		t.Error("no error")
	}
	if out, err := json.Marshal(tool); err != nil || string(out) != "null" {
		t.Errorf("%s %v", out, err)
	}
}
