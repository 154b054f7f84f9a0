package mcprevisions

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// key is a step of a path: a member name if the index is negative, otherwise the index of an item.
type key struct {
	name  string
	index int
}

func nameKey(name string) key { return key{name, -1} }

func indexKey(i int) key { return key{"", i} }

func path(names ...string) []key {
	keys := make([]key, len(names))
	for i, name := range names {
		keys[i] = nameKey(name)
	}
	return keys
}

// join returns a new path of two parts.
func join(a []key, b ...key) []key { return append(slices.Clip(slices.Clone(a)), b...) }

func startsWith(path, start []key) bool {
	return len(path) >= len(start) && slices.Equal(path[:len(start)], start)
}

// appendPointer appends a path as a JSON Pointer (RFC 6901).
func appendPointer(out []byte, path []key) []byte {
	for _, k := range path {
		out = append(out, '/')
		if k.index >= 0 {
			out = strconv.AppendInt(out, int64(k.index), 10)
			continue
		}
		rest := k.name
		for {
			i := strings.IndexAny(rest, "~/")
			if i < 0 {
				break
			}
			out = append(append(out, rest[:i]...), '~', '0')
			if rest[i] == '/' {
				out[len(out)-1] = '1'
			}
			rest = rest[i+1:]
		}
		out = append(out, rest...)
	}
	return out
}

func pointer(path []key) string { return string(appendPointer(nil, path)) }

// maxLossPointer is how many characters the pointer of a loss or of an unknown member has at most. Many of them can be
// below one long name, which each pointer would repeat.
const maxLossPointer = 1024

// appendLossPointer appends a path as the JSON Pointer of a loss. It ends early if shortPointer cuts the pointer.
func appendLossPointer(out []byte, path []key) []byte {
	const enough = maxLossPointer * utf8.UTFMax // bytes have at least as many characters as the limit
	for _, k := range path {
		if len(out) > enough {
			break
		}
		if len(k.name) > enough {
			k.name = k.name[:enough]
		}
		out = appendPointer(out, []key{k})
	}
	return out
}

// shortPointer returns a pointer of at most maxLossPointer characters. One that is longer is cut and ends with an
// ellipsis.
func shortPointer(pointer []byte) string {
	if len(pointer) <= maxLossPointer {
		return string(pointer)
	}
	cut, end := 0, 0
	for count := 0; count < maxLossPointer; count++ {
		if end == len(pointer) {
			return string(pointer)
		}
		cut = end
		_, size := utf8.DecodeRune(pointer[end:])
		end += size
	}
	if end == len(pointer) {
		return string(pointer)
	}
	return string(pointer[:cut]) + "…"
}
