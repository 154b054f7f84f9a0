package mcprevisions

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// mostRounds is how often a server may ask for input before it answers a request.
const mostRounds = 10

// The handshake, and the methods that take its place in revisions without it.
const (
	discover = "server/discover"
	setLevel = "logging/setLevel"
	ping     = "ping"
	listen   = "subscriptions/listen"

	subscribe   = "resources/subscribe"
	unsubscribe = "resources/unsubscribe"

	acknowledged   = "notifications/subscriptions/acknowledged"
	subscriptionID = "io.modelcontextprotocol/subscriptionId"
)

// ofSession are the notifications of a client that a server without sessions does not get.
var ofSession = []string{"notifications/initialized", "notifications/roots/list_changed"}

// handled are the requests of a client that a server without sessions does not get.
var handled = []string{initialize, ping, setLevel, subscribe, unsubscribe}

// mayAsk are the methods whose results may ask for input.
var mayAsk = []string{"tools/call", "prompts/get", "resources/read"}

type listChange struct{ capability, filter, method string }

// listChanges are the capabilities that may offer listChanged, and the notifications.
var listChanges = []listChange{
	{"tools", "toolsListChanged", "notifications/tools/list_changed"},
	{"prompts", "promptsListChanged", "notifications/prompts/list_changed"},
	{"resources", "resourcesListChanged", "notifications/resources/list_changed"},
}

var unnamedServer = &change{id: "R-INIT", reason: "The server does not state its name and version, which the result of initialize requires, so both were added."}

// RoutineChanges returns the ids of changes whose differences a [Session] does not report if one side has initialize and
// the other does not: T4.3 (the facts of the client, which the session states), T4.4 (the name of the server, which the
// answer to initialize has, and the id of a subscription), T4.5 (resultType, which says only that a result is complete),
// T4.6 (cache hints, which no older client can use) and T4.11 (that the client announces changed roots: the server requests
// the roots whenever it needs them). Give them to [WithUnreported] if you use a [Converter] there.
func RoutineChanges() []string { return []string{"T4.3", "T4.4", "T4.5", "T4.6", "T4.11"} }

// handshake is what a session between a client with initialize and a server without it remembers. The mutex of the
// session guards it and the exchanges in it.
type handshake struct {
	exchanges map[string]*exchange // by the id of the client's request, in one spelling
	atServer  map[string]*exchange // by the id that the server knows
	questions map[string]question  // by the id that the client knows
	last      int                  // number of an id
	isOpened  bool                 // whether an initialize is open, or was answered with a result
	prefix    string               // of the ids of repeated requests: a client cannot guess it
	feed      feed                 // what the client wants to hear from the server
}

// exchange is an open request of the client. The server gets it again with the input that it asks for.
type exchange struct {
	id         json.RawMessage // of the client's request
	key        string          // the id in one spelling
	method     string          // of the client's request
	serverID   json.RawMessage // nil while the client answers
	frame      []byte          // what the server got first; nil if it is not stored
	isDiscover bool            // initialize, which the server gets as server/discover
	rounds     int
	missing    int // answers of the client
	answers    []member
	state      value // the requestState of the server, if it has one
	losses     []Loss
}

// question is a request for input that the client has not answered.
type question struct {
	exchange *exchange
	key      string // in inputRequests
	method   string
	number   int
}

func newHandshake() *handshake {
	return &handshake{
		exchanges: make(map[string]*exchange), atServer: make(map[string]*exchange), questions: make(map[string]question),
		prefix: rand.Text(), feed: newFeed(),
	}
}

