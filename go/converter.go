package mcprevisions

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Context has the facts of a connection that requests of some revisions repeat, in the form of the source revision.
// Give it to [NewConverter] with [WithContext] if the target is such a revision. A field may be empty, which states
// nothing. A field that is not valid is an [*ArgumentError] when the converter is made. If the target does not repeat the
// facts, only the form of a field is checked: that it is a JSON object, or a level that exists.
//
// The target may lack a capability, such as the tasks of 2025-11-25 or listChanged of roots. The requests then do not
// state it, and no [Loss] reports that.
type Context struct {
	// ClientCapabilities is the JSON object that the client sent in initialize.
	ClientCapabilities json.RawMessage
	// ClientInfo is the JSON object that the client sent in initialize.
	ClientInfo json.RawMessage
	// LogLevel is the level of log messages that the client wants, such as "warning".
	LogLevel string
}

// LossPolicy says what a converter does about losses.
type LossPolicy int

const (
	// ReportLosses returns every difference. It is the default.
	ReportLosses LossPolicy = iota
	// RefuseLosses returns a [LossError] if a difference loses something, and no differences otherwise. Of the kinds of
	// differences, Dropped, Weakened and Reshaped lose something. A [Session] never refuses an error response, because its
	// receiver would not learn the error: it reports the differences.
	RefuseLosses
	// AllowLosses returns no differences, which saves time.
	AllowLosses
)

type options struct {
	context     Context
	limits      Limits
	losses      LossPolicy
	ignored     []string // the ids of changes whose differences are not reported
	open        int
	stored      int                              // bytes
	strictLists bool                             // whether a list with an item that cannot be converted is refused
	decoderOf   func(Revision) (*decoder, error) // if messages are validated
	isVendor    func(method string) bool         // if unknown methods pass
}

// Option is a setting of a converter, a session or a decoder. An option that is nil, or whose value is out of range, is
// an [*ArgumentError].
type Option func(*options)

// WithContext gives the facts of the connection, which requests of the target repeat. Decoders ignore it.
func WithContext(context Context) Option { return func(o *options) { o.context = context } }

// WithLimits sets the limits of a message.
func WithLimits(limits Limits) Option { return func(o *options) { o.limits = limits } }

// WithLosses says what a converter does about losses. Decoders ignore it.
func WithLosses(policy LossPolicy) Option { return func(o *options) { o.losses = policy } }

// WithUnreported leaves out the differences of changes with these ids, before the policy of [WithLosses] applies. A
// gateway that told the server the facts of the client in initialize gives "T4.3": the requests of 2026-07-28 repeat
// these facts, and are converted without them. A change between other revisions does nothing, so that a gateway can give
// the same ids for all revisions. Decoders ignore it. An id that no change has is an [*ArgumentError].
func WithUnreported(changes ...string) Option {
	ids := slices.Clone(changes)
	return func(o *options) { o.ignored = ids }
}

// WithValidation validates each message in the source revision before it is converted, as [Decode] does. As in every
// conversion, answering is only about responses. Without the option, a converter reads only what it edits. Decoders
// ignore it. A program that uses it contains the data of every revision.
func WithValidation() Option { return func(o *options) { o.decoderOf = decoderOf } }

// WithUnknownMethods passes messages of methods that no revision and no extension defines, such as those of a vendor. A
// converter keeps their params and results, and adds only the _meta and the resultType that the target requires. The
// result of such a method is any object. From 2026-07-28 to an older revision, it also keeps the facts of the client and
// the server in _meta, and the resultType. Without the option, such a message is a [*DecodeError] with
// [CodeMethodNotFound].
func WithUnknownMethods() Option { return func(o *options) { o.isVendor = isVendorName } }

// WithOpenRequests sets how many requests of each side may be open in a [Session]: at least 1. The default is
// [DefaultOpenRequests]. Converters and decoders ignore it.
func WithOpenRequests(most int) Option { return func(o *options) { o.open = most } }

