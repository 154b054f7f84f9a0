package mcprevisions

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// DefaultOpenRequests is how many requests of each side may be open in a [Session] if the caller sets no limit.
const DefaultOpenRequests = 10_000

// Delivery is a message that a [Session] returns: send Frame to the side To.
type Delivery struct {
	// To is the side that gets the message.
	To Side
	// Frame is the message as one line of JSON. It is nil if there is nothing to send. That is so for a notification
	// that could not be converted, and for a response to a request that is not open: the id is unknown, the request
	// was answered before, or its sender cancelled it. Err is then not nil. Drop the message.
	Frame []byte
	// Losses are the differences of a converted message.
	Losses []Loss
	// Err says why the message could not be converted, as [Converter.Frame] does. For a request, Frame is then an
	// error response to the side that sent the request. For a response, Frame is an error response that takes its
	// place, to the side that waits for it. A request whose id belongs to an open request of the same side has a
	// [*DecodeError]. A request beyond [WithOpenRequests] has an [*OpenRequestsError].
	Err error
}

// Session converts the messages between a client of one revision and a server of another, in both directions. It
// remembers the methods of open requests, so that it can convert their results. It has no input or output of its own.
//
// A request is open until its response comes, or until its sender cancels it with notifications/cancelled; initialize
// cannot be cancelled. A response that comes after the cancellation is dropped.
//
// It converts messages, not handshakes: if only one of the revisions has initialize, the caller must answer the
// handshake, as the example gateway does. Several goroutines may use a Session at the same time. Methods of the zero
// Session return a delivery with an [*ArgumentError].
type Session struct {
	fromClient, fromServer *Converter

	mutex sync.Mutex
	open  map[openRequest]string // the method as the receiver names it
	count map[Side]int           // of the open requests, by sender
}

// openRequest is a request without an answer: who sent it, and its id in one spelling.
type openRequest struct {
	sender Side
	id     string
}

// NewSession returns a session between a client and a server that speak different revisions. The errors are those of
// [NewConverter].
func NewSession(client, server Revision, options ...Option) (*Session, error) {
	fromClient, err := NewConverter(client, server, Client, options...)
	if err != nil {
		return nil, err
	}
	// The context is that of the client, in the form of its revision.
	fromServer, err := NewConverter(server, client, Server, append(slices.Clone(options), WithContext(Context{}))...)
	if err != nil {
		return nil, err
	}
	open, count := make(map[openRequest]string), make(map[Side]int)
	return &Session{fromClient: fromClient, fromServer: fromServer, open: open, count: count}, nil
}

// FromClient converts a message of the client. A batch has a delivery for each of its messages.
func (s *Session) FromClient(frame []byte) []Delivery {
	if err := s.check(); err != nil {
		return []Delivery{{To: Client, Err: err}}
	}
	return s.from(s.fromClient, frame)
}

// FromServer converts a message of the server. A batch has a delivery for each of its messages.
func (s *Session) FromServer(frame []byte) []Delivery {
	if err := s.check(); err != nil {
		return []Delivery{{To: Server, Err: err}}
	}
	return s.from(s.fromServer, frame)
}

// check returns an error for a session that NewSession did not make.
func (s *Session) check() error {
	if s == nil || s.open == nil {
		return argumentError("session", "it is empty; NewSession returns one that can be used")
	}
	return nil
}

// Open returns the number of requests that have no answer yet and are not cancelled.
func (s *Session) Open() int {
	if s.check() != nil {
		return 0
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.open)
}

func (s *Session) from(c *Converter, frame []byte) []Delivery {
	t, bad := readText(frame, c.options.limits)
	if bad != nil {
		return []Delivery{{To: c.chain.sender, Frame: errorResponse(nil, bad.Code, bad.Error()), Err: bad}}
	}
	defer t.release()
	root := t.root()
	if root.kind() != kindArray || len(c.chain.plans) > 0 && c.chain.plans[0].batches == nil {
		return []Delivery{s.one(c, frame, root)}
	}
	var all []Delivery
	for _, one := range root.itemsOf() {
		all = append(all, s.one(c, one.append(nil), one))
	}
	return all
}

