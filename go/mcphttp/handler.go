package mcphttp

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log"
	"mime"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	mcp "mcprevisions"
)

// The headers of the protocol.
const (
	sessionHeader  = "Mcp-Session-Id"
	revisionHeader = "Mcp-Protocol-Version"
)

// Handler serves clients with the initialize handshake from a server without it. [NewHandler] returns one. Set its
// fields before the first request; [Handler.Check] reports values that cannot be used. Requests to a handler that
// NewHandler did not make, or with such values, get the status 500.
type Handler struct {
	Settings

	server   *url.URL
	revision mcp.Revision
	proxy    *httputil.ReverseProxy
	failed   func(error) // of the [AutoHandler]: gets the failures of requests that pass as they are; may be nil
	clock    clock

	checked  sync.Once
	unusable error // why no request can be served

	mutex    sync.Mutex
	sessions map[string]*session
	count    counts // of the sessions, and of those whose initialize has no answer yet
	stored   int    // bytes of messages
	isClosed bool

	gate gate
	life context.Context // of the handler
	end  context.CancelFunc
}

// NewHandler returns a handler for a server of the newest revision at a URL.
//
// The error is a [*mcprevisions.ArgumentError] if the URL is not an absolute one of http or https.
func NewHandler(server string) (*Handler, error) {
	target, err := urlOf(server)
	if err != nil {
		return nil, err
	}
	h := &Handler{server: target, revision: mcp.Latest, sessions: make(map[string]*session), count: newCounts(), clock: systemClock}
	h.life, h.end = context.WithCancel(context.Background())
	h.proxy = newProxy(target, &h.Settings, &h.failed, sessionHeader)
	return h, nil
}

// urlOf returns the URL of a server.
func urlOf(server string) (*url.URL, error) {
	target, err := url.Parse(server)
	if err == nil && target.Port() != "" {
		_, err = strconv.ParseUint(target.Port(), 10, 16)
	}
	if err != nil || target.Scheme != "http" && target.Scheme != "https" || target.Host == "" {
		return nil, &mcp.ArgumentError{Argument: "server", Reason: "it must be a URL such as http://127.0.0.1:9000/mcp"}
	}
	return target, nil
}

// newProxy returns a handler that passes requests to a server as they are, without cookies and a header. It reads the
// settings, and the function that gets failures, with each request.
func newProxy(target *url.URL, settings *Settings, failed *func(error), without string) *httputil.ReverseProxy {
	report := func(r *http.Request, err error) {
		if *failed != nil && r.Context().Err() == nil {
			(*failed)(err)
		}
	}
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			copied := *target
			r.Out.URL, r.Out.Host = &copied, ""
			r.Out.Header.Del(without)
			r.Out.Header.Del("Cookie") // as in a session
		},
		ModifyResponse: func(r *http.Response) error {
			r.Header.Del("Set-Cookie")
			withoutCORS(r.Header)
			if r.StatusCode >= http.StatusMultipleChoices && r.Request.Method == http.MethodPost {
				report(r.Request, &StatusError{r.StatusCode, r.Header})
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			var tooLarge *http.MaxBytesError
			if errors.As(err, &tooLarge) {
				http.Error(w, "the message is too large", http.StatusRequestEntityTooLarge)
				return
			}
			report(r, &url.Error{Op: r.Method, URL: target.String(), Err: err})
			http.Error(w, unreachable, http.StatusBadGateway)
		},
		ErrorLog:      log.New(io.Discard, "", 0),
		Transport:     roundTripper{settings},
		FlushInterval: -1,
	}
}

// unreachable is what a client learns about a server that does not answer.
const unreachable = "the server cannot be reached"

// roundTripper sends requests as the client of a handler does.
type roundTripper struct{ settings *Settings }

