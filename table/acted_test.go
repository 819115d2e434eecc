package table_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/table"
)

// The form of most events is read and written by hand: what that says of a form is what any
// reader of JSON says.
func TestADecisionIsReadAsJSONIs(t *testing.T) {
	for _, c := range []struct{ form, why string }{
		{`{"seat":0,"action":"3c 3d","by":"player"}`, "the usual form"},
		{`{"seat":13,"action":"*1=9h *2","by":"stand-in"}`, "the largest seat, and a named Joker"},
		{`{"seat":2,"action":"pass","by":"somebody"}`, "whom this program doesn't know: Sound says so"},
		{`{"seat":01,"action":"pass","by":"player"}`, "no number of JSON's"},
		{`{"seat":-1,"action":"pass","by":"player"}`, "a seat below 0"},
		{`{"seat":127,"action":"pass","by":"player"}`, "the last that there is room for"},
		{`{"seat":128,"action":"pass","by":"player"}`, "one more"},
		{`{"seat":1.0,"action":"pass","by":"player"}`, "a fraction"},
		{`{"seat":,"action":"pass","by":"player"}`, "no seat"},
		{`{ "seat":1,"action":"pass","by":"player"}`, "a space"},
		{`{"action":"pass","seat":1,"by":"player"}`, "another order"},
		{`{"seat":1,"action":"pass","by":"player","more":1}`, "a field that nobody knows"},
		{`{"seat":1,"action":"pass","by":"player","by":"clock"}`, "a field twice"},
		{`{"seat":1,"action":"p\u0061ss","by":"player"}`, "an escaped letter"},
		{`{"seat":1,"action":"pass\","by":"player"}`, "a text without an end"},
		{`{"seat":1,"action":"3c","by":"player"}}`, "more than the form"},
		{`{"seat":1,"action":"3c","by":"player"`, "less than the form"},
		{`{"seat":1,"action":"","by":"player"}`, "no action"},
		{`{"seat":1,"action":"3x","by":"player"}`, "no card"},
		{`{"seat":1,"action":"3♣","by":"player"}`, "no notation"},
		{`{"seat":1,"action":"pass","by":""}`, "nobody"},
		{`{"seat":1,"action":"pass"}`, "a field that is missing"},
		{``, "nothing"},
		{`null`, "null"},
	} {
		var want table.Acted
		wrong := want.UnmarshalJSON([]byte(c.form))
		got, err := table.Decode(1, time.Time{}, "acted", []byte(c.form))
		if (err != nil) != (wrong != nil) || err == nil && !reflect.DeepEqual(got.Body, table.Body(want)) {
			t.Errorf("%s (%s) is %+v, %v, and any reader says %+v, %v", c.form, c.why, got.Body, err, want, wrong)
		}
	}
}

// What is written by hand is what a writer of JSON writes.
func TestADecisionIsWrittenAsJSONIs(t *testing.T) {
	check := func(b table.Acted) {
		t.Helper()
		want, err := json.Marshal(struct {
			Seat   game.Seat `json:"seat"`
			Action string    `json:"action"`
			By     table.By  `json:"by"`
		}{b.Seat, b.Action.String(), b.By})
		if err != nil {
			t.Fatal(err)
		}
		kind, form, err := table.Encode(b)
		again, other := json.Marshal(b)
		if kind != "acted" || string(form) != string(want) || err != nil || string(again) != string(want) || other != nil {
			t.Errorf("%+v is %s, %v, or %s, %v, and not %s", b, form, err, again, other, want)
		}
	}
	for _, seat := range []game.Seat{-1, 0, 9, 10, 63, 99, 100, 127} {
		for _, by := range []table.By{table.ByPlayer, table.ByTable, "", "<a>", `"`, `\`, "é", "\x7f", "\n", "\u2028"} {
			check(table.Acted{Seat: seat, Action: game.Action{Verb: game.Pass}, By: by})
		}
	}
	rand := gametest.NewRand(5)
	for _, system := range systems.All() {
		rules, err := system.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		low, _ := rules.Seats()
		_, moves, _, err := rand.Round(rules, max(low, 4), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range moves {
			b := table.Acted{Seat: m.Seat, Action: m.Action, By: []table.By{table.ByPlayer, table.ByClock, table.ByComputer}[i%3]}
			check(b)
			_, form, _ := table.Encode(b)
			e, err := table.Decode(i, time.Time{}, "acted", form)
			if err != nil || fmt.Sprintf("%+v", e.Body) != fmt.Sprintf("%+v", b) {
				t.Errorf("%s: %s is read as %+v, %v", system.Name, form, e.Body, err)
			}
		}
	}
}
