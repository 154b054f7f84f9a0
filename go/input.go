package mcprevisions

import (
	"encoding/json"
	"slices"
)

// The requests for input. A revision with the initialize handshake sends them from the server to the client; a later
// revision puts them into results.
const (
	createElicitation = "elicitation/create"
	createMessage     = "sampling/createMessage"
	listRoots         = "roots/list"
)

var inputMethods = []string{createElicitation, createMessage, listRoots}

// Differences between a request for input of a server and one in a result.
var (
	withoutMetadata = &change{id: "R-MRTR", reason: "An input request in a result has neither an id nor metadata, so both were removed."}
	visitID         = &change{id: "R-42", reason: "Only 2025-11-25 has ids of URL elicitations, so the id was added or removed."}
	objectsOnly     = &change{id: "R-STRUCT", reason: "Older revisions allow only objects as structured output, so the value or its schema was changed."}
)

// InputRequest converts a request for input: a value of the inputRequests in a result whose resultType is
// "input_required". It returns the request to send to a client of the target. The JSON text id becomes the id of that
// request, and also the elicitationId that older clients require of a URL elicitation.
//
// The converter must convert messages of a [Server], from a revision without initialize to a revision with it. If it
// does not, or if id is neither a string nor an integer, the error is an [*ArgumentError]. Otherwise, the errors are those
// of [Converter.Frame]. A [*NoCounterpart] says that clients of the target cannot be asked, and has no reply. Pointers
// begin at the request, as in "/params/mode".
func (c *Converter) InputRequest(request, id json.RawMessage) ([]byte, []Loss, error) {
	if err := c.checkInput(Server); err != nil {
		return nil, nil, err
	}
	newID, bad := constant(id)
	if bad != nil || !isString(newID) && !newID.isInteger() {
		return nil, nil, argumentError("id", "it must be the JSON text of a string or an integer")
	}
	if c.decoder != nil {
		if _, err := c.decoder.validate(request, "InputRequest", c.options.limits); err != nil {
			return nil, nil, err
		}
	}
	t, bad := readText(request, c.options.limits)
	if bad != nil {
		return nil, nil, bad
	}
	defer t.release()
	method, params, bad := inputRequestOf(t.root())
	if bad != nil {
		return nil, nil, bad
	}
	before := objectOf(member{"jsonrpc", textValue("2.0")}, member{"id", newID}, member{"method", textValue(method)})
	after := objectOf(slices.Clone(before.n.members)...)
	e := c.edits()
	defer e.done()
	e.several = true
	e.enter(nameKey("params"))
	now := c.chain.input(params, method, true, e, func(v value) value { return olderInputRequest(v, method, newID, e) })
	if e.err != nil {
		return nil, nil, e.err
	}
	if params.given() {
		before.set("params", params)
	}
	if now.given() {
		after.set("params", now)
	}
	losses, err := c.losses(c.lossesOf(nil, e, before, after, ""))
	if err != nil {
		return nil, nil, err
	}
	return after.append(nil), losses, nil
}

// InputResponse converts the response of a client to a request for input. It returns the value for the inputResponses
// of the request that is sent again. answering is the method of the request for input.
//
// The converter must convert messages of a [Client], from a revision with initialize to a revision without it. If it
// does not, or if answering is not a request for input of the source, the error is an [*ArgumentError]. Otherwise, the errors are those
// of [Converter.Frame]. If the client answered with an error, the error is a [*NoCounterpart] with the code of the
// client's error, because an input response cannot carry an error. Pointers begin at the response, as in
// "/result/content".
func (c *Converter) InputResponse(frame []byte, answering string) (json.RawMessage, []Loss, error) {
	if err := c.checkInput(Client); err != nil {
		return nil, nil, err
	}
	if !slices.Contains(inputMethods, answering) {
		return nil, nil, argumentError("answering", "%s is not a request for input", shownText(answering))
	}
	if _, err := c.chain.answered(answering); err != nil {
		return nil, nil, err
	}
	if err := c.validate(frame, answering); err != nil {
		return nil, nil, err
	}
	t, bad := readMessage(frame, c.options.limits)
	if bad != nil {
		return nil, nil, bad
	}
	defer t.release()
	result, err := inputResultOf(t.root())
	if err != nil {
		return nil, nil, err
	}
	e := c.edits()
	defer e.done()
	e.several, e.answering = true, answering
	e.enter(nameKey("result"))
	now := c.chain.input(result, answering, false, e, func(v value) value {
		if answering != createMessage && v.get("_meta").given() {
			e.drop(&v, "_meta", withoutMetadata)
		}
		return v
	})
	if e.err != nil {
		return nil, nil, e.err
	}
	losses, err := c.losses(c.lossesOf(nil, e, objectOf(member{"result", result}), objectOf(member{"result", now}), ""))
	if err != nil {
		return nil, nil, err
	}
	return now.append(nil), losses, nil
}

// checkInput returns an error unless the converter converts messages of a side, and only one of its revisions has
// initialize: the source for messages of a client, the target for messages of a server.
func (c *Converter) checkInput(sender Side) error {
	if err := c.check(); err != nil {
		return err
	}
	if border := c.chain.border; border != nil && c.chain.sender == sender {
		table, err := facts()
		if err != nil || table.hasHandshake(border.target) == (sender == Server) {
			return err
		}
	}
	ends := "with initialize to one without it"
	if sender == Server {
		ends = "without initialize to one with it"
	}
	return argumentError("converter", "it must convert messages of the %s from a revision %s", sender, ends)
}

