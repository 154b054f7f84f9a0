package mcprevisions

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// kind is the JSON type of a value. JSON has one type of number.
type kind uint8

const (
	kindNull kind = iota
	kindFalse
	kindTrue
	kindNumber
	kindString
	kindArray
	kindObject
)

// String returns the type as it is named in an error message.
func (k kind) String() string {
	switch k {
	case kindNull:
		return "null"
	case kindFalse, kindTrue:
		return "true or false"
	case kindNumber:
		return "a number"
	case kindString:
		return "a string"
	case kindArray:
		return "an array"
	}
	return "an object"
}

// The flags of an entry.
const (
	flagEscaped  = 1 << iota // a string with an escape
	flagInteger              // a number without a fraction and an exponent
	flagReplaced             // a member name that occurs again later in its object
	flagRepeats              // an object with such a name
)

// entry is a JSON value or a member name in a text. A member is two entries: its name, then its value.
type entry struct {
	start, end uint32 // the bytes of the value; those of a string include its quotation marks
	next       uint32 // the entry that follows the value and everything inside it
	kind       kind
	flags      uint8
}

// text is a JSON text with an entry for each value, in the order of the text.
type text struct {
	data    string
	entries []entry
	untidy  bool // the text has several lines or repeated names, so it must not leave as it came
	depth   int
	flaw    string
	half    int    // the index behind the start of the first half of a surrogate pair, or 0
	beyond  int    // the index behind the start of the first number out of range, or 0
	hides   bool   // whether a number out of range keeps the half from having a pointer
	wide    uint64 // not 0 if a string may have a character beyond ASCII
}

// maxDigits is the number of characters of the longest integer that is read.
const maxDigits = 4300

var texts = sync.Pool{New: func() any { return new(text) }}

// readText parses JSON, which is a part of a message if there are keys above it. The text refers to data until release is
// called.
func readText(data []byte, limits Limits, above ...key) (*text, *DecodeError) {
	t := texts.Get().(*text)
	if err := t.read(unsafe.String(unsafe.SliceData(data), len(data)), limits, above...); err != nil {
		t.release()
		return nil, err
	}
	return t, nil
}

// release returns the memory of a text for the next message. A large one is left to the garbage collector.
func (t *text) release() {
	if cap(t.entries) > 1<<16 {
		return
	}
	t.data = ""
	t.entries = t.entries[:0]
	texts.Put(t)
}

// readMessage parses a message as readText does. The error has the id of the message if the text has one.
func readMessage(data []byte, limits Limits) (*text, *DecodeError) {
	t, bad := readText(data, limits)
	if bad != nil {
		bad.ID = idOf(data, limits)
	}
	return t, bad
}

func parseError(reason string) *DecodeError {
	return &DecodeError{Reason: reason, Code: CodeParseError}
}

func (t *text) read(data string, limits Limits, above ...key) *DecodeError {
	limits = limits.orDefaults()
	if len(data) > limits.Size {
		return parseError(fmt.Sprintf("larger than the limit of %d bytes", limits.Size))
	}
	*t = text{data: data, entries: withRoomFor(data, t.entries[:0]), depth: limits.Depth}
	i := t.space(0)
	if i == len(data) {
		return parseError("not JSON: the text is empty")
	}
	if strings.HasPrefix(data, "\ufeff") {
		return parseError("not JSON: the text begins with a byte order mark; send UTF-8 without it")
	}
	i = t.value(i, 0)
	if i >= 0 {
		if i = t.space(i); i < len(data) {
			i = t.failAt(i, "not JSON: text follows the value")
		}
	}
	if t.wide != 0 && !utf8.ValidString(data) {
		return parseError(fmt.Sprintf("not UTF-8 at byte %d", flawOfUTF8(data)))
	}
	if i < 0 {
		return parseError(t.flaw)
	}
	if t.beyond > 0 && (t.half == 0 || t.beyond < t.half) {
		return parseError("a number out of range; the limits are those of a double, and 4,300 digits for an integer")
	}
	if t.half > 0 {
		path, isFound := t.halfCharacter(0, above)
		if !isFound || t.hides {
			path = nil
		}
		return &DecodeError{Pointer: pointer(path), Reason: "not UTF-8: a lone surrogate", Code: CodeParseError}
	}
	if !t.untidy && t.wide != 0 {
		t.untidy = hasLineSeparator(data)
	}
	return nil
}

// withRoomFor returns no entries, in a slice that need not grow while a large text is read. A text has at most one entry for
// each of these characters, and one more.
func withRoomFor(data string, entries []entry) []entry {
	if len(data) < 1<<16 {
		return entries
	}
	count := 1
	for _, one := range []string{",", ":", "[", "{"} {
		count += strings.Count(data, one)
	}
	if count <= cap(entries) {
		return entries
	}
	return make([]entry, 0, count)
}

