package mcphttp

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	mcp "mcprevisions"
)

const (
	endTime    = 10 * time.Second // for cancellations of a request, and for DELETE: nobody waits for their answers
	streamTime = 5 * time.Second  // for the server's answer to GET, before a subscription is acknowledged
	firstWait  = time.Second      // before the stream of GET opens again
	mostWait   = 30 * time.Second

	mostFacts = 64 << 10 // bytes of the name and capabilities of a client whose session can be used again
)

// mayAsk are the methods whose results may ask for input.
var mayAsk = []string{"tools/call", "prompts/get", "resources/read"}

// StatelessHandler serves clients of the newest revision, which have no sessions, from a server with the initialize
// handshake. [NewStatelessHandler] returns one. Set its fields before the first request; [StatelessHandler.Check] reports
// values that cannot be used. Requests to a handler that NewStatelessHandler did not make, or with such values, get the
// status 500.
type StatelessHandler struct {
	Settings

	server   *url.URL
	revision mcp.Revision
	proxy    *httputil.ReverseProxy
	failed   func(error) // as in Handler
	clock    clock
	endTime  time.Duration

	checked  sync.Once
	unusable error // why no request can be served

	stored atomic.Int64 // bytes of requests

	mutex    sync.Mutex
	sessions map[*serverSession]bool
	count    counts                      // of the sessions
	parked   map[string]*serverSession   // those that wait for the client's input, by requestState
	idle     map[string][]*serverSession // those that wait for the next request, by their key
	isClosed bool

	gate gate
	life context.Context // of the handler
	stop context.CancelFunc
}

// NewStatelessHandler returns a handler for a server at a URL that speaks a revision with initialize.
// [Probe] finds that revision.
//
// The error is a [*mcprevisions.ArgumentError] if the URL is not an absolute one of http or https, or the revision has no
// initialize.
func NewStatelessHandler(server string, revision mcp.Revision) (*StatelessHandler, error) {
	target, err := urlOf(server)
	if err != nil {
		return nil, err
	}
	if mcp.Negotiate(string(revision)) != revision {
		return nil, &mcp.ArgumentError{Argument: "revision", Reason: "it must be a revision with initialize, such as " + string(mcp.Negotiate(""))}
	}
	h := &StatelessHandler{
		server: target, revision: revision, clock: systemClock, endTime: endTime,
		sessions: make(map[*serverSession]bool), parked: make(map[string]*serverSession), idle: make(map[string][]*serverSession),
		count: newCounts(),
	}
	h.life, h.stop = context.WithCancel(context.Background())
	h.proxy = newProxy(target, &h.Settings, &h.failed, "Cookie")
	return h, nil
}

// Check returns an [*mcprevisions.ArgumentError] if the handler cannot serve requests, as [Handler.Check] does.
func (h *StatelessHandler) Check() error {
	if h == nil || h.server == nil {
		return &mcp.ArgumentError{Argument: "handler", Reason: "it is empty; NewStatelessHandler returns one that can be used"}
	}
	if err := h.Settings.check(); err != nil {
		return err
	}
	if _, err := mcp.NewSession(mcp.Latest, h.revision, h.Options...); err != nil { // first, so that the error counts only the caller's options
		return err
	}
	_, err := h.newSession()
	return err
}

func (h *StatelessHandler) newSession() (*mcp.Session, error) {
	return mcp.NewSession(mcp.Latest, h.revision, h.options(mcp.WithStoredSize(2*h.maxMessage()))...)
}

// Close ends all sessions, and the requests that pass to the server as they are. Each open request of a session gets an
// error, and is cancelled at the server. Close does not wait for that, which takes some seconds at most if the server
// responds: a process that ends at once may leave calls and sessions at the server. Further requests get the status 503.
// [StatelessHandler.Shutdown] waits for the open requests first.
func (h *StatelessHandler) Close() {
	if h == nil {
		return
	}
	h.gate.stop()
	if h.stop != nil {
		h.stop()
	}
	h.mutex.Lock()
	all := h.sessions
	h.sessions, h.isClosed, h.count = make(map[*serverSession]bool), true, newCounts()
	clear(h.parked)
	clear(h.idle)
	h.mutex.Unlock()
	for one := range all {
		one.close()
	}
}

