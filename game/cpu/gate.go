package cpu

import "context"

// Gate bounds how many players think at the same time, first come first served,
// so that many tables share a few cores and each search has a core to itself. A
// process has one, made where it is wired together.
type Gate struct{ places chan struct{} }

// NewGate returns a gate with so many places, one at least: the number of cores.
func NewGate(places int) *Gate { return &Gate{make(chan struct{}, max(places, 1))} }

// Choose lets a player think once there is a place for it. Where there is none
// before the context ends (a table gives it the pace of its play), instead of the
// budget it has none: it plays what rules of thumb say, which takes no time to
// speak of, so that no table waits for others.
func (g *Gate) Choose(ctx context.Context, p Player, s Sight, b Budget, seed uint64) (Choice, error) {
	select {
	case g.places <- struct{}{}: // there is one, however late it is
	default:
		select {
		case g.places <- struct{}{}:
		case <-ctx.Done():
			return p.Choose(s, Budget{}, seed)
		}
	}
	defer func() { <-g.places }()
	return p.Choose(s, b, seed)
}
