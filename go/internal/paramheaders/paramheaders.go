// Package paramheaders finds the arguments of tools that a client repeats in HTTP headers. A tool annotates such an
// argument with x-mcp-header in its inputSchema, and a server refuses a call without the header Mcp-Param-NAME.
package paramheaders

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

const (
	prefix = "Mcp-Param-"
	// mostStored is the most bytes of annotations that are stored. A tool beyond it is treated as one without annotations.
	mostStored = 64 << 10
	// overhead is counted for each stored name, besides its bytes.
	overhead = 64
	// mostExact is the largest integer that every JSON implementation reads exactly.
	mostExact = 1<<53 - 1
)

// Tools are the annotated arguments of the tools of a server. The zero value has none. Its methods may be called by
// several goroutines at the same time.
type Tools struct {
	// Reserve is called with the bytes of annotations before they are stored, if it is not nil. If the result is false,
	// they are not stored.
	Reserve func(size int) bool
	// Free is called with the bytes of annotations that are not stored any more, if it is not nil.
	Free func(size int)

	mutex    sync.Mutex
	tools    map[string]tool
	stored   int
	isClosed bool
}

// tool is a tool with annotated arguments: their paths, by header name in lower case.
type tool struct {
	paths map[string][]string
	size  int
}

// Removed is a tool that Learn removed from a page of tools/list.
type Removed struct {
	Index int // in the page of the server
	Tool  json.RawMessage
}

// Learn records the annotated arguments of the tools in a result of tools/list. It returns the result without the tools
// whose annotations are not valid, which a client must not offer, and these tools.
func (t *Tools) Learn(result json.RawMessage) (json.RawMessage, []Removed) {
	var page map[string]json.RawMessage
	var listed []json.RawMessage
	if json.Unmarshal(result, &page) != nil || json.Unmarshal(page["tools"], &listed) != nil {
		return result, nil
	}
	var removed []Removed
	kept := make([]json.RawMessage, 0, len(listed))
	for i, one := range listed {
		if t.learn(one) {
			kept = append(kept, one)
		} else {
			removed = append(removed, Removed{i, one})
		}
	}
	if removed == nil {
		return result, nil
	}
	tools, err := json.Marshal(kept)
	if err != nil {
		return result, nil
	}
	page["tools"] = tools
	changed, err := json.Marshal(page)
	if err != nil {
		return result, nil
	}
	return changed, removed
}

// learn records the annotated arguments of a tool. It reports whether all annotations are valid.
func (t *Tools) learn(data json.RawMessage) bool {
	var members map[string]json.RawMessage
	var name string
	var schema any
	if json.Unmarshal(data, &members) != nil || json.Unmarshal(members["name"], &name) != nil {
		return true // converting the message reports what is not valid
	}
	if json.Unmarshal(members["inputSchema"], &schema) != nil {
		schema = nil
	}
	found, isValid := annotated(schema)
	found.size += overhead + len(name)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if before, ok := t.tools[name]; ok {
		delete(t.tools, name)
		t.free(before.size)
	}
	if isValid && len(found.paths) > 0 && t.reserve(found.size) {
		if t.tools == nil {
			t.tools = make(map[string]tool)
		}
		t.tools[name] = found
	}
	return isValid
}

// reserve counts bytes, or reports that they are too many. The caller holds the mutex.
func (t *Tools) reserve(size int) bool {
	if t.isClosed || t.stored+size > mostStored || t.Reserve != nil && !t.Reserve(size) {
		return false
	}
	t.stored += size
	return true
}

// free counts bytes that are not stored any more. The caller holds the mutex.
func (t *Tools) free(size int) {
	t.stored -= size
	if t.Free != nil {
		t.Free(size)
	}
}

// Close forgets the annotations. Later ones are not stored.
func (t *Tools) Close() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.isClosed = true
	if t.stored > 0 {
		t.free(t.stored)
	}
	t.tools = nil
}

// Headers returns the headers that repeat the annotated arguments of a call, by name. It takes the params of
// tools/call. An argument that is absent or null has no header.
func (t *Tools) Headers(params json.RawMessage) map[string]string {
	var call, arguments map[string]json.RawMessage
	var name string
	if json.Unmarshal(params, &call) != nil || json.Unmarshal(call["name"], &name) != nil {
		return nil
	}
	t.mutex.Lock()
	paths := t.tools[name].paths // the maps in a tool do not change
	t.mutex.Unlock()
	if len(paths) == 0 || json.Unmarshal(call["arguments"], &arguments) != nil {
		return nil
	}
	headers := make(map[string]string, len(paths))
	for header, path := range paths {
		if one, ok := text(argument(arguments, path)); ok {
			headers[prefix+header] = value(one)
		}
	}
	return headers
}

