package mcprevisions

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// unsupportedRevision is the error code for a request that states a revision that the server does not speak.
const unsupportedRevision = -32022

const (
	initialized     = "notifications/initialized"
	logMessage      = "notifications/message"
	progress        = "notifications/progress"
	resourceUpdated = "notifications/resources/updated"
	tasksExtension  = "io.modelcontextprotocol/tasks"
)

// logLevels are the levels of log messages, least severe first.
var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

var (
	unnamedClient     = &change{id: "R-INIT", reason: "The client does not state its name and version, which initialize requires, so both were added."}
	laterCapabilities = &change{id: "R-INIT", reason: "The server only knows the capabilities of the session's first request, so others had no effect."}
	noTasks           = &change{id: "R-TASK", reason: "The session does not carry tasks, so the server's offer of them was removed."}
)

// stateless is what a session between a client without initialize and a server with it remembers. Its mutex is held
// while the session handles a message of either side.
type stateless struct {
	mutex  sync.Mutex
	meta   map[string]string // the members of the _meta of requests with the facts of the client, by fact
	prefix string            // of the ids of the session: a peer cannot guess it
	last   int               // number of an id

	opening     string                 // the id of initialize while it has no answer
	waiting     []*clientCall          // requests that came before the session was open
	about       json.RawMessage        // the result of initialize, in the last revision with it; nil until the session is open
	declared    json.RawMessage        // the capabilities of the client in initialize
	level       string                 // the log level of the server
	calls       map[string]*clientCall // open requests of the client, by id
	atServer    map[string]*clientCall // by the id that the server knows
	parked      map[string]*clientCall // calls whose client was asked for input, by requestState
	questions   map[string]*serverQuestion
	listeners   map[string]*listener // subscriptions of the client, by the id of their request
	watched     map[string]bool      // by URI: whether the server has confirmed resources/subscribe
	subscribing map[string]string    // the URIs of resources/subscribe, by the id that the server knows
}

// clientCall is a request of the client, until the server has answered it. It may have had several ids at the client.
type clientCall struct {
	number       int
	id           json.RawMessage // nil while the client does not wait for a response
	key          string          // the id in one spelling
	method       string
	digest       [sha256.Size]byte // of the params that a retry repeats, if the server may ask the client for input
	frame        []byte            // until the session is open
	serverID     json.RawMessage   // nil before the server has the request, and after its response
	capabilities json.RawMessage
	level        string
	token, now   json.RawMessage // the progress token at the server, and at the client

	state   string // the requestState while the call waits for input
	rounds  int
	pending []*serverQuestion // questions that have no answer, oldest first
	answer  []byte            // the response of the server, while the call waits for input
	size    int               // what is stored of it
}

// serverQuestion is a request for input of the server.
type serverQuestion struct {
	id      json.RawMessage // at the server
	key     string          // the id in one spelling
	name    string          // in inputRequests
	method  string
	value   []byte
	losses  []Loss
	isAsked bool
	call    *clientCall
}

// listener is a subscription of the client.
type listener struct {
	number  int
	id      json.RawMessage
	key     string
	filter  []member // without resources
	uris    []string
	size    int             // bytes of the URIs
	missing map[string]bool // URIs whose resources/subscribe has no answer
	isOpen  bool            // whether it was acknowledged
}

func newStateless(meta map[string]string) *stateless {
	return &stateless{
		meta: meta, prefix: rand.Text(),
		calls: make(map[string]*clientCall), atServer: make(map[string]*clientCall), parked: make(map[string]*clientCall),
		questions: make(map[string]*serverQuestion), listeners: make(map[string]*listener),
		watched: make(map[string]bool), subscribing: make(map[string]string),
	}
}

// newID returns the JSON of an id of the session.
func (t *stateless) newID() json.RawMessage {
	t.last++
	return appendString(nil, fmt.Sprintf("%s-%d", t.prefix, t.last))
}

// unheeded returns the JSON of an id of the session for a request whose response does not matter.
func (t *stateless) unheeded() json.RawMessage {
	t.last++
	return appendString(nil, fmt.Sprintf("%s-unheeded-%d", t.prefix, t.last))
}

// requestOf returns a request of the session.
func requestOf(id json.RawMessage, method string, params value) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params.append(nil))
}

// errorOf returns an error response.
func errorOf(to Side, id json.RawMessage, err error) Delivery {
	return Delivery{To: to, Frame: errorResponse(id, codeOf(err), err.Error()), Err: err}
}

func internalError(format string, values ...any) *DecodeError {
	return &DecodeError{Reason: fmt.Sprintf(format, values...), Code: CodeInternalError}
}

// ---- Messages of the client

// fromClientWithout handles a message of a client without initialize.
func (s *Session) fromClientWithout(c *Converter, f *frame, frame []byte, root value) []Delivery {
	t := s.stateless
	t.mutex.Lock()
	defer t.mutex.Unlock()
	switch f.kind {
	case requestMessage:
		return s.request(c, f, frame)
	case notificationMessage:
		if f.method.isText(cancelled) && isObject(f.params) {
			if err := c.validate(frame, ""); err != nil {
				return []Delivery{{To: Client, Err: err}}
			}
			return s.cancel(c, idKey(f.params.get("requestId")), root)
		}
	}
	return []Delivery{s.convert(c, frame, root)}
}

