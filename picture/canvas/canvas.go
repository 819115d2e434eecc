package canvas

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"golang.org/x/image/vector"
)

// Shape is a path in one colour: filled, or where Pen is above 0 drawn along
// with a round pen that wide.
type Shape struct {
	Path  Path
	Color color.NRGBA
	Pen   float64
}

// Drawing is shapes, each over those before it, on a sheet of a size.
type Drawing struct {
	Width, Height float64
	Shapes        []Shape
}

// Fill adds a filled path.
func (d *Drawing) Fill(c color.NRGBA, p Path) { d.Shapes = append(d.Shapes, Shape{Path: p, Color: c}) }

// Stroke adds a line.
func (d *Drawing) Stroke(c color.NRGBA, pen float64, p Path) {
	d.Shapes = append(d.Shapes, Shape{Path: p, Color: c, Pen: pen})
}

// Put adds another drawing, scaled and then moved.
func (d *Drawing) Put(other Drawing, dx, dy, scale float64) {
	for _, s := range other.Shapes {
		d.Shapes = append(d.Shapes, Shape{s.Path.Put(dx, dy, scale, scale), s.Color, s.Pen * scale})
	}
}

// slack is how far a curve's pieces may be from it, in pixels.
const slack = 1.0 / 32

// Raster returns the drawing that many pixels wide.
func (d Drawing) Raster(width int) *image.RGBA {
	scale := float64(width) / d.Width
	img := image.NewRGBA(image.Rect(0, 0, width, int(math.Round(float64(d.Height*scale)))))
	var pen vector.Rasterizer
	for _, s := range d.Shapes {
		lines := s.Path.Put(0, 0, scale, scale).flat(slack)
		if s.Pen > 0 {
			lines = outline(lines, s.Pen*scale/2, slack)
		}
		fill(&pen, img, lines, s.Color)
	}
	return img
}

// fill paints the inside of lines. The rasteriser works on the part of the
// sheet around them: it computes with whole numbers where that is no larger
// than 512 pixels, and clears no more than it needs.
func fill(pen *vector.Rasterizer, img *image.RGBA, lines []contour, c color.NRGBA) {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, l := range lines {
		for _, p := range l.at {
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	if low.X > high.X {
		return
	}
	around := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X))+1, int(math.Ceil(high.Y))+1).Intersect(img.Bounds())
	if around.Empty() {
		return
	}
	pen.Reset(around.Dx(), around.Dy())
	x, y := float64(around.Min.X), float64(around.Min.Y)
	for _, l := range lines {
		for i, p := range l.at {
			// To the 256th of a pixel, which the rasteriser holds exactly.
			px, py := float32(math.Round((p.X-x)*256)/256), float32(math.Round((p.Y-y)*256)/256)
			if i == 0 {
				pen.MoveTo(px, py)
			} else {
				pen.LineTo(px, py)
			}
		}
		pen.ClosePath()
	}
	pen.Draw(img, around, image.NewUniform(c), image.Point{})
}

// SVG returns the drawing as an SVG, with a title for whoever can't see it.
func (d Drawing) SVG(title string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s">`, number(d.Width), number(d.Height))
	fmt.Fprintf(&b, "\n<title>%s</title>\n", strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(title))
	for _, s := range d.Shapes {
		paint := fmt.Sprintf("#%02x%02x%02x", s.Color.R, s.Color.G, s.Color.B)
		see := ""
		if s.Color.A < 255 {
			see = fmt.Sprintf(` opacity="%s"`, number(float64(s.Color.A)/255))
		}
		if s.Pen > 0 {
			fmt.Fprintf(&b, `<path fill="none" stroke="%s" stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"%s d="%s"/>`+"\n",
				paint, number(s.Pen), see, s.Path)
			continue
		}
		fmt.Fprintf(&b, `<path fill="%s"%s d="%s"/>`+"\n", paint, see, s.Path)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}
