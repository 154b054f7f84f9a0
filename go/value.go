package mcprevisions

import (
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is a JSON value: a part of a text, or a node that an edit made. The zero value stands for no value.
//
// A part of a text never changes. An edit copies one level of it to a node, whose members are parts of the text
// until they are edited too. So an edit costs as much as the objects on the path to it, and everything else
// is written as it was read.
type value struct {
	t *text
	i uint32
	n *node
}

// node is a value that an edit made or changed.
type node struct {
	kind    kind
	raw     string   // the JSON of a number or a string
	members []member // of an object
	items   []value  // of an array
}

type member struct {
	name  string
	value value
}

func (t *text) root() value { return value{t: t} }

// constant returns a JSON text as a value. The text must be valid and must not change.
func constant(data []byte) (value, *DecodeError) {
	t := new(text)
	if err := t.read(string(data), Limits{}); err != nil {
		return value{}, err
	}
	return t.root(), nil
}

// given reports whether there is a value.
func (v value) given() bool { return v.t != nil || v.n != nil }

func (v value) kind() kind {
	if v.n != nil {
		return v.n.kind
	}
	return v.t.entries[v.i].kind
}

// raw returns the JSON of a number, as it was spelled, or of a string.
func (v value) raw() string {
	if v.n != nil {
		return v.n.raw
	}
	e := &v.t.entries[v.i]
	return v.t.data[e.start:e.end]
}

// text returns the string of a value of kind string.
func (v value) text() string {
	if v.n == nil {
		return v.t.stringAt(v.i)
	}
	inner := v.n.raw[1 : len(v.n.raw)-1]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	return unescaped(inner)
}

// isText reports whether a value is a given string.
func (v value) isText(s string) bool {
	return v.given() && v.kind() == kindString && v.sameText(s)
}

// sameText reports whether a value of kind string is a given string.
func (v value) sameText(s string) bool {
	if v.n == nil && v.t.entries[v.i].flags&flagEscaped == 0 {
		e := &v.t.entries[v.i]
		return v.t.data[e.start+1:e.end-1] == s
	}
	return v.text() == s
}

// isInteger reports whether a value is an integer in JSON Schema: 1.0 is one.
func (v value) isInteger() bool {
	if !v.given() || v.kind() != kindNumber {
		return false
	}
	if v.n == nil && v.t.entries[v.i].flags&flagInteger != 0 {
		return true
	}
	return isIntegral(v.raw())
}

func isIntegral(raw string) bool {
	if !strings.ContainsAny(raw, ".eE") {
		return true
	}
	f, _ := strconv.ParseFloat(raw, 64)
	return f == math.Trunc(f)
}

// float returns a number as a double; a large integer is rounded.
func (v value) float() float64 {
	f, _ := strconv.ParseFloat(v.raw(), 64)
	return f
}

// get returns the member of an object, or no value. It returns no value for another kind of value, too.
func (v value) get(name string) value {
	if v.n != nil {
		for i := range v.n.members {
			if v.n.members[i].name == name {
				return v.n.members[i].value
			}
		}
		return value{}
	}
	if v.t == nil || v.t.entries[v.i].kind != kindObject {
		return value{}
	}
	t, entries := v.t, v.t.entries
	for i, end := v.i+1, entries[v.i].next; i < end; i = entries[i+1].next {
		e := &entries[i]
		if e.flags == 0 {
			if int(e.end-e.start) != len(name)+2 || t.data[e.start+1:e.end-1] != name {
				continue
			}
		} else if e.flags&flagReplaced != 0 || t.stringAt(i) != name {
			continue
		}
		return value{t: t, i: i + 1}
	}
	return value{}
}

// at returns the value at a path of names and indexes, or no value.
func (v value) at(path []key) value {
	for _, k := range path {
		if !v.given() {
			return v
		}
		if k.index >= 0 {
			v = v.item(k.index)
		} else {
			v = v.get(k.name)
		}
	}
	return v
}

// item returns an item of an array, or no value.
func (v value) item(index int) value {
	if v.kind() != kindArray {
		return value{}
	}
	for i, one := range v.itemsOf() {
		if i == index {
			return one
		}
	}
	return value{}
}

// size returns the number of members or items.
func (v value) size() int {
	if v.n != nil {
		return len(v.n.members) + len(v.n.items)
	}
	n, entries := 0, v.t.entries
	isObject := entries[v.i].kind == kindObject
	for i, end := v.i+1, entries[v.i].next; i < end; i = entries[i].next {
		if isObject {
			if entries[i].flags&flagReplaced != 0 {
				n--
			}
			i++
		}
		n++
	}
	return n
}

// repeats reports whether an object of a text has a member twice.
func (v value) repeats() bool { return v.n == nil && v.t.entries[v.i].flags&flagRepeats != 0 }

// hasMembers reports whether an object has as many members. It looks at no more than that, and one.
func (v value) hasMembers(n int) bool {
	for range v.membersOf() {
		if n--; n < 0 {
			return false
		}
	}
	return n == 0
}

func (v value) isEmptyObject() bool {
	if !v.given() || v.kind() != kindObject {
		return false
	}
	if v.n != nil {
		return len(v.n.members) == 0
	}
	return v.t.entries[v.i].next == v.i+1
}

// membersOf yields the members of an object, in their order. The object must not change meanwhile.
func (v value) membersOf() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		if v.n != nil {
			for i := range v.n.members {
				if !yield(v.n.members[i].name, v.n.members[i].value) {
					return
				}
			}
			return
		}
		entries := v.t.entries
		for i, end := v.i+1, entries[v.i].next; i < end; i = entries[i+1].next {
			if entries[i].flags&flagReplaced == 0 && !yield(v.t.stringAt(i), value{t: v.t, i: i + 1}) {
				return
			}
		}
	}
}

