package mcprevisions

import "slices"

// eventKind is what an edit did to a value. A renamed value is respelled by its path, a replaced one reshaped. An omitted
// value is respelled too: it was removed because its absence means the same in the target.
type eventKind uint8

const (
	respelled eventKind = iota
	reshaped
	weakened
	dropped
	invented
	omitted
	renamed
	replaced
	moved
	made
)

var lossKinds = [...]LossKind{
	respelled: Respelled, reshaped: Reshaped, weakened: Weakened, dropped: Dropped, invented: Invented,
	omitted: Respelled, renamed: Respelled, replaced: Reshaped,
}

// move is the new and the old path of a value.
type move struct{ to, from []key }

type event struct {
	kind   eventKind
	path   []key
	value  value
	change *change
	moves  []move
}

// edits is the conversion of one message or one part of it: where the current edit is, and what edits reported.
type edits struct {
	path      []key
	events    []event
	answering string
	context   *requestContext
	several   bool // events of several plans, or about values that moved, must be merged
	err       error
	keys      []key // the memory of the paths of events
}

// pathTo returns the path of a value from the message down.
func (e *edits) pathTo(way ...key) []key {
	start := len(e.keys)
	e.keys = append(append(e.keys, e.path...), way...)
	return e.keys[start:len(e.keys):len(e.keys)]
}

func (e *edits) enter(k key) { e.path = append(e.path, k) }

func (e *edits) leave() { e.path = e.path[:len(e.path)-1] }

// malformed stops the conversion: the value has another form than the source allows.
func (e *edits) malformed(form string, way ...key) {
	if e.err == nil {
		e.err = &DecodeError{Pointer: pointer(e.pathTo(way...)), Reason: "expected " + form, Code: CodeInvalidParams}
	}
}

// formed reports whether a value has a JSON type, and stops the conversion if not.
func (e *edits) formed(v value, form kind, way ...key) bool {
	if v.given() && v.kind() == form {
		return true
	}
	e.malformed(form.String(), way...)
	return false
}

// refuse stops the conversion: the target has no equivalent of a value.
func (e *edits) refuse(c *change, code int, way ...key) {
	if e.err == nil {
		e.err = &NoCounterpart{Reason: c.refusal, Change: c.id, Pointer: pointer(e.pathTo(way...)), Code: code}
	}
}

// report reports an edit of a value; v is the value before it, or of an invention the new one.
func (e *edits) report(kind eventKind, v value, c *change, way ...key) {
	if kind != dropped && kind != omitted && kind != invented {
		v = v.snapshot()
	}
	e.events = append(e.events, event{kind: kind, path: e.pathTo(way...), value: v, change: c})
}

// reportMember reports an edit of a member of the object that way leads to.
func (e *edits) reportMember(kind eventKind, v value, c *change, way []key, name string) {
	depth := len(e.path)
	e.path = append(append(e.path, way...), nameKey(name))
	e.report(kind, v, c)
	e.path = e.path[:depth]
}

// leftOut reports members that the other form of their owner, which is reported before, has no room for.
func (e *edits) leftOut(owner value, names []string, c *change, way ...key) {
	for _, name := range names {
		if one := owner.get(name); one.given() {
			e.report(dropped, one, c, join(way, nameKey(name))...)
		}
	}
}

// moved reports values that moved, all at once.
func (e *edits) moved(moves []move, c *change) {
	e.several = true
	for i := range moves {
		moves[i] = move{e.pathTo(moves[i].to...), e.pathTo(moves[i].from...)}
	}
	e.events = append(e.events, event{kind: moved, moves: moves, change: c})
}

// made notes an object that stands in no other message and is not a loss.
func (e *edits) made(way ...key) {
	e.several = true
	e.events = append(e.events, event{kind: made, path: e.pathTo(way...)})
}

// drop removes a member that is present. way leads from the current value to the owner.
func (e *edits) drop(owner *value, name string, c *change, way ...key) {
	e.reportMember(dropped, owner.get(name), c, way, name)
	owner.remove(name)
}

// fill sets a member: invented if it is absent, replaced if it differs.
func (e *edits) fill(owner *value, name string, v value, c *change, way ...key) {
	old := owner.get(name)
	switch {
	case !old.given():
		e.reportMember(invented, v, c, way, name)
	case equal(old, v):
		return
	default:
		e.reportMember(replaced, old, c, way, name)
	}
	owner.set(name, v)
}

// within edits the object under a path of an owner. The edit gets the object, which it may change.
func within(owner *value, way []string, edit func(inner *value)) {
	if len(way) == 0 {
		edit(owner)
		return
	}
	inner := owner.get(way[0])
	before := inner
	within(&inner, way[1:], edit)
	if inner != before {
		owner.set(way[0], inner)
	}
}

func isObject(v value) bool { return v.given() && v.kind() == kindObject }

// move gives a member the path that it has in the target. Another member there is unknown and is dropped.
func (e *edits) move(owner *value, m *edit) {
	name, now := m.source[len(m.source)-1], m.target[len(m.target)-1]
	above, below := m.source[:len(m.source)-1], m.target[:len(m.target)-1]
	if stray := owner.at(path(below...)); isObject(stray) && stray.get(now).given() {
		within(owner, below, func(inner *value) { e.drop(inner, now, m.removal, path(below...)...) })
	}
	holder := owner.at(path(above...))
	if !isObject(holder) || !holder.get(name).given() {
		e.several = e.several || len(e.events) > 0 // the member may have been dropped before its holder goes
		return
	}
	for i := range below {
		if isObject(owner.at(path(below[:i+1]...))) {
			continue
		}
		e.several = true // events inside the value may be in the log
		if !m.makes {
			within(owner, above, func(inner *value) { e.drop(inner, name, m.removal, path(above...)...) })
			return
		}
		within(owner, below[:i], func(inner *value) {
			if inner.get(below[i]).given() {
				e.drop(inner, below[i], m.removal, path(below[:i]...)...)
			}
			inner.set(below[i], objectOf())
		})
		e.made(path(below[:i+1]...)...)
	}
	v := owner.at(path(m.source...))
	e.report(renamed, v, m.change, path(m.source...)...)
	within(owner, above, func(inner *value) { inner.remove(name) })
	within(owner, below, func(inner *value) { inner.set(now, v) })
	e.moved([]move{{path(m.target...), path(m.source...)}}, m.change)
	for n := len(above); n > max(len(above)-m.clearing, 0) && owner.at(path(above[:n]...)).isEmptyObject(); n-- {
		within(owner, above[:n-1], func(inner *value) { inner.remove(above[n-1]) })
	}
}

