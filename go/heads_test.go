package mcprevisions_test

import (
	"testing"

	mcp "mcprevisions"
)

// TestShortTextsAreRefused sends every short text of the characters that JSON brackets and strings consist of, alone
// and after the beginning of a message. None is a message, so that each gets an error, and a session reads each to its end.
func TestShortTextsAreRefused(t *testing.T) {
	const alphabet, longest = `[]{}",: a\`, 4
	texts := []string{""}
	for at := 0; at < len(texts); at++ {
		if len(texts[at]) < longest {
			for _, c := range alphabet {
				texts = append(texts, texts[at]+string(c))
			}
		}
	}
	session, err := mcp.NewSession("2025-03-26", "2025-11-25")
	if err != nil {
		t.Fatal(err)
	}
	for _, before := range []string{"", "[0 ", `[{"id":1`, `[{"jsonrpc":"2.0",`} {
		for _, text := range texts {
			deliveries := session.FromServer([]byte(before + text))
			if len(deliveries) == 0 {
				t.Errorf("%q has no delivery", before+text)
			}
			for _, one := range deliveries {
				if one.Err == nil {
					t.Errorf("%q is delivered as %q", before+text, one.Frame)
				}
			}
		}
	}
}
