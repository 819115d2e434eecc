package bot

import (
	"context"
	"deuces/internal/say"
	"errors"
	"fmt"
	"time"
)

// afterwards answers an interaction that was deferred in this way.
//
// What a deferral began cannot change who sees it, and Discord turns the first
// follow-up of a deferred message into an edit of it. So a reply of the other
// kind takes three steps: the deferred message is settled with a word, the
// reply follows as a message of its own, and the settled one is deleted. Were
// the first to fail, nothing more is sent: a private reply must never end up in
// a public place.
func (b *Bot) afterwards(ctx context.Context, i interaction, d Defer, out outcome) {
	r, err := out.reply, out.err
	if err == nil {
		err = fits(r, d)
	}
	if err != nil {
		r = b.excuse(i, err)
	}
	release := b.holding(r.Mirror)
	defer release()
	if !r.Private && r.Message != nil {
		begins(r.Mirror, i.Handle)
	}
	began := time.Now()
	h, id, err := b.place(ctx, i, d, r)
	if err != nil {
		b.undelivered(i, err)
		b.astray(i, r)
		return
	}
	b.replaces(ctx, i, r, h)
	if r.Mirror != nil && r.Message != nil {
		shows, _ := digest(*r.Message) // nil: the mirror sends it once more
		b.keep(i, r, h, id, shows, began)
	}
}

// fits says what is wrong with a reply to a deferred interaction.
func fits(r Reply, d Defer) error {
	switch {
	case r.Modal != nil:
		return errors.New("a form cannot follow a deferral: its route must never defer")
	case r.Message == nil && d == DeferUpdate:
		return nil
	case r.Message == nil || r.Message.Empty():
		return errEmpty
	}
	return r.Message.Check()
}

// place puts the reply where the deferral lets it, and returns the handle and
// the id of the message it became.
func (b *Bot) place(ctx context.Context, i interaction, d Defer, r Reply) (Handle, string, error) {
	h := i.Handle
	if r.Update && d != DeferUpdate {
		// Too late to update in place; but who saw the message stays the same.
		r.Private = i.Private
	}
	switch {
	case r.Message == nil:
		return h, "", nil
	case d == DeferUpdate && r.Update:
		id, err := b.client.settle(ctx, h, *r.Message)
		return h, id, err
	case d == DeferUpdate:
		return b.followUp(ctx, h, r)
	case (d == DeferPrivate) == r.Private:
		id, err := b.client.settle(ctx, h, *r.Message)
		return h, id, err
	}
	if _, err := b.client.settle(ctx, h, Message{Blocks: []Block{Text(say.Verbatim("…"))}}); err != nil {
		return h, "", fmt.Errorf("settle the deferred message: %w", err)
	}
	to, id, err := b.followUp(ctx, h, r)
	if err != nil {
		return h, "", err
	}
	if err := b.client.withdraw(ctx, h); err != nil {
		b.cfg.Log.Warn().Err(err).Msg("can't delete the deferred message")
	}
	return to, id, nil
}

func (b *Bot) followUp(ctx context.Context, h Handle, r Reply) (Handle, string, error) {
	id, err := b.client.follow(ctx, h, *r.Message, r.Private)
	h.message = id
	return h, id, err
}
