package bot

import (
	"crypto/rand"
	"deuces/internal/say"
	"errors"
	"time"
)

// What becomes of answers that can't be made, or that don't reach Discord.

// sayOutage is what users read while the bot can't do anything for them.
const sayOutage say.Text = "I can't reach my database right now. Nothing is lost. Please try again in a moment."

// excuse is the sentence for an error: that it may pass soon, or the id it is logged with.
func (b *Bot) excuse(i interaction, err error) Reply {
	if b.cfg.Outage != nil && b.cfg.Outage(err) {
		b.client.meter.Failed(i.meterKind())
		b.outages.Warn().Err(err).Str("interaction", i.id).Msg("what people ask for can't be done now: they are asked to try again")
		return Say(say.New(sayOutage))
	}
	id := b.failure(i, err)
	return Say(say.New("Something went wrong on my side. Please try again. If it keeps happening, give this code to whoever runs the bot: `{id}`.", id))
}

// undelivered logs a failed answer, and says whether the interaction is known
// to be lost. A failure on the way may have arrived all the same.
func (b *Bot) undelivered(i interaction, err error) bool {
	var un *unsure
	lost := !errors.As(err, &un)
	b.client.meter.Lost(i.meterKind())
	b.cfg.Log.Warn().Err(err).Str("interaction", i.id).Bool("lost", lost).
		Dur("age_ms", time.Since(i.received)).Msg("an answer did not reach Discord")
	return lost
}

// unanswered sees to what a handler has to say that can't be told any more.
func (b *Bot) unanswered(i interaction, out outcome) {
	if out.err != nil {
		b.excuse(i, out.err)
		return
	}
	b.astray(i, out.reply)
}

// astray has a public mirror shown without its reply, which did not arrive: what
// it shows is there all the same. Should the reply stand in the channel, it is
// taken away.
func (b *Bot) astray(i interaction, r Reply) {
	if m := r.Mirror; m != nil && m.Channel != "" && !r.Update {
		at := *m
		at.Shown = Shown{Former: i.Handle.former()}
		b.mirrors.Show(at)
	}
}

// failure logs an error and makes its id, for the user to quote.
func (b *Bot) failure(i interaction, err error) (id string) {
	id = rand.Text()[:8]
	b.client.meter.Failed(i.meterKind())
	b.cfg.Log.Error().Err(err).Str("id", id).Str("interaction", i.id).Str("command", i.Command).
		Str("verb", i.Verb).Str("guild", i.Guild).Str("channel", i.Channel).Msg("a command or click failed")
	return id
}
