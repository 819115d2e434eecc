package user

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"deuces/sandbox/rest"
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// hub has the open event streams. The world's lock guards it. A stream that doesn't keep up is closed; its reader must load
// everything again.
type hub struct {
	open      map[*stream]bool // those of all channels
	byChannel map[wire.Snowflake]map[*stream]bool
	calls     map[*stream]bool // those of them that are told of the bot's calls
}

type stream struct {
	user   wire.Snowflake
	only   wire.Snowflake // a channel; 0: all
	calls  bool
	events chan event
	closed bool
}

type event struct {
	kind string
	data []byte
}

// backlog is how many events a stream may lag behind.
const backlog = 4096

func newHub() hub {
	return hub{map[*stream]bool{}, map[wire.Snowflake]map[*stream]bool{}, map[*stream]bool{}}
}

func (h *hub) add(t *stream) {
	t.events = make(chan event, backlog)
	if t.calls {
		h.calls[t] = true
	}
	if t.only == 0 {
		h.open[t] = true
		return
	}
	if h.byChannel[t.only] == nil {
		h.byChannel[t.only] = map[*stream]bool{}
	}
	h.byChannel[t.only][t] = true
}

func (h *hub) remove(t *stream) {
	delete(h.open, t)
	delete(h.calls, t)
	delete(h.byChannel[t.only], t)
	if len(h.byChannel[t.only]) == 0 {
		delete(h.byChannel, t.only)
	}
	if !t.closed {
		t.closed = true
		close(t.events)
	}
}

func (h *hub) send(t *stream, e event) {
	select {
	case t.events <- e:
	default:
		h.remove(t)
	}
}

// tell reaches the viewer, or everybody who sees the channel.
func (h *hub) tell(c *world.Channel, viewer wire.Snowflake, kind string, data []byte) {
	for _, set := range []map[*stream]bool{h.open, h.byChannel[c.ID]} {
		for t := range set {
			if t.user == viewer || viewer == 0 && c.Visible(t.user) {
				h.send(t, event{kind, data})
			}
		}
	}
}

func (h *hub) tellAll(kind string, data []byte) {
	for t := range h.open {
		h.send(t, event{kind, data})
	}
	for _, set := range h.byChannel {
		for t := range set {
			h.send(t, event{kind, data})
		}
	}
}

func (h *hub) tellCall(c rest.Call) {
	if len(h.calls) == 0 {
		return
	}
	data, _ := json.Marshal(c) // plain fields and JSON that was valid before
	for t := range h.calls {
		h.send(t, event{"call", data})
	}
}

// events is GET /sandbox/events: server-sent events until the client disconnects.
func (s *Side) events(w http.ResponseWriter, r *http.Request) (any, error) {
	q := r.URL.Query()
	s.world.Lock()
	u, err := s.world.FindUser(q.Get("user"))
	t := &stream{calls: q.Get("calls") == "1"}
	if err == nil {
		t.user = u.ID
		if name := q.Get("channel"); name != "" {
			var c *world.Channel
			if c, err = s.seen(u, name); err == nil {
				t.only = c.ID
			}
		}
	}
	if err != nil {
		s.world.Unlock()
		return nil, err
	}
	s.hub.add(t)
	s.world.Unlock()
	defer func() {
		s.world.Lock()
		s.hub.remove(t)
		s.world.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	if _, err := fmt.Fprint(w, ": ready\n\n"); err != nil || out.Flush() != nil {
		return nil, nil
	}
	alive := time.NewTicker(15 * time.Second)
	defer alive.Stop()
	for {
		select {
		case <-r.Context().Done():
			return nil, nil
		case <-s.stopped.Done():
			return nil, nil
		case <-alive.C:
			_, err = fmt.Fprint(w, ":\n\n")
		case e, open := <-t.events:
			if !open {
				return nil, nil
			}
			_, err = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.kind, e.data)
		}
		if err != nil || len(t.events) == 0 && out.Flush() != nil {
			return nil, nil
		}
	}
}
