package mcprevisions

import (
	"slices"
	"sort"
	"strings"
	"sync"
)

// Revision is the name of a revision of the protocol, such as "2025-11-25". A revision with extensions has their
// identifiers in its name, as in "2026-07-28+io.modelcontextprotocol/tasks"; [Compose] returns it.
type Revision string

// Revisions returns the revisions, oldest first.
func Revisions() []Revision { return slices.Clone(revisionNames) }

// IsRevision reports whether a text names a revision, such as the protocolVersion of a peer.
func IsRevision(name string) bool { return slices.Contains(revisionNames, Revision(name)) }

// Negotiate returns the revision of a session whose client names a revision in initialize. It is that revision if it
// has initialize. Otherwise, it is the newest revision that has initialize, and the client decides whether to go on.
func Negotiate(protocolVersion string) Revision {
	table, err := facts()
	if err != nil {
		return ""
	}
	newest := Revision("")
	for _, one := range revisionNames {
		if !table.hasHandshake(string(one)) {
			continue
		}
		if newest = one; string(one) == protocolVersion {
			return one
		}
	}
	return newest
}

// ServerRevision returns the revision that a server speaks, from its answer to server/discover or to initialize: a response
// with a result, or with the error -32022. To find the revision of a server that you do not know, send it server/discover
// in the form of [Latest]. A server with initialize does not know that method and answers with an error, or over HTTP with
// a status of 400 to 499. Then send it initialize with the revision that [Negotiate] returns for "": its result names the
// revision of the server. Over HTTP, mcphttp.Probe does all that.
//
// The error is a [*DecodeError] if the answer is not JSON, or names no revision of this package.
func ServerRevision(answer []byte) (Revision, error) {
	t, bad := readText(answer, Limits{})
	if bad != nil {
		return "", bad
	}
	defer t.release()
	root := t.root()
	if !isObject(root) {
		return "", invalidRequest("", "expected a response, got %s", shown(root))
	}
	for _, way := range [][]string{{"result", "protocolVersion"}, {"result", "supportedVersions"}, {"error", "data", "supported"}} {
		found := root.at(path(way...))
		for _, one := range slices.Backward(revisionNames) {
			if found.isText(string(one)) || listsText(found, string(one)) {
				return one, nil
			}
		}
		if found.given() {
			return "", invalidRequest(pointer(path(way...)), "this is no revision of the protocol that is known here: %s", shortened(string(found.append(nil))))
		}
	}
	if f, bad := frameOf(root); bad == nil && f.kind == errorMessage {
		failure := errorResponseOf(&f)
		return "", invalidRequest("/error", "the server answers with an error: %s [%d]", shortened(failure.Message), failure.Code)
	}
	return "", invalidRequest("", "the answer names no revision of the protocol")
}

// Compose returns the name of a revision with extensions, which are named by their identifiers.
func Compose(revision Revision, extensions ...string) (Revision, error) {
	sorted := slices.Clone(extensions)
	sort.Strings(sorted)
	name := Revision(strings.Join(append([]string{string(revision)}, sorted...), "+"))
	if _, err := decoderOf(name); err != nil {
		return "", err
	}
	return name, nil
}

// typesFile is the published schema of a revision or an extension. It is read when it is first needed.
type typesFile struct {
	text *string
	once sync.Once
	file value
	err  error

	decoderOnce sync.Once
	decoder     *decoder
	decoderErr  error
}

func (f *typesFile) load() (value, error) {
	f.once.Do(func() { f.file, f.err = readData(f.text) })
	return f.file, f.err
}

// decoderAlone returns the decoder of a revision without extensions.
func (f *typesFile) decoderAlone() (*decoder, error) {
	f.decoderOnce.Do(func() {
		file, err := f.load()
		if err == nil {
			f.decoder, err = loadDecoder(file, nil)
		}
		f.decoderErr = err
	})
	return f.decoder, f.decoderErr
}

func readData(text *string) (value, error) {
	file, bad := constant([]byte(*text))
	if bad != nil {
		return value{}, bad
	}
	return file, checkFormat(file)
}

// planFile is a published plan. It is read when it is first needed.
type planFile struct {
	text *string
	once sync.Once
	plan *plan
	err  error
}

