package mcprevisions

import (
	"slices"
	"unicode/utf8"
)

// checker validates values. It collects the unknown members, and remembers the outcome of a nested value of a union,
// so that the time does not grow exponentially with the depth.
type checker struct {
	collects bool
	unknown  []uint32 // the names of unknown members, as entries of the text; only if collects
	trials   int      // the unions around the value, of which more than one variant was tried
	keepsAll bool     // remember every outcome, for explain
	known    map[checkKey]outcome
	reasons  map[checkKey]*mismatch
}

type checkKey struct {
	schema *schema
	text   *text
	node   *node
	entry  uint32
}

type outcome struct {
	fits    bool
	unknown []uint32
}

func keyOf(s *schema, v value) checkKey { return checkKey{s, v.t, v.n, v.i} }

// fits reports whether a value is valid for a schema.
func fits(s *schema, v value) bool {
	var c checker
	return c.check(s, v)
}

// check reports whether a value is valid, and collects its unknown members.
func (c *checker) check(s *schema, v value) bool {
	if !c.keepsAll || v.kind() < kindArray {
		return c.checkNow(s, v)
	}
	key := keyOf(s, v)
	if found, ok := c.known[key]; ok {
		return found.fits
	}
	ok := c.checkNow(s, v)
	c.known[key] = outcome{fits: ok}
	return ok
}

func (c *checker) checkNow(s *schema, v value) bool {
	switch s.kind {
	case anything, unknownMember:
		return true
	case forbidden:
		return false
	case constants:
		for _, one := range s.constants {
			if one.kind() == kindString && v.kind() == kindString {
				if v.sameText(one.text()) {
					return true
				}
			} else if equal(one, v) {
				return true
			}
		}
		return false
	case union:
		return c.union(s, v)
	case objectType:
		return v.kind() == kindObject && c.object(s, v)
	case arrayType:
		return v.kind() == kindArray && c.array(s, v)
	case stringType:
		return v.kind() == kindString && s.admitsText(v)
	case integerType:
		return v.isInteger() && s.admitsNumber(v)
	case numberType:
		return v.kind() == kindNumber && s.admitsNumber(v)
	case booleanType:
		return v.kind() == kindTrue || v.kind() == kindFalse
	}
	return v.kind() == kindNull
}

func (s *schema) admitsText(v value) bool {
	if s.minLength == 0 && s.maxLength < 0 && s.pattern == nil {
		return true
	}
	text := v.text()
	if s.minLength > 0 || s.maxLength >= 0 {
		length := utf8.RuneCountInString(text)
		if length < s.minLength || s.maxLength >= 0 && length > s.maxLength {
			return false
		}
	}
	return s.pattern == nil || s.pattern.MatchString(text)
}

func (s *schema) admitsNumber(v value) bool {
	if s.minimum == nil && s.maximum == nil {
		return true
	}
	f := v.float()
	return (s.minimum == nil || f >= *s.minimum) && (s.maximum == nil || f <= *s.maximum)
}

func (c *checker) array(s *schema, v value) bool {
	if s.minItems > 0 || s.maxItems >= 0 {
		size := v.size()
		if size < s.minItems || s.maxItems >= 0 && size > s.maxItems {
			return false
		}
	}
	if s.items.kind == anything {
		return true
	}
	if v.n == nil {
		entries := v.t.entries
		for i, end := v.i+1, entries[v.i].next; i < end; i = entries[i].next {
			if !c.check(s.items, value{t: v.t, i: i}) {
				return false
			}
		}
		return true
	}
	for _, one := range v.n.items {
		if !c.check(s.items, one) {
			return false
		}
	}
	return true
}

func (c *checker) object(s *schema, v value) bool {
	found := len(c.unknown)
	var seen uint64
	if v.n != nil {
		for i := range v.n.members {
			if !c.member(s, v.n.members[i].name, 0, v.n.members[i].value, &seen) {
				return false
			}
		}
	} else {
		entries := v.t.entries
		for i, end := v.i+1, entries[v.i].next; i < end; i = entries[i+1].next {
			if entries[i].flags&flagReplaced == 0 && !c.member(s, v.t.stringAt(i), i, value{t: v.t, i: i + 1}, &seen) {
				return false
			}
		}
	}
	if seen&s.properties.requires != s.properties.requires {
		return false
	}
	for _, name := range s.properties.others {
		if !v.get(name).given() {
			return false
		}
	}
	if s.plain {
		c.unknown = c.unknown[:found]
	}
	return true
}

