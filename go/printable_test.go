package mcprevisions

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostileText returns a random text with control characters, line ends, directions and text that is not UTF-8.
func hostileText(random *rand.Rand) string {
	parts := []string{"x", "é", "\n", "\r", "\t", "\x00", "\x1b[31m", "\u0085", "\u2028", "\u202e", "\ufeff", "\U000e0001", "\\", "\xff", "世", " "}
	var text strings.Builder
	for range 1 + random.IntN(8) {
		text.WriteString(parts[random.IntN(len(parts))])
	}
	return text.String()
}

func checkPrintable(t *testing.T, what, line string) {
	t.Helper()
	if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("%s is not printable: %q", what, line)
	}
}

// TestPrintable puts hostile text into every error, and into messages that are refused or converted with losses.
func TestPrintable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	down, err := NewConverter(Revision20251125, Revision20250618, Server)
	if err != nil {
		t.Fatal(err)
	}
	losses, refused := 0, 0
	for range 2000 {
		text := hostileText(random)
		for _, one := range []error{
			&DecodeError{Pointer: "/" + text, Reason: text}, &DecodeError{Reason: text}, &NoCounterpart{Reason: text, Change: text},
			&LossError{Losses: []Loss{{Kind: Dropped, Pointer: text, Reason: text}}}, &ErrorResponse{Message: text},
			&ArgumentError{Argument: text, Reason: text},
		} {
			checkPrintable(t, fmt.Sprintf("%T", one), one.Error())
		}
		quoted, _ := json.Marshal(text)
		message := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%s,"params":{%[1]s:1,"name":%[1]s}}`, quoted)
		if _, err := Decode([]byte(message), Revision20251125, Client, ""); err != nil {
			refused++
			checkPrintable(t, "an error", err.Error())
		}
		form := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{%s:{"type":"string","oneOf":[{"const":"a","title":"A"}]}}}}}`, quoted)
		_, found, err := down.Frame([]byte(form), "")
		if err != nil {
			refused++
			checkPrintable(t, "an error", err.Error())
		}
		for _, one := range found {
			losses++
			checkPrintable(t, "a loss", one.String())
		}
	}
	if losses == 0 || refused == 0 {
		t.Errorf("%d losses and %d errors", losses, refused)
	}
}

// TestPrintableForms tests the escapes, which are those of Python's repr.
func TestPrintableForms(t *testing.T) {
	for text, want := range map[string]string{
		"a b'\\é": "a b'\\é", "\n\r\t": `\n\r\t`, "\x00\x1b\x7f\u0085": `\x00\x1b\x7f\x85`, "\u2028\u202e": `\u2028\u202e`,
		"\U000e0001": `\U000e0001`, "\xff": `\xff`,
	} {
		if got := printable(text); got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}