// inputRequestOf returns the method of a request for input, and its params. They are not given if a message with the
// method needs none.
func inputRequestOf(request value) (string, value, *DecodeError) {
	if !isObject(request) {
		return "", value{}, invalidRequest("", "expected an object, got %s", shown(request))
	}
	method, params := request.get("method"), request.get("params")
	switch {
	case !method.given():
		return "", value{}, invalidRequest("", "'method' is missing")
	case !isString(method):
		return "", value{}, invalidRequest("/method", "expected a string, got %s", shown(method))
	case !slices.Contains(inputMethods, method.text()):
		return "", value{}, &DecodeError{Pointer: "/method", Reason: shown(method) + " is not a request for input", Code: CodeMethodNotFound}
	case params.given() && !isObject(params):
		return "", value{}, &DecodeError{Pointer: "/params", Reason: "expected an object, got " + shown(params), Code: CodeInvalidParams}
	case !params.given() || params.isEmptyObject():
		if params = objectOf(); method.isText(listRoots) {
			params = value{}
		}
	}
	return method.text(), params, nil
}

// inputResultOf returns the result of a client's response.
func inputResultOf(response value) (value, error) {
	f, bad := frameOf(response)
	switch {
	case bad != nil:
		bad.ID = f.validID()
		return value{}, bad
	case f.kind == errorMessage:
		refused := &NoCounterpart{Reason: "an input response cannot carry the client's error", Change: withoutMetadata.id, Pointer: "/error", Code: CodeInternalError}
		if code := f.err.get("code"); code.isInteger() {
			refused.Code = nearestInt(code.raw())
		}
		if text := f.err.get("message"); isString(text) {
			refused.Reason += ": " + text.text()
		}
		return value{}, refused
	case f.kind != resultMessage:
		return value{}, &DecodeError{Reason: "expected a response", Code: CodeInvalidRequest, ID: f.validID()}
	case !isObject(f.result):
		return value{}, &DecodeError{Pointer: "/result", Reason: "expected an object, got " + shown(f.result), Code: CodeInvalidParams, ID: f.validID()}
	}
	return f.result, nil
}

// input edits the params or the result of a request for input. Where the chain leads from a revision with initialize
// to one without it, or back, the request changes its place, so the edit across does it instead of the plan.
func (c *chain) input(v value, method string, isParams bool, e *edits, across func(v value) value) value {
	for _, p := range c.plans {
		if r := p.rows[Server][method]; p != c.border && r != nil && r.removed != nil {
			e.path = e.path[:0]
			e.refuse(r.removed, r.code)
			return v
		}
	}
	for _, p := range c.plans {
		if p == c.border {
			v = across(v)
		} else {
			v = p.part(v, isParams, p.rows[Server][method], e)
		}
		if e.err != nil {
			return v
		}
	}
	return v
}

// olderInputRequest edits the params of a request for input for a revision with initialize.
func olderInputRequest(params value, method string, id value, e *edits) value {
	if method == createElicitation && params.get("mode").isText("url") {
		if !isString(id) {
			id = textValue(idKey(id))
		}
		e.fill(&params, "elicitationId", id, visitID)
	}
	params = eachItem(params, "tools", e, olderTool)
	return eachItem(params, "messages", e, olderMessage)
}

// eachItem edits the items of the array in a member.
func eachItem(owner value, name string, e *edits, edit func(one value, e *edits) value) value {
	list := owner.get(name)
	if !list.given() || list.kind() != kindArray {
		return owner
	}
	e.enter(nameKey(name))
	defer e.leave()
	var items []value
	isChanged := false
	for i, one := range list.itemsOf() {
		e.enter(indexKey(i))
		now := edit(one, e)
		e.leave()
		isChanged = isChanged || now != one
		items = append(items, now)
	}
	if isChanged {
		owner.set(name, arrayOf(items))
	}
	return owner
}

func olderTool(tool value, e *edits) value {
	if !isObject(tool) {
		return tool
	}
	for _, name := range []string{"inputSchema", "outputSchema"} {
		schema := tool.get(name)
		if !isObject(schema) {
			continue
		}
		e.enter(nameKey(name))
		now := schemaOfObjects(schema, e, objectsOnly)
		e.leave()
		if now != schema {
			tool.set(name, now)
		}
	}
	output := tool.get("outputSchema")
	switch {
	case !output.given():
	case !isObject(output):
		e.malformed("an object", nameKey("outputSchema"))
	case !output.get("type").isText("object"):
		e.drop(&tool, "outputSchema", objectsOnly)
	}
	return tool
}

// olderMessage edits a sampling message, whose structured content must be an object in older revisions.
func olderMessage(message value, e *edits) value {
	if !isObject(message) {
		return message
	}
	content := message.get("content")
	if !isObject(content) {
		return eachItem(message, "content", e, olderBlock)
	}
	e.enter(nameKey("content"))
	defer e.leave()
	if now := olderBlock(content, e); now != content {
		message.set("content", now)
	}
	return message
}

func olderBlock(block value, e *edits) value {
	if !isObject(block) {
		return block
	}
	if structured := block.get("structuredContent"); structured.given() && !isObject(structured) {
		e.drop(&block, "structuredContent", objectsOnly)
	}
	return block
}
