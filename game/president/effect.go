package president

import (
	"math/bits"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// What a play brings about, in words: its name, beside its button beforehand, and
// as news for the table.

// className names a play that has a name of its own; "" for others. An inversion that
// lasts has none, since a second such set is a set like any other.
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

// says tells what a play would bring about that its cards don't show.
func (s *roundState) says(m Move) say.Message {
	after := s.pos
	switch e := after.Do(m); {
	case e.Is&Revolution != 0:
		return say.New("revolution: ranks and direction reverse, and you lead")
	case e.Is&Inversion != 0 && s.pos.rules.four == fourInvertRound:
		return say.New("then low cards beat high ones until the round ends")
	case e.Is&Inversion != 0 && after.inverted:
		return say.New("then low cards beat high ones")
	case e.Is&Inversion != 0:
		return say.New("then high cards beat low ones again")
	case e.Is&Coup != 0:
		return say.New("coup: you take the President's place")
	case e.Is&Guillotine != 0:
		return say.New("guillotine: you take the President's place, the President drops to last")
	case e.Is&Skip != 0:
		return say.New("the next player loses a turn")
	}
	return say.Message{}
}

// News tells what a move brought about.
func (s *roundState) News(m play, before *roundState) []game.News {
	seat, e := s.seat(before.pos.turn), s.came
	if m.IsGift() {
		t := before.pos.trades[0]
		return []game.News{game.ExchangeNews(seat, s.seat(t.to), m.Size())}
	}
	news := make([]game.News, 0, 1+bits.OnesCount16(uint16(e.Is))) // what happened, and each thing that came of it
	if m.IsPass() {
		news = append(news, game.SeatNews(game.Passed, seat))
	} else {
		news = append(news, game.PlayNews(seat, kit.Action(m).Cards, m.As(), s.pos.rules.className(m.Move)))
	}
	if e.Is&Inversion != 0 {
		news = append(news, inversion(seat, s.pos.inverted, s.pos.rules.four == fourInvertRound))
	}
	if e.Is&Revolution != 0 {
		news = append(news, revolution(seat, s.pos.inverted))
	}
	if e.Is&Coup != 0 {
		news = append(news, seized(game.Coup, seat, s.seat(e.Fell), "⚔️ **Coup**: {who} overthrows {other}.",
			"⚔️ **Coup** by {who}, who takes first place at the end of the round."))
	}
	if e.Is&Guillotine != 0 {
		news = append(news, seized(game.Guillotine, seat, s.seat(e.Fell), "⚔️ **Guillotine**: {who} overthrows {other}, who drops to last.",
			"⚔️ **Guillotine** by {who}: whoever comes first drops to last at the end of the round."))
	}
	if e.Is&Out != 0 {
		news = append(news, game.SeatNews(game.WentOut, seat))
	}
	if e.Is&Skip != 0 {
		news = append(news, game.News{
			Kind: game.Skipped, Seat: s.seat(e.Skipped), Other: seat, Headline: true,
			Text: "⏭️ {other}'s equal play skips {who}.",
		})
	}
	if e.Is&Trick != 0 {
		news = append(news, game.SeatNews(game.TrickWon, s.seat(s.pos.turn)))
	}
	if e.Is&Over != 0 {
		news = append(news, game.RoundOverNews())
	}
	return news
}

func inversion(seat game.Seat, inverted, lasts bool) game.News {
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

func revolution(seat game.Seat, inverted bool) game.News {
	n := game.News{
		Kind: game.Revolution, Seat: seat, Other: game.Nobody, Headline: true,
		Text: "🔥 **Revolution** by {who}: high cards beat low ones again, and play goes the other way.",
	}
	if inverted {
		n.Text = "🔥 **Revolution** by {who}: low cards beat high ones now, and play goes the other way."
	}
	return n
}

// seized tells that the first place was taken from somebody, or from nobody yet.
func seized(kind game.Kind, maker, former game.Seat, from, fromNobody say.Text) game.News {
	n := game.News{Kind: kind, Seat: maker, Other: former, Headline: true, Text: from}
	if former == game.Nobody {
		n.Text = fromNobody
	}
	return n
}
