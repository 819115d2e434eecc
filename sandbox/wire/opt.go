package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Opt is a JSON field that may be absent, null or a value, which often mean three different things
// to Discord. Use the tag option omitzero to leave out an absent field when writing JSON.
type Opt[T any] struct {
	Set, null bool
	V         T
}

// Some returns a field with a value.
func Some[T any](v T) Opt[T] { return Opt[T]{Set: true, V: v} }

// Null returns a field that is null.
func Null[T any]() Opt[T] { return Opt[T]{Set: true, null: true} }

// Given reports whether the field is present and not null.
func (o Opt[T]) Given() bool { return o.Set && !o.null }

// Or returns the value, or v if there is none.
func (o Opt[T]) Or(v T) T {
	if o.Given() {
		return o.V
	}
	return v
}

func (o Opt[T]) IsZero() bool { return !o.Set }

// inner returns the type of the value.
func (Opt[T]) inner() reflect.Type { return reflect.TypeFor[T]() }

func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if !o.Given() {
		return []byte("null"), nil
	}
	return json.Marshal(o.V)
}

func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if o.null = bytes.Equal(b, []byte("null")); o.null {
		return nil
	}
	return json.Unmarshal(b, &o.V)
}

// ListOf joins lists into one that is never nil: JSON's [] rather than null.
func ListOf[T any](lists ...[]T) []T {
	all := []T{}
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
