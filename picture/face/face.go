// Package face draws playing cards: 52, three Jokers and a back, made for the
// size at which a chat shows an emoji, some 22 pixels in a line of text and 48
// on a line of its own.
//
// So a face is no small picture of a printed card. Its rank fills the upper left
// and its suit the lower right, each half as high as the card and in the suit's
// colour, on a white card with a grey edge that stands on dark and on light. A
// court card has its head beside the letter; a Joker has a cap with bells, and
// one, two or three stars.
//
// All of it is this project's own drawing, under the project's licence. The
// digits and letters are lines for one pen, no font's outlines.
package face

import (
	"fmt"
	"image/color"

	"deuces/game/card"
	"deuces/picture/canvas"
)

// Back is the card that shows none of what it is.
const Back = card.None

// Palette says which suits share a colour.
type Palette uint8

// The palettes. In FourColors spades are black, hearts red, diamonds blue and
// clubs green; in TwoColors diamonds are red and clubs black, as printed.
const (
	FourColors Palette = iota
	TwoColors
)

// Size is the side of the sheet that a face is drawn on, and in pixels the size
// in which emojis are uploaded.
const Size = 128

// Red and green are chosen so that whoever doesn't see the difference in hue
// sees one in lightness or in yellowness: sight_test.go measures it.
var (
	black = color.NRGBA{0x12, 0x14, 0x18, 0xFF}
	red   = color.NRGBA{0xD0, 0x10, 0x20, 0xFF}
	blue  = color.NRGBA{0x14, 0x62, 0xDC, 0xFF}
	green = color.NRGBA{0x00, 0x90, 0x5C, 0xFF}

	paper = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	edge  = color.NRGBA{0x78, 0x7F, 0x8B, 0xFF}
	table = color.NRGBA{0x31, 0x33, 0x38, 0xFF}
)

// Color is the colour of a suit.
func (p Palette) Color(s card.Suit) color.NRGBA {
	if p == TwoColors {
		return [...]color.NRGBA{card.Clubs: black, card.Diamonds: red, card.Hearts: red, card.Spades: black}[s&3]
	}
	return [...]color.NRGBA{card.Clubs: green, card.Diamonds: blue, card.Hearts: red, card.Spades: black}[s&3]
}

// Where things are on a sheet of 128 by 128.
const (
	left, top, wide, high = 4.0, 1.0, 120.0, 126.0 // the card
	corner                = 17.0
	rim                   = 5.0 // its grey edge
	suitSize              = 61.0
	strip                 = 4.5 // of paper around what is in front
)

// Draw draws a card, or the Back.
func Draw(c card.Card, p Palette) (canvas.Drawing, error) {
	d := canvas.Drawing{Width: Size, Height: Size}
	outline := canvas.Path{}.Rect(left+rim/2, top+rim/2, wide-rim, high-rim, corner-rim/2)
	d.Fill(paper, outline)
	var err error
	switch {
	case c == Back:
		err = drawBack(&d)
	case c == card.AnyJoker || c.Rank() > card.Joker || c.Rank() == 0:
		err = fmt.Errorf("%v has no face", c)
	case c.IsJoker():
		err = drawJoker(&d, int(c-card.Joker1)+1)
	default:
		err = drawNatural(&d, c, p)
	}
	if err != nil {
		return canvas.Drawing{}, err
	}
	d.Stroke(edge, rim, outline)
	return d, nil
}

// drawNatural draws a card with a rank and a suit.
func drawNatural(d *canvas.Drawing, c card.Card, p Palette) error {
	ink := p.Color(c.Suit())
	if head, ok := courts[c.Rank()]; ok {
		if err := drawFigure(d, head, ink, 71, 10, 0.88); err != nil {
			return err
		}
	}
	r := ranks[c.Rank()]
	line, err := canvas.Parse(r.line)
	if err != nil {
		return err
	}
	pen, x := rankPen, 12+rankPen/2+(38-r.width)/2 // in the middle of its half
	if c.Rank() == card.Ten {                      // two digits need more than half, and a lighter pen
		pen, x = rankPen-2, 19
	}
	line = line.Put(x, 11.5+rankPen/2, 1, 1)
	suit, err := canvas.Parse(suits[c.Suit()])
	if err != nil {
		return err
	}
	suit = suit.Put(116-suitSize, 119-suitSize, suitSize/64, suitSize/64)
	// What is in front keeps a strip of paper around it.
	d.Stroke(paper, pen+2*strip, line)
	d.Stroke(ink, pen, line)
	d.Stroke(paper, 2*strip, suit)
	d.Fill(ink, suit)
	return nil
}

// drawFigure draws a figure with its cloth in a colour.
func drawFigure(d *canvas.Drawing, figure []stroke, ink color.NRGBA, x, y, scale float64) error {
	for _, s := range figure {
		path, err := canvas.Parse(s.path)
		if err != nil {
			return err
		}
		paint := s.color
		if paint == cloth {
			paint = ink
		}
		d.Shapes = append(d.Shapes, canvas.Shape{Path: path.Put(x, y, scale, scale), Color: paint, Pen: s.pen * scale})
	}
	return nil
}
