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
	"sync/atomic"
)

// DefaultOpenRequests is how many requests of each side may be open in a [Session] if the caller sets no limit.
const DefaultOpenRequests = 10_000

// DefaultStoredSize is how many bytes a [Session] stores for open requests if the caller sets no limit.
const DefaultStoredSize = 64 << 20

// Delivery is a message that a [Session] returns: send Frame to the side To.
type Delivery struct {
	// To is the side that gets the message.
	To Side
	// Frame is the message as one line of JSON. If it is nil, there is nothing to send. Err says why: a notification
	// has no form in the other revision, a response answers no open request, or the message has no valid id. Only a client
	// whose revision has errors without an id gets one for that. If Err is nil too, the session needed the message itself,
	// and may answer the request ClientRequest later, or nobody misses the message. Losses then say why, as for progress
	// and a cancellation that come after the response.
	Frame []byte
	// Losses are the differences of a message. It is nil if there are none.
	Losses []Loss
	// ClientRequest is the id of the open request of the client that the message belongs to, as JSON in one spelling: 1
	// for 1.0. It is set for the request, also when the session sends it again, for its response, for its cancellation,
	// for its progress, and for the requests for input because of it. Otherwise it is empty, also if a message was refused
	// and therefore never became an open request.
	ClientRequest string
	// Err says why a message was refused, as [Converter.Frame] does. Frame is then an error response. If a request
	// was refused, it goes back to the sender of the request. If a response was refused, it takes the place of the
	// response, also if the text cannot be read but has the id of an open request. A request has a [*DecodeError] if its
	// id is neither a string nor an integer, or belongs to an open request of the same side. A request beyond
	// [WithOpenRequests] or [WithStoredSize] has an [*OpenRequestsError]. Two errors of a peer are an [*ErrorResponse]:
	// that of a server for a subscription, and that of a client without an id, which the server does not get. errors.Is finds
	// [ErrRevision] for a response of a server that speaks another revision; Frame may then be that response.
	Err error
}

