package screen

import (
	"slices"

	"deuces/bot"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// ownResult renders what a hand becomes when its round is over: how the round ended for its player, and
// how they stand. note is shown above.
func (s Snapshot) ownResult(seat game.Seat, note say.Message) bot.Message {
	var lines []say.Message
	if s.removed(seat) {
		lines = append(lines, s.Removed(s.Players()[seat]))
	}
	if n := len(s.Results); n > 0 && n == s.Decision.Round {
		lines = append(lines, s.ownRound(seat, s.Results[n-1]))
	}
	if ended, over := s.Ended(); over {
		switch outcome, _ := s.Outcome(); {
		case ended.Cause != match.Won:
			lines = append(lines, dotted(s.closedBy(ended), s.led()))
		case outcome.Winner == seat:
			lines = append(lines, say.New("🏆 **You win the match!**"))
		default:
			lines = append(lines, s.winner(outcome), say.New("In the match you came {place}, with {n:# point|# points}.", place(finalPlaces(outcome)[slices.Index(outcome.Order, seat)]), outcome.Totals[seat]))
		}
	}
	return bot.Message{Accent: grey, Blocks: []bot.Block{texts(append([]say.Message{small(note)}, lines...)...)}}
}

// ownRound renders the result of a round for a seat: its title or place, the cards it kept, its points, and
// how it stands.
func (s Snapshot) ownRound(seat game.Seat, r game.Result) say.Message {
	var got, kept say.Message
	switch title := r.Titles[seat]; {
	case title != "":
		mark, word := titleWord(s.titleWords(), title)
		got = say.Mark(mark, bold(say.New("You are {title}!", word)), "")
	case r.Place(seat) == 1:
		got = bold(say.New("You won the round!"))
	default:
		got = say.New("You came {place}.", place(r.Place(seat)))
	}
	if int(seat) < len(r.Hands) && len(r.Hands[seat]) > 0 {
		kept = say.New("you kept {cards}", s.inline.faces(r.Hands[seat], 0))
	}
	why := say.Mark("(", dotted(s.payments(r, seat), s.pointDetails(r, seat)), ")")
	gained := say.Signed(r.Points[seat])
	if r.Points[seat] == 0 {
		gained = points(0)
	}
	return say.Lines(got, small(say.Capital(dotted(kept, say.Join(" ", bold(gained), why), s.ownStanding(seat)))))
}

// ownStanding renders who leads, from the view of a seat, and what the leader needs to win.
func (s Snapshot) ownStanding(seat game.Seat) say.Message {
	totals, order := s.Totals(), s.ranking()
	if s.Phase == match.Over || len(order) < 2 {
		return say.Message{}
	}
	first, next := order[0], order[1]
	if first != seat && totals[first] == totals[seat] {
		first, next = seat, first
	}
	var togo say.Message
	if target, _ := s.Rules.Ends(); target > totals[first] && !s.fewestWin() && s.reachable() {
		togo = say.New("{n} to go", target-totals[first])
	}
	switch ahead := totals[first] - totals[seat]; {
	case first != seat:
		return say.New("{who} leads by {n}", s.name(first), max(ahead, -ahead))
	case totals[first] == totals[next]:
		return dotted(say.New("you share the lead with {who}: {n}", s.name(next), totals[seat]), togo)
	}
	return dotted(say.New("you lead {n} to {other}", totals[seat], totals[next]), togo)
}
