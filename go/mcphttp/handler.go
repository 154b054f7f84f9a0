package mcphttp

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"time"

	mcp "mcprevisions"
)

// The limits of a handler whose fields are zero.
const (
	DefaultMaxSessions  = 1000
	DefaultIdleTimeout  = 30 * time.Minute
	DefaultOpenRequests = 100
	DefaultMaxMessage   = 4 << 20 // bytes
)

// The headers of the protocol.
const (
	sessionHeader  = "Mcp-Session-Id"
	revisionHeader = "Mcp-Protocol-Version"
)

// Handler serves clients with the initialize handshake from a server without it. [NewHandler] returns one. Set its
// fields before the first request.
type Handler struct {
	// Client sends requests to the server. If it is nil, http.DefaultClient sends them.
	Client *http.Client
	// Options are options of each session. [mcprevisions.WithOpenRequests] is [DefaultOpenRequests] if it is not given,
	// and each message is validated.
	Options []mcp.Option
	// Origins are the values of the header Origin that are allowed, such as "https://app.example". A request with another
	// Origin, which a browser sends for the page of a stranger, is refused. Requests without an Origin are allowed.
	Origins []string
	// MaxSessions is how many sessions there may be; 0 stands for [DefaultMaxSessions].
	MaxSessions int
	// IdleTimeout is how long a session without an open request or stream lasts; 0 stands for [DefaultIdleTimeout].
	IdleTimeout time.Duration
	// MaxMessage is the most bytes of a message of either side; 0 stands for [DefaultMaxMessage].
	MaxMessage int
	// OnDelivery is called for each message of a session if it is not nil, with its losses, or the reason why it was
	// refused. Several goroutines may call it at the same time.
	OnDelivery func(mcp.Delivery)

	server   *url.URL
	revision mcp.Revision
	proxy    *httputil.ReverseProxy

	mutex    sync.Mutex
	sessions map[string]*session
	opening  int // sessions whose initialize has no answer yet
	isClosed bool
}

// NewHandler returns a handler for a server of the newest revision at a URL.
//
// The error is a [*mcprevisions.ArgumentError] if the URL is not an absolute one of http or https.
func NewHandler(server string) (*Handler, error) {
	target, err := url.Parse(server)
	if err != nil || target.Scheme != "http" && target.Scheme != "https" || target.Host == "" {
		return nil, &mcp.ArgumentError{Argument: "server", Reason: "it must be a URL such as http://127.0.0.1:9000/mcp"}
	}
	h := &Handler{server: target, revision: mcp.Latest, sessions: make(map[string]*session)}
	h.proxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			copied := *target
			r.Out.URL, r.Out.Host = &copied, ""
			r.Out.Header.Del(sessionHeader)
		},
		Transport:     roundTripper{h},
		FlushInterval: -1,
	}
	return h, nil
}

// roundTripper sends requests as the client of a handler does.
type roundTripper struct{ *Handler }

func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.Client != nil && t.Client.Transport != nil {
		return t.Client.Transport.RoundTrip(r)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// Close ends all sessions and refuses further ones.
func (h *Handler) Close() {
	h.mutex.Lock()
	all := h.sessions
	h.sessions, h.isClosed = make(map[string]*session), true
	h.mutex.Unlock()
	for _, one := range all {
		one.end()
	}
}

// Sessions returns the number of sessions.
func (h *Handler) Sessions() int {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return len(h.sessions)
}

// ServeHTTP handles a request of a client.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if origin := r.Header.Get("Origin"); origin != "" && !slices.Contains(h.Origins, origin) {
		http.Error(w, "this Origin is not allowed", http.StatusForbidden)
		return
	}
	switch stated := r.Header.Get(revisionHeader); {
	case stated == string(h.revision):
		r.Body = http.MaxBytesReader(w, r.Body, int64(h.maxMessage()))
		h.proxy.ServeHTTP(w, r)
		return
	case stated != "" && !mcp.IsRevision(stated):
		http.Error(w, "this MCP-Protocol-Version is not supported", http.StatusBadRequest)
		return
	}
	id := r.Header.Get(sessionHeader)
	found := h.use(id)
	if found != nil {
		defer found.release()
	}
	switch {
	case r.Method == http.MethodPost:
		h.post(w, r, found)
	case r.Method != http.MethodGet && r.Method != http.MethodDelete:
		w.Header().Set("Allow", "DELETE, GET, POST")
		http.Error(w, "use POST, GET or DELETE", http.StatusMethodNotAllowed)
	case found == nil:
		http.Error(w, "there is no such session", http.StatusNotFound)
	case r.Method == http.MethodGet:
		found.listen(w, r)
	default:
		h.remove(id)
		w.WriteHeader(http.StatusNoContent)
	}
}

