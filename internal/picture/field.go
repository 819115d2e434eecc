package picture

import (
	"strconv"

	"deuces/standing/daily"
)

// Field returns a picture of how many people have how many points in a daily deal. The bar of the viewer's own points is
// golden.
func Field(f daily.Field, own int) ([]byte, error) {
	p, err := newPage()
	if err != nil {
		return nil, err
	}
	const labels, height = 12, 150 // more labels than that don't fit side by side
	few, ownAt := len(f.Tallies) <= labels, 0
	bars := make([]bar, len(f.Tallies))
	for i, t := range f.Tallies {
		bars[i] = bar{n: t.People, color: medal(4)}
		if few {
			bars[i].above = strconv.Itoa(t.People)
		}
		if t.Points == own {
			ownAt, bars[i].color = i, medal(1)
		}
	}
	for i, t := range f.Tallies {
		far := max(i-ownAt, ownAt-i) > len(bars)/labels
		if few || i == ownAt || far && (i == 0 || i == len(bars)-1) {
			bars[i].below = signed(t.Points)
		}
	}
	p.bars(36, height-40, bars)
	return p.encoded(height)
}
