// Package canvas is what every picture is drawn with: a drawing is a list of
// shapes, each a path in one colour, and becomes pixels or SVG.
//
// A drawing has the same pixels on every machine. Processors differ in a×b+c:
// some round it once and some twice. So whatever multiplies and then adds says
// where it rounds, as in float64(a*b)+c; curves are cut in halves, which is
// exact; directions come from square roots, which are rounded alike everywhere,
// never from sines.
package canvas

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Point is a place in a drawing; y grows downwards.
type Point struct{ X, Y float64 }

// Path is an outline to be filled, or a line to be drawn along. Its methods
// return the path they made longer, as append does.
type Path []segment

// segment is one step of a path: its kind, as SVG writes it, and its points,
// the last of which is where it ends.
type segment struct {
	kind byte // M, L, Q, C or Z
	at   [3]Point
}

// points returns how many of its points a segment uses.
func (s segment) points() []Point {
	switch s.kind {
	case 'M', 'L':
		return s.at[:1]
	case 'Q':
		return s.at[:2]
	case 'C':
		return s.at[:3]
	}
	return nil
}

// Move begins a contour.
func (p Path) Move(x, y float64) Path { return append(p, segment{'M', [3]Point{{x, y}}}) }

// Line goes straight on.
func (p Path) Line(x, y float64) Path { return append(p, segment{'L', [3]Point{{x, y}}}) }

// Quad goes on in a curve with one control point.
func (p Path) Quad(x1, y1, x, y float64) Path {
	return append(p, segment{'Q', [3]Point{{x1, y1}, {x, y}}})
}

// Cube goes on in a curve with two control points.
func (p Path) Cube(x1, y1, x2, y2, x, y float64) Path {
	return append(p, segment{'C', [3]Point{{x1, y1}, {x2, y2}, {x, y}}})
}

// Close goes back to where the contour began.
func (p Path) Close() Path { return append(p, segment{kind: 'Z'}) }

// arc is how far the control points of a quarter of a circle are from its ends.
const arc = 0.5522847498

// Circle adds a circle.
func (p Path) Circle(x, y, r float64) Path { return p.Oval(x, y, r, r) }

// Oval adds an ellipse with its axes along x and y.
func (p Path) Oval(x, y, rx, ry float64) Path {
	kx, ky := float64(rx*arc), float64(ry*arc)
	return p.Move(x+rx, y).
		Cube(x+rx, y+ky, x+kx, y+ry, x, y+ry).
		Cube(x-kx, y+ry, x-rx, y+ky, x-rx, y).
		Cube(x-rx, y-ky, x-kx, y-ry, x, y-ry).
		Cube(x+kx, y-ry, x+rx, y-ky, x+rx, y).Close()
}

// Rect adds a rectangle with round corners; of radius 0 they are sharp.
func (p Path) Rect(x, y, w, h, r float64) Path {
	r = min(r, w/2, h/2)
	if r <= 0 {
		return p.Move(x, y).Line(x+w, y).Line(x+w, y+h).Line(x, y+h).Close()
	}
	k := r - float64(r*arc)
	return p.Move(x+r, y).
		Line(x+w-r, y).Cube(x+w-k, y, x+w, y+k, x+w, y+r).
		Line(x+w, y+h-r).Cube(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h).
		Line(x+r, y+h).Cube(x+k, y+h, x, y+h-k, x, y+h-r).
		Line(x, y+r).Cube(x, y+k, x+k, y, x+r, y).Close()
}

// Put returns the path scaled by sx and sy, then moved by dx and dy.
func (p Path) Put(dx, dy, sx, sy float64) Path {
	out := make(Path, len(p))
	for i, s := range p {
		for j := range s.points() {
			s.at[j] = Point{float64(s.at[j].X*sx) + dx, float64(s.at[j].Y*sy) + dy}
		}
		out[i] = s
	}
	return out
}

