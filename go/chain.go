package mcprevisions

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Side is a side of a connection: the one that sent a message.
type Side string

// The two sides of a connection.
const (
	Client Side = "client"
	Server Side = "server"
)

func (s Side) other() Side {
	if s == Client {
		return Server
	}
	return Client
}

// naming is a member in which the messages of a revision name it.
type naming struct {
	kind, method, part string
	path               []string
	change             *change
}

// chain is the plans from one revision to another, for the messages of one side. It does not change.
type chain struct {
	source, target string // with their extensions
	sender         Side
	plans          []*plan
	border         *plan                    // the one whose source or target, but not both, has initialize; nil if there is none
	requests       map[Side]map[string]bool // by method of the source: whether it is a request
	naming         []naming
	routes         map[routeKey]*route
	isVendor       func(method string) bool // nil if the converter refuses methods that the source does not define
}

type routeKey struct {
	asking Side
	method string
}

// route is what a chain does with a method: its row in each plan.
type route struct {
	rows      []*row
	removed   *row
	name      string // in the target
	renaming  *change
	isRequest bool
	isVendor  bool // whether no revision defines the method
	params    *naming
	result    *naming
	// Whether no plan changes the params, or the result.
	paramsPass, resultPass bool
}

// revisionOf returns the revision of an end, without its extensions.
func revisionOf(end string) string {
	revision, _, _ := strings.Cut(end, "+")
	return revision
}

// prepare finds the route of every method once.
func (c *chain) prepare() {
	c.routes = make(map[routeKey]*route)
	for side, methods := range c.requests {
		for method, isRequest := range methods {
			c.routes[routeKey{side, method}] = c.route(side, method, isRequest)
		}
	}
}

func (c *chain) route(asking Side, method string, isRequest bool) *route {
	r := &route{name: method, isRequest: isRequest, paramsPass: true, resultPass: true}
	for _, p := range c.plans {
		found := p.rows[asking][r.name] // a method of an extension that a plan does not list passes
		r.rows = append(r.rows, found)
		if p.everyPart != nil {
			r.paramsPass, r.resultPass = false, false
		}
		if found == nil {
			continue
		}
		r.paramsPass = r.paramsPass && found.params == nil && found.renamed == ""
		r.resultPass = r.resultPass && found.result == nil
		if found.removed != nil && r.removed == nil {
			r.removed = found
		}
		if found.renamed != "" {
			r.name, r.renaming = found.renamed, found.renaming
		}
	}
	if revisionOf(c.source) == revisionOf(c.target) {
		return r
	}
	for i := range c.naming {
		n := &c.naming[i]
		if n.method != method && !(n.method == "" && asking == Client && isRequest) {
			continue
		}
		if n.part == "params" && r.params == nil {
			r.params, r.paramsPass = n, false
		} else if n.part == "result" && r.result == nil {
			r.result, r.resultPass = n, false
		}
	}
	return r
}

// messageKind is the form of a message.
type messageKind uint8

const (
	requestMessage messageKind = iota
	notificationMessage
	resultMessage
	errorMessage
)

func invalidRequest(pointer, format string, values ...any) *DecodeError {
	return &DecodeError{Pointer: pointer, Reason: fmt.Sprintf(format, values...), Code: CodeInvalidRequest}
}

// frame is a message with its members that matter.
type frame struct {
	kind                            messageKind
	method, id, params, result, err value
}

// frameOf returns the members of a message: it has exactly one of method, result and error.
func frameOf(v value) (frame, *DecodeError) {
	if v.kind() != kindObject {
		return frame{}, invalidRequest("", "expected an object, got %s", shown(v))
	}
	var f frame
	if v.n == nil {
		entries := v.t.entries
		for i, end := v.i+1, entries[v.i].next; i < end; i = entries[i+1].next {
			if entries[i].flags&flagReplaced == 0 {
				f.take(v.t.stringAt(i), value{t: v.t, i: i + 1})
			}
		}
	} else {
		for _, one := range v.n.members {
			f.take(one.name, one.value)
		}
	}
	count := 0
	for _, one := range []value{f.method, f.result, f.err} {
		if one.given() {
			count++
		}
	}
	switch {
	case count != 1:
		return f, invalidRequest("", "a message has exactly one of 'method', 'result' and 'error', not %s", [...]string{"none", "", "two", "three"}[count])
	case f.result.given():
		f.kind = resultMessage
	case f.err.given():
		f.kind = errorMessage
	case !f.id.given():
		f.kind = notificationMessage
	}
	return f, nil
}

