package mcprevisions

import (
	"fmt"
	"regexp"
	"slices"
)

// schemaKind is the kind of a schema.
type schemaKind uint8

const (
	anything schemaKind = iota
	unknownMember
	forbidden
	constants
	union
	objectType
	arrayType
	stringType
	integerType
	numberType
	booleanType
	nullType
)

// schema is a compiled JSON Schema with the closed set of keywords of types.schema.json.
type schema struct {
	kind  schemaKind
	name  string // of a definition
	plain bool

	// Of an object.
	properties nameTable
	required   []string
	others     *schema
	names      *schema // of further members; nil for any

	items              *schema
	minItems, maxItems int // maxItems < 0: any number

	minLength, maxLength int
	pattern              *regexp.Regexp
	minimum, maximum     *float64

	constants []value
	variants  []*variant
	byKind    [kindObject + 1]candidates

	guardMember string
	guardValue  value
}

// variant is a type of a union, and the facts that tell whether a value means it.
type variant struct {
	schema    *schema
	name      string
	form      kind // the JSON type of its values
	hasForm   bool
	constants []memberConstants
}

type memberConstants struct {
	name   string
	values []string
}

// candidates are the variants of a union that a value of one JSON type may be, in order.
type candidates struct {
	variants []*variant
	ranks    [3][]*variant // guarded, unguarded, and guarded again for a guard that does not hold
	tag      string        // the required member that tells the variants apart, "" without one
	byTag    map[string]*variant
}

func (v *variant) constant(name string) []string {
	for _, one := range v.constants {
		if one.name == name {
			return one.values
		}
	}
	return nil
}

var (
	anySchema     = &schema{kind: anything}
	unknownSchema = &schema{kind: unknownMember}
)

// definitions are the types that references name. A type is compiled when it is first used, so that it may contain itself.
type definitions struct {
	find   func(reference string) value
	made   map[string]*schema
	unions []*schema // to be finished, when all types that they refer to are known
}

func newDefinitions(find func(reference string) value) *definitions {
	return &definitions{find: find, made: make(map[string]*schema)}
}

// finish finishes the unions that were compiled. No schema may be used before.
func (d *definitions) finish() {
	for _, one := range d.unions {
		one.finishUnion(false)
	}
	d.unions = nil
}

// dataError reports published data that this version does not understand.
func dataError(format string, values ...any) error {
	return fmt.Errorf("mcprevisions: %s; the data needs a newer version of this module", fmt.Sprintf(format, values...))
}

// named returns the type that a reference names.
func (d *definitions) named(reference string) (*schema, error) {
	if found, ok := d.made[reference]; ok {
		return found, nil
	}
	source := d.find(reference)
	if !source.given() {
		return nil, dataError("no type %s", reference)
	}
	made := &schema{}
	d.made[reference] = made
	if err := d.compile(source, made); err != nil {
		return nil, err
	}
	if made.name == "" {
		made.name = lastPart(reference)
	}
	return made, nil
}

func lastPart(reference string) string {
	for i := len(reference) - 1; i >= 0; i-- {
		if reference[i] == '/' {
			return reference[i+1:]
		}
	}
	return reference
}

// of returns a schema, compiled.
func (d *definitions) of(source value) (*schema, error) {
	if reference := source.get("$ref"); reference.given() {
		return d.named(reference.text())
	}
	made := &schema{}
	return made, d.compile(source, made)
}

var keywords = []string{
	"kind", "not", "type", "enum", "$ref", "anyOf", "items", "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength",
	"pattern", "properties", "required", "additionalProperties", "propertyNames", "guard", "plain",
}

