package gateway

import (
	"bytes"
	"fmt"
	"time"

	"deuces/sandbox/fault"
	"deuces/sandbox/wire"
)

// ApplyFault applies a gateway fault to every connection that has a session, and returns how many there were.
func (g *Gateway) ApplyFault(f *fault.Fault) int {
	n := 0
	for _, t := range g.sessions {
		if t.conn != nil {
			n++
			g.applyFault(f, t.conn)
		}
	}
	return n
}

// applyFault applies a gateway fault to one connection, which may not have a session yet.
func (g *Gateway) applyFault(f *fault.Fault, c *conn) {
	t := c.session
	switch f.Kind {
	case "drop":
		c.end()
	case "op7":
		c.write(frame(wire.OpReconnect, nil))
	case "op9", "op9 resumable": // the connection stays open without its session: the client resumes or identifies on it
		lives := f.Kind == "op9 resumable"
		if t != nil {
			t.conn, t.left, c.session = nil, time.Now(), nil
			if !lives {
				delete(g.sessions, t.id)
			}
		}
		c.write(frame(wire.OpInvalidSession, lives))
	case "replay last":
		if t == nil {
			return
		}
		var last []byte
		name := fmt.Appendf(nil, `{"op":0,"t":%q`, f.Match.Event)
		for _, sent := range t.sent.Since(0) {
			if f.Match.Event == "" || bytes.HasPrefix(sent, name) {
				last = sent
			}
		}
		if last != nil {
			c.write(last)
		}
	}
}
