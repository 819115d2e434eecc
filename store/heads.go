package store

import (
	"sync"

	"deuces/table"
)

// heads are the ends of the chains to which this process has appended last. Who knows
// the end of a log can compute the hashes of what follows before it is the writer's turn,
// and has it compared with what is stored by the statement that moves it. What is known
// here is never trusted: where that statement finds another end, the database is asked.
type heads struct {
	mu sync.Mutex
	of map[table.ID]end
}

// end is the last event of a log, and its hash.
type end struct {
	last int
	head link
}

// headsMost is how many are kept: with more live tables, all are asked for again.
const headsMost = 100_000

func (h *heads) get(id table.ID) (end, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e, ok := h.of[id]
	return e, ok
}

func (h *heads) put(id table.ID, e end) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil || len(h.of) >= headsMost {
		h.of = map[table.ID]end{}
	}
	h.of[id] = e
}

func (h *heads) drop(id table.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.of, id)
}