// Session converts the messages between a client of one revision and a server of another, in both directions. It
// remembers the methods of open requests, so that it can convert their results. It has no input or output of its own.
//
// A request is open until its response comes, or until its sender cancels it with notifications/cancelled. The session
// drops a response that comes after the cancellation, with [ErrCancelled]. A client cannot cancel initialize.
//
// Some texts cannot be read: they are not JSON, have half of a surrogate pair or a number out of range, or are beyond the
// limits. The session then looks for the id. The sender of a request gets an error, and an error answers the open request
// in place of a response. The same holds for each message of a batch that cannot be read, or that has more messages than
// [Limits] allow.
//
// An item of a list of tools, prompts, resources or templates may not be valid, or cannot be converted. Between different
// revisions, the session then leaves it out, and reports it as [Dropped] with the change "invalid-item". It refuses the
// list if more than 1,000 items are affected, with [RefuseLosses], and with [WithStrictLists].
//
// # Revisions that are not known
//
// With [Auto] in place of a revision, the session learns it from the messages:
//   - The revision of a client is that of [Negotiate] for its initialize, or the one that a request names in its _meta. The
//     session answers ping before that, and other requests with an error. Until the server has agreed, the client may send
//     initialize again with another revision.
//   - A client with initialize gets a server with initialize, if the server has both: use [Latest] in place of Auto for a
//     server of the newest revision. A server of go-sdk 1.8.0 has initialize even if it is limited to that revision.
//   - If the server refuses initialize in the newest revision that has it, the session sends initialize in a revision that
//     the error lists, or else in that of the client, and then server/discover. For a client without initialize, it sends
//     server/discover first, and initialize if the server refuses that. Further messages of the client wait, within
//     [WithOpenRequests] and [WithStoredSize]. The session drops a request that the client cancels meanwhile. If nothing is
//     left, the client gets the first error of the server.
//
// The session does not wait for a time: if a server does not answer server/discover, the client of 2026-07-28 does not get
// an answer either.
//
// # A client with initialize and a server without it
//
// A server of 2026-07-28 has no sessions. For a client of an older revision, the session therefore does more:
//   - It sends server/discover for initialize, and answers initialize from the result. Each further request states the
//     facts of the client. It reports those that the server's revision lacks. It refuses a second initialize, unless the first one failed.
//   - If the server offers listChanged, it sends one subscriptions/listen after the answer to initialize, with an id of
//     its own, and passes the notifications of that subscription. The subscription does not count as an open request.
//     If the server ends it, the next resources/subscribe or [Session.Resubscribe] opens it again. An error of the
//     server is an [*ErrorResponse] in Err.
//   - For resources/subscribe, it opens a further subscription, to that resource. It answers after the acknowledgement, or
//     with the error of the server. For resources/unsubscribe, it cancels that subscription.
//   - It answers ping and logging/setLevel. Each further request states the log level.
//   - It takes notifications/initialized and notifications/roots/list_changed, which the server does not get.
//   - If the result of tools/call, prompts/get or resources/read asks for input (elicitation, sampling or roots), it
//     sends the requests for input to the client. When the client has answered all of them, it sends the request to the
//     server again, under another id. A server may ask 10 times, and only for what the client declared in initialize.
//   - If the client cancels a request, it cancels the request at the server, and the requests for input at the client.
//   - It does not report the differences of [RoutineChanges], so [RefuseLosses] does not refuse them either. Nor does it
//     refuse the handshake because an older revision lacks a member of serverInfo, such as icons.
//
// # A client without initialize and a server with it
//
// A server of an older revision has a session. For a client of 2026-07-28, the session therefore does more:
//   - The first request of the client waits until the session has sent initialize, with the facts that the request states,
//     and notifications/initialized. Further requests wait too. If the server refuses initialize, they get its error, and
//     the next request starts again. The server uses only the capabilities of the first request.
//   - It answers server/discover from the result of initialize, and ping of the server. Requests lose the facts.
//   - If the server asks for input while it works on tools/call, prompts/get or resources/read, the client gets a result
//     that asks for it, and the server gets the answers from the client's next request. That request must have the method
//     and the params of the first one, except _meta, inputResponses and requestState. The newest request whose client
//     declared the capability asks. Further questions wait for the next round. There are 10 rounds.
//   - It sets the log level that requests state, and drops messages below the level of every open request.
//   - It answers subscriptions/listen: it subscribes to the resources at the server, and sends changes on each
//     subscription that asks for them.
//   - If the client cancels a request, it cancels the request at the server.
//   - It does not report the differences of [RoutineChanges]. [RefuseLosses] does not refuse the handshake because an older
//     revision lacks a member of clientInfo.
//
// Requests have other ids at the server. If more calls wait for input than [WithOpenRequests] says, the session ends the
// one that waits longest. It does not carry tasks, and passes the error that asks for a visit to a URL.
//
// # Memory
//
// The session stores what it may need again: see [WithStoredSize]. If the client declared no capability for input, calls
// pass beyond that limit too. The session then answers with an error if the server asks to repeat such a call.
//
// While it handles a message, the session uses more memory than that, for a short time: up to 30 times the message if that
// consists of small values, such as an array of digits. The time grows with the size of the message only in proportion.
//
// Several goroutines may use a Session at the same time. Methods of the zero Session return a delivery with an
// [*ArgumentError].
type Session struct {
	fromClient atomic.Pointer[Converter] // SetContext replaces it
	fromServer *Converter

	mutex  sync.Mutex
	open   map[openRequest]openRecord
	count  map[Side]int      // of the open requests, by sender
	tokens map[string]string // the ids of the client's open requests, by progress token
	stored int               // bytes
	ended  endedRequests     // without a response

	handshake *handshake // nil unless only the client has initialize
	stateless *stateless // nil unless only the server has initialize

	negotiation *negotiation // nil unless the session learns a revision; it then has no other field
}

// openRequest is a request without an answer: who sent it, and its id in one spelling.
type openRequest struct {
	sender Side
	id     string
}

// openRecord is what a session stores of an open request.
type openRecord struct {
	method string // as the receiver names it
	token  string // for progress, in one spelling; empty if there is none
	size   int    // bytes that count for the limit
}

