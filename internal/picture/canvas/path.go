package canvas

// Path is an outline to be filled. Like append, its methods return the extended path. Contours
// close automatically.
type Path []segment

// segment is one step of a path with its points. The last point is where it ends.
type segment struct {
	kind kind
	at   [3]Point
}

// kind is the kind of a segment. Its value is the number of points, except that move has one point.
type kind int

const (
	move kind = iota
	line
	quad
	cube
)

func (s segment) points() []Point { return s.at[:max(s.kind, 1)] }

// Move begins a contour.
func (p Path) Move(x, y float64) Path { return append(p, segment{move, [3]Point{{x, y}}}) }

// Line appends a straight line.
func (p Path) Line(x, y float64) Path { return append(p, segment{line, [3]Point{{x, y}}}) }

// Quad appends a curve with one control point.
func (p Path) Quad(x1, y1, x, y float64) Path {
	return append(p, segment{quad, [3]Point{{x1, y1}, {x, y}}})
}

// Cube appends a curve with two control points.
func (p Path) Cube(x1, y1, x2, y2, x, y float64) Path {
	return append(p, segment{cube, [3]Point{{x1, y1}, {x2, y2}, {x, y}}})
}

// arc is the distance of a quarter circle's control points from its ends, for radius 1.
const arc = 0.5522847498

// Circle adds a circle.
func (p Path) Circle(x, y, r float64) Path {
	k := r * arc
	return p.Move(x+r, y).
		Cube(x+r, y+k, x+k, y+r, x, y+r).
		Cube(x-k, y+r, x-r, y+k, x-r, y).
		Cube(x-r, y-k, x-k, y-r, x, y-r).
		Cube(x+k, y-r, x+r, y-k, x+r, y)
}

// Rect adds a rectangle with corners of radius r; 0 makes them sharp.
func (p Path) Rect(x, y, w, h, r float64) Path {
	r = min(r, w/2, h/2)
	if r <= 0 {
		return p.Move(x, y).Line(x+w, y).Line(x+w, y+h).Line(x, y+h)
	}
	k := r - r*arc
	return p.Move(x+r, y).
		Line(x+w-r, y).Cube(x+w-k, y, x+w, y+k, x+w, y+r).
		Line(x+w, y+h-r).Cube(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h).
		Line(x+r, y+h).Cube(x+k, y+h, x, y+h-k, x, y+h-r).
		Line(x, y+r).Cube(x, y+k, x+k, y, x+r, y)
}

// Put returns the path scaled by sx and sy, then moved by dx and dy.
func (p Path) Put(dx, dy, sx, sy float64) Path {
	out := make(Path, len(p))
	for i, s := range p {
		for j := range s.at {
			s.at[j] = Point{s.at[j].X*sx + dx, s.at[j].Y*sy + dy}
		}
		out[i] = s
	}
	return out
}
