package user

import (
	"net/http"
	"strings"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// react adds a user's reaction to a message, or takes it away.
func (s *Side) react(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User    string         `json:"user"`
		Message wire.Snowflake `json:"message"`
		Emoji   string         `json:"emoji"`
		Remove  bool           `json:"remove"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	m := s.world.Messages[b.Message]
	if m == nil {
		return nil, refuse(http.StatusNotFound, "the message no longer exists")
	}
	u, c, err := s.place(b.User, m.ChannelID.String())
	if err != nil {
		return nil, err
	}
	e, err := s.world.FindEmoji(b.Emoji)
	switch {
	case err != nil:
		return nil, refuse(http.StatusBadRequest, "%q is no emoji", b.Emoji)
	case m.Viewer != 0:
		return nil, refuse(http.StatusBadRequest, "an ephemeral message takes no reactions")
	case b.Remove:
		if !s.world.Unreact(c, m, e, u) {
			return nil, refuse(http.StatusConflict, "%s hasn't reacted with %s", u.Name(), b.Emoji)
		}
		return done, nil
	case m.ReactionOf(e) < 0 && !c.PermissionsOf(u.ID).Has(world.AddReactions):
		return nil, refuse(http.StatusForbidden, "%s may not react here", u.Name())
	}
	if err := s.world.React(c, m, e, u); err != nil {
		return nil, refuse(http.StatusConflict, "the message has too many different reactions")
	}
	return done, nil
}

// directMessages opens a person's direct messages with the bot. If the body says whether the person
// accepts messages from the bot, it stores that. It returns the current setting.
func (s *Side) directMessages(_ http.ResponseWriter, r *http.Request) (any, error) {
	var b struct {
		User   string         `json:"user"`
		Closed wire.Opt[bool] `json:"closed"`
	}
	if err := readSide(r, &b); err != nil {
		return nil, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	u, err := s.world.FindUser(b.User)
	if err != nil {
		return nil, err
	}
	if u.Bot {
		return nil, refuse(http.StatusBadRequest, "the bot has no direct messages with itself")
	}
	if b.Closed.Given() {
		s.world.ClosedDMs[u.ID] = b.Closed.V
	}
	c := s.world.OpenDM(u, time.Now())
	return map[string]any{"id": c.ID, "closed": s.world.ClosedDMs[u.ID]}, nil
}

// emojiText returns a reaction's emoji as users name it.
func emojiText(e world.ReactionEmoji) string {
	if id := e.ID.Or(0); id != 0 {
		return strings.Join([]string{e.Name.Or(""), id.String()}, ":")
	}
	return e.Name.Or("")
}
