package screen

import (
	"fmt"
	"slices"
	"strings"

	"deuces/game"
	"deuces/table"
)

// What happened last, told in sentences.

// movesShown is how many of the last moves a board tells.
const movesShown = 5

// lastMoves tell the last moves, oldest first.
func (s Snapshot) lastMoves() string {
	moves := s.Moves()
	v := s.Public
	var lines []string
	for i := len(moves) - 1; i >= 0 && len(lines) < movesShown; i-- {
		m := moves[i]
		for n := drawn(m); n > 0 && i > 0 && moves[i-1].Seat == m.Seat && drawn(moves[i-1]) > 0; i-- {
			n += drawn(moves[i-1])
			m.News = []game.News{{Kind: game.Drew, Seat: m.Seat, Count: n}}
		}
		last := m
		if i == len(moves)-1 { // the board's headline tells what is special
			last.News = slices.DeleteFunc(slices.Clone(m.News), special)
		}
		line := s.moveSentence(last, v)
		switch {
		case line == "":
		case len(lines) == 0:
			lines = append(lines, line) // the newest, larger than what was before
		default:
			lines = append(lines, "-# "+line)
		}
		v = before(m, v)
	}
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

// special says of which news a board makes a headline.
func special(n game.News) bool {
	switch n.Kind {
	case game.Revolution, game.Inversion, game.Coup, game.Guillotine, game.BecameAcehole, game.Skipped:
		return true
	}
	return false
}

// drawn is the number of cards of a move that only drew; 0 for any other move.
func drawn(m table.Move) int {
	if len(m.News) != 1 || m.News[0].Kind != game.Drew {
		return 0
	}
	return m.News[0].Count
}

// moveSentence tells one move. v is a View of the moment after it.
func (s Snapshot) moveSentence(m table.Move, v game.View) string {
	var words []string
	for _, n := range m.News {
		if w := s.newsSentence(n, v); w != "" {
			words = append(words, w)
		}
	}
	line := strings.Join(words, " ")
	switch m.By {
	case table.ByClock:
		return "⏰ Time ran out: " + line
	case table.ByStandIn:
		return "🤖 " + line
	}
	return line
}

// before returns a View with the order and direction of before a move.
func before(m table.Move, v game.View) game.View {
	turned := map[game.Dir]game.Dir{game.Clockwise: game.Counter, game.Counter: game.Clockwise, game.Up: game.Down, game.Down: game.Up}
	for _, n := range m.News {
		if n.Kind == game.Inversion || n.Kind == game.Revolution {
			v.Inverted = !v.Inverted
		}
		if n.Kind == game.Turned || n.Kind == game.Revolution {
			v.Dir = turned[v.Dir]
		}
	}
	return v
}

// newsSentence writes one piece of news as a sentence; "" for what the board shows
// anyway. v is a View of the moment after it.
func (s Snapshot) newsSentence(n game.News, v game.View) string {
	who := s.name(n.Seat)
	switch n.Kind {
	case game.Played:
		if n.Class != "" {
			return who + " played " + faces(n.Cards, n.As) + " (" + string(n.Class) + ")."
		}
		return who + " played " + faces(n.Cards, n.As) + "."
	case game.Passed:
		return who + " passed."
	case game.Drew:
		return who + " drew " + count(n.Count, "card") + "."
	case game.Swapped:
		return fmt.Sprintf("%s and %s exchanged %s.", who, s.name(n.Other), count(n.Count, "card"))
	case game.TrickWon:
		return who + " won the trick and leads."
	case game.WentOut:
		return "🏁 " + who + " is out."
	case game.Skipped:
		return fmt.Sprintf("⏭️ %s is skipped by %s's equal play.", who, s.name(n.Other))
	case game.Inversion:
		return "🔃 " + who + " turned the order over: " + orderWords(v.Inverted) + "."
	case game.Revolution:
		return "🔥 **Revolution** by " + who + ": " + orderWords(v.Inverted) + ", and play goes the other way."
	case game.Coup:
		if n.Other == game.Nobody {
			return "⚔️ **Coup** by " + who + ", who takes first place at the end of the round."
		}
		return "⚔️ **Coup**: " + who + " overthrows " + s.name(n.Other) + "."
	case game.Guillotine:
		if n.Other == game.Nobody {
			return "⚔️ **Guillotine** by " + who + ": whoever comes first falls to the bottom at the end of the round."
		}
		return "⚔️ **Guillotine**: " + who + " overthrows " + s.name(n.Other) + ", who falls to the bottom."
	case game.Turned:
		return "↕️ " + who + " turned the count: now " + string(v.Dir) + "."
	case game.BecameAcehole:
		return "📣 **" + titleWord(s.titleWords(), game.Acehole) + "!** " + who + " played an Ace of the opposite colour."
	}
	return ""
}

func orderWords(inverted bool) string {
	if inverted {
		return "low cards beat high ones now"
	}
	return "high cards beat low ones again"
}
