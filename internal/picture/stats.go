package picture

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"deuces/internal/picture/canvas"
	"deuces/internal/picture/text"
	"deuces/internal/say"
)

// Stats has a player's statistics.
type Stats struct {
	Rating   []Point       // oldest first; fewer than two are not drawn
	Language *say.Language // of the words
	Places   []int         // how often each place was taken, first place at index 0; not drawn if empty
}

// Point is the rating after a round.
type Point struct {
	Round  int // from 1
	Rating int
}

// The heights of the two parts in pixels.
const ratingHeight, placesHeight = 290, 230

// PNG returns the picture of the statistics, or nil if there is nothing to draw.
func PNG(s Stats) ([]byte, error) {
	p, err := newPage()
	if err != nil {
		return nil, err
	}
	y := 0.0
	if len(s.Rating) > 1 {
		p.rating(y, s)
		y += ratingHeight
	}
	if len(s.Places) > 0 {
		p.places(y, s)
		y += placesHeight
	}
	if y == 0 {
		return nil, nil
	}
	return p.encoded(y)
}

func (p *page) rating(y float64, s Stats) {
	points, last := s.Rating, s.Rating[len(s.Rating)-1]
	p.write(say.New("Rating over {n:# round|# rounds}", last.Round).In(s.Language), margin, y+40, 24, text.Bold, ink, start)
	low, high := points[0].Rating, points[0].Rating
	for _, at := range points {
		low, high = min(low, at.Rating), max(high, at.Rating)
	}
	// Leave room above for the last label, and avoid an empty range if the rating never changed.
	room := max(float64(high-low)*0.25, 10)
	floor, ceiling := float64(low)-room/2, float64(high)+room
	f := plot{left: p.labelWidth(floor, ceiling), top: y + 72, right: Width - margin - 10, bottom: y + ratingHeight - 44,
		firstX: float64(points[0].Round), lastX: float64(last.Round), low: floor, high: ceiling}
	p.axes(f)
	curve := make([]canvas.Point, len(points))
	for i, at := range points {
		curve[i].X, curve[i].Y = f.at(float64(at.Round), float64(at.Rating))
	}
	p.Line(line, 4, curve...)
	x, top := f.at(float64(last.Round), float64(last.Rating))
	p.Fill(ink, canvas.Path{}.Circle(x, top, 7))
	p.write(strconv.Itoa(last.Rating), x+6, top-16, 22, text.Bold, ink, end)
}

// fewestPlaces is the least number of places that are drawn, although nobody may have taken the last.
const fewestPlaces = 4

func (p *page) places(y float64, s Stats) {
	counts := s.Places
	for len(counts) < fewestPlaces {
		counts = append(slices.Clip(counts), 0)
	}
	p.write(say.New("Places").In(s.Language), margin, y+40, 24, text.Bold, ink, start)
	all := 0
	for _, n := range counts {
		all += n
	}
	bars := make([]bar, len(counts))
	for i, n := range counts {
		bars[i] = bar{n, strconv.Itoa(n), strconv.Itoa(i + 1), medal(i + 1)}
		if all > 0 && len(counts) <= 8 {
			bars[i].above = fmt.Sprintf("%d%%", (100*n+all/2)/all)
		}
	}
	p.bars(y+84, y+placesHeight-44, bars)
}

// bar is a bar of a chart with texts above and below it.
type bar struct {
	n            int
	above, below string
	color        color.NRGBA
}

// bars draws bars side by side.
func (p *page) bars(top, bottom float64, all []bar) {
	most := 1
	for _, b := range all {
		most = max(most, b.n)
	}
	size := 20.0
	if len(all) > 8 { // smaller, so that the labels fit side by side
		size = 16
	}
	room := (Width - 2*margin) / float64(len(all))
	wide := min(72, room*0.72)
	for i, b := range all {
		x := margin + (float64(i)+0.5)*room
		high := max((bottom-top)*float64(b.n)/float64(most), 3)
		round := min(5, wide/2)
		l, r, top := x-wide/2, x+wide/2, bottom-high
		p.Fill(b.color, canvas.Path{}.Move(l, bottom).Line(l, min(top+round, bottom)).Quad(l, top, l+round, top).
			Line(r-round, top).Quad(r, top, r, min(top+round, bottom)).Line(r, bottom))
		p.write(b.above, x, bottom-high-9, size, text.Bold, ink, middle)
		p.write(b.below, x, bottom+28, size, text.Regular, quiet, middle)
	}
	p.Line(faint, 2, canvas.Point{X: margin, Y: bottom}, canvas.Point{X: Width - margin, Y: bottom})
}
