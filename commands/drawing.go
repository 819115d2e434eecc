package commands

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"deuces/internal/picture"
)

// drawings draws what is shown as an image, one at a time: a processor is for clicks
// first. What was drawn lately is kept by what it shows. The zero drawings is ready.
type drawings struct {
	mu    sync.Mutex
	kept  map[[32]byte]picture.Picture
	order [][32]byte // the oldest first
}

// drawingsKept is how many pictures, of at most 100 KB each, are held in memory.
const drawingsKept = 32

// draw is the image of a match's end; without pixels where it can't be drawn: the text
// beside it says the same.
func (c *Commands) draw(m picture.Match) picture.Picture {
	p, err := c.drawings.match(m)
	if err != nil {
		c.Logger.Error().Err(err).Msg("the end of a match can't be drawn")
	}
	return p
}

// match draws a match.
func (d *drawings) match(m picture.Match) (picture.Picture, error) {
	key := sha256.Sum256(fmt.Appendf(nil, "%v", m))
	d.mu.Lock()
	defer d.mu.Unlock()
	if p, drawn := d.kept[key]; drawn {
		return p, nil
	}
	p, err := m.Draw()
	if err != nil {
		return picture.Picture{}, err
	}
	if d.kept == nil {
		d.kept = map[[32]byte]picture.Picture{}
	}
	if len(d.order) == drawingsKept {
		delete(d.kept, d.order[0])
		d.order = d.order[1:]
	}
	d.kept[key], d.order = p, append(d.order, key)
	return p, nil
}
