package mcprevisions_test

import (
	"errors"
	"fmt"
	"testing"

	mcp "mcprevisions"
)

// TestEmptyBatch gets the error of the decoder and the converter.
func TestEmptyBatch(t *testing.T) {
	for _, server := range []mcp.Revision{mcp.Revision20250618, mcp.Latest} {
		s, err := mcp.NewSession(mcp.Revision20250326, server)
		if err != nil {
			t.Fatal(err)
		}
		all := s.FromClient([]byte(`[]`))
		var bad *mcp.DecodeError
		if len(all) != 1 || !errors.As(all[0].Err, &bad) || bad.Error() != "a batch holds at least one message" {
			t.Errorf("%s: %v", server, all)
		}
	}
}

// TestErrorWithoutID has a client whose error has no id: a server without the handshake takes no responses.
func TestErrorWithoutID(t *testing.T) {
	s, err := mcp.NewSession(mcp.Revision20251125, mcp.Latest)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{`"id":null,`, ""} {
		all := s.FromClient([]byte(`{"jsonrpc":"2.0",` + id + `"error":{"code":-32700,"message":"no"}}`))
		var failure *mcp.ErrorResponse
		if len(all) != 1 || all[0].Frame != nil || !errors.As(all[0].Err, &failure) || failure.Code != -32700 {
			t.Errorf("%v", all)
		}
	}
}

// TestNoErrorResponse prints the absence of an error.
func TestNoErrorResponse(t *testing.T) {
	if got := fmt.Sprint(new(mcp.Message).ErrorResponse()); got != "the message has no error" {
		t.Error(got)
	}
}
