package mcprevisions

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// mismatch says why a value is not valid, at a path from the value down.
type mismatch struct {
	path     []key
	reason   string
	missing  []string // the members that are absent
	allowed  []value  // the constants of which one was expected
	constant value    // the value that is none of them
}

// inside returns the mismatch of a value that holds the faulty one under a key.
func (m *mismatch) inside(k key) *mismatch {
	outer := *m
	outer.path = append([]key{k}, m.path...)
	return &outer
}

// reasonIn returns the reason. If one of several constants was expected, it names the revision that defines them.
func (m *mismatch) reasonIn(revision string) string {
	if len(m.allowed) > 1 {
		return m.reason + " in " + revision
	}
	return m.reason
}

func unexpected(expected string, v value) *mismatch {
	return &mismatch{reason: fmt.Sprintf("expected %s, got %s", expected, shown(v))}
}

func fault(format string, values ...any) *mismatch {
	return &mismatch{reason: fmt.Sprintf(format, values...)}
}

// shown returns a value as an error message shows it.
func shown(v value) string {
	if !v.given() {
		return "nothing"
	}
	switch v.kind() {
	case kindArray, kindObject, kindNull:
		return v.kind().String()
	case kindTrue:
		return "true"
	case kindFalse:
		return "false"
	case kindString:
		return shownText(v.text())
	}
	return shortened(v.raw())
}

func shownText(text string) string { return shortened("'" + text + "'") }

func shortened(text string) string {
	if utf8.RuneCountInString(text) <= 62 {
		return text
	}
	return string([]rune(text)[:62]) + "..."
}

// newExplainer returns a checker that remembers every outcome, so that explaining costs as much as checking.
func newExplainer() *checker {
	return &checker{keepsAll: true, known: make(map[checkKey]outcome), reasons: make(map[checkKey]*mismatch)}
}

// explain returns the mismatch that helps most for a value that is not valid.
func (c *checker) explain(s *schema, v value) *mismatch {
	switch s.kind {
	case forbidden:
		return fault("this member is not allowed")
	case constants:
		return disallowed(s.constants, v)
	case union:
		key := keyOf(s, v)
		found, ok := c.reasons[key]
		if !ok {
			found = c.mostHelpful(s, v)
			c.reasons[key] = found
		}
		return found
	case objectType:
		if v.kind() == kindObject {
			return c.explainObject(s, v)
		}
		return unexpected("an object", v)
	case arrayType:
		if v.kind() == kindArray {
			return c.explainArray(s, v)
		}
		return unexpected("an array", v)
	case stringType:
		return s.explainText(v)
	case integerType:
		if v.isInteger() {
			return s.explainNumber(v)
		}
		return unexpected("an integer", v)
	case numberType:
		if v.kind() == kindNumber {
			return s.explainNumber(v)
		}
		return unexpected("a number", v)
	case booleanType:
		return unexpected("true or false", v)
	}
	return unexpected("null", v)
}

func (s *schema) explainText(v value) *mismatch {
	if v.kind() != kindString {
		return unexpected("a string", v)
	}
	length := utf8.RuneCountInString(v.text())
	if length < s.minLength {
		return fault("at least %d characters are needed, not %d", s.minLength, length)
	}
	if s.maxLength >= 0 && length > s.maxLength {
		return fault("at most %d characters are allowed, not %d", s.maxLength, length)
	}
	return fault("%s does not match %s", shown(v), s.pattern)
}

func (s *schema) explainNumber(v value) *mismatch {
	if s.minimum != nil && v.float() < *s.minimum {
		return unexpected(fmt.Sprintf("a number at least %v", *s.minimum), v)
	}
	return unexpected(fmt.Sprintf("a number at most %v", *s.maximum), v)
}

func (c *checker) explainArray(s *schema, v value) *mismatch {
	size := v.size()
	if s.maxItems >= 0 && size > s.maxItems {
		return fault("at most %d items are allowed, not %d", s.maxItems, size)
	}
	if size < s.minItems {
		return fault("at least %d items are needed, not %d", s.minItems, size)
	}
	for i, one := range v.itemsOf() {
		if !c.check(s.items, one) {
			return c.explain(s.items, one).inside(indexKey(i))
		}
	}
	return fault("not valid")
}

