package mcprevisions

import "strings"

// Changes of messages whose method no revision defines.
var (
	vendorContext    = &change{id: "R-VENDOR", reason: "Each request of the target revision states these facts about the client, so they were added."}
	vendorResultType = &change{id: "R-VENDOR", reason: "Each result of the target revision has a `resultType`, so it was added."}
)

// isVendorName reports whether a vendor may define a method of a name. The names of all revisions and extensions are
// taken, and JSON-RPC reserves those that begin with rpc.
func isVendorName(name string) bool {
	table, err := facts()
	return err == nil && name != "" && !strings.HasPrefix(name, "rpc.") && !table.defined[name]
}

// routeOf returns what the chain does with a method, or nil if the source does not define it and the converter does not
// pass unknown methods. asking is the side that sends the method.
func (c *chain) routeOf(asking Side, method string, isRequest bool) *route {
	if found := c.routes[routeKey{asking, method}]; found != nil {
		return found
	}
	if c.isVendor == nil || !c.isVendor(method) {
		return nil
	}
	made := &route{name: method, isRequest: isRequest, isVendor: true, paramsPass: len(c.plans) == 0, resultPass: len(c.plans) == 0}
	if !isRequest {
		return made
	}
	hasRequests := false
	for _, one := range c.requests[asking] {
		hasRequests = hasRequests || one
	}
	if !hasRequests {
		return nil
	}
	for i := len(c.plans) - 1; i >= 0; i-- {
		if found := c.plans[i].withoutRequest[asking]; found != nil {
			made.removed = &row{removed: found, code: CodeMethodNotFound}
			break
		}
	}
	return made
}

// partRoute returns the route of a part of a message. Where no plan changes anything, parts of all methods pass.
func (c *chain) partRoute(asking Side, method string, isRequest bool) *route {
	if found := c.routeOf(asking, method, isRequest); found != nil || len(c.plans) > 0 {
		return found
	}
	return &route{name: method, isRequest: isRequest, paramsPass: true, resultPass: true}
}

// editVendor adds what the target requires in the params or the result of a method that no revision defines.
func (c *chain) editVendor(v value, r *route, isParams bool, e *edits) value {
	_, opensSession := c.requests[Client][initialize]
	repeatsFacts := false
	for _, one := range c.naming {
		repeatsFacts = repeatsFacts || one.kind == "request"
	}
	needsFacts := opensSession && repeatsFacts
	addsFacts := needsFacts && isParams && r.isRequest && c.sender == Client && e.context != nil
	if !v.given() {
		if !addsFacts {
			return v
		}
		v = objectOf()
	}
	if !e.formed(v, kindObject) {
		return v
	}
	if addsFacts {
		e.fillContext(&v, &edit{member: "_meta", change: vendorContext})
	}
	if needsFacts && !isParams && c.sender == Server && !isString(v.get("resultType")) {
		e.fill(&v, "resultType", textValue("complete"), vendorResultType)
	}
	return v
}