func (f *planFile) load() (*plan, error) {
	f.once.Do(func() {
		file, err := readData(f.text)
		if err == nil {
			f.plan, err = loadPlan(file)
		}
		f.err = err
	})
	return f.plan, f.err
}

// revisionFacts are the methods of a revision or an extension, and how messages name a revision.
type revisionFacts struct {
	methods      map[Side]map[string]bool // whether a method is a request; embedded requests are not sent
	naming       []naming
	hasHandshake bool              // whether a session begins with initialize
	requestMeta  map[string]string // the members of the _meta of requests with the facts of the client, by fact
	serverInfo   string            // the member of the _meta of results with the name of the server, if there is one
}

type factsTable struct {
	revisions  map[string]*revisionFacts
	extensions map[string]*revisionFacts
	ways       value
	defined    map[string]bool // the names of all methods
}

// hasHandshake reports whether a revision, perhaps with extensions, has initialize.
func (t *factsTable) hasHandshake(end string) bool { return t.revisions[revisionOf(end)].hasHandshake }

var facts = sync.OnceValues(func() (*factsTable, error) {
	file, err := readData(&revisionsText)
	if err != nil {
		return nil, err
	}
	table := &factsTable{make(map[string]*revisionFacts), make(map[string]*revisionFacts), file.get("ways"), make(map[string]bool)}
	for _, one := range file.get("revisions").itemsOf() {
		found := &revisionFacts{methods: methodsOf(one.get("methods")), hasHandshake: isTrue(one.get("handshake"))}
		found.serverInfo = textOr(one.get("resultMeta").get("serverInfo"), "")
		found.requestMeta = make(map[string]string)
		for name, key := range one.get("requestMeta").membersOf() {
			found.requestMeta[name] = key.text()
		}
		for _, row := range one.get("naming").itemsOf() {
			found.naming = append(found.naming, naming{
				row.get("kind").text(), textOr(row.get("method"), ""), row.get("part").text(), textsOf(row.get("path")),
				&change{row.get("id").text(), row.get("reason").text(), row.get("reason").text()},
			})
		}
		table.revisions[one.get("revision").text()] = found
	}
	for _, one := range file.get("extensions").itemsOf() {
		table.extensions[one.get("identifier").text()] = &revisionFacts{methods: methodsOf(one.get("methods"))}
	}
	for _, owners := range []string{"revisions", "extensions"} {
		for _, one := range file.get(owners).itemsOf() {
			for _, methods := range one.get("methods").membersOf() {
				for name := range methods.membersOf() {
					table.defined[name] = true
				}
			}
		}
	}
	return table, nil
})

func methodsOf(source value) map[Side]map[string]bool {
	found := make(map[Side]map[string]bool)
	for side, methods := range source.membersOf() {
		found[Side(side)] = make(map[string]bool)
		for name, kind := range methods.membersOf() {
			if text := kind.text(); text != "embedded" {
				found[Side(side)][name] = text == "request"
			}
		}
	}
	return found
}

// parts returns the revision and the extensions of a name, after a check.
func parts(argument string, name Revision) (string, []string, error) {
	all := strings.Split(string(name), "+")
	if !IsRevision(all[0]) {
		names := make([]string, len(revisionNames))
		for i, one := range revisionNames {
			names[i] = string(one)
		}
		return "", nil, argumentError(argument, "no revision %q; the revisions are %s", shortened(string(name)), strings.Join(names, ", "))
	}
	for i, one := range all[1:] {
		if slices.Contains(all[1:i+1], one) {
			return "", nil, argumentError(argument, "%s is given twice", one)
		}
		if extensionNamed(one) == nil {
			return "", nil, argumentError(argument, "no extension %q", shortened(one))
		}
	}
	return all[0], all[1:], nil
}

var composed sync.Map // of decoders, by name

// decoderOf returns the decoder of a revision or a composition.
func decoderOf(name Revision) (*decoder, error) {
	revision, extensions, err := parts("revision", name)
	if err != nil {
		return nil, err
	}
	if len(extensions) == 0 {
		return typesNamed(revision).decoderAlone()
	}
	if found, ok := composed.Load(name); ok {
		return found.(*decoder), nil
	}
	var layers []*typesFile
	for _, one := range extensions {
		layers = append(layers, extensionNamed(one))
	}
	made, err := composedDecoder(typesNamed(revision), layers)
	if err != nil {
		return nil, err
	}
	composed.Store(name, made)
	return made, nil
}

