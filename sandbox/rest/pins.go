package rest

import (
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

func (s *API) pin(q *request) (answer, error) { return s.changePin(q, true) }

func (s *API) unpin(q *request) (answer, error) { return s.changePin(q, false) }

func (s *API) changePin(q *request, pin bool) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.channelFor(q, world.PinMessages)
	if err != nil {
		return answer{}, err
	}
	m, err := s.publicMessage(q, c)
	switch {
	case err != nil:
		return answer{}, err
	case m.System():
		return answer{}, wire.ErrSystemMessage
	case c.Thread != nil && c.Thread.Archived:
		return answer{}, wire.ErrArchived
	}
	if !pin {
		s.world.Unpin(c, m)
		return noContent, nil
	}
	if err := s.world.Pin(c, m, s.world.Bot, q.now); err != nil {
		return answer{}, err
	}
	return noContent, nil
}

// allPins is the old list: up to 50 messages.
func (s *API) allPins(q *request, c *world.Channel) (answer, error) {
	pins := c.Pins()
	return ok(pins[:min(len(pins), 50)]), nil
}

// listPins gives pins in parts: those before an instant, the newest first.
func (s *API) listPins(q *request) (answer, error) {
	type pinned struct {
		At      time.Time      `json:"pinned_at"`
		Message *world.Message `json:"message"`
	}
	f, at := wire.NewForm()
	limit := 50
	if q.URL.Query().Has("limit") {
		limit = q.number(at, "limit")
		at.Key("limit").Between(limit, 1, 50)
	}
	var before time.Time
	if text := q.URL.Query().Get("before"); text != "" {
		var err error
		if before, err = time.Parse(time.RFC3339, text); err != nil {
			at.Key("before").Fail("DATE_TIME_TYPE_PARSE", "Could not parse %s. Should be ISO8601.", text)
		}
	}
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.channelFor(q, world.ReadMessageHistory)
	if err != nil {
		return answer{}, err
	}
	items := []pinned{}
	for _, m := range c.Pins() {
		if before.IsZero() || m.PinnedAt.Before(before) {
			items = append(items, pinned{m.PinnedAt, m})
		}
	}
	return ok(map[string]any{"items": items[:min(len(items), limit)], "has_more": len(items) > limit}), nil
}