func (d *definitions) compile(source value, into *schema) error {
	for name := range source.membersOf() {
		if !slices.Contains(keywords, name) {
			return dataError("unknown keyword %s", name)
		}
	}
	if reference := source.get("$ref"); reference.given() {
		// A definition that is another one: compile the other's source here, so that the pointer stays.
		other := d.find(reference.text())
		if !other.given() {
			return dataError("no type %s", reference.text())
		}
		into.name = lastPart(reference.text())
		return d.compile(other, into)
	}
	into.plain = isTrue(source.get("plain"))
	if guard := source.get("guard"); guard.given() {
		into.guardMember, into.guardValue = guard.get("member").text(), guard.get("value")
	}
	if !source.get("kind").given() {
		return dataError("a schema without a kind")
	}
	switch source.get("kind").text() {
	case "any":
	case "never":
		into.kind = forbidden
	case "constants":
		into.kind = constants
		for _, one := range source.get("enum").itemsOf() {
			into.constants = append(into.constants, one)
		}
	case "union":
		into.kind = union
		return d.union(source.get("anyOf"), into)
	case "object":
		into.kind = objectType
		return d.object(source, into)
	case "array":
		into.kind = arrayType
		into.items = anySchema
		into.minItems, into.maxItems = intOr(source.get("minItems"), 0), intOr(source.get("maxItems"), -1)
		if items := source.get("items"); items.given() {
			var err error
			into.items, err = d.of(items)
			return err
		}
		return nil
	case "string":
		into.kind = stringType
		into.minLength, into.maxLength = intOr(source.get("minLength"), 0), intOr(source.get("maxLength"), -1)
		if pattern := source.get("pattern"); pattern.given() {
			var err error
			if into.pattern, err = regexp.Compile(pattern.text()); err != nil {
				return dataError("pattern %s", pattern.text())
			}
		}
		return nil
	case "integer":
		into.kind = integerType
	case "number":
		into.kind = numberType
	case "boolean":
		into.kind = booleanType
	case "null":
		into.kind = nullType
	default:
		return dataError("unknown kind %s", source.get("kind").text())
	}
	into.minimum, into.maximum = floatOf(source.get("minimum")), floatOf(source.get("maximum"))
	return nil
}

func isTrue(v value) bool { return v.given() && v.kind() == kindTrue }

func intOr(v value, otherwise int) int {
	if !v.given() || v.kind() != kindNumber {
		return otherwise
	}
	return int(v.float())
}

func floatOf(v value) *float64 {
	if !v.given() || v.kind() != kindNumber {
		return nil
	}
	f := v.float()
	return &f
}

func (d *definitions) object(source value, into *schema) error {
	properties := source.get("properties")
	var err error
	known := make(map[string]*schema)
	if properties.given() {
		for name, one := range properties.membersOf() {
			if known[name], err = d.of(one); err != nil {
				return err
			}
		}
	}
	if required := source.get("required"); required.given() {
		for _, one := range required.itemsOf() {
			into.required = append(into.required, one.text())
		}
	}
	into.properties = newNameTable(known, into.required)
	switch further := source.get("additionalProperties"); {
	case further.given():
		if into.others, err = d.of(further); err != nil {
			return err
		}
	case !properties.given() || into.plain:
		into.others = anySchema
	default:
		into.others = unknownSchema
	}
	if names := source.get("propertyNames"); names.given() {
		if into.names, err = d.of(names); err != nil {
			return err
		}
	}
	return nil
}

func (d *definitions) union(source value, into *schema) error {
	for _, one := range source.itemsOf() {
		made, err := d.variant(one)
		if err != nil {
			return err
		}
		into.variants = append(into.variants, made)
	}
	d.unions = append(d.unions, into)
	return nil
}

// variant returns a schema as a variant of a union.
func (d *definitions) variant(source value) (*variant, error) {
	made, err := d.of(source)
	if err != nil {
		return nil, err
	}
	found := d.resolved(source)
	v := &variant{schema: made}
	if reference := source.get("$ref"); reference.given() {
		v.name = lastPart(reference.text())
	}
	switch stated := found.get("type"); {
	case stated.given():
		v.hasForm = true
		v.form = formNamed(stated.text())
		if v.name == "" {
			v.name = stated.text()
		}
	case found.get("enum").given():
		v.hasForm = true
		v.form = formOf(found.get("enum").item(0).kind())
	}
	if properties := found.get("properties"); properties.given() {
		for name, one := range properties.membersOf() {
			if values, ok := textConstants(d.resolved(one).get("enum")); ok {
				v.constants = append(v.constants, memberConstants{name, values})
			}
		}
	}
	return v, nil
}

func textConstants(list value) ([]string, bool) {
	var found []string
	if !list.given() {
		return nil, false
	}
	for _, one := range list.itemsOf() {
		if one.kind() != kindString {
			return nil, false
		}
		found = append(found, one.text())
	}
	return found, len(found) > 0
}

func (d *definitions) resolved(source value) value {
	for {
		reference := source.get("$ref")
		if !reference.given() {
			return source
		}
		if source = d.find(reference.text()); !source.given() {
			return source
		}
	}
}

func formNamed(name string) kind {
	switch name {
	case "object":
		return kindObject
	case "array":
		return kindArray
	case "string":
		return kindString
	case "boolean":
		return kindTrue
	case "null":
		return kindNull
	}
	return kindNumber
}

// formOf returns the kind that stands for the JSON type of a value: one of true and false.
func formOf(k kind) kind {
	if k == kindFalse {
		return kindTrue
	}
	return k
}

