package mcprevisions

import (
	"encoding/json"
	"testing"
)

// TestContextErrors says where a fact of the client is not valid, and names no revision that the caller did not use.
func TestContextErrors(t *testing.T) {
	for want, context := range map[string]Context{
		"mcprevisions: context: clientInfo/name: expected a string, got 1":    {ClientInfo: json.RawMessage(`{"name":1,"version":"1"}`)},
		"mcprevisions: context: clientInfo: 'version' is missing":             {ClientInfo: json.RawMessage(`{"name":"c"}`)},
		"mcprevisions: context: clientCapabilities/roots: expected an object": {ClientCapabilities: json.RawMessage(`{"roots":"a"}`)},
		"mcprevisions: context: clientInfo: expected an object":               {ClientInfo: json.RawMessage(`[]`)},
	} {
		_, err := NewConverter(Revision20250618, Revision20260728, Client, WithContext(context))
		if err == nil || err.Error() != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
}