// request handles a request of the client. The first one opens the session, and further ones wait until it is open.
func (s *Session) request(c *Converter, f *frame, frame []byte) []Delivery {
	t, id := s.stateless, f.validID()
	if refused := s.checkRevision(c, f); refused != nil {
		return refused
	}
	if err := c.validate(frame, ""); err != nil {
		return []Delivery{refusal(id, err)}
	}
	if isString(f.method) && c.chain.routeOf(Client, f.method.text(), true) == nil {
		reason := fmt.Sprintf("%s is not a method of a client in %s", shown(f.method), revisionOf(c.chain.source))
		return []Delivery{refusal(id, &DecodeError{Pointer: "/method", Reason: reason, Code: CodeMethodNotFound, ID: id})}
	}
	meta, bad := f.params.get("_meta"), (*DecodeError)(nil)
	if !isObject(f.params) || !isObject(meta) || !isObject(meta.get(t.meta["clientCapabilities"])) {
		bad = &DecodeError{Pointer: "/params/_meta", Reason: t.meta["clientCapabilities"] + " is required", Code: CodeInvalidParams, ID: id}
	} else if stated := meta.get(t.meta["protocolVersion"]); !isString(stated) {
		bad = &DecodeError{Pointer: "/params/_meta", Reason: t.meta["protocolVersion"] + " must be " + revisionOf(c.chain.source), Code: CodeInvalidParams, ID: id}
	}
	if bad != nil {
		return []Delivery{refusal(id, bad)}
	}
	key := idKey(f.id)
	if err := s.opened(openRequest{Client, key}, f, c); err != nil {
		return []Delivery{refusal(id, err)}
	}
	t.last++
	call := &clientCall{number: t.last, id: id, key: key, capabilities: meta.get(t.meta["clientCapabilities"]).append(nil)}
	if isString(f.method) {
		call.method = strings.Clone(f.method.text())
	}
	if level := meta.get(t.meta["logLevel"]); isString(level) {
		call.level = strings.Clone(level.text())
	}
	if token := meta.get("progressToken"); token.given() {
		call.now = token.append(nil)
	}
	t.calls[key] = call
	if t.about != nil {
		return s.serve(c, call, frame)
	}
	call.frame = bytes.Clone(frame)
	if !s.store(call, len(frame)) {
		return s.end(call, s.tooLarge())
	}
	t.waiting = append(t.waiting, call)
	if t.opening != "" {
		return nil
	}
	opening, err := s.startHandshake(c, meta)
	if err != nil {
		t.waiting = nil
		return s.end(call, err)
	}
	return []Delivery{opening}
}

// checkRevision refuses a request that states another revision than that of the session.
func (s *Session) checkRevision(c *Converter, f *frame) []Delivery {
	if !isObject(f.params) || !isObject(f.params.get("_meta")) {
		return nil
	}
	name, own := s.stateless.meta["protocolVersion"], revisionOf(c.chain.source)
	stated := f.params.get("_meta").get(name)
	if !isString(stated) || stated.isText(own) {
		return nil
	}
	return []Delivery{unsupported(f.validID(), path("params", "_meta", name), stated, []value{textValue(own)})}
}

// unsupported refuses a request that states a revision, and lists those that it may state.
func unsupported(id json.RawMessage, at []key, stated value, supported []value) Delivery {
	bad := &DecodeError{Pointer: pointer(at), Reason: "Unsupported protocol version", Code: unsupportedRevision, ID: id}
	if id == nil {
		return Delivery{To: Client, Err: bad}
	}
	data := objectOf(member{"supported", arrayOf(supported)}, member{"requested", textValue(shortened(stated.text()))})
	failure := objectOf(member{"code", numberValue(unsupportedRevision)}, member{"message", textValue(bad.Reason)}, member{"data", data})
	return Delivery{To: Client, Frame: response(id, "error", failure.append(nil)), Err: bad}
}

// store counts the bytes that a call stores. The result is false if that is too much.
func (s *Session) store(call *clientCall, size int) bool {
	if !s.reserve(size) {
		return false
	}
	call.size += size
	return true
}

// release forgets what a call stores.
func (s *Session) release(call *clientCall) {
	s.free(call.size)
	call.size, call.frame = 0, nil
}

// end answers a request of the client with an error, and forgets it.
func (s *Session) end(call *clientCall, err error) []Delivery {
	d := refusal(call.id, err)
	d.ClientRequest = call.key
	var refused *NoCounterpart
	if errors.As(err, &refused) && refused.Reply != nil {
		d.Frame = refused.Reply
	}
	s.drop(call)
	return []Delivery{d}
}

// drop forgets a call, except its questions.
func (s *Session) drop(call *clientCall) {
	t := s.stateless
	s.release(call)
	if call.id != nil {
		s.closed(openRequest{Client, call.key})
		delete(t.calls, call.key)
	}
	if call.serverID != nil {
		key := idKey(rawValue(call.serverID))
		delete(t.atServer, key)
		s.mutex.Lock()
		s.ended.note(openRequest{Client, key})
		s.mutex.Unlock()
	}
	delete(t.parked, call.state)
	t.waiting = slices.DeleteFunc(t.waiting, func(one *clientCall) bool { return one == call })
}

