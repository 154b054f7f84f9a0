package mcprevisions

// run edits a value by a function and returns it, or its replacement. A function may call itself.
func (f *function) run(v value, e *edits) value {
	if f.isUnion {
		for i := range f.variants {
			if f.variants[i].admits(v) {
				return f.variants[i].run(v, e)
			}
		}
		if f.expected != "" {
			e.malformed(f.expected)
		}
		return v
	}
	if !e.formed(v, kindObject) {
		return v
	}
	if f.call != nil {
		v = f.call.rule(v, e, f.call.change)
	}
	for i := range f.edits {
		if e.err != nil {
			return v
		}
		v = f.edits[i].apply(v, e)
	}
	return v
}

func (p *planVariant) admits(v value) bool {
	for _, one := range p.fits {
		if !fits(one, v) {
			return false
		}
	}
	for _, one := range p.unfit {
		if fits(one, v) {
			return false
		}
	}
	if p.readAs == nil {
		return true
	}
	chosen := choose(p.readAs, v)
	return chosen == nil || chosen == p.readAs.variants[p.readIndex]
}

func (p *planVariant) run(v value, e *edits) value {
	switch p.outcome {
	case outcomeRefuse:
		e.refuse(p.change, p.code)
	case outcomeConvert:
		if p.function != nil {
			v = p.function.looped(p.loop, v, e)
		}
		if p.call != nil && e.err == nil {
			v = p.call.rule(v, e, p.call.change)
		}
	}
	return v
}

// looped edits a value, or each item or member in it.
func (f *function) looped(l loop, v value, e *edits) value {
	switch l {
	case noLoop:
		return f.run(v, e)
	case loopItems:
		if e.formed(v, kindArray) {
			return f.each(v, e)
		}
		return v
	}
	if e.formed(v, kindObject) {
		return f.each(v, e)
	}
	return v
}

// each edits the items of an array, or the values of an object.
func (f *function) each(v value, e *edits) value {
	if isObject(v) && (v.repeats() || hasIndex(v)) {
		return f.eachInOrder(v, e)
	}
	owner := v
	if v.n != nil {
		for i := range v.n.items {
			v.n.items[i] = f.inside(indexKey(i), v.n.items[i], e)
		}
		for i := range v.n.members {
			v.n.members[i].value = f.inside(nameKey(v.n.members[i].name), v.n.members[i].value, e)
		}
		return v
	}
	entries := v.t.entries
	isObject := entries[v.i].kind == kindObject
	for i, n, end := v.i+1, 0, entries[v.i].next; i < end; i, n = entries[i].next, n+1 {
		k := indexKey(n)
		if isObject {
			k = nameKey(v.t.stringAt(i))
			i++
		}
		one := value{t: v.t, i: i}
		now := f.inside(k, one, e)
		if e.err != nil {
			return v
		}
		if now == one {
			continue
		}
		if isObject {
			owner.own().members[n].value = now
		} else {
			owner.own().items[n] = now
		}
	}
	return owner
}

// eachInOrder edits the values of an object whose order is not that of its text.
func (f *function) eachInOrder(v value, e *edits) value {
	places := make(map[string]int)
	var members []member
	for name, one := range v.withoutRepeats().membersOf() {
		places[name] = len(members)
		members = append(members, member{name, one})
	}
	owner := v
	for _, one := range inOrder(members) {
		now := f.inside(nameKey(one.name), one.value, e)
		if e.err != nil {
			return v
		}
		if now != one.value {
			owner.own().members[places[one.name]].value = now
		}
	}
	return owner
}

// inside edits a value under a key, unless an edit before has stopped the conversion.
func (f *function) inside(k key, v value, e *edits) value {
	if e.err != nil {
		return v
	}
	e.enter(k)
	v = f.run(v, e)
	e.leave()
	return v
}

