package screen

import (
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/table"
)

// Nobody should miss what turns a round upside down: it is announced in large letters
// while it is the newest move, and stays on the board for as long as it holds.

// headline tells the special play of the last move, large; "" if it was not special.
func (s Snapshot) headline() string {
	m, ok := s.newest()
	if !ok {
		return ""
	}
	var lines []string
	for _, n := range m.News {
		if special(n) {
			lines = append(lines, "### "+s.newsSentence(n, s.Public))
		}
	}
	return strings.Join(lines, "\n")
}

// newest is the last move of the trick.
func (s Snapshot) newest() (table.Move, bool) {
	moves := s.Moves()
	if len(moves) == 0 {
		return table.Move{}, false
	}
	return moves[len(moves)-1], true
}

// ranking says how cards rank and in which order seats play, if either is unusual.
func (s Snapshot) ranking() string {
	v := s.Public
	var lines []string
	if v.Inverted {
		var order []string
		for r := card.Two; r >= card.Three; r-- {
			order = append(order, r.Face())
		}
		lines = append(lines, "🔃 **Low cards beat high ones.** From low to high: "+strings.Join(order, " "))
	}
	switch v.Dir {
	case game.Counter:
		lines = append(lines, "↩️ **Counter-clockwise:** "+strings.Join(s.names(s.comingUp()), " → "))
	case game.Down:
		lines = append(lines, "⬇️ **Counting down**")
	case game.Up:
		lines = append(lines, "⬆️ **Counting up**")
	}
	return strings.Join(lines, "\n")
}

// comingUp are the seats that hold cards, in the order in which they play next.
func (s Snapshot) comingUp() []game.Seat {
	order := s.clockwise()
	n, first := len(order), 0
	for i, seat := range order {
		if seat == s.Public.Turn {
			first = i
		}
	}
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
