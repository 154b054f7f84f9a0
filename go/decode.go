package mcprevisions

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MessageKind is the form of a message.
type MessageKind string

// The forms of a message. A batch is an array of messages.
const (
	Request      MessageKind = "request"
	Notification MessageKind = "notification"
	Result       MessageKind = "result"
	Error        MessageKind = "error"
	Batch        MessageKind = "batch"
)

var messageKinds = [...]MessageKind{Request, Notification, Result, Error}

// Message is a valid message of a revision. Its JSON texts are parts of the text that was decoded.
type Message struct {
	// Kind is the form of the message.
	Kind MessageKind
	// Method is the method of a request or notification.
	Method string
	// ID is the id of a request or response.
	ID json.RawMessage
	// Params are the params of a request or notification, if it has any.
	Params json.RawMessage
	// Result is the result of a response without an error.
	Result json.RawMessage
	// Error is the error of a response.
	Error json.RawMessage
	// Messages are the messages of a batch.
	Messages []*Message
	// Unknown has the JSON Pointers of the members that the revision does not define, in the order of the text. They are
	// cut as those of a [Loss]. The list ends early if the pointers are more than 1 MiB longer than the message.
	Unknown []string
}

// ErrorResponse returns the error of a response. It returns nil if the message is not a response with an error.
func (m *Message) ErrorResponse() *ErrorResponse {
	if m == nil || m.Kind != Error {
		return nil
	}
	t, bad := readText(m.Error, Limits{Size: mostSize, Depth: mostDepth})
	if bad != nil || t.root().kind() != kindObject {
		return nil
	}
	defer t.release()
	root := t.root()
	found := &ErrorResponse{ID: m.ID, Data: partOf(m.Error, root.get("data"))}
	if code := root.get("code"); code.isInteger() {
		found.Code = nearestInt(code.raw())
	}
	if text := root.get("message"); isString(text) {
		found.Message = strings.Clone(text.text())
	}
	return found
}

// nearestInt returns an integer of JSON, which may have a fraction of zeros or an exponent.
func nearestInt(raw string) int {
	if n, err := strconv.Atoi(raw); err == nil {
		return n
	}
	switch f, _ := strconv.ParseFloat(raw, 64); {
	case f >= math.MaxInt:
		return math.MaxInt
	case f <= math.MinInt:
		return math.MinInt
	default:
		return int(f)
	}
}

// decoder validates the messages of a revision, or of one with extensions. It does not change.
type decoder struct {
	revision    string
	batches     bool
	methods     map[string]*decodedMethod
	definitions *definitions
	types       map[string]*schema
	result      *schema // of a response whose method is not known
	failure     *schema

	vendorRequest, vendorNotification *schema
}

type decodedMethod struct {
	isRequest, isEmbedded bool
	senders               []string
	message               *schema
	response              *schema // with one of the results of the method
	results               []string
}

