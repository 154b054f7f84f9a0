package paramheaders

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"mcprevisions"
)

const (
	listPointer   = "/result/tools/"
	removedReason = "The `x-mcp-header` annotations of this tool are not valid, and a client must not offer such a tool, so it was removed."
	removedChange = "R-HEADER"
)

// Report adds the tools that [Tools.Learn] removed from a response to the losses of its delivery. The pointers in the
// delivery then are those of the server's response.
func Report(one *mcprevisions.Delivery, removed []Removed) {
	if len(removed) == 0 {
		return
	}
	one.Losses = original(one.Losses, removed)
	var lossy *mcprevisions.LossError
	var malformed *mcprevisions.DecodeError
	switch {
	case errors.As(one.Err, &lossy):
		one.Err = &mcprevisions.LossError{Losses: original(lossy.Losses, removed)}
	case errors.As(one.Err, &malformed):
		changed := *malformed
		changed.Pointer = originalPointer(malformed.Pointer, removed)
		one.Err = &changed
	}
	if one.Err != nil {
		return
	}
	for _, each := range removed {
		one.Losses = append(one.Losses, mcprevisions.Loss{
			Kind: mcprevisions.Dropped, Pointer: listPointer + strconv.Itoa(each.Index), Value: each.Tool,
			Reason: removedReason, Change: removedChange,
		})
	}
}

// original returns losses with the pointers of the server's response. A pointer of an invention is one of the converted
// response.
func original(losses []mcprevisions.Loss, removed []Removed) []mcprevisions.Loss {
	losses = slices.Clone(losses)
	for i := range losses {
		if losses[i].Kind != mcprevisions.Invented {
			losses[i].Pointer = originalPointer(losses[i].Pointer, removed)
		}
	}
	return losses
}

// originalPointer returns the pointer that a value had before tools were removed.
func originalPointer(pointer string, removed []Removed) string {
	rest, ok := strings.CutPrefix(pointer, listPointer)
	if !ok {
		return pointer
	}
	digits, below, isBelow := strings.Cut(rest, "/")
	index, err := strconv.Atoi(digits)
	if err != nil {
		return pointer
	}
	for _, one := range removed { // in the order of their indexes
		if one.Index <= index {
			index++
		}
	}
	if isBelow {
		below = "/" + below
	}
	return listPointer + strconv.Itoa(index) + below
}
