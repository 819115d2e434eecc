package commands

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"deuces/internal/picture"
)

// drawings draws one picture at a time, so that a processor stays free for clicks. It caches the
// latest pictures by content. The zero value is ready to use.
type drawings struct {
	mu   sync.Mutex
	kept map[[32]byte]picture.Picture
}

// drawingsKept is the size of the cache in pictures, of at most 100 KB each.
const drawingsKept = 32

// draw returns the picture of a match's end. If it can't be drawn, the picture has no pixels, and the
// message has text instead.
func (c *Commands) draw(m picture.Match) picture.Picture {
	p, err := c.drawings.match(m)
	if err != nil {
		c.Logger.Error().Err(err).Msg("cannot draw the result of a match; showing it as text")
	}
	return p
}

// match draws a match or returns the cached picture.
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
	if d.kept == nil || len(d.kept) == drawingsKept {
		d.kept = map[[32]byte]picture.Picture{}
	}
	d.kept[key] = p
	return p, nil
}