// Sessions returns the number of sessions with the server.
func (h *StatelessHandler) Sessions() int {
	if h == nil {
		return 0
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return len(h.sessions)
}

// ServeHTTP handles a request of a client.
func (h *StatelessHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h != nil {
		h.checked.Do(func() { h.unusable = h.Check() })
	}
	if h == nil || h.unusable != nil {
		http.Error(w, h.Check().Error(), http.StatusInternalServerError)
		return
	}
	r = withBody(r)
	if !admit(w, r, h.Origins) {
		return
	}
	switch stated := r.Header.Get(revisionHeader); {
	case isUnknown(stated):
		refuseUnknown(w, r, h.maxMessage(), mcp.Latest)
		return
	case stated != string(mcp.Latest):
		h.passOn(w, r)
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		http.Error(w, "use POST", http.StatusMethodNotAllowed)
		return
	}
	body := readMessage(w, r, h.maxMessage())
	if body == nil {
		return
	}
	defer h.stored.Add(-int64(len(body)))
	if !h.reserve(w, len(body)) {
		return
	}
	m := membersOf(body)
	switch refused := checkStateless(r.Header, body, m); {
	case refused != nil:
		refused.write(w, m["id"])
	case m["id"] == nil: // a client over HTTP cancels by closing the response
		w.WriteHeader(http.StatusAccepted)
	case m.text("method") == "subscriptions/listen":
		if h.gate.admitStream(w) {
			h.serve(w, r, body, m)
		}
	case h.gate.enter(true):
		defer h.gate.leave()
		h.serve(w, r, body, m)
	default:
		stops(w)
	}
}

// reserve counts the bytes of a request, or refuses the request. The caller frees them in both cases.
func (h *StatelessHandler) reserve(w http.ResponseWriter, size int) bool {
	if h.stored.Add(int64(size)) <= int64(h.maxStored()) {
		return true
	}
	storedTooMuch.write(w)
	return false
}

// passOn passes a request to the server whose MCP-Protocol-Version is not the newest revision. It refuses one whose _meta
// names a revision that the header does not name.
func (h *StatelessHandler) passOn(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		body := readBody(w, r, h.maxMessage())
		if body == nil {
			return
		}
		defer h.stored.Add(-int64(len(body)))
		if !h.reserve(w, len(body)) {
			return
		}
		if refused, id := checkRevision(r.Header, body); refused != nil {
			refused.write(w, id)
			return
		}
		if !h.gate.admitMessage(w, body) {
			return
		}
		defer h.gate.leave()
		r.Body, r.ContentLength, r.TransferEncoding = io.NopCloser(bytes.NewReader(body)), int64(len(body)), nil
	} else if r.Method != http.MethodDelete && !h.gate.admitStream(w) {
		return
	}
	r, end := until(r, h.life)
	defer end()
	h.proxy.ServeHTTP(w, r)
}

// serve answers a request of a client, in a session with the server.
func (h *StatelessHandler) serve(w http.ResponseWriter, r *http.Request, body []byte, m members) {
	identity, key, state := "", "", ""
	params := membersOf(m["params"])
	if slices.Contains(mayAsk, m.text("method")) {
		state = params.text("requestState")
	}
	if h.Identity != nil {
		identity = h.Identity(r)
		meta := membersOf(params["_meta"])
		facts, _ := json.Marshal([]any{identity, meta["io.modelcontextprotocol/clientInfo"], meta["io.modelcontextprotocol/clientCapabilities"]})
		if hash := sha256.Sum256(facts); len(facts) <= mostFacts {
			key = string(hash[:])
		}
	}
	for {
		s, isUsed, refused := h.acquire(identity, key, state)
		if s == nil {
			refused.write(w)
			return
		}
		answer := newStream(w)
		frame := s.serve(r, answer, body, m["id"])
		isExpired := s.isExpired.Load()
		h.release(s, m.text("method"), state, len(body)) // before the client has the response, so that its next request finds the session
		hasBegun := answer.begun()
		if isExpired && isUsed && !hasBegun {
			continue // the server has forgotten the session: take another one
		}
		if hasBegun && frame != nil {
			answer.write(frame)
		}
		_, failed := answer.detach()
		switch {
		case failed != nil:
			failed.write(w)
		case hasBegun:
		case frame != nil:
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(statusOf(frame))
			_, _ = w.Write(frame)
		default:
			http.Error(w, "the server did not answer", http.StatusBadGateway)
		}
		return
	}
}

