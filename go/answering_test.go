package mcprevisions

import (
	"errors"
	"testing"
)

// TestAnsweredRequests checks that only an error answers a method that is not a request of the revision.
func TestAnsweredRequests(t *testing.T) {
	result := []byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"receipt","action":"accept"}}`)
	failure := []byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}`)
	for _, method := range []string{"elicitation/create", "ping"} {
		var argument *ArgumentError
		if _, err := Decode(result, "2026-07-28", Client, method); !errors.As(err, &argument) {
			t.Errorf("a result answers %s: %v", method, err)
		}
		if _, err := Decode(failure, "2026-07-28", Server, method); err != nil {
			t.Errorf("an error does not answer %s: %v", method, err)
		}
	}
	var bad *DecodeError
	_, err := Decode(result, "2026-07-28", Server, "tools/call")
	if !errors.As(err, &bad) || bad.Pointer != "/result/resultType" {
		t.Errorf("an unknown resultType: %v", err)
	}
}