// loadDecoder compiles the types of a revision with those of extensions.
func loadDecoder(file value, layers []value) (*decoder, error) {
	if err := checkFormat(file); err != nil {
		return nil, err
	}
	d := &decoder{
		revision: file.get("revision").text(), batches: isTrue(file.get("batches")),
		methods: make(map[string]*decodedMethod), types: make(map[string]*schema),
	}
	sources := make(map[string]value)
	results := make(map[string][]string)
	methods := make(map[string]value)
	add := func(part value) error {
		for name, one := range part.get("$defs").membersOf() {
			if _, ok := sources[name]; ok {
				return argumentError("revision", "%s has one meaning in %s and another beside it", name, d.revision)
			}
			sources[name] = one
		}
		for name, one := range part.get("methods").membersOf() {
			if _, ok := methods[name]; ok {
				return argumentError("revision", "%s has one meaning in %s and another beside it", name, d.revision)
			}
			methods[name], results[name] = one, textsOf(one.get("results"))
		}
		return nil
	}
	if err := add(file); err != nil {
		return nil, err
	}
	for _, layer := range layers {
		identifier := layer.get("extension").text()
		if extends := layer.get("extends").text(); extends != revisionOf(d.revision) {
			return nil, argumentError("revision", "%s extends %s, not %s", identifier, extends, revisionOf(d.revision))
		}
		d.revision += "+" + identifier
		if err := add(layer); err != nil {
			return nil, err
		}
		for name, owner := range layer.get("additions").membersOf() {
			name := lastPart(name)
			sources[name] = withProperties(sources[name], sources[lastPart(owner.text())])
		}
		for name, more := range layer.get("answers").membersOf() {
			results[name] = append(slices.Clone(results[name]), textsOf(more)...)
		}
	}
	d.definitions = newDefinitions(func(reference string) value { return sources[lastPart(reference)] })
	for name := range sources {
		found, err := d.definitions.named("#/$defs/" + name)
		if err != nil {
			return nil, err
		}
		d.types[name] = found
	}
	if err := d.load(file.get("frames"), methods, results); err != nil {
		return nil, err
	}
	d.definitions.finish()
	return d, nil
}

// withProperties returns the schema of an object with further properties: those of another object.
func withProperties(source, other value) value {
	joined := source.without()
	properties := objectOf()
	if stated := source.get("properties"); stated.given() {
		properties = stated.without()
	}
	if further := other.get("properties"); further.given() {
		for name, one := range further.membersOf() {
			properties.set(name, one)
		}
	}
	joined.set("properties", properties)
	return joined
}

func (d *decoder) load(frames value, methods map[string]value, results map[string][]string) error {
	var err error
	if d.vendorRequest, err = d.definitions.of(rawValue([]byte(`{"kind":"object","type":"object","required":["id","jsonrpc","method"],"properties":{` + vendorNotification + vendorID + `}}`))); err != nil {
		return err
	}
	if d.vendorNotification, err = d.definitions.of(rawValue([]byte(`{"kind":"object","type":"object","required":["jsonrpc","method"],"properties":{` + vendorNotification + `}}`))); err != nil {
		return err
	}
	response := frames.get("result")
	if d.failure, err = d.definitions.of(frames.get("error")); err != nil {
		return err
	}
	plain := objectOf(member{"kind", textValue("any")})
	if body := response.get("properties").get("result"); body.given() {
		plain = d.definitions.resolved(body).without("plain")
	}
	plain.set("plain", trueValue)
	untyped, err := d.definitions.of(plain)
	if err != nil {
		return err
	}
	if d.result, err = d.response(response, untyped); err != nil {
		return err
	}
	for name, source := range methods {
		m := &decodedMethod{senders: textsOf(source.get("senders"))}
		switch kind := source.get("kind").text(); kind {
		case "request":
			m.isRequest = true
		case "embedded":
			m.isEmbedded = true
		case "notification":
		default:
			return dataError("unknown kind %s", kind)
		}
		if m.message, err = d.definitions.named(source.get("message").text()); err != nil {
			return err
		}
		for _, one := range results[name] {
			m.results = append(m.results, lastPart(one))
		}
		if len(results[name]) > 0 {
			body, err := d.body(results[name])
			if err != nil {
				return err
			}
			if m.response, err = d.response(response, body); err != nil {
				return err
			}
		}
		d.methods[name] = m
	}
	return nil
}

// body returns the type of a result: one of the types that answer a method.
func (d *decoder) body(references []string) (*schema, error) {
	body := &schema{kind: union}
	for _, one := range references {
		found, err := d.definitions.variant(objectOf(member{"$ref", textValue(one)}))
		if err != nil {
			return nil, err
		}
		body.variants = append(body.variants, found)
	}
	if len(body.variants) == 1 {
		return body.variants[0].schema, nil
	}
	// The types are finished first, because the variants are told apart by them.
	d.definitions.finish()
	body.finishUnion(true)
	return body, nil
}

