package bot

import (
	"crypto/rand"
	"errors"
	"time"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// Replies to users when the bot can't do something.
const (
	sayGuildOnly say.Text = "This only works in a server's channels, not in direct messages."
	sayUnknown   say.Text = "This no longer works: it's from an older version of the bot."
	sayLate      say.Text = "That took too long. Please try again."
	saySlower    say.Text = "That was too fast for me. Please wait a moment, then try again."
	sayOutage    say.Text = "I can't reach my database right now. Nothing is lost. Please try again in a moment."
	sayFailed    say.Text = "Something went wrong on my side. Please try again. If it keeps happening, give this code to whoever runs the bot: `{id}`."
)

// errorReply logs an error and returns the reply for the user: either a request to try again soon
// (Config.Outage) or a sentence with the id of the log entry.
func (b *Bot) errorReply(i interaction, err error) Reply {
	if b.cfg.Meter != nil {
		b.cfg.Meter.Failed(i.meterKind())
	}
	if b.cfg.Outage != nil && b.cfg.Outage(err) {
		b.outages.Warn().Err(err).Str("interaction", i.ID).Msg("what people ask for can't be done now: they are asked to try again")
		return Say(say.New(sayOutage))
	}
	id := rand.Text()[:8]
	b.cfg.Log.Error().Err(err).Str("id", id).Str("interaction", i.ID).Str("command", i.Command).
		Str("verb", i.Verb).Str("guild", i.Guild).Str("channel", i.Channel).Msg("a command or click failed")
	return Say(say.New(sayFailed, id))
}

// answerFailed logs that an answer failed. It reports whether the answer certainly didn't arrive.
func (b *Bot) answerFailed(i interaction, err error) (lost bool) {
	_, uncertain := errors.AsType[*rest.Uncertain](err)
	if b.cfg.Meter != nil {
		b.cfg.Meter.Lost(i.meterKind())
	}
	b.cfg.Log.Warn().Err(err).Str("interaction", i.ID).Bool("lost", !uncertain).
		Dur("age_ms", time.Since(i.received)).Msg("an answer did not reach Discord")
	return !uncertain
}
