package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/sandbox/wire"
	"deuces/sandbox/world"
)

// ownUser is the bot as it sees itself.
type ownUser struct {
	*world.User
	MFA      bool             `json:"mfa_enabled"`
	Locale   string           `json:"locale"`
	Verified bool             `json:"verified"`
	Email    wire.Opt[string] `json:"email"`
}

func (s *API) me(*request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	return ok(ownUser{s.world.Bot, false, "en-US", true, wire.Null[string]()}), nil
}

// editMe changes the bot's name and pictures.
func (s *API) editMe(q *request) (answer, error) {
	var b struct {
		Username wire.Opt[string] `json:"username"`
		Avatar   wire.Opt[string] `json:"avatar"`
		Banner   wire.Opt[string] `json:"banner"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	if b.Username.Set {
		at.Key("username").Length(b.Username.Or(""), 2, 32)
	}
	s.world.Lock()
	defer s.world.Unlock()
	if other := s.world.ByName[b.Username.Or("")]; other != nil && other.ID != s.world.Bot.ID {
		at.Key("username").Fail("USERNAME_ALREADY_TAKEN", "This username is taken")
	}
	avatar, banner := image(at.Key("avatar"), b.Avatar), image(at.Key("banner"), b.Banner)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.ChangeBot(func(u *world.User) {
		u.Username = b.Username.Or(u.Username)
		if b.Avatar.Set {
			u.Avatar = avatar
		}
		if b.Banner.Set {
			u.Banner = banner
		}
	})
	return ok(ownUser{s.world.Bot, false, "en-US", true, wire.Null[string]()}), nil
}

// image reads a data URI for the hash that stands for it. The picture itself isn't kept: nothing here shows avatars.
func image(at *wire.Field, uri wire.Opt[string]) wire.Opt[string] {
	if !uri.Given() {
		return wire.Null[string]()
	}
	_, data, found := strings.Cut(uri.V, ";base64,")
	if !found || !strings.HasPrefix(uri.V, "data:image/") {
		at.Fail("IMAGE_INVALID", "Invalid image data")
	}
	sum := sha256.Sum256([]byte(data))
	return wire.Some(hex.EncodeToString(sum[:16]))
}

func (s *API) getUser(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	if u := s.world.Users[q.id("user")]; u != nil {
		return ok(u), nil
	}
	return answer{}, wire.ErrUnknownUser
}

func (s *API) application(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	if id := q.id("app"); id != 0 && id != s.world.Bot.ID {
		return answer{}, wire.ErrUnknownApp
	}
	return ok(s.world.Application()), nil
}

// editApplication keeps what a bot may say about itself. The privileged intents are a person's to switch, in the portal.
func (s *API) editApplication(q *request) (answer, error) {
	var b struct {
		Description wire.Opt[string]              `json:"description"`
		Icon        wire.Opt[string]              `json:"icon"`
		Cover       wire.Opt[string]              `json:"cover_image"`
		Flags       wire.Opt[int]                 `json:"flags"`
		Tags        wire.Opt[[]string]            `json:"tags"`
		InstallURL  wire.Opt[string]              `json:"custom_install_url"`
		Install     wire.Opt[world.InstallParams] `json:"install_params"`
		RoleURL     wire.Opt[string]              `json:"role_connections_verification_url"`
		Endpoint    wire.Opt[string]              `json:"interactions_endpoint_url"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	f, at := wire.NewForm()
	at.Key("description").Length(b.Description.Or(""), 0, 400)
	if len(b.Tags.Or(nil)) > 5 {
		at.Key("tags").Count(len(b.Tags.V), 0, 5)
	}
	for i, tag := range b.Tags.Or(nil) {
		at.Key("tags").Index(i).Length(tag, 1, 20)
	}
	icon, cover := image(at.Key("icon"), b.Icon), image(at.Key("cover_image"), b.Cover)
	s.world.Lock()
	defer s.world.Unlock()
	if b.Flags.Given() && b.Flags.V&^s.world.Application().Flags != 0 {
		at.Key("flags").Fail("APPLICATION_FLAGS_INVALID", "Only the limited flags of intents that are switched on can be set")
	}
	if id := q.id("app"); id != 0 && id != s.world.Bot.ID {
		return answer{}, wire.ErrUnknownApp
	}
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	if b.Endpoint.Or("") != "" {
		return answer{}, wire.LeftOut("interactions over HTTP")
	}
	about := &s.world.About
	set(&about.Description, b.Description)
	set(&about.InstallURL, b.InstallURL)
	set(&about.RoleURL, b.RoleURL)
	if b.Tags.Set {
		about.Tags = b.Tags.Or(nil)
	}
	if b.Install.Set {
		about.Install = b.Install
	}
	if b.Icon.Set {
		about.Icon = icon
	}
	if b.Cover.Set {
		about.Cover = cover
	}
	return ok(s.world.Application()), nil
}

// set takes a text that a body has; null empties it.
func set(to *string, o wire.Opt[string]) {
	if o.Set {
		*to = o.Or("")
	}
}

// authorization is GET /oauth2/@me for a bot's token.
func (s *API) authorization(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	return ok(struct {
		Application world.Application `json:"application"`
		Scopes      []string          `json:"scopes"`
		Expires     time.Time         `json:"expires"`
		User        *world.User       `json:"user"`
	}{s.world.Application(), []string{"bot", "applications.commands"}, q.now.UTC().AddDate(10, 0, 0), s.world.Bot}), nil
}

// directMessage opens the direct message with a person, which always succeeds.
func (s *API) directMessage(q *request) (answer, error) {
	var b struct {
		Recipient  wire.Opt[wire.Snowflake]   `json:"recipient_id"`
		Recipients wire.Opt[[]wire.Snowflake] `json:"recipients"`
	}
	if err := wire.Decode(q.body, &b); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	to := b.Recipient.Or(0)
	if list := b.Recipients.Or(nil); to == 0 && len(list) == 1 {
		to = list[0]
	} else if len(list) > 1 {
		return answer{}, wire.ErrBotsCannot
	}
	if to == 0 {
		f, at := wire.NewForm()
		at.Key("recipient_id").Required()
		return answer{}, f.Err()
	}
	u := s.world.Users[to]
	switch {
	case u == nil:
		return answer{}, wire.ErrUnknownUser
	case u.Bot:
		return answer{}, wire.ErrNoDirectMessages
	}
	return ok(s.world.DirectMessages(u, q.now).Wire()), nil
}

func (s *API) myGuilds(q *request) (answer, error) {
	type mine struct {
		ID          wire.Snowflake    `json:"id"`
		Name        string            `json:"name"`
		Icon        wire.Opt[string]  `json:"icon"`
		Banner      wire.Opt[string]  `json:"banner"`
		Owner       bool              `json:"owner"`
		Permissions world.Permissions `json:"permissions"`
		Features    []string          `json:"features"`
		Members     *int              `json:"approximate_member_count,omitempty"`
		Online      *int              `json:"approximate_presence_count,omitempty"`
	}
	f, at := wire.NewForm()
	p := q.page(at, 200, 200)
	if err := f.Err(); err != nil {
		return answer{}, err
	}
	s.world.Lock()
	defer s.world.Unlock()
	all := []mine{}
	for _, g := range s.world.Guilds {
		if g.Members[s.world.Bot.ID] == nil || !p.has(g.ID) {
			continue
		}
		one := mine{ID: g.ID, Name: g.Name, Permissions: g.PermissionsOf(s.world.Bot.ID), Features: []string{}}
		if q.flag("with_counts") {
			n := len(g.Members)
			one.Members, one.Online = &n, &n
		}
		all = append(all, one)
	}
	if p.before > 0 && len(all) > p.limit {
		all = all[len(all)-p.limit:]
	}
	return ok(all[:min(len(all), p.limit)]), nil
}

// leaveGuild takes the bot out of a guild by its own wish.
func (s *API) leaveGuild(q *request) (answer, error) {
	s.world.Lock()
	defer s.world.Unlock()
	g, err := s.guildFor(q)
	if err != nil {
		return answer{}, wire.ErrUnknownGuild
	}
	s.world.ThrowOut(g, g.Members[s.world.Bot.ID])
	return noContent, nil
}

// page is which part of a list a query asks for.
type page struct {
	before, after wire.Snowflake
	limit         int
}

// page reads limit, before and after.
func (q *request) page(at *wire.Field, usual, most int) page {
	query := q.URL.Query()
	p := page{limit: usual, before: at.Key("before").Snowflake(query.Get("before")), after: at.Key("after").Snowflake(query.Get("after"))}
	if text := query.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			at.Key("limit").Coerced(text, "int")
		} else {
			at.Key("limit").Between(n, 1, most)
		}
		p.limit = n
	}
	return p
}

// has reports whether an id lies in the part that is asked for.
func (p page) has(id wire.Snowflake) bool {
	return id > p.after && (p.before == 0 || id < p.before)
}

// flag reads a query's boolean.
func (q *request) flag(name string) bool {
	return slices.Contains([]string{"true", "True", "1"}, q.URL.Query().Get(name))
}
