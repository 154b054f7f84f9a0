package mcprevisions

import "fmt"

// change is a change between two revisions, as a loss cites it.
type change struct {
	id, reason string
	refusal    string // what the error for a refused message says
}

// plan is the conversion between two neighbouring revisions, compiled. A plan does not change.
type plan struct {
	source, target string
	changes        map[string]*change
	functions      map[string]*function
	rows           map[Side]map[string]*row
	everyPart      *edit
	renumbering    []renumbering
	withoutID      *change
	withoutRequest map[Side]*change
	batches        *change
	capabilities   *function
	implementation *function
	context        []contextMember
}

// row is a method that a plan changes or refuses. A method without a row passes unchanged.
type row struct {
	removed          *change
	code             int
	params, result   *function
	createsParams    bool
	dropsEmptyParams bool
	renamed          string
	renaming         *change
	fidelity         [2]Fidelity
	refusedFrom      [2][]string // the sources of which every message is refused: in its params, in its result
}

// function edits a value: an object by its edits, or a value of a union by its variant.
type function struct {
	isUnion  bool
	call     *call
	edits    []edit
	variants []planVariant
	expected string
}

// call is a call of a rule.
type call struct {
	rule   rule
	change *change
}

type loop uint8

const (
	noLoop loop = iota
	loopItems
	loopValues
)

type outcomeKind uint8

const (
	outcomeUnchanged outcomeKind = iota
	outcomeRefuse
	outcomeConvert
)

// planVariant is a variant of a union. A value is of the variant if it is valid for every type of fits and none of unfit.
type planVariant struct {
	fits, unfit []*schema
	readAs      *schema // the value must be read as the variant at readIndex of this union; nil: any value
	readIndex   int
	outcome     outcomeKind
	change      *change
	code        int
	function    *function
	loop        loop
	call        *call
}

type editKind uint8

const (
	editDrop editKind = iota
	editDropOthers
	editDropOnly
	editDropInside
	editDropItems
	editTruncate
	editFillContext
	editSet
	editRefuse
	editCall
	editVisit
	editMove
)

var editKinds = map[string]editKind{
	"drop": editDrop, "dropOthers": editDropOthers, "dropOnly": editDropOnly, "dropInside": editDropInside,
	"dropItems": editDropItems, "truncate": editTruncate, "fillContext": editFillContext, "set": editSet,
	"refuseMember": editRefuse, "callRule": editCall, "visit": editVisit, "move": editMove,
}

// edit is an edit of a member of an object. docs/conversion-data.md specifies each kind.
type edit struct {
	kind           editKind
	member         string
	change         *change
	fits           *schema // the edit acts only if the member is not valid for this type; nil: always
	when           *schema // the edit acts only if the object is valid for this type
	always         bool
	value          value
	names          []string
	clears         bool
	items          *schema
	most           int
	flag           string
	code           int
	rule           rule
	function       *function
	loop           loop
	source, target []string
	makes          bool
	clearing       int
	removal        *change // a move reports dropped values with this change
}

type renumbering struct {
	first, last, to int
	answering       []string
	having          string
	hasHaving       bool
	wraps           bool
	change          *change
}

// contextMember is a member of _meta that the target repeats in each request.
type contextMember struct {
	name, key string
	schema    *schema
}

// loader compiles a published plan. The first error stays.
type loader struct {
	file  value
	types *definitions
	plan  *plan
	err   error
	reads []*schema // unions of results, to be finished when all types are known
}

// nodeMembers are the members of the nodes of a plan: functions, edits, variants, outcomes, calls and rows.
var nodeMembers = []string{
	"kind", "call", "edits", "variants", "expected", "fits", "unfit", "readAs", "outcome", "function", "loop", "change", "code",
	"member", "type", "when", "always", "value", "names", "clears", "items", "most", "flag", "extensions", "declared", "rule",
	"source", "target", "makes", "params", "result", "fidelity", "refusedFrom", "createsParams", "dropsEmptyParams", "renamed",
	"renaming", "removal",
}

// kind returns the kind of a node, whose members must all be known.
func (l *loader) kind(node value) string {
	for name := range node.membersOf() {
		if !contains(nodeMembers, name) {
			l.fail("unknown member %s", name)
		}
	}
	return textOr(node.get("kind"), "")
}

func given(v value) bool { return v.given() && v.kind() != kindNull }

func textOr(v value, otherwise string) string {
	if !given(v) || v.kind() != kindString {
		return otherwise
	}
	return v.text()
}

func textsOf(v value) []string {
	if !given(v) {
		return nil
	}
	var found []string
	for _, one := range v.itemsOf() {
		found = append(found, one.text())
	}
	return found
}

