package picture

import (
	"slices"
	"strconv"
)

// Result is how many people have the same points.
type Result struct {
	Points, People int
	Own            bool // the viewer is one of them
}

// Field returns a picture of what everyone made of a deal, with the results from left to right.
func Field(results []Result) ([]byte, error) {
	p, err := newPage()
	if err != nil {
		return nil, err
	}
	const labels, height = 12, 150 // more labels than that don't fit side by side
	own := slices.IndexFunc(results, func(r Result) bool { return r.Own })
	bars := make([]bar, len(results))
	for i, r := range results {
		bars[i] = bar{n: r.People, color: medal(4)}
		if r.Own {
			bars[i].color = medal(1)
		}
		if len(results) <= labels {
			bars[i].above = strconv.Itoa(r.People)
		}
		far := max(i-own, own-i) > len(results)/labels
		if len(results) <= labels || r.Own || far && (i == 0 || i == len(results)-1) {
			bars[i].below = signed(r.Points)
		}
	}
	p.bars(36, height-40, bars)
	return p.encoded(height)
}
