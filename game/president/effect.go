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
func (r *roundRules) className(m Move) say.Text {
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
	case e.Happened&Revolution != 0 && e.Happened&Out != 0:
		return say.New("revolution: ranks and direction reverse")
	case e.Happened&Revolution != 0:
		return say.New("revolution: ranks and direction reverse, and you lead")
	case e.Happened&Inversion != 0:
		return say.New("reverses the ranks")
	case e.Happened&(Coup|Guillotine) != 0 && e.Overthrown < 0:
		return say.New("you take first place")
	case e.Happened&(Coup|Guillotine) != 0:
		return say.New("you take the President's place")
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
	headline := func(kind game.Kind, other game.Seat, class, text say.Text) {
		news = append(news, game.News{Kind: kind, Seat: seat, Other: other, Class: class, Headline: true, Text: text})
	}
	if e.Happened&Inversion != 0 {
		headline(game.Inversion, game.Nobody, "", "🔃 {who} reversed the ranks.")
	}
	if e.Happened&Revolution != 0 {
		headline(game.Revolution, game.Nobody, "", "🔥 **Revolution** by {who}: the ranks and the direction of play reverse.")
	}
	if e.Happened&(Coup|Guillotine) != 0 {
		kind, text := game.Coup, say.Text("⚔️ **{class}** by {who}, who takes first place.")
		if e.Happened&Guillotine != 0 {
			kind = game.Guillotine
		}
		if e.Overthrown >= 0 {
			text = "⚔️ **{class}**: {who} overthrows {other}."
		}
		headline(kind, s.seat(e.Overthrown), s.position.rules.className(m.Move), text)
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