// startHandshake returns initialize, from the facts that a request of the client states.
func (s *Session) startHandshake(c *Converter, meta value) (Delivery, error) {
	t, border := s.stateless, c.chain.border
	capabilities := meta.get(t.meta["clientCapabilities"])
	t.declared = capabilities.append(nil)
	if extensions := capabilities.get("extensions"); isObject(extensions) && extensions.get(tasksExtension).given() {
		capabilities = rawValue(t.declared)
		if rest := extensions.without(tasksExtension); rest.isEmptyObject() {
			capabilities.remove("extensions")
		} else {
			capabilities.set("extensions", rest)
		}
	}
	info := meta.get(t.meta["clientInfo"])
	before := objectOf(member{"protocolVersion", textValue(revisionOf(c.chain.target))}, member{"capabilities", capabilities})
	if info.given() {
		before.set("clientInfo", info)
	}
	e := c.edits()
	defer e.done()
	e.several = true
	e.enter(nameKey("params"))
	now := objectOf(slices.Clone(before.n.members)...)
	if !info.given() {
		e.fill(&now, "clientInfo", objectOf(member{"name", textValue("unknown")}, member{"version", textValue("0")}), unnamedClient)
	}
	isOlder := false
	for _, p := range c.chain.plans {
		if isOlder && e.err == nil {
			now = p.part(now, true, p.rows[Client][initialize], e)
		}
		isOlder = isOlder || p == border
	}
	if e.err != nil {
		return Delivery{}, e.err
	}
	losses, err := c.lossesBut("/params/clientInfo/", c.lossesOf(nil, e, objectOf(member{"params", before}), objectOf(member{"params", now}), ""))
	if err != nil {
		return Delivery{}, err
	}
	// The client did not write initialize, so another spelling in it is no news.
	losses = slices.DeleteFunc(losses, func(one Loss) bool { return one.Kind == Respelled })
	id := t.newID()
	t.opening = idKey(rawValue(id))
	return Delivery{To: Server, Frame: requestOf(id, initialize, now), Losses: losses}, nil
}

// serve handles a request of the client in an open session.
func (s *Session) serve(c *Converter, call *clientCall, frame []byte) []Delivery {
	params := rawValue(frame).get("params")
	switch {
	case call.method == discover:
		result, losses, err := s.fromServer.discoverResult(rawValue(s.stateless.about))
		if err != nil {
			return s.end(call, err)
		}
		key := call.key
		s.drop(call)
		return []Delivery{{To: Client, Frame: response(call.id, "result", result), Losses: losses, ClientRequest: key}}
	case call.method == listen:
		return s.listen(c, call, params)
	case slices.Contains(mayAsk, call.method) && (params.get("requestState").given() || params.get("inputResponses").given()):
		return s.resume(c, call, params)
	}
	out, losses, err := c.Frame(frame, "")
	if err != nil {
		return s.end(call, err)
	}
	if slices.Contains(mayAsk, call.method) && declaresInput(rawValue(call.capabilities)) {
		call.digest = digestOf(repeated(params))
	}
	all := s.setLevel(call)
	if declared := s.stateless.declared; !bytes.Equal(call.capabilities, declared) && slices.Contains(mayAsk, call.method) {
		if lacks := laterDeclared(rawValue(declared), rawValue(call.capabilities)); lacks {
			pointer := pointer(path("params", "_meta", s.stateless.meta["clientCapabilities"]))
			losses, err = c.losses(append(losses, Loss{Weakened, pointer, call.capabilities, laterCapabilities.reason, laterCapabilities.id}))
			if err != nil {
				return s.end(call, err)
			}
		}
	}
	root := rawValue(out)
	call.serverID = s.stateless.newID()
	root.set("id", rawValue(call.serverID))
	s.stateless.atServer[idKey(rawValue(call.serverID))] = call
	call.token = call.now
	return append(all, Delivery{To: Server, Frame: root.append(nil), Losses: losses, ClientRequest: call.key})
}

// laterDeclared reports whether capabilities for input are declared that were not declared before.
func laterDeclared(before, now value) bool {
	for _, names := range [][]string{{"roots"}, {"sampling"}, {"sampling", "tools"}, {"elicitation"}, {"elicitation", "url"}} {
		if now.at(path(names...)).given() && !before.at(path(names...)).given() {
			return true
		}
	}
	return false
}

