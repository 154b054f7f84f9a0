package mcphttp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	mcp "mcprevisions"
	"mcprevisions/internal/paramheaders"
)

const (
	mostKept  = 100              // messages for the stream of GET before it is open
	writeTime = 30 * time.Second // for one message to the client
	cancelled = "notifications/cancelled"
)

// session is a session with a client.
type session struct {
	handler  *Handler
	id       string                 // empty while initialize is open; the mutex of the handler guards it
	named    atomic.Pointer[string] // the id, for any goroutine
	session  *mcp.Session
	identity string // of who has sent initialize
	context  context.Context
	end      context.CancelFunc

	users int         // requests that use the session; the mutex of the handler guards it
	timer *time.Timer // ends the session if nothing uses it

	mutex    sync.Mutex
	streams  map[string]*stream // by the id of the client's request
	calls    map[string]*call   // the request to the server, by the id of the client's request, or of the subscription
	standing *stream            // of GET
	kept     [][]byte           // messages for it
	keptSize int                // bytes of them

	tools paramheaders.Tools // of the server

	isPausing bool          // before the ended subscriptions open again
	pause     time.Duration // the last one
}

// stream is the response to a request of the client, or to GET.
type stream struct {
	mutex     sync.Mutex
	w         http.ResponseWriter // nil for initialize, and after the end
	isStarted bool                // whether the header is written
	isShared  bool                // whether it is the response to several requests
	refused   *StatusError        // of the server, in place of any message
	taken     []byte              // the last message, if there is no writer
	done      chan struct{}
	once      sync.Once
}

func newStream(w http.ResponseWriter) *stream { return &stream{w: w, done: make(chan struct{})} }

// start writes the header of a stream of events.
func (s *stream) start() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.header()
}

func (s *stream) header() {
	if s.isStarted || s.w == nil || s.refused != nil {
		return
	}
	s.isStarted = true
	s.w.Header().Set("Content-Type", "text/event-stream")
	s.w.Header().Set("Cache-Control", "no-cache, no-transform")
	s.w.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(s.w).Flush()
}

// write writes a message as an event. The result is false if the client is gone.
func (s *stream) write(frame []byte) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.w == nil || s.refused != nil {
		s.taken = frame
		return false
	}
	s.header()
	control := http.NewResponseController(s.w)
	_ = control.SetWriteDeadline(time.Now().Add(writeTime)) // some writers have none
	event := append(append([]byte("data: "), frame...), "\n\n"...)
	if _, err := s.w.Write(event); err != nil {
		return false
	}
	return control.Flush() == nil
}

// comment writes a line that clients ignore, so that proxies do not close a silent stream. The result is false if the
// client is gone.
func (s *stream) comment() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.w == nil || s.refused != nil {
		return true
	}
	s.header()
	control := http.NewResponseController(s.w)
	_ = control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := s.w.Write([]byte(": keep-alive\n\n")); err != nil {
		return false
	}
	return control.Flush() == nil
}

// wait waits for the end of a stream, of the client's request or of the session, and writes comments meanwhile. The result
// says whether the stream has ended.
func (s *stream) wait(client, session context.Context, clock clock, keepAlive time.Duration) bool {
	if keepAlive == 0 {
		keepAlive = DefaultKeepAlive
	}
	for {
		select {
		case <-s.done:
			return true
		case <-client.Done():
			return s.isDone()
		case <-session.Done():
			return s.isDone()
		case <-clock.tick(keepAlive):
			if !s.comment() {
				return false
			}
		}
	}
}

// isDone reports whether the stream has ended.
func (s *stream) isDone() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// refuse makes the status of the server the response, unless it has a message or is for other requests too.
func (s *stream) refuse(e *StatusError) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.isStarted && !s.isShared {
		s.refused = e
	}
}

// close ends the response.
func (s *stream) close() { s.once.Do(func() { close(s.done) }) }

// detach takes the writer from the stream, because the response is over. It returns the message of initialize, or the
// status with which the server refused the request.
func (s *stream) detach() ([]byte, *StatusError) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.w = nil
	return s.taken, s.refused
}

