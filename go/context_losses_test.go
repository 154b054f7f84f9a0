package mcprevisions_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// TestLossesOfFacts reports what the facts of a client lose, in a converter and in the initialize of a session. A session
// leaves out what it meets with most clients: that they announce changed roots.
func TestLossesOfFacts(t *testing.T) {
	for _, one := range []struct {
		client       mcp.Revision
		capabilities string
		lost         []string
	}{
		{mcp.Revision20251125, `{"sampling":{}}`, nil},
		{mcp.Revision20251125, `{"roots":{"listChanged":true},"tasks":{"list":{}}}`, []string{"/roots/listChanged true T4.11", `/tasks {"list":{}} T4.12`}},
		{mcp.Revision20241105, `{"roots":{"listChanged":false}}`, []string{"/roots/listChanged false T4.11"}},
	} {
		shown := func(prefix string, losses []mcp.Loss) []string {
			var all []string
			for _, loss := range losses {
				pointer, ok := strings.CutPrefix(loss.Pointer, prefix)
				if !ok || loss.Kind != mcp.Dropped {
					t.Errorf("%s", loss)
				}
				all = append(all, fmt.Sprintf("%s %s %s", pointer, loss.Value, loss.Change))
			}
			slices.Sort(all)
			return all
		}
		facts := mcp.WithContext(mcp.Context{ClientCapabilities: json.RawMessage(one.capabilities)})
		c, err := mcp.NewConverter(one.client, mcp.Latest, mcp.Client, facts)
		if err != nil {
			t.Fatal(err)
		}
		if found := shown("/clientCapabilities", c.ContextLosses()); !slices.Equal(found, one.lost) {
			t.Errorf("%s: %q", one.capabilities, found)
		}
		unusual := slices.DeleteFunc(slices.Clone(one.lost), func(lost string) bool { return strings.HasSuffix(lost, "T4.11") })
		opening := strings.Replace(initializeOf(1, one.client), `"capabilities":{}`, `"capabilities":`+one.capabilities, 1)
		for lost, option := range map[*[]string]mcp.Option{
			&unusual: mcp.WithLosses(mcp.ReportLosses), new([]string): mcp.WithLosses(mcp.RefuseLosses),
			new([]string): mcp.WithUnreported("T4.12"), new([]string): mcp.WithLosses(mcp.AllowLosses),
		} {
			s, err := mcp.NewSession(one.client, mcp.Latest, option)
			if err != nil {
				t.Fatal(err)
			}
			d := only(t, s.FromClient([]byte(opening)))
			if found := shown("/params/capabilities", d.Losses); d.To != mcp.Server || !slices.Equal(found, *lost) {
				t.Errorf("%s: %s %q", one.capabilities, d.Frame, found)
			}
		}
	}
	older, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Client)
	if older.ContextLosses() != nil || new(mcp.Converter).ContextLosses() != nil {
		t.Error("losses without a context")
	}
}

// TestUnknownFacts converts capabilities that have unknown members besides what the newest revision lacks.
func TestUnknownFacts(t *testing.T) {
	const capabilities = `{"roots":{"listChanged":true,"x":1},"tasks":{},"y":{"z":[1.50]}}`
	s, err := mcp.NewSession(mcp.Revision20251125, mcp.Latest, mcp.WithValidation())
	if err != nil {
		t.Fatal(err)
	}
	opening := strings.Replace(initializeOf(1, mcp.Revision20251125), `"capabilities":{}`, `"capabilities":`+capabilities, 1)
	sent := sentTo(t, mcp.Server, s.FromClient([]byte(opening)))
	if !strings.Contains(sent, `{"roots":{"x":1},"y":{"z":[1.50]}}`) {
		t.Errorf("%s", sent)
	}
}