// withHandshake handles a message of a client that a server without initialize does not get, or gets in another form.
// The second result is false for other messages.
func (s *Session) withHandshake(c *Converter, f *frame, frame []byte, root value) ([]Delivery, bool) {
	id := f.validID()
	switch f.kind {
	case requestMessage:
		if id == nil || !isString(f.method) {
			return nil, false
		}
		method := f.method.text()
		if isHandled := slices.Contains(handled, method); !isHandled || !c.chain.requests[Client][method] {
			return nil, false
		}
		if err := c.validate(frame, ""); err != nil {
			return []Delivery{refusal(id, err)}, true
		}
		if err := s.checkID(Client, f); err != nil {
			return []Delivery{refusal(id, err)}, true
		}
		switch method {
		case initialize:
			return []Delivery{s.initialize(c, f, id)}, true
		case subscribe, unsubscribe:
			return s.changeResources(c, f, id), true
		case setLevel:
			stated, level := c.options.context, f.params.get("level")
			if !isString(level) {
				return []Delivery{refusal(id, &DecodeError{Pointer: "/params/level", Reason: "expected a string", Code: CodeInvalidParams, ID: id})}, true
			}
			stated.LogLevel = string([]byte(level.text()))
			if bad := s.state(stated, id); bad != nil {
				return []Delivery{refusal(id, bad)}, true
			}
		}
		return []Delivery{{To: Client, Frame: response(id, "result", []byte("{}"))}}, true
	case notificationMessage:
		if f.method.isText(cancelled) && isObject(f.params) {
			return s.withdrawn(c, idKey(f.params.get("requestId")), root)
		}
		if isString(f.method) && slices.Contains(ofSession, f.method.text()) {
			if err := c.validate(frame, ""); err != nil {
				return []Delivery{{To: Client, Err: err}}, true
			}
			return []Delivery{{To: Server}}, true
		}
	default:
		if id != nil {
			return s.answered(c, idKey(f.id), frame)
		} else if f.kind == errorMessage { // the server takes no responses
			return []Delivery{{To: Server, Err: errorResponseOf(f)}}, true
		}
	}
	return nil, false
}

// initialize sends server/discover with the facts that the client states. A session is initialized once.
func (s *Session) initialize(c *Converter, f *frame, id json.RawMessage) Delivery {
	s.mutex.Lock()
	isOpened := s.handshake.isOpened
	s.handshake.isOpened = true
	s.mutex.Unlock()
	if isOpened {
		return refusal(id, &DecodeError{Pointer: "/method", Reason: "the session is already initialized", Code: CodeInvalidRequest, ID: id})
	}
	sent := s.sendDiscover(c, f, id)
	if sent.Err != nil {
		s.reopen()
	}
	return sent
}

// reopen lets the client send initialize again, because the last one failed.
func (s *Session) reopen() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.handshake.isOpened = false
}

func (s *Session) sendDiscover(c *Converter, f *frame, id json.RawMessage) Delivery {
	if !isObject(f.params) {
		return refusal(id, &DecodeError{Pointer: "/params", Reason: "expected an object", Code: CodeInvalidParams, ID: id})
	}
	stated := Context{LogLevel: c.options.context.LogLevel}
	if one := f.params.get("capabilities"); one.given() {
		stated.ClientCapabilities = one.append(nil)
	}
	if one := f.params.get("clientInfo"); one.given() {
		stated.ClientInfo = one.append(nil)
	}
	if bad := s.state(stated, id); bad != nil {
		return refusal(id, bad)
	}
	// The facts are the params of each request, and a list has no others.
	now := s.fromClient.Load()
	_, params, losses, err := now.Params("tools/list", nil)
	if err == nil {
		losses, err = now.lossesBut("/params/", append(now.statedLosses(), losses...))
	}
	if err == nil {
		err = s.opened(openRequest{Client, idKey(f.id)}, f, c)
	}
	if err != nil {
		return refusal(id, err)
	}
	out := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, discover, params)
	out = s.sent(f, id, out, false, true)
	return Delivery{To: Server, Frame: out, Losses: losses, ClientRequest: idKey(f.id)}
}

// statedIn says where a client states a fact.
var statedIn = map[string]string{
	"clientCapabilities": "/params/capabilities", "clientInfo": "/params/clientInfo", "logLevel": "/params/level",
}

// statedLosses returns the losses of the facts that the client states in initialize.
func (c *Converter) statedLosses() []Loss {
	losses := c.ContextLosses()
	for i, one := range losses {
		for name, pointer := range statedIn {
			if rest, ok := strings.CutPrefix(one.Pointer, "/"+name); ok {
				losses[i].Pointer = pointer + rest
			}
		}
	}
	return losses
}

