package sandbox

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// world is everything that exists: users, guilds, channels, messages, commands. The Server's lock guards it.
// Users and messages are values that are replaced, never changed, so that they may be read after the lock is gone.
type world struct {
	ids      ids
	users    map[snowflake]*user
	byName   map[string]*user
	guilds   []*guild
	channels map[snowflake]*channel
	messages map[snowflake]*message
	bot      *user
	commands map[snowflake][]*command // by guild; 0: the global ones
	emojis   map[snowflake]*emoji
	bound    int // messages kept in a channel
}

type user struct {
	ID            snowflake   `json:"id"`
	Username      string      `json:"username"`
	GlobalName    opt[string] `json:"global_name"`
	Discriminator string      `json:"discriminator"`
	Avatar        opt[string] `json:"avatar"`
	Bot           bool        `json:"bot,omitempty"`
	PublicFlags   int         `json:"public_flags"`
	Flags         int         `json:"flags"`
	PrimaryGuild  opt[string] `json:"primary_guild"`
}

func (u *user) name() string { return u.GlobalName.or(u.Username) }

type role struct {
	ID          snowflake   `json:"id"`
	Name        string      `json:"name"`
	Permissions permissions `json:"permissions"`
	Position    int         `json:"position"`
	Color       int         `json:"color"`
	Colors      roleColors  `json:"colors"`
	Hoist       bool        `json:"hoist"`
	Managed     bool        `json:"managed"`
	Mentionable bool        `json:"mentionable"`
	Icon        opt[string] `json:"icon"`
	Emoji       opt[string] `json:"unicode_emoji"`
	Flags       int         `json:"flags"`
	Tags        *roleTags   `json:"tags,omitempty"`
}

type roleColors struct {
	Primary   int      `json:"primary_color"`
	Secondary opt[int] `json:"secondary_color"`
	Tertiary  opt[int] `json:"tertiary_color"`
}

type roleTags struct {
	BotID snowflake `json:"bot_id"`
}

type member struct {
	user   *user
	nick   string
	roles  []snowflake
	joined time.Time
}

type guild struct {
	id       snowflake
	name     string
	owner    snowflake
	roles    []*role // the first is @everyone and has the guild's id
	members  map[snowflake]*member
	left     map[snowflake]int // who left, and how much had been delivered by then
	channels []*channel        // with its threads
}

// The kinds of channel there are here.
const (
	textChannel   = 0
	publicThread  = 11
	privateThread = 12
)

type channel struct {
	id         snowflake
	kind       int
	guild      *guild
	name       string
	topic      string
	position   int
	overwrites []overwrite
	thread     *thread
	messages   []*message // by id; ephemeral ones among them
	last       snowflake
}

// where is the channel whose permissions count: a thread has its parent's.
func (c *channel) where() *channel {
	if c.thread != nil {
		return c.thread.parent
	}
	return c
}

func (w *world) addUser(name string, now time.Time) *user {
	if u := w.byName[name]; u != nil {
		return u
	}
	u := &user{ID: w.ids.next(now), Username: strings.ToLower(name), GlobalName: some(name), Discriminator: "0"}
	w.users[u.ID], w.byName[name] = u, u
	for _, g := range w.guilds {
		w.join(g, u, now)
	}
	return u
}

func (w *world) join(g *guild, u *user, now time.Time) *member {
	if m := g.members[u.ID]; m != nil {
		return m
	}
	m := &member{user: u, joined: now}
	if u == w.bot {
		r := g.addRole(&role{ID: w.ids.next(now), Name: u.Username, Permissions: botPermissions, Managed: true, Tags: &roleTags{u.ID}})
		m.roles = []snowflake{r.ID}
	}
	g.members[u.ID] = m
	return m
}

