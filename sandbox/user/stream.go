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

// hub has the open event streams. The world's lock guards it. A stream that doesn't keep up is
// closed. Its reader must then load everything again.
type hub map[*stream]bool

type stream struct {
	user   wire.Snowflake
	only   wire.Snowflake // the only channel whose events are sent; 0: all
	calls  bool           // the bot's calls are sent, too
	events chan event
}

type event struct {
	kind string
	data []byte
}

// backlog is how many events a stream may lag behind.
const backlog = 4096

func (h hub) remove(t *stream) {
	if h[t] {
		delete(h, t)
		close(t.events)
	}
}

func (h hub) send(t *stream, kind string, data []byte) {
	select {
	case t.events <- event{kind, data}:
	default:
		h.remove(t)
	}
}

// tell sends an event to the streams of the viewer or, if viewer is 0, of everybody who sees the
// channel.
func (h hub) tell(c *world.Channel, viewer wire.Snowflake, kind string, data []byte) {
	for t := range h {
		if (t.only == 0 || t.only == c.ID) && (t.user == viewer || viewer == 0 && c.Visible(t.user)) {
			h.send(t, kind, data)
		}
	}
}

func (h hub) tellAll(kind string, data []byte) {
	for t := range h {
		h.send(t, kind, data)
	}
}

func (h hub) tellCall(c rest.Call) {
	var data []byte
	for t := range h {
		if t.calls && data == nil {
			data, _ = json.Marshal(c) // plain fields and JSON that was valid before
		}
		if t.calls {
			h.send(t, "call", data)
		}
	}
}

// events handles GET /sandbox/events. It sends server-sent events until the client disconnects.
func (s *Side) events(w http.ResponseWriter, r *http.Request) (any, error) {
	q := r.URL.Query()
	s.world.Lock()
	u, err := s.world.FindUser(q.Get("user"))
	t := &stream{calls: q.Get("calls") == "1", events: make(chan event, backlog)}
	if err == nil {
		t.user = u.ID
		if name := q.Get("channel"); name != "" {
			var c *world.Channel
			if c, err = s.visibleChannel(u, name); err == nil {
				t.only = c.ID
			}
		}
	}
	if err != nil {
		s.world.Unlock()
		return nil, err
	}
	s.hub[t] = true
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
