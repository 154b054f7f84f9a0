package mcphttp

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"

	mcp "mcprevisions"
)

// newAnnotatedFront returns the front of a server with an annotated tool and one whose annotation is not valid.
func newAnnotatedFront(t *testing.T) *front {
	t.Helper()
	return newFrontOf(t, func(w http.ResponseWriter, _ *http.Request, m members) {
		w.Header().Set("Content-Type", "application/json")
		tool := func(name, header string) string {
			return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":%q}}}}`, name, header)
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","tools":[%s,%s],"ttlMs":0,"cacheScope":"private"}}`,
			m["id"], tool("bad", "a b"), tool("good", "A"))
	})
}

// TestRemovedTools reports a tool that the handler removes from a list.
func TestRemovedTools(t *testing.T) {
	f := newAnnotatedFront(t)
	var mutex sync.Mutex
	var losses []mcp.Loss
	f.OnDelivery = func(_ context.Context, _ string, d mcp.Delivery) {
		mutex.Lock()
		defer mutex.Unlock()
		losses = append(losses, d.Losses...)
	}
	f.Options = []mcp.Option{mcp.WithLosses(mcp.RefuseLosses)} // these do not concern the tool, which no client may offer
	f.open()
	f.answer("POST", toolsList, 200, `"result":{"tools":[{"name":"good"`)
	mutex.Lock()
	defer mutex.Unlock()
	if len(losses) != 1 || losses[0].Kind != mcp.Dropped || losses[0].Pointer != "/result/tools/0" || losses[0].Change != "R-HEADER" {
		t.Errorf("losses %v", losses)
	}
}

// TestStoredAnnotations counts annotations for MaxStored until the session ends.
func TestStoredAnnotations(t *testing.T) {
	for _, most := range []int{1 << 20, 200} {
		f := newAnnotatedFront(t)
		f.MaxStored = most
		f.open()
		f.answer("POST", toolsList, 200, `"name":"good"`)
		s := f.sessionOf(t)
		params := []byte(`{"name":"good","arguments":{"a":"x"}}`)
		eventually(t, func() bool { // the message is not stored any more
			f.mutex.Lock()
			defer f.mutex.Unlock()
			return f.stored < 200 && (f.stored > 0) == (most > 200)
		})
		if isStored := len(s.tools.Headers(params)) == 1; isStored != (most > 200) {
			t.Errorf("with the limit %d, the annotation is stored: %v", most, isStored)
		}
		f.Close()
		f.mutex.Lock()
		if f.stored != 0 {
			t.Errorf("after the end, %d bytes are stored", f.stored)
		}
		f.mutex.Unlock()
	}
}
