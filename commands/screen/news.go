package screen

import (
	"slices"

	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// This file renders the latest moves. The sentences come from the games; this file fills in names
// and cards.

const movesShown = 5

// lastMoves renders the last moves, oldest first. Passes in a row are one sentence, as are cards that a
// player drew one by one. The newest sentence is in larger type than those before.
func (s Snapshot) lastMoves() say.Message {
	moves := s.Moves
	var lines []say.Message
	for i := len(moves) - 1; i >= 0 && len(lines) < movesShown; i-- {
		m := moves[i]
		var line say.Message
		switch {
		case onlyPasses(m):
			who := []say.Message{s.name(m.Seat)}
			for ; i > 0 && onlyPasses(moves[i-1]); i-- {
				who = append(who, s.name(moves[i-1].Seat))
			}
			slices.Reverse(who)
			line = say.New("{who} {n:passed|passed}.", say.List(who...), len(who))
		case drawn(m) > 0:
			n := drawn(m)
			for ; i > 0 && moves[i-1].Seat == m.Seat && drawn(moves[i-1]) > 0; i-- {
				n += drawn(moves[i-1])
			}
			m.News = []game.News{game.DrawNews(m.Seat, n)}
			line = s.moveSentence(m)
		default:
			if i == len(moves)-1 { // its headlines are shown above the moves
				m.News = slices.DeleteFunc(slices.Clone(m.News), func(n game.News) bool { return n.Headline })
			}
			line = s.moveSentence(m)
		}
		if len(lines) > 0 {
			line = small(line)
		}
		if !line.Empty() {
			lines = append(lines, line)
		}
	}
	slices.Reverse(lines)
	return say.Lines(lines...)
}

// sinceWidth is how much fits on three lines of a phone.
const sinceWidth = 110

// since renders in one line what was played since a seat's last turn. If that is too much, it leaves
// out the oldest, unless the table is slow: nobody has watched there. Passes in a row are one.
func (s Snapshot) since(seat game.Seat) say.Message {
	news, acted := s.NewsSince(seat)
	var told []say.Message
	width := 0
	for i := len(news) - 1; i >= 0; i-- {
		n := news[i]
		who := []say.Message{s.shortName(n.Seat)}
		var what say.Message
		switch n.Kind {
		case game.Played:
			what = say.Join(" ", who[0], say.Verbatim(faces(n.Cards, n.As)))
		case game.Passed:
			for ; i > 0 && news[i-1].Kind == game.Passed; i-- {
				who = append(who, s.shortName(news[i-1].Seat))
			}
			slices.Reverse(who)
			what = say.New("{who} {n:passed|passed}", say.List(who...), len(who))
		case game.Drew:
			for ; i > 0 && news[i-1].Kind == game.Drew && news[i-1].Seat == n.Seat; i-- {
				n.Count += news[i-1].Count
			}
			what = say.New("{who} drew {n}", who[0], n.Count)
		default:
			continue
		}
		if width += columns(what.In(s.GuildSettings.Language)) + 3; width > sinceWidth && len(told) > 0 && !s.Settings.Slow() {
			told = append(told, say.Verbatim("…"))
			break
		}
		told = append(told, what)
	}
	slices.Reverse(told)
	if n := len(s.Results); n > 0 && !acted && s.Settings.Slow() {
		var order []say.Message
		for _, seat := range s.Results[n-1].Places {
			if int(seat) < len(s.People) {
				order = append(order, s.shortName(seat))
			}
		}
		told = append([]say.Message{say.New("Round {n} ended: {order}", n, say.Commas(order...))}, told...)
	}
	switch {
	case len(told) == 0:
		return say.Message{}
	case acted:
		return say.New("Since your turn: {what}", dotted(told...))
	}
	return say.New("So far: {what}", dotted(told...))
}

// onlyPasses reports whether a move is just a pass, and its player is present.
func onlyPasses(m match.Move) bool {
	return len(m.News) == 1 && m.News[0].Kind == game.Passed && m.By != match.ByClock && m.By != match.ByStandIn
}

// drawn returns the number of cards that a move drew, or 0 if it did anything else.
func drawn(m match.Move) int {
	if len(m.News) != 1 || m.News[0].Kind != game.Drew {
		return 0
	}
	return m.News[0].Count
}

func (s Snapshot) moveSentence(m match.Move) say.Message {
	var told []say.Message
	for _, n := range m.News {
		told = append(told, s.newsSentence(n))
	}
	line := say.Join(" ", told...)
	switch m.By {
	case match.ByClock:
		return say.New("⏰ Time ran out: {what}", line)
	case match.ByStandIn:
		return say.Mark("🤖 ", line, "")
	}
	return line
}

// newsSentence renders a piece of news. It is empty if the board already shows it elsewhere.
func (s Snapshot) newsSentence(n game.News) say.Message {
	return n.Text.Fill(func(place string) any {
		switch place {
		case "who":
			return s.name(n.Seat)
		case "other":
			return s.name(n.Other)
		case "cards":
			return faces(n.Cards, n.As)
		case "class":
			return say.New(n.Class)
		case "title":
			_, word := titleWord(s.titleWords(), n.Title)
			return word
		case "n":
			return n.Count
		}
		return ""
	})
}

// headlines renders the special plays of the last move in large type, so that nobody misses them.
func (s Snapshot) headlines() say.Message {
	moves := s.Moves
	if len(moves) == 0 {
		return say.Message{}
	}
	var lines []say.Message
	for _, n := range moves[len(moves)-1].News {
		if n.Headline {
			lines = append(lines, heading(s.newsSentence(n)))
		}
	}
	return say.Lines(lines...)
}

// unusual renders the unusual rules that apply now, such as the order of the ranks or the direction of
// play.
func (s Snapshot) unusual() []say.Message {
	var lines []say.Message
	for _, u := range s.Public.Unusual {
		line := say.Mark("**", s.unusualText(u), "**")
		if u.Next {
			line = say.Colon(line, say.Join(" → ", s.names(s.comingUp())...))
		}
		lines = append(lines, line)
	}
	return lines
}

func (s Snapshot) unusualText(u game.Unusual) say.Message {
	if u.About != "" {
		return u.About.Fill(func(string) any { return s.name(u.Who) })
	}
	return u.Text
}

// comingUp returns the seats with cards, in the order of their next turns.
func (s Snapshot) comingUp() []game.Seat {
	order := s.clockwise()
	n, first := len(order), max(0, slices.Index(order, s.Public.Turn))
	step := 1
	if s.Public.Dir == game.Counter {
		step = n - 1
	}
	var seats []game.Seat
	for i := range n {
		if seat := order[(first+i*step)%n]; s.Public.Players[seat].Cards > 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}