// begun reports whether a stream has its header.
func (s *stream) begun() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.isStarted
}

// statusOf returns the HTTP status of a response.
func statusOf(response []byte) int {
	var code int
	_ = json.Unmarshal(membersOf(membersOf(response)["error"])["code"], &code)
	switch code {
	case mcp.CodeParseError, mcp.CodeInvalidRequest, codeHeaderMismatch, codeMissingCapability, codeUnsupportedRevision:
		return http.StatusBadRequest
	case mcp.CodeMethodNotFound:
		return http.StatusNotFound
	}
	return http.StatusOK
}

// acquire returns a session for a request: the one that waits for its input, an idle one or a new one. The second result
// says whether it is an idle one. If there are too many sessions, it returns nil and the refusal.
func (h *StatelessHandler) acquire(identity, key, state string) (*serverSession, bool, *full) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.isClosed {
		return nil, false, &full{http.StatusServiceUnavailable, "the gateway stops"}
	}
	if s := h.parked[state]; s != nil && s.identity == identity {
		h.unpark(s, state)
		return s, false, nil
	}
	if all := h.idle[key]; key != "" && len(all) > 0 {
		s := all[len(all)-1]
		h.forget(s)
		return s, true, nil
	}
	for refused := h.isFull(identity); refused != nil; refused = h.isFull(identity) {
		s := h.oldestIdle(identity, refused.status == http.StatusTooManyRequests)
		if s == nil {
			return nil, false, refused
		}
		h.forget(s)
		h.end(s)
		go s.close()
	}
	made, err := h.newSession()
	if err != nil { // Check has tried it
		return nil, false, &full{http.StatusInternalServerError, "the gateway has an option that cannot be used"}
	}
	s := &serverSession{handler: h, session: made, identity: identity, key: key, streaming: make(chan struct{}), calls: make(map[string]*openCall)}
	s.context, s.end = context.WithCancelCause(h.life)
	s.values, s.posting = context.Background(), make(chan struct{}, 1)
	h.sessions[s] = true
	h.count.add(identity)
	return s, false, nil
}

// isFull returns why there may be no further session of an identity, or nil. The caller holds the mutex.
func (h *StatelessHandler) isFull(identity string) *full {
	return h.count.isFull(identity, h.MaxSessions, h.mostOf())
}

// oldestIdle returns the idle session that waits longest, of all or only of an identity, or nil. The caller holds the mutex.
func (h *StatelessHandler) oldestIdle(identity string, isOnlyOfIt bool) *serverSession {
	var found *serverSession
	for _, all := range h.idle {
		one := all[0] // the identity is a part of the key
		if (!isOnlyOfIt || one.identity == identity) && (found == nil || one.since.Before(found.since)) {
			found = one
		}
	}
	return found
}

// end removes a session from the table. The caller holds the mutex.
func (h *StatelessHandler) end(s *serverSession) {
	if h.sessions[s] {
		delete(h.sessions, s)
		h.count.remove(s.identity)
	}
}

// unpark removes a session that waits for the client's input from the list. The caller holds the mutex.
func (h *StatelessHandler) unpark(s *serverSession, state string) {
	delete(h.parked, state)
	s.timer.Stop()
	h.stored.Add(-s.size)
}

// forget removes an idle session from the list. The result is false if it is not there. The caller holds the mutex.
func (h *StatelessHandler) forget(s *serverSession) bool {
	i := slices.Index(h.idle[s.key], s)
	if i < 0 {
		return false
	}
	s.timer.Stop()
	if h.idle[s.key] = slices.Delete(h.idle[s.key], i, i+1); len(h.idle[s.key]) == 0 {
		delete(h.idle, s.key)
	}
	return true
}