// response returns the type of a response with a type of its result.
func (d *decoder) response(source value, body *schema) (*schema, error) {
	found, err := d.definitions.of(source)
	if err != nil {
		return nil, err
	}
	made := *found
	known := map[string]*schema{}
	for name, one := range found.properties.all {
		known[name] = one
	}
	known["result"] = body
	made.properties = newNameTable(known, found.required)
	return &made, nil
}

// expectation is what the caller of a decoder knows about a message.
type expectation struct {
	sender      Side
	answering   string
	isVendor    func(method string) bool // nil if unknown methods are not valid
	ofResponses bool                     // whether answering is only about responses with an id
	answered    *decodedMethod           // the request named by answering, if the revision has it; decode finds it
}

// notAnswered returns an error if the sender of a message does not answer the request that answering names.
func (x *expectation) notAnswered(revision string) *DecodeError {
	if x.answered == nil || slices.Contains(x.answered.senders, string(x.sender.other())) {
		return nil
	}
	return invalidRequest("", "a %s does not answer %s in %s", x.sender, shortened(x.answering), revision)
}

// decode validates a message, or a batch of messages.
func (d *decoder) decode(data []byte, expected expectation, limits Limits) (*Message, error) {
	if expected.sender != Client && expected.sender != Server {
		return nil, argumentError("sender", "%q is not a side; use Client or Server", shortened(string(expected.sender)))
	}
	// A message never answers an embedded request.
	if found := d.methods[expected.answering]; found != nil && found.isRequest {
		expected.answered = found
	}
	t, bad := readMessage(data, limits)
	if bad != nil {
		return nil, bad
	}
	defer t.release()
	root := t.root()
	if err := expected.notAnswered(d.revision); err != nil && !expected.ofResponses {
		if root.kind() == kindObject {
			f := frame{id: root.get("id")}
			err.ID = f.validID()
		}
		return nil, err
	}
	if root.kind() != kindArray {
		m, err := d.one(root, data, expected)
		if err != nil {
			return nil, err
		}
		return m, nil
	}
	return d.batch(root, data, expected)
}

func (d *decoder) batch(root value, data []byte, expected expectation) (*Message, error) {
	if !d.batches {
		return nil, invalidRequest("", "expected an object, got an array; %s has no batches", d.revision)
	}
	batch := &Message{Kind: Batch}
	calls, responses := false, false
	for i, item := range root.itemsOf() {
		m, err := d.one(item, data, expected)
		if err != nil {
			return nil, inBatch(err, i)
		}
		isCall := m.Kind == Request || m.Kind == Notification
		calls, responses = calls || isCall, responses || !isCall
		for _, one := range m.Unknown {
			batch.Unknown = append(batch.Unknown, shortPointer(fmt.Appendf(nil, "/%d%s", i, one)))
		}
		batch.Messages = append(batch.Messages, m)
	}
	if len(batch.Messages) == 0 {
		return nil, invalidRequest("", "a batch holds at least one message")
	}
	if calls && responses {
		return nil, invalidRequest("", "a batch holds either calls or responses, not both")
	}
	return batch, nil
}

// inBatch returns an error of a message with the path in its batch.
func inBatch(err error, i int) error {
	prefix := fmt.Sprintf("/%d", i)
	var bad *DecodeError
	var refused *NoCounterpart
	switch {
	case errors.As(err, &bad):
		bad.Pointer = prefix + bad.Pointer
	case errors.As(err, &refused):
		refused.Pointer = prefix + refused.Pointer
	}
	return err
}

