package table

// Count is how many live tables there are.
type Count struct{ Lobby, Playing, Between, Paused int }

// Count counts the live tables; one that is paused counts as that alone.
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
	return n
}