// composedDecoder returns the decoder of a revision with extensions.
func composedDecoder(revision *typesFile, extensions []*typesFile) (*decoder, error) {
	file, err := revision.load()
	if err != nil {
		return nil, err
	}
	var layers []value
	for _, one := range extensions {
		layer, err := one.load()
		if err != nil {
			return nil, err
		}
		layers = append(layers, layer)
	}
	return loadDecoder(file, layers)
}

// Decode validates a message of a revision, which a side sent. For a response, answering is the method of the request
// that it answers. If answering is empty, every result is valid.
//
// The error is a [*DecodeError] if the message is not valid, also if the sender does not answer that method. It is an
// [*ArgumentError] for a wrong argument, also if answering is not a request of the revision and the message is not an error
// response.
func Decode(frame []byte, revision Revision, sender Side, answering string, options ...Option) (*Message, error) {
	d, err := decoderOf(revision)
	if err != nil {
		return nil, err
	}
	o, err := optionsOf(options)
	if err != nil {
		return nil, err
	}
	return d.decode(frame, expectation{sender: sender, answering: answering, isVendor: o.isVendor}, o.limits)
}

// Validate checks a part of a message by a type of a revision, such as "Tool". It returns the JSON Pointers of the
// members that the revision does not define.
//
// The error is a [*DecodeError] if the part is not valid, or an [*ArgumentError] for a wrong argument.
func Validate(part []byte, revision Revision, typeName string, options ...Option) ([]string, error) {
	d, err := decoderOf(revision)
	if err != nil {
		return nil, err
	}
	o, err := optionsOf(options)
	if err != nil {
		return nil, err
	}
	return d.validate(part, typeName, o.limits)
}

func (d *decoder) validate(part []byte, typeName string, limits Limits) ([]string, error) {
	s := d.types[typeName]
	if s == nil {
		return nil, argumentError("typeName", "%s has no type %s", d.revision, shortened(typeName))
	}
	t, bad := readText(part, limits)
	if bad != nil {
		return nil, bad
	}
	defer t.release()
	unknown, wrong := validate(s, t.root())
	if wrong != nil {
		return nil, &DecodeError{Pointer: pointer(wrong.path), Reason: wrong.reasonIn(d.revision), Code: CodeInvalidParams}
	}
	return unknown, nil
}

// Decoder decodes the messages of one revision, or of a revision with an extension. A program that uses only some
// decoders, such as [Decoder20251125], does not contain the data of the others. Methods of the zero Decoder
// return an [*ArgumentError].
type Decoder struct {
	file   *typesFile
	layers []*typesFile // of extensions

	once sync.Once
	with *decoder // with the extensions
	err  error
}

func (d *Decoder) load() (*decoder, error) {
	if d == nil || d.file == nil {
		return nil, argumentError("decoder", "it is empty; use one of the variables, such as Decoder20251125")
	}
	if d.layers == nil {
		return d.file.decoderAlone()
	}
	d.once.Do(func() { d.with, d.err = composedDecoder(d.file, d.layers) })
	return d.with, d.err
}

// Decode validates a message, as the function [Decode] does.
func (d *Decoder) Decode(frame []byte, sender Side, answering string, options ...Option) (*Message, error) {
	found, err := d.load()
	if err != nil {
		return nil, err
	}
	o, err := optionsOf(options)
	if err != nil {
		return nil, err
	}
	return found.decode(frame, expectation{sender: sender, answering: answering, isVendor: o.isVendor}, o.limits)
}

// Validate checks a part of a message, as the function [Validate] does.
func (d *Decoder) Validate(part []byte, typeName string, options ...Option) ([]string, error) {
	found, err := d.load()
	if err != nil {
		return nil, err
	}
	o, err := optionsOf(options)
	if err != nil {
		return nil, err
	}
	return found.validate(part, typeName, o.limits)
}

// Variant returns the name of the type that a value of a union is decoded as, such as "TextContent" for a value of
// "ContentBlock". The packages of types use it.
func (d *Decoder) Variant(value []byte, typeName string) (string, error) {
	found, err := d.load()
	if err != nil {
		return "", err
	}
	return found.variant(value, found.types[typeName], typeName)
}

