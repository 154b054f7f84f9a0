package mcprevisions

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// jsonLines calls a test for each line of a file of the repository; a copy of the module alone has none.
func jsonLines(t *testing.T, name string, test func(t *testing.T, line value)) {
	file, err := os.Open("../tests/data/" + name)
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 16<<20)
	count := 0
	for scanner.Scan() {
		line, bad := constant(scanner.Bytes())
		if bad != nil {
			t.Fatal(bad)
		}
		count++
		t.Run(textOr(line.get("rule"), "")+" "+textOr(line.get("case"), strconv.Itoa(count)), func(t *testing.T) { test(t, line) })
	}
	if count < 20 {
		t.Fatalf("%d cases", count)
	}
}

func pathOf(list value) []key {
	var found []key
	for _, one := range list.itemsOf() {
		if one.kind() == kindString {
			found = append(found, nameKey(one.text()))
		} else {
			found = append(found, indexKey(int(one.float())))
		}
	}
	return found
}

// TestPublishedLimits compares the limits of this package with the published ones.
func TestPublishedLimits(t *testing.T) {
	file, err := readData(&revisionsText)
	if err != nil {
		t.Fatal(err)
	}
	limits := map[string]int{"characters": DefaultSize, "levels": DefaultDepth, "integerCharacters": maxDigits, "lossPointer": maxLossPointer}
	for name, published := range file.get("limits").membersOf() {
		if own, ok := limits[name]; !ok || published.raw() != strconv.Itoa(own) {
			t.Errorf("%s is %s, and here %d", name, published.raw(), own)
		}
		delete(limits, name)
	}
	if len(limits) > 0 {
		t.Errorf("%v are not published", limits)
	}
}

// TestChangeIDs accepts the id of each change that a difference can have, in the published data and in the code.
func TestChangeIDs(t *testing.T) {
	cited := regexp.MustCompile(`(?:"id": ?|&change\{id: )"([A-Z][A-Z0-9.-]+)"`)
	for _, pattern := range []string{"data/conversions/*.json", "data/revisions.json", "*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range cited.FindAllStringSubmatch(string(text), -1) {
				if count++; !isChange(one[1]) {
					t.Errorf("%s: %s is unknown", file, one[1])
				}
			}
		}
		if count < 5 {
			t.Errorf("%s: %d ids", pattern, count)
		}
	}
	for _, id := range []string{"", "T", "T4.33", "t4.3", "R-HEADER"} {
		if isChange(id) {
			t.Errorf("%q is a change", id)
		}
	}
}

func TestMerging(t *testing.T) {
	kinds := map[string]eventKind{
		"dropped": dropped, "invented": invented, "weakened": weakened, "reshaped": reshaped, "respelled": respelled,
		"omitted": omitted, "renamed": renamed, "replaced": replaced, "moved": moved, "made": made,
	}
	jsonLines(t, "merging.jsonl", func(t *testing.T, line value) {
		first := newFinder(line.get("first"))
		e := edits{several: true}
		for _, one := range line.get("events").itemsOf() {
			found := event{kind: kinds[one.get("kind").text()], change: &change{id: textOr(one.get("change"), "")}}
			if list := one.get("path"); list.given() {
				found.path = pathOf(list)
				found.value = first.at(found.path)
			}
			if list := one.get("moves"); list.given() {
				for _, each := range list.itemsOf() {
					found.moves = append(found.moves, move{pathOf(each.item(0)), pathOf(each.item(1))})
				}
			}
			e.events = append(e.events, found)
		}
		apart := make([]bool, len(e.events))
		var got []string
		for _, one := range merge(e.events, apart, line.get("first"), line.get("last")) {
			got = append(got, strings.Join([]string{string(one.kind), shortPointer(appendLossPointer(nil, one.path)), string(appendCanonical(nil, one.value)), one.change.id}, " "))
		}
		var want []string
		for _, one := range line.get("losses").itemsOf() {
			want = append(want, strings.Join([]string{
				one.get("kind").text(), one.get("pointer").text(), string(appendCanonical(nil, one.get("value"))), one.get("change").text(),
			}, " "))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

func TestRules(t *testing.T) {
	jsonLines(t, "rules.jsonl", func(t *testing.T, line value) {
		call := rules[line.get("rule").text()]
		if call == nil {
			t.Skip("plans state this rule as edits")
		}
		e := new(edits)
		got := call(line.get("before"), e, &change{"T", "reason", "reason"})
		for name, at := range line.membersOf() {
			switch name {
			case "malformed":
				if bad, ok := e.err.(*DecodeError); !ok || bad.Pointer != at.text() {
					t.Errorf("%v, and not malformed at %q", e.err, at.text())
				}
			case "refused":
				bad, ok := e.err.(*NoCounterpart)
				if !ok || bad.Pointer != at.item(1).text() || bad.Code != int(at.item(0).float()) {
					t.Errorf("%v, and not refused as %s", e.err, at.append(nil))
				}
			case "after":
				if !equal(got, at) {
					t.Errorf("got %s", got.append(nil))
				}
			case "losses":
				var want, found []string
				for _, one := range at.itemsOf() {
					want = append(want, one.item(0).text()+" "+one.item(1).text())
				}
				for _, one := range e.remaining(line.get("before"), got) {
					found = append(found, string(one.kind)+" "+shortPointer(appendLossPointer(nil, one.path)))
				}
				if strings.Join(found, "\n") != strings.Join(want, "\n") {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
				}
			}
		}
	})
}
