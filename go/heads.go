package mcprevisions

import (
	"bytes"
	"encoding/json"
)

// head is what identifies a message in a text that cannot be read.
type head struct {
	id        json.RawMessage // nil unless it is a string or an integer
	hasID     bool
	hasMethod bool
	isAnswer  bool // whether the message is a response
}

// headScanner finds the members that identify a message in a text that cannot be read, such as one with NaN, with half
// of a surrogate pair, or without an end. It knows only strings and brackets, and reads each byte once.
type headScanner struct {
	data   []byte
	at     int
	limits Limits // of an id
}

// eachHead calls a function for the head of a message, or for each head in a batch. It stops if the function returns
// false. It calls nothing for a text that begins with neither an object nor an array.
func eachHead(data []byte, limits Limits, use func(head) bool) {
	s := headScanner{data: bytes.TrimPrefix(data, []byte("\ufeff")), limits: limits}
	s.space()
	switch {
	case s.isNext('{'):
		use(s.object())
	case s.isNext('['):
		s.at++
		for s.item() {
			if !s.isNext('{') {
				s.value()
			} else if !use(s.object()) {
				return
			}
		}
	}
}

// idOf returns the id of a message that cannot be read, or nil if the text has none, or if it is a batch.
func idOf(data []byte, limits Limits) json.RawMessage {
	var id json.RawMessage
	if !isArrayText(data) {
		eachHead(data, limits, func(h head) bool {
			id = h.id
			return false
		})
	}
	return id
}

// isArrayText reports whether a text begins like an array.
func isArrayText(data []byte) bool {
	s := headScanner{data: data}
	s.space()
	return s.isNext('[')
}

// hasMoreItems reports whether an array has more items than a limit.
func hasMoreItems(data []byte, most int) bool {
	s := headScanner{data: data}
	s.space()
	s.at++
	count := 0
	for s.item() {
		if count++; count > most {
			return true
		}
		s.value()
	}
	return false
}

func (s *headScanner) isNext(c byte) bool { return s.at < len(s.data) && s.data[s.at] == c }

func (s *headScanner) space() {
	for s.at < len(s.data) && (s.data[s.at] <= ' ') {
		s.at++
	}
}

// item goes to the next item of an array. The result is false at its end.
func (s *headScanner) item() bool {
	for {
		s.space()
		switch {
		case s.at == len(s.data):
			return false
		case s.isNext(']'):
			s.at++
			return false
		case s.isNext(','), s.isNext(':'), s.isNext('}'):
			s.at++
		default:
			return true
		}
	}
}

// value passes a value: a string, everything up to the bracket that closes it, or a word.
func (s *headScanner) value() {
	for level := 0; s.at < len(s.data); {
		switch s.data[s.at] {
		case '"':
			s.string()
		case '{', '[':
			level++
			s.at++
		case '}', ']':
			if level == 0 {
				return
			}
			level--
			s.at++
		default:
			if level > 0 || !s.word() {
				s.at++
			}
		}
		if level == 0 {
			return
		}
	}
}

// word passes a number or a word. The result is false if there is none.
func (s *headScanner) word() bool {
	start := s.at
	for ; s.at < len(s.data) && s.data[s.at] > ' '; s.at++ {
		switch s.data[s.at] {
		case ',', ':', '"', '{', '}', '[', ']':
			return s.at > start
		}
	}
	return s.at > start
}

// string passes the string whose quotation mark is next, and returns it with its quotation marks.
func (s *headScanner) string() []byte {
	start := s.at
	for s.at++; s.at < len(s.data); s.at++ {
		switch s.data[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return s.data[start:s.at]
		}
	}
	s.at = len(s.data)
	return nil
}

// object passes the object that is next, and returns its head. The last member of a name counts.
func (s *headScanner) object() head {
	var found head
	var id []byte
	hasResult, isVersion2, isWhole := false, false, false
	s.at++
	for s.at < len(s.data) && !isWhole {
		s.space()
		switch {
		case s.at == len(s.data):
			continue
		case s.isNext('}'):
			s.at++
			isWhole = true
			continue
		case !s.isNext('"'):
			s.at++
			continue
		}
		name := s.name()
		if s.space(); !s.isNext(':') {
			continue
		}
		s.at++
		s.space()
		start := s.at
		s.value()
		one := s.data[start:s.at]
		switch name {
		case "id":
			id, found.hasID = one, true
		case "method":
			found.hasMethod = true
		case "result", "error":
			hasResult = true
		case "jsonrpc":
			isVersion2 = string(one) == `"2.0"`
		}
	}
	if found.hasID {
		if t, bad := readText(id, s.limits); bad == nil {
			f := frame{id: t.root()}
			found.id = f.validID()
			t.release()
		}
	}
	found.isAnswer = !found.hasMethod && (hasResult || isVersion2 && isWhole && found.id != nil)
	return found
}

// name passes a member name. It returns the name if it may be one of those that identify a message.
func (s *headScanner) name() string {
	quoted := s.string()
	if len(quoted) < 2 || len(quoted) > len(`"\u006a\u0073\u006f\u006e\u0072\u0070\u0063"`) {
		return ""
	}
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	name, bad := constant(quoted)
	if bad != nil {
		return ""
	}
	return name.text()
}
