package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// The stored form of a Guild or a Person maps the keys in the fields' tags to the values that
// differ from the default. Keys and texts must never change. A new field needs a default that is
// right if its key is missing.

// fields yields the fields of a struct, given by pointer, with their keys.
func fields(settings any) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		all := reflect.ValueOf(settings).Elem()
		for i := range all.NumField() {
			if !yield(all.Type().Field(i).Tag.Get("key"), all.Field(i)) {
				return
			}
		}
	}
}

// form returns the stored form of settings, given by pointer.
func form(settings, standard any) map[string]string {
	form := map[string]string{}
	for key, field := range fields(settings) {
		form[key] = write(field)
	}
	for key, field := range fields(standard) {
		if form[key] == write(field) {
			delete(form, key)
		}
	}
	return form
}

// parse sets fields from a stored form. It rejects unknown keys and values.
func parse(form map[string]string, settings any) error {
	known := maps.Collect(fields(settings))
	for key, text := range form {
		field, is := known[key]
		if !is {
			return fmt.Errorf("there is no setting %q", key)
		}
		if err := read(field, text); err != nil {
			return fmt.Errorf("setting %s: %q: %w", key, text, err)
		}
	}
	return nil
}

// write formats a field as text.
func write(field reflect.Value) string {
	switch v := field.Interface().(type) {
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case int:
		return strconv.Itoa(v)
	case time.Duration:
		if v == NoClock {
			return "none"
		}
		return v.String()
	case []string:
		return strings.Join(v, " ")
	case Words, []Role:
		text, _ := json.Marshal(v) // can't fail for plain strings
		return string(text)
	}
	return field.String()
}

// read parses the result of write into a field.
func read(field reflect.Value, text string) (err error) {
	switch v := field.Addr().Interface().(type) {
	case *bool:
		if text != "yes" && text != "no" {
			return errors.New("must be yes or no")
		}
		*v = text == "yes"
	case *int:
		*v, err = strconv.Atoi(text)
	case *time.Duration:
		if text == "none" {
			*v = NoClock
			return nil
		}
		*v, err = time.ParseDuration(text)
	case *[]string:
		*v = strings.Fields(text)
	case *Words, *[]Role:
		field.SetZero() // otherwise the elements of a slice that others hold would change
		err = json.Unmarshal([]byte(text), v)
	default:
		field.SetString(text)
	}
	return err
}
