package wire

import (
	"encoding/json"
	"testing"
)

// A field that may be absent is written and read as one that is always there, whatever
// is in it.
func TestFieldsThatMayBeAbsentReadAsOthersDo(t *testing.T) {
	for _, text := range []string{"", "7♠", `a "quoted" word and a \ `, "two\nlines", "\x00\x1f", "<b>&", "\u2028", "broken \xff"} {
		asOthers(t, text)
	}
	for _, n := range []int{0, -1, 1 << 53} {
		asOthers(t, n)
	}
	asOthers(t, true)
	asOthers(t, false)
	asOthers(t, 1.5)
	asOthers(t, []string{"a", "b"})
}

func asOthers[T any](t *testing.T, value T) {
	t.Helper()
	type always struct{ F T }
	type perhaps struct{ F Opt[T] }
	want, err := json.Marshal(always{value})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(perhaps{Some(value)})
	if err != nil || string(got) != string(want) {
		t.Errorf("%#v is written as %s, %v; want %s", value, got, err, want)
	}
	var always1 always
	var perhaps1 perhaps
	if err := json.Unmarshal(want, &always1); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(want, &perhaps1); err != nil || !perhaps1.F.Given() {
		t.Errorf("%s is read as %+v, %v", want, perhaps1, err)
	}
	again, err1 := json.Marshal(always1)
	same, err2 := json.Marshal(always{perhaps1.F.V})
	if string(again) != string(same) || err1 != nil || err2 != nil {
		t.Errorf("%s is read as %s, want %s", want, same, again)
	}
}

// What is of another type is refused, and absent or null is neither.
func TestFieldsThatMayBeAbsentRefuseOtherTypes(t *testing.T) {
	var f struct {
		S Opt[string]
		N Opt[int]
		B Opt[bool]
	}
	for _, body := range []string{`{"S":1}`, `{"S":true}`, `{"N":"1"}`, `{"N":1.5}`, `{"N":1e400}`, `{"B":1}`, `{"B":"true"}`} {
		if err := json.Unmarshal([]byte(body), &f); err == nil {
			t.Errorf("%s is read", body)
		}
	}
	if err := json.Unmarshal([]byte(`{"S":null}`), &f); err != nil || f.S.Given() || !f.S.Set {
		t.Errorf("null is read as %+v, %v", f.S, err)
	}
}
