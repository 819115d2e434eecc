package user

import (
	"net/http"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// dropMessage deletes any message, as a moderator would; an ephemeral one is dismissed.
func (s *Side) dropMessage(_ http.ResponseWriter, r *http.Request) (any, error) {
	id, _ := wire.ParseID(r.PathValue("message"))
	s.world.Lock()
	defer s.world.Unlock()
	m := s.world.Messages[id]
	if m == nil {
		return nil, refuse(http.StatusNotFound, "the message no longer exists")
	}
	s.world.Unpost(s.world.Channels[m.ChannelID], m)
	return done, nil
}

// say posts a user's own message.
func (s *Side) say(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User    string `json:"user"`
		Channel string `json:"channel"`
		Content string `json:"content"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	now := time.Now()
	s.world.Lock()
	defer s.world.Unlock()
	u, c, err := s.place(b.User, b.Channel)
	if err != nil {
		return nil, err
	}
	if !c.PermissionsOf(u.ID).Has(c.Speaking()) {
		return nil, refuse(http.StatusForbidden, "%s may not write here", u.Name())
	}
	if err := s.world.OpenThread(c); err != nil {
		return nil, refuse(http.StatusConflict, "the thread is locked")
	}
	_, at := wire.NewForm()
	m, err := s.world.Compose(world.Message{ID: s.world.IDs.Next(now), ChannelID: c.ID, Author: u, Timestamp: now.UTC()},
		&world.MessageBody{Content: wire.Some(b.Content)}, world.Composing{At: at, Channel: c, Now: now})
	if err != nil {
		return nil, err
	}
	s.world.Post(c, m)
	return viewOf(m), nil
}
