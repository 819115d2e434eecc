package face

import (
	"image/color"

	"deuces/game/card"
)

// stroke is a piece of a figure: a path in a colour; with a pen a line, without
// one an outline that is filled.
type stroke struct {
	color color.NRGBA
	pen   float64
	path  string
}

// cloth in a figure stands for the colour of the card's suit.
var cloth = color.NRGBA{}

var (
	gold  = color.NRGBA{0xF5, 0xB3, 0x1F, 0xFF}
	skin  = color.NRGBA{0xF7, 0xD3, 0xAE, 0xFF}
	dark  = color.NRGBA{0x2A, 0x20, 0x1C, 0xFF}
	brown = color.NRGBA{0x7A, 0x45, 0x1E, 0xFF}
	fair  = color.NRGBA{0xD9, 0x8A, 0x2B, 0xFF}
	pearl = color.NRGBA{0xF4, 0xF1, 0xEA, 0xFF}
)

// courts are the heads of the court cards, in a box of 52 by 52: a king with a
// crown and a beard, a queen with pearls and long hair, a jack with a feather.
var courts = map[card.Rank][]stroke{
	card.King: {
		{cloth, 0, "M2 56 C4 46 14 42 26 42 C38 42 48 46 50 56 Z"},
		{skin, 0, "M11 20 L41 20 L41 34 C41 44 34 50 26 50 C18 50 11 44 11 34 Z"},
		{brown, 0, "M9 24 L15 24 C15 32 19 35 26 35 C33 35 37 32 37 24 L43 24 L43 36 C43 48 35 55 26 55 C17 55 9 48 9 36 Z"},
		{dark, 4, "M19.5 28 L19.5 28.5"}, {dark, 4, "M32.5 28 L32.5 28.5"},
		{skin, 3.5, "M22 41.5 L30 41.5"},
		{gold, 0, "M6 23 L3 3 L16 11 L26 -1 L36 11 L49 3 L46 23 Z"},
		{dark, 2.5, "M6 23 L3 3 L16 11 L26 -1 L36 11 L49 3 L46 23 Z"},
		{cloth, 5, "M26 15 L26 15.1"},
	},
	card.Queen: {
		{fair, 0, "M26 8 C42 8 49 20 49 36 C49 46 50 51 52 56 L0 56 C2 51 3 46 3 36 C3 20 10 8 26 8 Z"},
		{cloth, 0, "M8 56 C10 49 17 46 26 46 C35 46 42 49 44 56 Z"},
		{skin, 0, "M26 13 C36 13 40 22 40 31 C40 41 33 48 26 48 C19 48 12 41 12 31 C12 22 16 13 26 13 Z"},
		{dark, 4, "M20 31 L20 31.5"}, {dark, 4, "M32 31 L32 31.5"},
		{color.NRGBA{0xC2, 0x2B, 0x3A, 0xFF}, 3.5, "M23 41 C25 42.5 27 42.5 29 41"},
		{gold, 0, "M8 21 C19 14 33 14 44 21 L46 6 L36 10 L26 0 L16 10 L6 6 Z"},
		{dark, 2.5, "M8 21 C19 14 33 14 44 21 L46 6 L36 10 L26 0 L16 10 L6 6 Z"},
		{dark, 9, "M6 5 L6 5.1 M26 0 L26 0.1 M46 5 L46 5.1"},
		{pearl, 5.5, "M6 5 L6 5.1 M26 0 L26 0.1 M46 5 L46 5.1"},
	},
	card.Jack: {
		{brown, 0, "M7 18 L45 18 L45 40 C45 45 43 47 40 47 L12 47 C9 47 7 45 7 40 Z"},
		{cloth, 0, "M4 56 C6 48 15 46 26 46 C37 46 46 48 48 56 Z"},
		{skin, 0, "M13 20 L39 20 L39 34 C39 44 33 49 26 49 C19 49 13 44 13 34 Z"},
		{dark, 4, "M20 30 L20 30.5"}, {dark, 4, "M32 30 L32 30.5"},
		{dark, 3, "M23 40.5 L29 40.5"},
		{cloth, 0, "M3 22 C1 10 12 4 27 4 C42 4 50 12 49 22 Z"},
		{gold, 6, "M6 21.5 L46 21.5"},
		{gold, 7, "M37 12 C41 8 43 3 42 -2"},
	},
}