// discoverResult converts the result of initialize, in the last revision with it, to that of server/discover.
func (c *Converter) discoverResult(about value) ([]byte, []Loss, error) {
	table, err := facts()
	if err != nil {
		return nil, nil, err
	}
	target := revisionOf(c.chain.target)
	capabilities := about.get("capabilities")
	result := objectOf(
		member{"resultType", textValue("complete")}, member{"supportedVersions", arrayOf([]value{textValue(target)})},
		member{"capabilities", capabilities}, member{"ttlMs", numberValue(0)}, member{"cacheScope", textValue("private")},
	)
	if info := about.get("serverInfo"); info.given() {
		result.set("_meta", objectOf(member{table.revisions[target].serverInfo, info}))
	}
	if instructions := about.get("instructions"); instructions.given() {
		result.set("instructions", instructions)
	}
	var losses []Loss
	if tasks := capabilities.get("tasks"); tasks.given() {
		result.set("capabilities", capabilities.without("tasks"))
		losses = []Loss{{Dropped, "/result/capabilities/tasks", tasks.append(nil), noTasks.reason, noTasks.id}}
	}
	losses, err = c.losses(losses)
	return result.append(nil), losses, err
}

// setLevel sets the log level of the server to the most verbose one that an open call asks for, if it is another.
func (s *Session) setLevel(call *clientCall) []Delivery {
	t := s.stateless
	if call.level == "" || !rawValue(t.about).at(path("capabilities", "logging")).given() {
		return nil
	}
	wanted := slices.Index(logLevels, call.level)
	if lowest := t.lowestLevel(true); lowest >= 0 {
		wanted = min(wanted, lowest)
	}
	if wanted < 0 || logLevels[wanted] == t.level {
		return nil
	}
	t.level = logLevels[wanted]
	return []Delivery{{To: Server, Frame: requestOf(t.unheeded(), setLevel, objectOf(member{"level", textValue(t.level)}))}}
}

// lowestLevel returns the index of the most verbose level that a call at the server asks for, or -1.
func (t *stateless) lowestLevel(withParked bool) int {
	lowest := -1
	for _, one := range t.atServer {
		level := slices.Index(logLevels, one.level)
		if level >= 0 && (lowest < 0 || level < lowest) && (withParked || one.state == "") {
			lowest = level
		}
	}
	return lowest
}

// cancel handles the cancellation of a request by the client.
func (s *Session) cancel(c *Converter, key string, root value) []Delivery {
	t := s.stateless
	if one := t.listeners[key]; one != nil {
		delete(t.listeners, key)
		s.free(one.size)
		s.closed(openRequest{Client, key})
		return append([]Delivery{{To: Server, ClientRequest: key}}, t.unwatch(one.uris)...)
	}
	call := t.calls[key]
	if call == nil {
		return []Delivery{c.unneeded(root, notCancellable)}
	}
	serverID := call.serverID
	s.drop(call)
	if serverID == nil {
		return []Delivery{{To: Server, ClientRequest: key}}
	}
	params := root.get("params")
	params.set("requestId", rawValue(serverID))
	root.set("params", params)
	d := s.convert(c, root.append(nil), root)
	d.ClientRequest = key
	return []Delivery{d}
}

// ---- Messages of the server

// fromServerWith handles a message of a server with initialize.
func (s *Session) fromServerWith(c *Converter, f *frame, frame []byte, root value) []Delivery {
	t := s.stateless
	t.mutex.Lock()
	defer t.mutex.Unlock()
	method := ""
	if isString(f.method) {
		method = f.method.text()
	}
	isKnown := c.chain.routeOf(Server, method, f.kind == requestMessage) != nil
	switch {
	case f.kind == resultMessage || f.kind == errorMessage:
		return s.answer(c, f, frame, root)
	case f.kind == requestMessage && isKnown && method == ping:
		if err := c.validate(frame, ""); err != nil {
			return []Delivery{errorOf(Server, f.validID(), err)}
		}
		if err := s.checkID(Server, f); err != nil {
			return []Delivery{errorOf(Server, f.validID(), err)}
		}
		return []Delivery{{To: Server, Frame: response(f.validID(), "result", []byte("{}"))}}
	case f.kind == requestMessage && isKnown && slices.Contains(inputMethods, method):
		return s.question(c, f, frame, method)
	case f.kind == requestMessage || !isKnown:
	case method == cancelled && isObject(f.params):
		if q := t.questions[idKey(f.params.get("requestId"))]; q != nil {
			s.settle(q)
			return []Delivery{{To: Client}}
		}
		return []Delivery{c.unneeded(root, notCancellable)}
	case method == logMessage:
		level := f.params.get("level")
		if lowest := t.lowestLevel(false); isString(level) && (lowest < 0 || slices.Index(logLevels, level.text()) < lowest) {
			return []Delivery{c.unneeded(root, levelNotRequested)}
		}
	case method == progress && isObject(f.params):
		return s.progress(c, f, root)
	case method == resourceUpdated || strings.HasSuffix(method, "/list_changed"):
		return s.publish(c, f, frame, method)
	}
	return []Delivery{s.convert(c, frame, root)}
}

