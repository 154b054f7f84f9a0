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
		f.edits[i].apply(&v, e)
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
	return p.readAs == nil || choose(p.readAs, v) == p.readAs.variants[p.readIndex]
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
		if !e.formed(v, kindArray) {
			return v
		}
		owner := v
		for i, one := range v.itemsOf() {
			e.enter(indexKey(i))
			now := f.run(one, e)
			e.leave()
			if e.err != nil {
				return v
			}
			if now != one {
				owner.own().items[i] = now
			}
		}
		return owner
	}
	if !e.formed(v, kindObject) {
		return v
	}
	owner, i := v, 0
	for name, one := range v.membersOf() {
		e.enter(nameKey(name))
		now := f.run(one, e)
		e.leave()
		if e.err != nil {
			return v
		}
		if now != one {
			owner.own().members[i].value = now
		}
		i++
	}
	return owner
}

// apply edits one member of an object, if it is present and not valid for the type, or if it is absent and the edit is always made.
func (m *edit) apply(owner *value, e *edits) {
	switch m.kind {
	case editMove:
		e.move(owner, m)
		return
	case editDropOthers:
		m.dropOthers(owner, e)
		return
	}
	stated := owner.get(m.member)
	if stated.given() {
		if m.fits != nil && fits(m.fits, stated) {
			return
		}
	} else if !m.always {
		return
	}
	if m.kind == editVisit {
		if !stated.given() {
			stated = value{n: &node{kind: kindNull}}
		}
		e.enter(nameKey(m.member))
		now := m.function.looped(m.loop, stated, e)
		e.leave()
		if now != stated && e.err == nil {
			owner.set(m.member, now)
		}
		return
	}
	if m.when != nil && !fits(m.when, *owner) {
		return
	}
	switch m.kind {
	case editDrop:
		e.drop(owner, m.member, m.change)
	case editDropOnly:
		e.dropOnly(owner, m)
	case editDropInside:
		e.dropInside(owner, m)
	case editDropItems:
		e.dropItems(owner, m)
	case editTruncate:
		e.truncate(owner, m)
	case editFillContext:
		e.fillContext(owner, m)
	case editSet:
		e.fill(owner, m.member, m.value, m.change)
	case editRefuse:
		if stated.given() {
			e.refuse(m.change, m.code, nameKey(m.member))
		} else {
			e.refuse(m.change, m.code)
		}
	case editCall:
		*owner = m.rule(*owner, e, m.change)
	}
}

func (m *edit) dropOthers(owner *value, e *edits) {
	var kept []member
	drops := false
	for name, one := range owner.membersOf() {
		if contains(m.names, name) || m.fits != nil && fits(m.fits, one) {
			kept = append(kept, member{name, one})
			continue
		}
		drops = true
		e.report(dropped, one, m.change, nameKey(name))
	}
	if drops {
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
		p.everyPart.apply(&v, e)
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
				e.report(reshaped, data, p.renumberChange, nameKey("data"))
			} else {
				e.report(invented, original, p.renumberChange, nameKey("data"))
			}
			failure.set("data", original)
		}
		e.fill(failure, "code", numberValue(one.to), p.renumberChange)
		return
	}
}
