package screen

import (
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Awaited returns the seat whose player should be told that it is their turn, or false if a
// computer plays the seat or the match is paused.
func Awaited(m match.Match) (game.Seat, bool) {
	seat, due := m.Turn()
	if !due || m.Paused || m.Vacant(seat) || m.Away(seat) || m.Players()[seat].IsComputer() {
		return 0, false
	}
	return seat, true
}

// Present is how long after a click a player counts as present and isn't told of their turn soon.
const Present = 10 * time.Second

// DueAt returns when the player to move should be told, if they chose to be told at the time called
// when and last clicked something at the given time; zero: not at all.
func DueAt(m match.Match, when settings.Mention, clicked time.Time) time.Time {
	switch {
	case m.Settings.Slow() && (when == settings.MentionTurn || when == settings.MentionSoon):
		return m.Soon()
	case when == settings.MentionTurn:
		return m.OpenedAt // any time that has passed
	case when == settings.MentionWarning:
		return m.Warning()
	case when == settings.MentionSoon:
		at := m.Soon()
		if later := clicked.Add(Present); !at.IsZero() && later.After(at) {
			return later
		}
		return at
	}
	return time.Time{}
}

// Due reports whether the player to move should be told now. See DueAt.
func Due(m match.Match, when settings.Mention, clicked, now time.Time) bool {
	at := DueAt(m, when, clicked)
	return !at.IsZero() && !now.Before(at)
}

// TurnBegan returns the first decision of the current turn. A turn continues if the seat draws a
// card.
func TurnBegan(m match.Match) match.Decision {
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

// lateNotice is the end of the edition of a notice of a slow turn that is running out.
const lateNotice = "+late"

// IsNotice reports whether an edition is that of a notice of the current turn.
func IsNotice(m match.Match, edition string) bool {
	turn, due := TurnBegan(m).String(), m.Phase == match.Playing
	return due && (edition == turn || edition == turn+lateNotice)
}

// TurnNotice returns the edition of the notice that the player to move should have had by now, or "" for none. told is
// the edition of the last one: what was said stays true after a restart, when the clock has been set back. A turn at
// a slow table has a second notice when its time runs short.
func TurnNotice(m match.Match, when settings.Mention, told string, clicked, now time.Time) string {
	turn := TurnBegan(m).String()
	switch slow := m.Settings.Slow() && when != settings.MentionOff; {
	case slow && (told == turn+lateNotice || Due(m, settings.MentionWarning, clicked, now)):
		return turn + lateNotice
	case slow && told == turn && when != settings.MentionWarning, Due(m, when, clicked, now):
		return turn
	}
	return ""
}

// short marks the text of a notice that says that time runs short.
func short(notice string, text say.Message) say.Message {
	if strings.HasSuffix(notice, lateNotice) {
		return say.Mark("⏳ ", text, "")
	}
	return text
}

// TurnMention renders the short message that mentions the player to move, once for each TurnNotice. It is empty if there
// is nobody to mention, or if it isn't time yet. Its button moves a hand that is open.
func (s Snapshot) TurnMention(when settings.Mention, now time.Time) bot.Message {
	seat, awaited := Awaited(s.Match)
	notice := TurnNotice(s.Match, when, s.Told, s.Clicked, now)
	if !awaited || s.People[seat].ID == "" || notice == "" {
		return bot.Message{}
	}
	id := s.People[seat].ID
	text := short(notice, dotted(say.Verbatim(bot.Mention(id)), s.yourTurn(), timeLeft(s.Match)))
	return bot.Message{
		Blocks:   []bot.Block{bot.Section{Texts: []bot.Text{bot.Text(text)}, Button: bot.Button{ID: s.button(ids.VerbHand), Label: say.New("My hand"), Style: bot.Blue}}},
		Mentions: []string{id},
		Edition:  notice,
	}
}

// dealtCall renders in the board of a match that has just begun the mention of the people who have no hand
// open.
func (s Snapshot) dealtCall(m *bot.Message) say.Message {
	var names []string
	for _, p := range s.Unreached {
		if id := s.Who[p].ID; id != "" {
			names, m.Mentions = append(names, bot.Mention(id)), append(m.Mentions, id)
		}
	}
	seat, due := s.Turn()
	if len(names) == 0 || !due {
		return say.Message{}
	}
	return say.New("{names}: the cards are dealt. {who} begins.", strings.Join(names, " "), s.name(seat))
}

func timeLeft(m match.Match) say.Message {
	if deadline := m.Deadline(); !deadline.IsZero() && !m.IsDaily() {
		return say.New("Time's up {time}", bot.Relative(deadline))
	}
	return say.Message{}
}

func goToTable(url string) bot.Button { return bot.Button{URL: url, Label: say.New("Go to the table")} }

// DirectNotice renders the direct message for the player to move, with a TurnNotice as its edition. It contains no
// cards. url is the link to the board.
func DirectNotice(m match.Match, game say.Message, url, notice string) bot.Message {
	text := short(notice, say.Join(" ", say.New("▶️ **It's your turn** at the {game} table in {channel}.", game, bot.Channel(m.Channel)), timeLeft(m)))
	return bot.Message{
		Blocks: []bot.Block{
			texts(text, small(say.New("`/preferences` in that server changes when and where you're told."))),
			bot.Row{goToTable(url)},
		},
		Edition: notice,
	}
}