// answer handles a response of the server.
func (s *Session) answer(c *Converter, f *frame, frame []byte, root value) []Delivery {
	t, key := s.stateless, idKey(f.id)
	if f.validID() == nil {
		return []Delivery{s.convert(c, frame, root)}
	}
	uri, isSubscribing := t.subscribing[key]
	call := t.atServer[key]
	switch {
	case key == t.opening:
		t.opening = ""
		return s.initialized(c, f, frame)
	case isSubscribing:
		delete(t.subscribing, key)
		return s.watches(uri, f.kind == resultMessage)
	case strings.HasPrefix(key, `"`+t.prefix+"-unheeded-"):
		return []Delivery{{To: Client}}
	case call == nil:
		return []Delivery{s.notOpen(f, Client)}
	}
	delete(t.atServer, key)
	call.serverID = nil
	if call.state != "" { // the client has not sent its answers yet
		if !s.store(call, len(frame)) {
			return s.abandon(call)
		}
		call.answer = bytes.Clone(frame)
		return nil
	}
	return append(s.refuseAll(call, "the call is over"), s.finish(c, call, root)...)
}

// finish passes the response of the server to the client.
func (s *Session) finish(c *Converter, call *clientCall, root value) []Delivery {
	t := s.stateless
	root.set("id", rawValue(call.id))
	delete(t.calls, call.key)
	s.release(call)
	return []Delivery{s.convert(c, root.append(nil), root)}
}

// initialized handles the response to initialize, and then the requests that wait for it.
func (s *Session) initialized(c *Converter, f *frame, frame []byte) []Delivery {
	t := s.stateless
	about, err := s.aboutServer(c, f, frame)
	waiting := t.waiting
	t.waiting = nil
	var all []Delivery
	if err != nil {
		for _, call := range waiting {
			d := s.end(call, err)[0]
			if f.kind == errorMessage {
				if failure, _, bad := c.reporting().Error(initialize, f.err.append(nil)); bad == nil {
					d.Frame = response(call.id, "error", failure)
				}
			}
			all = append(all, d)
		}
		return all
	}
	t.about = about
	all = append(all, Delivery{To: Server, Frame: fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q}`, initialized)})
	for _, call := range waiting {
		frame := call.frame
		s.release(call)
		all = append(all, s.serve(s.fromClient.Load(), call, frame)...)
	}
	return all
}

// aboutServer returns the result of initialize in the last revision that has it.
func (s *Session) aboutServer(c *Converter, f *frame, frame []byte) (json.RawMessage, error) {
	if f.kind == errorMessage {
		if other := s.otherRevisionIn(f, initialize); other != nil {
			return nil, other
		}
		return nil, errorResponseOf(f)
	}
	if err := c.validate(frame, initialize); err != nil {
		return nil, internalError("the server's answer to initialize is not valid: %s", err)
	}
	about := f.result
	switch {
	case !isObject(about) || !isObject(about.get("capabilities")):
		return nil, internalError("the server's answer to initialize is not valid: capabilities must be an object")
	case !isString(about.get("protocolVersion")):
		return nil, internalError("the server's answer to initialize is not valid: protocolVersion must be a string")
	case !about.get("protocolVersion").isText(revisionOf(c.chain.source)):
		return nil, &otherRevision{s.speaksAnother(about.get("protocolVersion"))}
	}
	e := c.edits()
	defer e.done()
	e.several, e.answering = true, initialize
	e.enter(nameKey("result"))
	for _, p := range c.chain.plans {
		if p == c.chain.border || e.err != nil {
			break
		}
		about = p.part(about, false, p.rows[Client][initialize], e)
	}
	if e.err != nil {
		return nil, internalError("the server's answer to initialize is not valid: %s", e.err)
	}
	return about.append(nil), nil
}

// progress passes a progress notification under the token that the client knows now.
func (s *Session) progress(c *Converter, f *frame, root value) []Delivery {
	token := f.params.get("progressToken")
	if !token.given() {
		return []Delivery{s.convert(c, root.append(nil), root)}
	}
	for _, call := range s.stateless.atServer {
		if call.token == nil || idKey(rawValue(call.token)) != idKey(token) {
			continue
		}
		if call.state != "" || call.now == nil {
			break
		}
		params := f.params
		params.set("progressToken", rawValue(call.now))
		root.set("params", params)
		d := s.convert(c, root.append(nil), root)
		d.ClientRequest = call.key
		return []Delivery{d}
	}
	return []Delivery{c.unneeded(root, noToken)}
}

// ---- Requests for input

// question handles a request for input of the server: it becomes a part of the result of an open call.
func (s *Session) question(c *Converter, f *frame, frame []byte, method string) []Delivery {
	t, id := s.stateless, f.validID()
	if err := c.validate(frame, ""); err != nil {
		return []Delivery{errorOf(Server, id, err)}
	}
	embedded, losses, err := c.embedded(f, method)
	if err != nil {
		return []Delivery{errorOf(Server, id, err)}
	}
	call := t.carrier(rawValue(embedded))
	if call == nil {
		reason := "the client has no open request whose result could contain " + method
		return []Delivery{errorOf(Server, id, &DecodeError{Pointer: "/method", Reason: reason, Code: CodeMethodNotFound, ID: id})}
	}
	if err := s.opened(openRequest{Server, idKey(f.id)}, f, c); err != nil {
		return []Delivery{errorOf(Server, id, err)}
	}
	t.last++
	q := &serverQuestion{id: id, key: idKey(f.id), name: fmt.Sprint(t.last), method: method, value: embedded, losses: losses, call: call}
	if !s.store(call, len(embedded)) {
		s.closed(openRequest{Server, q.key})
		return []Delivery{errorOf(Server, id, s.tooLarge())}
	}
	t.questions[q.key] = q
	call.pending = append(call.pending, q)
	if call.state != "" {
		return nil
	}
	return s.requireInput(call)
}

// carrier returns the call whose result asks the client: the newest one that may, or nil.
func (t *stateless) carrier(request value) *clientCall {
	var found *clientCall
	for _, one := range t.atServer {
		if !slices.Contains(mayAsk, one.method) || one.rounds >= mostRounds || lacking(one.capabilities, request) != "" {
			continue
		}
		isFree, foundIsFree := one.state == "", found != nil && found.state == ""
		if found == nil || isFree && !foundIsFree || isFree == foundIsFree && one.number > found.number {
			found = one
		}
	}
	return found
}

// AwaitsInput reports whether a request state is that of a call which waits for the client's input. A gateway that has a
// session for each call needs it to find the session of a retry, and to keep the session if the retry is refused.
func (s *Session) AwaitsInput(requestState string) bool {
	if s.check() != nil {
		return false
	}
	if s = s.agreed(); s == nil || s.stateless == nil {
		return false
	}
	s.stateless.mutex.Lock()
	defer s.stateless.mutex.Unlock()
	return s.stateless.parked[requestState] != nil
}

// requireInput answers a call with the questions of the server. The call is then open only at the server.
func (s *Session) requireInput(call *clientCall) []Delivery {
	t := s.stateless
	requests := objectOf()
	var losses []Loss
	for _, q := range call.pending {
		requests.set(q.name, rawValue(q.value))
		losses = append(losses, q.losses...)
		q.losses, q.isAsked = nil, true
	}
	call.rounds++
	call.state = rand.Text()
	result := objectOf(member{"resultType", textValue("input_required")}, member{"inputRequests", requests}, member{"requestState", textValue(call.state)})
	d := Delivery{To: Client, Frame: response(call.id, "result", result.append(nil)), Losses: losses, ClientRequest: call.key}
	s.closed(openRequest{Client, call.key})
	delete(t.calls, call.key)
	call.id, call.key = nil, ""
	t.parked[call.state] = call
	all := []Delivery{d}
	if len(t.parked) > s.fromServer.options.open {
		oldest := call
		for _, one := range t.parked {
			if one.number < oldest.number {
				oldest = one
			}
		}
		all = append(all, s.abandon(oldest)...)
	}
	return all
}

// abandon ends a call whose client has not sent its input, at the server.
func (s *Session) abandon(call *clientCall) []Delivery {
	all := s.refuseAll(call, "the client did not send its input in time")
	if call.serverID != nil {
		notice := fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":{"requestId":%s}}`, cancelled, call.serverID)
		all = append(all, Delivery{To: Server, Frame: notice})
	}
	s.drop(call)
	return all
}