// withoutRepeats returns an object whose members have the order in which their names occur first.
func (v value) withoutRepeats() value {
	if !v.repeats() {
		return v
	}
	entries := v.t.entries
	n := &node{kind: kindObject}
	places := make(map[string]int)
	for i, end := v.i+1, entries[v.i].next; i < end; i = entries[i+1].next {
		name := v.t.stringAt(i)
		place, ok := places[name]
		if !ok {
			place = len(n.members)
			places[name] = place
			n.members = append(n.members, member{name: name})
		}
		n.members[place].value = value{t: v.t, i: i + 1}
	}
	return value{n: n}
}

// itemsOf yields the items of an array. The array must not change meanwhile.
func (v value) itemsOf() iter.Seq2[int, value] {
	return func(yield func(int, value) bool) {
		if v.n != nil {
			for i, one := range v.n.items {
				if !yield(i, one) {
					return
				}
			}
			return
		}
		entries := v.t.entries
		for n, i, end := 0, v.i+1, entries[v.i].next; i < end; n, i = n+1, entries[i].next {
			if !yield(n, value{t: v.t, i: i}) {
				return
			}
		}
	}
}

// own makes an object or an array one that can be edited: a node. A node stays as it is.
func (v *value) own() *node {
	if v.n != nil {
		return v.n
	}
	if v.repeats() {
		*v = v.withoutRepeats()
		return v.n
	}
	n := &node{kind: v.kind()}
	if n.kind == kindObject {
		n.members = make([]member, 0, v.size()+2)
		for name, one := range v.membersOf() {
			n.members = append(n.members, member{name, one})
		}
	} else {
		n.items = make([]value, 0, v.size())
		for _, one := range v.itemsOf() {
			n.items = append(n.items, one)
		}
	}
	*v = value{n: n}
	return n
}

// put sets a member of an object that can be edited.
func (n *node) put(name string, v value) {
	for i := range n.members {
		if n.members[i].name == name {
			n.members[i].value = v
			return
		}
	}
	n.members = append(n.members, member{name, v})
}

// set sets a member of an object.
func (v *value) set(name string, one value) { v.own().put(name, one) }

// remove removes a member of an object.
func (v *value) remove(name string) {
	n := v.own()
	n.members = slices.DeleteFunc(n.members, func(m member) bool { return m.name == name })
}

// without returns a copy of an object that lacks some members.
func (v value) without(names ...string) value {
	n := &node{kind: kindObject}
	for name, one := range v.membersOf() {
		if !slices.Contains(names, name) {
			n.members = append(n.members, member{name, one})
		}
	}
	return value{n: n}
}

// snapshot returns the value as it is now, whatever edits follow.
func (v value) snapshot() value {
	if v.n == nil || v.n.kind < kindArray {
		return v
	}
	n := &node{kind: v.n.kind, members: slices.Clone(v.n.members), items: slices.Clone(v.n.items)}
	for i := range n.members {
		n.members[i].value = n.members[i].value.snapshot()
	}
	for i := range n.items {
		n.items[i] = n.items[i].snapshot()
	}
	return value{n: n}
}

func objectOf(members ...member) value { return value{n: &node{kind: kindObject, members: members}} }

func arrayOf(items []value) value { return value{n: &node{kind: kindArray, items: items}} }

func textValue(s string) value {
	return value{n: &node{kind: kindString, raw: string(appendString(nil, s))}}
}

func numberValue(n int) value { return value{n: &node{kind: kindNumber, raw: strconv.Itoa(n)}} }

var trueValue = value{n: &node{kind: kindTrue}}

// equal reports whether two values are equal in JSON Schema: 1 and 1.0 are, and the order of members is ignored.
// equal reports whether two values are equal. 1 and 1.0 are.
func equal(a, b value) bool {
	k := a.kind()
	if k != b.kind() {
		return false
	}
	switch k {
	case kindNumber:
		return sameNumber(a.raw(), b.raw())
	case kindString:
		return a.sameText(b.text())
	case kindArray:
		return sameItems(a, b)
	case kindObject:
		return sameMembers(a, b)
	}
	return true
}