func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	if one := t.settings.Client; one != nil && one.Transport != nil {
		return one.Transport.RoundTrip(r)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// Check returns an [*mcprevisions.ArgumentError] if the handler cannot serve requests: if NewHandler did not make it, or
// if a field has a value that cannot be used. Call it after you have set the fields.
func (h *Handler) Check() error {
	if h == nil || h.server == nil {
		return &mcp.ArgumentError{Argument: "handler", Reason: "it is empty; NewHandler returns one that can be used"}
	}
	if err := h.Settings.check(); err != nil {
		return err
	}
	_, err := mcp.NewSession(mcp.Auto, h.revision, h.Options...) // so that the error counts only the caller's options
	return err
}

// Close ends all sessions, and the requests that pass to the server as they are. Each open request of a session gets an
// error. Further requests get the status 503. [Handler.Shutdown] waits for the open requests first.
func (h *Handler) Close() {
	if h == nil {
		return
	}
	h.gate.stop()
	if h.end != nil {
		h.end()
	}
	h.mutex.Lock()
	all := h.sessions
	h.sessions, h.isClosed = make(map[string]*session), true
	for _, one := range all {
		h.count.remove(one.identity)
	}
	h.mutex.Unlock()
	for _, one := range all {
		one.close()
	}
}

// Sessions returns the number of sessions.
func (h *Handler) Sessions() int {
	if h == nil {
		return 0
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return len(h.sessions)
}

// ServeHTTP handles a request of a client.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h.check(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	r = withBody(r)
	if !admit(w, r, h.Origins) {
		return
	}
	switch stated := r.Header.Get(revisionHeader); {
	case stated == string(h.revision):
		h.passOn(w, r)
		return
	case isUnknown(stated):
		refuseUnknown(w, r, h.maxMessage(), mcp.Revisions()...)
		return
	}
	id := r.Header.Get(sessionHeader)
	found := h.use(id)
	if found != nil {
		defer found.release()
		if h.identity(r) != found.identity {
			http.Error(w, "there is no such session", http.StatusNotFound)
			return
		}
		if stated := r.Header.Get(revisionHeader); stated != "" && stated != string(found.session.Client()) {
			http.Error(w, "this MCP-Protocol-Version is not that of the session", http.StatusBadRequest)
			return
		}
	}
	switch {
	case r.Method == http.MethodPost:
		h.post(w, r, found)
	case r.Method != http.MethodGet && r.Method != http.MethodDelete:
		w.Header().Set("Allow", "DELETE, GET, POST")
		http.Error(w, "use POST, GET or DELETE", http.StatusMethodNotAllowed)
	case found == nil:
		noSession(w, r)
	case r.Method == http.MethodGet && !accepts(r, "text/event-stream", "text/*"):
		http.Error(w, "Accept must allow text/event-stream", http.StatusNotAcceptable)
	case r.Method == http.MethodGet:
		if h.gate.admitStream(w) {
			found.listen(w, r)
		}
	default:
		h.remove(id)
		w.WriteHeader(http.StatusNoContent)
	}
}

// passOn passes a request to the server as it is.
func (h *Handler) passOn(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.Header.Get("Mcp-Method") == "subscriptions/listen" {
		if !h.gate.admitStream(w) {
			return
		}
	} else if h.gate.enter(true) {
		defer h.gate.leave()
	} else {
		stops(w)
		return
	}
	r, end := until(r, h.life)
	defer end()
	r.Body = http.MaxBytesReader(w, r.Body, int64(h.maxMessage()))
	h.proxy.ServeHTTP(w, r)
}

// check returns what Check returned for the first request.
func (h *Handler) check() error {
	if h == nil {
		return h.Check()
	}
	h.checked.Do(func() { h.unusable = h.Check() })
	return h.unusable
}

// reserve counts bytes that are stored until they are freed. The result is false if that is too much.
func (h *Handler) reserve(size int) bool {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.stored+size > h.maxStored() {
		return false
	}
	h.stored += size
	return true
}

func (h *Handler) free(size int) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.stored -= size
}

// accepts reports whether a client takes one of the media types. One that states nothing takes all.
func accepts(r *http.Request, types ...string) bool {
	stated := strings.Join(r.Header.Values("Accept"), ",")
	if stated == "" {
		return true
	}
	for _, one := range strings.Split(stated, ",") {
		kind, _, _ := mime.ParseMediaType(one)
		if kind == "*/*" || slices.Contains(types, kind) {
			return true
		}
	}
	return false
}

// use returns a session, which does not expire until it is released.
func (h *Handler) use(id string) *session {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	found := h.sessions[id]
	if found != nil {
		found.users++
		found.timer.Stop()
	}
	return found
}

// release lets a session expire after some time, unless it is still used.
func (s *session) release() {
	s.handler.mutex.Lock()
	defer s.handler.mutex.Unlock()
	if s.users--; s.users == 0 && s.handler.sessions[s.id] == s {
		s.timer.Reset(s.handler.idleTimeout())
	}
}

// expire ends a session that nothing uses.
func (h *Handler) expire(s *session) {
	h.mutex.Lock()
	isOver := s.users == 0 && h.sessions[s.id] == s
	if isOver {
		h.forget(s)
	}
	h.mutex.Unlock()
	if isOver {
		s.close()
	}
}

// remove ends a session.
func (h *Handler) remove(id string) {
	h.mutex.Lock()
	found := h.sessions[id]
	if found != nil {
		h.forget(found)
	}
	h.mutex.Unlock()
	if found != nil {
		found.close()
	}
}

// forget removes a session from the table. The caller holds the mutex.
func (h *Handler) forget(s *session) {
	delete(h.sessions, s.id)
	h.count.remove(s.identity)
}

