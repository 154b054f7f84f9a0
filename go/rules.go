package mcprevisions

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// rule edits a value in place, or returns its replacement. docs/conversion-data.md specifies each rule.
type rule func(v value, e *edits, c *change) value

var rules = map[string]rule{
	"audio_as_resource":          audioAsResource,
	"resource_link_as_text":      resourceLinkAsText,
	"title_as_annotation":        titleAsAnnotation,
	"structured_content_as_text": structuredContentAsText,
	"schema_of_objects":          schemaOfObjects,
	"titled_enum":                titledEnum,
	"legacy_enum":                legacyEnum,
	"no_multi_select":            noMultiSelect,
	"single_answers":             singleAnswers,
	"single_blocks":              singleBlocks,
	"one_block":                  oneBlock,
}

// isSpace reports whether a character is white space: those that Python calls white space.
func isSpace(r rune) bool {
	switch {
	case '\t' <= r && r <= '\r', '\x1c' <= r && r <= ' ', '\u2000' <= r && r <= '\u200a':
		return true
	}
	return strings.ContainsRune("\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000", r)
}

func isText(v value) bool {
	return isObject(v) && v.get("type").isText("text") && isString(v.get("text"))
}

func isString(v value) bool { return v.given() && v.kind() == kindString }

// strings returns the items of an array of strings, and whether the value is one.
func stringsOf(v value) ([]string, bool) {
	if !v.given() || v.kind() != kindArray {
		return nil, false
	}
	found := []string{}
	for _, one := range v.itemsOf() {
		if one.kind() != kindString {
			return nil, false
		}
		found = append(found, one.text())
	}
	return found, true
}

func audioAsResource(block value, e *edits, c *change) value {
	if !e.formed(block, kindObject) {
		return block
	}
	data, mimeType := block.get("data"), block.get("mimeType")
	if !isString(data) || !isString(mimeType) {
		e.malformed("audio with `data` and `mimeType`")
		return block
	}
	e.report(reshaped, block, c)
	e.leftOut(block, []string{"resource"}, c)
	sum := sha256.Sum256([]byte(data.text()))
	resource := objectOf(member{"uri", textValue("urn:mcp:audio:" + hex.EncodeToString(sum[:]))}, member{"mimeType", mimeType}, member{"blob", data})
	made := objectOf(member{"type", textValue("resource")}, member{"resource", resource})
	made.n.members = append(made.n.members, block.without("type", "data", "mimeType", "resource").n.members...)
	return made
}

func resourceLinkAsText(block value, e *edits, c *change) value {
	if !e.formed(block, kindObject) {
		return block
	}
	uri, name, description := block.get("uri"), block.get("name"), block.get("description")
	label := block.get("title")
	if !label.given() {
		label = name
	}
	if !isString(uri) || !isString(name) || !isString(label) {
		e.malformed("a resource link with `uri` and `name`")
		return block
	}
	e.report(reshaped, block, c)
	e.leftOut(block, []string{"text"}, c)
	text := link(label.text(), uri.text())
	if isString(description) {
		text += " — " + description.text()
	}
	made := objectOf(member{"type", textValue("text")}, member{"text", textValue(text)})
	rest := block.without("type", "uri", "name", "title", "description", "mimeType", "size", "_meta", "icons", "text")
	if annotations := rest.get("annotations"); isObject(annotations) {
		rest.set("annotations", annotations.without("lastModified"))
	}
	made.n.members = append(made.n.members, rest.n.members...)
	return made
}

