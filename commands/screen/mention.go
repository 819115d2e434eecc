package screen

import (
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/settings"
)

// Mention says when players are mentioned in this guild; program is what holds where
// the guild allows it.
func (g GuildSettings) Mention(program settings.Mention) settings.Mention {
	if !g.Mentions {
		return settings.MentionOff
	}
	return program
}

// TurnMention is the short message that mentions the player to move, once a turn;
// empty when there is nobody to mention, or it is not the time yet. A turn goes on
// when its seat draws.
//
// Once the mention is deleted, Discord shows above a hand that was opened from it
// that the original message was deleted. A link to the board in place of the button
// would spare that line and cost a click each turn; and those who keep one hand open,
// as its buttons have it, open none from mentions.
func (s Snapshot) TurnMention(when settings.Mention, now time.Time) bot.Message {
	seat, ok := s.Turn()
	if !ok || s.Paused() || s.unattended(seat) || s.StaysPassed(seat) || s.People[seat].ID == "" {
		return bot.Message{}
	}
	id := s.People[seat].ID
	switch warning := s.Warning(); {
	case when == settings.MentionOff:
		return bot.Message{}
	case when == settings.MentionWarning && (warning.IsZero() || now.Before(warning)):
		return bot.Message{}
	}
	text := s.callToMove(bot.Mention(id))
	if deadline := s.Deadline(); !deadline.IsZero() {
		text = say.Join(" ", text, say.New("Time's up {time}", bot.Relative(deadline)))
	}
	began := s.Decision()
	for _, m := range slices.Backward(s.Moves()) {
		if m.Seat != seat || drawn(m) == 0 {
			break
		}
		began.Turn--
	}
	return bot.Message{
		Blocks:   []bot.Block{bot.Section{Texts: []bot.Text{bot.Text(text)}, Button: &bot.Button{ID: s.button(ids.VerbHand), Label: say.New("My hand"), Style: bot.Blue}}},
		Mentions: []string{id},
		Edition:  began.String(),
	}
}
