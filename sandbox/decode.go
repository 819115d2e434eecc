package sandbox

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// decode reads a JSON body into v. What has the wrong type is a 50035 that names each such field as Discord does.
func decode(body []byte, v any) error {
	_, at := newForm()
	return decodeAt(at, body, v)
}

// decodeAt reads what stands at a place in a body; nothing there, or null, leaves v as it was.
func decodeAt(at *field, body []byte, v any) error {
	if len(body) == 0 {
		body = []byte("{}")
	}
	if json.Unmarshal(body, v) == nil {
		return nil
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if !json.Valid(body) || d.Decode(&tree) != nil {
		return errBadJSON
	}
	at.mistyped(reflect.TypeOf(v).Elem(), tree)
	if at.form.tree == nil { // said twice, one of them wrongly; or by a key in other letters
		at.fail("BASE_TYPE_BAD_TYPE", "The body does not have the form that it should.")
	}
	return at.form.err()
}

// mistyped fails every field of a value that can't be read as the type wants it. null is nothing, which always can.
func (p *field) mistyped(want reflect.Type, value any) {
	if value == nil || want == reflect.TypeFor[json.RawMessage]() {
		return
	}
	if o, ok := reflect.Zero(want).Interface().(interface{ inner() reflect.Type }); ok {
		p.mistyped(o.inner(), value)
		return
	}
	switch want.Kind() {
	case reflect.Pointer:
		p.mistyped(want.Elem(), value)
	case reflect.Struct:
		object, ok := value.(map[string]any)
		if !ok {
			p.fail("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		}
		for i := range want.NumField() {
			name, _, _ := strings.Cut(want.Field(i).Tag.Get("json"), ",")
			p.key(name).mistyped(want.Field(i).Type, object[name])
		}
	case reflect.Map:
		object, ok := value.(map[string]any)
		if !ok {
			p.fail("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		}
		for name, one := range object {
			p.key(name).mistyped(want.Elem(), one)
		}
	case reflect.Slice:
		list, ok := value.([]any)
		if !ok {
			p.fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		}
		for i, one := range list {
			p.index(i).mistyped(want.Elem(), one)
		}
	default:
		p.plain(want, value)
	}
}

// plain fails a text, a number or a truth that is none.
func (p *field) plain(want reflect.Type, value any) {
	text, _ := json.Marshal(value) // it was JSON
	if json.Unmarshal(text, reflect.New(want).Interface()) == nil {
		return
	}
	shown, isText := value.(string)
	if !isText {
		shown = string(text)
	}
	switch {
	case want == reflect.TypeFor[snowflake]():
		p.coerced(shown, "snowflake")
	case want.Kind() == reflect.String:
		p.fail("STRING_TYPE_CONVERT", `Could not interpret "%s" as string.`, shown)
	case want.Kind() == reflect.Bool:
		p.fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	case want.Kind() == reflect.Float64:
		p.coerced(shown, "float")
	default:
		p.coerced(shown, "int")
	}
}

func (p *field) coerced(value, kind string) {
	p.fail("NUMBER_TYPE_COERCE", `Value "%s" is not %s.`, value, kind)
}
