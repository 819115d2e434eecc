package sandbox

import (
	"bytes"
	"encoding/json"
	"time"
)

// thread is what a channel has if it is one.
type thread struct {
	parent   *channel
	owner    snowflake
	members  []snowflake
	archived bool
	locked   bool
	archive  int // minutes without activity after which it is archived
	changed  time.Time
	created  time.Time
	count    int
}

// byNonce is the bot's message of the last minutes that has the nonce.
func (c *channel) byNonce(nonce json.RawMessage, author *user, now time.Time) *message {
	if len(nonce) == 0 {
		return nil
	}
	for i := len(c.messages) - 1; i >= 0 && now.Sub(c.messages[i].Timestamp) < 5*time.Minute; i-- {
		if m := c.messages[i]; m.Author == author && bytes.Equal(m.Nonce, nonce) {
			return m
		}
	}
	return nil
}

// openThread readies a thread for a new message: an archived one opens again unless it is locked.
func (s *Server) openThread(c *channel) error {
	if c.thread == nil || !c.thread.archived {
		return nil
	}
	if c.thread.locked {
		return errArchived
	}
	c.thread.archived = false
	s.worldChanged()
	return nil
}
