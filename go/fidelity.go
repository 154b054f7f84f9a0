package mcprevisions

import "slices"

// Fidelity says how well messages of a method convert, whatever their content.
type Fidelity string

const (
	// Whole: every message is unchanged.
	Whole Fidelity = "whole"
	// Adapted: every message can be converted, and nothing is lost.
	Adapted Fidelity = "adapted"
	// Lossy: a message can be converted, but it may lose a value, or be refused for its content.
	Lossy Fidelity = "lossy"
	// None: no message can be converted.
	None Fidelity = "none"
)

var fidelities = []Fidelity{Whole, Adapted, Lossy, None}

func worse(a, b Fidelity) Fidelity {
	if slices.Index(fidelities, b) > slices.Index(fidelities, a) {
		return b
	}
	return a
}

// FidelityOf returns how well the requests or notifications of a method convert, and how well its results do. The
// sender is the side that sends the request or notification. The grades hold for messages without unknown members.
//
// The error is an [*ArgumentError] if the source has no such method of the sender.
func FidelityOf(method string, source, target Revision, sender Side) (request, result Fidelity, err error) {
	c, err := NewConverter(source, target, sender)
	if err != nil {
		return "", "", err
	}
	return c.Fidelity(method)
}

// Fidelity returns how well requests or notifications of a method convert from the source to the target, and how well
// its results do. The sender of the converter sends the requests or notifications. See [FidelityOf].
func (c *Converter) Fidelity(method string) (request, result Fidelity, err error) {
	if err := c.check(); err != nil {
		return "", "", err
	}
	r := c.chain.routes[routeKey{c.chain.sender, method}]
	if r == nil {
		return "", "", argumentError("method", "%s has no method %s of a %s", revisionOf(c.chain.source), shortened(method), c.chain.sender)
	}
	request, result = Whole, Whole
	for i, p := range c.chain.plans {
		row := r.rows[i]
		if row != nil && row.removed != nil {
			return None, None, nil
		}
		if row != nil {
			request, result = worse(request, row.grade(0, c.chain.source)), worse(result, row.grade(1, c.chain.source))
		}
		if p.everyPart != nil && c.chain.definesMetadata(p) {
			request, result = worse(request, Lossy), worse(result, Lossy)
		}
	}
	request, result = worse(request, r.params.grade()), worse(result, r.result.grade())
	if !r.isRequest {
		result = Whole
	}
	return request, result, nil
}

// grade returns how well the params (part 0) or the results (part 1) of a method convert in a step of a chain from the
// source. An earlier step may have given every message a value that this step refuses.
func (r *row) grade(part int, source string) Fidelity {
	if contains(r.refusedFrom[part], source) {
		return None
	}
	return r.fidelity[part]
}

func (n *naming) grade() Fidelity {
	switch {
	case n == nil:
		return Whole
	case n.kind == "session":
		return Lossy
	}
	return Adapted
}

// definesMetadata reports whether the source defines the metadata that a plan removes from every message: it has one
// of the methods that the plan removes for the same reason.
func (c *chain) definesMetadata(p *plan) bool {
	for side, rows := range p.rows {
		for method, row := range rows {
			if _, ok := c.requests[side][method]; ok && row.removed == p.everyPart.change {
				return true
			}
		}
	}
	return false
}
