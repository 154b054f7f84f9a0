package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"strings"
	"testing"

	"mcprevisions"
)

// TestReport logs a refusal, and neither a response to a cancelled request nor what nobody misses.
func TestReport(t *testing.T) {
	var logged bytes.Buffer
	before := log.Writer()
	log.SetOutput(&logged)
	defer log.SetOutput(before)
	for _, err := range []error{fmt.Errorf("%w: late", mcprevisions.ErrCancelled), errors.New("broken")} {
		d := mcprevisions.Delivery{To: mcprevisions.Client, Err: err}
		report("request", d)
	}
	unneeded := mcprevisions.Loss{Kind: mcprevisions.Dropped, Reason: "too late"}
	report("request", mcprevisions.Delivery{To: mcprevisions.Client, Losses: []mcprevisions.Loss{unneeded}})
	if text := logged.String(); strings.Contains(text, "late") || !strings.Contains(text, "broken") {
		t.Error(text)
	}
}
