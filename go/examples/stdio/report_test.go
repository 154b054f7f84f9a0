package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// TestReport logs a refusal, and neither a response to a cancelled request nor what nobody misses.
func TestReport(t *testing.T) {
	var logged bytes.Buffer
	before := log.Writer()
	log.SetOutput(&logged)
	defer log.SetOutput(before)
	for _, err := range []error{fmt.Errorf("%w: late", mcp.ErrCancelled), errors.New("broken")} {
		d := mcp.Delivery{To: mcp.Client, Err: err}
		report(d)
	}
	unneeded := mcp.Loss{Kind: mcp.Dropped, Reason: "too late"}
	report(mcp.Delivery{To: mcp.Client, Losses: []mcp.Loss{unneeded}})
	if text := logged.String(); strings.Contains(text, "late") || !strings.Contains(text, "broken") {
		t.Error(text)
	}
}
