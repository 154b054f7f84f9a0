package mcprevisions

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Delivery is a message that a [Session] returns: send Frame to the side To.
type Delivery struct {
	// To is the side that gets the message.
	To Side
	// Frame is the message as one line of JSON. It is nil if there is nothing to send: for a notification that
	// could not be converted.
	Frame []byte
	// Losses are the differences of a converted message.
	Losses []Loss
	// Err says why the message could not be converted, as [Converter.Frame] does. Frame is then the error response
	// to the sender of a request, or to the receiver of a response.
	Err error
}

// Session converts the messages between a client of one revision and a server of another, in both directions. It
// remembers the methods of open requests, so that it can convert their results. It has no input or output of its own.
//
// It converts messages, not handshakes: if only one of the revisions has initialize, the caller must answer the
// handshake, as the example gateway does. Several goroutines may use a Session at the same time.
type Session struct {
	fromClient, fromServer *Converter

	mutex sync.Mutex
	open  map[openRequest]string // the method as the receiver names it
}

// openRequest is a request without an answer: who sent it, and its id as JSON.
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
	fromServer, err := NewConverter(server, client, Server)
	if err != nil {
		return nil, err
	}
	fromServer.options.limits, fromServer.options.losses = fromClient.options.limits, fromClient.options.losses
	return &Session{fromClient: fromClient, fromServer: fromServer, open: make(map[openRequest]string)}, nil
}

// FromClient converts a message of the client. A batch has a delivery for each of its messages.
func (s *Session) FromClient(frame []byte) []Delivery { return s.from(s.fromClient, frame) }

// FromServer converts a message of the server. A batch has a delivery for each of its messages.
func (s *Session) FromServer(frame []byte) []Delivery { return s.from(s.fromServer, frame) }

// Open returns the number of requests that have no answer yet.
func (s *Session) Open() int {
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
		method, ok := s.answered(openRequest{sender.other(), string(id)})
		if !ok && id != nil {
			err := invalidRequest("/id", "no open request has this id")
			err.ID = id
			return Delivery{To: sender.other(), Err: err}
		}
		answering = method
	}
	out, losses, err := c.Frame(frame, answering)
	if err == nil {
		if f.kind == requestMessage && id != nil {
			s.sent(openRequest{sender, string(id)}, f.method.text(), c.chain)
		}
		return Delivery{To: sender.other(), Frame: out, Losses: losses}
	}
	var refused *NoCounterpart
	code, reason := CodeInvalidRequest, err.Error()
	var malformed *DecodeError
	if errors.As(err, &refused) {
		code = refused.Code
	} else if errors.As(err, &malformed) {
		code = malformed.Code
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

// sent remembers a request, by its id and method in copies: the bytes of the caller may change.
func (s *Session) sent(request openRequest, method string, c *chain) {
	if r := c.routes[routeKey{c.sender, method}]; r != nil {
		method = r.name
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.open[request] = strings.Clone(method)
}

func (s *Session) answered(request openRequest) (method string, ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	method, ok = s.open[request]
	delete(s.open, request)
	return method, ok
}

// errorResponse returns a response with an error. Without an id, its id is null, as JSON-RPC requires.
func errorResponse(id json.RawMessage, code int, message string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	out := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":`, id, code)
	return append(appendString(out, message), "}}"...)
}
