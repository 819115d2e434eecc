package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
)

// This file has the parts that several boards share.

func (s Snapshot) head(what ...say.Message) bot.Text { return bot.Text(title(s.Game, what...)) }

func title(what say.Message, more ...say.Message) say.Message {
	return say.Mark("## ", dotted(append([]say.Message{what}, more...)...), "")
}

func (s Snapshot) resumeButton() bot.Button {
	return bot.Button{ID: s.button(ids.VerbResume), Label: say.New("Resume"), Style: bot.Green}
}

func (s Snapshot) rulesButton() bot.Button {
	id := ids.Rules{Table: s.ID}
	if s.IsDaily() {
		id = ids.Rules{System: s.System}
	}
	return bot.Button{ID: id.ID(), Label: say.New("Rules"), Emoji: "📖"}
}

// clockwise returns the seats in the order of play, from the dealer's left.
func (s Snapshot) clockwise() []game.Seat {
	if order := s.Public.Order; len(order) == len(s.People) {
		return order
	}
	order := make([]game.Seat, len(s.People))
	for i := range order {
		order[i] = game.Seat(i)
	}
	return order
}

func (s Snapshot) pauseText() say.Message {
	how := say.New("The match goes on when a player clicks **Resume** or comes back with `/join`.")
	if deadline := s.Deadline(); !deadline.IsZero() {
		how = say.Join(" ", how, say.New("The table closes {time}.", bot.Relative(deadline)))
	}
	return say.Lines(heading(say.New("⏸️ Paused")), how)
}

func (s Snapshot) turnOf(seat game.Seat) say.Message {
	if s.Public.Phase == game.Exchanging {
		return say.New("{who} is choosing {n:# card|# cards} to give", s.name(seat), s.toGive())
	}
	return say.New("{who}'s turn", s.name(seat))
}

func (s Snapshot) yourTurn() say.Message {
	v := s.Public
	return v.Prompt.Fill(func(place string) any {
		switch place {
		case "n":
			return s.toGive()
		case "beats":
			return v.Beats
		case "other":
			return s.name(v.GivesTo)
		case "lead":
			return s.inline.faces([]card.Card{v.LeadCard}, card.None)
		}
		return s.inline.faces(v.Top.Cards, v.Top.As)
	})
}

// leadReason says on the board why the seat to move leads.
func (s Snapshot) leadReason() say.Message {
	return s.Public.LeadReason.Fill(func(place string) any {
		if place == "lead" {
			return faces([]card.Card{s.Public.LeadCard}, card.None)
		}
		return s.name(s.Public.Turn)
	})
}

// toGive returns how many cards the seat to move has to give. Everybody may know this number.
func (s Snapshot) toGive() int {
	seat, _ := s.Turn()
	if v, ok := s.View(seat); ok && len(v.Legal) > 0 {
		return len(v.Legal[0].Cards)
	}
	return 0
}

// Lines about people begin with the name, because a screen reader reads it first. The place comes
// after it.

// place returns a place in words: "1st".
func place(n int) say.Message {
	switch {
	case n == 1:
		return say.New("1st")
	case n%10 == 1 && n%100 != 11:
		return say.New("{n}st", n)
	case n%10 == 2 && n%100 != 12:
		return say.New("{n}nd", n)
	case n%10 == 3 && n%100 != 13:
		return say.New("{n}rd", n)
	}
	return say.New("{n}th", n)
}

// medal returns the medal of one of the first three places, or the place in words.
func medal(n int) say.Message {
	if medals := []string{"🥇", "🥈", "🥉"}; n <= len(medals) {
		return say.Verbatim(medals[n-1])
	}
	return place(n)
}

// earnsMedals reports whether the result of a match shows medals. It doesn't if nobody won or the
// players abandoned the match.
func earnsMedals(o game.Outcome, cause match.Cause) bool {
	return o.Winner != game.Nobody && cause != match.Abandoned && cause != match.Empty
}

func (s Snapshot) menuButton() bot.Button {
	return bot.Button{ID: ids.Menu{Table: s.ID}.ID(), Label: say.New("⋯ Table")}
}

func levelWord(l ai.Level) say.Message {
	switch l {
	case ai.Easy:
		return say.New("Easy")
	case ai.Hard:
		return say.New("Hard")
	}
	return say.New("Normal")
}
