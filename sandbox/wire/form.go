// Package wire has the building blocks of Discord's JSON: ids (Snowflake), fields that may be
// absent, null or a value (Opt), the gateway's opcodes, and errors. An Error is an answer of the
// API: a status, a code and a message. A Form collects what is wrong with a body, each failure at
// its Field, and becomes error 50035, whose tree has the shape of the body.
package wire

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Form collects what is wrong with a body. Its error is Discord's 50035: a tree with the shape of the body.
type Form struct{ tree map[string]any }

// Field is a place in the body. It is cheap to make: the path is only written out when something fails.
type Field struct {
	Form *Form
	up   *Field
	name string
}

// NewForm returns an empty form, and the place of the whole body in it.
func NewForm() (*Form, *Field) {
	f := &Form{}
	return f, &Field{Form: f}
}

// Key returns the place of a field in an object.
func (p *Field) Key(name string) *Field { return &Field{p.Form, p, name} }

// Index returns the place of an element in a list.
func (p *Field) Index(i int) *Field { return p.Key(strconv.Itoa(i)) }

type fieldError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Fail notes that something is wrong at this place.
func (p *Field) Fail(code, format string, args ...any) {
	var path []string
	for at := p; at.up != nil; at = at.up {
		path = append(path, at.name)
	}
	if p.Form.tree == nil {
		p.Form.tree = map[string]any{}
	}
	node := p.Form.tree
	for i := len(path) - 1; i >= 0; i-- {
		next, ok := node[path[i]].(map[string]any)
		if !ok {
			next = map[string]any{}
			node[path[i]] = next
		}
		node = next
	}
	list, _ := node["_errors"].([]fieldError)
	node["_errors"] = append(list, fieldError{code, fmt.Sprintf(format, args...)})
}

// Err returns the error for everything that is wrong, or nil if nothing is.
func (f *Form) Err() error {
	if f.tree == nil {
		return nil
	}
	return &Error{http.StatusBadRequest, 50035, "Invalid Form Body", f.tree}
}

// Required notes that the field is missing.
func (p *Field) Required() { p.Fail("BASE_TYPE_REQUIRED", "This field is required") }

// Length requires low to high characters, counted as code points.
func (p *Field) Length(text string, low, high int) {
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && low > 0:
		p.Required()
	case low > 0 && (n < low || n > high):
		p.Fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	case n > high:
		p.Fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	}
}

// Count requires low to high elements.
func (p *Field) Count(n, low, high int) {
	if n < low || n > high {
		p.Fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// Between requires a number from low to high.
func (p *Field) Between(n, low, high int) {
	switch {
	case n < low:
		p.Fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", low)
	case n > high:
		p.Fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	}
}

// OneOf requires one of the choices.
func (p *Field) OneOf(n int, choices ...int) {
	text := make([]string, len(choices))
	for i, c := range choices {
		if c == n {
			return
		}
		text[i] = strconv.Itoa(c)
	}
	p.Fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Join(text, ", "))
}
