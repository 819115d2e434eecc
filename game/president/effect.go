package president

import (
	"math/bits"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// This file describes the effects of plays: their names, the texts on their buttons, and
// the news.

// className returns the name of a special play, or "". If an inversion lasts for the round, such
// sets have no name, because a second one changes nothing.
func (r *ruleSet) className(m Move) say.Text {
	switch special := r.special(m); special {
	case Inversion:
		if r.four == fourInvert {
			return "Inversion"
		}
	case Coup:
		return "Coup"
	case Guillotine:
		return "Guillotine"
	case Revolution:
		return "Revolution"
	}
	return ""
}

// effectText says what a play would cause, if its cards don't show it.
func (s *roundState) effectText(m Move) say.Message {
	after := s.position
	switch e := after.Do(m); {
	case e.Happened&Revolution != 0:
		return say.New("revolution: ranks and direction reverse, and you lead")
	case e.Happened&Inversion != 0 && s.position.rules.four == fourInvertRound:
		return say.New("then low cards beat high ones until the round ends")
	case e.Happened&Inversion != 0 && after.inverted:
		return say.New("then low cards beat high ones")
	case e.Happened&Inversion != 0:
		return say.New("then high cards beat low ones again")
	case e.Happened&Coup != 0:
		return say.New("coup: you take the President's place")
	case e.Happened&Guillotine != 0:
		return say.New("guillotine: you take the President's place, the President drops to last")
	case e.Happened&Skip != 0:
		return say.New("the next player loses a turn")
	}
	return say.Message{}
}

// News returns the news of a move.
func (s *roundState) News(m play, before *roundState) []game.News {
	seat, e := s.seat(before.position.turn), s.effect
	if m.IsGift() {
		t := before.position.decisions[0]
		return []game.News{game.ExchangeNews(seat, s.seat(t.to), m.Size())}
	}
	news := make([]game.News, 0, 1+bits.OnesCount16(uint16(e.Happened))) // the move and each effect
	if m.IsPass() {
		news = append(news, game.SeatNews(game.Passed, seat))
	} else {
		news = append(news, game.PlayNews(seat, kit.Action(m).Cards, m.As(), s.position.rules.className(m.Move)))
	}
	if e.Happened&Inversion != 0 {
		news = append(news, inversionNews(seat, s.position.inverted, s.position.rules.four == fourInvertRound))
	}
	if e.Happened&Revolution != 0 {
		news = append(news, revolutionNews(seat, s.position.inverted))
	}
	if e.Happened&Coup != 0 {
		news = append(news, takeoverNews(game.Coup, seat, s.seat(e.Overthrown), "⚔️ **Coup**: {who} overthrows {other}.",
			"⚔️ **Coup** by {who}, who takes first place at the end of the round."))
	}
	if e.Happened&Guillotine != 0 {
		news = append(news, takeoverNews(game.Guillotine, seat, s.seat(e.Overthrown), "⚔️ **Guillotine**: {who} overthrows {other}, who drops to last.",
			"⚔️ **Guillotine** by {who}: whoever comes first drops to last at the end of the round."))
	}
	if e.Happened&Out != 0 {
		news = append(news, game.SeatNews(game.WentOut, seat))
	}
	if e.Happened&Skip != 0 {
		news = append(news, game.News{
			Kind: game.Skipped, Seat: s.seat(e.Skipped), Other: seat, Headline: true,
			Text: "⏭️ {other}'s equal play skips {who}.",
		})
	}
	if e.Happened&Trick != 0 {
		news = append(news, game.SeatNews(game.TrickWon, s.seat(s.position.turn)))
	}
	if e.Happened&Over != 0 {
		news = append(news, game.RoundOverNews())
	}
	return news
}

func inversionNews(seat game.Seat, inverted, lasts bool) game.News {
	n := game.News{
		Kind: game.Inversion, Seat: seat, Other: game.Nobody, Headline: true,
		Text: "🔃 {who} reversed the ranks: high cards beat low ones again.",
	}
	switch {
	case lasts:
		n.Text = "🔃 {who} reversed the ranks: low cards beat high ones until the round ends."
	case inverted:
		n.Text = "🔃 {who} reversed the ranks: low cards beat high ones now."
	}
	return n
}

func revolutionNews(seat game.Seat, inverted bool) game.News {
	n := game.News{
		Kind: game.Revolution, Seat: seat, Other: game.Nobody, Headline: true,
		Text: "🔥 **Revolution** by {who}: high cards beat low ones again, and play goes the other way.",
	}
	if inverted {
		n.Text = "🔥 **Revolution** by {who}: low cards beat high ones now, and play goes the other way."
	}
	return n
}

// takeoverNews returns the news of a coup or guillotine. fromNobody is the text if nobody holds
// first place yet.
func takeoverNews(kind game.Kind, maker, former game.Seat, from, fromNobody say.Text) game.News {
	n := game.News{Kind: kind, Seat: maker, Other: former, Headline: true, Text: from}
	if former == game.Nobody {
		n.Text = fromNobody
	}
	return n
}