// one converts a message that has been read.
func (s *Session) one(c *Converter, frame []byte, root value) Delivery {
	sender := c.chain.sender
	f, bad := frameOf(root)
	if bad != nil {
		return Delivery{To: sender, Frame: errorResponse(f.validID(), bad.Code, bad.Error()), Err: bad}
	}
	id := f.validID()
	answering := ""
	if f.kind == resultMessage || f.kind == errorMessage {
		method, ok := s.closed(openRequest{sender.other(), idKey(f.id)})
		if !ok && id != nil {
			err := invalidRequest("/id", "no open request has the id %s", shown(f.id))
			err.ID = id
			return Delivery{To: sender.other(), Err: err}
		}
		answering = method
	}
	out, losses, err := c.Frame(frame, answering)
	if err == nil && f.kind == requestMessage && id != nil {
		err = s.opened(openRequest{sender, idKey(f.id)}, &f, c)
	}
	var refused *NoCounterpart
	hasNoCounterpart := errors.As(err, &refused)
	if f.kind == notificationMessage && f.method.isText(cancelled) && (err == nil || hasNoCounterpart) {
		s.cancelled(sender, f.params)
	}
	if err == nil {
		return Delivery{To: sender.other(), Frame: out, Losses: losses}
	}
	code, reason := CodeInvalidRequest, err.Error()
	var malformed *DecodeError
	var tooMany *OpenRequestsError
	switch {
	case hasNoCounterpart:
		code = refused.Code
	case errors.As(err, &malformed):
		code = malformed.Code
	case errors.As(err, &tooMany):
		code = CodeInternalError
	}
	switch f.kind {
	case notificationMessage:
		return Delivery{To: sender, Err: err}
	case requestMessage:
		if refused != nil && refused.Reply != nil {
			return Delivery{To: sender, Frame: refused.Reply, Err: err}
		}
		return Delivery{To: sender, Frame: errorResponse(id, code, reason), Err: err}
	}
	return Delivery{To: sender.other(), Frame: errorResponse(id, CodeInternalError, reason), Err: err}
}

// The method that cancels a request, and the one that cannot be cancelled.
const (
	cancelled  = "notifications/cancelled"
	initialize = "initialize"
)

// opened remembers a request, by its id and method in copies: the bytes of the caller may change. It refuses a request
// whose id is in use, or that is one too many.
func (s *Session) opened(request openRequest, f *frame, c *Converter) error {
	method := f.method.text()
	if r := c.chain.routes[routeKey{c.chain.sender, method}]; r != nil {
		method = r.name
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, isOpen := s.open[request]; isOpen {
		err := invalidRequest("/id", "the id %s belongs to a request that is still open", shown(f.id))
		err.ID = f.validID()
		return err
	}
	if s.count[request.sender] >= c.options.open {
		return &OpenRequestsError{c.options.open}
	}
	s.open[request] = strings.Clone(method)
	s.count[request.sender]++
	return nil
}

// closed forgets a request, and returns its method.
func (s *Session) closed(request openRequest) (method string, ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.remove(request)
}

// cancelled forgets the request that the params of a cancellation name.
func (s *Session) cancelled(sender Side, params value) {
	if !isObject(params) {
		return
	}
	request := openRequest{sender, idKey(params.get("requestId"))}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.open[request] != initialize {
		s.remove(request)
	}
}

// remove removes a request from the table. The caller holds the mutex.
func (s *Session) remove(request openRequest) (method string, ok bool) {
	if method, ok = s.open[request]; ok {
		delete(s.open, request)
		s.count[request.sender]--
	}
	return method, ok
}

// idKey returns an id in one spelling: 1, 1.0 and 1e0 are the same id, and so are "a" and "\u0061".
func idKey(id value) string {
	switch {
	case isString(id):
		return string(appendString(nil, id.text()))
	case !id.isInteger():
		return ""
	}
	raw := id.raw()
	if f, err := strconv.ParseFloat(raw, 64); err == nil && math.Abs(f) < 1<<53 {
		return strconv.FormatInt(int64(f), 10)
	}
	return strings.Clone(raw)
}

// errorResponse returns a response with an error. Without an id, its id is null, as JSON-RPC requires.
func errorResponse(id json.RawMessage, code int, message string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	out := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":`, id, code)
	return append(appendString(out, message), "}}"...)
}
