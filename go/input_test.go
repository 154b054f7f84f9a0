package mcprevisions_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"testing"

	mcp "mcprevisions"
)

// TestInputCases converts the requests for input, and the responses to them, of the file that MCP_INPUTS names. Each
// line has the arguments and what Python returns for them.
func TestInputCases(t *testing.T) {
	name := os.Getenv("MCP_INPUTS")
	if name == "" {
		t.Skip("MCP_INPUTS names no file")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<26)
	count := 0
	for ; lines.Scan(); count++ {
		var one struct {
			Operation, Method string
			Revision          mcp.Revision
			Part, Expected    json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		got := inputCase(t, one.Operation, one.Revision, one.Method, one.Part)
		if !sameValue(got, one.Expected) {
			t.Errorf("%s %s %s: %s\nGo %s\nPython %s", one.Operation, one.Revision, one.Method, one.Part, got, one.Expected)
		}
	}
	if count == 0 {
		t.Error("there are no cases")
	}
}

// inputCase returns the JSON of an outcome.
func inputCase(t *testing.T, operation string, revision mcp.Revision, method string, part []byte) []byte {
	t.Helper()
	source, target, sender := revision, mcp.Latest, mcp.Client
	if operation == "request" {
		source, target, sender = mcp.Latest, revision, mcp.Server
	}
	c, err := mcp.NewConverter(source, target, sender)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	var losses []mcp.Loss
	if operation == "request" {
		out, losses, err = c.InputRequest(part, []byte(`"n"`))
	} else {
		out, losses, err = c.InputResponse(part, method)
	}
	var bad *mcp.DecodeError
	var refused *mcp.NoCounterpart
	var outcome any
	switch {
	case errors.As(err, &bad):
		outcome = map[string]string{"invalid": bad.Pointer}
	case errors.As(err, &refused):
		outcome = map[string]string{"refused": refused.Change, "pointer": refused.Pointer}
	case err != nil:
		outcome = map[string]string{"invalid": ""} // an argument, which Python reports as a message
	default:
		outcome = map[string]any{"message": json.RawMessage(out), "losses": append([]mcp.Loss{}, losses...)}
	}
	found, err := json.Marshal(outcome)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func sameValue(a, b []byte) bool {
	var one, other any
	if json.Unmarshal(a, &one) != nil || json.Unmarshal(b, &other) != nil {
		return false
	}
	first, _ := json.Marshal(one)
	second, _ := json.Marshal(other)
	return bytes.Equal(first, second)
}
