package table

// Count is how many live tables there are.
type Count struct{ Lobby, Playing, Between, Paused, Asleep int }

// Count counts the live tables; one that is paused, or asleep, counts as that alone.
func (r *Registry) Count() (n Count) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.tables {
		switch m := a.shown.Load(); {
		case m.paused:
			n.Paused++
		case m.phase == Lobby:
			n.Lobby++
		case m.phase == Playing:
			n.Playing++
		case m.phase == Between:
			n.Between++
		}
	}
	n.Asleep = len(r.asleep)
	return n
}