// ResultVariant returns the name of the type that a result of a method is decoded as, such as "CallToolResult". The
// packages of types use it.
func (d *Decoder) ResultVariant(result []byte, method string) (string, error) {
	found, err := d.load()
	if err != nil {
		return "", err
	}
	m := found.methods[method]
	if m == nil || m.response == nil {
		return "", argumentError("method", "%s is not a request of %s", method, found.revision)
	}
	body, _ := m.response.properties.find("result")
	return found.variant(result, body, m.results[0])
}

func (d *decoder) variant(data []byte, s *schema, name string) (string, error) {
	if s == nil {
		return "", argumentError("typeName", "%s has no type %s", d.revision, name)
	}
	t, bad := readText(data, Limits{})
	if bad != nil {
		return "", bad
	}
	defer t.release()
	if s.kind != union {
		return name, nil
	}
	if chosen := choose(s, t.root()); chosen != nil {
		return chosen.name, nil
	}
	wrong := newExplainer().explain(s, t.root())
	return "", &DecodeError{Pointer: pointer(wrong.path), Reason: wrong.reasonIn(d.revision), Code: CodeInvalidParams}
}

// Pair is a source and a target revision. A program that uses only some pairs, such as [Pair20250618To20251125], does
// not contain the data of the others. NewConverter of the zero Pair returns an [*ArgumentError].
type Pair struct {
	source, target Revision
	plans          []*planFile
}

// NewConverter returns the converter of a pair for the messages of one sender, as the function [NewConverter] does.
func (p *Pair) NewConverter(sender Side, options ...Option) (*Converter, error) {
	if p == nil || p.plans == nil {
		return nil, argumentError("pair", "it is empty; use one of the variables, such as Pair20250618To20251125")
	}
	c, err := newChain(string(p.source), string(p.target), sender, p.plans)
	if err != nil {
		return nil, err
	}
	return newConverter(c, options)
}

func newChain(source, target string, sender Side, files []*planFile) (*chain, error) {
	table, err := facts()
	if err != nil {
		return nil, err
	}
	c := &chain{source: source, target: target, sender: sender, requests: make(map[Side]map[string]bool)}
	for _, one := range files {
		p, err := one.load()
		if err != nil {
			return nil, err
		}
		if table.hasHandshake(p.source) != table.hasHandshake(p.target) {
			c.border = p
		}
		c.plans = append(c.plans, p)
	}
	known := []*revisionFacts{table.revisions[revisionOf(source)]}
	for _, one := range strings.Split(source, "+")[1:] {
		known = append(known, table.extensions[one])
	}
	for _, side := range []Side{Client, Server} {
		c.requests[side] = make(map[string]bool)
		for _, one := range known {
			for name, isRequest := range one.methods[side] {
				c.requests[side][name] = isRequest
			}
		}
	}
	c.naming = table.revisions[revisionOf(target)].naming
	c.prepare()
	return c, nil
}

// NewConverter returns a converter for the messages that one side sends, from the source revision to the target
// revision. An [*ArgumentError] reports an unknown revision, an option that cannot be used, or a context that the source
// does not allow.
func NewConverter(source, target Revision, sender Side, options ...Option) (*Converter, error) {
	start, err := endOf("source", source)
	if err != nil {
		return nil, err
	}
	end, err := endOf("target", target)
	if err != nil {
		return nil, err
	}
	table, err := facts()
	if err != nil {
		return nil, err
	}
	way := table.ways.get(start).get(end)
	if !way.given() {
		return nil, argumentError("target", "no conversion from %s to %s", start, end)
	}
	var files []*planFile
	for _, name := range textsOf(way) {
		files = append(files, planNamed(name))
	}
	c, err := newChain(start, end, sender, files)
	if err != nil {
		return nil, err
	}
	return newConverter(c, options)
}

// endOf returns a revision with those of its extensions that have a plan. The messages of the others do not pass
// between client and server.
func endOf(argument string, name Revision) (string, error) {
	revision, extensions, err := parts(argument, name)
	if err != nil {
		return "", err
	}
	table, err := facts()
	if err != nil {
		return "", err
	}
	if len(extensions) > 0 {
		if _, err := decoderOf(name); err != nil {
			return "", err
		}
	}
	found := []string{}
	for _, one := range extensions {
		if table.ways.get(revision + "+" + one).given() {
			found = append(found, one)
		}
	}
	sort.Strings(found)
	return strings.Join(append([]string{revision}, found...), "+"), nil
}
