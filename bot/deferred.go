package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// followUp answers an interaction that was deferred in this way.
//
// A deferral decides who sees the answer, and Discord turns the first follow-up of a
// deferred message into an edit of it. So a reply for somebody else takes three steps: the
// deferred message is edited to a placeholder, the reply follows as a message of its own,
// and the placeholder is deleted. If the first step fails nothing more is sent: a private
// reply must never end up in a public place.
func (b *Bot) followUp(ctx context.Context, i interaction, d Defer, out outcome) {
	r, err := out.reply, out.err
	switch {
	case err != nil:
	case r.Modal != nil:
		err = errors.New("a form cannot follow a deferral: its route must never defer")
	case r.Message == nil && d == DeferUpdate:
		return
	case r.Message == nil || r.Message.Empty():
		err = errEmpty
	}
	if err != nil {
		r = b.excuse(i, err)
	}
	release := b.hold(r.Mirror)
	defer release()
	if !r.Private {
		announce(r.Mirror, i.Handle)
	}
	began := time.Now()
	m := r.Message.Encode()
	h, id, err := b.place(ctx, i, d, r, m)
	if _, refused := errors.AsType[*rest.Refused](err); refused {
		r = b.excuse(i, err)
		h, id, err = b.place(ctx, i, d, r, r.Message.Encode())
	}
	if err != nil {
		b.failed(i, err)
		b.undelivered(i, r)
		return
	}
	b.replaceNotice(ctx, i, r, h)
	if r.Mirror != nil {
		b.keep(i, r, h, id, Content{Message: *r.Message, Digest: m.Digest()}, began)
	}
}

// place puts the reply where the deferral allows, and returns the handle and the id of the
// message that it became.
func (b *Bot) place(ctx context.Context, i interaction, d Defer, r Reply, m rest.Message) (rest.Handle, string, error) {
	h := i.Handle
	if r.Update && d != DeferUpdate {
		// It is too late to update the message; the same people see the new one.
		r.Private = i.Private
	}
	if d == DeferUpdate && r.Update || d != DeferUpdate && (d == DeferPrivate) == r.Private {
		id, err := b.client.EditAnswer(ctx, nil, h, m)
		return h, id, err
	}
	if d != DeferUpdate {
		placeholder := Message{Blocks: []Block{Text(say.Verbatim("…"))}}
		if _, err := b.client.EditAnswer(ctx, nil, h, placeholder.Encode()); err != nil {
			return h, "", fmt.Errorf("settle the deferred message: %w", err)
		}
	}
	flags := 0
	if r.Private {
		flags = rest.FlagPrivate
	}
	to, err := b.client.FollowUp(ctx, h, flags, m)
	if err == nil && d != DeferUpdate {
		if failed := b.client.DeleteAnswer(ctx, h); failed != nil {
			b.cfg.Log.Warn().Err(failed).Msg("can't delete the deferred message")
		}
	}
	return to, to.Message, err
}
