package table

import "context"

// Release stops the live tables of the guilds that are meant, each after what it is doing,
// and forgets them: another process goes on with them. It returns which they were, when
// they have stopped or the context has ended. Commands that still wait get ErrClosed.
func (r *Registry) Release(ctx context.Context, guilds func(guild string) bool) (released []ID) {
	var leaving []*actor
	r.mu.Lock()
	for id, a := range r.tables {
		if guilds(a.shown.Load().Guild()) {
			released, leaving = append(released, id), append(leaving, a)
			r.forget(a)
			close(a.leave)
		}
	}
	r.mu.Unlock()
	for _, a := range leaving {
		select {
		case <-a.done:
		case <-ctx.Done():
		}
	}
	return released
}

// left says whether the table is another process's now.
func (a *actor) left() bool {
	select {
	case <-a.leave:
		return true
	default:
		return false
	}
}