// refuseAll answers the questions of a call with an error.
func (s *Session) refuseAll(call *clientCall, reason string) []Delivery {
	var all []Delivery
	for _, q := range slices.Clone(call.pending) {
		s.settle(q)
		all = append(all, errorOf(Server, q.id, internalError("%s", reason)))
	}
	return all
}

// settle forgets a question.
func (s *Session) settle(q *serverQuestion) {
	delete(s.stateless.questions, q.key)
	s.closed(openRequest{Server, q.key})
	q.call.pending = slices.DeleteFunc(q.call.pending, func(one *serverQuestion) bool { return one == q })
}

// repeated returns the params that a client repeats when it sends a request again with the server's input.
func repeated(params value) value { return params.without("_meta", "inputResponses", "requestState") }

// resume handles a request of the client that goes on with a call: it has the answers to the server's questions.
func (s *Session) resume(c *Converter, back *clientCall, params value) []Delivery {
	t := s.stateless
	var call *clientCall
	if state := params.get("requestState"); isString(state) {
		call = t.parked[state.text()]
	}
	answers := params.get("inputResponses")
	switch {
	case call == nil:
		return s.end(back, &DecodeError{Pointer: "/params/requestState", Reason: "no open request has this request state", Code: CodeInvalidParams, ID: back.id})
	case call.method != back.method || call.digest != digestOf(repeated(params)):
		reason := "this request state belongs to a request with another method or other params; repeat that request"
		return s.end(back, &DecodeError{Pointer: "/params/requestState", Reason: reason, Code: CodeInvalidParams, ID: back.id})
	case answers.given() && !isObject(answers):
		return s.end(back, &DecodeError{Pointer: "/params/inputResponses", Reason: "expected an object", Code: CodeInvalidParams, ID: back.id})
	}
	delete(t.parked, call.state)
	s.release(call)
	call.state, call.id, call.key, call.number = "", back.id, back.key, back.number
	call.capabilities, call.level, call.now = back.capabilities, back.level, back.now
	t.calls[call.key] = call
	all := s.setLevel(call)
	for _, q := range slices.Clone(call.pending) {
		given := answers.given() && answers.get(q.name).given()
		if !q.isAsked || !given {
			s.store(call, len(q.value)) // it was stored before
			continue
		}
		s.settle(q)
		result, losses, err := c.answerTo(q.method, answers.get(q.name))
		if err != nil {
			all = append(all, errorOf(Server, q.id, fmt.Errorf("the client's answer cannot be converted: %w", err)))
			continue
		}
		all = append(all, Delivery{To: Server, Frame: response(q.id, "result", result), Losses: losses})
	}
	switch {
	case call.answer != nil:
		all = append(all, s.refuseAll(call, "the call is over")...)
		root := rawValue(call.answer)
		call.answer = nil
		all = append(all, s.finish(s.fromServer, call, root)...)
	case len(call.pending) > 0 && call.rounds >= mostRounds:
		all = append(all, s.refuseAll(call, "the client was asked too often")...)
		all = append(all, s.end(call, internalError("the server asked for input %d times", call.rounds+1))...)
	case len(call.pending) > 0:
		all = append(all, s.requireInput(call)...)
	}
	return all
}

