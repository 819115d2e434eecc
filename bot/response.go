package bot

import (
	"errors"

	"deuces/bot/rest"
)

// Types of response to an interaction, by Discord's numbers.
const (
	responseMessage     = 4
	responseDefer       = 5
	responseDeferUpdate = 6
	responseUpdate      = 7
	responseChoices     = 8
	responseModal       = 9
)

// response is the first response to an interaction. It has a message, other data, or only a kind.
type response struct {
	kind    int
	flags   int
	message rest.Message
	data    any
}

// fill encodes the response as the body of a request.
func (a response) fill(x *rest.Request) {
	if a.message.JSON != nil {
		x.Body = a.message.Response(a.kind, a.flags)
		return
	}
	x.JSON = struct {
		Type int `json:"type"`
		Data any `json:"data,omitempty"`
	}{a.kind, a.data}
}

// errEmpty means that a Handler returned an empty reply to an interaction that needs a message.
var errEmpty = errors.New("the handler returned no reply")

// responseTo returns the first response for a reply.
func responseTo(i interaction, r Reply) (a response, err error) {
	switch {
	case r.Modal != nil && i.kind == kindModal:
		return a, errors.New("a form cannot be the reply to a form")
	case r.Modal != nil:
		return response{kind: responseModal, data: r.Modal.encode()}, nil
	case r.Message == nil && i.Message != "":
		return response{kind: responseDeferUpdate}, nil
	case r.Message == nil || r.Message.Empty():
		return a, errEmpty
	case r.Update && i.Message == "":
		return a, errors.New("there is no message to update")
	case r.Update:
		a.kind = responseUpdate
	case r.Private:
		a.kind, a.flags = responseMessage, rest.FlagPrivate
	default:
		a.kind = responseMessage
	}
	a.message = r.Message.Encode()
	return a, nil
}
