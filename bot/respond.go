package bot

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
)

// Types of answer to an interaction.
const (
	answerMessage     = 4
	answerDefer       = 5
	answerDeferUpdate = 6
	answerUpdate      = 7
	answerChoices     = 8
	answerModal       = 9
)

// Discord's times for an interaction. The margin keeps us from using a token
// in the seconds when it may have died.
const (
	tokenLife   = 15 * time.Minute
	tokenMargin = 15 * time.Second
)

// original is the message of the answer itself, among those of its token.
const original = "@original"

// callbackTries is how often a callback is attempted at most. An attempt may take
// two fifths of the time there is, so that a second fits into it; more are made
// only when they fail fast.
const callbackTries = 4

// callback gives the first answer to an interaction. What fails on the way is
// tried again as long as Discord waits, which is safe: there is but
// one first answer. An attempt that arrived though it seemed to fail shows as
// ErrAnswered on the next, which is success. With want it returns the id of the
// message that the answer made, if it could be learnt.
func (c *client) callback(ctx context.Context, i interaction, kind int, data any, files []File, want bool) (string, error) {
	body, err := newPayload(struct {
		Type int `json:"type"`
		Data any `json:"data,omitempty"`
	}{kind, data}, files)
	if err != nil {
		return "", err
	}
	var out struct {
		Resource struct {
			Message posted `json:"message"`
		} `json:"resource"`
	}
	x := call{method: http.MethodPost, path: "/interactions/" + i.id + "/" + i.token + "/callback", body: body}
	if want {
		x.path += "?with_response=true"
		x.into = &out
	}
	ctx, cancel := context.WithDeadline(ctx, i.received.Add(c.within))
	defer cancel()
	for n := 1; ; n++ {
		once, stop := context.WithTimeout(ctx, c.within*2/5)
		err := c.do(once, nil, x)
		stop()
		var un *unsure
		var lim *limited
		switch {
		case err == nil:
			return out.Resource.Message.ID, nil
		case errors.Is(err, ErrAnswered) && n > 1:
			return "", nil
		case n == callbackTries:
			return "", err
		case errors.As(err, &un):
			if pause(ctx, 50*time.Millisecond<<n) != nil {
				return "", err
			}
		case errors.As(err, &lim):
			if deadline, _ := ctx.Deadline(); time.Until(deadline) < lim.after || pause(ctx, lim.after) != nil {
				return "", err
			}
		default:
			return "", err
		}
	}
}

func (h Handle) path() string { return "/webhooks/" + h.app + "/" + h.token }

// slot is the message that the handle is about.
func (h Handle) slot() string {
	if h.message == "" {
		return original
	}
	return h.message
}

// A handle's reply as Shown.Former has it: no id, but the way to delete it.
const formerReply = "reply/"

func (h Handle) former() string { return formerReply + h.app + "/" + h.token }

// parseFormer reads what former wrote; false for a message's id.
func parseFormer(s string) (Handle, bool) {
	s, is := strings.CutPrefix(s, formerReply)
	app, token, _ := strings.Cut(s, "/")
	return Handle{app: app, token: token}, is
}

// key is that of the token's own limit, which no other interaction shares.
func (h Handle) key() string { return h.token }

// amend edits the handle's message under a permit of its key, or with its own
// when p is nil and then with patience.
func (c *client) amend(ctx context.Context, p *permit, h Handle, m Message) (string, error) {
	data, err := newPayload(m.encode(0), m.Files)
	if err != nil {
		if p != nil {
			p.unused()
		}
		return "", err
	}
	var out posted
	x := call{method: http.MethodPatch, path: h.path() + "/messages/" + h.slot(), body: data, into: &out}
	if p != nil {
		err = c.do(ctx, p, x)
	} else {
		err = c.persist(ctx, c.interactions, h.key(), x)
	}
	return out.ID, err
}

// follow posts a further message through the token and returns its id.
func (c *client) follow(ctx context.Context, h Handle, m Message, private bool) (string, error) {
	flags := 0
	if private {
		flags = flagPrivate
	}
	data, err := newPayload(m.encode(flags), m.Files)
	if err != nil {
		return "", err
	}
	var out posted
	err = c.persist(ctx, c.interactions, h.key(), call{method: http.MethodPost, path: h.path() + "?wait=true", body: data, into: &out})
	return out.ID, err
}

// withdraw deletes the handle's message.
func (c *client) withdraw(ctx context.Context, h Handle) error {
	return c.persist(ctx, c.interactions, h.key(), call{method: http.MethodDelete, path: h.path() + "/messages/" + h.slot()})
}