// member checks a member, whose name is an entry of the text if the value is a part of it.
func (c *checker) member(s *schema, name string, entry uint32, v value, seen *uint64) bool {
	if one, bit := s.properties.find(name); one != nil {
		*seen |= bit
		return c.check(one, v)
	}
	if s.names != nil && !c.check(s.names, textValue(name)) {
		return false
	}
	if s.others.kind == unknownMember {
		if c.collects {
			c.unknown = append(c.unknown, entry)
		}
		return true
	}
	return s.others.kind == anything || c.check(s.others, v)
}

// union chooses the variant with the fewest unknown members, the first of equals. A variant whose guard holds is tried
// first and taken if the value is valid; one whose guard does not is tried last, or never.
func (c *checker) union(s *schema, v value) bool {
	k := v.kind()
	found := &s.byKind[k]
	switch {
	case len(found.variants) == 0:
		return false
	case found.byTag != nil:
		tag := v.get(found.tag)
		if !tag.given() || tag.kind() != kindString {
			return false
		}
		meant := found.byTag[tag.text()]
		return meant != nil && c.check(meant.schema, v)
	case k < kindArray:
		for _, one := range found.variants {
			if c.check(one.schema, v) {
				return true
			}
		}
		return false
	case len(found.variants) == 1 && len(found.ranks[1]) == 1:
		return c.check(found.variants[0].schema, v)
	}
	if c.trials == 0 && !c.keepsAll {
		c.trials++
		chosen := c.try(found, v)
		c.trials--
		return chosen != nil
	}
	key := keyOf(s, v)
	if known, ok := c.known[key]; ok {
		c.unknown = append(c.unknown, known.unknown...)
		return known.fits
	}
	start := len(c.unknown)
	c.trials++
	ok := c.try(found, v) != nil
	c.trials--
	if c.known == nil {
		c.known = make(map[checkKey]outcome)
	}
	c.known[key] = outcome{ok, slices.Clone(c.unknown[start:])}
	return ok
}

// choose returns the variant of a union as which a value is decoded, or nil.
func choose(s *schema, v value) *variant {
	c := checker{collects: true}
	return c.try(&s.byKind[v.kind()], v)
}

// try returns the variant that is chosen for a value, or nil.
func (c *checker) try(found *candidates, v value) *variant {
	for n, rank := range found.ranks {
		start := len(c.unknown)
		var chosen *variant
		best := -1 // the number of unknown members of the best variant, which are at start
		for _, one := range rank {
			isGuarded := one.schema.guardMember != ""
			if isGuarded && one.guardHolds(v) != (n == 0) {
				continue
			}
			before := len(c.unknown)
			if !c.check(one.schema, v) {
				c.unknown = c.unknown[:before]
				continue
			}
			count := len(c.unknown) - before
			if best < 0 || count < best || isGuarded {
				copy(c.unknown[start:], c.unknown[before:])
				best, chosen = count, one
			}
			c.unknown = c.unknown[:start+best]
			if best == 0 || isGuarded || !c.collects {
				return chosen
			}
		}
		if chosen != nil {
			return chosen
		}
	}
	return nil
}

func (v *variant) guardHolds(of value) bool {
	stated := of.get(v.schema.guardMember)
	return stated.given() && equal(stated, v.schema.guardValue)
}

// unknownPointers returns the JSON Pointers of the unknown members, in the order of the text.
func (c *checker) unknownPointers(v value) []string {
	if len(c.unknown) == 0 {
		return nil
	}
	slices.Sort(c.unknown)
	w := pointerWalk{t: v.t, left: slices.Compact(c.unknown)}
	w.inside(v.i)
	return w.found
}

// pointerWalk writes the pointers of names, which are entries in ascending order, in one walk.
type pointerWalk struct {
	t     *text
	left  []uint32
	path  []byte
	found []string
	size  int // of the pointers
}

// maxUnknown is how much longer than the text all pointers to unknown members may be. Each repeats the names above it.
const maxUnknown = 1 << 20

func (w *pointerWalk) inside(i uint32) {
	e := w.t.entries[i]
	length := len(w.path)
	index := 0
	for j := i + 1; j < e.next && len(w.left) > 0; index++ {
		child, k := j, indexKey(index)
		if e.kind == kindObject {
			child, k = j+1, nameKey(w.t.stringAt(j))
		}
		next := w.t.entries[child].next
		if w.left[0] < next {
			w.path = appendPointer(w.path[:length], []key{k})
			if e.kind == kindObject && w.left[0] == j {
				found := shortPointer(w.path)
				w.found = append(w.found, found)
				w.left = w.left[1:]
				if w.size += len(found); w.size > len(w.t.data)+maxUnknown {
					w.left = nil
				}
			}
			if len(w.left) > 0 && w.left[0] < next {
				w.inside(child)
			}
		}
		j = next
	}
	w.path = w.path[:length]
}