// isCall reports whether a message is a request or a notification.
func (f *frame) isCall() bool { return f.kind == requestMessage || f.kind == notificationMessage }

func (f *frame) take(name string, v value) {
	switch name {
	case "method":
		f.method = v
	case "id":
		f.id = v
	case "params":
		f.params = v
	case "result":
		f.result = v
	case "error":
		f.err = v
	}
}

// validID returns the id of a message as JSON, or nil if it is not a string or an integer.
func (f *frame) validID() json.RawMessage {
	if isString(f.id) || f.id.isInteger() {
		return f.id.append(nil)
	}
	return nil
}

// methodText returns the method of a request or notification.
func (f *frame) methodText() (string, *DecodeError) {
	if f.method.kind() != kindString {
		return "", invalidRequest("/method", "expected a string, got %s", shown(f.method))
	}
	return f.method.text(), nil
}

// calledMethod checks that the sender has the method of a request or notification, and that a request has an id.
func (f *frame) calledMethod(isRequest, ok bool, sender Side, revision string) *DecodeError {
	switch {
	case !ok:
		reason := fmt.Sprintf("%s is not a method of a %s in %s", shown(f.method), sender, revision)
		return &DecodeError{Pointer: "/method", Reason: reason, Code: CodeMethodNotFound}
	case isRequest && f.kind == notificationMessage:
		return invalidRequest("", "'id' is missing")
	case !isRequest && f.kind == requestMessage:
		return invalidRequest("/id", "a notification has no id")
	}
	return nil
}

// convert converts one message. It returns the message, which is the same value if nothing changed.
func (c *chain) convert(v value, answering string, e *edits) (value, error) {
	f, err := frameOf(v)
	if err != nil {
		err.ID = f.validID()
		return v, err
	}
	now, failure := c.convertFrame(v, &f, answering, e)
	if failure == nil {
		return now, nil
	}
	switch failure := failure.(type) {
	case *DecodeError:
		if failure.ID == nil {
			failure.ID = f.validID()
		}
	case *NoCounterpart:
		if id := f.validID(); id != nil && f.kind == requestMessage {
			failure.Reply = failure.ReplyTo(id, f.method.text())
		}
	}
	return v, failure
}

// ReplyTo returns the JSON-RPC error that answers a request. Use it if you convert parts of messages, where the
// converter does not know the id of the request: id is its JSON. If id is neither a string nor an integer, the reply has
// no id, because no revision allows null.
func (e *NoCounterpart) ReplyTo(id json.RawMessage, method string) json.RawMessage {
	if e == nil {
		return nil
	}
	return replyTo(id, e.Code, method+": "+e.Reason)
}

// replyTo returns an error response to a request with an id as JSON.
func replyTo(id json.RawMessage, code int, reason string) json.RawMessage {
	if v, bad := constant(id); bad != nil || !isString(v) && !v.isInteger() {
		id = nil
	}
	return errorResponse(id, code, reason)
}

func (c *chain) convertFrame(v value, f *frame, answering string, e *edits) (value, error) {
	switch f.kind {
	case resultMessage:
		r, err := c.answered(answering)
		if err != nil {
			return v, err
		}
		if r.removed == nil && r.resultPass {
			return v, nil
		}
		e.answering = answering
		e.enter(nameKey("result"))
		now := c.edit(f.result, r, false, e)
		if now != f.result && e.err == nil {
			v.set("result", now)
		}
	case errorMessage:
		e.answering = answering
		now, err := c.error(f.err, f.id.given(), e)
		if err != nil {
			return v, err
		}
		if now != f.err && e.err == nil {
			v.set("error", now)
		}
	default:
		method, err := f.methodText()
		if err != nil {
			return v, err
		}
		r := c.routeOf(c.sender, method, f.kind == requestMessage)
		if err := f.calledMethod(r != nil && r.isRequest, r != nil, c.sender, revisionOf(c.source)); err != nil {
			return v, err
		}
		if r.removed == nil && r.paramsPass {
			return v, nil
		}
		if r.renaming != nil && r.removed == nil {
			e.report(respelled, f.method, r.renaming, nameKey("method"))
		}
		before := f.params
		e.enter(nameKey("params"))
		now := c.edit(before, r, true, e)
		if e.err != nil {
			break
		}
		switch {
		case !now.given() && before.given():
			v.remove("params")
		case now != before:
			v.set("params", now)
		}
		if r.renaming != nil {
			v.set("method", textValue(r.name))
		}
	}
	return v, e.err
}

