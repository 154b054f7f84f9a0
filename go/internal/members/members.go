// Package members reads and writes JSON objects for the generated types: by member, with those that a type does not
// define, and with values of sealed interfaces.
package members

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// ErrNil reports UnmarshalJSON on a nil pointer.
var ErrNil = errors.New("mcprevisions: UnmarshalJSON on a nil pointer")

// Reader reads the members of a JSON object. The first error stays.
type Reader struct {
	members map[string]json.RawMessage
	err     error
}

// Read returns a reader of a JSON object. Any other value is an error.
func Read(data []byte) *Reader {
	r := new(Reader)
	r.err = json.Unmarshal(data, &r.members)
	return r
}

// Drop removes members whose values the type states by itself.
func (r *Reader) Drop(names ...string) {
	for _, name := range names {
		delete(r.members, name)
	}
}

// Rest returns the members that were not taken, or nil, and the first error.
func (r *Reader) Rest() (map[string]json.RawMessage, error) {
	if r.err != nil || len(r.members) == 0 {
		return nil, r.err
	}
	return r.members, nil
}

// Take reads a member into a field, and removes it. An absent member does not change the field.
func Take[T any](r *Reader, name string, into *T, read func(json.RawMessage) (T, error)) {
	value, ok := r.members[name]
	if !ok || r.err != nil {
		return
	}
	delete(r.members, name)
	*into, r.err = read(value)
}

// Plain reads a value as encoding/json does.
func Plain[T any](data json.RawMessage) (T, error) {
	var found T
	err := json.Unmarshal(data, &found)
	return found, err
}

// Raw returns the JSON of a value.
func Raw(data json.RawMessage) (json.RawMessage, error) { return slices.Clone(data), nil }

// List reads an array whose items a function reads.
func List[T any](read func(json.RawMessage) (T, error)) func(json.RawMessage) ([]T, error) {
	return func(data json.RawMessage) ([]T, error) {
		var items []json.RawMessage
		if err := json.Unmarshal(data, &items); err != nil {
			return nil, err
		}
		found := make([]T, len(items))
		for i, one := range items {
			var err error
			if found[i], err = read(one); err != nil {
				return nil, err
			}
		}
		return found, nil
	}
}

// Map reads an object whose values a function reads.
func Map[T any](read func(json.RawMessage) (T, error)) func(json.RawMessage) (map[string]T, error) {
	return func(data json.RawMessage) (map[string]T, error) {
		var values map[string]json.RawMessage
		if err := json.Unmarshal(data, &values); err != nil {
			return nil, err
		}
		found := make(map[string]T, len(values))
		for name, one := range values {
			var err error
			if found[name], err = read(one); err != nil {
				return nil, err
			}
		}
		return found, nil
	}
}

// Join returns the JSON of a struct with further members: stated ones, as JSON in pairs of name and value, and unknown
// ones, by name. A member of the struct takes precedence over an unknown one.
func Join(value any, unknown map[string]json.RawMessage, stated ...string) ([]byte, error) {
	data, err := json.Marshal(value)
	if err != nil || len(unknown) == 0 && len(stated) == 0 {
		return data, err
	}
	out := append(make([]byte, 0, len(data)+64), '{')
	for i := 0; i < len(stated); i += 2 {
		out = appendMember(out, stated[i], []byte(stated[i+1]))
	}
	if len(data) > 2 {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, data[1:len(data)-1]...)
	}
	if len(unknown) > 0 {
		var known map[string]json.RawMessage
		if err := json.Unmarshal(append(slices.Clone(out), '}'), &known); err != nil {
			return nil, err
		}
		names := make([]string, 0, len(unknown))
		for name := range unknown {
			if _, ok := known[name]; !ok {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			out = appendMember(out, name, unknown[name])
		}
	}
	return append(out, '}'), nil
}

// Given returns an error if a required member is nil, whose JSON would be null.
func Given(name string, value any) error {
	if isNil(value) {
		return fmt.Errorf("the member %q must have a value", name)
	}
	return nil
}

// GivenItems returns an error if an item of an array is nil.
func GivenItems[T any](name string, items []T) error {
	for i, one := range items {
		if isNil(one) {
			return fmt.Errorf("item %d of the member %q must have a value", i, name)
		}
	}
	return nil
}

// GivenValues returns an error if a value of an object is nil.
func GivenValues[T any](name string, values map[string]T) error {
	for key, one := range values {
		if isNil(one) {
			return fmt.Errorf("%q in the member %q must have a value", key, name)
		}
	}
	return nil
}

// isNil reports whether encoding/json writes a value as null: an interface without a value, a nil pointer or nil JSON.
func isNil(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case json.RawMessage:
		return len(value) == 0
	}
	v := reflect.ValueOf(value)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

func appendMember(out []byte, name string, value []byte) []byte {
	if len(out) > 1 {
		out = append(out, ',')
	}
	quoted, _ := json.Marshal(name) // a string is always JSON
	out = append(append(out, quoted...), ':')
	if len(value) == 0 {
		return append(out, "null"...)
	}
	return append(out, value...)
}