// state replaces the facts of the client by those that a request of the client states.
func (s *Session) state(stated Context, id json.RawMessage) *DecodeError {
	if bad := s.setFacts(stated); bad != nil {
		return &DecodeError{Pointer: statedIn[bad.name] + bad.pointer, Reason: bad.reason, Code: CodeInvalidParams, ID: id}
	}
	return nil
}

// sent remembers a request of the client that the server gets, and stores its frame if the server may get it again. It
// returns the frame, with another id if some servers would round the client's.
func (s *Session) sent(f *frame, id json.RawMessage, frame []byte, isStored, isDiscover bool) []byte {
	x := &exchange{id: id, serverID: id, key: idKey(f.id), isDiscover: isDiscover}
	if f.id.kind() == kindNumber && math.Abs(f.id.float()) >= 1<<53 {
		x.serverID = s.newID()
		root := rawValue(frame)
		root.set("id", rawValue(x.serverID))
		frame = root.append(nil)
	}
	if isStored {
		x.frame = bytes.Clone(frame)
	}
	if isString(f.method) {
		x.method = strings.Clone(f.method.text())
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.handshake.exchanges[x.key], s.handshake.atServer[idKey(rawValue(x.serverID))] = x, x
	return frame
}

// newID returns the JSON of an id of the session at the server.
func (s *Session) newID() json.RawMessage {
	return appendString(nil, fmt.Sprintf("%s-%d", s.handshake.prefix, s.number()))
}

// fromStateless handles a response of a server without initialize. It answers a request that the server may have got
// several times.
func (s *Session) fromStateless(c *Converter, f *frame, root value) []Delivery {
	key := idKey(f.id)
	s.mutex.Lock()
	x := s.handshake.atServer[key]
	if x != nil {
		delete(s.handshake.atServer, key)
		x.serverID = nil
	}
	if x == nil && s.handshake.isListen(key) {
		defer s.mutex.Unlock()
		return s.listenEnded(c, key, f, root)
	}
	s.mutex.Unlock()
	if x == nil {
		return []Delivery{s.notOpen(f, Client)}
	}
	if f.kind == resultMessage && !x.isDiscover && f.result.get("resultType").isText("input_required") {
		return s.ask(c, x, f.result)
	}
	if f.kind == resultMessage && x.isDiscover {
		s.forget(x)
		return s.discovered(c, x, f)
	}
	s.mutex.Lock()
	delete(s.handshake.exchanges, x.key)
	s.handshake.isOpened = s.handshake.isOpened && !x.isDiscover // the server refused initialize
	s.mutex.Unlock()
	root.set("id", rawValue(x.id))
	return []Delivery{s.convert(c, root.append(nil), root)}
}

// discovered answers initialize from what the server says about itself, and subscribes to the changes that it offers.
func (s *Session) discovered(c *Converter, x *exchange, f *frame) []Delivery {
	about := f.result
	result, losses, err := c.initializeResult(about)
	if err != nil {
		s.reopen()
		if s.otherRevisionIn(f, discover) != nil {
			err = &otherRevision{err}
		}
		return belonging(x, []Delivery{refusal(x.id, err)})
	}
	all := belonging(x, []Delivery{{To: Client, Frame: response(x.id, "result", result), Losses: losses}})
	s.mutex.Lock()
	defer s.mutex.Unlock()
	feed := &s.handshake.feed
	for _, one := range listChanges {
		if isTrue(about.at(path("capabilities", one.capability, "listChanged"))) {
			feed.filter = append(feed.filter, member{one.filter, trueValue})
		}
	}
	feed.hasResources = isTrue(about.at(path("capabilities", "resources", "subscribe")))
	return append(all, s.listenAgain()...)
}

// errorResponseOf returns the error of a response.
func errorResponseOf(f *frame) *ErrorResponse {
	failure := &ErrorResponse{ID: f.validID()}
	if isObject(f.err) {
		if code := f.err.get("code"); code.isInteger() {
			failure.Code = nearestInt(code.raw())
		}
		if text := f.err.get("message"); isString(text) {
			failure.Message = strings.Clone(text.text())
		}
		if data := f.err.get("data"); data.given() {
			failure.Data = data.append(nil)
		}
	}
	return failure
}

// initializeResult converts the result of server/discover to that of initialize.
func (c *Converter) initializeResult(about value) ([]byte, []Loss, error) {
	border, source := c.chain.border, revisionOf(c.chain.source)
	capabilities := about.get("capabilities")
	switch {
	case !isObject(capabilities):
		return nil, nil, &DecodeError{Pointer: "/result/capabilities", Reason: "expected an object", Code: CodeInternalError}
	case !listsText(about.get("supportedVersions"), source):
		return nil, nil, &DecodeError{Pointer: "/result/supportedVersions", Reason: "the server does not list " + source, Code: CodeInternalError}
	}
	table, err := facts()
	if err != nil {
		return nil, nil, err
	}
	info := about.at(path("_meta", table.revisions[source].serverInfo))
	result := objectOf(member{"protocolVersion", textValue(revisionOf(c.chain.target))}, member{"capabilities", capabilities})
	if info.given() {
		result.set("serverInfo", info)
	}
	if instructions := about.get("instructions"); instructions.given() {
		result.set("instructions", instructions)
	}
	e := c.edits()
	defer e.done()
	e.several, e.answering = true, initialize
	e.enter(nameKey("result"))
	now := objectOf(slices.Clone(result.n.members)...)
	if !info.given() {
		e.fill(&now, "serverInfo", objectOf(member{"name", textValue("unknown")}, member{"version", textValue("0")}), unnamedServer)
	}
	isOlder := false
	for _, p := range c.chain.plans {
		if isOlder && e.err == nil {
			now = p.part(now, false, p.rows[Client][initialize], e)
		}
		isOlder = isOlder || p == border
	}
	if e.err != nil {
		return nil, nil, e.err
	}
	losses, err := c.lossesBut("/result/serverInfo/", c.lossesOf(nil, e, objectOf(member{"result", result}), objectOf(member{"result", now}), ""))
	return now.append(nil), losses, err
}

// lossesBut does what losses does, but refuses nothing because of differences below a pointer: what a peer says about
// itself, such as its icons, matters to nobody who refuses losses of messages.
func (c *Converter) lossesBut(pointer string, list []Loss) ([]Loss, error) {
	if c.options.losses == RefuseLosses {
		list = slices.DeleteFunc(list, func(one Loss) bool { return strings.HasPrefix(one.Pointer, pointer) })
	}
	return c.losses(list)
}

// ask sends the requests for input in a result to the client.
func (s *Session) ask(c *Converter, x *exchange, result value) []Delivery {
	requests, state := result.get("inputRequests"), result.get("requestState")
	hasRequests := isObject(requests) && !requests.isEmptyObject()
	switch x.rounds++; {
	case !slices.Contains(mayAsk, x.method):
		return s.fail(x, CodeInternalError, &DecodeError{Pointer: "/result/resultType", Reason: "the result of " + x.method + " cannot ask for input", Code: CodeInternalError})
	case requests.given() && !isObject(requests), !hasRequests && !isString(state):
		return s.fail(x, CodeInternalError, badInput("the server asks for input, but its result has neither requests nor a state"))
	case x.rounds > mostRounds:
		return s.fail(x, CodeInternalError, badInput("the server asked for input %d times", x.rounds))
	}
	x.state, x.answers = value{}, nil
	if isString(state) {
		x.state = rawValue(state.append(nil))
		if !s.grow(openRequest{Client, x.key}, len(x.state.append(nil))) {
			return s.fail(x, CodeInternalError, s.tooLarge())
		}
	}
	if !hasRequests {
		return s.repeat(x)
	}
	var all []Delivery
	var asked []question
	declared := s.fromClient.Load().options.context.ClientCapabilities
	for key, request := range requests.membersOf() {
		if lacks := lacking(declared, request); lacks != "" {
			return s.fail(x, CodeInternalError, badInput("the server asks for input, but the client did not declare the capability %s", lacks))
		}
		number := s.number()
		frame, losses, err := c.InputRequest(request.append(nil), strconv.AppendInt(nil, int64(number), 10))
		if err != nil {
			return s.fail(x, CodeInternalError, fmt.Errorf("the client cannot be asked for input: %w", err))
		}
		all = append(all, Delivery{To: Client, Frame: frame, Losses: losses, ClientRequest: x.key})
		asked = append(asked, question{x, string([]byte(key)), string([]byte(request.get("method").text())), number})
	}
	s.mutex.Lock()
	isTooMany := len(s.handshake.questions)+len(asked) > c.options.open
	isOpen := s.handshake.exchanges[x.key] == x
	if isOpen && !isTooMany {
		x.missing = len(asked)
		for _, one := range asked {
			s.handshake.questions[strconv.Itoa(one.number)] = one
		}
	}
	s.mutex.Unlock()
	switch {
	case !isOpen: // the client has cancelled the request meanwhile
		return nil
	case isTooMany:
		return s.fail(x, CodeInternalError, &OpenRequestsError{Limit: c.options.open})
	}
	return all
}

// lacking returns the capability that a request for input needs and the client did not declare, or "". A request that is
// not valid needs none here.
func lacking(declared json.RawMessage, request value) string {
	if !isObject(request) {
		return ""
	}
	capabilities, bad := constant(declared)
	if bad != nil || !isObject(capabilities) {
		capabilities = objectOf()
	}
	method, params := request.get("method"), request.get("params")
	var needed []string
	switch {
	case method.isText(listRoots):
		needed = []string{"roots"}
	case method.isText(createMessage) && (params.get("tools").given() || params.get("toolChoice").given()):
		needed = []string{"sampling", "tools"}
	case method.isText(createMessage):
		needed = []string{"sampling"}
	case method.isText(createElicitation) && params.get("mode").isText("url"):
		needed = []string{"elicitation", "url"}
	case method.isText(createElicitation) && capabilities.at(path("elicitation", "url")).given():
		needed = []string{"elicitation", "form"}
	case method.isText(createElicitation): // without url, any elicitation has forms
		needed = []string{"elicitation"}
	}
	if len(needed) == 0 || isObject(capabilities.at(path(needed...))) {
		return ""
	}
	return strings.Join(needed, ".")
}

func badInput(format string, values ...any) *DecodeError {
	return &DecodeError{Pointer: "/result", Reason: fmt.Sprintf(format, values...), Code: CodeInternalError}
}

// number returns the number of a new id.
func (s *Session) number() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.handshake.last++
	return s.handshake.last
}