func sameItems(a, b value) bool {
	next, stop := iter.Pull2(b.itemsOf())
	defer stop()
	for _, one := range a.itemsOf() {
		if _, other, ok := next(); !ok || !equal(one, other) {
			return false
		}
	}
	_, _, more := next()
	return !more
}

func sameMembers(a, b value) bool {
	size := a.size()
	if !b.hasMembers(size) {
		return false
	}
	if size > 16 {
		others := make(map[string]value)
		for name, one := range b.membersOf() {
			others[name] = one
		}
		for name, one := range a.membersOf() {
			if other, ok := others[name]; !ok || !equal(one, other) {
				return false
			}
		}
		return true
	}
	for name, one := range a.membersOf() {
		if other := b.get(name); !other.given() || !equal(one, other) {
			return false
		}
	}
	return true
}

// sameNumber reports whether two numbers are equal. A number with a fraction or an exponent is a double.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	return exactNumber(a).Cmp(exactNumber(b)) == 0
}

func exactNumber(raw string) *big.Float {
	if !strings.ContainsAny(raw, ".eE") {
		if n, ok := new(big.Int).SetString(raw, 10); ok {
			return new(big.Float).SetInt(n)
		}
	}
	f, _ := strconv.ParseFloat(raw, 64)
	return big.NewFloat(f)
}

// append appends the JSON of a value. What it writes is one line without repeated names.
func (v value) append(out []byte) []byte {
	if v.n == nil {
		return v.t.append(out, v.i)
	}
	switch v.n.kind {
	case kindNull:
		return append(out, "null"...)
	case kindFalse:
		return append(out, "false"...)
	case kindTrue:
		return append(out, "true"...)
	case kindArray:
		out = append(out, '[')
		for i, one := range v.n.items {
			if i > 0 {
				out = append(out, ',')
			}
			out = one.append(out)
		}
		return append(out, ']')
	case kindObject:
		out = append(out, '{')
		for i := range v.n.members {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendString(out, v.n.members[i].name)
			out = append(out, ':')
			out = v.n.members[i].value.append(out)
		}
		return append(out, '}')
	}
	return append(out, v.n.raw...)
}

// append appends a value of a text, as it is spelled if the text is tidy.
func (t *text) append(out []byte, i uint32) []byte {
	e := &t.entries[i]
	if !t.untidy {
		return append(out, t.data[e.start:e.end]...)
	}
	return t.appendTidy(out, i)
}

// appendTidy appends a value without white space and without repeated names.
func (t *text) appendTidy(out []byte, i uint32) []byte {
	e := &t.entries[i]
	switch e.kind {
	case kindObject:
		out = append(out, '{')
		begin := len(out)
		for j := i + 1; j < e.next; j = t.entries[j+1].next {
			if t.entries[j].flags&flagReplaced != 0 {
				continue
			}
			if len(out) > begin {
				out = append(out, ',')
			}
			out = t.appendTidy(out, j)
			out = append(out, ':')
			out = t.appendTidy(out, j+1)
		}
		return append(out, '}')
	case kindArray:
		out = append(out, '[')
		for j := i + 1; j < e.next; j = t.entries[j].next {
			if j > i+1 {
				out = append(out, ',')
			}
			out = t.appendTidy(out, j)
		}
		return append(out, ']')
	case kindString:
		return appendOneLine(out, t.data[e.start:e.end])
	}
	return append(out, t.data[e.start:e.end]...)
}

// appendOneLine appends a JSON string and escapes the characters beyond ASCII that end a line for some readers.
func appendOneLine(out []byte, s string) []byte {
	if !hasLineSeparator(s) {
		return append(out, s...)
	}
	for _, r := range s {
		switch r {
		case '\u0085', '\u2028', '\u2029':
			out = appendEscape(out, r)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

const hexDigits = "0123456789abcdef"

func appendEscape(out []byte, r rune) []byte {
	return append(out, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// appendString appends a string as JSON. Only characters that must be escaped, or that end a line, are escaped.
func appendString(out []byte, s string) []byte {
	start := len(out)
	out = appendQuoted(out, s)
	if !hasLineSeparator(s) {
		return out
	}
	return appendOneLine(out[:start], string(out[start:]))
}

// appendQuoted appends a string as JSON. Only characters that must be escaped are escaped.
func appendQuoted(out []byte, s string) []byte {
	out = append(out, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		out = append(out, s[from:i]...)
		from = i + 1
		if c >= 0x20 {
			out = append(out, '\\', c)
		} else if short := strings.IndexByte("\b\f\n\r\t", c); short >= 0 {
			out = append(out, '\\', "bfnrt"[short])
		} else {
			out = appendEscape(out, rune(c))
		}
	}
	return append(append(out, s[from:]...), '"')
}