func (c *checker) explainObject(s *schema, v value) *mismatch {
	v = v.withoutRepeats()
	for name, one := range v.membersOf() {
		if known, _ := s.properties.find(name); known != nil && known.kind != forbidden && !c.check(known, one) {
			return c.explain(known, one).inside(nameKey(name))
		}
	}
	var missing []string
	for _, name := range s.required {
		if !v.get(name).given() {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		return lacks(missing)
	}
	for name, one := range v.membersOf() {
		known, _ := s.properties.find(name)
		if known != nil && known.kind != forbidden {
			continue
		}
		if s.names != nil {
			if stated := textValue(name); !c.check(s.names, stated) {
				return c.explain(s.names, stated).inside(nameKey(name))
			}
		}
		if known == nil {
			known = s.others
		}
		if !c.check(known, one) {
			return c.explain(known, one).inside(nameKey(name))
		}
	}
	return fault("not valid")
}

// lacks returns the mismatch of an object without some members.
func lacks(names []string) *mismatch {
	verb, between := "is", "', '"
	if len(names) > 1 {
		verb = "are"
	}
	if len(names) == 2 {
		between = "' and '"
	}
	m := fault("'%s' %s missing", strings.Join(names, between), verb)
	m.missing = names
	return m
}

func disallowed(allowed []value, v value) *mismatch {
	m := &mismatch{allowed: allowed, constant: v}
	if len(allowed) == 1 {
		m.reason = fmt.Sprintf("expected %s, got %s", shown(allowed[0]), shown(v))
		return m
	}
	words := make([]string, len(allowed))
	for i, one := range allowed {
		if words[i] = shown(one); one.kind() == kindString {
			words[i] = one.text()
		}
	}
	m.reason = fmt.Sprintf("%s is not one of %s", shown(v), strings.Join(words, ", "))
	return m
}

// contradictions returns the members for which an object has another constant than the variant demands.
func (v *variant) contradictions(object value) []string {
	var found []string
	for _, one := range v.constants {
		stated := object.get(one.name)
		if stated.given() && !(stated.kind() == kindString && slices.Contains(one.values, stated.text())) {
			found = append(found, one.name)
		}
	}
	return found
}

type failure struct {
	variant  *variant
	mismatch *mismatch
}

// mostHelpful returns the mismatch of the variant that the sender probably meant. If the variants have a tag, it is
// the variant of the object's tag. Otherwise it is the deepest mismatch of the variants that are meant, the first of
// equals.
func (c *checker) mostHelpful(s *schema, v value) *mismatch {
	form := formOf(v.kind())
	tried := make([]*variant, 0, len(s.variants))
	for _, one := range s.tried(v) {
		if one.hasForm && one.form == form {
			tried = append(tried, one)
		}
	}
	isFraction := v.kind() == kindNumber && !slices.ContainsFunc(tried, func(one *variant) bool { return one.schema.kind != integerType })
	if len(tried) == 0 || isFraction {
		if words := s.expectation(); words != "" {
			return unexpected(words, v)
		}
		tried = s.tried(v)
	}
	meant := tried
	if v.kind() == kindObject {
		if tag := tagOf(tried); tag != "" {
			return c.atTag(s, tried, tag, v)
		}
		meant = meantBy(tried, v)
	}
	failures := make([]failure, len(meant))
	deepest := 0
	for i, one := range meant {
		failures[i] = failure{one, c.explain(one.schema, v)}
		deepest = max(deepest, len(failures[i].mismatch.path))
	}
	if deepest > 0 || len(failures) == 1 {
		return firstDeepest(failures, deepest)
	}
	words := make([]string, len(tried))
	isSame := true
	for i, one := range tried {
		reason := c.explain(one.schema, v).reason
		words[i] = fmt.Sprintf("%s (%s)", one.name, reason)
		isSame = isSame && reason == failures[0].mismatch.reason
	}
	if isSame {
		return failures[0].mismatch
	}
	return fault("fits no variant: %s", strings.Join(words, ", "))
}

// atTag returns the mismatch of the variant whose tag an object has, or that of the tag.
func (c *checker) atTag(s *schema, tried []*variant, tag string, v value) *mismatch {
	stated := v.get(tag)
	if !stated.given() {
		return lacks([]string{tag})
	}
	var allowed []value
	for _, one := range s.variants {
		if !slices.Contains(tried, one) {
			continue
		}
		if stated.kind() == kindString && slices.Contains(one.constant(tag), stated.text()) {
			return c.explain(one.schema, v)
		}
		for _, each := range one.constant(tag) {
			allowed = append(allowed, textValue(each))
		}
	}
	return disallowed(allowed, stated).inside(nameKey(tag))
}

// meantBy returns the variants that the sender of an object may have meant. A variant is excluded if the object has a wrong
// constant in one of its members, and if that member is also declared by another variant, for which the object has no wrong
// constants. For example, if only one variant has a member "action", the sender of an "action" meant that variant, even if
// the value is wrong. If the object has all required members of some variants that are not excluded, only those are returned.
func meantBy(tried []*variant, v value) []*variant {
	var right []*variant
	for _, one := range tried {
		if len(one.contradictions(v)) == 0 {
			right = append(right, one)
		}
	}
	if right == nil {
		return tried
	}
	isDeclared := func(name string) bool {
		return slices.ContainsFunc(right, func(one *variant) bool {
			known, _ := one.schema.properties.find(name)
			return known != nil
		})
	}
	var possible, complete []*variant
	for _, one := range tried {
		if slices.ContainsFunc(one.contradictions(v), isDeclared) {
			continue
		}
		possible = append(possible, one)
		if !slices.ContainsFunc(one.schema.required, func(name string) bool { return !v.get(name).given() }) {
			complete = append(complete, one)
		}
	}
	if complete != nil {
		return complete
	}
	return possible
}

// expectation describes the JSON types of a union, objects last. It is empty if a variant is a constant or another union.
func (s *schema) expectation() string {
	words := map[schemaKind]string{
		arrayType: "an array", stringType: "a string", integerType: "an integer", numberType: "a number",
		booleanType: "true or false", nullType: "null",
	}
	var expected []string
	hasObject := false
	for _, one := range s.variants {
		word := words[one.schema.kind]
		switch {
		case one.schema.kind == objectType:
			hasObject = true
		case word == "":
			return ""
		case !slices.Contains(expected, word):
			expected = append(expected, word)
		}
	}
	if hasObject {
		expected = append(expected, "an object")
	}
	return strings.Join(expected, " or ")
}

// tried returns the variants in the order in which they are tried.
func (s *schema) tried(v value) []*variant {
	var first, second, third []*variant
	ranks := s.byKind[v.kind()].ranks
	for _, one := range s.variants {
		switch {
		case one.schema.guardMember == "":
			second = append(second, one)
		case v.kind() == kindObject && one.guardHolds(v):
			first = append(first, one)
		case slices.Contains(ranks[2], one):
			third = append(third, one)
		}
	}
	return slices.Concat(first, second, third)
}

func firstDeepest(failures []failure, deepest int) *mismatch {
	var chosen []*mismatch
	for _, one := range failures {
		if len(one.mismatch.path) == deepest {
			chosen = append(chosen, one.mismatch)
		}
	}
	first := chosen[0]
	if first.allowed == nil {
		return first
	}
	var allowed []value
	count := 0
	for _, one := range chosen {
		if one.allowed == nil || !slices.Equal(one.path, first.path) {
			continue
		}
		count++
		for _, each := range one.allowed {
			if !slices.ContainsFunc(allowed, func(known value) bool { return equal(known, each) }) {
				allowed = append(allowed, each)
			}
		}
	}
	if count < 2 {
		return first
	}
	m := disallowed(allowed, first.constant)
	m.path = first.path
	return m
}
