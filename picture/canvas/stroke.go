package canvas

import "math"

// outline returns the contours that a round pen of that radius leaves when it
// is drawn along these: all of one orientation where they overlap.
func outline(lines []contour, r, slack float64) []contour {
	var out []contour
	for _, l := range lines {
		at := distinct(l)
		if len(at) == 1 {
			out = append(out, Path{}.Circle(at[0].X, at[0].Y, r).flat(slack)...)
			continue
		}
		if l.closed {
			out = append(out, contour{side(at, r, slack, true), true})
			back := make([]Point, len(at))
			for i, p := range at {
				back[len(at)-1-i] = p
			}
			out = append(out, contour{side(back, r, slack, true), true})
			continue
		}
		around := side(at, r, slack, false)
		back := make([]Point, len(at))
		for i, p := range at {
			back[len(at)-1-i] = p
		}
		out = append(out, contour{append(around, side(back, r, slack, false)...), true})
	}
	return out
}

// distinct returns a contour's points without those that repeat the last.
func distinct(l contour) []Point {
	at := l.at[:1:1]
	for _, p := range l.at[1:] {
		if p != at[len(at)-1] {
			at = append(at, p)
		}
	}
	if l.closed && len(at) > 1 && at[0] == at[len(at)-1] {
		at = at[:len(at)-1]
	}
	return at
}

// side is the line at distance r to one side of a line, round where it turns
// away and, where the line is open, round its end.
func side(at []Point, r, slack float64, closed bool) []Point {
	var out []Point
	n := len(at)
	normal := func(i int) Point { // of the piece from i to the next, r long
		a, b := at[i%n], at[(i+1)%n]
		return scaled(Point{b.Y - a.Y, a.X - b.X}, r)
	}
	add := func(p, away Point) { out = append(out, Point{p.X + away.X, p.Y + away.Y}) }
	pieces := n - 1
	if closed {
		pieces = n
	}
	for i := range pieces {
		away, pivot := normal(i), at[(i+1)%n]
		add(at[i], away)
		add(pivot, away)
		if i == pieces-1 && !closed {
			ahead := Point{-away.Y, away.X} // the way the line was going
			out = turn(out, pivot, away, ahead, r, slack, 8)
			out = turn(out, pivot, ahead, Point{-away.X, -away.Y}, r, slack, 8)
			break
		}
		next := normal(i + 1)
		if cross := float64(away.X*next.Y) - float64(away.Y*next.X); cross > 0 {
			out = turn(out, pivot, away, next, r, slack, 8)
		} else if cross < 0 {
			out = append(out, pivot) // the inner side of a turn goes by the corner itself
		}
	}
	return out
}

// turn adds the arc around a pivot from one normal to another.
func turn(out []Point, pivot, from, to Point, r, slack float64, depth int) []Point {
	m := scaled(Point{from.X + to.X, from.Y + to.Y}, r)
	// The arc is farthest from its chord in the middle.
	off := Point{m.X - (from.X+to.X)/2, m.Y - (from.Y+to.Y)/2}
	if depth == 0 || max(math.Abs(off.X), math.Abs(off.Y)) <= slack {
		return append(out, Point{pivot.X + to.X, pivot.Y + to.Y})
	}
	out = turn(out, pivot, from, m, r, slack, depth-1)
	return turn(out, pivot, m, to, r, slack, depth-1)
}

// scaled returns v with the length r.
func scaled(v Point, r float64) Point {
	l := math.Sqrt(float64(v.X*v.X) + float64(v.Y*v.Y))
	if l == 0 {
		return Point{}
	}
	return Point{v.X * r / l, v.Y * r / l}
}