// flawOfUTF8 returns the offset of the first byte of a text that is not UTF-8.
func flawOfUTF8(data string) int {
	for i, one := range data {
		if one == utf8.RuneError && !strings.HasPrefix(data[i:], "\ufffd") {
			return i
		}
	}
	return len(data)
}

// halfCharacter returns the path of the first string in a value that has half of a surrogate pair. Members that are given
// again later in their object have no path. The half has no pointer if an integer has too many digits, or if another
// number out of range is found first, so that all readers report the same.
func (t *text) halfCharacter(i uint32, path []key) (found []key, ok bool) {
	e := &t.entries[i]
	switch e.kind {
	case kindString:
		return path, t.hasHalf(i)
	case kindNumber:
		if t.beyond > 0 && e.flags&flagInteger == 0 {
			f, err := strconv.ParseFloat(t.data[e.start:e.end], 64)
			t.hides = t.hides || err != nil || math.IsNaN(f) || math.IsInf(f, 0)
		}
		return nil, t.hides
	case kindObject:
		for name, one := range (value{t: t, i: i}).withoutRepeats().membersOf() {
			below := append(path, nameKey(name))
			if t.hasHalf(one.i - 1) {
				return below, true
			}
			if found, ok := t.halfCharacter(one.i, below); ok {
				return found, true
			}
		}
	case kindArray:
		for j, n := i+1, 0; j < e.next; j, n = t.entries[j].next, n+1 {
			if found, ok := t.halfCharacter(j, append(path, indexKey(n))); ok {
				return found, true
			}
		}
	}
	return nil, false
}

func (t *text) hasHalf(i uint32) bool {
	e := &t.entries[i]
	if e.flags&flagEscaped == 0 {
		return false
	}
	inner := t.data[e.start+1 : e.end-1]
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' {
			continue
		}
		i++
		if inner[i] != 'u' {
			continue
		}
		unit, _ := hexAt(inner, i+1)
		i += 4
		if !utf16.IsSurrogate(unit) {
			continue
		}
		second, _ := secondHalf(inner, i+1)
		if utf16.DecodeRune(unit, second) == utf8.RuneError {
			return true
		}
		i += 6
	}
	return false
}

// hasLineSeparator reports whether a text has a character beyond ASCII that ends a line for some readers.
func hasLineSeparator(data string) bool {
	return strings.Contains(data, "\u0085") || strings.Contains(data, "\u2028") || strings.Contains(data, "\u2029")
}

// space returns the index of the next character that is not white space.
func (t *text) space(i int) int {
	for ; i < len(t.data); i++ {
		switch t.data[i] {
		case ' ', '\t':
		case '\n', '\r':
			t.untidy = true
		default:
			return i
		}
	}
	return i
}

func (t *text) fail(reason string) int {
	if t.flaw == "" {
		t.flaw = reason
	}
	return -1
}

// failAt is fail with the offset of the first byte that cannot be read.
func (t *text) failAt(i int, reason string) int {
	return t.fail(fmt.Sprintf("%s at byte %d", reason, i))
}

func (t *text) add(start, end int, k kind, flags uint8) int {
	n := len(t.entries)
	t.entries = append(t.entries, entry{uint32(start), uint32(end), uint32(n + 1), k, flags})
	return n
}

// value reads the value at i, inside of level containers. It returns the index behind the value, or -1.
func (t *text) value(i, level int) int {
	if i == len(t.data) {
		return t.failAt(i, "not JSON: a value is missing")
	}
	switch c := t.data[i]; c {
	case '"':
		return t.string(i)
	case '{', '[':
		if level >= t.depth {
			return t.fail(fmt.Sprintf("nested more deeply than the limit of %d levels", t.depth))
		}
		if c == '{' {
			return t.object(i, level)
		}
		return t.array(i, level)
	case 't':
		return t.word(i, "true", kindTrue)
	case 'f':
		return t.word(i, "false", kindFalse)
	case 'n':
		return t.word(i, "null", kindNull)
	default:
		if t.half > 0 {
			if end := t.notFinite(i); end > 0 {
				return end
			}
		}
		if c == '-' || '0' <= c && c <= '9' {
			return t.number(i)
		}
	}
	return t.failAt(i, "not JSON: a value is missing")
}

// notFinite reads a value that only JavaScript and Python write, as a number out of range. It returns the index behind the
// value, or 0. A text with such a value is never valid, but a half of a surrogate pair before it has a pointer.
func (t *text) notFinite(i int) int {
	for _, name := range []string{"NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(t.data[i:], name) {
			t.isBeyond(i)
			t.add(i, i+len(name), kindNumber, 0)
			return i + len(name)
		}
	}
	return 0
}

