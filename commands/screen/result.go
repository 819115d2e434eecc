package screen

import (
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

// PastBoard renders a board that a newer one has replaced. A lobby then says who played and with
// which options, and a round's board says how the round ended.
func (s Snapshot) PastBoard() bot.Message {
	if s.Phase == match.Lobby {
		return bot.Message{Accent: grey, Blocks: []bot.Block{
			s.head(say.New("The match has started")), bot.Text(dotted(s.seatList()...)), bot.Divider{}, bot.Text(s.terms()),
		}}
	}
	return bot.Message{Accent: amber, Blocks: s.roundOver()}
}

// roundOver renders how a round ended.
func (s Snapshot) roundOver() []bot.Block {
	blocks := []bot.Block{s.head(say.New("Round {n} is over", s.Decision.Round)), bot.Text(say.Lines(s.ceremony(), s.result()))}
	if last := s.ending(); !last.Empty() {
		blocks = append(blocks, bot.Divider{}, bot.Text(last))
	}
	return blocks
}

// countdown is the shortest pause that has a countdown, because an edit can take a second.
const countdown = 5 * time.Second

// between renders the board after a round: how it ended, and when the next one begins.
func (s Snapshot) between() bot.Message {
	blocks := s.roundOver()
	if lately := s.noteLines(); !lately.Empty() {
		blocks = append(blocks, bot.Text(lately))
	}
	buttons := bot.Row{s.nextButton(), s.menuButton()}
	if s.Paused {
		blocks = append(blocks, bot.Text(say.Lines(s.pauseText(), s.cutLines())), bot.Row{s.resumeButton(), s.menuButton()})
		return bot.Message{Accent: grey, Blocks: blocks}
	}
	next := say.New("The next round starts in a moment.")
	if s.Settings.Pause >= countdown {
		next = say.New("The next round starts {time}.", bot.Relative(s.Deadline()))
	}
	var ready []say.Message
	for _, p := range s.Ready() {
		ready = append(ready, s.playerName(p))
	}
	if len(ready) > 0 {
		next = dotted(next, say.New("Ready: {players}", say.List(ready...)))
	}
	blocks = append(blocks, bot.Text(say.Lines(next, s.cutLines())), buttons)
	return bot.Message{Accent: amber, Blocks: blocks}
}

// nextButton returns the button of a player who doesn't need the pause between rounds.
func (s Snapshot) nextButton() bot.Button {
	return bot.Button{ID: s.button(ids.VerbNext), Label: say.New("Next round"), Emoji: "▶️", Style: bot.Blue}
}

// over renders the last board of a table.
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
		bot.Text(say.Lines(say.Mark("# ", winner, ""), reason)))
	if m = withEnding(m, s.Drawn); len(m.Files) == 0 { // the picture already shows the places and points
		m.Blocks = append(m.Blocks, bot.Text(s.final(outcome, ended.Cause)))
	}
	if n := len(s.Results); n > 0 && n == s.Decision.Round {
		m.Blocks = append(m.Blocks, bot.Divider{}, bot.Text(say.Lines(bold(say.New("Round {n}", n)), s.ceremony(), s.result())))
	}
	m.Blocks = append(m.Blocks, bot.Row{{ID: s.button(ids.VerbRematch), Label: say.New("Rematch"), Emoji: "🔁", Style: bot.Green}, s.menuButton()})
	return m
}

// closedBy renders why a table ended before its match was won.
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

// result renders a round's places, best first.
func (s Snapshot) result() say.Message {
	results := s.Results
	r := results[len(results)-1]
	totals := s.Totals()
	var lines []say.Message
	for _, seat := range r.Places {
		var held, left say.Message
		if t := r.Titles[seat]; t != "" {
			held = s.markedTitle(t)
		}
		if int(seat) < len(r.Hands) && len(r.Hands[seat]) > 0 {
			cards := faces(r.Hands[seat], 0)
			left = say.New("left with {cards}", cards)
			if int(seat) < len(r.PointDetails) && !r.PointDetails[seat].Empty() {
				left = say.New("left with {cards} ({points})", cards, r.PointDetails[seat])
			}
		}
		total := say.New("total {n}", totals[seat])
		if s.GuildSettings.Penalty(s.System) && totals[seat] == slices.Min(totals) {
			total = say.New("total {n}, the fewest", totals[seat])
		}
		lines = append(lines, dotted(s.name(seat), medal(r.Place(seat)), held, bold(say.Signed(r.Points[seat])), total, left))
	}
	return say.Lines(lines...)
}

// final renders the match's result, best first. If nobody won, there are no places.
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

// ending renders the move with which the round ended.
func (s Snapshot) ending() say.Message {
	moves := s.Moves
	if len(moves) == 0 {
		return say.Message{}
	}
	return small(s.moveSentence(moves[len(moves)-1]))
}

// ceremony renders who holds the system's first title after the round. If the round counted in the
// guild, this is the guild's title; otherwise it is this table's.
func (s Snapshot) ceremony() say.Message {
	words := s.titleWords()
	if len(words) == 0 || s.holderSeat(1, words[0].Title) == game.Nobody {
		return say.Message{}
	}
	first, seat := words[0], s.holderSeat(1, words[0].Title)
	who, news := s.name(seat), say.Message{}
	i := slices.IndexFunc(s.Streaks, func(r standing.Streak) bool {
		return r.System == s.System && r.Title == first.Title && r.Player == s.Players()[seat] // false if a later round at another table gave the title to somebody else
	})
	switch before := s.holderSeat(2, first.Title); {
	case i >= 0 && s.Streaks[i].Rounds > 1:
		news = say.New("{who} stays {title}: {n:# round|# rounds} in a row", who, first.Word, s.Streaks[i].Rounds)
	case i >= 0 && s.Streaks[i].Deposed != 0:
		news = deposed(first, who, DisplayName(s.Streaks[i].DeposedName), s.Streaks[i].DeposedRounds)
	case before == seat:
		news = say.New("{who} stays {title}", who, first.Word)
	case before != game.Nobody:
		news = deposed(first, who, s.name(before), 1)
	default:
		news = say.New("{who} is {title}", who, first.Word)
	}
	return say.Mark("### "+titleMark(words, 0), news, "")
}

// deposed renders that a player has taken a title which another one had held for some rounds.
func deposed(w game.TitleWord, who, other say.Message, rounds int) say.Message {
	switch {
	case w.Last && rounds > 1:
		return say.New("{title} passes from {other} to {who}, after {n} rounds", w.Word, other, who, rounds)
	case w.Last:
		return say.New("{title} passes from {other} to {who}", w.Word, other, who)
	case rounds > 1:
		return say.New("{who} takes {title} from {other}, after {n} rounds", who, w.Word, other, rounds)
	}
	return say.New("{who} takes {title} from {other}", who, w.Word, other)
}

// holderSeat returns the seat that got a title in a settled round, or game.Nobody. back counts the
// rounds from the last one, which is 1.
func (s Snapshot) holderSeat(back int, title game.Title) game.Seat {
	if len(s.Results) < back {
		return game.Nobody
	}
	return game.Seat(slices.Index(s.Results[len(s.Results)-back].Titles, title))
}