// WithStoredSize sets how many bytes a [Session] stores at most for open requests: their ids, requests that wait for the
// handshake, and calls that the server may get again with the client's input. A request beyond it gets an
// [*OpenRequestsError]. It must be at least 1: unlike in [Limits], 0 does not stand for the default, which is
// [DefaultStoredSize]. Converters and decoders ignore it.
func WithStoredSize(bytes int) Option { return func(o *options) { o.stored = bytes } }

// WithStrictLists makes a [Session] refuse a list of tools, prompts, resources or templates with an item that cannot be
// converted. Without it, the session leaves the item out. Converters and decoders ignore it.
func WithStrictLists() Option { return func(o *options) { o.strictLists = true } }

// optionsOf returns the settings of a list of options, after a check.
func optionsOf(list []Option) (options, error) {
	o := options{open: DefaultOpenRequests, stored: DefaultStoredSize}
	for i, set := range list {
		if set == nil {
			return o, argumentError("options", "option %d is nil", i)
		}
		set(&o)
	}
	if o.losses < ReportLosses || o.losses > AllowLosses {
		return o, argumentError("options", "there is no loss policy %d", o.losses)
	}
	for _, id := range o.ignored {
		if !isChange(id) {
			return o, argumentError("options", "no change has the id %q; Loss.Change has the ids, such as \"T4.3\"", shortened(id))
		}
	}
	if o.open < 1 {
		return o, argumentError("options", "a session must allow at least 1 open request, not %d", o.open)
	}
	if o.stored < 1 {
		return o, argumentError("options", "a session must store at least 1 byte, not %d", o.stored)
	}
	return o, o.limits.check()
}

// isChange reports whether a difference can have an id: that of a change between two revisions, or of a rule.
func isChange(id string) bool {
	return slices.Contains(changeIDs, id) || slices.ContainsFunc(ruleChanges, func(one *change) bool { return one.id == id })
}

// ruleChanges are the changes that the published data does not have.
var ruleChanges = []*change{
	vendorContext, vendorResultType, unnamedServer, unnamedClient, laterCapabilities, noTasks, withoutMetadata, visitID, objectsOnly, invalidItem,
	noToken, notCancellable, levelNotRequested, notSubscribed,
}

// Converter converts the messages of one sender from one revision to another. Several goroutines may use a Converter at
// the same time. [NewConverter] and [Pair.NewConverter] return one. Methods of the zero Converter return an
// [*ArgumentError], or an empty name.
type Converter struct {
	chain   *chain
	context *requestContext
	options options
	decoder *decoder // of the source, if messages are validated
}

// reporting returns a converter that reports losses where this one refuses them.
func (c *Converter) reporting() *Converter {
	if c.options.losses != RefuseLosses {
		return c
	}
	next := *c
	next.options.losses = ReportLosses
	return &next
}

// check returns an error for a converter that NewConverter did not make.
func (c *Converter) check() error {
	if c == nil || c.chain == nil {
		return argumentError("converter", "it is empty; NewConverter returns one that can be used")
	}
	return nil
}

// validate validates a message if the caller asked for it.
func (c *Converter) validate(frame []byte, answering string) error {
	if c.decoder == nil {
		return nil
	}
	_, err := c.decoder.decode(frame, c.expected(answering), c.options.limits)
	return err
}

// expected returns what a message is validated against. As in a conversion, answering says nothing about calls.
func (c *Converter) expected(answering string) expectation {
	return expectation{sender: c.chain.sender, answering: answering, isVendor: c.options.isVendor, ofResponses: true}
}

// validatePart validates a part of a message, in a message whose members are before and after the part.
func (c *Converter) validatePart(before string, part []byte, after, answering string) error {
	if c.decoder == nil {
		return nil
	}
	frame := append(append([]byte(before), part...), after...)
	_, err := c.decoder.decode(frame, c.expected(answering), Limits{Size: mostSize, Depth: mostDepth})
	var bad *DecodeError
	if errors.As(err, &bad) {
		bad.ID = nil // the id of a part is not known
	}
	return err
}