func (t *text) word(i int, word string, k kind) int {
	if !strings.HasPrefix(t.data[i:], word) {
		return t.failAt(i, "not JSON: a value is missing")
	}
	t.add(i, i+len(word), k, 0)
	return i + len(word)
}

func (t *text) array(i, level int) int {
	self := t.add(i, i, kindArray, 0)
	i = t.space(i + 1)
	if i < len(t.data) && t.data[i] == ']' {
		return t.close(self, i+1)
	}
	for {
		if i = t.value(i, level+1); i < 0 {
			return -1
		}
		if i = t.space(i); i == len(t.data) {
			return t.failAt(i, "not JSON: the text ends inside an array")
		}
		switch t.data[i] {
		case ',':
			i = t.space(i + 1)
		case ']':
			return t.close(self, i+1)
		default:
			return t.failAt(i, "not JSON: a comma or a closing bracket is missing")
		}
	}
}

func (t *text) close(self, end int) int {
	t.entries[self].end = uint32(end)
	t.entries[self].next = uint32(len(t.entries))
	return end
}

func (t *text) object(i, level int) int {
	self := t.add(i, i, kindObject, 0)
	i = t.space(i + 1)
	if i < len(t.data) && t.data[i] == '}' {
		return t.close(self, i+1)
	}
	var seen uint64 // a bit for each hash of a name: a name whose bit is set may be a repetition
	mayRepeat := false
	for {
		if i == len(t.data) || t.data[i] != '"' {
			return t.failAt(i, "not JSON: a member name is missing")
		}
		name := len(t.entries)
		start := i + 1
		if i = t.string(i); i < 0 {
			return -1
		}
		if t.entries[name].flags != 0 {
			mayRepeat = true
		} else {
			length := i - 1 - start
			hash := uint(length) * 7
			if length > 0 {
				hash += uint(t.data[start])*31 + uint(t.data[start+length/2])*5 + uint(t.data[i-2])*17
			}
			bit := uint64(1) << (hash & 63)
			mayRepeat = mayRepeat || seen&bit != 0
			seen |= bit
		}
		if i = t.space(i); i == len(t.data) || t.data[i] != ':' {
			return t.failAt(i, "not JSON: a colon is missing")
		}
		if i = t.value(t.space(i+1), level+1); i < 0 {
			return -1
		}
		if i = t.space(i); i == len(t.data) {
			return t.failAt(i, "not JSON: the text ends inside an object")
		}
		switch t.data[i] {
		case ',':
			i = t.space(i + 1)
		case '}':
			i = t.close(self, i+1)
			if mayRepeat {
				t.markReplaced(self)
			}
			return i
		default:
			return t.failAt(i, "not JSON: a comma or a closing bracket is missing")
		}
	}
}

// markReplaced marks every name of an object that occurs again, because the last member of a name counts.
func (t *text) markReplaced(object int) {
	end := t.entries[object].next
	if end-uint32(object) > 64 {
		last := make(map[string]uint32)
		for i := uint32(object) + 1; i < end; i = t.entries[i+1].next {
			name := t.stringAt(i)
			if old, ok := last[name]; ok {
				t.repeats(object, old)
			}
			last[name] = i
		}
		return
	}
	for i := uint32(object) + 1; i < end; i = t.entries[i+1].next {
		for j := t.entries[i+1].next; j < end; j = t.entries[j+1].next {
			if t.sameString(i, j) {
				t.repeats(object, i)
				break
			}
		}
	}
}

func (t *text) repeats(object int, name uint32) {
	t.entries[name].flags |= flagReplaced
	t.entries[object].flags |= flagRepeats
	t.untidy = true
}

