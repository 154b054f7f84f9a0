package mcphttp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	mcp "mcprevisions"
)

// gate counts the open requests of clients, and refuses new ones when the handler stops.
type gate struct {
	mutex      sync.Mutex
	open       int
	isStopping bool
	stopped    chan struct{} // closed when the handler stops and no request is open; nil before
}

// enter counts a message of a client until it leaves. The result is false if the handler stops and the message is new: the
// answers and notifications that open requests need still enter.
func (g *gate) enter(isNew bool) bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.isStopping && isNew {
		return false
	}
	g.open++
	return true
}

func (g *gate) leave() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.open--
	g.signal()
}

// stop refuses new requests. The result is closed when no request is open.
func (g *gate) stop() <-chan struct{} {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.isStopping = true
	if g.stopped == nil {
		g.stopped = make(chan struct{})
		g.signal()
	}
	return g.stopped
}

// signal closes the channel if no request is open. The caller holds the mutex.
func (g *gate) signal() {
	if g.open > 0 || g.stopped == nil {
		return
	}
	select {
	case <-g.stopped:
	default:
		close(g.stopped)
	}
}

// admitMessage counts a message, which may be a batch, or refuses it if the handler stops and it has a request.
func (g *gate) admitMessage(w http.ResponseWriter, body []byte) bool {
	if g.enter(true) {
		return true
	}
	hasRequest := false
	eachMessage(body, func(m members) bool {
		hasRequest = m["method"] != nil && m["id"] != nil
		return !hasRequest
	})
	if hasRequest {
		stops(w)
		return false
	}
	return g.enter(false)
}

// admitStream reports whether a stream may open that lasts until somebody ends it, or refuses it if the handler stops.
// Nothing waits for the end of such a stream.
func (g *gate) admitStream(w http.ResponseWriter) bool {
	if !g.enter(true) {
		stops(w)
		return false
	}
	g.leave()
	return true
}

// stops refuses a request because the handler stops.
func stops(w http.ResponseWriter) { http.Error(w, "the gateway stops", http.StatusServiceUnavailable) }

// shutdown waits until no request is open, or until the context ends. Then it closes. A nil context never ends.
func (g *gate) shutdown(ctx context.Context, closes func()) error {
	defer closes()
	if ctx == nil {
		ctx = context.Background()
	}
	select {
	case <-g.stop():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ended is the response to a request that was open when its session ended.
func ended(id json.RawMessage) mcp.Delivery {
	frame := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, id, mcp.CodeInternalError, ErrSessionEnded.Error())
	return mcp.Delivery{To: mcp.Client, Frame: frame, ClientRequest: string(id), Err: ErrSessionEnded}
}

// until returns a request that also ends with another context. The caller calls the function at the end.
func until(r *http.Request, life context.Context) (*http.Request, func()) {
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(life, cancel)
	return r.WithContext(ctx), func() { stop(); cancel() }
}

// Shutdown refuses new requests with the status 503, and waits until the open ones have their responses. Clients may still
// send answers and notifications, and streams of GET stay open. Then, or when the context ends, it calls [Handler.Close].
// The result is the error of the context, or nil. A nil context never ends. Call it before the Shutdown of a http.Server,
// which waits for streams.
func (h *Handler) Shutdown(ctx context.Context) error {
	if h == nil {
		return nil
	}
	return h.gate.shutdown(ctx, h.Close)
}

// Shutdown refuses new requests with the status 503, and waits until the open ones have their responses. It does not wait
// for subscriptions/listen. Then, or when the context ends, it calls [StatelessHandler.Close]. The result is the error of
// the context, or nil. A nil context never ends. A call whose result asks for input has its response, so its retry is
// refused.
func (h *StatelessHandler) Shutdown(ctx context.Context) error {
	if h == nil {
		return nil
	}
	return h.gate.shutdown(ctx, h.Close)
}
