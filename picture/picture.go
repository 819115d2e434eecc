// Package picture draws what statistics say better than words do: a rating over
// time, and how often each place was taken. The pictures are made for a chat:
// readable on dark and on light, and at the width of a phone.
package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Stats is what is drawn.
type Stats struct {
	Rating []Point // oldest first; fewer than two are not drawn
	Places []int   // how often each place was taken, the first at 0; none: not drawn
}

// Point is the rating as it stood after a round.
type Point struct {
	Round  int // from 1
	Rating int
}

// Size of a picture in pixels. A phone shows it at about half of that, and a
// computer at 350 high at most: letters are drawn large enough to be read there.
const (
	Width                      = 600
	ratingHeight, placesHeight = 290, 230 // of each of the two parts
)

// The colours: a dark sheet of its own, so that it looks alike in every theme.
var (
	sheet = color.RGBA{0x2B, 0x2D, 0x31, 0xFF}
	ink   = color.RGBA{0xF2, 0xF3, 0xF5, 0xFF}
	faint = color.RGBA{0x4E, 0x50, 0x58, 0xFF}
	line  = color.RGBA{0x8E, 0xA1, 0xFF, 0xFF}
)

// places are the colours of bars: gold, silver and bronze, then all alike.
var places = []color.Color{
	color.RGBA{0xFF, 0xD5, 0x4A, 0xFF}, color.RGBA{0xC9, 0xCF, 0xD8, 0xFF}, color.RGBA{0xD8, 0x95, 0x5B, 0xFF},
	color.RGBA{0x7A, 0x82, 0xF0, 0xFF},
}

// PNG draws the statistics; nil where there is nothing to draw.
func PNG(s Stats) ([]byte, error) {
	type part struct {
		*plot.Plot
		height int
	}
	var parts []part
	all := 0
	if len(s.Rating) > 1 {
		p, err := rating(s.Rating)
		if err != nil {
			return nil, fmt.Errorf("draw the rating: %w", err)
		}
		parts, all = append(parts, part{p, ratingHeight}), all+ratingHeight
	}
	if len(s.Places) > 0 {
		p, err := bars(s.Places)
		if err != nil {
			return nil, fmt.Errorf("draw the places: %w", err)
		}
		parts, all = append(parts, part{p, placesHeight}), all+placesHeight
	}
	if len(parts) == 0 {
		return nil, nil
	}
	const dpi = 96
	pixels := func(n int) vg.Length { return vg.Length(n) * vg.Inch / dpi }
	canvas := vgimg.NewWith(vgimg.UseWH(pixels(Width), pixels(all)), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(sheet))
	whole := draw.New(canvas)
	above := 0
	for _, p := range parts {
		below := all - above - p.height
		p.Draw(draw.Crop(whole, pixels(14), -pixels(26), pixels(below+12), -pixels(above+14)))
		above += p.height
	}
	var out bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(&out); err != nil {
		return nil, fmt.Errorf("write the picture: %w", err)
	}
	return out.Bytes(), nil
}

// blank is a plot in our looks.
func blank(title string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = sheet
	p.Title.Text, p.Title.Padding = title, vg.Points(12)
	letters(&p.Title.TextStyle, 22)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		letters(&axis.Tick.Label, 18)
		axis.Color, axis.Tick.Color = faint, faint
		axis.Padding = vg.Points(6)
	}
	return p
}

func letters(s *text.Style, size float64) {
	s.Color = ink
	s.Font.Variant = "Sans"
	s.Font.Size = font.Points(size)
}

func rating(points []Point) (*plot.Plot, error) {
	p := blank(fmt.Sprintf("Rating over %d rounds", points[len(points)-1].Round))
	xys := make(plotter.XYs, len(points))
	low, high := math.Inf(1), math.Inf(-1)
	for i, at := range points {
		xys[i] = plotter.XY{X: float64(at.Round), Y: float64(at.Rating)}
		low, high = min(low, xys[i].Y), max(high, xys[i].Y)
	}
	curve, err := plotter.NewLine(xys)
	if err != nil {
		return nil, err
	}
	curve.Width, curve.Color = vg.Points(3), line
	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal.Color = faint
	last, err := plotter.NewScatter(xys[len(xys)-1:])
	if err != nil {
		return nil, err
	}
	last.Shape, last.Color, last.Radius = draw.CircleGlyph{}, ink, vg.Points(6)
	label, err := plotter.NewLabels(plotter.XYLabels{XYs: xys[len(xys)-1:], Labels: []string{strconv.Itoa(points[len(points)-1].Rating)}})
	if err != nil {
		return nil, err
	}
	letters(&label.TextStyle[0], 22)
	label.TextStyle[0].XAlign = text.XRight
	label.Offset = vg.Point{X: vg.Points(-6), Y: vg.Points(12)}
	p.Add(grid, curve, last, label)
	// Room above for the last figure, and for a rating that never moved.
	room := max((high-low)*0.25, 10)
	p.Y.Min, p.Y.Max = low-room/2, high+room
	p.X.Tick.Marker, p.Y.Tick.Marker = whole{5}, whole{4}
	return p, nil
}

func bars(counts []int) (*plot.Plot, error) {
	p := blank("Places")
	all, most := 0, 1
	for _, n := range counts {
		all, most = all+n, max(most, n)
	}
	width := vg.Points(min(52, 300/float64(len(counts))))
	size := 18.0
	if len(counts) > 8 { // as many as fit beside one another
		size = 13
	}
	names := make([]string, len(counts))
	for i, n := range counts {
		bar, err := plotter.NewBarChart(plotter.Values{float64(n)}, width)
		if err != nil {
			return nil, err
		}
		bar.XMin, bar.Color, bar.LineStyle.Width = float64(i), places[min(i, len(places)-1)], 0
		words := strconv.Itoa(n)
		if all > 0 && len(counts) <= 8 {
			words = fmt.Sprintf("%d%%", (100*n+all/2)/all)
		}
		label, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: float64(i), Y: float64(n)}}, Labels: []string{words}})
		if err != nil {
			return nil, err
		}
		letters(&label.TextStyle[0], size)
		label.TextStyle[0].XAlign = text.XCenter
		label.Offset.Y = vg.Points(6)
		p.Add(bar, label)
		names[i] = strconv.Itoa(i + 1)
	}
	p.NominalX(names...)
	p.X.Tick.Length, p.X.Tick.Color = vg.Points(3), sheet
	letters(&p.X.Tick.Label, size)
	p.X.LineStyle.Width = vg.Points(1)
	p.HideY()
	p.X.Padding = 0 // bars stand on the axis
	p.X.Min, p.X.Max = -0.6, float64(len(counts))-0.4
	p.Y.Min, p.Y.Max = 0, float64(most)*1.18
	return p, nil
}

// whole ticks an axis at whole numbers, about n of them.
type whole struct{ n int }

// Ticks returns where an axis is marked.
func (w whole) Ticks(low, high float64) []plot.Tick {
	step := 1.0
	for i := 0; (high-low)/step > float64(w.n); i++ {
		step *= []float64{2, 2.5, 2}[i%3]
	}
	step = math.Ceil(step)
	var ticks []plot.Tick
	for at := math.Ceil(low/step) * step; at <= high; at += step {
		ticks = append(ticks, plot.Tick{Value: at, Label: strconv.Itoa(int(at))})
	}
	return ticks
}
