package world

import (
	"errors"
	"slices"
	"strings"

	"deuces/sandbox/wire"
)

// Errors for names and ids that the users' side gives.
var (
	ErrNoUser    = errors.New("there is no such user")
	ErrNoGuild   = errors.New("there is no such guild")
	ErrNoChannel = errors.New("there is no such channel")
	errAmbiguous = errors.New("several guilds have a channel of that name: use guild/channel, or its id")
)

// FindUser finds a user by id or name.
func (w *World) FindUser(ref string) (*User, error) {
	if id, ok := wire.ParseID(ref); ok && w.Users[id] != nil {
		return w.Users[id], nil
	}
	if u := w.ByName[ref]; u != nil {
		return u, nil
	}
	return nil, ErrNoUser
}

// FindGuild finds a guild by id or name. "" finds the first guild.
func (w *World) FindGuild(ref string) (*Guild, error) {
	if ref == "" && len(w.Guilds) > 0 {
		return w.Guilds[0], nil
	}
	id, _ := wire.ParseID(ref)
	for _, g := range w.Guilds {
		if g.ID == id || g.Name == ref {
			return g, nil
		}
	}
	return nil, ErrNoGuild
}

// FindChannel finds a channel by id, by name, or by guild/name.
func (w *World) FindChannel(ref string) (*Channel, error) {
	if id, ok := wire.ParseID(ref); ok && w.Channels[id] != nil {
		return w.Channels[id], nil
	}
	in, name, qualified := strings.Cut(ref, "/")
	guilds := w.Guilds
	if qualified {
		g, err := w.FindGuild(in)
		if err != nil {
			return nil, err
		}
		guilds = []*Guild{g}
	} else {
		name = ref
	}
	var found *Channel
	for _, g := range guilds {
		i := slices.IndexFunc(g.Channels, func(c *Channel) bool { return c.Name == name })
		id, isID := wire.ParseID(name)
		if i < 0 && isID {
			i = slices.IndexFunc(g.Channels, func(c *Channel) bool { return c.ID == id })
		}
		switch {
		case i < 0:
		case found != nil:
			return nil, errAmbiguous
		default:
			found = g.Channels[i]
		}
	}
	if found == nil {
		return nil, ErrNoChannel
	}
	return found, nil
}