// finishUnion sorts the variants of a union by the JSON types of their values. If guardRequired, a variant whose
// guard does not hold is never chosen.
func (s *schema) finishUnion(guardRequired bool) {
	for _, one := range s.variants {
		if one.schema.kind == anything && !one.schema.plain && one.schema.guardMember == "" {
			*s = schema{kind: anything, name: s.name, variants: s.variants}
			return
		}
	}
	for k := range s.byKind {
		if kind(k) == kindFalse {
			continue
		}
		found := &s.byKind[k]
		for _, one := range s.variants {
			if one.hasForm && one.form != kind(k) {
				continue
			}
			found.variants = append(found.variants, one)
			if one.schema.guardMember == "" {
				found.ranks[1] = append(found.ranks[1], one)
				continue
			}
			found.ranks[0] = append(found.ranks[0], one)
			if !guardRequired {
				found.ranks[2] = append(found.ranks[2], one)
			}
		}
	}
	s.byKind[kindFalse] = s.byKind[kindTrue]
	objects := &s.byKind[kindObject]
	isTagged := len(objects.ranks[0]) == 0
	for _, one := range objects.variants {
		isTagged = isTagged && one.hasForm && one.schema.kind == objectType
	}
	if tag := tagOf(objects.variants); isTagged && tag != "" {
		objects.tag, objects.byTag = tag, make(map[string]*variant)
		for _, one := range objects.variants {
			for _, allowed := range one.constant(tag) {
				objects.byTag[allowed] = one
			}
		}
	}
}

// tagOf returns the required member that has constants of its own in each variant, or "".
func tagOf(variants []*variant) string {
	if len(variants) < 2 {
		return ""
	}
	for _, name := range variants[0].schema.required {
		seen := make(map[string]bool)
		isTag := true
		for _, one := range variants {
			values := one.constant(name)
			isTag = isTag && len(values) > 0 && slices.Contains(one.schema.required, name)
			for _, allowed := range values {
				isTag = isTag && !seen[allowed]
				seen[allowed] = true
			}
		}
		if isTag {
			return name
		}
	}
	return ""
}

// nameTable finds the schema of a member by its name. No two names share a slot, so that each search is one comparison.
type nameTable struct {
	slots    []slot
	seed     uint64
	shift    uint8
	all      map[string]*schema
	requires uint64   // the bits of the required members
	others   []string // the required members without a bit
}

type slot struct {
	name   string
	schema *schema
	bit    uint64 // of a required member
}

func (n *nameTable) slot(name string) *slot {
	return &n.slots[hashOf(name)*n.seed>>n.shift]
}

// hashOf returns a number that depends on the first and the last eight bytes of a name, and on its length.
func hashOf(name string) uint64 {
	const k = 0x9e3779b97f4a7c15
	n := len(name)
	if n >= 8 {
		return (eightBytes(name)*k ^ eightBytes(name[n-8:])) + uint64(n)
	}
	var x uint64
	for i := range n {
		x = x<<8 | uint64(name[i])
	}
	return x*k + uint64(n)
}

// newNameTable returns the table of the members of an object. Only the first 64 required members get a bit.
func newNameTable(known map[string]*schema, required []string) nameTable {
	n := nameTable{all: known}
	bits := make(map[string]uint64)
	for i, name := range required {
		if _, ok := known[name]; ok && i < 64 {
			bits[name] = 1 << i
			n.requires |= 1 << i
		} else {
			n.others = append(n.others, name)
		}
	}
	shift := uint8(62)
	for 1<<(64-shift) < 2*len(known) {
		shift--
	}
	for end := shift - 3; shift > end; shift-- {
		for seed := uint64(1); seed < 200; seed += 2 {
			if n.fill(shift, seed*0xd6e8feb86659fd93, bits) {
				return n
			}
		}
	}
	n.slots, n.requires, n.others = nil, 0, required
	return n
}

func (n *nameTable) fill(shift uint8, seed uint64, bits map[string]uint64) bool {
	size := 1 << (64 - shift)
	if len(n.slots) != size {
		n.slots = make([]slot, size)
	}
	clear(n.slots)
	n.seed, n.shift = seed, shift
	for name, one := range n.all {
		at := n.slot(name)
		if at.schema != nil {
			return false
		}
		*at = slot{name, one, bits[name]}
	}
	return true
}

// find returns the schema of a member, or nil, and the bit of a required one.
func (n *nameTable) find(name string) (*schema, uint64) {
	if n.slots == nil {
		return n.all[name], 0
	}
	if at := n.slot(name); at.schema != nil && at.name == name {
		return at.schema, at.bit
	}
	return nil, 0
}