func (h *Handler) maxMessage() int {
	if h.MaxMessage > 0 {
		return h.MaxMessage
	}
	return DefaultMaxMessage
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

func (h *Handler) idleTimeout() time.Duration {
	if h.IdleTimeout > 0 {
		return h.IdleTimeout
	}
	return DefaultIdleTimeout
}

// expire ends a session that nothing uses.
func (h *Handler) expire(s *session) {
	h.mutex.Lock()
	isOver := s.users == 0 && h.sessions[s.id] == s
	if isOver {
		delete(h.sessions, s.id)
	}
	h.mutex.Unlock()
	if isOver {
		s.end()
	}
}

// remove ends a session.
func (h *Handler) remove(id string) {
	h.mutex.Lock()
	found := h.sessions[id]
	delete(h.sessions, id)
	h.mutex.Unlock()
	if found != nil {
		found.end()
	}
}

// post handles a message of a client.
func (h *Handler) post(w http.ResponseWriter, r *http.Request, s *session) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "Content-Type must be application/json", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(h.maxMessage())))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		http.Error(w, "the message is too large", http.StatusRequestEntityTooLarge)
		return
	} else if err != nil {
		http.Error(w, "the message cannot be read", http.StatusBadRequest)
		return
	}
	if s != nil {
		s.post(w, r, body)
		return
	}
	m := membersOf(body)
	switch {
	case m.text("method") == "initialize" && m["id"] != nil:
		h.open(w, r, body, m)
	case r.Header.Get(sessionHeader) != "":
		http.Error(w, "there is no such session", http.StatusNotFound)
	default:
		http.Error(w, "the header Mcp-Session-Id is missing; send initialize first", http.StatusBadRequest)
	}
}

// open starts a session. It is stored, and has an id, when the server has answered initialize.
func (h *Handler) open(w http.ResponseWriter, r *http.Request, body []byte, m members) {
	most := h.MaxSessions
	if most <= 0 {
		most = DefaultMaxSessions
	}
	h.mutex.Lock()
	isFull := h.isClosed || len(h.sessions)+h.opening >= most
	if !isFull {
		h.opening++
	}
	h.mutex.Unlock()
	if isFull {
		w.Header().Set("Retry-After", "60")
		http.Error(w, "there are too many sessions; try again later", http.StatusServiceUnavailable)
		return
	}
	defer func() {
		h.mutex.Lock()
		h.opening--
		h.mutex.Unlock()
	}()
	options := append([]mcp.Option{mcp.WithOpenRequests(DefaultOpenRequests), mcp.WithValidation()}, h.Options...)
	made, err := mcp.NewSession(mcp.Negotiate(membersOf(m["params"]).text("protocolVersion")), h.revision, options...)
	if err != nil {
		http.Error(w, "the gateway has an option that cannot be used", http.StatusInternalServerError)
		return
	}
	s := &session{handler: h, session: made, streams: make(map[string]*stream), calls: make(map[string]*call)}
	s.context, s.end = context.WithCancel(context.Background())
	answer := s.initialize(r, body)
	if membersOf(answer)["result"] == nil || !h.store(w, s) {
		s.end()
	}
	if answer == nil { // the client is gone, or the session has been closed
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