// link returns a Markdown link whose label and destination end where they should, for every text.
func link(label, uri string) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, word := range strings.FieldsFunc(label, isSpace) {
		if i > 0 {
			b.WriteByte(' ')
		}
		for _, r := range word {
			if strings.ContainsRune("\\`[]<", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
	}
	b.WriteString("](")
	inBrackets := strings.ContainsAny(uri, "()")
	if inBrackets {
		b.WriteByte('<')
	}
	for _, r := range uri {
		if isSpace(r) || r < ' ' || r == 0x7f || strings.ContainsRune("<>\\`", r) {
			for _, c := range []byte(string(r)) {
				b.WriteByte('%')
				b.WriteByte("0123456789ABCDEF"[c>>4])
				b.WriteByte("0123456789ABCDEF"[c&15])
			}
			continue
		}
		b.WriteRune(r)
	}
	if inBrackets {
		b.WriteByte('>')
	}
	b.WriteByte(')')
	return b.String()
}

func titleAsAnnotation(tool value, e *edits, c *change) value {
	if !e.formed(tool, kindObject) {
		return tool
	}
	title := tool.get("title")
	e.drop(&tool, "title", c)
	annotations := tool.get("annotations")
	if !given(annotations) {
		made := objectOf(member{"title", title})
		tool.set("annotations", made)
		e.report(invented, made, c, nameKey("annotations"))
		return tool
	}
	if e.formed(annotations, kindObject, nameKey("annotations")) {
		e.fill(&annotations, "title", title, c, nameKey("annotations"))
		tool.set("annotations", annotations)
	}
	return tool
}

func structuredContentAsText(result value, e *edits, c *change) value {
	if !e.formed(result, kindObject) {
		return result
	}
	v, content := result.get("structuredContent"), result.get("content")
	if !e.formed(content, kindArray, nameKey("content")) {
		return result
	}
	e.drop(&result, "structuredContent", c)
	if states(content, v) {
		return result
	}
	block := objectOf(member{"type", textValue("text")}, member{"text", textValue(string(appendCanonical(nil, v)))})
	n := content.own()
	n.items = append(n.items, block)
	result.set("content", content)
	e.report(invented, block, c, nameKey("content"), indexKey(len(n.items)-1))
	return result
}

// states reports whether text blocks state a value: one block the whole value, or the blocks its items in order.
func states(content, v value) bool {
	only := v
	if isObject(v) && v.size() == 1 {
		for _, one := range v.membersOf() {
			only = one
		}
	}
	var texts []string
	for _, block := range content.itemsOf() {
		if isText(block) {
			texts = append(texts, block.get("text").text())
		}
	}
	for _, text := range texts {
		if says(text, v, only) {
			return true
		}
	}
	if only.kind() != kindArray || len(texts) == 0 || only.size() != len(texts) {
		return false
	}
	for i, item := range only.itemsOf() {
		if !says(texts[i], item) {
			return false
		}
	}
	return true
}

// says reports whether a text is the JSON of one of the values, or the string that it is.
func says(text string, values ...value) bool {
	for _, v := range values {
		if v.kind() == kindString && v.sameText(text) {
			return true
		}
	}
	stated, err := readText([]byte(text), Limits{Size: mostSize, Depth: mostDepth})
	if err != nil {
		return false
	}
	defer stated.release()
	for _, v := range values {
		if equal(stated.root(), v) {
			return true
		}
	}
	return false
}

func schemaOfObjects(schema value, e *edits, c *change) value {
	if !e.formed(schema, kindObject) {
		return schema
	}
	properties := schema.get("properties")
	if isObject(properties) {
		var kept, others []member
		for name, one := range properties.withoutRepeats().membersOf() {
			if one.kind() != kindObject {
				others = append(others, member{name, one})
			}
			switch one.kind() {
			case kindTrue:
				one = objectOf()
			case kindFalse:
				one = objectOf(member{"not", objectOf()})
			case kindObject:
			default:
				continue
			}
			kept = append(kept, member{name, one})
		}
		for _, one := range inOrder(others) {
			lost := dropped
			if k := one.value.kind(); k == kindTrue || k == kindFalse {
				lost = reshaped
			}
			e.report(lost, one.value, c, nameKey("properties"), nameKey(one.name))
		}
		if len(others) > 0 {
			schema.set("properties", objectOf(kept...))
		}
	} else if properties.given() {
		e.drop(&schema, "properties", c)
	}
	if required := schema.get("required"); required.given() {
		if _, ok := stringsOf(required); !ok {
			e.drop(&schema, "required", c)
		}
	}
	return schema
}

func titledEnum(schema value, e *edits, c *change) value {
	if !e.formed(schema, kindObject) {
		return schema
	}
	values, ok := stringsOf(schema.get("enum"))
	names, alsoOK := stringsOf(schema.get("enumNames"))
	if !ok || !alsoOK || len(values) != len(names) {
		return schema
	}
	kind := respelled
	if schema.get("oneOf").given() {
		kind = reshaped
	}
	e.report(kind, schema, c)
	options := make([]value, len(values))
	for i, one := range values {
		options[i] = objectOf(member{"const", textValue(one)}, member{"title", textValue(names[i])})
	}
	made := schema.without("enum", "enumNames")
	made.set("oneOf", arrayOf(options))
	return made
}

func legacyEnum(schema value, e *edits, c *change) value {
	if !e.formed(schema, kindObject) {
		return schema
	}
	options := schema.get("oneOf")
	if !options.given() || options.kind() != kindArray {
		return schema
	}
	kind := respelled
	var values, titles []value
	for _, one := range options.itemsOf() {
		if !isObject(one) || !isString(one.get("const")) || !isString(one.get("title")) {
			return schema
		}
		values, titles = append(values, one.get("const")), append(titles, one.get("title"))
		if one.size() != 2 {
			kind = reshaped
		}
	}
	for _, name := range []string{"default", "enum", "enumNames"} {
		if schema.get(name).given() {
			kind = reshaped
		}
	}
	e.report(kind, schema, c)
	for i, one := range options.itemsOf() {
		for _, further := range inOrder(one.withoutRepeats().without("const", "title").n.members) {
			e.report(dropped, further.value, c, nameKey("oneOf"), indexKey(i), nameKey(further.name))
		}
	}
	made := schema.without("oneOf", "default")
	made.set("enum", arrayOf(values))
	made.set("enumNames", arrayOf(titles))
	return made
}

func noMultiSelect(form value, e *edits, c *change) value {
	if !e.formed(form, kindObject) {
		return form
	}
	properties := form.get("properties")
	if !e.formed(properties, kindObject, nameKey("properties")) {
		return form
	}
	required := make(map[string]bool)
	if stated := form.get("required"); stated.given() && stated.kind() == kindArray {
		for _, one := range stated.itemsOf() {
			if one.kind() == kindString {
				required[one.text()] = true
			}
		}
	}
	var single, multiple []member
	for name, one := range properties.withoutRepeats().membersOf() {
		if isObject(one) && one.get("type").isText("array") {
			multiple = append(multiple, member{name, one})
		} else {
			single = append(single, member{name, one})
		}
	}
	multiple = inOrder(multiple)
	for _, one := range multiple {
		if len(single) == 0 || required[one.name] {
			e.refuse(c, CodeInvalidParams, nameKey("properties"), nameKey(one.name))
			return form
		}
	}
	for _, one := range multiple {
		e.report(dropped, one.value, c, nameKey("properties"), nameKey(one.name))
	}
	if len(multiple) > 0 {
		form.set("properties", objectOf(single...))
	}
	return form
}

func singleAnswers(answers value, e *edits, c *change) value {
	if !e.formed(answers, kindArray) {
		return answers
	}
	if answers.size() != 1 {
		e.refuse(c, CodeInvalidParams)
		return answers
	}
	e.report(reshaped, answers, c)
	return answers.item(0)
}

func singleBlocks(params value, e *edits, c *change) value {
	if !e.formed(params, kindObject) {
		return params
	}
	messages := params.get("messages")
	if !e.formed(messages, kindArray, nameKey("messages")) {
		return params
	}
	hasLists := false
	for _, one := range messages.itemsOf() {
		if blocks := one.get("content"); isObject(one) && blocks.given() && blocks.kind() == kindArray {
			hasLists = true
			break
		}
	}
	if !hasLists {
		return params
	}
	var split []value
	var moves []move
	for i, message := range messages.itemsOf() {
		here := []key{nameKey("messages"), indexKey(i)}
		there := func(further ...key) []key { return join([]key{nameKey("messages"), indexKey(len(split))}, further...) }
		var blocks value
		if isObject(message) {
			blocks = message.get("content")
		}
		if !blocks.given() || blocks.kind() != kindArray {
			moves = append(moves, move{there(), here})
			split = append(split, message)
			continue
		}
		count, role := blocks.size(), message.get("role")
		switch {
		case count == 0:
			e.report(dropped, message, c, here...)
		case count == 1:
			e.report(reshaped, blocks, c, join(here, nameKey("content"))...)
		case !role.isText("user") && !role.isText("assistant"):
			e.malformed("`user` or `assistant`", join(here, nameKey("role"))...)
			return params
		default:
			e.report(reshaped, message, c, here...)
		}
		for k, block := range blocks.itemsOf() {
			moves = append(moves, move{there(nameKey("content")), join(here, nameKey("content"), indexKey(k))}, move{there(), here})
			made := objectOf(member{"role", role}, member{"content", block})
			if k == 0 {
				made = message.without()
				made.set("content", block)
			}
			split = append(split, made)
		}
	}
	params.set("messages", arrayOf(split))
	e.moved(moves, c)
	return params
}

func oneBlock(result value, e *edits, c *change) value {
	blocks := result.get("content")
	if !blocks.given() || blocks.kind() != kindArray {
		return result
	}
	var list []value
	for _, one := range blocks.itemsOf() {
		list = append(list, one)
	}
	switch {
	case len(list) == 1:
		e.report(reshaped, blocks, c, nameKey("content"))
		e.moved([]move{{path("content"), []key{nameKey("content"), indexKey(0)}}}, c)
		result.set("content", list[0])
	case len(list) > 0 && !slices.ContainsFunc(list, func(v value) bool { return !isText(v) }):
		e.report(weakened, blocks, c, nameKey("content"))
		texts := make([]string, len(list))
		for i, one := range list {
			texts[i] = one.get("text").text()
			for _, further := range inOrder(one.withoutRepeats().without("type", "text").n.members) {
				e.report(dropped, further.value, c, nameKey("content"), indexKey(i), nameKey(further.name))
			}
		}
		result.set("content", objectOf(member{"type", textValue("text")}, member{"text", textValue(strings.Join(texts, "\n"))}))
	default:
		e.refuse(c, CodeInvalidParams, nameKey("content"))
	}
	return result
}