func (d *decoder) one(v value, data []byte, expected expectation) (*Message, error) {
	f, bad := frameOf(v)
	if bad == nil && expected.ofResponses {
		if isKnown := isString(f.id) || f.id.given() && f.id.kind() == kindNumber; f.isCall() || !isKnown {
			expected.answering, expected.answered = "", nil
		}
		bad = expected.notAnswered(d.revision)
	}
	if bad != nil {
		bad.ID = f.validID()
		return nil, bad
	}
	vendor := d.vendorSchema(&f, &expected)
	if vendor == nil && f.kind != errorMessage && expected.answering != "" && expected.answered == nil {
		return nil, argumentError("answering", "%s is not a request of %s", shortened(expected.answering), d.revision)
	}
	s := vendor
	if s == nil {
		if s, bad = d.schemaOf(&f, &expected); bad != nil {
			bad.ID = f.validID()
			return nil, bad
		}
	}
	unknown, wrong := validate(s, v)
	if wrong != nil {
		return nil, &DecodeError{Pointer: pointer(wrong.path), Reason: wrong.reasonIn(d.revision), Code: wrong.code(), ID: f.validID()}
	}
	m := &Message{Kind: messageKinds[f.kind], Unknown: unknown}
	if f.method.given() {
		m.Method = strings.Clone(f.method.text())
	}
	m.ID, m.Params, m.Result, m.Error = partOf(data, f.id), partOf(data, f.params), partOf(data, f.result), partOf(data, f.err)
	return m, nil
}

// vendorSchema returns the schema of a message whose method, or the method that it answers, no revision defines, if such
// messages pass. Otherwise, it returns nil.
func (d *decoder) vendorSchema(f *frame, expected *expectation) *schema {
	name := expected.answering
	if f.isCall() && isString(f.method) && name == "" {
		name = f.method.text()
	}
	switch {
	case expected.isVendor == nil || !expected.isVendor(name) || f.isCall() && expected.answering != "":
		return nil
	case f.kind == requestMessage:
		return d.vendorRequest
	case f.kind == notificationMessage:
		return d.vendorNotification
	case f.kind == errorMessage:
		return d.failure
	}
	return d.result
}

// The messages of methods that no revision defines.
const (
	vendorNotification = `"jsonrpc":{"kind":"constants","enum":["2.0"]},"method":{"kind":"string","type":"string"},"params":{"kind":"object","type":"object"}`
	vendorID           = `,"id":{"kind":"union","anyOf":[{"kind":"string","type":"string"},{"kind":"integer","type":"integer"}]}`
)

// partOf returns the part of a text that is a value.
func partOf(data []byte, v value) json.RawMessage {
	if !v.given() {
		return nil
	}
	e := v.t.entries[v.i]
	return data[e.start:e.end:e.end]
}

func (d *decoder) schemaOf(f *frame, expected *expectation) (*schema, *DecodeError) {
	if f.isCall() {
		if expected.answering != "" {
			return nil, invalidRequest("", "expected the answer to %s, got a call of %s", expected.answering, shown(f.method))
		}
		method, err := f.methodText()
		if err != nil {
			return nil, err
		}
		found := d.methods[method]
		ok := found != nil && !found.isEmbedded && slices.Contains(found.senders, string(expected.sender))
		if err := f.calledMethod(ok && found.isRequest, ok, expected.sender, d.revision); err != nil {
			return nil, err
		}
		return found.message, nil
	}
	switch {
	case f.kind == errorMessage:
		return d.failure, nil
	case expected.answered == nil:
		return d.result, nil
	}
	return expected.answered.response, nil
}

// validate returns the pointers to the unknown members of a valid value of a text, or why the value is not valid.
func validate(s *schema, v value) ([]string, *mismatch) {
	c := checker{collects: true}
	if !c.check(s, v) {
		return nil, newExplainer().explain(s, v)
	}
	return c.unknownPointers(v), nil
}

// code returns the JSON-RPC code for the location of a mismatch.
func (m *mismatch) code() int {
	isInParams := len(m.path) > 0 && m.path[0] == nameKey("params")
	if isInParams || len(m.path) == 0 && len(m.missing) == 1 && m.missing[0] == "params" {
		return CodeInvalidParams
	}
	return CodeInvalidRequest
}