// NewSession returns a session between a client and a server. With [Auto] in place of a revision, the session learns it.
// The errors are those of [NewConverter].
func NewSession(client, server Revision, options ...Option) (*Session, error) {
	if client == Auto || server == Auto {
		return newNegotiation(client, server, options)
	}
	fromClient, err := NewConverter(client, server, Client, options...)
	if err != nil {
		return nil, argumentAs(err, map[string]string{"source": "client", "target": "server"})
	}
	// The context is that of the client, in the form of its revision.
	fromServer, err := NewConverter(server, client, Server, append(slices.Clone(options), WithContext(Context{}))...)
	if err != nil {
		return nil, err
	}
	s := &Session{fromServer: fromServer, open: make(map[openRequest]openRecord), count: make(map[Side]int), tokens: make(map[string]string)}
	if fromServer.chain.border != nil {
		table, err := facts()
		if err != nil {
			return nil, err
		}
		if about := table.revisions[revisionOf(string(client))]; about.hasHandshake {
			s.handshake = newHandshake()
		} else {
			s.stateless = newStateless(about.requestMeta)
		}
		ignored := append(RoutineChanges(), fromServer.options.ignored...)
		fromClient.options.ignored, fromServer.options.ignored = ignored, ignored
	}
	s.fromClient.Store(fromClient)
	return s, nil
}

// SetContext replaces the facts of the client, which each request to a server of 2026-07-28 states. It concerns the
// messages that FromClient takes from now on. A session whose client sends initialize through it needs no SetContext.
// The error is an [*ArgumentError] if a fact is not valid, or if the session does not know both revisions yet.
func (s *Session) SetContext(context Context) error {
	if err := s.check(); err != nil {
		return err
	}
	if s = s.agreed(); s == nil {
		return argumentError("session", "it does not know the revisions of both sides yet")
	}
	if bad := s.setFacts(context); bad != nil {
		return bad.argument()
	}
	return nil
}

func (s *Session) setFacts(context Context) *factError {
	next := *s.fromClient.Load()
	facts, bad := next.chain.factsOf(context)
	if bad != nil {
		return bad
	}
	next.context, next.options.context = facts, context
	s.fromClient.Store(&next)
	return nil
}

// Converter returns the converter of the messages that a side sends, for parts of messages: see [Converter.Params]. The
// converter for [Client] has the facts that the session has now. The result is nil if sender is not a side, or if the
// session does not know both revisions yet.
func (s *Session) Converter(sender Side) *Converter {
	if s.check() != nil {
		return nil
	}
	switch s = s.agreed(); {
	case s == nil:
		return nil
	case sender == Client:
		return s.fromClient.Load()
	case sender == Server:
		return s.fromServer
	}
	return nil
}

// FromClient takes a message of the client, and returns the messages to send. There may be none, or several.
func (s *Session) FromClient(frame []byte) []Delivery {
	if err := s.check(); err != nil {
		return []Delivery{{To: Client, Err: err}}
	}
	return s.take(Client, frame)
}

// FromServer takes a message of the server, and returns the messages to send. There may be none, or several.
func (s *Session) FromServer(frame []byte) []Delivery {
	if err := s.check(); err != nil {
		return []Delivery{{To: Server, Err: err}}
	}
	return s.take(Server, frame)
}

// take takes a message of a side.
func (s *Session) take(sender Side, frame []byte) []Delivery {
	switch {
	case s.negotiation != nil:
		return s.negotiation.from(sender, frame)
	case sender == Client:
		return s.from(s.fromClient.Load(), frame)
	}
	return s.from(s.fromServer, frame)
}

// agreed returns the session of the revisions that the sides have agreed to: itself if the caller has given both. It is nil
// while one of them is unknown.
func (s *Session) agreed() *Session {
	if s.negotiation != nil {
		return s.negotiation.session()
	}
	return s
}

// Client returns the revision of the client. It is [Auto] while the session does not know it.
func (s *Session) Client() Revision { return s.revision(Client) }

// Server returns the revision of the server. It is [Auto] while the session does not know it.
func (s *Session) Server() Revision { return s.revision(Server) }

func (s *Session) revision(side Side) Revision {
	if s.check() != nil {
		return ""
	}
	now := s.agreed()
	switch {
	case now == nil && side == Client:
		return s.negotiation.client
	case now == nil:
		return s.negotiation.server
	case side == Client:
		return now.fromServer.Target()
	}
	return now.fromServer.Source()
}

