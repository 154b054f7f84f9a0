package mcprevisions

import (
	"slices"
	"sort"
)

// found is a loss before it is written: an event that remains.
type found struct {
	kind   LossKind
	path   []key
	value  value
	change *change
	time   int
}

// remaining returns the events that are losses, in their order: where each is in the first message, or an invention
// in the last. Events inside a value that an edit has invented or replaced concern no value of the first message.
// docs/conversion-data.md has the rules.
func (e *edits) remaining(first, last value) []found {
	if len(e.events) == 0 {
		return nil
	}
	if e.several {
		apart, all := areApart(e.events)
		if !all {
			return merge(e.events, apart, first, last)
		}
	}
	lookup := newFinder(last)
	var out []found
	for _, one := range e.events {
		v := one.value
		if one.kind == invented {
			if now := lookup.at(one.path); now.given() {
				v = now
			}
		}
		out = append(out, found{kind: lossKinds[one.kind], path: one.path, value: v, change: one.change})
	}
	return out
}

// branches are parts of a tree by key. They remember the last part, because many paths in a row share the long names
// that a map would hash for each of them.
type branches[T any] struct {
	all   map[key]T
	known bool // whether last and found are an entry
	last  key
	found T
}

func (b *branches[T]) get(k key) (T, bool) {
	if b.known && b.last == k {
		return b.found, true
	}
	found, ok := b.all[k]
	if ok {
		b.known, b.last, b.found = true, k, found
	}
	return found, ok
}

func (b *branches[T]) put(k key, one T) {
	if b.all == nil {
		b.all = make(map[key]T)
	}
	b.all[k] = one
	b.known, b.last, b.found = true, k, one
}

func (b *branches[T]) remove(k key) {
	delete(b.all, k)
	b.known = false
}

// site is what happened at a path: how many events, and the events inside.
type site struct {
	events int
	inner  branches[*site]
}

// areApart reports of each event whether no other event is at, in or around its path. If something moved, none is.
func areApart(events []event) (apart []bool, all bool) {
	apart = make([]bool, len(events))
	if slices.ContainsFunc(events, func(one event) bool { return one.kind >= moved }) {
		return apart, false
	}
	if len(events) == 1 {
		apart[0] = true
		return apart, true
	}
	root := new(site)
	sites := make([]*site, len(events))
	for i, one := range events {
		at := root
		for _, k := range one.path {
			next, ok := at.inner.get(k)
			if !ok {
				next = new(site)
				at.inner.put(k, next)
			}
			at = next
		}
		at.events++
		sites[i] = at
	}
	all = true
	for i, one := range events {
		apart[i] = sites[i].events == 1 && sites[i].inner.all == nil
		at := root
		for _, k := range one.path {
			apart[i] = apart[i] && at.events == 0
			at, _ = at.inner.get(k)
		}
		all = all && apart[i]
	}
	return apart, all
}

// finder finds values by paths. It remembers the members and items of large values, and the values on the last path.
type finder struct {
	root   value
	items  map[value][]value
	names  map[value]map[string]value
	path   []key
	values []value // at each key of path
}

func newFinder(root value) *finder { return &finder{root: root} }

func (f *finder) at(path []key) value {
	shared := 0
	for shared < min(len(path), len(f.values)) && path[shared] == f.path[shared] {
		shared++
	}
	f.path, f.values = append(f.path[:shared], path[shared:]...), f.values[:shared]
	v := f.root
	if shared > 0 {
		v = f.values[shared-1]
	}
	for _, k := range path[shared:] {
		if !v.given() {
			return v
		}
		if k.index >= 0 {
			v = f.item(v, k.index)
		} else {
			v = f.member(v, k.name)
		}
		f.values = append(f.values, v)
	}
	return v
}

func (f *finder) item(v value, index int) value {
	if v.kind() != kindArray {
		return value{}
	}
	if v.n != nil {
		if index < len(v.n.items) {
			return v.n.items[index]
		}
		return value{}
	}
	list, ok := f.items[v]
	if !ok {
		for _, one := range v.itemsOf() {
			list = append(list, one)
		}
		if f.items == nil {
			f.items = make(map[value][]value)
		}
		f.items[v] = list
	}
	if index < len(list) {
		return list[index]
	}
	return value{}
}

func (f *finder) member(v value, name string) value {
	isLarge := v.n != nil && len(v.n.members) > 32 || v.n == nil && v.t.entries[v.i].next-v.i > 64
	if v.kind() != kindObject || !isLarge {
		return v.get(name)
	}
	table, ok := f.names[v]
	if !ok {
		table = make(map[string]value)
		for each, one := range v.membersOf() {
			table[each] = one
		}
		if f.names == nil {
			f.names = make(map[value]map[string]value)
		}
		f.names[v] = table
	}
	return table[name]
}

