package mcprevisions

import (
	"errors"
	"testing"
)

// TestReasons compares the errors of invalid messages with those that Python and TypeScript give.
func TestReasons(t *testing.T) {
	jsonLines(t, "reasons.jsonl", func(t *testing.T, line value) {
		answering := textOr(line.get("answering"), "")
		_, err := Decode(line.get("frame").append(nil), Revision(line.get("revision").text()), Side(line.get("sender").text()), answering)
		var bad *DecodeError
		if !errors.As(err, &bad) {
			t.Fatal(err)
		}
		if bad.Pointer != line.get("pointer").text() || bad.Reason != line.get("reason").text() || float64(bad.Code) != line.get("code").float() {
			t.Errorf("%s: %s: %s %d", line.get("frame").append(nil), bad.Pointer, bad.Reason, bad.Code)
		}
	})
}
