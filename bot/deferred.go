package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// followUp answers an interaction that was deferred with d.
//
// The deferral determines who sees the deferred message, and Discord turns the first follow-up
// into an edit of that message. If the reply has another audience, deliver therefore edits the
// deferred message to a placeholder, posts the reply as a new message, and deletes the
// placeholder. If the first step fails, it sends nothing more, because a private reply must never
// become public.
func (b *Bot) followUp(ctx context.Context, i interaction, d Defer, out outcome) {
	r, err := out.reply, out.err
	switch {
	case err != nil:
	case r.Modal != nil:
		err = errors.New("cannot open a form after deferring the answer; its route needs DeferNever")
	case r.Message == nil && d == DeferUpdate:
		if r.Delete {
			b.delete(ctx, i, i.Handle)
		}
		return
	case r.Message == nil || r.Message.Empty():
		err = errEmpty
	}
	if err != nil {
		r = b.errorReply(i, err)
	}
	release := b.hold(r.Mirror)
	defer release()
	if !r.Private {
		announce(r.Mirror, i.Handle)
	}
	began := time.Now()
	m := r.Message.Encode()
	h, id, err := b.deliver(ctx, i, d, r, m)
	if _, refused := errors.AsType[*rest.Refused](err); refused {
		r = b.errorReply(i, err)
		h, id, err = b.deliver(ctx, i, d, r, r.Message.Encode())
	}
	if err != nil {
		b.answerFailed(i, err)
		b.showUndelivered(i, r)
		return
	}
	b.replaceNotice(ctx, i, r, h, id)
	if r.Mirror != nil {
		b.keep(i, r, h, id, Content{Message: *r.Message, Digest: m.Digest()}, began)
	}
}

// deliver sends the reply after a deferral. It returns the handle and the id of the reply's
// message.
func (b *Bot) deliver(ctx context.Context, i interaction, d Defer, r Reply, m rest.Message) (rest.Handle, string, error) {
	h := i.Handle
	if r.Update && d != DeferUpdate {
		// The message can no longer be updated. Send a new one to the same audience.
		r.Private = i.Private
	}
	if d == DeferUpdate && r.Update || d != DeferUpdate && (d == DeferPrivate) == r.Private {
		id, err := b.client.EditAnswer(ctx, nil, h, m)
		if !r.Update || !errors.Is(err, rest.ErrNoMessage) {
			return h, id, err
		}
		r.Private = true // the message was deleted after the click, so the reply is a new one
	}
	if d != DeferUpdate {
		placeholder := Message{Blocks: []Block{Text(say.Verbatim("…"))}}
		if _, err := b.client.EditAnswer(ctx, nil, h, placeholder.Encode()); err != nil {
			return h, "", fmt.Errorf("replace the deferred message by a placeholder: %w", err)
		}
	}
	flags := 0
	if r.Private {
		flags = rest.FlagPrivate
	}
	to, err := b.client.FollowUp(ctx, nil, h, flags, m)
	if err == nil && d != DeferUpdate {
		if failed := b.client.DeleteAnswer(ctx, h); failed != nil {
			b.about(b.cfg.Log.Warn(), i).Err(failed).Msg("cannot delete the deferred message")
		}
	}
	return to, to.Message, err
}