// release keeps a session for the client's input or for the next request, or ends it. The state is that of the request, and
// the size is that of its body. A request that was refused does not end a call that waits for input, nor does it prolong it.
func (h *StatelessHandler) release(s *serverSession, method, before string, size int) {
	state := s.takeState()
	isRefused := state == "" && s.session.AwaitsInput(before)
	isIdle := s.key != "" && method != "subscriptions/listen" && s.session.Open() == 0
	h.mutex.Lock()
	isKept := h.sessions[s] && !s.isOver.Load() && !s.isExpired.Load() && (state != "" || isRefused || isIdle)
	if isKept && !isRefused {
		s.since, s.size = time.Now(), int64(size)
	}
	if isRefused {
		state = before
	}
	switch {
	case !isKept:
		h.end(s)
	case state != "":
		h.parked[state] = s
		h.stored.Add(s.size)
	default:
		h.idle[s.key] = append(h.idle[s.key], s)
	}
	if isKept {
		s.timer = time.AfterFunc(time.Until(s.since.Add(h.idleTimeout())), func() { h.expire(s, state) })
	}
	h.mutex.Unlock()
	if !isKept {
		s.close()
	}
}

// expire ends a session that has waited too long.
func (h *StatelessHandler) expire(s *serverSession, state string) {
	h.mutex.Lock()
	isWaiting := h.parked[state] == s
	if isWaiting {
		h.unpark(s, state)
	} else {
		isWaiting = h.forget(s)
	}
	if isWaiting {
		h.end(s)
	}
	h.mutex.Unlock()
	if isWaiting {
		s.close()
	}
}

// serverSession is a session with the server. One request of a client uses it at a time.
type serverSession struct {
	handler  *StatelessHandler
	session  *mcp.Session
	identity string
	key      string // for which requests it can be used again; empty if for none
	context  context.Context
	end      context.CancelCauseFunc // the cause is [ErrSessionEnded], or a *unsentAnswer
	timer    *time.Timer             // ends it if it waits too long; the mutex of the handler guards it
	since    time.Time               // when it began to wait; likewise
	size     int64                   // bytes of the request that waits for the client's input; likewise

	isOver    atomic.Bool // whether the client has left its request, about which the server may send more
	isExpired atomic.Bool // whether the server does not know the session any more

	mutex    sync.Mutex
	posting  chan struct{}        // has a value while a message is posted whose answer does not matter
	id       string               // Mcp-Session-Id
	calls    map[string]*openCall // by id
	values   context.Context      // of the last request, for credentials
	client   *stream              // the response to the client; nil while there is none
	state    string               // the requestState of the last result
	response []byte               // to the client

	opens     sync.Once
	streaming chan struct{} // closed when the server has answered GET
	streams   sync.Once     // closes it
}

func (s *serverSession) takeState() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	state := s.state
	s.state = ""
	return state
}

// serve handles a request of the client until it has a response, which it returns, or the client is gone.
func (s *serverSession) serve(r *http.Request, answer *stream, body []byte, id json.RawMessage) []byte {
	s.mutex.Lock()
	s.client, s.values, s.response = answer, context.WithoutCancel(r.Context()), nil
	s.mutex.Unlock()
	s.pass(r.Context(), s.session.FromClient(body))
	isAnswered := answer.wait(r.Context(), s.context, s.handler.clock, s.handler.KeepAlive)
	s.mutex.Lock()
	s.client = nil
	response := s.response
	s.mutex.Unlock()
	switch {
	case !isAnswered && s.context.Err() != nil && r.Context().Err() == nil:
		s.isOver.Store(true)
		failed := ended(id)
		var unsent *unsentAnswer
		if errors.As(context.Cause(s.context), &unsent) {
			failed.Err = fmt.Errorf("%w: %w", ErrSessionEnded, unsent)
		}
		s.pass(r.Context(), []mcp.Delivery{failed})
		return failed.Frame
	case !isAnswered:
		s.isOver.Store(true)
		notice := fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":{"requestId":%s}}`, cancelled, id)
		s.pass(context.WithoutCancel(r.Context()), s.session.FromClient(notice))
	}
	return response
}

// pass sends messages.
func (s *serverSession) pass(values context.Context, all []mcp.Delivery) {
	for _, one := range all {
		if s.handler.OnDelivery != nil {
			s.handler.OnDelivery(values, "", one)
		}
		m := membersOf(one.Frame)
		switch {
		case one.Frame == nil:
		case one.To == mcp.Client && m["method"] == nil:
			s.respond(one.Frame, m)
		case one.To == mcp.Client:
			if m.text("method") == "notifications/subscriptions/acknowledged" {
				s.openStream(values)
			}
			if client := s.now(); client != nil {
				client.write(one.Frame)
			}
		case m["id"] != nil && m["method"] != nil:
			s.call(values, one.ClientRequest != "", one.Frame, m)
		case m.text("method") == cancelled:
			s.cancel(values, string(membersOf(m["params"])["requestId"]), one.Frame)
		default:
			s.post(values, one.Frame)
		}
	}
}

