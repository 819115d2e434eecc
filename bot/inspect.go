package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"deuces/bot/rest"
)

// Inspection is the result of Inspect.
type Inspection struct {
	Application string // id of the application
	Name        string
	Personal    bool          // people can install the application for themselves
	Intents     []string      // enabled privileged intents, with their names in the developer portal
	Guilds      []Membership  // the first guilds, at most inspectedMemberships
	Total       int           // number of guilds; about, if it is more than len(Guilds)
	Took        time.Duration // time of Discord's fastest answer
	// ClockAhead is rest.Client.ClockAhead.
	ClockAhead *time.Duration
}

// Membership is a guild that the bot is in.
type Membership struct {
	ID, Name string
	Can      Permissions // the bot's permissions in the guild, without channel overwrites
	Shut     bool        // the bot lacks a needed permission in every text channel
}

// inspectedMemberships is the maximum number of guilds that Inspect lists. Discord gives 200 in an
// answer, and about one such answer a second.
const inspectedMemberships = 1000

// inspectedGuilds is the maximum number of guilds whose channels Inspect looks at. Each takes two
// requests.
const inspectedGuilds = 20

// Inspect asks Discord about the bot with this token, without starting it. The error is
// rest.ErrToken if Discord refuses the token, or explains why Discord didn't answer. ClockAhead is
// set even after an error if Discord has answered.
func Inspect(ctx context.Context, cfg Config) (i Inspection, err error) {
	client, err := rest.New(rest.Config{Token: cfg.Token, API: cfg.API, Transport: cfg.Transport, Meter: fastest{&i.Took}})
	if err != nil {
		return i, err
	}
	defer client.Direct().CloseIdleConnections()
	defer func() { i.ClockAhead = client.ClockAhead() }()
	get := func(path string, into any) error {
		return client.Do(ctx, rest.Request{Method: http.MethodGet, Path: path, Bucket: rest.Named("inspect"), Into: into})
	}
	var app application
	if err := client.Once(ctx, rest.Request{Method: http.MethodGet, Path: "/applications/@me", Bucket: rest.Named("inspect"), Into: &app}); err != nil {
		return i, err
	}
	i.Application, i.Name, i.Personal, i.Intents = app.ID, app.Name, app.personal(), app.privileged()
	if i.Guilds, err = memberships(get); err != nil && len(i.Guilds) == 0 {
		return i, err
	}
	// If an answer is missing, those before it still count.
	if i.Total = max(app.Guilds, len(i.Guilds)); i.Total == 0 {
		return i, nil
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
			break // leave Shut false for the other guilds, whose channels are unknown
		}
		g.Shut = !open
	}
	return i, nil
}

// fastest is a rest.Meter that keeps the time of the fastest answer. Inspect makes one request at a
// time.
type fastest struct{ took *time.Duration }

func (f fastest) Requested(status int, took time.Duration) {
	if status > 0 && (*f.took == 0 || took < *f.took) {
		*f.took = took
	}
}
func (fastest) Limited(string) {}
func (fastest) Invalid()       {}

// memberships lists the first guilds that the bot is in. After an error it returns those that it got.
func memberships(get func(string, any) error) (all []Membership, err error) {
	const page = 200
	for after := "0"; ; {
		var some []struct {
			ID   string   `json:"id"`
			Name string   `json:"name"`
			Can  flexible `json:"permissions"`
		}
		if err := get(fmt.Sprintf("/users/@me/guilds?limit=%d&after=%s", page, after), &some); err != nil {
			return all, err
		}
		for _, g := range some {
			all, after = append(all, Membership{ID: g.ID, Name: g.Name, Can: g.Can.permissions()}), g.ID
		}
		if len(some) < page || len(all) >= inspectedMemberships {
			return all, nil
		}
	}
}

// playable reports whether a guild has a text channel in which the bot has all permissions that it
// needs, or no text channel at all. user is the id of the bot's user.
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
		if c.Kind != 0 && c.Kind != 5 { // neither a text channel nor an announcement channel
			continue
		}
		texts++
		if g.Can.in(g.ID, user, me.Roles, c.Overwrites).Has(Needed) {
			return true, nil
		}
	}
	return texts == 0, nil
}

// overwrite changes the permissions of a role (kind 0) or a member (kind 1) in a channel.
type overwrite struct {
	ID    string   `json:"id"`
	Kind  int      `json:"type"`
	Allow flexible `json:"allow"`
	Deny  flexible `json:"deny"`
}

// in returns the permissions after a channel's overwrites, which apply to everyone first, then to
// roles, then to the member.
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

// application is Discord's JSON form of the bot's application.
type application struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Flags int    `json:"flags"`
	// Guilds is Discord's approximate number of guilds.
	Guilds int `json:"approximate_guild_count"`
	// Installs has an entry for each way to install the application: "0" for guilds, "1" for people.
	Installs map[string]json.RawMessage `json:"integration_types_config"`
}

// personal reports whether people can install the application for themselves.
func (a application) personal() bool { return a.Installs[strconv.Itoa(byPerson)] != nil }

// privileged returns the names of the application's privileged intents. Each intent has one flag
// for large bots and one for small bots.
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

// ClockDifference describes the result of rest.Client.ClockAhead, such as "1m0s behind Discord's".
func ClockDifference(ahead time.Duration) string {
	way := " ahead of Discord's"
	if ahead < 0 {
		way = " behind Discord's"
	}
	return ahead.Abs().Round(time.Second).String() + way
}
