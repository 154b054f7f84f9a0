// Figures measures the time of conversions and decodes over that of encoding/json's Unmarshal and Marshal with any.
//
// It reads lines of JSON from standard input: a group, an operation, revisions, a sender, a method, and a message as
// text. It writes a line for each group: the geometric mean of the ratios of its messages, and allocations. Each
// message takes turns with encoding/json for many short rounds, of which the fastest counts, so that other work of
// the machine matters little.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	mcp "mcprevisions"
)

type job struct {
	Group     string       `json:"group"`
	Source    mcp.Revision `json:"source"`
	Target    mcp.Revision `json:"target"` // empty to decode
	Sender    mcp.Side     `json:"sender"`
	Answering string       `json:"answering"`
	Text      string       `json:"text"`
}

type found struct {
	Group  string  `json:"group"`
	Ratio  float64 `json:"ratio"`
	Count  int     `json:"messages"`
	Allocs float64 `json:"allocations"`
	Others float64 `json:"allocationsOfEncodingJSON"`
}

const rounds = 15

func main() {
	sums := make(map[string]*found)
	var order []string
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, mcp.DefaultSize)
	for lines.Scan() {
		var j job
		if err := json.Unmarshal(lines.Bytes(), &j); err != nil {
			fail(err)
		}
		work, err := j.work()
		if err != nil {
			continue // a message that the target has no equivalent for
		}
		other := func() { untyped([]byte(j.Text)) }
		if sums[j.Group] == nil {
			sums[j.Group] = &found{Group: j.Group}
			order = append(order, j.Group)
		}
		sum := sums[j.Group]
		ours, theirs := fastest(work, other)
		sum.Ratio += math.Log(ours / theirs)
		sum.Allocs += testing.AllocsPerRun(20, work)
		sum.Others += testing.AllocsPerRun(20, other)
		sum.Count++
	}
	slices.Sort(order)
	for _, name := range order {
		sum := sums[name]
		n := float64(sum.Count)
		sum.Ratio, sum.Allocs, sum.Others = math.Exp(sum.Ratio/n), sum.Allocs/n, sum.Others/n
		out, err := json.Marshal(sum)
		if err != nil {
			fail(err)
		}
		fmt.Println(string(out))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// work returns the function to measure, or the error of its first call.
func (j *job) work() (func(), error) {
	frame := []byte(j.Text)
	if j.Target == "" {
		_, err := mcp.Decode(frame, j.Source, j.Sender, j.Answering)
		return func() { _, _ = mcp.Decode(frame, j.Source, j.Sender, j.Answering) }, err
	}
	c, err := mcp.NewConverter(j.Source, j.Target, j.Sender)
	if err != nil {
		return nil, err
	}
	_, _, err = c.Frame(frame, j.Answering)
	return func() { _, _, _ = c.Frame(frame, j.Answering) }, err
}

func untyped(frame []byte) {
	var v any
	if err := json.Unmarshal(frame, &v); err != nil {
		fail(err)
	}
	if _, err := json.Marshal(v); err != nil {
		fail(err)
	}
}

// fastest returns the seconds of a call of each function: the fastest of many rounds in turn.
func fastest(ours, theirs func()) (float64, float64) {
	calls := 1
	for seconds(theirs, calls) < 200e-6 {
		calls *= 2
	}
	best := [2]float64{math.Inf(1), math.Inf(1)}
	for range rounds {
		best[0] = min(best[0], seconds(ours, calls)/float64(calls))
		best[1] = min(best[1], seconds(theirs, calls)/float64(calls))
	}
	return best[0], best[1]
}

func seconds(work func(), calls int) float64 {
	start := time.Now()
	for range calls {
		work()
	}
	return time.Since(start).Seconds()
}
