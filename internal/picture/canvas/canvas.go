// Package canvas draws pictures made of filled outlines, lines and other images, each on top of the
// ones before it.
package canvas

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// Point is a point of a drawing in pixels; y grows downwards.
type Point struct{ X, Y float64 }

// Drawing is a sequence of drawing steps.
type Drawing struct{ steps []func(*image.RGBA) }

// Fill adds a filled path.
func (d *Drawing) Fill(c color.NRGBA, p Path) {
	d.steps = append(d.steps, func(img *image.RGBA) { p.fill(img, c) })
}

// Line adds a line through points, drawn with a round pen.
func (d *Drawing) Line(c color.NRGBA, pen float64, at ...Point) { d.Fill(c, stroked(at, pen/2)) }

// Image adds an image, scaled into a square.
func (d *Drawing) Image(picture image.Image, x, y, size float64) {
	d.steps = append(d.steps, func(img *image.RGBA) {
		place := image.Rect(int(math.Round(x)), int(math.Round(y)), int(math.Round(x+size)), int(math.Round(y+size)))
		draw.CatmullRom.Scale(img, place, picture, picture.Bounds(), draw.Over, nil)
	})
}

// Raster renders the drawing in a size on a background.
func (d *Drawing) Raster(width, height int, background color.Color) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	for _, step := range d.steps {
		step(img)
	}
	return img
}

// fill paints the inside of a path. The rasterizer clears and processes only the part of the image
// around the path.
func (p Path) fill(img *image.RGBA, c color.NRGBA) {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, s := range p {
		for _, at := range s.points() {
			low = Point{min(low.X, at.X), min(low.Y, at.Y)}
			high = Point{max(high.X, at.X), max(high.Y, at.Y)}
		}
	}
	if low.X > high.X {
		return
	}
	around := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X))+1, int(math.Ceil(high.Y))+1).Intersect(img.Bounds())
	if around.Empty() {
		return
	}
	r := vector.NewRasterizer(around.Dx(), around.Dy())
	for _, s := range p {
		var x, y [3]float32
		for i, at := range s.at {
			x[i], y[i] = float32(at.X-float64(around.Min.X)), float32(at.Y-float64(around.Min.Y))
		}
		switch s.kind {
		case move:
			r.ClosePath()
			r.MoveTo(x[0], y[0])
		case line:
			r.LineTo(x[0], y[0])
		case quad:
			r.QuadTo(x[0], y[0], x[1], y[1])
		case cube:
			r.CubeTo(x[0], y[0], x[1], y[1], x[2], y[2])
		}
	}
	r.ClosePath()
	r.Draw(img, around, image.NewUniform(c), image.Point{})
}

// stroked returns the outline of a line drawn with a pen of radius r: a bar with round ends for
// each segment. All bars have the same direction, so that overlaps don't become holes.
func stroked(at []Point, r float64) (p Path) {
	for i := 1; i < len(at); i++ {
		a, b := at[i-1], at[i]
		ahead := Point{r, 0}
		if length := math.Hypot(b.X-a.X, b.Y-a.Y); length > 0 {
			ahead = Point{(b.X - a.X) * r / length, (b.Y - a.Y) * r / length}
		}
		back, left, right := Point{-ahead.X, -ahead.Y}, Point{ahead.Y, -ahead.X}, Point{-ahead.Y, ahead.X}
		p = p.Move(a.X+left.X, a.Y+left.Y).Line(b.X+left.X, b.Y+left.Y).quarter(b, left, ahead).quarter(b, ahead, right)
		p = p.Line(a.X+right.X, a.Y+right.Y).quarter(a, right, back).quarter(a, back, left)
	}
	return p
}

// quarter appends a quarter of a circle around a point, from one radius to another.
func (p Path) quarter(around, from, to Point) Path {
	return p.Cube(around.X+from.X+arc*to.X, around.Y+from.Y+arc*to.Y, around.X+to.X+arc*from.X, around.Y+to.Y+arc*from.Y, around.X+to.X, around.Y+to.Y)
}
