package mcprevisions

import (
	"bytes"
	"crypto/sha256"
	"math"
	"slices"
	"strconv"
	"strings"
)

// hasIndex reports whether an object may have a name that is an array index.
func hasIndex(v value) bool {
	for name := range v.membersOf() {
		if startsWithDigit(name) {
			return true
		}
	}
	return false
}

func startsWithDigit(name string) bool { return name != "" && '0' <= name[0] && name[0] <= '9' }

// indexOf returns the array index that a name is: 0 to 4294967294, as ECMAScript writes it.
func indexOf(name string) (uint64, bool) {
	if !startsWithDigit(name) || len(name) > 10 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	n, err := strconv.ParseUint(name, 10, 64)
	return n, err == nil && n < math.MaxUint32
}

// inOrder returns members in the order of ECMAScript, in which losses are reported: first the names that are array
// indexes, ascending, then the others as they are.
func inOrder(members []member) []member {
	if !slices.ContainsFunc(members, func(one member) bool { return startsWithDigit(one.name) }) {
		return members
	}
	sorted := slices.Clone(members)
	slices.SortStableFunc(sorted, func(a, b member) int {
		m, isIndex := indexOf(a.name)
		n, otherIsIndex := indexOf(b.name)
		switch {
		case isIndex && otherIsIndex && m < n, isIndex && !otherIsIndex:
			return -1
		case isIndex && otherIsIndex && m > n, !isIndex && otherIsIndex:
			return 1
		}
		return 0
	})
	return sorted
}

// appendCanonical appends the JSON of a value as JSON.stringify of ECMAScript writes it.
func appendCanonical(out []byte, v value) []byte { return appendOrdered(out, v, inOrder) }

// byName returns members in the order of their names.
func byName(members []member) []member {
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return members
}

// digestOf returns a hash of a value. Values with another order of members, or another spelling of strings and numbers,
// have the same one.
func digestOf(v value) [sha256.Size]byte { return sha256.Sum256(appendOrdered(nil, v, byName)) }

// appendOrdered appends the JSON of a value as JSON.stringify writes it, with the members of objects in an order.
func appendOrdered(out []byte, v value, order func([]member) []member) []byte {
	switch v.kind() {
	case kindObject:
		var members []member
		for name, one := range v.withoutRepeats().membersOf() {
			members = append(members, member{name, one})
		}
		out = append(out, '{')
		for i, one := range order(members) {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(appendQuoted(out, one.name), ':')
			out = appendOrdered(out, one.value, order)
		}
		return append(out, '}')
	case kindArray:
		out = append(out, '[')
		for i, one := range v.itemsOf() {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendOrdered(out, one, order)
		}
		return append(out, ']')
	case kindString:
		return appendQuoted(out, v.text())
	case kindNumber:
		return appendNumber(out, v.raw())
	}
	return v.append(out)
}

// appendNumber appends a number as ECMAScript writes it. An integer has all of its digits.
func appendNumber(out []byte, raw string) []byte {
	if !strings.ContainsAny(raw, ".eE") {
		if raw == "-0" {
			raw = "0"
		}
		return append(out, raw...)
	}
	n, _ := strconv.ParseFloat(raw, 64)
	size := math.Abs(n)
	switch {
	case n == 0:
		return append(out, '0')
	case 1e-6 <= size && size < 1e21:
		return strconv.AppendFloat(out, n, 'f', -1, 64)
	}
	text := strconv.AppendFloat(nil, n, 'e', -1, 64) // an exponent has two digits or more
	text = bytes.Replace(text, []byte("e-0"), []byte("e-"), 1)
	return append(out, bytes.Replace(text, []byte("e+0"), []byte("e+"), 1)...)
}
