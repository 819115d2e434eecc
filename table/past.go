package table

import (
	"slices"

	"deuces/match"
)

// past keeps the last matches of some tables that are over, those of longest
// ago are dropped.
type past struct {
	matches map[match.ID]match.Match
	order   []match.ID
}

const pastSize = 64

func (p *past) get(id match.ID) (match.Match, bool) {
	m, ok := p.matches[id]
	return m, ok
}

func (p *past) put(m match.Match) {
	if _, known := p.matches[m.ID()]; known {
		return
	}
	if p.matches == nil {
		p.matches = map[match.ID]match.Match{}
	}
	if len(p.order) == pastSize {
		delete(p.matches, p.order[0])
		p.order = p.order[1:]
	}
	p.matches[m.ID()], p.order = m, append(p.order, m.ID())
}

// drop forgets the matches of guilds.
func (p *past) drop(guilds func(string) bool) {
	p.order = slices.DeleteFunc(p.order, func(id match.ID) bool {
		gone := guilds(p.matches[id].Guild())
		if gone {
			delete(p.matches, id)
		}
		return gone
	})
}