// apply edits one member of an object, if it is present and not valid for the type, or if it is absent and the edit is
// always made. It returns the object.
func (m *edit) apply(owner value, e *edits) value {
	if m.kind == editMove || m.kind == editDropOthers {
		return m.act(owner, value{}, e)
	}
	stated := owner.get(m.member)
	if stated.given() {
		if m.fits != nil && fits(m.fits, stated) {
			return owner
		}
	} else if !m.always {
		return owner
	}
	if m.kind != editVisit {
		if m.when != nil && !fits(m.when, owner) {
			return owner
		}
		return m.act(owner, stated, e)
	}
	if !stated.given() {
		stated = value{n: &node{kind: kindNull}}
	}
	e.enter(nameKey(m.member))
	now := m.function.looped(m.loop, stated, e)
	e.leave()
	if now == stated || e.err != nil {
		return owner
	}
	return with(owner, m.member, now)
}

// with returns an object with a member. A part of a text is copied; a node is changed.
func with(owner value, name string, v value) value {
	owner.set(name, v)
	return owner
}

// act makes an edit. stated is the member, if it is present.
func (m *edit) act(owner, stated value, e *edits) value {
	switch m.kind {
	case editMove:
		e.move(&owner, m)
	case editDropOthers:
		m.dropOthers(&owner, e)
	case editDrop:
		e.drop(&owner, m.member, m.change)
	case editDropOnly:
		e.dropOnly(&owner, m)
	case editDropInside:
		e.dropInside(&owner, m)
	case editDropItems:
		e.dropItems(&owner, m)
	case editTruncate:
		e.truncate(&owner, m)
	case editFillContext:
		e.fillContext(&owner, m)
	case editSet:
		e.fill(&owner, m.member, m.value, m.change)
	case editRefuse:
		if stated.given() {
			e.refuse(m.change, m.code, nameKey(m.member))
		} else {
			e.refuse(m.change, m.code)
		}
	case editCall:
		owner = m.rule(owner, e, m.change)
	}
	return owner
}

func (m *edit) dropOthers(owner *value, e *edits) {
	var kept, others []member
	for name, one := range owner.withoutRepeats().membersOf() {
		if contains(m.names, name) || m.fits != nil && fits(m.fits, one) {
			kept = append(kept, member{name, one})
		} else {
			others = append(others, member{name, one})
		}
	}
	for _, one := range inOrder(others) {
		e.report(dropped, one.value, m.change, nameKey(one.name))
	}
	if len(others) > 0 {
		*owner = objectOf(kept...)
	}
}

func contains(names []string, name string) bool {
	for _, one := range names {
		if one == name {
			return true
		}
	}
	return false
}

// part edits the params or the result of a message by the row of its method. It returns the part as it is now.
func (p *plan) part(v value, isParams bool, r *row, e *edits) value {
	if p.everyPart != nil && isObject(v) && isObject(v.get(p.everyPart.member)) {
		v = p.everyPart.apply(v, e)
	}
	if r == nil || e.err != nil {
		return v
	}
	edit := r.result
	if isParams {
		edit = r.params
	}
	if edit == nil {
		return v
	}
	if !v.given() {
		if !isParams || !r.createsParams {
			return v
		}
		v = objectOf()
	}
	stays := !isParams || !r.dropsEmptyParams || v.isEmptyObject()
	v = edit.run(v, e)
	if !stays && v.isEmptyObject() {
		return value{}
	}
	return v
}

// error edits an error by the first row that concerns its code.
func (p *plan) error(failure *value, e *edits) {
	code, data := failure.get("code").float(), failure.get("data")
	for _, one := range p.renumbering {
		if code < float64(one.first) || code > float64(one.last) {
			continue
		}
		if len(one.answering) > 0 && !contains(one.answering, e.answering) {
			continue
		}
		if one.hasHaving && !(isObject(data) && data.get(one.having).given()) {
			continue
		}
		if one.wraps {
			original := objectOf(member{"code", failure.get("code")})
			if data.given() {
				original.set("data", data)
				e.report(reshaped, data, one.change, nameKey("data"))
			} else {
				e.report(invented, original, one.change, nameKey("data"))
			}
			failure.set("data", original)
		}
		e.fill(failure, "code", numberValue(one.to), one.change)
		return
	}
}
