package president

import (
	"math/bits"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// This file describes the effects of plays: their names, the texts on their buttons, and
// the news.

// specialName returns the name of a special play, or "". If an inversion lasts for the round, such
// sets have no name, because a second one changes nothing.
func (r *roundRules) specialName(m Move) say.Text {
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
	e := after.Do(m)
	var said []say.Message
	add := func(when bool, text say.Text, args ...any) {
		if when {
			said = append(said, say.New(text, args...))
		}
	}
	on := func(h Happening) bool { return e.Happened&h != 0 }
	switch {
	case on(Revolution) && on(Out):
		add(true, "revolution: ranks and direction reverse")
	case on(Revolution):
		add(true, "revolution: ranks and direction reverse, and you lead")
	case on(Inversion) && s.position.rules.does[m.Rank()]&turnsOver != 0 && !m.IsRun():
		add(true, "reverses the ranks after this trick") // the Jacks turn them back until then
	case on(Inversion):
		add(true, "reverses the ranks")
	case on(Coup|Guillotine) && e.Overthrown < 0:
		add(true, "you take first place")
	case on(Coup | Guillotine):
		add(true, "you take the President's place")
	}
	add(on(TurnOver) && !on(Inversion) && !on(Trick|Over), "reverses ranks this trick")
	add(on(Burn|Stop) && !on(Revolution|Foul|Over), "ends the trick")
	add(on(Lock) && !on(Trick|Over), "locks the trick to {suits}", suitFaces(after.trick.lock))
	add(on(Bind) && !on(Trick|Over), "the next must match it")
	add(on(Skip), "the next player loses a turn")
	add(on(Downfall), "the President falls")
	return say.Commas(said...)
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
		news = append(news, game.PlayNews(seat, kit.Action(m).Cards, m.As(), s.position.rules.specialName(m.Move)))
	}
	add := func(on, unless Happening, kind game.Kind, headline bool, text say.Text) {
		if e.Happened&on != 0 && e.Happened&unless == 0 {
			news = append(news, game.News{Kind: kind, Seat: seat, Other: game.Nobody, Headline: headline, Text: text})
		}
	}
	add(Inversion, 0, game.Inversion, true, "🔃 {who} reversed the ranks.")
	add(Revolution, 0, game.Revolution, true, "🔥 **Revolution** by {who}: the ranks and the direction of play reverse.")
	if e.Happened&(Coup|Guillotine) != 0 {
		kind, text := game.Coup, say.Text("⚔️ **{class}** by {who}, who takes first place.")
		if e.Happened&Guillotine != 0 {
			kind = game.Guillotine
		}
		if e.Overthrown >= 0 {
			text = "⚔️ **{class}**: {who} overthrows {other}."
		}
		news = append(news, game.News{
			Kind: kind, Seat: seat, Other: s.seat(e.Overthrown), Class: s.position.rules.specialName(m.Move), Headline: true, Text: text,
		})
	}
	add(TurnOver, Trick|Over, game.TurnedOver, true, "🔃 {who} reversed the ranks until the trick ends.")
	add(Burn, Over, game.Burned, true, "🔥 Four of a rank: the trick ends.")
	add(Stop, Burn|Over, game.Stopped, false, "The trick ends.")
	add(Lock, Trick|Over, game.Locked, true, "🔒 {who} locked the trick to these suits.")
	add(Bind, Trick|Over, game.Bound, false, "The next player matches it or is out of the trick.")
	if e.Happened&Out != 0 && e.Happened&Foul == 0 {
		news = append(news, game.SeatNews(game.WentOut, seat))
	}
	add(Foul, 0, game.Foul, true, "🚫 {who} went out with a forbidden card and comes last.")
	if e.Happened&Downfall != 0 {
		news = append(news, game.News{
			Kind: game.Fell, Seat: s.seat(int8(bits.TrailingZeros16(s.position.fallen))), Other: seat, Title: game.President, Headline: true,
			Text: "⬇️ {title} {who} falls: {other} went out first.",
		})
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