// answered returns the route of the request that a message of the sender answers.
func (c *chain) answered(method string) (*route, error) {
	if method == "" {
		return nil, invalidRequest("", "a result can be converted only when answering names the method that it answers")
	}
	r := c.partRoute(c.sender.other(), method, true)
	if r == nil || !r.isRequest && len(c.plans) > 0 {
		return nil, argumentError("answering", "%s has no request %s that a %s answers", revisionOf(c.source), shortened(method), c.sender)
	}
	return r, nil
}

// edit edits the params or the result of a message. The path of the edits is at the part.
func (c *chain) edit(v value, r *route, isParams bool, e *edits) value {
	if r.removed != nil {
		path := e.path
		e.path = e.path[:0]
		e.refuse(r.removed.removed, r.removed.code)
		e.path = path
		return v
	}
	if r.isVendor {
		return c.editVendor(v, r, isParams, e)
	}
	for i, p := range c.plans {
		if v = p.part(v, isParams, r.rows[i], e); e.err != nil {
			return v
		}
	}
	n := r.result
	if isParams {
		n = r.params
	}
	if n != nil && v.given() {
		c.name(&v, n, e)
	}
	return v
}

// error edits the error of a message.
func (c *chain) error(failure value, hasID bool, e *edits) (value, error) {
	for _, p := range c.plans {
		if found := p.withoutRequest[c.sender.other()]; found != nil {
			e.refuse(found, CodeInternalError)
			return failure, e.err
		}
	}
	if len(c.plans) == 0 {
		return failure, nil
	}
	isChecked := false
	for _, p := range c.plans {
		isChecked = isChecked || len(p.renumbering) > 0 || p.withoutID != nil
	}
	if isChecked && !(isObject(failure) && failure.get("code").isInteger()) {
		return failure, invalidRequest("/error", "expected an object with a `code`")
	}
	for _, p := range c.plans {
		if p.withoutID != nil && !hasID {
			e.refuse(p.withoutID, CodeInternalError)
			return failure, e.err
		}
		e.enter(nameKey("error"))
		if len(p.renumbering) > 0 {
			p.error(&failure, e)
		}
		e.leave()
	}
	return failure, e.err
}

// name lets a part of a message name the target.
func (c *chain) name(v *value, n *naming, e *edits) {
	source, target := revisionOf(c.source), revisionOf(c.target)
	way := path(n.path...)
	above, last := n.path[:len(n.path)-1], n.path[len(n.path)-1]
	owner := v.at(path(above...))
	stated := owner
	if stated.given() {
		stated = owner.at(way[len(way)-1:])
	}
	switch n.kind {
	case "session":
		if !e.formed(owner, kindObject, path(above...)...) || !e.formed(stated, kindString, way...) || stated.sameText(target) {
			return
		}
		kind := reshaped
		if stated.sameText(source) {
			kind = respelled
		}
		e.report(kind, stated, n.change, way...)
		within(v, above, func(inner *value) { inner.set(last, textValue(target)) })
	case "request":
		if !e.formed(owner, kindObject, path(above...)...) {
			return
		}
		within(v, above, func(inner *value) {
			if stated.isText(source) {
				e.report(respelled, stated, n.change, way...)
				inner.set(last, textValue(target))
				return
			}
			e.fill(inner, last, textValue(target), n.change, path(above...)...)
		})
	case "discovery":
		if !e.formed(stated, kindArray, way...) {
			return
		}
		var items []value
		hasSource, hasTarget := false, false
		for _, one := range stated.itemsOf() {
			hasSource = hasSource || one.isText(source)
			hasTarget = hasTarget || one.isText(target)
			if one.isText(source) {
				one = textValue(target)
			}
			items = append(items, one)
		}
		if hasSource && !hasTarget {
			e.report(respelled, stated, n.change, way...)
			within(v, above, func(inner *value) { inner.set(last, arrayOf(items)) })
		}
	}
}

