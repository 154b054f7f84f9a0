package mcprevisions

import "errors"

// ErrRevision reports that the server speaks another revision than its [Session], for example after an update. It is in Err
// of the delivery of a response that shows that: the server refuses server/discover or initialize as an unknown method, or
// refuses the revision, or names others. The client gets that response, or an error. Make a new session: with [Auto], it
// learns the revision of the server. Use errors.Is.
var ErrRevision = errors.New("the server speaks another revision")

// otherRevision is the error of a server that speaks another revision than its session.
type otherRevision struct{ cause error }

func (e *otherRevision) Error() string        { return e.cause.Error() }
func (e *otherRevision) Unwrap() error        { return e.cause }
func (e *otherRevision) Is(target error) bool { return target == ErrRevision }

// otherRevisionIn returns an error if a response shows that the server speaks another revision than the session.
func (s *Session) otherRevisionIn(f *frame, answering string) error {
	server := revisionOf(s.fromServer.chain.source)
	isStateless := !hasInitialize(Revision(server))
	isOpening := answering == initialize || isStateless && answering == discover
	if f.kind == errorMessage {
		failure := errorResponseOf(f)
		isRefused := failure.Code == unsupportedRevision && (isStateless || isOpening)
		if isRefused || isOpening && failure.Code == CodeMethodNotFound {
			return &otherRevision{failure}
		}
		return nil
	}
	if !isOpening || !isObject(f.result) {
		return nil
	}
	if named := f.result.get("protocolVersion"); !isStateless && isString(named) && !named.isText(server) {
		return &otherRevision{s.speaksAnother(named)}
	}
	if listed := f.result.get("supportedVersions"); isStateless && listed.given() && !listsText(listed, server) {
		return &otherRevision{internalError("the server does not list %s", server)}
	}
	return nil
}

// speaksAnother reports the revision in the server's answer to initialize.
func (s *Session) speaksAnother(named value) *DecodeError {
	return internalError("the server speaks %s, and this session %s", shown(named), revisionOf(s.fromServer.chain.source))
}