// checkFormat refuses a file that a newer generator wrote.
func checkFormat(file value) error {
	if format := file.get("format"); !format.given() || format.raw() != "1" {
		return dataError("a file of another format than 1")
	}
	return nil
}

// loadPlan compiles a published plan.
func loadPlan(file value) (*plan, error) {
	if err := checkFormat(file); err != nil {
		return nil, err
	}
	p := &plan{
		source: file.get("source").text(), target: file.get("target").text(), changes: make(map[string]*change),
		functions: make(map[string]*function), rows: make(map[Side]map[string]*row), withoutRequest: make(map[Side]*change),
	}
	definitions := file.get("$defs")
	l := &loader{file: file, plan: p}
	l.types = newDefinitions(func(reference string) value { return definitions.get(lastPart(reference)) })
	for name, one := range file.get("changes").membersOf() {
		p.changes[name] = &change{one.get("id").text(), one.get("reason").text(), textOr(one.get("refusal"), one.get("reason").text())}
	}
	functions := file.get("functions")
	for name := range functions.membersOf() {
		p.functions[name] = new(function)
	}
	for name, one := range functions.membersOf() {
		l.function(one, p.functions[name])
	}
	if every := file.get("everyPart"); given(every) {
		found := l.edit(every)
		p.everyPart = &found
	}
	for side, rows := range file.get("methods").membersOf() {
		found := make(map[string]*row)
		for name, one := range rows.membersOf() {
			found[name] = l.row(one)
		}
		p.rows[Side(side)] = found
	}
	l.errors(file.get("errors"))
	p.batches = l.change(file.get("batches"))
	p.capabilities, p.implementation = l.named(file.get("capabilities")), l.named(file.get("implementation"))
	for _, one := range file.get("context").itemsOf() {
		p.context = append(p.context, contextMember{one.get("name").text(), one.get("key").text(), l.schema(one.get("type"))})
	}
	l.types.finish()
	for _, one := range l.reads {
		one.finishUnion(true)
	}
	return p, l.err
}

// readAs returns the union among whose variants a value is read, and the index of the one it must be.
func (l *loader) readAs(source value) (*schema, int) {
	made := &schema{kind: union}
	for _, one := range source.get("types").itemsOf() {
		found, err := l.types.variant(one)
		if err != nil {
			l.fail("%s", err)
			return nil, 0
		}
		made.variants = append(made.variants, found)
	}
	if isTrue(source.get("isResult")) {
		l.reads = append(l.reads, made)
	} else {
		l.types.unions = append(l.types.unions, made)
	}
	index := intOr(source.get("index"), 0)
	if index < 0 || index >= len(made.variants) {
		l.fail("readAs has no type %d", index)
	}
	return made, index
}

func (l *loader) fail(format string, values ...any) {
	if l.err == nil {
		l.err = fmt.Errorf("%w (the plan from %s to %s)", dataError(format, values...), l.plan.source, l.plan.target)
	}
}

func (l *loader) change(name value) *change {
	if !given(name) {
		return nil
	}
	found := l.plan.changes[name.text()]
	if found == nil {
		l.fail("no change %s", name.text())
	}
	return found
}

func (l *loader) named(name value) *function {
	if !given(name) {
		return nil
	}
	found := l.plan.functions[name.text()]
	if found == nil {
		l.fail("no function %s", name.text())
	}
	return found
}

func (l *loader) schema(source value) *schema {
	if !given(source) {
		return nil
	}
	found, err := l.types.of(source)
	if err != nil {
		l.fail("%s", err)
		return anySchema
	}
	return found
}

func (l *loader) schemas(list value) []*schema {
	var found []*schema
	for _, one := range list.itemsOf() {
		found = append(found, l.schema(one))
	}
	return found
}

func (l *loader) rule(name string) rule {
	found := rules[name]
	if found == nil {
		l.fail("unknown rule %s", name)
	}
	return found
}

func (l *loader) call(source value) *call {
	if !given(source) {
		return nil
	}
	if kind := l.kind(source); kind != "rule" {
		l.fail("unknown kind %s", kind)
	}
	return &call{l.rule(source.get("rule").text()), l.change(source.get("change"))}
}

func (l *loader) loop(source value) loop {
	switch name := textOr(source, ""); name {
	case "":
	case "items":
		return loopItems
	case "values":
		return loopValues
	default:
		l.fail("unknown loop %s", name)
	}
	return noLoop
}

