package table

import (
	"context"
	"errors"
	"fmt"
	"time"
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
func (h *Hall) afterFailedCreate(ctx context.Context, want Match, failure error) (Match, error) {
	strays, err := h.strays(ctx, want.Channel())
	if err != nil {
		h.doubt(want.Channel())
		return Match{}, fmt.Errorf("the log failed, and then could not be read: %w: %w", failure, err)
	}
	for _, m := range strays {
		if m.made.Equal(want.made) && m.Host() == want.Host() {
			return h.begin(m, time.Time{}, true)
		}
	}
	return Match{}, fmt.Errorf("%w: %w", ErrAgain, failure)
}

// strays are the tables of a channel that are live in the log and not in the hall.
// Whoever calls it keeps the channel, so none of them is another's that was just
// opened. What cannot be read is left to the next start, which gives it up.
func (h *Hall) strays(ctx context.Context, channel string) (found []Match, err error) {
	ids, err := h.cfg.Log.Live(ctx)
	if err != nil {
		return nil, fmt.Errorf("live tables: %w", err)
	}
	for _, id := range ids {
		h.mu.Lock()
		known := h.tables[id] != nil || h.lost[id]
		h.mu.Unlock()
		if known {
			continue
		}
		m, _, err := h.fold(ctx, id, nil)
		switch {
		case broken(err):
		case err != nil:
			return nil, err
		case m.Channel() == channel && m.phase != Over:
			found = append(found, m)
		}
	}
	return found, nil
}

// doubt puts a channel in doubt until the log can be read.
func (h *Hall) doubt(channel string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.doubts[channel] {
		return
	}
	h.doubts[channel] = true
	h.going.Go(func() {
		for again := true; again; {
			select {
			case <-h.stop:
				return
			case <-time.After(restFor):
			}
			release, err := h.reserve(context.Background(), channel)
			if err == nil {
				release()
			}
			again = errors.Is(err, ErrAgain) // else somebody else has cleared it
		}
	})
}

// clear ends the tables that a channel in doubt has, and the doubt. Whoever calls
// it keeps the channel.
func (h *Hall) clear(channel string) error {
	ctx, cancel := logContext()
	defer cancel()
	strays, err := h.strays(ctx, channel)
	if err != nil {
		return err
	}
	for _, m := range strays {
		events, err := m.Decide(End{Force: true}, time.Now())
		if err == nil {
			err = h.cfg.Log.Append(ctx, m.id, events, nil)
		}
		if err != nil {
			return fmt.Errorf("end table %d, which nobody was told of: %w", m.id, err)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.doubts, channel)
	return nil
}
