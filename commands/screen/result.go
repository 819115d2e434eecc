package screen

import (
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// PastBoard is a board after a newer one has taken its place: the lobby's says who began
// the match and with which options, a round's how the round ended.
func (s Snapshot) PastBoard() bot.Message {
	if s.Phase == match.Lobby {
		return bot.Message{Accent: grey, Blocks: []bot.Block{
			s.head(say.New("The match has started")), bot.Text(dotted(s.seatList()...)), bot.Divider{}, bot.Text(s.terms()),
		}}
	}
	return bot.Message{Accent: amber, Blocks: s.roundOver()}
}

// roundOver tells how a round ended.
func (s Snapshot) roundOver() []bot.Block {
	blocks := []bot.Block{s.head(say.New("Round {n} is over", s.Decision.Round)), bot.Text(s.result())}
	if last := s.ending(); !last.Empty() {
		blocks = append(blocks, bot.Divider{}, bot.Text(last))
	}
	if streak := s.streakNews(); !streak.Empty() {
		blocks = append(blocks, bot.Text(streak))
	}
	return blocks
}

// countdown is the shortest pause that gets a countdown: an edit may take a second.
const countdown = 5 * time.Second

// between is the board after a round: how it ended, and when the next begins.
func (s Snapshot) between() bot.Message {
	blocks := s.roundOver()
	if lately := s.noteLines(); !lately.Empty() {
		blocks = append(blocks, bot.Text(lately))
	}
	buttons := bot.Row{s.menuButton()}
	if s.Paused {
		blocks = append(blocks, bot.Text(say.Lines(s.pauseText(), s.cutLines())), append(bot.Row{s.resumeButton()}, buttons...))
		return bot.Message{Accent: grey, Blocks: blocks}
	}
	next := say.New("The next round starts in a moment.")
	if s.Settings.Pause >= countdown {
		next = say.New("The next round starts {time}.", bot.Relative(s.Deadline()))
	}
	blocks = append(blocks, bot.Text(say.Lines(next, s.cutLines())), buttons)
	return bot.Message{Accent: amber, Blocks: blocks}
}

// over is the last board of a table.
func (s Snapshot) over() bot.Message {
	outcome, played := s.Outcome()
	ended, _ := s.Ended()
	if !played {
		return bot.Message{Accent: grey, Blocks: []bot.Block{s.head(say.New("Table closed")), bot.Text(s.closedBy(ended))}}
	}
	m := bot.Message{Accent: grey}
	winner := say.New("Nobody wins")
	if outcome.Winner != game.Nobody {
		m.Accent, winner = gold, say.New("🏆 {winner} wins!", s.name(outcome.Winner))
	}
	reason := s.closedBy(ended)
	if ended.Cause == match.Won {
		reason = say.New("{reason}.", say.Capital(outcome.Reason))
	}
	m.Blocks = append(m.Blocks, s.head(say.New("The match is over")),
		bot.Text(say.Lines(say.Mark("# ", winner, ""), reason)), bot.Text(s.final(outcome, ended.Cause)))
	m = withEnding(m, s.Drawn)
	if n := len(s.Results); n > 0 && n == s.Decision.Round {
		m.Blocks = append(m.Blocks, bot.Divider{}, bot.Text(say.Lines(bold(say.New("Round {n}", n)), s.result())))
	}
	if streak := s.streakNews(); !streak.Empty() {
		m.Blocks = append(m.Blocks, bot.Text(streak))
	}
	m.Blocks = append(m.Blocks, bot.Row{{ID: s.button(ids.VerbRematch), Label: say.New("Rematch"), Emoji: "🔁", Style: bot.Green}, s.menuButton()})
	return m
}

// closedBy says why a table ended before its match was won.
func (s Snapshot) closedBy(e match.Ended) say.Message {
	switch {
	case e.Cause == match.Empty:
		return say.New("Everyone has left.")
	case e.Cause == match.Abandoned:
		return say.New("Nobody was here for a long time, so the table was closed.")
	case e.By == 0:
		return say.New("The table was closed.")
	}
	return say.New("{who} closed the table.", s.playerName(e.By))
}

// result lists a round's places, best first.
func (s Snapshot) result() say.Message {
	results := s.Results
	r := results[len(results)-1]
	totals := s.Totals()
	var lines []say.Message
	for _, seat := range r.Places {
		var held, left say.Message
		if t := r.Titles[seat]; t != "" {
			held = s.crownedTitle(t)
		}
		if int(seat) < len(r.Hands) && len(r.Hands[seat]) > 0 {
			cards := faces(r.Hands[seat], 0)
			left = say.New("left with {cards}", cards)
			if int(seat) < len(r.PointDetails) && !r.PointDetails[seat].Empty() {
				left = say.New("left with {cards} ({points})", cards, r.PointDetails[seat])
			}
		}
		total := say.New("{n:# point|# points} total", totals[seat])
		lines = append(lines, dotted(s.name(seat), medal(r.Place(seat)), held, bold(say.Signed(r.Points[seat])), total, left))
	}
	return say.Lines(lines...)
}

// final lists the match's end, best first. Where nobody won there are no places.
func (s Snapshot) final(o game.Outcome, cause match.Cause) say.Message {
	taken := func(int) say.Message { return say.Message{} }
	switch {
	case earnsMedals(o, cause):
		taken = medal
	case o.Winner != game.Nobody:
		taken = place
	}
	var lines []say.Message
	for i, seat := range o.Order {
		lines = append(lines, dotted(s.name(seat), taken(i+1), bold(points(o.Totals[seat]))))
	}
	return say.Lines(lines...)
}

// ending tells the move that ended the round.
func (s Snapshot) ending() say.Message {
	moves := s.Moves
	if len(moves) == 0 {
		return say.Message{}
	}
	return small(s.moveSentence(moves[len(moves)-1]))
}

// streakNews says what the round that has just ended means for the best title of its
// system in the guild: that its holder keeps it, or who has lost it.
func (s Snapshot) streakNews() say.Message {
	words := s.titleWords()
	if len(words) == 0 {
		return say.Message{}
	}
	best := words[0]
	for _, r := range s.Streaks {
		if r.System != s.System || r.Title != best.Title || s.holderSeat(best.Title) < 0 {
			continue
		}
		if player := s.Players()[s.holderSeat(best.Title)]; player != r.Player {
			continue // a round at another table has changed it since
		}
		switch who := DisplayName(r.Name); {
		case r.Rounds > 1:
			return say.New("👑 {who} has been the server's {title} for {n:# round|# rounds} in a row.", who, best.Word, r.Rounds)
		case r.Deposed != 0 && r.DeposedRounds > 1:
			return say.New("👑 {who} is the server's new {title} and ends {other}'s streak of {n:# round|# rounds}.", who, best.Word, DisplayName(r.DeposedName), r.DeposedRounds)
		case r.Deposed != 0:
			return say.New("👑 {who} is the server's new {title} and takes over from {other}.", who, best.Word, DisplayName(r.DeposedName))
		}
	}
	return say.Message{}
}

// holderSeat is the seat that got a title in the last settled round; game.Nobody if
// none did.
func (s Snapshot) holderSeat(title game.Title) game.Seat {
	results := s.Results
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