// Parse reads a path in SVG's notation, of the commands M, L, Q, C and Z with
// absolute coordinates, each written out: "M0 0 L10 0 Q12 5 10 10 Z".
func Parse(d string) (Path, error) {
	var p Path
	for d = strings.TrimSpace(d); d != ""; {
		s := segment{kind: d[0]}
		end := 1 + strings.IndexAny(d[1:], "MLQCZ")
		if end == 0 {
			end = len(d)
		}
		if !strings.ContainsRune("MLQCZ", rune(s.kind)) {
			return nil, fmt.Errorf("a path has no %q", d[:1])
		}
		numbers := strings.Fields(strings.ReplaceAll(d[1:end], ",", " "))
		at := s.points()
		if len(numbers) != 2*len(at) {
			return nil, fmt.Errorf("%.40q takes %d numbers, not %d", d[:end], 2*len(at), len(numbers))
		}
		for i, n := range numbers {
			v, err := strconv.ParseFloat(n, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("%.40q: %q is no number", d[:end], n)
			}
			if i%2 == 0 {
				s.at[i/2].X = v
			} else {
				s.at[i/2].Y = v
			}
		}
		if len(p) == 0 && s.kind != 'M' {
			return nil, fmt.Errorf("a path begins with M, not %q", d[:1])
		}
		p, d = append(p, s), strings.TrimSpace(d[end:])
	}
	return p, nil
}

// String writes the path in SVG's notation, to a hundredth.
func (p Path) String() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte(s.kind)
		for i, at := range s.points() {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(at.X) + " " + number(at.Y))
		}
	}
	return b.String()
}

// number writes a length in as few characters as a hundredth takes.
func number(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// contour is a path's contour as straight lines.
type contour struct {
	at     []Point
	closed bool
}

// flat cuts the path into straight lines, at most slack away from it.
func (p Path) flat(slack float64) []contour {
	var out []contour
	var now contour
	var start Point
	end := func(closed bool) {
		if len(now.at) > 0 {
			now.closed = closed
			out = append(out, now)
		}
		now = contour{}
	}
	for _, s := range p {
		switch s.kind {
		case 'M':
			end(false)
			start = s.at[0]
			now.at = []Point{start}
			continue
		case 'Z':
			end(true)
			continue
		}
		if len(now.at) == 0 { // on from where the last contour was closed
			now.at = []Point{start}
		}
		from := now.at[len(now.at)-1]
		switch s.kind {
		case 'L':
			now.at = append(now.at, s.at[0])
		case 'Q':
			now.at = halveQuad(now.at, from, s.at[0], s.at[1], slack, 8)
		case 'C':
			now.at = halveCube(now.at, from, s.at[0], s.at[1], s.at[2], slack, 8)
		}
	}
	end(false)
	return out
}

func middle(a, b Point) Point { return Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2} }

// bend is how far b is from the middle of a and c: how far a curve bends.
func bend(a, b, c Point) float64 {
	m := middle(a, c)
	return max(math.Abs(b.X-m.X), math.Abs(b.Y-m.Y))
}

func halveQuad(out []Point, a, b, c Point, slack float64, depth int) []Point {
	if depth == 0 || bend(a, b, c) <= 2*slack {
		return append(out, c)
	}
	ab, bc := middle(a, b), middle(b, c)
	m := middle(ab, bc)
	return halveQuad(halveQuad(out, a, ab, m, slack, depth-1), m, bc, c, slack, depth-1)
}

func halveCube(out []Point, a, b, c, d Point, slack float64, depth int) []Point {
	if depth == 0 || max(bend(a, b, c), bend(b, c, d)) <= slack {
		return append(out, d)
	}
	ab, bc, cd := middle(a, b), middle(b, c), middle(c, d)
	abc, bcd := middle(ab, bc), middle(bc, cd)
	m := middle(abc, bcd)
	return halveCube(halveCube(out, a, ab, abc, m, slack, depth-1), m, bcd, cd, d, slack, depth-1)
}