// now returns the response to the client, or nil.
func (s *serverSession) now() *stream {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.client
}

// respond ends the request of the client with a response.
func (s *serverSession) respond(frame []byte, m members) {
	s.mutex.Lock()
	client := s.client
	if result := membersOf(m["result"]); result.text("resultType") == "input_required" {
		s.state = result.text("requestState")
	}
	s.response = frame
	s.mutex.Unlock()
	if client != nil {
		client.close()
	}
}

// call sends a request to the server, and passes what the server answers as it comes.
func (s *serverSession) call(values context.Context, isOfClient bool, frame []byte, m members) {
	if s.context.Err() != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(values))
	open := s.opened(m["id"])
	stop := context.AfterFunc(s.context, func() {
		defer cancel()
		if m.text("method") != "initialize" {
			s.cancel(values, string(open.id), nil)
		}
	})
	go func() {
		defer s.closed(open)
		defer cancel()
		defer stop()
		isAnswered := false
		var strays stray
		status400 := false
		err := s.send(ctx, http.MethodPost, frame, func(response *http.Response) {
			open.begin()
			status400 = response.StatusCode == http.StatusBadRequest
			if m.text("method") == "initialize" {
				s.mutex.Lock()
				s.id = response.Header.Get(sessionHeader)
				s.mutex.Unlock()
			} else if client := s.now(); isOfClient && client != nil && isStream(response) {
				client.start()
			}
		}, func(message []byte) {
			if s.context.Err() != nil { // nobody waits for it
				return
			}
			wasAnswered := isAnswered
			eachMessage(message, func(one members) bool {
				isAnswered = isAnswered || one["method"] == nil && one.text("id") == m.text("id")
				return !isAnswered
			})
			all := s.session.FromServer(message)
			switch {
			case isAnswered && !wasAnswered:
				all = append(strays.release(), answered(all, m)...)
			case !isAnswered && membersOf(message)["method"] == nil:
				all = strays.take(all)
			}
			s.pass(ctx, all)
		})
		if isAnswered || ctx.Err() != nil || s.context.Err() != nil {
			s.pass(ctx, strays.release())
			return
		}
		failed := cmp.Or(err, strays.failure())
		reason := failed.Error()
		var status *StatusError
		switch {
		case errors.As(err, &status):
			s.refuse(status)
		case err != nil && !errors.Is(err, ErrTooLarge):
			reason = "the server cannot be reached, or its answer has ended early"
		}
		text, _ := json.Marshal(reason) // a string is always JSON
		failure := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, m["id"], mcp.CodeInternalError, text)
		all := s.session.FromServer(failure)
		isReported := false
		for i := range all {
			if all[i].To == mcp.Client && all[i].Frame != nil {
				if all[i].Err, isReported = failed, true; m.text("method") == "initialize" {
					all[i].Err = badRequest(failed, status400)
				}
			}
		}
		switch {
		case slices.ContainsFunc(all, isDropped): // the client cancelled it just now
			all = strays.release()
		case err != nil || !isReported: // it fails because of the error, or waits for input and fails afterwards
			all = append(strays.release(), all...)
		}
		s.pass(ctx, all)
	}()
}

// answered returns the deliveries of an answer to a request of the session, with an error of this package for what the
// server did wrong. After a valid answer to initialize, only the client's requests that waited for it can be wrong.
func answered(all []mcp.Delivery, request members) []mcp.Delivery {
	if request.text("method") == "initialize" && slices.ContainsFunc(all, func(d mcp.Delivery) bool { return d.To == mcp.Server }) {
		return all
	}
	for i, one := range all {
		if one.To == mcp.Client && one.Frame != nil {
			all[i].Err = notValid(one.Err)
		}
	}
	return all
}

// refuse gives the status of the server to the client, if its response has not begun.
func (s *serverSession) refuse(e *StatusError) {
	if e.Status == http.StatusNotFound {
		s.isExpired.Store(true)
	} else if client := s.now(); client != nil && isRefusal(e.Status) {
		client.refuse(e)
	}
}

// unsentAnswer reports an answer of the client that the server did not take.
type unsentAnswer struct{ cause error }