// listen handles GET: the stream for the messages that belong to no request. A later one takes its place.
func (s *session) listen(w http.ResponseWriter, r *http.Request) {
	opened := newStream(w)
	opened.start()
	s.mutex.Lock()
	before, kept := s.standing, s.kept
	s.standing = opened
	s.forget()
	for i, frame := range kept { // under the mutex, so that later messages follow
		if !opened.write(frame) {
			for _, unsent := range kept[i:] {
				s.keep(unsent)
			}
			break
		}
	}
	s.mutex.Unlock()
	if before != nil {
		before.close()
	}
	s.wait(r, opened)
	s.mutex.Lock()
	if s.standing == opened {
		s.standing = nil
	}
	s.mutex.Unlock()
	opened.detach()
}

// wait waits for the end of a stream, of the client's request or of the session.
func (s *session) wait(r *http.Request, one *stream) {
	one.wait(r.Context(), s.context, s.handler.clock, s.handler.KeepAlive)
}

// initialize handles the first message of a client. It returns the response, or nil, and the status of the server if
// that refused it.
func (s *session) initialize(r *http.Request, body []byte) ([]byte, *StatusError) {
	answer := newStream(nil)
	taken := s.take(r, answer, body)
	if len(taken.own) > 0 {
		return taken.own[0], nil
	}
	if len(taken.requests) > 0 {
		s.wait(r, answer)
	}
	return answer.detach()
}

// post handles a message of the client. The response to a request is a stream, unless the session answers itself.
func (s *session) post(w http.ResponseWriter, r *http.Request, body []byte) {
	opened := newStream(w)
	taken := s.take(r, opened, body)
	switch {
	case len(taken.requests) > 0:
		for _, frame := range taken.own { // of a batch
			opened.write(frame)
		}
		s.wait(r, opened)
		s.withdraw(r, opened, taken.requests)
		opened.start() // if the client has cancelled its requests
		if _, refused := opened.detach(); refused != nil {
			refused.write(w)
		}
	case taken.refused != nil && len(taken.own) == 0:
		http.Error(w, taken.refused.Error(), http.StatusBadRequest)
	default:
		reply(w, taken.own)
	}
}

