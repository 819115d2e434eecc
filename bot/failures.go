package bot

import (
	"crypto/rand"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// Replies to users when the bot can't do something.
const (
	sayUnknown say.Text = "This no longer works: it's from an older version of the bot."
	sayLate    say.Text = "That took too long. Please try again."
	saySlower  say.Text = "That was too fast. Please try again in a few seconds."
	sayOutage  say.Text = "I can't reach my database right now. Nothing is lost. Please try again in a moment."
	sayFailed  say.Text = "Something went wrong on my side. Please try again. If it keeps happening, give this code to whoever runs the bot: `{id}`."
)

// about adds to a line of the log which interaction it is about: where, what, and by whom. It names
// people by number, so that the log says nothing about somebody whose data is deleted.
func (b *Bot) about(e *zerolog.Event, i interaction) *zerolog.Event {
	e.Str("interaction", i.ID).Str("guild", i.Guild).Str("channel", i.Channel)
	if i.Command != "" {
		e.Str("command", i.Command)
	}
	if i.Verb != "" {
		e.Str("verb", i.Verb)
	}
	if b.cfg.Number != nil {
		if n := b.cfg.Number(i.User.ID); n != 0 {
			e.Int64("player", n)
		}
	}
	return e
}

// errorReply logs an error and returns the reply for the user: either a request to try again soon
// (Config.Outage) or a sentence with the id of the log entry.
func (b *Bot) errorReply(i interaction, err error) Reply {
	if b.cfg.Meter != nil {
		b.cfg.Meter.Failed(i.kindName())
	}
	if b.cfg.Outage != nil && b.cfg.Outage(err) {
		b.about(b.cfg.Log.Warn(), i).Err(err).Msg("cannot answer an interaction while the database is unavailable; asked the user to try again")
		return b.tell(i, say.New(sayOutage))
	}
	id := rand.Text()[:8]
	b.about(b.cfg.Log.Error(), i).Err(err).Str("id", id).Msg("a command or click failed")
	return b.tell(i, say.New(sayFailed, id))
}

// tell is Say in the language of the user's client.
func (b *Bot) tell(i interaction, m say.Message) Reply {
	reply := Say(m)
	reply.Message.Language = b.cfg.Languages.Find(i.Locale)
	return reply
}

// answerFailed logs that an answer failed. It reports whether the answer certainly didn't arrive.
func (b *Bot) answerFailed(i interaction, err error) (lost bool) {
	_, uncertain := errors.AsType[*rest.Uncertain](err)
	if b.cfg.Meter != nil {
		b.cfg.Meter.Lost(i.kindName())
	}
	b.about(b.cfg.Log.Warn(), i).Err(err).Bool("lost", !uncertain).
		Dur("age_ms", time.Since(i.received)).Msg("cannot deliver an answer to Discord")
	return !uncertain
}