// requestContext converts the facts of a connection to the form of the target, and checks them. It returns nil if
// the target does not repeat them in each request.
func (c *chain) requestContext(stated Context) (*requestContext, error) {
	facts, bad := c.factsOf(stated)
	if bad != nil {
		return nil, bad.argument()
	}
	return facts, nil
}

// factError reports a fact of the client that is not valid: pointer is the faulty value in it.
type factError struct{ name, pointer, reason string }

// argument returns the error for the caller that gave the fact.
func (e *factError) argument() error {
	return argumentError("context", "%s%s: %s", e.name, e.pointer, e.reason)
}

// check returns a fact that is valid in no revision.
func (c Context) check() *factError {
	for name, fact := range map[string]json.RawMessage{"clientCapabilities": c.ClientCapabilities, "clientInfo": c.ClientInfo} {
		if len(fact) == 0 {
			continue
		}
		if v, bad := constant(fact); bad != nil {
			return &factError{name, "", bad.Error()}
		} else if v.kind() != kindNull && !isObject(v) {
			return &factError{name, "", "expected an object"}
		}
	}
	if c.LogLevel != "" && !slices.Contains(logLevels, c.LogLevel) {
		return &factError{"logLevel", "", "expected one of " + strings.Join(logLevels, ", ")}
	}
	return nil
}

// factsOf returns what requestContext returns, with the fact that is not valid.
func (c *chain) factsOf(stated Context) (*requestContext, *factError) {
	end := slices.IndexFunc(c.plans, func(p *plan) bool { return len(p.context) > 0 })
	if end < 0 {
		return nil, stated.check()
	}
	p := c.plans[end]
	found := &requestContext{members: p.context}
	facts := map[string]json.RawMessage{"clientCapabilities": stated.ClientCapabilities, "clientInfo": stated.ClientInfo}
	if stated.LogLevel != "" {
		facts["logLevel"] = appendString(nil, stated.LogLevel)
	}
	for _, one := range p.context {
		if one.name == "clientCapabilities" {
			found.capabilities = one.key
		}
		if one.name == "protocolVersion" {
			found.stated = append([]member{{one.key, textValue(revisionOf(c.target))}}, found.stated...)
			continue
		}
		if len(facts[one.name]) == 0 {
			continue
		}
		v, bad := constant(facts[one.name])
		if bad != nil {
			return nil, &factError{one.name, "", bad.Error()}
		}
		if v.kind() == kindNull {
			continue
		}
		before, e := v, &edits{several: true}
		for _, step := range c.plans[:end+1] {
			edit := map[string]*function{"clientCapabilities": step.capabilities, "clientInfo": step.implementation}[one.name]
			if edit != nil && e.err == nil {
				v = edit.run(v, e)
			}
		}
		var malformed *DecodeError
		if errors.As(e.err, &malformed) {
			return nil, &factError{one.name, malformed.Pointer, malformed.Reason}
		} else if e.err != nil {
			return nil, &factError{one.name, "", e.err.Error()}
		}
		found.losses = new(Converter).lossesOf(found.losses, e, before, v, "/"+one.name)
		// The value is shared by all messages, so it must not be edited in place: a text never is.
		shared, bad := constant(v.append(nil))
		if bad != nil {
			return nil, &factError{one.name, "", bad.Error()}
		}
		if _, wrong := validate(one.schema, shared); wrong != nil {
			return nil, &factError{one.name, pointer(wrong.path), wrong.reasonIn(revisionOf(c.source))}
		}
		found.stated = append(found.stated, member{one.key, shared})
	}
	return found, nil
}
