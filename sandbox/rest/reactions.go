package rest

import (
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// reactionFor returns the channel, message and emoji that a reaction route names. All these routes
// need READ_MESSAGE_HISTORY.
func (s *API) reactionFor(q *request, need world.Permissions) (*world.Channel, *world.Message, world.ReactionEmoji, error) {
	c, err := s.channelFor(q, need|world.ReadMessageHistory)
	if err != nil {
		return nil, nil, world.ReactionEmoji{}, err
	}
	m, err := s.publicMessage(q, c)
	if err != nil {
		return nil, nil, world.ReactionEmoji{}, err
	}
	e, err := s.world.FindEmoji(q.PathValue("reaction"))
	return c, m, e, err
}

// react adds the bot's reaction. ADD_REACTIONS is needed only for an emoji that nobody has used on
// the message.
func (s *API) react(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	c, m, e, err := s.reactionFor(q, 0)
	switch {
	case err != nil:
		return answer{}, err
	case m.ReactionOf(e) < 0 && !c.PermissionsOf(s.world.Bot.ID).Has(world.AddReactions):
		return answer{}, wire.ErrMissingPerms
	case c.Thread != nil && c.Thread.Archived:
		return answer{}, wire.ErrArchived
	}
	if err := s.world.React(c, m, e, s.world.Bot); err != nil {
		return answer{}, err
	}
	return noContent, nil
}

func (s *API) unreact(q *request) (answer, error) { return s.unreactFor(q, 0) }

// unreactUser removes somebody else's reaction, which needs MANAGE_MESSAGES.
func (s *API) unreactUser(q *request) (answer, error) { return s.unreactFor(q, q.id("user")) }

func (s *API) unreactFor(q *request, id wire.Snowflake) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	need := world.Permissions(0)
	if id == 0 {
		id = s.world.Bot.ID
	}
	if id != s.world.Bot.ID {
		need = world.ManageMessages
	}
	c, m, e, err := s.reactionFor(q, need)
	if err != nil {
		return answer{}, err
	}
	u := s.world.Users[id]
	if u == nil {
		return answer{}, wire.ErrUnknownUser
	}
	if !s.world.Unreact(c, m, e, u) {
		return answer{}, wire.ErrUnknownEmoji
	}
	return noContent, nil
}

func (s *API) listReactions(q *request) (answer, error) {
	f, at := wire.NewForm()
	p := q.page(at, 25, 100)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	_, m, e, err := s.reactionFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	users := []*world.User{}
	if i := m.ReactionOf(e); i >= 0 {
		for _, u := range m.Reactions[i].Users {
			if p.has(u.ID) && len(users) < p.limit {
				users = append(users, u)
			}
		}
	}
	return ok(users), nil
}

func (s *API) clearReactions(q *request, c *world.Channel) (answer, error) {
	m, err := s.publicMessage(q, c)
	if err != nil {
		return answer{}, err
	}
	s.world.ClearReactions(c, m)
	return noContent, nil
}