func newConverter(c *chain, list []Option) (*Converter, error) {
	if c.sender != Client && c.sender != Server {
		return nil, argumentError("sender", "%q is not a side; use Client or Server", shortened(string(c.sender)))
	}
	o, err := optionsOf(list)
	if err != nil {
		return nil, err
	}
	c.isVendor = o.isVendor
	var validating *decoder
	if o.decoderOf != nil {
		if validating, err = o.decoderOf(Revision(c.source)); err != nil {
			return nil, err
		}
	}
	context, err := c.requestContext(o.context)
	if err != nil {
		return nil, err
	}
	return &Converter{c, context, o, validating}, nil
}

// Source returns the revision of the messages that the converter takes.
func (c *Converter) Source() Revision {
	if c.check() != nil {
		return ""
	}
	return Revision(c.chain.source)
}

// Target returns the revision of the messages that the converter returns.
func (c *Converter) Target() Revision {
	if c.check() != nil {
		return ""
	}
	return Revision(c.chain.target)
}

// Sender returns the side that sends the messages.
func (c *Converter) Sender() Side {
	if c.check() != nil {
		return ""
	}
	return c.chain.sender
}

// Frame converts a message, the JSON of a request, a notification or a response. For a response, answering is the
// method of the request that it answers; for another message it is empty.
//
// It returns the message as one line of JSON, and its differences. If nothing changed, it returns frame itself. It
// does not change frame, and keeps the order of members and the spelling of numbers.
//
// A batch becomes an array, with a [Loss] for the whole, because other revisions have no batches. Send each item of the
// array as a message of its own, as a [Session] does. All responses of a batch have the same answering. Only a Session
// knows which request each of them answers.
//
// A converter reads only what it edits. A message that is not valid in the source may therefore pass, and is then not
// valid in the target either. Between equal revisions, every object and every array passes. Use [WithValidation], or
// call [Decode] first, if the sender is not trusted.
//
// The error is one of these:
//   - a [*NoCounterpart] if the target has no equivalent of the message;
//   - a [*DecodeError] if the text is not JSON or exceeds the limits, if a value that the conversion reads is not valid
//     in the source, or if the message is a result and answering is empty;
//   - a [*LossError] if [RefuseLosses] is set and the message would lose values;
//   - an [*ArgumentError] if the message is a result, and answering is not a request of the source that the sender
//     answers. An error response is converted with any answering.
//
// With [WithValidation], a response to a request that the sender does not answer is a [*DecodeError], as for [Decode].
func (c *Converter) Frame(frame []byte, answering string) ([]byte, []Loss, error) {
	if err := c.check(); err != nil {
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
	root := t.root()
	if len(c.chain.plans) == 0 {
		if root.kind() < kindArray {
			return nil, nil, invalidRequest("", "expected an object, got %s", shown(root))
		}
		return c.output(frame, root, root), nil, nil
	}
	if root.kind() == kindArray {
		return c.batch(frame, root, answering)
	}
	e := c.edits()
	defer e.done()
	now, err := c.chain.convert(root, answering, e)
	if err != nil {
		return nil, nil, err
	}
	losses, err := c.losses(c.lossesOf(nil, e, root, now, ""))
	if err != nil {
		return nil, nil, err
	}
	return c.output(frame, root, now), losses, nil
}

var editsPool = sync.Pool{New: func() any { return new(edits) }}

// edits returns the state of a conversion; done returns its memory.
func (c *Converter) edits() *edits {
	e := editsPool.Get().(*edits)
	*e = edits{context: c.context, several: len(c.chain.plans) > 1, path: e.path[:0], events: e.events[:0], keys: e.keys[:0]}
	return e
}

// done returns the memory of a conversion for the next one. A large one is left to the garbage collector.
func (e *edits) done() {
	if cap(e.events) > 1<<10 || cap(e.keys) > 1<<14 {
		return
	}
	clear(e.events)
	clear(e.keys)
	editsPool.Put(e)
}

// output returns a value as JSON: the text itself if nothing changed.
func (c *Converter) output(data []byte, before, now value) []byte {
	if now == before && !before.t.untidy {
		return data
	}
	return now.append(make([]byte, 0, len(data)+256))
}

func (c *Converter) batch(data []byte, root value, answering string) ([]byte, []Loss, error) {
	change := c.chain.plans[0].batches
	if change == nil {
		return nil, nil, invalidRequest("", "%s has no batches", revisionOf(c.chain.source))
	}
	out := append(make([]byte, 0, len(data)+256), '[')
	losses := []Loss{{Kind: Reshaped, Value: root.append(nil), Reason: change.reason, Change: change.id}}
	count := 0
	for i, one := range root.itemsOf() {
		e := c.edits()
		now, err := c.chain.convert(one, answering, e)
		if err != nil {
			return nil, nil, inBatch(err, i)
		}
		losses = c.lossesOf(losses, e, one, now, fmt.Sprintf("/%d", i))
		e.done()
		if i > 0 {
			out = append(out, ',')
		}
		out = now.append(out)
		count++
	}
	if count == 0 {
		return nil, nil, invalidRequest("", "a batch holds at least one message")
	}
	losses, err := c.losses(losses)
	if err != nil {
		return nil, nil, err
	}
	return append(out, ']'), losses, nil
}

// lossesOf appends the losses of a message, whose path in a batch is a prefix.
func (c *Converter) lossesOf(list []Loss, e *edits, before, now value, prefix string) []Loss {
	if c.options.losses == AllowLosses || len(e.events) == 0 {
		return list
	}
	remaining := e.remaining(before, now)
	if list == nil && len(remaining) > 0 {
		list = make([]Loss, 0, len(remaining))
	}
	var pointer []byte
	free := make([]byte, 0, 32*len(remaining)) // for values, as long as they fit
	for _, one := range remaining {
		pointer = appendLossPointer(append(pointer[:0], prefix...), one.path)
		written := one.value.append(free)
		free = written[len(written):]
		list = append(list, Loss{
			Kind: one.kind, Pointer: shortPointer(pointer), Value: written[:len(written):len(written)],
			Reason: one.change.reason, Change: one.change.id,
		})
	}
	return list
}

// losses leaves out the losses that are not reported, and applies the policy to the others.
func (c *Converter) losses(list []Loss) ([]Loss, error) {
	list = slices.DeleteFunc(list, func(one Loss) bool { return slices.Contains(c.options.ignored, one.Change) })
	switch c.options.losses {
	case ReportLosses:
		if len(list) == 0 {
			return nil, nil
		}
		return list, nil
	case AllowLosses:
		return nil, nil
	}
	var lost []Loss
	for _, one := range list {
		if !one.Kind.Lossless() {
			lost = append(lost, one)
		}
	}
	if lost != nil {
		return nil, &LossError{lost}
	}
	return nil, nil
}

// ContextLosses returns what the facts of [WithContext] lose on the way to the target, such as a capability that it lacks.
// They concern each request, but Frame does not report them. Pointers begin at the context, as in
// "/clientCapabilities/tasks". The result is nil if nothing is lost, or if requests of the target do not repeat the facts.
func (c *Converter) ContextLosses() []Loss {
	if c.check() != nil || c.context == nil {
		return nil
	}
	return slices.Clone(c.context.losses)
}

// Params converts the params of a request or notification that the sender of the converter sends. It returns the
// method, which has another name in some revisions, and the params. If the message has no params, give nil. If the
// converted message has none, the returned params are nil. Pointers of losses and errors begin at the message, as in
// "/params/name". A method that no revision defines is a notification if it begins with "notifications/".
//
// The errors are those of [Converter.Frame]. A [*NoCounterpart] has no reply; [NoCounterpart.ReplyTo] writes one.
func (c *Converter) Params(method string, params json.RawMessage) (string, json.RawMessage, []Loss, error) {
	if err := c.check(); err != nil {
		return "", nil, nil, err
	}
	r := c.chain.partRoute(c.chain.sender, method, !strings.HasPrefix(method, "notifications/"))
	if r == nil {
		reason := fmt.Sprintf("%s is not a method of a %s in %s", shownText(method), c.chain.sender, revisionOf(c.chain.source))
		return "", nil, nil, &DecodeError{Pointer: "/method", Reason: reason, Code: CodeMethodNotFound}
	}
	var first value
	before, after := `{"jsonrpc":"2.0","method":`+string(appendString(nil, method)), "}"
	if r.isRequest {
		after = `,"id":0}`
	}
	if len(params) > 0 {
		t, bad := readText(params, c.options.limits, nameKey("params"))
		if bad != nil {
			return "", nil, nil, bad
		}
		defer t.release()
		first = t.root()
		before += `,"params":`
	}
	if err := c.validatePart(before, params, after, ""); err != nil {
		return "", nil, nil, err
	}
	e := c.edits()
	defer e.done()
	if r.renaming != nil && r.removed == nil {
		e.report(respelled, textValue(method), r.renaming, nameKey("method"))
	}
	out, losses, err := c.part(params, first, "params", r, e, method)
	if err != nil {
		return "", nil, nil, err
	}
	return r.name, out, losses, nil
}

// Result converts the result of a response. method is the method of the request that it answers, in the source revision.
//
// The errors are those of [Converter.Frame]; an empty method is an [*ArgumentError] here.
func (c *Converter) Result(method string, result json.RawMessage) (json.RawMessage, []Loss, error) {
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	if method == "" {
		return nil, nil, argumentError("method", "it must name the request that the result answers")
	}
	r, err := c.chain.answered(method)
	if err != nil {
		return nil, nil, argumentAs(err, map[string]string{"answering": "method"})
	}
	t, bad := readText(result, c.options.limits, nameKey("result"))
	if bad != nil {
		return nil, nil, bad
	}
	defer t.release()
	if err := c.validatePart(`{"jsonrpc":"2.0","id":0,"result":`, result, "}", method); err != nil {
		return nil, nil, err
	}
	e := c.edits()
	defer e.done()
	return c.part(result, t.root(), "result", r, e, "")
}

// Error converts the error of a response: the JSON object with code and message. method is the method of the request
// that it answers, or empty if it is not known.
//
// The errors are those of [Converter.Frame].
func (c *Converter) Error(method string, failure json.RawMessage) (json.RawMessage, []Loss, error) {
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	t, bad := readText(failure, c.options.limits, nameKey("error"))
	if bad != nil {
		return nil, nil, bad
	}
	defer t.release()
	if err := c.validatePart(`{"jsonrpc":"2.0","id":0,"error":`, failure, "}", method); err != nil {
		return nil, nil, err
	}
	e := c.edits()
	defer e.done()
	e.answering = method
	now, err := c.chain.error(t.root(), true, e)
	if err != nil {
		return nil, nil, err
	}
	return c.finish(failure, t.root(), now, "error", e, "")
}

// part converts the params or the result of a message.
func (c *Converter) part(data []byte, first value, name string, r *route, e *edits, method string) (json.RawMessage, []Loss, error) {
	now := first
	if isParams := name == "params"; r.removed != nil || isParams && !r.paramsPass || !isParams && !r.resultPass {
		e.enter(nameKey(name))
		now = c.chain.edit(first, r, isParams, e)
		e.leave()
	}
	if e.err != nil {
		return nil, nil, e.err
	}
	return c.finish(data, first, now, name, e, method)
}

// finish returns a converted part with its losses. Their pointers begin at the message, so the part is put in one.
func (c *Converter) finish(data []byte, first, now value, name string, e *edits, method string) (json.RawMessage, []Loss, error) {
	before, after := objectOf(), objectOf()
	if method != "" {
		before.set("method", textValue(method))
	}
	if first.given() {
		before.set(name, first)
	}
	if now.given() {
		after.set(name, now)
	}
	losses, err := c.losses(c.lossesOf(nil, e, before, after, ""))
	switch {
	case err != nil:
		return nil, nil, err
	case !now.given():
		return nil, losses, nil
	case !first.given():
		return now.append(nil), losses, nil
	}
	return c.output(data, first, now), losses, nil
}