// embedded converts a request for input of a server with initialize to its form in a result.
func (c *Converter) embedded(f *frame, method string) ([]byte, []Loss, error) {
	params := f.params
	if params.given() && !isObject(params) {
		return nil, nil, &DecodeError{Pointer: "/params", Reason: "expected an object, got " + shown(params), Code: CodeInvalidParams, ID: f.validID()}
	}
	if !params.given() {
		params = objectOf()
	}
	e := c.edits()
	defer e.done()
	e.several = true
	e.enter(nameKey("params"))
	now := c.chain.input(params, method, true, e, func(v value) value {
		for _, name := range []string{"_meta", "task"} {
			if v.get(name).given() {
				e.drop(&v, name, withoutMetadata)
			}
		}
		if v.get("elicitationId").given() {
			e.drop(&v, "elicitationId", visitID)
		}
		return eachItem(v, "tools", e, func(tool value, _ *edits) value {
			if isObject(tool) && tool.get("execution").given() {
				return tool.without("execution")
			}
			return tool
		})
	})
	if e.err != nil {
		return nil, nil, e.err
	}
	request := objectOf(member{"method", textValue(method)}, member{"params", now}) // some clients need params of roots/list
	losses, err := c.losses(c.lossesOf(nil, e, objectOf(member{"params", params}), request, ""))
	return request.append(nil), losses, err
}

// answerTo converts an input response to the result of a client with initialize.
func (c *Converter) answerTo(method string, answer value) ([]byte, []Loss, error) {
	if !isObject(answer) {
		return nil, nil, &DecodeError{Reason: "expected an object, got " + shown(answer), Code: CodeInvalidParams}
	}
	e := c.edits()
	defer e.done()
	e.several, e.answering = true, method
	e.enter(nameKey("result"))
	now := c.chain.input(answer, method, false, e, func(v value) value {
		if method == createMessage {
			return olderMessage(v, e)
		}
		return v
	})
	if e.err != nil {
		return nil, nil, e.err
	}
	losses, err := c.losses(c.lossesOf(nil, e, objectOf(member{"result", answer}), objectOf(member{"result", now}), ""))
	return now.append(nil), losses, err
}

// ---- Subscriptions

// listen opens a subscription of the client. It is acknowledged when the server has answered resources/subscribe for each
// of its resources.
func (s *Session) listen(c *Converter, call *clientCall, params value) []Delivery {
	t := s.stateless
	wanted := params.get("notifications")
	if !isObject(wanted) {
		return s.end(call, &DecodeError{Pointer: "/params/notifications", Reason: "expected an object", Code: CodeInvalidParams, ID: call.id})
	}
	capabilities := rawValue(t.about).get("capabilities")
	one := &listener{number: call.number, id: call.id, key: call.key, missing: make(map[string]bool)}
	for _, list := range listChanges {
		if isTrue(wanted.get(list.filter)) && isTrue(capabilities.at(path(list.capability, "listChanged"))) {
			one.filter = append(one.filter, member{list.filter, trueValue})
		}
	}
	if uris := wanted.get("resourceSubscriptions"); uris.given() && isTrue(capabilities.at(path("resources", "subscribe"))) {
		if uris.kind() != kindArray {
			return s.end(call, &DecodeError{Pointer: "/params/notifications/resourceSubscriptions", Reason: "expected an array", Code: CodeInvalidParams, ID: call.id})
		}
		seen := make(map[string]bool)
		for i, uri := range uris.itemsOf() {
			if !isString(uri) {
				return s.end(call, &DecodeError{Pointer: fmt.Sprintf("/params/notifications/resourceSubscriptions/%d", i), Reason: "expected a string", Code: CodeInvalidParams, ID: call.id})
			}
			if text := strings.Clone(uri.text()); !seen[text] {
				seen[text] = true
				one.uris, one.size = append(one.uris, text), one.size+len(text)
			}
		}
	}
	if len(t.watched)+len(one.uris) > c.options.open {
		return s.end(call, &OpenRequestsError{Limit: c.options.open})
	}
	if !s.reserve(one.size) {
		return s.end(call, s.tooLarge())
	}
	delete(t.calls, call.key) // the request stays open, as a subscription
	t.listeners[one.key] = one
	var all []Delivery
	for _, uri := range one.uris {
		isConfirmed, isWatched := t.watched[uri]
		if !isConfirmed {
			one.missing[uri] = true
		}
		if !isWatched {
			t.watched[uri] = false
			id := t.newID()
			t.subscribing[idKey(rawValue(id))] = uri
			all = append(all, Delivery{To: Server, Frame: requestOf(id, "resources/subscribe", objectOf(member{"uri", textValue(uri)})), ClientRequest: one.key})
		}
	}
	return append(all, t.acknowledge(one)...)
}