// dropOnly removes a member if it has a value, or an object if it has these members. Otherwise it refuses the message.
// In the target, absence means the same as this value. If the object has further members, they are lost, and the object is
// reported as dropped.
func (e *edits) dropOnly(owner *value, m *edit) {
	stated := owner.get(m.member)
	if formOf(stated.kind()) != formOf(m.value.kind()) {
		e.malformed(m.value.kind().String(), nameKey(m.member))
		return
	}
	same, kind := equal(stated, m.value), omitted
	if m.value.kind() == kindObject {
		same = true
		for name, one := range m.value.membersOf() {
			other := stated.get(name)
			same = same && other.given() && equal(other, one)
		}
		if !stated.hasMembers(m.value.size()) {
			kind = dropped
		}
	}
	if !same {
		e.refuse(m.change, CodeInvalidParams, nameKey(m.member))
		return
	}
	e.reportMember(kind, stated, m.change, nil, m.member)
	owner.remove(m.member)
}

// dropInside removes members of the object under a name and, if clears, the object if nothing else is left.
func (e *edits) dropInside(owner *value, m *edit) {
	inner := owner.get(m.member)
	if !e.formed(inner, kindObject, nameKey(m.member)) {
		return
	}
	drops := false
	for _, name := range m.names {
		if inner.get(name).given() {
			drops = true
			e.drop(&inner, name, m.change, nameKey(m.member))
		}
	}
	if !drops {
		return
	}
	if m.clears && inner.isEmptyObject() {
		owner.remove(m.member)
		return
	}
	owner.set(m.member, inner)
}

// dropItems removes the items of an array that are valid for a type.
func (e *edits) dropItems(owner *value, m *edit) {
	list := owner.get(m.member)
	if !e.formed(list, kindArray, nameKey(m.member)) {
		return
	}
	var stay []value
	var moves []move
	count := 0
	for i, one := range list.itemsOf() {
		count++
		if fits(m.items, one) {
			e.report(dropped, one, m.change, nameKey(m.member), indexKey(i))
			continue
		}
		moves = append(moves, move{[]key{nameKey(m.member), indexKey(len(stay))}, []key{nameKey(m.member), indexKey(i)}})
		stay = append(stay, one)
	}
	if len(stay) == count {
		return
	}
	e.moved(moves, m.change)
	owner.set(m.member, arrayOf(stay))
}

// truncate keeps the first items of an array and sets a flag.
func (e *edits) truncate(owner *value, m *edit) {
	list := owner.get(m.member)
	if !e.formed(list, kindArray, nameKey(m.member)) || list.size() <= m.most {
		return
	}
	e.report(weakened, list, m.change, nameKey(m.member))
	var kept []value
	for i, one := range list.itemsOf() {
		if i == m.most {
			break
		}
		kept = append(kept, one)
	}
	owner.set(m.member, arrayOf(kept))
	e.fill(owner, m.flag, trueValue, m.change)
}

// fillContext sets the members of the context. A reserved member that the caller did not give stays only if it is valid.
func (e *edits) fillContext(owner *value, m *edit) {
	meta := owner.get(m.member)
	if !meta.given() {
		meta = objectOf()
	} else if !e.formed(meta, kindObject, nameKey(m.member)) {
		return
	}
	at := nameKey(m.member)
	facts := e.context.declaring(m.names)
	for _, one := range e.context.members {
		stated := meta.get(one.key)
		isGiven := slices.ContainsFunc(facts, func(fact member) bool { return fact.name == one.key })
		if stated.given() && !isGiven && !fits(one.schema, stated) {
			e.drop(&meta, one.key, m.change, at)
		}
	}
	for _, one := range facts {
		e.fill(&meta, one.name, one.value, m.change, at)
	}
	if !meta.get(e.context.capabilities).given() {
		e.fill(&meta, e.context.capabilities, objectOf(), m.change, at)
	}
	owner.set(m.member, meta)
}

// requestContext has the members of _meta that the target repeats in each request.
type requestContext struct {
	members      []contextMember
	stated       []member
	losses       []Loss // of the facts, with pointers into the context
	capabilities string // the member that each request has
}

// declaring returns the stated facts. If there are extensions, the client's capabilities declare them too.
func (c *requestContext) declaring(extensions []string) []member {
	if len(extensions) == 0 {
		return c.stated
	}
	capabilities, at := objectOf(), len(c.stated)
	for i, one := range c.stated {
		if one.name == c.capabilities {
			capabilities, at = one.value.without(), i
		}
	}
	declared := objectOf()
	if stated := capabilities.get("extensions"); isObject(stated) {
		declared = stated.without()
	}
	for _, one := range extensions {
		declared.set(one, objectOf())
	}
	capabilities.set("extensions", declared)
	facts := append(slices.Clone(c.stated), member{})[:max(len(c.stated), at+1)]
	facts[at] = member{c.capabilities, capabilities}
	return facts
}
