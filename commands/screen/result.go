package screen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/table"
)

// PastBoard is a board after a newer one has taken its place: the lobby's says who began
// the match and with which options, a round's how the round ended.
func (s Snapshot) PastBoard() bot.Message {
	if s.Phase() == table.Lobby {
		return bot.Message{Accent: grey, Blocks: []bot.Block{
			s.head("the match has begun"), bot.Text(say.Verbatim(s.seatList())), bot.Divider{}, bot.Text(say.Verbatim(s.terms())),
		}}
	}
	return bot.Message{Accent: amber, Blocks: s.roundOver()}
}

// roundOver tells how a round ended.
func (s Snapshot) roundOver() []bot.Block {
	blocks := []bot.Block{s.head(fmt.Sprintf("round %d is over", s.Round())), bot.Text(say.Verbatim(s.result()))}
	if last := s.ending(); last != "" {
		blocks = append(blocks, bot.Divider{}, bot.Text(say.Verbatim(last)))
	}
	if reign := s.reignNews(); reign != "" {
		blocks = append(blocks, bot.Text(say.Verbatim(reign)))
	}
	return blocks
}

// countdown is the shortest pause that gets a countdown: an edit may take a second.
const countdown = 5 * time.Second

// between is the board after a round: how it ended, and when the next begins.
func (s Snapshot) between() bot.Message {
	blocks := s.roundOver()
	if lately := s.noteLines(); len(lately) > 0 {
		blocks = append(blocks, bot.Text(say.Verbatim(strings.Join(lately, "\n"))))
	}
	if s.Paused() {
		blocks = append(blocks, bot.Text(say.Verbatim(s.pauseText())), bot.Row{s.resumeButton(), s.rulesButton()})
		return bot.Message{Accent: grey, Blocks: blocks}
	}
	next := "The next round begins in a moment."
	if s.Settings().Pause >= countdown {
		next = "The next round begins " + bot.Relative(s.Deadline()) + "."
	}
	blocks = append(blocks, bot.Text(say.Verbatim(next)), bot.Row{s.rulesButton()})
	return bot.Message{Accent: amber, Blocks: blocks}
}

// over is the last board of a table.
func (s Snapshot) over() bot.Message {
	outcome, played := s.Outcome()
	ended, _ := s.Ended()
	if !played {
		return bot.Message{Accent: grey, Blocks: []bot.Block{s.head("table closed"), bot.Text(say.Verbatim(s.closedBy(ended)))}}
	}
	m := bot.Message{Accent: gold}
	title := "the match is over"
	var b strings.Builder
	if outcome.Winner != game.Nobody {
		b.WriteString("# 🏆 " + s.name(outcome.Winner) + " wins!\n")
	} else {
		m.Accent = grey
		b.WriteString("# Nobody wins\n")
	}
	if ended.Cause == table.Won {
		b.WriteString(capitalized(outcome.Reason.String()))
	} else {
		b.WriteString(s.closedBy(ended))
	}
	m.Blocks = append(m.Blocks, s.head(title), bot.Text(say.Verbatim(b.String())), bot.Text(say.Verbatim(s.final(outcome))))
	if n := len(s.Results()); n > 0 && n == s.Round() {
		m.Blocks = append(m.Blocks, bot.Divider{}, bot.Text(say.Verbatim(fmt.Sprintf("**Round %d**\n", s.Round())+s.result())))
	}
	if reign := s.reignNews(); reign != "" {
		m.Blocks = append(m.Blocks, bot.Text(say.Verbatim(reign)))
	}
	m.Blocks = append(m.Blocks, bot.Row{
		{ID: s.button(ids.VerbRematch), Label: say.New("Rematch"), Emoji: "🔁", Style: bot.Green},
		s.rulesButton(),
	})
	return m
}

// closedBy says why a table ended before its match was won.
func (s Snapshot) closedBy(e table.Ended) string {
	switch e.Cause {
	case table.Empty:
		return "Everyone has left."
	case table.Abandoned:
		return "Nobody was there for a long time, so the table was closed."
	}
	if e.By == 0 {
		return "The table was closed."
	}
	return s.playerName(e.By) + " ended it."
}

// result lists a round's places, best first.
func (s Snapshot) result() string {
	results := s.Results()
	r := results[len(results)-1]
	totals := s.Totals()
	var lines []string
	for i, seat := range r.Places {
		notes := []string{"**" + signed(r.Points[seat]) + "**", count(totals[seat], "point") + " in all"}
		if title := r.Titles[seat]; title != "" {
			notes = append([]string{s.crownedTitle(title)}, notes...)
		}
		if int(seat) < len(r.Hands) && len(r.Hands[seat]) > 0 {
			left := "left with " + faces(r.Hands[seat], 0)
			if int(seat) < len(r.Counts) && !r.Counts[seat].Empty() {
				left += " (" + r.Counts[seat].String() + ")"
			}
			notes = append(notes, left)
		}
		lines = append(lines, medal(i+1)+" "+s.name(seat)+" · "+strings.Join(notes, " · "))
	}
	return strings.Join(lines, "\n")
}

// final lists the match's end, best first.
func (s Snapshot) final(o game.Outcome) string {
	var lines []string
	for i, seat := range o.Order {
		lines = append(lines, medal(i+1)+" "+s.name(seat)+" · **"+count(o.Totals[seat], "point")+"**")
	}
	return strings.Join(lines, "\n")
}

// ending tells the move that ended the round.
func (s Snapshot) ending() string {
	moves := s.Moves()
	if len(moves) == 0 {
		return ""
	}
	if line := s.moveSentence(moves[len(moves)-1], s.Public); line != "" {
		return "-# " + line
	}
	return ""
}

func medal(place int) string {
	if medals := []string{"🥇", "🥈", "🥉"}; place <= len(medals) {
		return medals[place-1]
	}
	return fmt.Sprintf("**%d.**", place)
}

// capitalized writes a phrase as a sentence of its own.
func capitalized(phrase string) string {
	r := []rune(strings.TrimRight(phrase, "."))
	if len(r) == 0 {
		return ""
	}
	return strings.ToUpper(string(r[:1])) + string(slices.Clip(r[1:])) + "."
}

// reignNews says what the round that has just ended means for the best title of its
// system in the guild: that a reign goes on, or that one ended; "" if neither.
func (s Snapshot) reignNews() string {
	words := s.titleWords()
	if len(words) == 0 {
		return ""
	}
	best := words[0]
	for _, r := range s.Streaks {
		if r.System != s.System() || r.Title != best.Title || s.holderSeat(best.Title) < 0 {
			continue
		}
		if player := s.Players()[s.holderSeat(best.Title)]; player != r.Player {
			continue // a round at another table has changed it since
		}
		switch {
		case r.Rounds > 1:
			return fmt.Sprintf("👑 %s is %s of the server %s rounds running.", DisplayName(r.Name), best.Word, inWords(r.Rounds))
		case r.Deposed != 0:
			return fmt.Sprintf("👑 %s is the new %s of the server and deposed %s%s.", DisplayName(r.Name), best.Word, DisplayName(r.DeposedName), afterRounds(r.DeposedRounds))
		}
	}
	return ""
}

// holderSeat is the seat that got a title in the last settled round; game.Nobody if
// none did.
func (s Snapshot) holderSeat(title game.Title) game.Seat {
	results := s.Results()
	if len(results) == 0 {
		return game.Nobody
	}
	for seat, t := range results[len(results)-1].Titles {
		if t == title {
			return game.Seat(seat)
		}
	}
	return game.Nobody
}
