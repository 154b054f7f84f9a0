package mcprevisions_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	mcp "mcprevisions"
	"mcprevisions/v20251125"
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

// TestZeroStructs reports a struct without its required members, as the packages of types say.
func TestZeroStructs(t *testing.T) {
	frame, err := json.Marshal(new(v20251125.CallToolRequest))
	if err != nil {
		t.Fatal(err)
	}
	var bad *mcp.DecodeError
	if _, err := mcp.Validate(frame, v20251125.Revision, "CallToolRequest"); !errors.As(err, &bad) || bad.Pointer != "/id" {
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
