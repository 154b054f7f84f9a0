package mcprevisions

import (
	"slices"
	"strconv"
	"strings"
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
