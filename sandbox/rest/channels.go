package rest

import (
	"net/http"
	"slices"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

type channelBody struct {
	Name       wire.Opt[string]            `json:"name"`
	Type       wire.Opt[int]               `json:"type"`
	Topic      wire.Opt[string]            `json:"topic"`
	Position   wire.Opt[int]               `json:"position"`
	NSFW       wire.Opt[bool]              `json:"nsfw"`
	Rate       wire.Opt[int]               `json:"rate_limit_per_user"`
	Parent     wire.Opt[wire.Snowflake]    `json:"parent_id"`
	Overwrites wire.Opt[[]world.Overwrite] `json:"permission_overwrites"`
	Default    wire.Opt[int]               `json:"default_auto_archive_duration"`
	ThreadRate wire.Opt[int]               `json:"default_thread_rate_limit_per_user"`
	Flags      wire.Opt[int]               `json:"flags"`
	Icon       wire.Opt[string]            `json:"icon"`

	Archived  wire.Opt[bool] `json:"archived"`
	Locked    wire.Opt[bool] `json:"locked"`
	Invitable wire.Opt[bool] `json:"invitable"`
	Archive   wire.Opt[int]  `json:"auto_archive_duration"`
}

func (b *channelBody) check(at *wire.Field) {
	if b.Name.Set {
		at.Key("name").Length(b.Name.Or(""), 1, 100)
	}
	at.Key("topic").Length(b.Topic.Or(""), 0, 1024)
	at.Key("rate_limit_per_user").Between(b.Rate.Or(0), 0, world.MaxRate)
	at.Key("default_thread_rate_limit_per_user").Between(b.ThreadRate.Or(0), 0, world.MaxRate)
	at.Key("auto_archive_duration").OneOf(b.Archive.Or(1440), 60, 1440, 4320, 10080)
	at.Key("default_auto_archive_duration").OneOf(b.Default.Or(1440), 60, 1440, 4320, 10080)
	if b.Position.Given() && b.Position.V < 0 {
		at.Key("position").Between(b.Position.V, 0, 1<<31-1)
	}
}

// category is the category that the body names, nil for none.
func (b *channelBody) category(s *API, at *wire.Field, g *world.Guild) *world.Channel {
	id := b.Parent.Or(0)
	c := s.world.Channels[id]
	if id != 0 && (c == nil || c.Guild != g || c.Kind != world.Category) {
		at.Key("parent_id").Fail("CHANNEL_PARENT_INVALID", "Category does not exist")
		return nil
	}
	return c
}

// put writes what the body has into a channel.
func (b *channelBody) put(c *world.Channel, parent *world.Channel) {
	c.Name = b.Name.Or(c.Name)
	if b.Topic.Set {
		c.Topic = b.Topic.Or("")
	}
	if b.Parent.Set {
		c.Parent = parent
	}
	if b.Overwrites.Set {
		c.Overwrites = b.Overwrites.Or(nil)
	}
	if b.Default.Set {
		c.Archive = b.Default
	}
	if b.ThreadRate.Set {
		c.ThreadRate = b.ThreadRate
	}
	if b.Rate.Set {
		c.Rate = b.Rate.Or(0)
	}
	c.Position, c.NSFW, c.Flags = b.Position.Or(c.Position), b.NSFW.Or(c.NSFW), b.Flags.Or(c.Flags)
}

// editChannel changes a channel or thread.
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
	switch {
	case err != nil:
		return answer{}, err
	case c.Guild.DM():
		return answer{}, wire.ErrChannelKind
	case c.Thread != nil:
		return s.editThread(q, c, b)
	}
	if b.Type.Given() {
		at.Key("type").OneOf(b.Type.V, c.Kind)
	}
	parent := b.category(s, at, c.Guild)
	if c.Kind == world.Category && parent != nil {
		at.Key("parent_id").Fail("CHANNEL_PARENT_INVALID_TYPE", "Categories cannot have categories")
	}
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	may := c.PermissionsOf(s.world.Bot.ID)
	if !may.Has(world.ManageChannels) || b.Overwrites.Given() && !may.Has(world.ManageRoles) {
		return answer{}, wire.ErrMissingPerms
	}
	b.put(c, parent)
	s.world.ChannelEvent(c, "UPDATE")
	return ok(c.Wire()), nil
}

// editThread changes a thread. Its owner may, and so may those with MANAGE_THREADS.
func (s *API) editThread(q *request, c *world.Channel, b channelBody) (answer, error) {
	t := c.Thread
	switch manages := c.PermissionsOf(s.world.Bot.ID).Has(world.ManageThreads); {
	case !manages && (t.Owner != s.world.Bot.ID || b.Locked.Given()):
		return answer{}, wire.ErrMissingPerms
	case t.Archived && b.Archived.Or(true):
		return answer{}, wire.ErrArchived
	}
	if b.Archived.Or(t.Archived) != t.Archived {
		t.Changed = q.now.UTC()
	}
	t.Archived, t.Locked, t.Archive = b.Archived.Or(t.Archived), b.Locked.Or(t.Locked), b.Archive.Or(t.Archive)
	if b.Invitable.Given() && c.Kind == world.PrivateThread {
		t.Invitable = b.Invitable
	}
	c.Name, c.Rate = b.Name.Or(c.Name), b.Rate.Or(c.Rate)
	s.world.ChannelEvent(c, "UPDATE")
	return ok(c.Wire()), nil
}

// moveChannels sets the positions and categories of channels.
func (s *API) moveChannels(q *request) (answer, error) {
	var b []struct {
		ID       wire.Snowflake           `json:"id"`
		Position wire.Opt[int]            `json:"position"`
		Parent   wire.Opt[wire.Snowflake] `json:"parent_id"`
		Lock     wire.Opt[bool]           `json:"lock_permissions"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	switch {
	case err != nil:
		return answer{}, err
	case !g.PermissionsOf(s.world.Bot.ID).Has(world.ManageChannels):
		return answer{}, wire.ErrMissingPerms
	}
	f, at := wire.NewForm()
	for i, move := range b {
		if c := s.world.Channels[move.ID]; c == nil || c.Guild != g || c.Thread != nil {
			return answer{}, wire.ErrUnknownChannel
		}
		(&channelBody{Parent: move.Parent}).category(s, at.Index(i), g)
	}
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	for _, move := range b {
		c := s.world.Channels[move.ID]
		body := channelBody{Parent: move.Parent, Position: move.Position}
		parent := body.category(s, at, g)
		if move.Lock.Or(false) && parent != nil {
			body.Overwrites = wire.Some(slices.Clone(parent.Overwrites))
		}
		body.put(c, parent)
		s.world.ChannelEvent(c, "UPDATE")
	}
	return noContent, nil
}

func (s *API) deleteChannel(q *request, c *world.Channel) (answer, error) {
	if c.Guild.DM() {
		return ok(c.Wire()), nil // closing a direct message keeps it
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
	kind := b.Type.Or(world.TextChannel)
	if slices.Contains([]int{2, 5, 13, 14, 15, 16}, kind) {
		return answer{}, wire.LeftOut("channels other than text channels and categories")
	}
	at.Key("type").OneOf(kind, world.TextChannel, world.Category)
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
	parent := b.category(s, at, g)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	c := s.world.AddChannel(g, kind, b.Name.V, q.now)
	b.put(c, parent)
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
	case c.Thread != nil, c.Guild.DM():
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