// check returns an error for a session that NewSession did not make.
func (s *Session) check() error {
	if s == nil || s.open == nil && s.negotiation == nil {
		return argumentError("session", "it is empty; NewSession returns one that can be used")
	}
	return nil
}

// Open returns the number of requests of both sides that have no answer yet and are not cancelled. Requests for input
// count too.
func (s *Session) Open() int {
	if s.check() != nil {
		return 0
	}
	if s.negotiation != nil {
		return s.negotiation.open()
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := len(s.open)
	if s.handshake != nil {
		found += len(s.handshake.questions)
	}
	return found
}

func (s *Session) from(c *Converter, frame []byte) []Delivery {
	limits := c.options.limits.orDefaults()
	if isArrayText(frame) && hasMoreItems(frame, limits.Batch) {
		return s.unreadable(c, frame, invalidRequest("", "a batch has at most %d messages", limits.Batch))
	}
	t, bad := readText(frame, limits)
	if bad != nil {
		return s.unreadable(c, frame, bad)
	}
	defer t.release()
	root := t.root()
	if root.kind() != kindArray {
		return s.one(c, frame, root)
	}
	if len(c.chain.plans) > 0 && c.chain.plans[0].batches == nil {
		return s.unreadable(c, frame, invalidRequest("", "%s has no batches; send each message by itself", revisionOf(c.chain.source)))
	}
	var all []Delivery
	count := 0
	for _, one := range root.itemsOf() {
		all = append(all, s.one(c, one.append(nil), one)...)
		count++
	}
	if count == 0 {
		return []Delivery{unidentified(c, invalidRequest("", "a batch holds at least one message"))}
	}
	return all
}

// unreadable handles a text that is not a message. Each request in it gets an error, and each open request that it
// answers ends with an error. Of a batch, at most as many deliveries without such a response are returned as a batch may
// have messages.
func (s *Session) unreadable(c *Converter, frame []byte, bad *DecodeError) []Delivery {
	limits, sender := c.options.limits.orDefaults(), c.chain.sender
	if isArrayText(frame) { // the pointer is not one into each message, and many errors would repeat it
		one := *bad
		one.Pointer, bad = "", &one
	}
	var all []Delivery
	isRequest := true // it may be one
	eachHead(frame, limits, func(h head) bool {
		isRequest = isRequest && !h.isAnswer && (h.hasID || !h.hasMethod)
		if h.id == nil {
			return true
		}
		one := *bad
		one.ID = h.id
		if h.isAnswer {
			for _, d := range s.failed(c, &one) {
				if d.Frame == nil {
					d.To = sender // there is no open request
				}
				if d.Frame != nil || len(all) < limits.Batch {
					all = append(all, d)
				}
			}
		} else if len(all) < limits.Batch {
			all = append(all, Delivery{To: sender, Frame: errorResponse(h.id, one.Code, one.Error()), Err: &one})
		}
		return true
	})
	switch {
	case len(all) > 0:
		return all
	case isRequest:
		return []Delivery{unidentified(c, bad)}
	}
	return []Delivery{{To: sender, Err: bad}} // a notification, or a response without an id
}

// failed ends the request that a response answers, because the response cannot be read. It handles an error in its place.
func (s *Session) failed(c *Converter, bad *DecodeError) []Delivery {
	sender := c.chain.sender
	reason := fmt.Sprintf("the response of the %s cannot be read: %s", sender, bad)
	frame := errorResponse(bad.ID, CodeInternalError, reason)
	all := s.one(c, frame, rawValue(frame))
	hasError := false
	for i := range all {
		switch {
		case errors.Is(all[i].Err, ErrCancelled):
			all[i].Err, hasError = fmt.Errorf("%w: %w", ErrCancelled, bad), true
		case all[i].Err != nil:
			all[i].Err, hasError = bad, true
		}
	}
	switch {
	case len(all) == 0: // the call waits for input, and ends with this error
		all = []Delivery{{To: sender.other(), Err: bad}}
	case !hasError:
		all[len(all)-1].Err = bad
	}
	return all
}

// one handles a message that has been read.
func (s *Session) one(c *Converter, frame []byte, root value) []Delivery {
	f, bad := frameOf(root)
	if bad != nil {
		return s.unreadable(c, frame, bad)
	}
	isPlain := f.kind == requestMessage && f.validID() == nil
	switch {
	case s.stateless != nil && !isPlain && c.chain.sender == Client:
		return s.fromClientWithout(c, &f, frame, root)
	case s.stateless != nil && !isPlain:
		return s.fromServerWith(c, &f, frame, root)
	case s.handshake == nil || isPlain:
		return []Delivery{s.convert(c, frame, root)}
	}
	if c.chain.sender == Client {
		if all, ok := s.withHandshake(c, &f, frame, root); ok {
			return all
		}
		return []Delivery{s.convert(c, frame, root)}
	}
	if f.kind == resultMessage || f.kind == errorMessage {
		if f.validID() != nil {
			return s.fromStateless(c, &f, root)
		}
	} else if all, isTaken := s.ofSubscription(c, &f, &root); isTaken {
		return all
	} else if root.n != nil { // it has no id of a subscription any more
		frame = root.append(nil)
	}
	return []Delivery{s.convert(c, frame, root)}
}

// convert converts a message that has been read.
func (s *Session) convert(c *Converter, frame []byte, root value) Delivery {
	sender := c.chain.sender
	f, bad := frameOf(root)
	if bad != nil {
		return unidentified(c, bad)
	}
	id := f.validID()
	if f.kind == requestMessage && id == nil {
		return unidentified(c, invalidRequest("/id", "expected a string or an integer, got %s", shown(f.id)))
	}
	if f.kind == errorMessage && f.id.given() && id == nil {
		return Delivery{To: sender.other(), Err: invalidRequest("/id", "expected a string or an integer, got %s", shown(f.id))}
	}
	if f.kind == errorMessage && id == nil && !hasErrorsWithoutID(c.chain.source) {
		return Delivery{To: sender.other(), Err: invalidRequest("", "'id' is missing")}
	}
	if f.kind == errorMessage && id == nil && sender == Client { // some servers end at an error without an id
		return Delivery{To: Server, Err: errorResponseOf(&f)}
	}
	answering, belongs := "", ""
	var other error // the server speaks another revision
	if f.kind == resultMessage || f.kind == errorMessage {
		method, ok := s.closed(openRequest{sender.other(), idKey(f.id)})
		if !ok && id != nil {
			return s.notOpen(&f, sender.other())
		}
		if answering = method; sender == Server {
			belongs, other = idKey(f.id), s.otherRevisionIn(&f, answering)
		}
	}
	converting := c
	if f.kind == errorMessage { // its receiver would not learn the error
		converting = c.reporting()
	}
	out, losses, err := converting.Frame(frame, answering)
	if err != nil && f.kind == resultMessage && len(c.chain.plans) > 0 {
		if shorter, reported, ok := s.withoutInvalidItems(c, root, answering); ok {
			out, losses, err = shorter, reported, nil
		}
	}
	if err == nil && f.kind == requestMessage {
		isStored := s.handshake != nil && sender == Client && isString(f.method) && slices.Contains(mayAsk, f.method.text())
		size := 0
		if isStored {
			size = len(out)
		}
		isStored, err = s.openedWith(openRequest{sender, idKey(f.id)}, &f, c, size)
		if err == nil && sender == Client {
			belongs = idKey(f.id)
		}
		if err == nil && s.handshake != nil && sender == Client {
			out = s.sent(&f, id, out, isStored, false)
		}
	}
	if f.kind == notificationMessage && sender == Server && f.method.isText(progress) && isObject(f.params) {
		belongs = s.requestWith(idKey(f.params.get("progressToken")))
	}
	var refused *NoCounterpart
	hasNoCounterpart := errors.As(err, &refused)
	if f.kind == notificationMessage && f.method.isText(cancelled) && (err == nil || hasNoCounterpart) {
		if isOpen := s.cancelled(sender, f.params); isOpen && sender == Client {
			belongs = idKey(f.params.get("requestId"))
		}
	}
	if err == nil {
		return Delivery{To: sender.other(), Frame: out, Losses: losses, ClientRequest: belongs, Err: other}
	}
	if other != nil {
		err = &otherRevision{err}
	}
	code, reason := codeOf(err), err.Error()
	switch f.kind {
	case notificationMessage:
		return Delivery{To: sender, Err: err, ClientRequest: belongs}
	case requestMessage:
		if refused != nil && refused.Reply != nil {
			return Delivery{To: sender, Frame: refused.Reply, Err: err}
		}
		return Delivery{To: sender, Frame: errorResponse(id, code, reason), Err: err}
	}
	answer := Delivery{To: sender.other(), Err: err, ClientRequest: belongs}
	if id != nil || hasErrorsWithoutID(c.chain.target) {
		answer.Frame = errorResponse(id, CodeInternalError, notValid(sender, err))
	}
	return answer
}

// unidentified replies to a message of a client that has no valid id, if its revision has errors without an id. A server
// gets no reply: the text may be a line of a log, and some servers end at an error without an id.
func unidentified(c *Converter, bad *DecodeError) Delivery {
	reply := Delivery{To: c.chain.sender, Err: bad}
	if c.chain.sender == Client && hasErrorsWithoutID(c.chain.source) {
		reply.Frame = errorResponse(nil, bad.Code, bad.Error())
	}
	return reply
}

// hasErrorsWithoutID reports whether an error response of a revision may have no id.
func hasErrorsWithoutID(revision string) bool {
	d, err := decoderOf(Revision(revision))
	return err == nil && !slices.Contains(d.failure.required, "id")
}

// codeOf returns the JSON-RPC error code that stands for an error.
func codeOf(err error) int {
	var refused *NoCounterpart
	var malformed *DecodeError
	var argument *ArgumentError
	var lossy *LossError
	switch {
	case errors.As(err, &refused):
		return refused.Code
	case errors.As(err, &malformed):
		return malformed.Code
	case errors.As(err, &argument):
		return CodeInvalidParams
	case errors.As(err, &lossy):
		return CodeInvalidRequest
	}
	return CodeInternalError
}

// The method that cancels a request, and the one that cannot be cancelled.
const (
	cancelled  = "notifications/cancelled"
	initialize = "initialize"
)

// opened remembers a request. It refuses a request whose id is in use, or that is one too many.
func (s *Session) opened(request openRequest, f *frame, c *Converter) error {
	_, err := s.openedWith(request, f, c, 0)
	return err
}

// openedWith remembers a request, by its id and method in copies: the bytes of the caller may change. It counts the
// bytes that the caller stores, and reports whether the caller may store them. They are too many for a request of a
// client that can answer questions, because the server may get that request again.
func (s *Session) openedWith(request openRequest, f *frame, c *Converter, size int) (isStored bool, err error) {
	record := openRecord{size: 3*len(request.id) + size} // a session has up to three copies of an id
	if isString(f.method) {                              // a session of one revision passes any method, also one that is not a string
		record.method = f.method.text()
	}
	if r := c.chain.routeOf(c.chain.sender, record.method, true); r != nil {
		record.method = r.name
	}
	record.method = strings.Clone(record.method)
	if isObject(f.params) && isObject(f.params.get("_meta")) && request.sender == Client {
		record.token = idKey(f.params.get("_meta").get("progressToken"))
	}
	record.size += len(record.method) + len(record.token)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, isOpen := s.open[request]; isOpen {
		return false, repeatedID(f)
	}
	if s.count[request.sender] >= c.options.open {
		return false, &OpenRequestsError{Limit: c.options.open}
	}
	if isStored = size > 0; isStored && s.stored+record.size > c.options.stored && !c.mayBeAsked() {
		isStored = false
		record.size -= size
	}
	if s.stored+record.size > c.options.stored {
		return false, &OpenRequestsError{Limit: c.options.open, Size: c.options.stored}
	}
	s.stored += record.size
	s.open[request] = record
	s.count[request.sender]++
	if record.token != "" {
		s.tokens[record.token] = request.id
	}
	return isStored, nil
}

// checkID returns an error for a request, which the session answers itself, if its id is in use.
func (s *Session) checkID(sender Side, f *frame) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, isOpen := s.open[openRequest{sender, idKey(f.id)}]; isOpen {
		return repeatedID(f)
	}
	return nil
}

