package mcprevisions

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// itemsOfList is the member with the items of a list, by the method of its request.
var itemsOfList = map[string]string{
	"tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources", "resources/templates/list": "resourceTemplates",
}

const (
	mostLeftOut    = 1000 // items; a list with more is refused
	mostMembers    = 1000 // bytes of the members that are converted with each item
	invalidItemsID = "invalid-item"
)

// invalidItem is the change of items that were left out. Each loss has a reason of its own.
var invalidItem = &change{id: invalidItemsID, reason: "The item cannot be converted, so it was left out of the list."}

// leftOut is an item of a list that cannot be converted, and why.
type leftOut struct {
	index int
	item  value
	err   error
}

// withoutInvalidItems converts the result of a list request without the items that cannot be converted, and reports each
// of them. Otherwise, one tool would hide all others. The result is false if the list cannot be converted without them
// either. It converts each item once, so the time is linear.
func (s *Session) withoutInvalidItems(c *Converter, root value, answering string) (out []byte, losses []Loss, ok bool) {
	name := itemsOfList[answering]
	result := root.get("result")
	if name == "" || c.options.strictLists || c.options.losses == RefuseLosses || !isObject(result) {
		return nil, nil, false
	}
	listed := result.get(name)
	if !listed.given() || listed.kind() != kindArray {
		return nil, nil, false
	}
	quiet := *c
	quiet.options.losses = AllowLosses
	before, after := itemFrame(result, name)
	var kept []value
	var indexes []int
	var removed []leftOut
	for i, item := range listed.itemsOf() {
		frame := append(item.append([]byte(before)), after...)
		_, _, err := quiet.Frame(frame, answering)
		if err == nil {
			kept, indexes = append(kept, item), append(indexes, i)
			continue
		}
		if removed = append(removed, leftOut{i, item, err}); len(removed) > mostLeftOut {
			return nil, nil, false
		}
	}
	if len(removed) == 0 {
		return nil, nil, false
	}
	result.set(name, arrayOf(kept))
	root.set("result", result)
	out, found, err := c.Frame(root.append(nil), answering)
	if err != nil {
		return nil, nil, false
	}
	prefix := "/result/" + name + "/"
	for _, one := range removed {
		losses = append(losses, Loss{Dropped, prefix + strconv.Itoa(one.index), one.item.append(nil), one.reason(prefix), invalidItemsID})
	}
	if losses, err = c.losses(losses); err != nil {
		return nil, nil, false
	}
	for _, one := range found {
		one.Pointer = movedPointer(one, prefix, indexes)
		losses = append(losses, one)
	}
	return out, losses, true
}

// itemFrame returns what stands before and after an item in a response whose list has only that item. It has the short
// members of the result, because the revision may require them.
func itemFrame(result value, name string) (before, after string) {
	members := ""
	for key, one := range result.membersOf() {
		if key == name || one.kind() >= kindArray {
			continue
		}
		added := string(appendString(nil, key)) + ":" + string(one.append(nil)) + ","
		if len(members)+len(added) <= mostMembers {
			members += added
		}
	}
	return `{"jsonrpc":"2.0","id":0,"result":{` + members + string(appendString(nil, name)) + ":[", "]}}"
}

// reason returns why an item was left out. It names the item, and has the pointer from the item on.
func (l *leftOut) reason(prefix string) string {
	pointer, reason := "", l.err.Error()
	var bad *DecodeError
	var refused *NoCounterpart
	switch {
	case errors.As(l.err, &bad):
		pointer, reason = bad.Pointer, bad.Reason
	case errors.As(l.err, &refused):
		pointer, reason = refused.Pointer, refused.Reason
	}
	if pointer = strings.TrimPrefix(pointer, prefix+"0"); pointer != "" {
		reason = pointer + ": " + reason
	}
	named := l.item
	if isObject(l.item) {
		named = l.item.get("name")
	}
	text := "without a name"
	if named.given() {
		text = shown(named)
	}
	return fmt.Sprintf("The item %s was left out: %s.", text, reason)
}

// movedPointer returns the pointer of a loss in the server's list, which has more items. That of an invention is one in the
// converted list.
func movedPointer(one Loss, prefix string, indexes []int) string {
	rest, isInList := strings.CutPrefix(one.Pointer, prefix)
	if one.Kind == Invented || !isInList {
		return one.Pointer
	}
	digits, below, isBelow := strings.Cut(rest, "/")
	index, err := strconv.Atoi(digits)
	if err != nil || index >= len(indexes) {
		return one.Pointer
	}
	moved := prefix + strconv.Itoa(indexes[index])
	if isBelow {
		moved += "/" + below
	}
	return shortPointer([]byte(moved))
}

// notValid is the text of an error response in place of a response that cannot be converted.
func notValid(sender Side, err error) string {
	var bad *DecodeError
	if errors.As(err, &bad) {
		return fmt.Sprintf("the %s's answer is not valid: %s", sender, err)
	}
	return fmt.Sprintf("the %s's answer cannot be converted: %s", sender, err)
}