var gravity = map[LossKind]int{Respelled: 0, Reshaped: 1, Weakened: 2, Dropped: 3}

// lossAt is a loss of a value of the first message, or an invention of a value of the current one.
type lossAt struct {
	kind   LossKind
	change *change
	time   int
}

// part is a value of the first message with its loss, or a value of the current message with its invention.
type part struct {
	loss *lossAt
	// origin has the path in the first message of a value that has moved. It is nil otherwise.
	origin []key
	// isMade marks an object that a move made.
	isMade bool
	// isClosed: the values inside came with an invention or a replacement.
	isClosed bool
	inner    branches[partSlot]
	order    []partOrder // of inner, so that the outcome does not depend on the order of a map
}

// partSlot is a part under a key. An entry of the order counts if it has the number of the slot.
type partSlot struct {
	part   *part
	number int
}

type partOrder struct {
	key    key
	number int
}

func (p *part) under(k key) *part {
	one := p.find(k)
	if one == nil {
		one = new(part)
		p.put(k, one)
	}
	return one
}

// find returns the part under a key, or nil.
func (p *part) find(k key) *part {
	slot, _ := p.inner.get(k)
	return slot.part
}

func (p *part) put(k key, one *part) {
	slot, ok := p.inner.get(k)
	if !ok {
		slot.number = len(p.order)
		p.order = append(p.order, partOrder{k, slot.number})
	}
	slot.part = one
	p.inner.put(k, slot)
}

func (p *part) at(path []key) *part {
	for _, k := range path {
		p = p.under(k)
	}
	return p
}

type placed struct {
	path []key
	part *part
}

// split returns a part and those inside, with their paths from here; and those apart, without the parts inside them.
func (p *part) split(isApart func(*part) bool) (inside, apart []placed) {
	inside = []placed{{nil, p}}
	for i := 0; i < len(inside); i++ {
		here := inside[i]
		for _, next := range here.part.order {
			slot, ok := here.part.inner.get(next.key)
			if !ok || slot.number != next.number {
				continue
			}
			one, k := slot.part, next.key
			if isApart != nil && isApart(one) {
				apart = append(apart, placed{join(here.path, k), one})
			} else {
				inside = append(inside, placed{join(here.path, k), one})
			}
		}
	}
	return inside, apart
}

// merger keeps the first message with its losses, and the current one with its inventions.
type merger struct {
	message *finder
	first   *part
	current *part
	kept    []found
	time    int
}

func merge(events []event, apart []bool, first, last value) []found {
	m := &merger{message: newFinder(first), first: new(part), current: new(part)}
	for i, one := range events {
		switch {
		case apart[i]:
			m.time++
			m.kept = append(m.kept, found{lossKinds[one.kind], one.path, one.value, one.change, m.time})
		case one.kind == moved:
			m.move(one.moves, one.change)
		case one.kind == made:
			holder := m.current.at(one.path[:len(one.path)-1])
			holder.put(one.path[len(one.path)-1], &part{isMade: true})
		case one.kind == invented:
			m.invent(one.path, one.change)
		default:
			m.lose(one.kind, one.path, one.change)
		}
	}
	now := newFinder(last)
	out := m.kept
	for i := range out {
		if out[i].kind == Invented {
			if v := now.at(out[i].path); v.given() {
				out[i].value = v
			}
		}
	}
	out = append(out, listed(m.first, m.message)...)
	out = append(out, listed(m.current, now)...)
	sort.SliceStable(out, func(i, j int) bool { return out[i].time < out[j].time })
	return out
}

func listed(tree *part, message *finder) []found {
	var out []found
	inside, _ := tree.split(nil)
	for _, one := range inside {
		if one.part.loss == nil {
			continue
		}
		if v := message.at(one.path); v.given() {
			out = append(out, found{one.part.loss.kind, one.path, v, one.part.loss.change, one.part.loss.time})
		}
	}
	return out
}

type changedMove struct {
	move
	part     *part
	origin   []key
	known    bool
	isInside bool
}

