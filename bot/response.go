package bot

import (
	"errors"
)

// What the first answer to an interaction is made of.

// response is the first answer to an interaction.
type response struct {
	kind  int
	body  payload
	wired wired // of a message
}

// first makes the first answer of an outcome.
func first(i interaction, out outcome) (response, error) {
	if out.err != nil {
		return response{}, out.err
	}
	return firstOf(i, out.reply)
}

func firstOf(i interaction, r Reply) (response, error) {
	switch {
	case r.Modal != nil && i.kind == kindModal:
		return response{}, errors.New("a form cannot open a form")
	case r.Modal != nil:
		if err := r.Modal.Check(); err != nil {
			return response{}, err
		}
		return plainAnswer(answerModal, r.Modal.encode())
	case r.Message == nil && i.Message != "":
		return plainAnswer(answerDeferUpdate, nil)
	case r.Message == nil || r.Message.Empty():
		return response{}, errEmpty
	}
	if err := r.Message.Check(); err != nil {
		return response{}, err
	}
	switch {
	case r.Update && i.Message == "":
		return response{}, errors.New("there is no message to update")
	case r.Update:
		return saying(*r.Message, answerUpdate, 0)
	case r.Private:
		return saying(*r.Message, answerMessage, flagPrivate)
	}
	return saying(*r.Message, answerMessage, 0)
}

// saying answers with a message.
func saying(m Message, kind, flags int) (response, error) {
	w, err := m.wire()
	if err != nil {
		return response{}, err
	}
	body, err := w.answer(kind, flags)
	return response{kind, body, w}, err
}

// plainAnswer answers with anything else, or with nothing but its kind.
func plainAnswer(kind int, data any) (response, error) {
	body, err := newPayload(struct {
		Type int `json:"type"`
		Data any `json:"data,omitempty"`
	}{kind, data})
	return response{kind: kind, body: body}, err
}

// errEmpty: a Handler returned nothing where something has to be said.
var errEmpty = errors.New("the handler returned no reply")
