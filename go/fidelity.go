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
// its results do. The sender of the converter sends the requests or notifications. See [FidelityOf]; [Converter.Changes]
// returns why.
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

// Change is a difference between revisions that a conversion may report as a [Loss], or refuse a message for.
type Change struct {
	// ID is the Change of the losses, such as "T3.10".
	ID string
	// Reason is the Reason of the losses.
	Reason string
	// Refusal says why a message is refused because of the change. It is empty if Reason says that, or if none is refused.
	Refusal string
}

// Changes returns why requests or notifications of a method do not convert as [Whole], and why its results do not: the
// changes that a conversion may report or refuse, each one once. See [Converter.Fidelity].
func (c *Converter) Changes(method string) (request, result []Change, err error) {
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	r := c.chain.routes[routeKey{c.chain.sender, method}]
	if r == nil {
		return nil, nil, argumentError("method", "%s has no method %s of a %s", revisionOf(c.chain.source), shortened(method), c.chain.sender)
	}
	return c.changesOf(r, 0), c.changesOf(r, 1), nil
}

// changesOf returns the changes of the params (part 0) or the results (part 1) of a method.
func (c *Converter) changesOf(r *route, part int) []Change {
	var found []Change
	use := func(one *change) {
		if one == nil {
			return
		}
		stated := Change{ID: one.id, Reason: one.reason}
		if one.refusal != one.reason {
			stated.Refusal = one.refusal
		}
		if !slices.Contains(found, stated) {
			found = append(found, stated)
		}
	}
	for i, p := range c.chain.plans {
		row := r.rows[i]
		switch {
		case row != nil && row.removed != nil:
			use(row.removed)
			return found
		case part == 1 && !r.isRequest:
			continue
		case row != nil:
			if part == 0 {
				use(row.renaming)
			}
			[]*function{row.params, row.result}[part].eachChange(make(map[*function]bool), use)
			if contains(row.refusedFrom[part], c.chain.source) {
				return found
			}
		}
		if p.everyPart != nil {
			use(p.everyPart.change)
		}
	}
	_, opensSession := c.chain.requests[Client][initialize] // the plans then state the revision in each request
	if named := []*naming{r.params, r.result}[part]; named != nil && (named.kind != "request" || !opensSession) {
		use(named.change)
	}
	return found
}

// eachChange calls a function for each change for which the function may edit or refuse a value. seen has the functions that
// were visited.
func (f *function) eachChange(seen map[*function]bool, use func(*change)) {
	if f == nil || seen[f] {
		return
	}
	seen[f] = true
	if f.call != nil {
		use(f.call.change)
	}
	for _, one := range f.edits {
		use(one.change)
		use(one.removal)
		one.function.eachChange(seen, use)
	}
	for _, one := range f.variants {
		use(one.change)
		if one.call != nil {
			use(one.call.change)
		}
		one.function.eachChange(seen, use)
	}
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
