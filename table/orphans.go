package table

import (
	"context"
	"fmt"
	"time"

	"deuces/match"
)

// A table whose creation failed may be in the log all the same: a commit can fail
// after it took effect. So the log is looked at before anybody is answered. Where
// it has the table, that is open; where it has not, it is said that nothing was
// stored. Where the log cannot be read either, the channel is in doubt: whoever
// asked was told of a failure, so what is found later is ended, by the next who
// opens a table there or within moments by itself, and never becomes a lobby that
// nobody knows of. Should the program end before, then the table is live after the
// next start, with a board: a crash may come before any answer.

// afterFailedCreate finds out whether a table whose creation failed is in the log
// after all. Whoever calls it keeps the table's channel.
func (r *Registry) afterFailedCreate(ctx context.Context, want match.Match, failure error) (match.Match, error) {
	strays, err := r.strays(ctx, want.Channel())
	if err != nil {
		r.doubt(want.Guild(), want.Channel())
		return match.Match{}, fmt.Errorf("the log failed, and then could not be read: %w: %w", failure, err)
	}
	for _, m := range strays {
		if m.OpenedAt().Equal(want.OpenedAt()) && m.Host() == want.Host() {
			return r.begin(m)
		}
	}
	return match.Match{}, fmt.Errorf("%w: %w", ErrAgain, failure)
}

// strays are the tables of a channel that are live in the log and not in the registry.
// Whoever calls it keeps the channel, so none of them is another's that was just
// opened. What cannot be read is left to the next start, which gives it up.
func (r *Registry) strays(ctx context.Context, channel string) (found []match.Match, err error) {
	listed, err := r.cfg.Log.Index(ctx)
	if err != nil {
		return nil, fmt.Errorf("live tables: %w", err)
	}
	for _, l := range listed {
		r.mu.Lock()
		known := r.tables[l.ID] != nil || r.asleep[l.ID] != nil || r.lost[l.ID]
		r.mu.Unlock()
		if known || l.Channel != channel {
			continue
		}
		m, err := r.fold(ctx, l.ID)
		switch {
		case broken(err):
		case err != nil:
			return nil, err
		case m.Phase() != match.Over:
			found = append(found, m)
		}
	}
	return found, nil
}

// doubt puts a channel in doubt until the log can be read.
func (r *Registry) doubt(guild, channel string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, doubted := r.doubts[channel]; r.closed || doubted {
		return
	}
	r.doubts[channel] = guild
	r.going.Go(func() {
		for r.doubted(channel) {
			select {
			case <-r.stop:
				return
			case <-time.After(retryAfter):
			}
			if release, err := r.reserve(context.Background(), guild, channel); err == nil {
				release()
			}
		}
	})
}

func (r *Registry) doubted(channel string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, is := r.doubts[channel]
	return is
}

// clear ends the tables that a channel in doubt has, and the doubt. Whoever calls
// it keeps the channel.
func (r *Registry) clear(channel string) error {
	ctx, cancel := logContext()
	defer cancel()
	strays, err := r.strays(ctx, channel)
	if err != nil {
		return err
	}
	for _, m := range strays {
		events, err := m.Decide(match.End{Force: true}, r.now())
		if err == nil {
			err = r.cfg.Log.Append(ctx, m.ID(), events, nil)
		}
		if err != nil {
			return fmt.Errorf("end table %d, which nobody was told of: %w", m.ID(), err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.doubts, channel)
	return nil
}