// answered notes the response of the client to a request for input. After the last one, the server gets its request
// again.
func (s *Session) answered(c *Converter, key string, frame []byte) ([]Delivery, bool) {
	s.mutex.Lock()
	q, ok := s.handshake.questions[key]
	delete(s.handshake.questions, key)
	s.mutex.Unlock()
	if !ok {
		return nil, false
	}
	answer, losses, err := c.InputResponse(frame, q.method)
	if err != nil {
		code := codeOf(err)
		if code == CodeMethodNotFound { // the client lacks the method of the question, not that of its request
			code = CodeInternalError
		}
		return s.fail(q.exchange, code, err), true
	}
	x := q.exchange
	if !s.grow(openRequest{Client, x.key}, len(answer)) {
		return s.fail(x, CodeInternalError, s.tooLarge()), true
	}
	s.mutex.Lock()
	x.answers, x.losses = append(x.answers, member{q.key, rawValue(answer)}), append(x.losses, losses...)
	x.missing--
	isLast := x.missing == 0 && s.handshake.exchanges[x.key] == x
	s.mutex.Unlock()
	if !isLast {
		return nil, true
	}
	return s.repeat(x), true
}

// repeat sends a request to the server again, with the answers of the client and the state of the server.
func (s *Session) repeat(x *exchange) []Delivery {
	id := s.newID()
	if x.frame == nil {
		return s.fail(x, CodeInternalError, badInput("the server asks to repeat the request, but the session did not store it"))
	}
	t, bad := readText(x.frame, Limits{Size: mostSize, Depth: mostDepth})
	if bad != nil {
		return s.fail(x, bad.Code, bad)
	}
	defer t.release()
	root := t.root()
	params := root.get("params")
	if !params.given() {
		params = objectOf() // a request without params passes, although its revision requires them
	}
	params.remove("inputResponses")
	params.remove("requestState")
	if len(x.answers) > 0 {
		params.set("inputResponses", objectOf(x.answers...))
	}
	if x.state.given() {
		params.set("requestState", x.state)
	}
	root.set("id", rawValue(id))
	root.set("params", params)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.handshake.exchanges[x.key] != x {
		return nil
	}
	losses := x.losses
	x.losses, x.serverID = nil, id
	s.handshake.atServer[idKey(rawValue(id))] = x
	return []Delivery{{To: Server, Frame: root.append(nil), Losses: losses, ClientRequest: x.key}}
}

