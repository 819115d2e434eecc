package bot

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"deuces/bot/rest"
)

// Inspection is what Discord says about a bot that need not run.
type Inspection struct {
	Application string // its id
	Name        string
	Intents     []string // privileged intents that are switched on, by their names in the developer portal
	Guilds      []Membership
	// ClockAhead is rest.Client.ClockAhead.
	ClockAhead *time.Duration
}

// Membership is a guild that the bot is in.
type Membership struct {
	ID, Name string
	Can      Permissions // of the bot, where no channel says otherwise
	Shut     bool        // every text channel denies the bot something that it needs
}

// inspectedGuilds is in how many guilds Inspect looks at the channels, which takes two
// requests each.
const inspectedGuilds = 20

// Inspect asks Discord about the bot with this token, once and without starting it. The
// error is rest.ErrToken, or says why there was no answer; ClockAhead is valid even then.
func Inspect(ctx context.Context, cfg Config) (i Inspection, err error) {
	client, err := rest.New(rest.Config{Token: cfg.Token, API: cfg.API, Transport: cfg.Transport})
	if err != nil {
		return i, err
	}
	defer client.HTTP().CloseIdleConnections()
	defer func() { i.ClockAhead = client.ClockAhead() }()
	get := func(path string, into any) error {
		return client.Do(ctx, rest.Request{Method: http.MethodGet, Path: path, Bucket: rest.Named("inspect"), Into: into})
	}
	var app application
	if err := client.Once(ctx, rest.Request{Method: http.MethodGet, Path: "/applications/@me", Bucket: rest.Named("inspect"), Into: &app}); err != nil {
		return i, err
	}
	i.Application, i.Name, i.Intents = app.ID, app.Name, app.privileged()
	if i.Guilds, err = memberships(get); err != nil || len(i.Guilds) == 0 {
		return i, err
	}
	var user struct {
		ID string `json:"id"`
	}
	if err := get("/users/@me", &user); err != nil {
		return i, err
	}
	for n := range i.Guilds[:min(inspectedGuilds, len(i.Guilds))] {
		g := &i.Guilds[n]
		open, err := playable(get, *g, user.ID)
		if err != nil {
			break // what isn't known isn't said
		}
		g.Shut = !open
	}
	return i, nil
}

// memberships lists the guilds that the bot is in.
func memberships(get func(string, any) error) (all []Membership, err error) {
	const page = 200
	for after := "0"; ; {
		var some []struct {
			ID   string   `json:"id"`
			Name string   `json:"name"`
			Can  flexible `json:"permissions"`
		}
		if err := get(fmt.Sprintf("/users/@me/guilds?limit=%d&after=%s", page, after), &some); err != nil {
			return nil, err
		}
		for _, g := range some {
			all, after = append(all, Membership{ID: g.ID, Name: g.Name, Can: g.Can.permissions()}), g.ID
		}
		if len(some) < page {
			return all, nil
		}
	}
}

// playable reports whether a guild has a text channel in which the bot, whose user has
// that id, has all permissions that it needs.
func playable(get func(string, any) error, g Membership, user string) (bool, error) {
	var me struct {
		Roles []string `json:"roles"`
	}
	var channels []struct {
		Kind       int         `json:"type"`
		Overwrites []overwrite `json:"permission_overwrites"`
	}
	if err := get("/guilds/"+g.ID+"/members/"+user, &me); err != nil {
		return false, err
	}
	if err := get("/guilds/"+g.ID+"/channels", &channels); err != nil {
		return false, err
	}
	texts := 0
	for _, c := range channels {
		if c.Kind != 0 && c.Kind != 5 { // a text channel, or one for announcements
			continue
		}
		texts++
		if g.Can.in(g.ID, user, me.Roles, c.Overwrites).Has(Needed) {
			return true, nil
		}
	}
	return texts == 0, nil
}

// overwrite is how a channel changes the permissions of a role (kind 0) or a member (kind 1).
type overwrite struct {
	ID    string   `json:"id"`
	Kind  int      `json:"type"`
	Allow flexible `json:"allow"`
	Deny  flexible `json:"deny"`
}

// in is p as a channel changes it: for everyone, then for roles, then for the member.
func (p Permissions) in(guild, user string, roles []string, all []overwrite) Permissions {
	if p.Has(Administrator) {
		return p
	}
	for _, concerns := range []func(overwrite) bool{
		func(o overwrite) bool { return o.Kind == 0 && o.ID == guild },
		func(o overwrite) bool { return o.Kind == 0 && o.ID != guild && slices.Contains(roles, o.ID) },
		func(o overwrite) bool { return o.Kind == 1 && o.ID == user },
	} {
		var allow, deny Permissions
		for _, o := range all {
			if concerns(o) {
				allow |= o.Allow.permissions()
				deny |= o.Deny.permissions()
			}
		}
		p = p&^deny | allow
	}
	return p
}

// application is what Discord says of the bot's application.
type application struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Flags int    `json:"flags"`
}

// privileged names the application's privileged intents. Each has a flag for large and one
// for small bots.
func (a application) privileged() (names []string) {
	for _, x := range []struct {
		bits int
		name string
	}{
		{1<<12 | 1<<13, "Presence Intent"},
		{1<<14 | 1<<15, "Server Members Intent"},
		{1<<18 | 1<<19, "Message Content Intent"},
	} {
		if a.Flags&x.bits != 0 {
			names = append(names, x.name)
		}
	}
	return names
}

// ClockDifference says how far this machine's clock is ahead of Discord's, such as "1m0s
// behind Discord's".
func ClockDifference(ahead time.Duration) string {
	way := " ahead of Discord's"
	if ahead < 0 {
		way = " behind Discord's"
	}
	return ahead.Abs().Round(time.Second).String() + way
}