func (e *unsentAnswer) Error() string {
	return "the server did not take the client's answer to its request: " + e.cause.Error()
}

func (e *unsentAnswer) Unwrap() error { return e.cause }

// post posts a response or a notification to the server, after those before it, until the context or the session ends. The
// caller waits, so a server that sends many requests gets no more than one answer at a time. The server would wait for an
// answer that it does not get, so the session ends then.
func (s *serverSession) post(values context.Context, frame []byte) {
	ctx, cancel := context.WithCancel(values)
	defer cancel()
	defer context.AfterFunc(s.context, cancel)()
	select {
	case s.posting <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-s.posting }()
	err := s.tell(ctx, http.MethodPost, frame)
	if err == nil || ctx.Err() != nil {
		return
	}
	if membersOf(frame)["method"] == nil {
		err = &unsentAnswer{err}
	}
	if s.handler.OnDelivery != nil {
		s.handler.OnDelivery(values, "", mcp.Delivery{To: mcp.Server, Err: err})
	}
	var unsent *unsentAnswer
	if errors.As(err, &unsent) {
		s.end(unsent)
	}
}

// tell sends a message, or DELETE. It does not read messages in the answer. The error is a *StatusError if the server
// refuses the message.
func (s *serverSession) tell(ctx context.Context, method string, frame []byte) error {
	request, err := s.newRequest(ctx, method, frame)
	if err != nil {
		return err
	}
	response, err := do(s.handler.Client, request)
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	if response.StatusCode >= http.StatusMultipleChoices {
		return &StatusError{response.StatusCode, response.Header.Clone()}
	}
	return nil
}

// openStream opens the stream of GET, and waits until the server has answered.
func (s *serverSession) openStream(values context.Context) {
	s.opens.Do(func() {
		ctx, cancel := context.WithCancel(context.WithoutCancel(values))
		stop := context.AfterFunc(s.context, cancel)
		go func() {
			defer cancel()
			defer stop()
			s.keepStream(ctx)
		}()
	})
	select {
	case <-s.streaming:
	case <-s.handler.clock.after(streamTime):
	case <-s.context.Done():
	}
}

// keepStream reads the stream of GET, and opens it again when it ends, unless the server has none.
func (s *serverSession) keepStream(ctx context.Context) {
	isTried := func() { s.streams.Do(func() { close(s.streaming) }) }
	for wait := firstWait; ctx.Err() == nil; wait = min(2*wait, mostWait) {
		began := time.Now()
		err := s.send(ctx, http.MethodGet, nil, func(*http.Response) { isTried() }, func(message []byte) {
			s.pass(ctx, s.session.FromServer(message))
		})
		isTried()
		var status *StatusError
		if errors.As(err, &status) && status.Status < http.StatusInternalServerError {
			return
		}
		if time.Since(began) > mostWait {
			wait = firstWait
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}

// close ends a session, also at the server.
func (s *serverSession) close() {
	s.end(ErrSessionEnded)
	s.mutex.Lock()
	id, values, open := s.id, s.values, slices.Collect(maps.Values(s.calls))
	s.mutex.Unlock()
	if id == "" {
		return
	}
	go func() {
		for _, one := range open {
			<-one.done
		}
		limited, cancel := context.WithTimeout(context.WithoutCancel(values), s.handler.endTime)
		defer cancel()
		_ = s.tell(limited, http.MethodDelete, nil) // the server ends the session after some time by itself
	}()
}

// send sends a request to the server.
func (s *serverSession) send(ctx context.Context, method string, frame []byte, opened func(*http.Response), use func([]byte)) error {
	request, err := s.newRequest(ctx, method, frame)
	if err != nil {
		return err
	}
	return exchange(s.handler.Client, request, s.handler.maxMessage(), opened, use)
}

// newRequest returns a request to the server.
func (s *serverSession) newRequest(ctx context.Context, method string, frame []byte) (*http.Request, error) {
	request, err := newRequest(ctx, method, s.handler.server, frame)
	if err != nil {
		return nil, err
	}
	s.mutex.Lock()
	id := s.id
	s.mutex.Unlock()
	if id != "" {
		request.Header.Set(sessionHeader, id)
	}
	if membersOf(frame).text("method") != "initialize" {
		request.Header.Set(revisionHeader, string(s.handler.revision))
	}
	return request, nil
}