// post handles a message of a client.
func (h *Handler) post(w http.ResponseWriter, r *http.Request, s *session) {
	body := readMessage(w, r, h.maxMessage())
	if body == nil {
		return
	}
	if !h.reserve(len(body)) {
		storedTooMuch.write(w)
		return
	}
	defer h.free(len(body))
	if !h.gate.admitMessage(w, body) {
		return
	}
	defer h.gate.leave()
	if s != nil {
		s.post(w, r, body)
		return
	}
	m := membersOf(body)
	switch {
	case m.text("method") == "initialize" && m["id"] != nil:
		h.open(w, r, body, m["id"])
	default:
		if refused, id := checkRevision(r.Header, body); refused != nil {
			refused.write(w, id)
			return
		}
		noSession(w, r)
	}
}

// noSession refuses a request without a session.
func noSession(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get(sessionHeader) != "" {
		http.Error(w, "there is no such session", http.StatusNotFound)
		return
	}
	http.Error(w, "the header Mcp-Session-Id is missing; send initialize first", http.StatusBadRequest)
}

// withBody returns a request whose Body is not nil. A request that a caller makes itself may have none.
func withBody(r *http.Request) *http.Request {
	if r.Body != nil {
		return r
	}
	r = r.WithContext(r.Context())
	r.Body = http.NoBody
	return r
}

// readMessage returns the body of a request, or refuses the request and returns nil.
func readMessage(w http.ResponseWriter, r *http.Request, most int) []byte {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "Content-Type must be application/json", http.StatusUnsupportedMediaType)
		return nil
	}
	if !accepts(r, "application/json", "application/*") || !accepts(r, "text/event-stream", "text/*") {
		http.Error(w, "Accept must allow application/json and text/event-stream", http.StatusNotAcceptable)
		return nil
	}
	return readBody(w, r, most)
}

// readBody returns the body of a request, or refuses the request and returns nil.
func readBody(w http.ResponseWriter, r *http.Request, most int) []byte {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(most)))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		http.Error(w, "the message is too large", http.StatusRequestEntityTooLarge)
		return nil
	} else if err != nil {
		http.Error(w, "the message cannot be read", http.StatusBadRequest)
		return nil
	}
	return body // never nil: ReadAll returns an empty slice for an empty body
}

// open starts a session. It is stored, and has an id, when the server has answered initialize.
func (h *Handler) open(w http.ResponseWriter, r *http.Request, body []byte, id json.RawMessage) {
	identity, isStored := h.identity(r), false
	h.mutex.Lock()
	full := h.count.isFull(identity, h.MaxSessions, h.mostOf())
	if full == nil {
		h.count.add(identity)
	}
	h.mutex.Unlock()
	if full != nil {
		full.write(w)
		return
	}
	defer func() {
		h.mutex.Lock()
		defer h.mutex.Unlock()
		if !isStored {
			h.count.remove(identity)
		}
	}()
	made, err := mcp.NewSession(mcp.Auto, h.revision, h.options()...)
	if err != nil {
		http.Error(w, "the gateway has an option that cannot be used", http.StatusInternalServerError)
		return
	}
	s := &session{handler: h, session: made, identity: identity, streams: make(map[string]*stream), calls: make(map[string]*call)}
	s.tools.Reserve, s.tools.Free = h.reserve, h.free
	s.context, s.end = context.WithCancel(h.life)
	answer, refused := s.initialize(r, body)
	isOver := answer == nil && h.life.Err() != nil
	if membersOf(answer)["result"] == nil {
		s.close()
	} else if isStored = h.store(w, s); !isStored {
		s.close()
		isOver = true
	}
	if isOver && validID(id) != nil {
		failed := ended(id)
		s.noted(r.Context(), failed)
		answer = failed.Frame
	}
	if refused != nil {
		refused.write(w)
		return
	}
	if answer == nil { // the client is gone
		http.Error(w, "the server did not answer", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(answer)
}

// store stores a session, and names it in the response.
func (h *Handler) store(w http.ResponseWriter, s *session) bool {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.isClosed {
		return false
	}
	s.id = rand.Text()
	s.named.Store(&s.id)
	s.timer = time.AfterFunc(h.idleTimeout(), func() { h.expire(s) })
	h.sessions[s.id] = s
	w.Header().Set(sessionHeader, s.id)
	return true
}

// members are the members of a JSON object. A struct would take "ID" for "id".
type members map[string]json.RawMessage

func membersOf(data []byte) members {
	var found members
	if len(bytes.TrimSpace(data)) > 0 {
		_ = json.Unmarshal(data, &found) // the session reports what is not valid
	}
	return found
}

// text returns a member that is a string, or "".
func (m members) text(name string) string {
	var found string
	_ = json.Unmarshal(m[name], &found)
	return found
}