// addGuild makes a guild with the bot and every user in it.
func (w *world) addGuild(name string, owner *user, channels []string, now time.Time) *guild {
	g := &guild{id: w.ids.nextGuild(now), name: name, owner: owner.ID, members: map[snowflake]*member{}, left: map[snowflake]int{}}
	g.roles = []*role{{ID: g.id, Name: "@everyone", Permissions: everyonePermissions}}
	for _, u := range w.users {
		w.join(g, u, now)
	}
	w.join(g, w.bot, now)
	for _, c := range channels {
		w.addChannel(g, textChannel, c, now)
	}
	w.guilds = append(w.guilds, g)
	return g
}

func (w *world) addChannel(g *guild, kind int, name string, now time.Time) *channel {
	c := &channel{id: w.ids.next(now), kind: kind, guild: g, name: name, position: len(g.channels)}
	g.channels = append(g.channels, c)
	w.channels[c.id] = c
	return c
}

func (w *world) guild(id snowflake) *guild {
	for _, g := range w.guilds {
		if g.id == id {
			return g
		}
	}
	return nil
}

func (g *guild) role(id snowflake) *role {
	for _, r := range g.roles {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// The references that the user's side takes: a name or an id.
var (
	errNoUser    = errors.New("there is no such user")
	errNoGuild   = errors.New("there is no such guild")
	errNoChannel = errors.New("there is no such channel")
	errAmbiguous = errors.New("several guilds have a channel of that name: say guild/channel, or its id")
)

func (w *world) findUser(ref string) (*user, error) {
	if id, ok := parseID(ref); ok && w.users[id] != nil {
		return w.users[id], nil
	}
	if u := w.byName[ref]; u != nil {
		return u, nil
	}
	return nil, errNoUser
}

func (w *world) findGuild(ref string) (*guild, error) {
	if ref == "" && len(w.guilds) > 0 {
		return w.guilds[0], nil
	}
	id, _ := parseID(ref)
	for _, g := range w.guilds {
		if g.id == id || g.name == ref {
			return g, nil
		}
	}
	return nil, errNoGuild
}

func (w *world) findChannel(ref string) (*channel, error) {
	if id, ok := parseID(ref); ok && w.channels[id] != nil {
		return w.channels[id], nil
	}
	in, name, qualified := strings.Cut(ref, "/")
	guilds := w.guilds
	if qualified {
		g, err := w.findGuild(in)
		if err != nil {
			return nil, err
		}
		guilds = []*guild{g}
	} else {
		name = ref
	}
	var found *channel
	for _, g := range guilds {
		i := slices.IndexFunc(g.channels, func(c *channel) bool { return c.name == name })
		id, isID := parseID(name)
		if i < 0 && isID {
			i = slices.IndexFunc(g.channels, func(c *channel) bool { return c.id == id })
		}
		switch {
		case i < 0:
		case found != nil:
			return nil, errAmbiguous
		default:
			found = g.channels[i]
		}
	}
	if found == nil {
		return nil, errNoChannel
	}
	return found, nil
}

// keep adds a message to its channel; beyond the bound the channel forgets its oldest.
func (w *world) keep(c *channel, m *message) {
	c.messages = append(c.messages, m)
	w.messages[m.ID] = m
	if m.viewer == 0 {
		c.last = m.ID
		if c.thread != nil {
			c.thread.count++
		}
	}
	if len(c.messages) >= 2*w.bound {
		old := len(c.messages) - w.bound
		for _, m := range c.messages[:old] {
			delete(w.messages, m.ID)
		}
		c.messages = slices.Clone(c.messages[old:])
	}
}

func (c *channel) place(id snowflake) (int, bool) {
	return slices.BinarySearchFunc(c.messages, id, func(m *message, id snowflake) int {
		switch {
		case m.ID < id:
			return -1
		case m.ID > id:
			return 1
		}
		return 0
	})
}

// replace puts a message's new state where its old one was.
func (w *world) replace(c *channel, m *message) {
	if i, ok := c.place(m.ID); ok {
		c.messages[i] = m
		w.messages[m.ID] = m
	}
}

func (w *world) remove(c *channel, id snowflake) {
	if i, ok := c.place(id); ok {
		c.messages = slices.Delete(c.messages, i, i+1)
		delete(w.messages, id)
	}
}