func (t *text) sameString(i, j uint32) bool {
	a, b := t.entries[i], t.entries[j]
	if (a.flags|b.flags)&flagEscaped == 0 {
		return t.data[a.start:a.end] == t.data[b.start:b.end]
	}
	return t.stringAt(i) == t.stringAt(j)
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// eightBytes returns the first eight bytes of a string as a number. The compiler makes one load of it.
func eightBytes(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// string reads the string whose quotation mark is at i.
func (t *text) string(i int) int {
	data := t.data
	start := i
	var flags uint8
	var seen uint64 // the bits of all bytes
	i++
	for {
		for i+8 <= len(data) { // eight bytes at a time
			w := eightBytes(data[i : i+8])
			seen |= w
			quote := w ^ (ones * '"')
			slash := w ^ (ones * '\\')
			found := ((w-ones*0x20)&^w | (quote-ones)&^quote | (slash-ones)&^slash) & highs
			if found != 0 {
				i += bits.TrailingZeros64(found) >> 3
				break
			}
			i += 8
		}
		for i < len(data) && data[i] != '"' && data[i] != '\\' && data[i] >= 0x20 {
			seen |= uint64(data[i])
			i++
		}
		if i == len(data) {
			return t.failAt(i, "not JSON: the text ends inside a string")
		}
		switch {
		case data[i] == '"':
			t.wide |= seen & highs
			t.add(start, i+1, kindString, flags)
			return i + 1
		case data[i] < 0x20:
			return t.failAt(i, "not JSON: a control character in a string")
		}
		flags = flagEscaped
		if i = t.escape(i); i < 0 {
			return -1
		}
	}
}

// escape reads the escape whose backslash is at i.
func (t *text) escape(i int) int {
	if i+1 < len(t.data) {
		switch t.data[i+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			return i + 2
		case 'u':
			unit, ok := hexAt(t.data, i+2)
			if !ok {
				break
			}
			if !utf16.IsSurrogate(unit) {
				return i + 6
			}
			if second, ok := secondHalf(t.data, i+6); ok && utf16.DecodeRune(unit, second) != utf8.RuneError {
				return i + 12
			}
			if t.half == 0 {
				t.half = i + 1
			}
			return i + 6
		}
	}
	return t.failAt(i, "not JSON: an escape that no string can have")
}

func secondHalf(data string, i int) (rune, bool) {
	if i+1 < len(data) && data[i] == '\\' && data[i+1] == 'u' {
		return hexAt(data, i+2)
	}
	return 0, false
}

// hexAt returns the number that the four hexadecimal digits at i write.
func hexAt(data string, i int) (rune, bool) {
	if i+4 > len(data) {
		return 0, false
	}
	var found rune
	for _, c := range []byte(data[i : i+4]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		found = found<<4 | rune(c)
	}
	return found, true
}

// number reads the number at i. A fraction or an exponent makes a double, which must be finite.
func (t *text) number(i int) int {
	data := t.data
	start := i
	flags := uint8(flagInteger)
	if data[i] == '-' {
		i++
	}
	switch {
	case i < len(data) && data[i] == '0':
		i++
	case i < len(data) && '1' <= data[i] && data[i] <= '9':
		i = digits(data, i)
	default:
		return t.failAt(i, "not JSON: a digit is missing")
	}
	if i < len(data) && data[i] == '.' {
		flags = 0
		from := i + 1
		if i = digits(data, from); i == from {
			return t.failAt(i, "not JSON: a digit is missing")
		}
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		flags = 0
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		from := i
		if i = digits(data, from); i == from {
			return t.failAt(i, "not JSON: a digit is missing")
		}
	}
	if i-start > 15 || flags == 0 {
		if flags != 0 && i-start > maxDigits {
			t.isBeyond(start)
			t.hides = t.hides || len(strings.TrimPrefix(data[start:i], "-")) > maxDigits
		}
		if flags == 0 {
			if _, err := strconv.ParseFloat(data[start:i], 64); err != nil {
				t.isBeyond(start)
			}
		}
	}
	t.add(start, i, kindNumber, flags)
	return i
}

// isBeyond notes a number out of range. Reading goes on, because a half of a surrogate pair before it counts.
func (t *text) isBeyond(start int) {
	if t.beyond == 0 {
		t.beyond = start + 1
	}
}

// digits returns the index behind the digits at i.
func digits(data string, i int) int {
	for i < len(data) && '0' <= data[i] && data[i] <= '9' {
		i++
	}
	return i
}

// stringAt returns the string of an entry. Without escapes, it is a part of the text.
func (t *text) stringAt(i uint32) string {
	e := &t.entries[i]
	inner := t.data[e.start+1 : e.end-1]
	if e.flags&flagEscaped == 0 {
		return inner
	}
	return unescaped(inner)
}

// unescaped returns a string whose escapes are valid, without them.
func unescaped(inner string) string {
	var b strings.Builder
	b.Grow(len(inner))
	for i := 0; i < len(inner); {
		next := strings.IndexByte(inner[i:], '\\')
		if next < 0 {
			b.WriteString(inner[i:])
			break
		}
		b.WriteString(inner[i : i+next])
		i += next + 2
		switch c := inner[i-1]; c {
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u':
			unit, _ := hexAt(inner, i)
			i += 4
			if utf16.IsSurrogate(unit) {
				second, _ := secondHalf(inner, i)
				if unit = utf16.DecodeRune(unit, second); unit != utf8.RuneError {
					i += 6
				}
			}
			b.WriteRune(unit)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
