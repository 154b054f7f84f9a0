package mcprevisions_test

import (
	"errors"
	"fmt"
	"testing"

	mcp "mcprevisions"
)

// initializeIn is initialize of a client of a revision.
func initializeIn(revision mcp.Revision) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`, revision)
}

// TestOtherRevision reports ErrRevision if the server speaks another revision than the session, and not for other errors.
func TestOtherRevision(t *testing.T) {
	const refused = `"error":{"code":%d,"message":"no"}`
	for _, one := range []struct {
		client, server mcp.Revision
		first          []byte
		answer         string
		isOther        bool
	}{
		{"2025-06-18", "2026-07-28", initializeIn("2025-06-18"), fmt.Sprintf(refused, -32601), true},
		{"2025-06-18", "2026-07-28", initializeIn("2025-06-18"), fmt.Sprintf(refused, -32022), true},
		{"2025-06-18", "2026-07-28", initializeIn("2025-06-18"), fmt.Sprintf(refused, -32603), false},
		{"2025-06-18", "2026-07-28", initializeIn("2025-06-18"), `"result":{"resultType":"complete","supportedVersions":["2025-11-25"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}`, true},
		{"2025-06-18", "2026-07-28", initializeIn("2025-06-18"), `"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}`, false},
		{"2026-07-28", "2025-06-18", request("1", "tools/list", ""), fmt.Sprintf(refused, -32601), true},
		{"2026-07-28", "2025-06-18", request("1", "tools/list", ""), fmt.Sprintf(refused, -32022), true},
		{"2026-07-28", "2025-06-18", request("1", "tools/list", ""), fmt.Sprintf(refused, -32602), false},
		{"2026-07-28", "2025-06-18", request("1", "tools/list", ""), `"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}`, true},
		{"2025-06-18", "2025-11-25", initializeIn("2025-06-18"), `"result":{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"s","version":"1"}}`, true},
		{"2025-06-18", "2025-11-25", initializeIn("2025-06-18"), `"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}`, false},
		{"2025-06-18", "2025-11-25", initializeIn("2025-06-18"), fmt.Sprintf(refused, -32601), true},
		{"2025-06-18", "2025-11-25", []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), fmt.Sprintf(refused, -32601), false},
		{"2025-06-18", "2025-11-25", []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), fmt.Sprintf(refused, -32022), false},
		{"2026-07-28", "2026-07-28", request("1", "tools/list", ""), fmt.Sprintf(refused, -32022), true},
		{"2026-07-28", "2026-07-28", request("1", "server/discover", ""), fmt.Sprintf(refused, -32601), true},
	} {
		t.Run(fmt.Sprintf("%s to %s %s", one.client, one.server, one.answer), func(t *testing.T) {
			s, err := mcp.NewSession(one.client, one.server, mcp.WithValidation())
			if err != nil {
				t.Fatal(err)
			}
			sent := sentTo(t, mcp.Server, s.FromClient(one.first))
			isOther, isAnswered := false, false
			for _, d := range s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%s}`, idOf(sent), one.answer)) {
				isOther = isOther || errors.Is(d.Err, mcp.ErrRevision)
				isAnswered = isAnswered || d.Frame != nil
			}
			if isOther != one.isOther || !isAnswered {
				t.Errorf("another revision: %v, answered: %v", isOther, isAnswered)
			}
		})
	}
}
