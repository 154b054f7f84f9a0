package mcphttp

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	mcp "mcprevisions"
)

const (
	probeTime  = 30 * time.Second // for the server's answers to Probe
	probePause = time.Second      // before Probe asks again about a server that has a handler
)

// AutoHandler serves clients from a server of any revision. It finds that revision out with [Probe], and then serves
// requests as a [Handler] or a [StatelessHandler]. [NewAutoHandler] returns one. [AutoHandler.Check] reports settings that
// cannot be used. Requests to a handler that NewAutoHandler did not make, or with such settings, get the status 500.
//
// The first request asks the server, so the server may start later than the gateway. A request gets the status 502 as long
// as the server cannot be reached, or that of the server if it refuses to answer. Each later request asks again. A server
// that does not answer is asked for 30 seconds in all, which also ends with the status 502. Requests that come meanwhile
// then ask it once more, together.
//
// The server may restart with another revision. After a failure that can mean that, such as a refused revision, a lost
// session or an interrupted connection, the next request asks the server again, at most once a second. If the revision is
// another one, a new handler serves that request, and all sessions end when their open requests have a response: a client
// then starts a new one. The request that failed is not sent again.
type AutoHandler struct {
	Settings

	server string
	clock  clock

	checked  sync.Once
	unusable error // why no request can be served

	mutex      sync.Mutex
	revision   mcp.Revision     // of the current handler
	current    handler          // nil until the server has answered
	isDoubtful bool             // whether the server may speak another revision than that of the current handler
	asked      time.Time        // when the server was last asked
	asking     *inquiry         // nil if the server is not asked now
	older      map[handler]bool // for the revisions before, as long as they have open requests
	isStopping bool
	life       context.Context // of the handler
	end        context.CancelFunc
}

// handler is a handler for one revision.
type handler interface {
	http.Handler
	Check() error
	Sessions() int
	Close()
	Shutdown(context.Context) error
}

// inquiry is a Probe for all requests that come meanwhile.
type inquiry struct {
	done chan struct{} // closed when err is set
	err  error
}

// errStopping reports a request that comes after the end.
var errStopping = errors.New("the gateway stops")

// NewAutoHandler returns a handler for a server at a URL. It does not connect to the server.
//
// The error is a [*mcprevisions.ArgumentError] if the URL is not an absolute one of http or https.
func NewAutoHandler(server string) (*AutoHandler, error) {
	if _, err := urlOf(server); err != nil {
		return nil, err
	}
	h := &AutoHandler{server: server, clock: systemClock, older: make(map[handler]bool)}
	h.life, h.end = context.WithCancel(context.Background())
	return h, nil
}

