package mcphttp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	mcp "mcprevisions"
)

// The codes of errors for which the specification of the transport states an HTTP status.
const (
	codeHeaderMismatch      = -32020
	codeMissingCapability   = -32021
	codeUnsupportedRevision = -32022
)

// mostChecked is how many messages of a batch are checked for a revision.
const mostChecked = 1000

// The members of _meta that each request of the newest revision must have.
const (
	metaRevision     = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
)

// refusal is the response to a request that the handler refuses.
type refusal struct {
	status int
	code   int
	reason string
	data   any // of the error; nil if there is none
}

func (e *refusal) write(w http.ResponseWriter, id json.RawMessage) {
	type body struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data,omitempty"`
	}
	frame, _ := json.Marshal(struct { // its values are always JSON
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id,omitempty"`
		Error   body            `json:"error"`
	}{"2.0", validID(id), body{e.code, e.reason, e.data}})
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(e.status)
	_, _ = w.Write(frame)
}

// validID returns the id of a request, or nil if it is neither a string nor an integer.
func validID(id json.RawMessage) json.RawMessage {
	if len(id) > 0 && (id[0] == '"' || strings.Trim(string(id), "-0123456789") == "") {
		return id
	}
	return nil
}

// unsupported refuses a request that names a revision which the handler does not serve.
func unsupported(requested string, supported ...mcp.Revision) *refusal {
	return &refusal{
		http.StatusBadRequest, codeUnsupportedRevision,
		fmt.Sprintf("%q is not a supported revision; see `supported` in the error", requested),
		map[string]any{"supported": supported, "requested": requested},
	}
}

// isUnknown reports whether MCP-Protocol-Version names a revision that does not exist.
func isUnknown(stated string) bool { return stated != "" && !mcp.IsRevision(stated) }

// refuseUnknown refuses a request whose MCP-Protocol-Version does not exist.
func refuseUnknown(w http.ResponseWriter, r *http.Request, most int, supported ...mcp.Revision) {
	var m members
	if r.Method == http.MethodPost {
		body := readMessage(w, r, most)
		if body == nil {
			return
		}
		m = membersOf(body)
	}
	unsupported(r.Header.Get(revisionHeader), supported...).write(w, m["id"])
}

// mismatch refuses a request whose headers do not agree with its body.
func mismatch(format string, a ...any) *refusal {
	return &refusal{http.StatusBadRequest, codeHeaderMismatch, fmt.Sprintf(format, a...), nil}
}

// checkRevision returns why a text without a handshake or a session is refused, and the id of the message, or nil: if
// _meta of a message names a revision, MCP-Protocol-Version must name it too. The text may be a batch, whose first messages
// are checked: the revisions that name themselves in _meta have no batches.
func checkRevision(header http.Header, body []byte) (found *refusal, id json.RawMessage) {
	if !bytes.Contains(body, []byte(metaRevision)) && !bytes.Contains(body, []byte(`\u`)) {
		return nil, nil
	}
	given, count := header.Get(revisionHeader), 0
	eachMessage(body, func(m members) bool {
		switch named := membersOf(membersOf(m["params"])["_meta"]).text(metaRevision); {
		case named == "" || named == given:
		case given == "":
			found, id = mismatch("the header MCP-Protocol-Version is missing, but the body has %q", named), m["id"]
		default:
			found, id = mismatch("the header MCP-Protocol-Version is %q, but the body has %q", given, named), m["id"]
		}
		count++
		return found == nil && count < mostChecked
	})
	return found, id
}

// eachMessage calls a function for each message of a text, which may be a batch, until the result is false. It stores only
// one message of a batch at a time.
func eachMessage(text []byte, use func(members) bool) {
	text = bytes.TrimSpace(text)
	if !bytes.HasPrefix(text, []byte("[")) {
		use(membersOf(text))
		return
	}
	batch := json.NewDecoder(bytes.NewReader(text))
	if _, err := batch.Token(); err != nil {
		return
	}
	for batch.More() {
		var m members
		var other *json.UnmarshalTypeError
		if err := batch.Decode(&m); err != nil && !errors.As(err, &other) {
			return
		}
		if !use(m) {
			return
		}
	}
}

// checkStateless returns why a message of a client without the handshake is refused, or nil. Proxies route by the
// headers, so they must agree with the message. A notification needs only MCP-Protocol-Version.
func checkStateless(header http.Header, body []byte, m members) *refusal {
	method := m.text("method")
	switch given := header.Get("Mcp-Method"); {
	case !json.Valid(body):
		return &refusal{http.StatusBadRequest, mcp.CodeParseError, "the body is not JSON", nil}
	case m["method"] == nil:
		return &refusal{http.StatusBadRequest, mcp.CodeInvalidRequest, "the body must be a request or a notification", nil}
	case m["id"] == nil && given != "" && given != method:
		return mismatch("the header Mcp-Method is %q, but the body has %q", given, method)
	case m["id"] == nil:
		return nil
	}
	params := membersOf(m["params"])
	meta := membersOf(params["_meta"])
	if revision := meta[metaRevision]; len(revision) == 0 || revision[0] != '"' || membersOf(meta[metaCapabilities]) == nil {
		reason := "/params/_meta: " + metaRevision + " and " + metaCapabilities + " are required"
		return &refusal{http.StatusBadRequest, mcp.CodeInvalidParams, reason, nil}
	}
	expected := []struct{ name, value string }{{"MCP-Protocol-Version", meta.text(metaRevision)}, {"Mcp-Method", method}}
	if member, ok := namedBy[method]; ok {
		expected = append(expected, struct{ name, value string }{"Mcp-Name", params.text(member)})
	}
	for _, one := range expected {
		given := header.Values(one.name)
		if len(given) == 0 {
			return mismatch("the header %s is missing", one.name)
		}
		text, ok := given[0], true
		if one.name == "Mcp-Name" {
			text, ok = decodedHeader(text)
		}
		switch {
		case len(given) > 1:
			return mismatch("the header %s is given twice", one.name)
		case !ok:
			return mismatch("the header %s is malformed", one.name)
		case text != one.value:
			return mismatch("the header %s is %q, but the body has %q", one.name, text, one.value)
		}
	}
	return nil
}

// decodedHeader returns the text that headerValue has made into the value of a header. The second result is false if the
// value is malformed.
func decodedHeader(value string) (string, bool) {
	encoded, isEncoded := strings.CutPrefix(value, "=?base64?")
	encoded, hasEnd := strings.CutSuffix(encoded, "?=")
	if !isEncoded || !hasEnd {
		return value, true
	}
	text, err := base64.StdEncoding.DecodeString(encoded)
	return string(text), err == nil
}
