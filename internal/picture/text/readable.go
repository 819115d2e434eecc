package text

import (
	"image/color"
	"strings"
	"unicode"

	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// longest limits how much of a text is considered. No line has room for more.
const longest = 256

// Readable returns the part of a text that can be drawn, which may be "".
func (p *Pen) Readable(s string) string {
	if runes := []rune(s); len(runes) > longest {
		s = string(runes[:longest])
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(s) {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case p.drawn(r):
			b.WriteRune(r)
		default:
			for _, plain := range norm.NFKC.String(string(r)) {
				if p.drawn(plain) {
					b.WriteRune(plain)
				}
			}
		}
	}
	out := strings.Join(strings.Fields(b.String()), " ")
	if strings.IndexFunc(out, func(r rune) bool { return !unicode.Is(unicode.M, r) && r != ' ' }) < 0 {
		return "" // only combining marks
	}
	return out
}

// drawn reports whether a rune has a visible glyph.
func (p *Pen) drawn(r rune) bool {
	if !unicode.IsGraphic(r) || unicode.Is(unicode.Variation_Selector, r) || r == unicode.ReplacementChar {
		return false
	}
	return p.outlined(r) || dotted(r)
}

// eastAsian lists the scripts for which the bitmap font is used. The font has other scripts, too,
// but can't position their marks.
var eastAsian = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, {
	R16: []unicode.Range16{{0x3000, 0x303F, 1}, {0x30FB, 0x30FC, 1}, {0xFF01, 0xFFEF, 1}},
}}

// dotted reports whether the bitmap font has an East Asian rune.
func dotted(r rune) bool {
	if !unicode.In(r, eastAsian...) {
		return false
	}
	box, mask, at, _, ok := bitmapfont.Face.Glyph(fixed.P(0, 0), r)
	if !ok {
		return false
	}
	for y := range box.Dy() {
		for x := range box.Dx() {
			if dark(mask.At(at.X+x, at.Y+y)) {
				return true
			}
		}
	}
	return false
}

func dark(c color.Color) bool {
	_, _, _, a := c.RGBA()
	return a > 0
}

// rightToLeft reports whether a text is written from right to left. Its first letter decides.
func rightToLeft(text []rune) bool {
	for _, r := range text {
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.L:
			return false
		case bidi.R, bidi.AL:
			return true
		}
	}
	return false
}

// short returns the first n runes of a text and an ellipsis, and keeps combining marks with their
// letter.
func short(text []rune, n int) []rune {
	for n > 0 && n < len(text) && unicode.Is(unicode.M, text[n]) {
		n--
	}
	for n > 0 && text[n-1] == ' ' {
		n--
	}
	return append(text[:n:n], '…')
}
