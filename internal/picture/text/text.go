// Package text converts a line of text to a path that can be drawn.
//
// Names of people can be in any script. DejaVu Sans has outlines for Latin, Greek, Cyrillic,
// Hebrew, Arabic, Armenian, Georgian and many symbols, which are shaped and ordered as these
// scripts require. Chinese, Japanese and Korean come from a bitmap font, which takes a twentieth of
// the space. A character that is in neither font is replaced by its Unicode compatibility form if
// that can be drawn, so 𝓐𝓵 becomes Al, and is omitted otherwise. The result never has an empty box.
package text

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/image/math/fixed"

	"deuces/internal/picture/canvas"
)

// Weight is the weight of letters.
type Weight uint8

// The weights.
const (
	Regular Weight = iota
	Bold
)

// Pen converts text to paths. It caches what it computes, and may be used by only one goroutine.
type Pen struct {
	outlines [2]*font.Face // by weight
	dots     *font.Face    // stands for the bitmap font while shaping, and draws nothing
	shaper   shaping.HarfbuzzShaper
	runs     shaping.Segmenter
	wrapper  shaping.LineWrapper
}

// fonts are parsed once, when they are first used.
var fonts = sync.OnceValues(func() (f [2]*font.Font, err error) {
	for i, ttf := range [...][]byte{Regular: dejavusans.TTF, Bold: dejavusansbold.TTF} {
		face, err := font.ParseTTF(bytes.NewReader(ttf))
		if err != nil {
			return f, fmt.Errorf("read a font: %w", err)
		}
		f[i] = face.Font
	}
	return f, nil
})

// NewPen returns a pen.
func NewPen() (*Pen, error) {
	f, err := fonts()
	if err != nil {
		return nil, err
	}
	return &Pen{outlines: [2]*font.Face{font.NewFace(f[Regular]), font.NewFace(f[Bold])}, dots: font.NewFace(f[Regular])}, nil
}

// Line is a line of text as a path. It begins at (0, 0), on its baseline.
type Line struct {
	Path  canvas.Path
	Width float64
}

// Line returns a text on one line in the given size.
func (p *Pen) Line(s string, size float64, w Weight) Line {
	return p.set([]rune(p.Readable(s)), size, w)
}

// Fit is like Line, but replaces the end of a text that is wider than width by an ellipsis.
func (p *Pen) Fit(s string, size float64, w Weight, width float64) Line {
	text := []rune(p.Readable(s))
	line := p.set(text, size, w)
	if line.Width <= width {
		return line
	}
	fits, over := 0, len(text) // numbers of runes that fit, and that don't
	for over-fits > 1 {
		half := (fits + over) / 2
		if p.set(short(text, half), size, w).Width <= width {
			fits = half
		} else {
			over = half
		}
	}
	return p.set(short(text, fits), size, w)
}

// set lays out a text whose runes are all in the fonts.
func (p *Pen) set(text []rune, size float64, w Weight) Line {
	var out Line
	if len(text) == 0 {
		return out
	}
	direction := di.DirectionLTR
	if rightToLeft(text) {
		direction = di.DirectionRTL
	}
	input := shaping.Input{Text: text, RunEnd: len(text), Direction: direction, Size: fixed.Int26_6(size * 64)}
	var runs []shaping.Output
	for _, run := range p.runs.Split(input, choice{p, w}) {
		runs = append(runs, p.shaper.Shape(run))
	}
	// The wrapper wraps nothing here, but it orders runs of different directions.
	lines, _ := p.wrapper.WrapParagraph(shaping.WrapConfig{Direction: direction}, 1<<20, text, shaping.NewSliceIterator(runs))
	for _, line := range lines {
		slices.SortFunc(line, func(a, b shaping.Output) int { return int(a.VisualIndex - b.VisualIndex) })
		for _, run := range line {
			if run.Face == p.dots {
				out.addDots(text[run.Runes.Offset:][:run.Runes.Count], size, w)
			} else {
				out.addOutlines(run)
			}
		}
	}
	return out
}

// choice picks the font for a rune.
type choice struct {
	pen    *Pen
	weight Weight
}

func (c choice) ResolveFace(r rune) *font.Face {
	if !c.pen.outlined(r) && dotted(r) {
		return c.pen.dots
	}
	return c.pen.outlines[c.weight]
}

// outlined reports whether both weights have a glyph for a rune.
func (p *Pen) outlined(r rune) bool {
	_, regular := p.outlines[Regular].NominalGlyph(r)
	_, bold := p.outlines[Bold].NominalGlyph(r)
	return regular && bold
}

// addOutlines appends a shaped run.
func (l *Line) addOutlines(run shaping.Output) {
	scale := float64(run.Size) / 64 / float64(run.Face.Upem())
	for _, g := range run.Glyphs {
		x, y := l.Width+float64(g.XOffset)/64, -float64(g.YOffset)/64
		if outline, ok := run.Face.GlyphData(g.GlyphID).(font.GlyphOutline); ok {
			var path canvas.Path
			for _, s := range outline.Segments {
				a := s.Args
				switch s.Op {
				case opentype.SegmentOpMoveTo:
					path = path.Move(float64(a[0].X), float64(a[0].Y))
				case opentype.SegmentOpLineTo:
					path = path.Line(float64(a[0].X), float64(a[0].Y))
				case opentype.SegmentOpQuadTo:
					path = path.Quad(float64(a[0].X), float64(a[0].Y), float64(a[1].X), float64(a[1].Y))
				case opentype.SegmentOpCubeTo:
					path = path.Cube(float64(a[0].X), float64(a[0].Y), float64(a[1].X), float64(a[1].Y), float64(a[2].X), float64(a[2].Y))
				}
			}
			l.Path = append(l.Path, path.Put(x, y, scale, -scale)...)
		}
		l.Width += float64(g.Advance) / 64
	}
}

// The bitmap font is a sheet with a cell of 12 by 16 dots for each rune. 13 rows are used, and the
// baseline is below the 12th.
const dotEm = 12.0

// addDots appends text in the bitmap font, as a bar for each row of dots. Bold bars are wider.
func (l *Line) addDots(text []rune, size float64, w Weight) {
	dot := size * 1.1 / dotEm
	broad := 0.15 * dot
	if w == Bold {
		broad = 0.5 * dot
	}
	for _, r := range text {
		box, mask, at, advance, ok := bitmapfont.Face.Glyph(fixed.P(0, 0), r)
		if !ok {
			continue
		}
		for y := range box.Dy() {
			for x := 0; x < box.Dx(); x++ {
				from := x
				for x < box.Dx() && dark(mask.At(at.X+x, at.Y+y)) {
					x++
				}
				if x > from {
					l.Path = l.Path.Rect(l.Width+float64(from)*dot, float64(box.Min.Y+y+1)*dot, float64(x-from)*dot+broad, dot+broad/2, 0)
				}
			}
		}
		l.Width += float64(advance) / 64 * dot
	}
}
