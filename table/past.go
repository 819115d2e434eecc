package table

import "slices"

// past keeps the last matches of some tables that are over, those of longest
// ago are dropped.
type past struct {
	matches map[ID]Match
	order   []ID
}

const pastSize = 64

func (p *past) get(id ID) (Match, bool) {
	m, ok := p.matches[id]
	return m, ok
}

func (p *past) put(m Match) {
	if _, known := p.matches[m.id]; known {
		return
	}
	if p.matches == nil {
		p.matches = map[ID]Match{}
	}
	if len(p.order) == pastSize {
		delete(p.matches, p.order[0])
		p.order = p.order[1:]
	}
	p.matches[m.id], p.order = m, append(p.order, m.id)
}

// drop forgets the matches of guilds.
func (p *past) drop(guilds func(string) bool) {
	p.order = slices.DeleteFunc(p.order, func(id ID) bool {
		gone := guilds(p.matches[id].Guild())
		if gone {
			delete(p.matches, id)
		}
		return gone
	})
}
