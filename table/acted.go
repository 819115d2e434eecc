package table

import (
	"bytes"
	"encoding/json"

	"deuces/game"
)

// Nearly all events of a log are decisions of seats, so their stored form is read and written
// by hand. What is not of that plain form takes the way of all others.

type actedForm struct {
	Seat   game.Seat `json:"seat"`
	Action string    `json:"action"`
	By     By        `json:"by"`
}

// MarshalJSON writes the stored form.
func (b Acted) MarshalJSON() ([]byte, error) {
	if form, plain := b.plainForm(); plain {
		return form, nil
	}
	return json.Marshal(actedForm{b.Seat, b.Action.String(), b.By})
}

// UnmarshalJSON reads the stored form.
func (b *Acted) UnmarshalJSON(form []byte) error {
	var f actedForm
	if err := strictly(form, &f); err != nil {
		return err
	}
	a, err := game.ParseAction(f.Action)
	*b = Acted{f.Seat, a, f.By}
	return err
}

const (
	actedSeat   = `{"seat":`
	actedAction = `,"action":"`
	actedBy     = `","by":"`
	actedEnd    = `"}`
)

// plainForm is what json.Marshal makes of the body; false where it would have to escape
// something.
func (b Acted) plainForm() (form []byte, plain bool) {
	action := b.Action.String()
	if b.Seat < 0 || b.Seat > 99 || !plainText(action) || !plainText(string(b.By)) {
		return nil, false
	}
	form = make([]byte, 0, len(actedSeat)+2+len(actedAction)+len(action)+len(actedBy)+len(b.By)+len(actedEnd))
	form = append(form, actedSeat...)
	if b.Seat > 9 {
		form = append(form, '0'+byte(b.Seat/10))
	}
	form = append(form, '0'+byte(b.Seat%10))
	form = append(append(form, actedAction...), action...)
	form = append(append(form, actedBy...), b.By...)
	return append(form, actedEnd...), true
}

// plainActed reads a plain form; false: it isn't one.
func plainActed(form []byte) (b Acted, plain bool) {
	rest, is := bytes.CutPrefix(form, []byte(actedSeat))
	if !is {
		return b, false
	}
	digits, rest, is := bytes.Cut(rest, []byte(actedAction))
	if !is || len(digits) == 0 || len(digits) > 2 || len(digits) == 2 && digits[0] == '0' {
		return b, false
	}
	for _, d := range digits {
		if d < '0' || d > '9' {
			return b, false
		}
		b.Seat = 10*b.Seat + game.Seat(d-'0')
	}
	action, rest, is := bytes.Cut(rest, []byte(actedBy))
	by, after, ends := bytes.Cut(rest, []byte(actedEnd))
	if !is || !ends || len(after) > 0 || !plainText(action) || !plainText(by) {
		return b, false
	}
	var err error
	if b.Action, err = game.ParseAction(string(action)); err != nil {
		return b, false
	}
	switch By(by) {
	case ByPlayer:
		b.By = ByPlayer
	case ByComputer:
		b.By = ByComputer
	case ByClock:
		b.By = ByClock
	case ByStandIn:
		b.By = ByStandIn
	case ByTable:
		b.By = ByTable
	default:
		b.By = By(by)
	}
	return b, true
}

// plainText says that a text stands in JSON as it is.
func plainText[T string | []byte](text T) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ', c >= 0x7f, c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}
