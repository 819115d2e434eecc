package face

import "deuces/game/card"

// The ranks are lines for a pen, in a box 56 high whose width follows: one
// weight for all, as wide as it can be while an 8 keeps its holes at 22 pixels.
const (
	rankPen    = 15.0
	rankHeight = 56.0
)

// rank is how a rank is written, and how wide.
type rank struct {
	line  string
	width float64
}

var ranks = map[card.Rank]rank{
	card.Three: {"M0 9 C4 3 10 0 16 0 C25 0 31 5 31 13 C31 21 25 26 14 26 C26 26 33 32 33 41 C33 50 26 56 16 56 C8 56 2 53 -1 46", 32},
	card.Four:  {"M24 56 L24 0 L-1 39 L34 39", 33},
	card.Five:  {"M29 0 L4 0 L2 25 C6 21 10 20 15 20 C26 20 33 27 33 38 C33 49 26 56 16 56 C8 56 2 53 -1 47", 32},
	card.Six:   {"M27 0 C11 6 0 20 0 38 C0 49 7 56 17 56 C27 56 34 49 34 38 C34 28 27 22 17 22 C9 22 2 27 0 37", 34},
	card.Seven: {"M0 0 L33 0 L12 56", 33},
	card.Eight: {"M17 26 C8 26 2 21 2 13 C2 5 8 0 17 0 C26 0 32 5 32 13 C32 21 26 26 17 26 C7 26 0 32 0 41 C0 50 7 56 17 56 C27 56 34 50 34 41 C34 32 27 26 17 26 Z", 34},
	card.Nine:  {"M7 56 C23 50 34 36 34 18 C34 7 27 0 17 0 C7 0 0 7 0 18 C0 28 7 34 17 34 C25 34 32 29 34 19", 34},
	card.Ten:   {"M0 8 L7 1 L7 56 M35 0 C43 0 46 9 46 28 C46 47 43 56 35 56 C27 56 24 47 24 28 C24 9 27 0 35 0 Z", 46},
	card.Jack:  {"M12 0 L27 0 L27 40 C27 50 22 56 13 56 C5 56 0 50 0 41", 27},
	card.Queen: {"M17 0 C28 0 34 9 34 28 C34 47 28 56 17 56 C6 56 0 47 0 28 C0 9 6 0 17 0 Z M22 42 L35 58", 34},
	card.King:  {"M0 0 L0 56 M31 0 L2 32 M12 21 L33 56", 33},
	card.Ace:   {"M0 56 L18 0 L36 56 M7 38 L29 38", 36},
	card.Two:   {"M0 15 C0 6 7 0 16 0 C26 0 33 6 33 15 C33 27 22 36 1 56 L34 56", 33},
}

// The suits are outlines in a box of 64 by 64.
var suits = [4]string{
	card.Clubs: "M47.5 17.5 C47.5 26 40.5 33 32 33 C23.5 33 16.5 26 16.5 17.5 C16.5 9 23.5 2 32 2 C40.5 2 47.5 9 47.5 17.5 Z " +
		"M32 38.5 C32 47 25 54 16.5 54 C8 54 1 47 1 38.5 C1 30 8 23 16.5 23 C25 23 32 30 32 38.5 Z " +
		"M63 38.5 C63 47 56 54 47.5 54 C39 54 32 47 32 38.5 C32 30 39 23 47.5 23 C56 23 63 30 63 38.5 Z " +
		"M36 24 L39 34 L35 42 C35 52 37 58 43 62.5 L21 62.5 C27 58 29 52 29 42 L25 34 L28 24 Z",
	card.Diamonds: "M32 0 C38 11 47 22 58 32 C47 42 38 53 32 64 C26 53 17 42 6 32 C17 22 26 11 32 0 Z",
	card.Hearts: "M32 61 C28 52 1 39 1 20 C1 9.5 8.5 3 17 3 C24.5 3 30 7.5 32 14 C34 7.5 39.5 3 47 3 C55.5 3 63 9.5 63 20 " +
		"C63 39 36 52 32 61 Z",
	card.Spades: "M32 1 C36 11 62.5 25 62.5 40.5 C62.5 49.5 55.5 54.5 48.5 54.5 C43 54.5 38.5 52 35.5 47.5 C36 54 38.5 59.5 43.5 62.5 " +
		"L20.5 62.5 C25.5 59.5 28 54 28.5 47.5 C25.5 52 21 54.5 15.5 54.5 C8.5 54.5 1.5 49.5 1.5 40.5 C1.5 25 28 11 32 1 Z",
}
