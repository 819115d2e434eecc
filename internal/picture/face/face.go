// Package face has the faces of playing cards: 52, three Jokers and a back, made for the
// size at which a chat shows an emoji, some 22 pixels in a line of text and 48 on a line
// of its own.
//
// They are drawn as SVG (svg) and embedded as PNGs of 128 × 128 pixels (png). A PNG has the
// name of the emoji that it is uploaded as: the face in words, and four digits of a hash.
// To change a face, change its SVG, delete its PNG, and run go generate ./picture/face.
//
// All of it is this project's own drawing, under the project's licence.
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

// Back is the card that shows none of what it is.
const Back = card.None

// Palette says which suits share a color.
type Palette uint8

// The palettes. In FourColors spades are black, hearts red, diamonds blue and
// clubs green; in TwoColors diamonds are red and clubs black, as printed.
const (
	FourColors Palette = iota
	TwoColors
)

// All lists what has a face: 52 cards, the Jokers and the Back.
func All() []card.Card { return append(card.Deck(1, 3), Back) }

var rankWords = [...]string{card.Three: "three", card.Four: "four", card.Five: "five", card.Six: "six", card.Seven: "seven",
	card.Eight: "eight", card.Nine: "nine", card.Ten: "ten", card.Jack: "jack", card.Queen: "queen", card.King: "king", card.Ace: "ace", card.Two: "two"}

var suitWords = [...]string{card.Clubs: "clubs", card.Diamonds: "diamonds", card.Hearts: "hearts", card.Spades: "spades"}

var jokerWords = [...]string{"joker_one", "joker_two", "joker_three"}

// Words names a face as a screen reader says it: "seven_of_hearts", "joker_two",
// "card_back". A face that TwoColors draws differently says its color, as in
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

// Emoji is a face as an application uploads it.
type Emoji struct {
	Name string // its words and four digits of a hash: "seven_of_hearts_1a2b"
	PNG  []byte
}

// Set is all faces as emojis.
type Set struct {
	Emojis []Emoji           // each once
	names  map[string]string // by words
}

// NewSet reads all faces in both palettes: 82, for those of hearts, spades,
// Jokers and the Back look alike in both.
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

// Name returns the name of a card's emoji; "" where it has no face.
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

// Ours reports whether a name is one that a Set gives, of this version's faces
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
