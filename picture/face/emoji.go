package face

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"deuces/game/card"
	"deuces/picture/canvas"
)

// PNG draws a card, or the Back, that many pixels wide and high.
func PNG(c card.Card, p Palette, size int) ([]byte, error) {
	d, err := Draw(c, p)
	if err != nil {
		return nil, err
	}
	return canvas.PNG(d.Raster(size))
}

// SVG draws a card, or the Back, as an SVG.
func SVG(c card.Card, p Palette) ([]byte, error) {
	d, err := Draw(c, p)
	if err != nil {
		return nil, err
	}
	return d.SVG(strings.ReplaceAll(Words(c, FourColors), "_", " ")), nil
}

// All lists what has a face: 52 cards, the Jokers and the Back.
func All() []card.Card { return append(card.Deck(1, 3), Back) }

var rankWords = [...]string{card.Three: "three", card.Four: "four", card.Five: "five", card.Six: "six", card.Seven: "seven",
	card.Eight: "eight", card.Nine: "nine", card.Ten: "ten", card.Jack: "jack", card.Queen: "queen", card.King: "king", card.Ace: "ace", card.Two: "two"}

var suitWords = [...]string{card.Clubs: "clubs", card.Diamonds: "diamonds", card.Hearts: "hearts", card.Spades: "spades"}

var jokerWords = [...]string{"joker_one", "joker_two", "joker_three"}

// Words names a face as a screen reader says it: "seven_of_hearts", "joker_two",
// "card_back". A face that TwoColors draws differently says its colour, as in
// "red_seven_of_diamonds"; one that looks alike in both has one name. What has
// no face has no words.
func Words(c card.Card, p Palette) string {
	switch {
	case c == Back:
		return "card_back"
	case c == card.AnyJoker || c.Rank() > card.Joker || c.Rank() == 0:
		return ""
	case c.IsJoker():
		return jokerWords[c-card.Joker1]
	}
	words := rankWords[c.Rank()] + "_of_" + suitWords[c.Suit()]
	switch p.Color(c.Suit()) {
	case FourColors.Color(c.Suit()):
		return words
	case red:
		return "red_" + words
	}
	return "black_" + words
}

// Emoji is a face as an application uploads it.
type Emoji struct {
	Name string // its words and a hash of its pixels: "seven_of_hearts_1a2b"
	PNG  []byte
}

// Set is all faces as emojis.
type Set struct {
	Emojis []Emoji           // each once, in the order of All
	names  map[string]string // by words
}

// NewSet draws all faces in both palettes: 82, for those of hearts, spades,
// Jokers and the Back look alike in both. That takes a tenth of a second or so.
func NewSet() (Set, error) {
	s := Set{names: map[string]string{}}
	for _, p := range []Palette{FourColors, TwoColors} {
		for _, c := range All() {
			words := Words(c, p)
			if s.names[words] != "" {
				continue
			}
			d, err := Draw(c, p)
			if err != nil {
				return Set{}, err
			}
			img := d.Raster(Size)
			data, err := canvas.PNG(img)
			if err != nil {
				return Set{}, fmt.Errorf("%s: %w", words, err)
			}
			// Of the pixels, not of the file: another version of Go may pack
			// the same face into other bytes, and it is the same face still.
			sum := sha256.Sum256(img.Pix)
			name := fmt.Sprintf("%s_%x", words, sum[:2])
			s.names[words] = name
			s.Emojis = append(s.Emojis, Emoji{Name: name, PNG: data})
		}
	}
	return s, nil
}

// Name is the name of a card's emoji; "" where it has no face.
func (s Set) Name(c card.Card, p Palette) string { return s.names[Words(c, p)] }

// Ours says whether a name is one that a Set gives, of this version's drawings
// or of another's.
func Ours(name string) bool {
	cut := strings.LastIndexByte(name, '_')
	if cut < 0 || len(name)-cut != 5 || strings.Trim(name[cut+1:], "0123456789abcdef") != "" {
		return false
	}
	for _, p := range []Palette{FourColors, TwoColors} {
		for _, c := range All() {
			if Words(c, p) == name[:cut] {
				return true
			}
		}
	}
	return false
}

// Sheet draws all faces of a palette on one sheet, a suit to each row.
func Sheet(p Palette) (canvas.Drawing, error) {
	const gap, across = 12.0, 13
	d := canvas.Drawing{Width: across*(Size+gap) + gap, Height: 5*(Size+gap) + gap}
	d.Fill(table, canvas.Path{}.Rect(0, 0, d.Width, d.Height, 0))
	put := func(c card.Card, column, row int) error {
		one, err := Draw(c, p)
		d.Put(one, gap+float64(column)*(Size+gap), gap+float64(row)*(Size+gap), 1)
		return err
	}
	for row, s := range []card.Suit{card.Spades, card.Hearts, card.Diamonds, card.Clubs} {
		for column := range across {
			if err := put(card.New(card.Three+card.Rank(column), s), column, row); err != nil {
				return d, err
			}
		}
	}
	for column, c := range []card.Card{card.Joker1, card.Joker2, card.Joker3, Back} {
		if err := put(c, column, 4); err != nil {
			return d, err
		}
	}
	return d, nil
}