// Check returns an [*mcprevisions.ArgumentError] if the handler cannot serve requests, as [Handler.Check] does.
func (h *AutoHandler) Check() error {
	if h == nil || h.server == "" {
		return &mcp.ArgumentError{Argument: "handler", Reason: "it is empty; NewAutoHandler returns one that can be used"}
	}
	for _, revision := range []mcp.Revision{mcp.Latest, mcp.Negotiate("")} {
		made, err := h.handlerFor(revision)
		if err == nil {
			err = made.Check()
			made.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// handlerFor returns a handler for a server of a revision.
func (h *AutoHandler) handlerFor(revision mcp.Revision) (handler, error) {
	settings := h.Settings
	settings.OnDelivery = func(ctx context.Context, session string, d mcp.Delivery) {
		h.failed(revision, d.Err)
		if h.OnDelivery != nil {
			h.OnDelivery(ctx, session, d)
		}
	}
	failed := func(err error) { h.failed(revision, err) }
	if revision == mcp.Latest {
		made, err := NewHandler(h.server)
		if err != nil {
			return nil, err
		}
		made.Settings, made.failed = settings, failed
		return made, nil
	}
	made, err := NewStatelessHandler(h.server, revision)
	if err != nil {
		return nil, err
	}
	made.Settings, made.failed = settings, failed
	return made, nil
}

// failed notes a failure in a handler of a revision, if it can mean that the server speaks another one now.
func (h *AutoHandler) failed(revision mcp.Revision, err error) {
	var status *StatusError
	var unreachable *url.Error
	switch {
	case err == nil:
		return
	case errors.Is(err, mcp.ErrRevision), errors.As(err, &unreachable):
	case errors.As(err, &status) && (status.Status == http.StatusBadRequest || status.Status == http.StatusNotFound ||
		status.Status >= http.StatusInternalServerError):
	default:
		return
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.isDoubtful = h.isDoubtful || h.revision == revision
}

// Revision returns the revision of the server. It is [mcprevisions.Auto] until the server has answered.
func (h *AutoHandler) Revision() mcp.Revision {
	if h == nil {
		return mcp.Auto
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return cmp.Or(h.revision, mcp.Auto)
}

// Sessions returns the number of sessions, as [Handler.Sessions] or [StatelessHandler.Sessions] does.
func (h *AutoHandler) Sessions() int {
	if current := h.now(); current != nil {
		return current.Sessions()
	}
	return 0
}

// now returns the current handler, or nil.
func (h *AutoHandler) now() handler {
	if h == nil {
		return nil
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.current
}

// ServeHTTP handles a request of a client.
func (h *AutoHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h != nil {
		h.checked.Do(func() { h.unusable = h.Check() })
	}
	if h == nil || h.unusable != nil {
		http.Error(w, h.Check().Error(), http.StatusInternalServerError)
		return
	}
	current, err := h.find(r)
	if current != nil {
		current.ServeHTTP(w, r)
		return
	}
	if !admit(w, r, h.Origins) {
		return
	}
	var status *StatusError
	switch {
	case errors.Is(err, errStopping):
		stops(w)
	case errors.As(err, &status) && isRefusal(status.Status):
		status.write(w)
	default:
		http.Error(w, unreachable+", or it speaks no revision that the gateway knows", http.StatusBadGateway)
	}
}

// find returns the handler for a request. It asks the server for its revision if that is not known or doubtful, or waits
// for the answer if the server is asked already. If the server does not say, find returns the current handler, or the error
// if there is none. A request does not fail because of an inquiry that began before it: the server may be well meanwhile.
func (h *AutoHandler) find(r *http.Request) (handler, error) {
	for isFirst := true; ; isFirst = false {
		h.mutex.Lock()
		current, one := h.current, h.asking
		isNeeded := current == nil || h.isDoubtful && h.clock.now().Sub(h.asked) >= probePause
		switch {
		case h.isStopping && current == nil:
			h.mutex.Unlock()
			return nil, errStopping
		case h.isStopping || one == nil && !isNeeded:
			h.mutex.Unlock()
			return current, nil
		}
		isOwn := one == nil
		if isOwn {
			one = &inquiry{done: make(chan struct{})}
			h.asking, h.asked = one, h.clock.now()
			go h.ask(context.WithoutCancel(r.Context()), one)
		}
		h.mutex.Unlock()
		select {
		case <-one.done:
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
		current = h.now()
		var status *StatusError
		isOfOther := errors.As(one.err, &status) && isRefusal(status.Status) // the credentials of another request are refused
		if current != nil || isOwn || !isFirst && !isOfOther {
			return current, one.err
		}
	}
}

// ask asks the server for its revision. If it is another one than before, a new handler serves further requests.
func (h *AutoHandler) ask(values context.Context, one *inquiry) {
	ctx, cancel := context.WithTimeout(values, probeTime)
	defer cancel()
	defer context.AfterFunc(h.life, cancel)()
	revision, err := Probe(ctx, h.Client, h.server)
	var made handler
	if err == nil && revision != h.Revision() {
		made, err = h.handlerFor(revision)
	}
	if err != nil && h.OnDelivery != nil {
		h.OnDelivery(values, "", mcp.Delivery{To: mcp.Client, Err: err})
	}
	h.mutex.Lock()
	before := h.current
	switch {
	case h.isStopping:
		err, before = errStopping, made
	case made != nil:
		h.current, h.revision = made, revision
	default:
		before = nil
	}
	if before != nil {
		h.older[before] = true
	}
	h.isDoubtful = h.isDoubtful && err != nil
	h.asking, one.err = nil, err
	h.mutex.Unlock()
	close(one.done)
	if before != nil {
		_ = before.Shutdown(h.life)
		h.mutex.Lock()
		delete(h.older, before)
		h.mutex.Unlock()
	}
}

// stop refuses requests that no handler can serve, and returns all handlers.
func (h *AutoHandler) stop() []handler {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.isStopping = true
	all := slices.Collect(maps.Keys(h.older))
	if h.current != nil {
		all = append(all, h.current)
	}
	return all
}

// Close ends all sessions, as [Handler.Close] does.
func (h *AutoHandler) Close() {
	if h == nil || h.end == nil {
		return
	}
	for _, one := range h.stop() {
		one.Close()
	}
	h.end()
}

// Shutdown lets the open requests finish before it ends the sessions, as [Handler.Shutdown] does.
func (h *AutoHandler) Shutdown(ctx context.Context) error {
	if h == nil || h.end == nil {
		return nil
	}
	defer h.end()
	var failed error
	for _, one := range h.stop() {
		failed = cmp.Or(failed, one.Shutdown(ctx))
	}
	return failed
}