// acknowledge acknowledges a subscription, once the server has answered for each of its resources.
func (t *stateless) acknowledge(one *listener) []Delivery {
	if one.isOpen || len(one.missing) > 0 {
		return nil
	}
	one.isOpen = true
	filter := objectOf(slices.Clone(one.filter)...)
	if len(one.uris) > 0 {
		var uris []value
		for _, uri := range one.uris {
			uris = append(uris, textValue(uri))
		}
		filter.set("resourceSubscriptions", arrayOf(uris))
	}
	params := objectOf(member{"_meta", objectOf(member{subscriptionID, rawValue(one.id)})}, member{"notifications", filter})
	frame := fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":%s}`, acknowledged, params.append(nil))
	return []Delivery{{To: Client, Frame: frame, ClientRequest: one.key}}
}

// watches handles the response to resources/subscribe.
func (s *Session) watches(uri string, isConfirmed bool) []Delivery {
	t := s.stateless
	if t.watched[uri] = isConfirmed; !isConfirmed {
		delete(t.watched, uri)
	}
	all := []Delivery{{To: Client}}
	for _, one := range t.sorted() {
		if !one.missing[uri] {
			continue
		}
		delete(one.missing, uri)
		if !isConfirmed {
			one.uris = slices.DeleteFunc(one.uris, func(other string) bool { return other == uri })
		}
		all = append(all, t.acknowledge(one)...)
	}
	if isConfirmed {
		all = append(all, t.unwatch([]string{uri})...)
	}
	return all
}

// unwatch unsubscribes from the resources that no subscription of the client has any more.
func (t *stateless) unwatch(uris []string) []Delivery {
	isWanted := make(map[string]bool)
	for _, one := range t.listeners {
		for _, uri := range one.uris {
			isWanted[uri] = true
		}
	}
	var all []Delivery
	for _, uri := range uris {
		if isConfirmed := t.watched[uri]; !isConfirmed || isWanted[uri] {
			continue // without a response to resources/subscribe, the response leads here again
		}
		delete(t.watched, uri)
		all = append(all, Delivery{To: Server, Frame: requestOf(t.unheeded(), "resources/unsubscribe", objectOf(member{"uri", textValue(uri)}))})
	}
	return all
}

// sorted returns the subscriptions of the client, oldest first.
func (t *stateless) sorted() []*listener {
	all := make([]*listener, 0, len(t.listeners))
	for _, one := range t.listeners {
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b *listener) int { return cmp.Compare(a.number, b.number) })
	return all
}

// publish sends a notification of the server on each subscription of the client that asks for it. If no subscription has
// the resource of an update, those with resources get it: its URI may be in another form.
func (s *Session) publish(c *Converter, f *frame, frame []byte, method string) []Delivery {
	var wanted, others []*listener
	for _, one := range s.stateless.sorted() {
		switch {
		case !one.isOpen:
		case method != resourceUpdated:
			if slices.ContainsFunc(listChanges, func(list listChange) bool {
				return list.method == method && slices.ContainsFunc(one.filter, func(m member) bool { return m.name == list.filter })
			}) {
				wanted = append(wanted, one)
			}
		case slices.ContainsFunc(one.uris, func(uri string) bool { return covers(uri, f.params.get("uri")) }):
			wanted = append(wanted, one)
		case len(one.uris) > 0:
			others = append(others, one)
		}
	}
	if wanted == nil {
		wanted = others
	}
	out, losses, err := c.Frame(frame, "")
	switch {
	case err != nil:
		return []Delivery{{To: Server, Err: err}}
	case wanted == nil:
		return []Delivery{c.unneeded(rawValue(frame), notSubscribed)}
	}
	var all []Delivery
	for _, one := range wanted {
		root := rawValue(out)
		params := root.get("params")
		if !isObject(params) {
			params = objectOf()
		}
		meta := params.get("_meta")
		if !isObject(meta) {
			meta = objectOf()
		}
		meta.set(subscriptionID, rawValue(one.id))
		params.set("_meta", meta)
		root.set("params", params)
		all = append(all, Delivery{To: Client, Frame: root.append(nil), Losses: losses, ClientRequest: one.key})
	}
	return all
}

// covers reports whether a subscription to a URI covers another: the same one, or one below it.
func covers(subscribed string, uri value) bool {
	if !isString(uri) {
		return false
	}
	text := uri.text()
	return text == subscribed || strings.HasPrefix(text, strings.TrimRight(subscribed, "/")+"/")
}
