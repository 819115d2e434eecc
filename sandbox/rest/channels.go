package rest

import (
	"net/http"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

type channelBody struct {
	Name       wire.Opt[string]            `json:"name"`
	Type       wire.Opt[int]               `json:"type"`
	Topic      wire.Opt[string]            `json:"topic"`
	Overwrites wire.Opt[[]world.Overwrite] `json:"permission_overwrites"`
	Archived   wire.Opt[bool]              `json:"archived"`
	Locked     wire.Opt[bool]              `json:"locked"`
	Archive    wire.Opt[int]               `json:"auto_archive_duration"`
}

func (b *channelBody) check(at *wire.Field) {
	if b.Name.Set {
		at.Key("name").Length(b.Name.Or(""), 1, 100)
	}
	at.Key("topic").Length(b.Topic.Or(""), 0, 1024)
	at.Key("auto_archive_duration").OneOf(b.Archive.Or(1440), 60, 1440, 4320, 10080)
}

// editChannel changes a channel or thread. A thread may be changed by its owner and with MANAGE_THREADS.
func (s *API) editChannel(q *request) (answer, error) {
	var b channelBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	b.check(at)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	may := c.PermissionsOf(s.world.Bot.ID)
	if t := c.Thread; t != nil {
		switch manages := may.Has(world.ManageThreads); {
		case !manages && (t.Owner != s.world.Bot.ID || b.Locked.Given()):
			return answer{}, wire.ErrMissingPerms
		case t.Archived && b.Archived.Or(true):
			return answer{}, wire.ErrArchived
		}
		if b.Archived.Or(t.Archived) != t.Archived {
			t.Changed = q.now.UTC()
		}
		t.Archived, t.Locked, t.Archive = b.Archived.Or(t.Archived), b.Locked.Or(t.Locked), b.Archive.Or(t.Archive)
	} else {
		if !may.Has(world.ManageChannels) || b.Overwrites.Given() && !may.Has(world.ManageRoles) {
			return answer{}, wire.ErrMissingPerms
		}
		c.Topic = b.Topic.Or(c.Topic)
		if b.Overwrites.Given() {
			c.Overwrites = b.Overwrites.V
		}
	}
	c.Name = b.Name.Or(c.Name)
	s.world.ChannelEvent(c, "UPDATE")
	return ok(c.Wire()), nil
}

func (s *API) deleteChannel(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
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

func (s *API) createChannel(q *request) (answer, error) {
	var b channelBody
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	if !b.Name.Given() {
		at.Key("name").Required()
	}
	at.Key("type").OneOf(b.Type.Or(world.TextChannel), world.TextChannel)
	b.check(at)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	if !g.PermissionsOf(s.world.Bot.ID).Has(world.ManageChannels) {
		return answer{}, wire.ErrMissingPerms
	}
	c := s.world.AddChannel(g, world.TextChannel, b.Name.V, q.now)
	c.Topic, c.Overwrites = b.Topic.Or(""), b.Overwrites.Or(nil)
	s.world.ChannelEvent(c, "CREATE")
	return answer{http.StatusCreated, c.Wire()}, nil
}

func (s *API) changeOverwrite(q *request, o world.Overwrite) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.channelFor(q, world.ManageRoles)
	switch {
	case err != nil:
		return answer{}, err
	case c.Thread != nil:
		return answer{}, wire.ErrChannelKind
	}
	o.ID = q.id("overwrite")
	c.SetOverwrite(o)
	s.world.ChannelEvent(c, "UPDATE")
	return noContent, nil
}

func (s *API) putOverwrite(q *request) (answer, error) {
	var o struct {
		Kind  int                         `json:"type"`
		Allow wire.Opt[world.Permissions] `json:"allow"`
		Deny  wire.Opt[world.Permissions] `json:"deny"`
	}
	if err := wire.Decode(q.body, &o); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	at.Key("type").OneOf(o.Kind, 0, 1)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	return s.changeOverwrite(q, world.Overwrite{Kind: o.Kind, Allow: o.Allow.Or(0), Deny: o.Deny.Or(0)})
}

func (s *API) deleteOverwrite(q *request) (answer, error) {
	return s.changeOverwrite(q, world.Overwrite{})
}

func (s *API) guildChannels(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, err
	}
	all := []any{}
	for _, c := range g.Channels {
		if c.Thread == nil {
			all = append(all, c.Wire())
		}
	}
	return ok(all), nil
}

func (s *API) getChannel(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	c, err := s.channelFor(q, 0)
	if err != nil {
		return answer{}, err
	}
	return ok(c.Wire()), nil
}