func repeatedID(f *frame) *DecodeError {
	err := invalidRequest("/id", "the id %s belongs to a request that is still open", shown(f.id))
	err.ID = f.validID()
	return err
}

// mayBeAsked reports whether the client declared a capability for input.
func (c *Converter) mayBeAsked() bool {
	declared, bad := constant(c.options.context.ClientCapabilities)
	if bad != nil || !isObject(declared) {
		return false
	}
	return declaresInput(declared)
}

// declaresInput reports whether capabilities of a client have one for input.
func declaresInput(declared value) bool {
	return declared.get("roots").given() || declared.get("sampling").given() || declared.get("elicitation").given()
}

// requestWith returns the id of the client's open request with a progress token, or "".
func (s *Session) requestWith(token string) string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.tokens[token]
}

// reserve counts bytes that the session stores. The result is false if they are too many.
func (s *Session) reserve(size int) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.stored+size > s.fromServer.options.stored {
		return false
	}
	s.stored += size
	return true
}

// free counts bytes that the session stores no more.
func (s *Session) free(size int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.stored -= size
}

// tooLarge reports that the session would store too much.
func (s *Session) tooLarge() *OpenRequestsError {
	return &OpenRequestsError{Limit: s.fromServer.options.open, Size: s.fromServer.options.stored}
}