func (l *loader) function(source value, into *function) {
	switch kind := l.kind(source); kind {
	case "object":
		into.call = l.call(source.get("call"))
		for _, one := range source.get("edits").itemsOf() {
			into.edits = append(into.edits, l.edit(one))
		}
	case "union":
		into.isUnion = true
		into.expected = textOr(source.get("expected"), "")
		for _, one := range source.get("variants").itemsOf() {
			into.variants = append(into.variants, l.variant(one))
		}
	default:
		l.fail("unknown kind %s", kind)
	}
}

func (l *loader) variant(source value) planVariant {
	stated := source.get("outcome")
	found := planVariant{fits: l.schemas(source.get("fits")), unfit: l.schemas(source.get("unfit"))}
	if read := source.get("readAs"); given(read) {
		found.readAs, found.readIndex = l.readAs(read)
	}
	l.kind(source)
	switch kind := l.kind(stated); kind {
	case "unchanged":
	case "refuse":
		found.outcome, found.change = outcomeRefuse, l.change(stated.get("change"))
		found.code = intOr(stated.get("code"), CodeInternalError)
	case "convert":
		found.outcome, found.function = outcomeConvert, l.named(stated.get("function"))
		found.loop, found.call = l.loop(stated.get("loop")), l.call(stated.get("call"))
	default:
		l.fail("unknown kind %s", kind)
	}
	return found
}

func (l *loader) edit(source value) edit {
	name := l.kind(source)
	kind, ok := editKinds[name]
	if !ok {
		l.fail("unknown kind %s", name)
	}
	found := edit{
		kind: kind, member: textOr(source.get("member"), ""), change: l.change(source.get("change")),
		fits: l.schema(source.get("type")), when: l.schema(source.get("when")), always: isTrue(source.get("always")),
		value: source.get("value"), names: textsOf(source.get("names")), code: intOr(source.get("code"), CodeInternalError),
		items: l.schema(source.get("items")), most: intOr(source.get("most"), 0), flag: textOr(source.get("flag"), ""),
		loop: l.loop(source.get("loop")), makes: isTrue(source.get("makes")),
	}
	switch kind {
	case editDropOthers:
		found.names = textsOf(source.get("declared"))
	case editFillContext:
		found.names, found.always = textsOf(source.get("extensions")), true
	case editDropInside:
		found.clears = isTrue(source.get("clears"))
	case editCall:
		found.rule = l.rule(source.get("rule").text())
	case editVisit:
		found.function = l.named(source.get("function"))
	case editMove:
		found.source, found.target = textsOf(source.get("source")), textsOf(source.get("target"))
		found.removal = l.change(source.get("removal"))
		found.clearing = intOr(source.get("clears"), 0)
	}
	return found
}

func (l *loader) row(source value) *row {
	if kind := l.kind(source); kind == "removed" {
		return &row{removed: l.change(source.get("change")), code: intOr(source.get("code"), CodeInternalError)}
	} else if kind != "passes" {
		l.fail("unknown kind %s", kind)
	}
	found := &row{
		params: l.named(source.get("params")), result: l.named(source.get("result")),
		createsParams: isTrue(source.get("createsParams")), dropsEmptyParams: isTrue(source.get("dropsEmptyParams")),
		renamed: textOr(source.get("renamed"), ""), renaming: l.change(source.get("renaming")),
	}
	for i, one := range source.get("fidelity").itemsOf() {
		if i < 2 {
			found.fidelity[i] = Fidelity(one.text())
		}
	}
	if sources := source.get("refusedFrom"); given(sources) {
		for i, one := range sources.itemsOf() {
			if i < 2 {
				found.refusedFrom[i] = textsOf(one)
			}
		}
	}
	return found
}

func (l *loader) errors(source value) {
	p := l.plan
	p.withoutID = l.change(source.get("withoutId"))
	for side, one := range source.get("withoutRequests").membersOf() {
		if found := l.change(one); found != nil {
			p.withoutRequest[Side(side)] = found
		}
	}
	stated := source.get("edit")
	if !given(stated) {
		return
	}
	if kind := stated.get("kind").text(); kind != "renumber" {
		l.fail("unknown kind %s", kind)
		return
	}
	for _, one := range stated.get("rows").itemsOf() {
		having := one.get("having")
		p.renumbering = append(p.renumbering, renumbering{
			first: intOr(one.get("first"), 0), last: intOr(one.get("last"), 0), to: intOr(one.get("to"), 0),
			answering: textsOf(one.get("answering")), having: textOr(having, ""), hasHaving: given(having),
			wraps: isTrue(one.get("wraps")), change: l.change(one.get("change")),
		})
	}
}
