package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// Decode reads a JSON body into v. If fields have the wrong type, the error is a 50035 that names each of them, as Discord's does.
func Decode(body []byte, v any) error {
	_, at := NewForm()
	return DecodeAt(at, body, v)
}

// DecodeAt reads a part of a body that belongs at a given place. If it is absent or null, v stays as it was.
func DecodeAt(at *Field, body []byte, v any) error {
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
		return ErrBadJSON
	}
	at.mistyped(reflect.TypeOf(v).Elem(), tree)
	if at.Form.tree == nil { // a key that occurs twice, or in another case
		at.Fail("BASE_TYPE_BAD_TYPE", "The body has the wrong form.")
	}
	return at.Form.Err()
}

// mistyped reports every field of a value that can't be read as the wanted type. null counts as absent and always passes.
func (p *Field) mistyped(want reflect.Type, value any) {
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
			p.Fail("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		}
		for i := range want.NumField() {
			name, _, _ := strings.Cut(want.Field(i).Tag.Get("json"), ",")
			p.Key(name).mistyped(want.Field(i).Type, object[name])
		}
	case reflect.Map:
		object, ok := value.(map[string]any)
		if !ok {
			p.Fail("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		}
		for name, one := range object {
			p.Key(name).mistyped(want.Elem(), one)
		}
	case reflect.Slice:
		list, ok := value.([]any)
		if !ok {
			p.Fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		}
		for i, one := range list {
			p.Index(i).mistyped(want.Elem(), one)
		}
	default:
		p.plain(want, value)
	}
}

// plain reports a value that isn't the string, number or boolean it should be.
func (p *Field) plain(want reflect.Type, value any) {
	text, _ := json.Marshal(value) // it was decoded from JSON
	if json.Unmarshal(text, reflect.New(want).Interface()) == nil {
		return
	}
	shown, isText := value.(string)
	if !isText {
		shown = string(text)
	}
	switch {
	case want == reflect.TypeFor[Snowflake]():
		p.Coerced(shown, "snowflake")
	case want.Kind() == reflect.String:
		p.Fail("STRING_TYPE_CONVERT", `Could not interpret "%s" as string.`, shown)
	case want.Kind() == reflect.Bool:
		p.Fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	case want.Kind() == reflect.Float64:
		p.Coerced(shown, "float")
	default:
		p.Coerced(shown, "int")
	}
}

// Coerced reports that a text isn't of the wanted kind.
func (p *Field) Coerced(value, kind string) {
	p.Fail("NUMBER_TYPE_COERCE", `Value "%s" is not %s.`, value, kind)
}
