// Package face has the pictures of playing cards: 52 cards, three Jokers and a back. They are made
// for the size at which a chat shows an emoji, about 22 pixels in a line of text and 48 on a line
// of its own.
//
// The cards are drawn as SVG (directory svg) and embedded as PNGs of 128 × 128 pixels (directory
// png). A PNG is named after the emoji that it is uploaded as: the card in words, and four digits
// of a hash. To change a card, change its SVG, delete its PNG, and run go generate
// ./internal/picture/face.
//
// All cards are this project's own drawings, under the project's license.
package face

//go:generate sh draw

import (
	"embed"
	"fmt"
	"image"
	"image/png"
	"path"
	"strings"

	"deuces/game/card"
)

// Back is the back of a card.
const Back = card.None

// Palette determines which suits share a color.
type Palette uint8

// The palettes. With FourColors spades are black, hearts red, diamonds blue and clubs green. With
// TwoColors diamonds are red and clubs black, as on printed cards.
const (
	FourColors Palette = iota
	TwoColors
)

// All returns every card that has a picture: 52 cards, the Jokers and the Back.
func All() []card.Card { return append(card.Deck(1, 3), Back) }

var rankWords = [...]string{card.Three: "three", card.Four: "four", card.Five: "five", card.Six: "six", card.Seven: "seven",
	card.Eight: "eight", card.Nine: "nine", card.Ten: "ten", card.Jack: "jack", card.Queen: "queen", card.King: "king", card.Ace: "ace", card.Two: "two"}

var suitWords = [...]string{card.Clubs: "clubs", card.Diamonds: "diamonds", card.Hearts: "hearts", card.Spades: "spades"}

var jokerWords = [...]string{"joker_one", "joker_two", "joker_three"}

// Words returns the name of a picture for screen readers, such as "seven_of_hearts", "joker_two" or
// "card_back". A card that TwoColors draws differently includes its color, as in
// "red_seven_of_diamonds". Words returns "" for a card without a picture.
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
	switch {
	case p == TwoColors && c.Suit() == card.Diamonds:
		return "red_" + words
	case p == TwoColors && c.Suit() == card.Clubs:
		return "black_" + words
	}
	return words
}

//go:embed png
var pngs embed.FS

// Emoji is a picture in the form in which an application uploads it.
type Emoji struct {
	Name string // words and four digits of a hash: "seven_of_hearts_1a2b"
	PNG  []byte
}

// Set holds all pictures as emojis.
type Set struct {
	Emojis []Emoji           // without duplicates
	names  map[string]string // emoji names by words
}

// NewSet reads the pictures of both palettes. There are 82, because hearts, spades, Jokers and the
// Back look the same in both.
func NewSet() (Set, error) {
	s := Set{names: map[string]string{}}
	files, err := pngs.ReadDir("png")
	if err != nil {
		return Set{}, err
	}
	for _, f := range files {
		data, err := pngs.ReadFile(path.Join("png", f.Name()))
		if err != nil {
			return Set{}, err
		}
		name := strings.TrimSuffix(f.Name(), ".png")
		s.names[name[:strings.LastIndexByte(name, '_')]] = name
		s.Emojis = append(s.Emojis, Emoji{Name: name, PNG: data})
	}
	return s, nil
}

// Name returns the name of a card's emoji, or "" if the card has no picture.
func (s Set) Name(c card.Card, p Palette) string { return s.names[Words(c, p)] }

// Image returns the picture of a card.
func (s Set) Image(c card.Card, p Palette) (image.Image, error) {
	name := s.Name(c, p)
	if name == "" {
		return nil, fmt.Errorf("%v has no face", c)
	}
	f, err := pngs.Open(path.Join("png", name+".png"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return png.Decode(f)
}

// Ours reports whether an emoji's name has the form of the names in a Set, of this or any other
// version.
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