func (m *merger) move(moves []move, c *change) {
	var changes []*changedMove
	for _, one := range moves {
		if !slices.Equal(one.to, one.from) {
			origin, known, isInside := m.trace(one.from)
			changes = append(changes, &changedMove{one, nil, origin, known, isInside})
		}
	}
	sort.SliceStable(changes, func(i, j int) bool { return len(changes[i].from) > len(changes[j].from) })
	for _, one := range changes {
		holder := m.current.at(one.from[:len(one.from)-1])
		k := one.from[len(one.from)-1]
		one.part = holder.find(k)
		holder.inner.remove(k)
	}
	sort.SliceStable(changes, func(i, j int) bool { return len(changes[i].to) < len(changes[j].to) })
	for _, one := range changes {
		if one.part == nil {
			one.part = new(part)
		}
		m.current.at(one.to[:len(one.to)-1]).put(one.to[len(one.to)-1], one.part)
		if one.known {
			one.part.origin, one.part.isMade = one.origin, false
			m.first.at(one.origin).origin = one.origin
		} else if one.isInside {
			m.invent(one.to, c)
		}
	}
}

func (m *merger) invent(path []key, c *change) {
	if _, _, isInside := m.trace(path); isInside {
		return
	}
	m.time++
	p := m.current.at(path)
	p.loss = &lossAt{Invented, c, m.time}
	p.isClosed = true
}

func (m *merger) lose(kind eventKind, path []key, c *change) {
	origin, known, _ := m.trace(path)
	p := m.current.at(path)
	isGuest := func(one *part) bool { return one.origin != nil && !(known && startsWith(one.origin, origin)) }
	inside, guests := p.split(isGuest)
	if kind != renamed {
		for _, guest := range guests {
			how := kind
			if kind == replaced {
				how = dropped
			}
			m.lose(how, join(path, guest.path...), c)
		}
	}
	invention := p.loss
	if kind == dropped || kind == omitted || kind == replaced {
		p.inner, p.order = branches[partSlot]{}, nil
		p.isClosed = kind == replaced
		p.loss = nil
	}
	if kind == replaced && !known {
		if invention != nil {
			m.invent(path, invention.change)
		} else {
			m.invent(path, c)
		}
	}
	if known {
		m.loseFirst(kind, origin, c, inside)
	}
}

// loseFirst notes the loss of a value of the first message, and with it of those inside, unless it only has another name.
func (m *merger) loseFirst(edited eventKind, path []key, c *change, inside []placed) {
	kind := lossKinds[edited]
	above := []*part{m.first}
	for _, k := range path {
		above = append(above, above[len(above)-1].under(k))
	}
	place := above[len(above)-1]
	above = above[:len(above)-1]
	if !m.message.at(path).given() {
		// It is a part of another value, in its later form.
		for i := len(above) - 1; i >= 0; i-- {
			if whole := above[i].loss; whole != nil {
				if whole.kind == Respelled {
					whole.kind, whole.change = Reshaped, c
				}
				break
			}
		}
		return
	}
	loss := place.loss
	if edited != renamed {
		// A part that has moved away goes on, until it is lost itself.
		here := make(map[*part]bool)
		for _, one := range inside {
			if one.part.origin != nil {
				here[m.first.at(one.part.origin)] = true
			}
		}
		lost, elsewhere := place.split(func(p *part) bool {
			return p.origin != nil && !here[p] && !(p.loss != nil && p.loss.kind == Dropped)
		})
		switch {
		case edited == respelled:
			for _, one := range slices.Concat(inside, lost, elsewhere) {
				if one.part.loss != nil && one.part != place {
					kind = Reshaped
				}
			}
		case edited == omitted:
			for _, one := range slices.Concat(inside, lost) {
				if one.part.loss != nil && !one.part.loss.kind.Lossless() {
					kind = Dropped
				}
			}
		}
		for _, one := range slices.Concat(inside, lost) {
			one.part.loss = nil
		}
	}
	if loss == nil {
		m.time++
		loss = &lossAt{kind, c, m.time}
	} else if gravity[kind] > gravity[loss.kind] {
		loss = &lossAt{kind, c, loss.time}
	}
	isPartOfLoss := false
	if kind == Dropped && place.origin != nil {
		for _, one := range above {
			isPartOfLoss = isPartOfLoss || one.loss != nil && one.loss.kind == Dropped
		}
	}
	if isPartOfLoss {
		loss = nil
	}
	place.loss = loss
}

// trace returns the path that a value of the current message has in the first, if it is known, and whether the value
// came with an invention or a replacement that holds it.
func (m *merger) trace(path []key) (origin []key, known, isInside bool) {
	p := m.current
	known = true
	origin = []key{}
	for _, k := range path {
		if p != nil && p.isClosed {
			origin, known, isInside = nil, false, true
		}
		if p != nil {
			p = p.find(k)
		}
		switch {
		case p != nil && p.origin != nil:
			origin, known, isInside = slices.Clone(p.origin), true, false
		case p != nil && p.isMade:
			origin, known = nil, false
		case known:
			origin = append(origin, k)
		}
	}
	if p != nil && p.loss != nil {
		return nil, false, isInside
	}
	return origin, known, isInside
}
