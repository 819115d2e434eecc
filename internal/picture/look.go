// Package picture draws charts of a player's rating and places, and the result of a match. The pictures
// are made for a chat. They have their own dark background, so that they look the same in every theme,
// and letters that are readable on a phone.
//
// Its functions turn plain data into a PNG and have no side effects. Each picture has a description in
// words.
package picture

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"strconv"

	"deuces/internal/picture/canvas"
	"deuces/internal/picture/text"
)

// Width is the width of every picture in pixels. A phone shows about half of that.
const Width = 600

// margin is the empty border of a picture in pixels.
const margin = 22.0

// The colors that pictures share.
var (
	sheet = color.NRGBA{0x2B, 0x2D, 0x31, 0xFF}
	panel = color.NRGBA{0x36, 0x39, 0x3F, 0xFF}
	ink   = color.NRGBA{0xF2, 0xF3, 0xF5, 0xFF}
	quiet = color.NRGBA{0xB5, 0xBA, 0xC1, 0xFF}
	faint = color.NRGBA{0x4E, 0x50, 0x58, 0xFF}
	line  = color.NRGBA{0x8E, 0xA1, 0xFF, 0xFF}
)

// medals are the colors of places: gold, silver, bronze, and one color for all others.
var medals = []color.NRGBA{{0xFF, 0xD5, 0x4A, 0xFF}, {0xC9, 0xCF, 0xD8, 0xFF}, {0xD8, 0x95, 0x5B, 0xFF}, {0x7A, 0x82, 0xF0, 0xFF}}

// medal returns the color of a place, from 1.
func medal(place int) color.NRGBA { return medals[min(max(place, 1), len(medals))-1] }

// page is a picture that is being drawn.
type page struct {
	canvas.Drawing
	pen *text.Pen
}

func newPage() (*page, error) {
	pen, err := text.NewPen()
	if err != nil {
		return nil, err
	}
	return &page{pen: pen}, nil
}

// align says which point of a text is at the given position.
type align float64

const (
	start  align = 0
	middle align = 0.5
	end    align = 1
)

// write puts a line of text with its baseline at y.
func (p *page) write(s string, x, y, size float64, w text.Weight, c color.NRGBA, a align) {
	p.put(p.pen.Line(s, size, w), x, y, c, a)
}

func (p *page) put(l text.Line, x, y float64, c color.NRGBA, a align) {
	p.Fill(c, l.Path.Put(x-float64(a)*l.Width, y, 1, 1))
}

func (p *page) encoded(height float64) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, p.Raster(Width, int(math.Ceil(height)), sheet)); err != nil {
		return nil, fmt.Errorf("write a PNG: %w", err)
	}
	return out.Bytes(), nil
}

// plot is the area of a chart and the values at its edges.
type plot struct {
	left, top, right, bottom float64
	firstX, lastX, low, high float64
}

// at returns the position of a value.
func (f plot) at(x, y float64) (float64, float64) {
	wide, high := cmp.Or(f.lastX-f.firstX, 1), cmp.Or(f.high-f.low, 1)
	return f.left + (x-f.firstX)/wide*(f.right-f.left), f.bottom - (y-f.low)/high*(f.bottom-f.top)
}

// levels is the approximate number of labels beside a chart.
const levels = 5

// labelWidth returns the width of the labels at the left of a chart.
func (p *page) labelWidth(low, high float64) float64 {
	wide := 30.0
	for _, v := range ticks(low, high, levels) {
		wide = max(wide, p.pen.Line(signed(int(v)), 17, text.Regular).Width)
	}
	return margin + wide + 12
}

// axes draws the grid lines and labels of a chart.
func (p *page) axes(f plot) {
	for _, v := range ticks(f.low, f.high, levels) {
		_, y := f.at(f.firstX, v)
		p.Line(faint, 1, canvas.Point{X: f.left, Y: math.Round(y) + 0.5}, canvas.Point{X: f.right, Y: math.Round(y) + 0.5})
		p.write(signed(int(v)), f.left-10, y+6, 17, text.Regular, quiet, end)
	}
	for _, v := range ticks(f.firstX, f.lastX, 6) {
		x, _ := f.at(v, f.low)
		p.write(strconv.Itoa(int(v)), x, f.bottom+26, 17, text.Regular, quiet, middle)
	}
}

// curve draws a line through values. The x of the first value is from.
func (p *page) curve(f plot, c color.NRGBA, pen float64, from int, values []int) {
	at := make([]canvas.Point, len(values))
	for i, v := range values {
		at[i].X, at[i].Y = f.at(float64(from+i), float64(v))
	}
	p.Line(c, pen, at...)
}

// ticks returns about n whole numbers from low to high at even steps.
func ticks(low, high float64, n int) []float64 {
	step := 1.0
	for i := 0; (high-low)/step > float64(n); i++ {
		step *= []float64{2, 2.5, 2}[i%3]
	}
	step = math.Ceil(step)
	var out []float64
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		out = append(out, v)
	}
	return out
}

// signed formats a number with a minus sign that is as wide as a plus sign.
func signed(n int) string {
	if n < 0 {
		return fmt.Sprintf("−%d", -n)
	}
	return strconv.Itoa(n)
}