// withdrawn forgets a request that the client cancels, and cancels it at the server under the id that the server knows.
func (s *Session) withdrawn(c *Converter, key string, root value) ([]Delivery, bool) {
	s.mutex.Lock()
	if one := s.handshake.feed.waiting[key]; one != nil {
		defer s.mutex.Unlock()
		return s.withdrawSubscribe(one), true
	}
	x := s.handshake.exchanges[key]
	var serverID json.RawMessage
	if x != nil {
		serverID = x.serverID
	}
	s.mutex.Unlock()
	if x == nil {
		return nil, false
	}
	if x.isDiscover {
		return []Delivery{{To: Client, Err: invalidRequest("/params/requestId", "a client cannot cancel initialize")}}, true
	}
	all := s.forget(x)
	if serverID == nil {
		return all, true
	}
	params := root.get("params")
	params.set("requestId", rawValue(serverID))
	root.set("params", params)
	return belonging(x, append(all, s.convert(c, root.append(nil), root))), true
}

// belonging says that deliveries belong to a request of the client.
func belonging(x *exchange, all []Delivery) []Delivery {
	for i := range all {
		all[i].ClientRequest = x.key
	}
	return all
}

// fail answers a request of the client with an error, and withdraws the questions about it.
func (s *Session) fail(x *exchange, code int, err error) []Delivery {
	all := s.forget(x)
	reason := err.Error()
	if refused := (*NoCounterpart)(nil); errors.As(err, &refused) && refused.Change == withoutMetadata.id {
		reason = printable(refused.Reason) // the client has caused it, and does not know the ids of changes
	}
	return append(all, Delivery{To: Client, Frame: errorResponse(x.id, code, reason), Err: err, ClientRequest: x.key})
}

