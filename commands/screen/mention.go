package screen

import (
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Awaited returns the seat whose player is to be told that it is their turn; false where
// nobody is waited for: a computer plays, or the match is paused.
func Awaited(m match.Match) (game.Seat, bool) {
	seat, due := m.Turn()
	if !due || m.Paused || m.Vacant(seat) || m.Away(seat) || m.PassesTrick(seat) || m.Players()[seat].IsComputer() {
		return 0, false
	}
	return seat, true
}

// Due reports whether it is the time to tell the player to move, who wants to be told when.
func Due(m match.Match, when settings.Mention, now time.Time) bool {
	switch when {
	case settings.MentionTurn:
		return true
	case settings.MentionWarning:
		warning := m.Warning()
		return !warning.IsZero() && !now.Before(warning)
	}
	return false
}

// turnBegan returns the decision with which a turn began, which names it. A turn goes on when
// its seat draws.
func turnBegan(m match.Match) match.Decision {
	began := m.Decision
	seat, _ := m.Turn()
	for _, move := range slices.Backward(m.Moves) {
		if move.Seat != seat || drawn(move) == 0 {
			break
		}
		began.Turn--
	}
	return began
}

// TurnMention returns the short message that mentions the player to move, once a turn;
// empty when there is nobody to mention, or it is not the time yet.
//
// Once the mention is deleted, Discord shows above a hand that was opened from it
// that the original message was deleted. A link to the board in place of the button
// would spare that line and cost a click each turn; and those who keep one hand open,
// as its buttons have it, open none from mentions.
func (s Snapshot) TurnMention(when settings.Mention, now time.Time) bot.Message {
	seat, awaited := Awaited(s.Match)
	if !awaited || s.People[seat].ID == "" || !Due(s.Match, when, now) {
		return bot.Message{}
	}
	id := s.People[seat].ID
	text := s.callToMove(bot.Mention(id))
	if deadline := s.Deadline(); !deadline.IsZero() {
		text = say.Join(" ", text, say.New("Time's up {time}", bot.Relative(deadline)))
	}
	return bot.Message{
		Blocks:   []bot.Block{bot.Section{Texts: []bot.Text{bot.Text(text)}, Button: &bot.Button{ID: s.button(ids.VerbHand), Label: say.New("My hand"), Style: bot.Blue}}},
		Mentions: []string{id},
		Edition:  turnBegan(s.Match).String(),
	}
}

// DirectNotice returns the direct message that tells the player to move where they are waited
// for. It says nothing of the cards. url leads to the board; guild is what the server is
// called, "" where that is not known.
func DirectNotice(m match.Match, game say.Message, guild, url string) bot.Message {
	channel := bot.Channel(m.Channel)
	text := say.New("▶️ **It's your turn** at the {game} table in {channel}.", game, channel)
	if guild != "" {
		text = say.New("▶️ **It's your turn** at the {game} table in {channel}, on the server **{server}**.", game, channel, bot.Escape(guild))
	}
	if deadline := m.Deadline(); !deadline.IsZero() {
		text = say.Join(" ", text, say.New("Time's up {time}", bot.Relative(deadline)))
	}
	return bot.Message{
		Blocks: []bot.Block{
			texts(text, small(say.New("`/preferences` in that server changes when and where you're told."))),
			bot.Row{{URL: url, Label: say.New("Go to the table")}},
		},
		Edition: turnBegan(m).String(),
	}
}
