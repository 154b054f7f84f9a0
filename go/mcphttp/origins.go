package mcphttp

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	mcp "mcprevisions"
)

// methods are those that pages of an allowed origin may use.
var methods = []string{http.MethodDelete, http.MethodGet, http.MethodPost}

// preflightAge is how many seconds a browser remembers that a page may send requests.
const preflightAge = "600"

// admit refuses a request of a stranger's page, and answers the question of a browser whether a page of an allowed origin
// may send one (CORS). Such a page may read the response. The result is false if the response is written.
func admit(w http.ResponseWriter, r *http.Request, origins []string) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	if !slices.Contains(origins, origin) {
		http.Error(w, "this Origin is not allowed", http.StatusForbidden)
		return false
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate")
	if r.Method != http.MethodOptions || !slices.Contains(methods, r.Header.Get("Access-Control-Request-Method")) {
		return true
	}
	header.Set("Access-Control-Allow-Methods", strings.Join(methods, ", "))
	if wanted := r.Header.Values("Access-Control-Request-Headers"); len(wanted) > 0 {
		header.Set("Access-Control-Allow-Headers", strings.Join(wanted, ", "))
	}
	header.Set("Access-Control-Max-Age", preflightAge)
	w.WriteHeader(http.StatusNoContent)
	return false
}

// withoutCORS removes the headers of a server that say which pages may read a response. The handler sets its own.
func withoutCORS(header http.Header) {
	for name := range header {
		if strings.HasPrefix(name, "Access-Control-") {
			header.Del(name)
		}
	}
}

// checkOrigins returns an error for an origin that no browser sends.
func checkOrigins(origins []string) error {
	for _, one := range origins {
		if !isOrigin(one) {
			reason := fmt.Sprintf("%q is not an origin; it must be like https://app.example or http://localhost:3000", one)
			return &mcp.ArgumentError{Argument: "Origins", Reason: reason}
		}
	}
	return nil
}

// isOrigin reports whether a browser may send a text as Origin: a scheme and a host in lower case, and a port unless it is
// that of the scheme.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	switch {
	case text == "null":
		return true
	case err != nil || u.Scheme == "" || u.Hostname() == "" || text != u.Scheme+"://"+u.Host:
		return false
	case strings.HasSuffix(text, ":") || u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443":
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || r == '*' || 'A' <= r && r <= 'Z' }) < 0
}