// forget removes a request, and returns the cancellations of the questions about it.
func (s *Session) forget(x *exchange) []Delivery {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	h := s.handshake
	if h.exchanges[x.key] != x {
		return nil
	}
	delete(h.exchanges, x.key)
	if x.serverID != nil {
		delete(h.atServer, idKey(rawValue(x.serverID)))
		s.ended.note(openRequest{Client, idKey(rawValue(x.serverID))})
	}
	s.remove(openRequest{Client, x.key})
	var open []question
	for key, one := range h.questions {
		if one.exchange == x {
			delete(h.questions, key)
			s.ended.note(openRequest{Server, key})
			open = append(open, one)
		}
	}
	slices.SortFunc(open, func(a, b question) int { return cmp.Compare(a.number, b.number) })
	var all []Delivery
	for _, one := range open {
		notice := fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":{"requestId":%d}}`, cancelled, one.number)
		all = append(all, Delivery{To: Client, Frame: notice, ClientRequest: x.key})
	}
	return all
}

// refusal is the error response to a request of the client.
func refusal(id json.RawMessage, err error) Delivery {
	return Delivery{To: Client, Frame: errorResponse(id, codeOf(err), err.Error()), Err: err}
}

// response is a message that answers a request.
func response(id json.RawMessage, name string, part []byte) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%q:%s}`, id, name, part)
}

// rawValue returns a JSON text, which is valid, as a value.
func rawValue(data []byte) value {
	t := new(text)
	_ = t.read(string(data), Limits{Size: mostSize, Depth: 2 * mostDepth}) // it was read before, and is deeper at most by an edit
	return t.root()
}

func listsText(list value, text string) bool {
	if !list.given() || list.kind() != kindArray {
		return false
	}
	for _, one := range list.itemsOf() {
		if one.isText(text) {
			return true
		}
	}
	return false
}