// reply answers without a stream.
func reply(w http.ResponseWriter, frames [][]byte) {
	if len(frames) == 0 {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if len(frames) == 1 {
		_, _ = w.Write(frames[0])
		return
	}
	for i, frame := range frames { // a batch
		_, _ = w.Write([]byte{"[,"[min(i, 1)]})
		_, _ = w.Write(frame)
	}
	_, _ = w.Write([]byte("]"))
}

// taken is what follows from a message of the client: the responses that it gets at once, the ids of its requests, which
// the server gets, and why it was refused without a response.
type taken struct {
	own      [][]byte
	requests []string
	refused  *mcp.DecodeError
}

// take handles a message of the client. The responses to its requests go to the stream.
func (s *session) take(r *http.Request, opened *stream, body []byte) taken {
	var found taken
	var others []mcp.Delivery
	s.mutex.Lock() // so that no response comes before its request has a stream
	all := s.session.FromClient(body)
	isCancellation := membersOf(body).text("method") == cancelled
	for _, one := range all {
		m := membersOf(one.Frame)
		_, isOpen := s.streams[one.ClientRequest]
		switch {
		case one.To == mcp.Client && one.Frame == nil:
			errors.As(one.Err, &found.refused)
		case one.To == mcp.Client && !isOpen && m["method"] == nil:
			found.own = append(found.own, one.Frame)
			s.noted(r.Context(), one)
			continue
		case one.To == mcp.Server && one.ClientRequest != "" && !isOpen && !isCancellation && (m["id"] != nil || one.Frame == nil && one.Err == nil):
			s.streams[one.ClientRequest] = opened
			found.requests = append(found.requests, one.ClientRequest)
		}
		others = append(others, one)
	}
	opened.isShared = len(found.own)+len(found.requests) > 1
	s.mutex.Unlock()
	s.pass(r.Context(), "", others)
	if isCancellation {
		for _, one := range all {
			s.respond(one.ClientRequest, nil)
		}
	}
	return found
}

func (s *session) noted(values context.Context, one mcp.Delivery) {
	if s.handler.OnDelivery == nil {
		return
	}
	id := ""
	if named := s.named.Load(); named != nil {
		id = *named
	}
	s.handler.OnDelivery(values, id, one)
}

// withdraw cancels the requests of a stream that have no response, because the client is gone. If the session has ended
// instead, the client gets an error for each of them.
func (s *session) withdraw(r *http.Request, opened *stream, requests []string) {
	isOver := s.context.Err() != nil
	for _, id := range requests {
		s.mutex.Lock()
		isOpen := s.streams[id] == opened
		if isOpen {
			delete(s.streams, id)
		}
		s.mutex.Unlock()
		switch {
		case isOpen && isOver:
			failed := ended(json.RawMessage(id))
			s.noted(r.Context(), failed)
			opened.write(failed.Frame)
		case isOpen:
			notice := `{"jsonrpc":"2.0","method":"` + cancelled + `","params":{"requestId":` + id + `}}`
			s.pass(r.Context(), "", s.session.FromClient([]byte(notice)))
		}
	}
}

// pass sends messages. A message to the client that belongs to no request goes to the stream of the request cause, whose
// response the server has sent it in. If there is no cause, it goes to that of GET. A response to the server is not sent:
// the server may not send requests, and does not take responses.
func (s *session) pass(values context.Context, cause string, all []mcp.Delivery) {
	for _, one := range all {
		s.noted(values, one)
		m := membersOf(one.Frame)
		switch {
		case one.Frame == nil:
		case one.To == mcp.Client && m["method"] == nil:
			s.respond(one.ClientRequest, one.Frame)
		case one.To == mcp.Client:
			s.notify(one.ClientRequest, cause, one.Frame)
		case m["id"] != nil && m["method"] != nil:
			s.call(values, one.ClientRequest, one.Frame, m)
		case m.text("method") == cancelled: // over HTTP, the end of a request cancels it
			s.mutex.Lock()
			open := s.calls[cmp.Or(one.ClientRequest, string(membersOf(m["params"])["requestId"]))]
			s.mutex.Unlock()
			if open != nil {
				open.cancel()
			}
		}
	}
}

// respond writes the response to a request, if there is one, and ends its stream after the last one.
func (s *session) respond(id string, frame []byte) {
	s.mutex.Lock()
	found := s.streams[id]
	delete(s.streams, id)
	isLast := true
	for _, one := range s.streams {
		isLast = isLast && one != found
	}
	s.mutex.Unlock()
	if found == nil {
		return
	}
	if frame != nil {
		found.write(frame)
	}
	if isLast {
		found.close()
	}
}

// notify writes a message that is not a response. It drops one about a request that has ended.
func (s *session) notify(id, cause string, frame []byte) {
	if id == "" {
		id = cause
	}
	s.mutex.Lock()
	found := s.streams[id]
	s.mutex.Unlock()
	if found != nil {
		found.write(frame)
		return
	} else if id != "" {
		return
	}
	for {
		s.mutex.Lock()
		standing := s.standing
		if standing == nil {
			s.keep(frame)
		}
		s.mutex.Unlock()
		if standing == nil || standing.write(frame) {
			return
		}
		s.mutex.Lock()
		if s.standing == standing { // the client has left it, so the message is for the next one
			s.standing = nil
		}
		s.mutex.Unlock()
		standing.close()
	}
}

// forget forgets the messages for the stream of GET. The caller holds the mutex.
func (s *session) forget() {
	s.handler.free(s.keptSize)
	s.kept, s.keptSize = nil, 0
}

// close ends a session.
func (s *session) close() {
	s.end()
	s.tools.Close()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.forget()
}

// keep keeps a message for the stream of GET, and drops the oldest ones beyond the limits. The caller holds the mutex.
func (s *session) keep(frame []byte) {
	if s.context.Err() != nil || !s.handler.reserve(len(frame)) {
		return
	}
	s.kept, s.keptSize = append(s.kept, frame), s.keptSize+len(frame)
	for len(s.kept) > mostKept || s.keptSize > s.handler.maxMessage() {
		s.handler.free(len(s.kept[0]))
		s.keptSize -= len(s.kept[0])
		s.kept = s.kept[1:]
	}
}
