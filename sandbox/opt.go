package sandbox

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// opt is a JSON field that may be absent, null or a value: on Discord the three often mean three things.
// As a field to be written, tag it omitzero: absent fields then stay away.
type opt[T any] struct {
	set, null bool
	v         T
}

func some[T any](v T) opt[T] { return opt[T]{set: true, v: v} }

func null[T any]() opt[T] { return opt[T]{set: true, null: true} }

// given says whether the field was there with a value.
func (o opt[T]) given() bool { return o.set && !o.null }

// or is the value, or another where there is none.
func (o opt[T]) or(v T) T {
	if o.given() {
		return o.v
	}
	return v
}

func (o opt[T]) IsZero() bool { return !o.set }

// inner is the type of the value.
func (opt[T]) inner() reflect.Type { return reflect.TypeFor[T]() }

func (o opt[T]) MarshalJSON() ([]byte, error) {
	if !o.given() {
		return []byte("null"), nil
	}
	return json.Marshal(o.v)
}

func (o *opt[T]) UnmarshalJSON(b []byte) error {
	o.set = true
	if o.null = bytes.Equal(b, []byte("null")); o.null {
		return nil
	}
	return json.Unmarshal(b, &o.v)
}

// listOf joins lists into one that is never nil: JSON's [] rather than null.
func listOf[T any](lists ...[]T) []T {
	all := []T{}
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