// grow counts further bytes of an open request. The result is false if they are too many.
func (s *Session) grow(request openRequest, size int) bool {
	if !s.reserve(size) {
		return false
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	record, isOpen := s.open[request]
	if !isOpen {
		s.stored -= size
		return true
	}
	record.size += size
	s.open[request] = record
	return true
}

// closed forgets a request, and returns its method.
func (s *Session) closed(request openRequest) (method string, ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.remove(request)
}

// cancelled forgets the request that the params of a cancellation name. It reports whether the request was open.
func (s *Session) cancelled(sender Side, params value) bool {
	if !isObject(params) {
		return false
	}
	request := openRequest{sender, idKey(params.get("requestId"))}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.open[request].method == initialize {
		return false
	}
	_, isOpen := s.remove(request)
	if isOpen {
		s.ended.note(request)
	}
	return isOpen
}

// remove removes a request from the table. The caller holds the mutex.
func (s *Session) remove(request openRequest) (method string, ok bool) {
	record, ok := s.open[request]
	if !ok {
		return "", false
	}
	delete(s.open, request)
	s.count[request.sender]--
	s.stored -= record.size
	if record.token != "" && s.tokens[record.token] == request.id {
		delete(s.tokens, record.token)
	}
	return record.method, true
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
	return strings.Clone(plainInteger(raw))
}

// plainInteger returns a number without a point and an exponent, such as 100 for 1e2. It returns a number that is not
// exactly an integer as it is.
func plainInteger(raw string) string {
	digits, sign := strings.CutPrefix(raw, "-")
	digits, power, _ := strings.Cut(strings.ToLower(digits), "e")
	whole, fraction, _ := strings.Cut(digits, ".")
	exponent, _ := strconv.Atoi(power) // 0 if there is none; a number with an exponent is at most a double
	fraction = strings.TrimRight(fraction, "0")
	zeros := exponent - len(fraction)
	plain := strings.TrimLeft(whole+fraction, "0")
	if zeros < 0 {
		short := strings.TrimRight(plain, "0")
		if len(plain)-len(short) < -zeros {
			return raw
		}
		plain, zeros = plain[:len(plain)+zeros], 0
	}
	plain += strings.Repeat("0", zeros)
	if sign {
		return "-" + plain
	}
	return plain
}

// errorResponse returns a response with an error. If id is nil, it has no id: no revision allows null.
func errorResponse(id json.RawMessage, code int, message string) []byte {
	out := []byte(`{"jsonrpc":"2.0",`)
	if id != nil {
		out = fmt.Appendf(out, `"id":%s,`, id)
	}
	out = fmt.Appendf(out, `"error":{"code":%d,"message":`, code)
	return append(appendString(out, message), "}}"...)
}