// argument returns the JSON of an argument, or nil if there is none.
func argument(arguments map[string]json.RawMessage, path []string) json.RawMessage {
	for _, name := range path[:len(path)-1] {
		var below map[string]json.RawMessage
		if json.Unmarshal(arguments[name], &below) != nil {
			return nil
		}
		arguments = below
	}
	return arguments[path[len(path)-1]]
}

// text returns the text of an argument in a header. There is none for null, objects, arrays, and numbers that are not
// integers of at most 53 bits.
func text(argument json.RawMessage) (string, bool) {
	var found any
	if json.Unmarshal(argument, &found) != nil {
		return "", false
	}
	switch one := found.(type) {
	case string:
		return one, true
	case bool:
		return strconv.FormatBool(one), true
	case float64: // an integer may be written as 42.0
		if one == math.Trunc(one) && math.Abs(one) <= mostExact {
			return strconv.FormatInt(int64(one), 10), true
		}
	}
	return "", false
}

// value returns a text as the value of a header. The empty text is in Base64, because servers of go-sdk 1.8.0 take an
// empty header for a missing one.
func value(text string) string {
	if text == "" {
		return encoded(text)
	}
	return Value(text)
}

// Value returns a text as the value of a header: as it is if it is visible ASCII, otherwise in Base64.
func Value(text string) string {
	isPlain := text == strings.TrimSpace(text) && !strings.HasPrefix(text, "=?base64?")
	for _, one := range []byte(text) {
		isPlain = isPlain && one >= ' ' && one <= '~'
	}
	if isPlain {
		return text
	}
	return encoded(text)
}

func encoded(text string) string {
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
}

// place is a value in a schema.
type place struct {
	value any
	// parent and name lead to the argument that the schema is of. The parent is nil for the arguments object itself.
	parent *place
	name   string
	size   int  // of the path
	isArg  bool // whether only "properties" lead here
	isMap  bool // whether the members are schemas by name, rather than keywords
}

// path returns the names of the members of the arguments that lead to an argument.
func (p *place) path() []string {
	var names []string
	for one := p; one.parent != nil; one = one.parent {
		names = append(names, one.name)
	}
	slices.Reverse(names)
	return names
}

// annotated returns the annotated arguments of a schema, and whether all annotations are valid.
func annotated(schema any) (tool, bool) {
	found := tool{paths: make(map[string][]string)}
	waiting := []*place{{value: schema, isArg: true}}
	for len(waiting) > 0 {
		at := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if items, ok := at.value.([]any); ok {
			for _, one := range items {
				waiting = append(waiting, &place{value: one})
			}
			continue
		}
		members, ok := at.value.(map[string]any)
		if !ok {
			continue
		}
		if annotation, ok := members["x-mcp-header"]; ok && !at.isMap {
			header, ok := annotation.(string)
			header = strings.ToLower(header)
			_, isKnown := found.paths[header]
			if !ok || isKnown || !isToken(header) || !at.isArg || at.parent == nil || !isPrimitive(members["type"]) {
				return tool{}, false
			}
			found.size += overhead + len(header) + at.size
			found.paths[header] = nil
			if found.size <= mostStored { // a larger one is not stored, so its paths are not needed
				found.paths[header] = at.path()
			}
		}
		for name, below := range members {
			next := &place{value: below, parent: at.parent, name: at.name, size: at.size}
			switch {
			case at.isMap:
				next = &place{value: below, parent: at, name: name, size: at.size + overhead + len(name), isArg: at.isArg}
			case name == "properties":
				next.isArg, next.isMap = at.isArg, true
			case name == "const" || name == "default" || name == "enum" || name == "examples":
				continue
			default:
				next.isMap = name == "$defs" || name == "definitions" || name == "patternProperties"
			}
			waiting = append(waiting, next)
		}
	}
	return found, true
}

func isPrimitive(kind any) bool { return kind == "string" || kind == "integer" || kind == "boolean" }

// isToken reports whether a text can be in the name of a header.
func isToken(text string) bool {
	for _, one := range []byte(text) {
		isAlnum := one >= '0' && one <= '9' || one >= 'a' && one <= 'z' || one >= 'A' && one <= 'Z'
		if !isAlnum && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(one)) {
			return false
		}
	}
	return text != ""
}
