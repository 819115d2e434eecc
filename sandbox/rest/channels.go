package rest

import (
	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

func (s *API) deleteChannel(q *request, c *world.Channel) (answer, error) {
	if c.Guild.DM() { // with the bot: others aren't found
		return ok(c.Wire()), nil // closing a direct message doesn't delete it
	}
	need := world.ManageChannels
	if c.Thread != nil {
		need = world.ManageThreads
	}
	if !c.PermissionsOf(s.world.Bot.ID).Has(need) {
		return answer{}, wire.ErrMissingPerms
	}
	gone := c.Wire()
	s.world.RemoveChannel(c)
	return ok(gone), nil
}

func (s *API) guildChannels(q *request, g *world.Guild) (answer, error) {
	all := []any{}
	for _, c := range g.Channels {
		if c.Thread == nil {
			all = append(all, c.Wire())
		}
	}
	return ok(all), nil
}

func (s *API) getChannel(q *request, c *world.Channel) (answer, error) {
	return ok(c.Wire()), nil
}
