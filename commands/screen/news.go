package screen

import (
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
)

// What happened last, told in sentences. They are the game's own: here their places
// are filled.

// movesShown is how many of the last moves a board tells.
const movesShown = 5

// lastMoves tell the last moves, oldest first. Passes in a row are one sentence.
func (s Snapshot) lastMoves() say.Message {
	moves := s.Moves
	var lines []say.Message
	for i := len(moves) - 1; i >= 0 && len(lines) < movesShown; i-- {
		m := moves[i]
		for n := drawn(m); n > 0 && i > 0 && moves[i-1].Seat == m.Seat && drawn(moves[i-1]) > 0; i-- {
			n += drawn(moves[i-1])
			m.News = []game.News{game.DrawNews(m.Seat, n)}
		}
		newest := i == len(moves)-1
		if onlyPasses(m) && i > 0 && onlyPasses(moves[i-1]) {
			first := i
			for first > 0 && onlyPasses(moves[first-1]) {
				first--
			}
			var who []say.Message
			for _, p := range moves[first : i+1] {
				who = append(who, s.name(p.Seat))
			}
			line := say.New("{players} passed.", say.List(who...))
			if len(lines) > 0 {
				line = small(line)
			}
			lines, i = append(lines, line), first
			continue
		}
		if newest { // its headlines stand above
			m.News = slices.DeleteFunc(slices.Clone(m.News), func(n game.News) bool { return n.Headline })
		}
		switch line := s.moveSentence(m); {
		case line.Empty():
		case len(lines) == 0:
			lines = append(lines, line) // larger than what was before
		default:
			lines = append(lines, small(line))
		}
	}
	slices.Reverse(lines)
	return say.Lines(lines...)
}

// onlyPasses reports whether a move is a pass of a player who was there, and nothing more.
func onlyPasses(m match.Move) bool {
	return len(m.News) == 1 && m.News[0].Kind == game.Passed && m.By != match.ByClock && m.By != match.ByStandIn
}

// drawn returns the number of cards of a move that only drew; 0 for any other move.
func drawn(m match.Move) int {
	if len(m.News) != 1 || m.News[0].Kind != game.Drew {
		return 0
	}
	return m.News[0].Count
}

// moveSentence tells one move.
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

// newsSentence tells one piece of news; nothing of what the board shows anyway.
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
			return titleWord(s.titleWords(), n.Title)
		case "n":
			return n.Count
		}
		return ""
	})
}

// headlines tell the special plays of the last move, large: nobody should miss what
// turns a round upside down.
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

// unusual tells what is not as usual for as long as it lasts: the order of the
// ranks, the direction of play.
func (s Snapshot) unusual() []say.Message {
	var lines []say.Message
	for _, u := range s.Public.Unusual {
		lines = append(lines, u.Text.Fill(func(place string) any {
			switch place {
			case "ranks":
				return rankFaces(u.Ranks)
			case "next":
				return say.Join(" → ", s.names(s.comingUp())...)
			}
			return ""
		}))
	}
	return lines
}

func rankFaces(ranks []card.Rank) string {
	faces := make([]string, len(ranks))
	for i, r := range ranks {
		faces[i] = r.Face()
	}
	return strings.Join(faces, " ")
}

// comingUp returns the seats that hold cards, in the order in which they play next.
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
