package bot

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// What the bot needs wherever tables are played, and what it can make use of: a thread
// for each table, to count the messages below it, and roles that go with titles.
const (
	Needed = ViewChannel | SendMessages | SendInThreads
	Useful = OpenThreads | ReadHistory | ManageRoles
)

// Invitation is the link with which a server's admin adds the bot.
func Invitation(application string, p Permissions) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", application, p)
}

// Inspection is what Discord says about a bot that need not run.
type Inspection struct {
	Application string // its id
	Name        string
	Intents     []string // privileged intents that are switched on, by their names in the developer portal
	Guilds      []Membership
	// Ahead is by how much this machine's clock is ahead of Discord's, to about a
	// second; below 0: behind; nil where Discord has not told the time.
	Ahead *time.Duration
}

// Membership is a guild that the bot is in.
type Membership struct {
	ID, Name string
	Can      Permissions // of the bot, where no channel says otherwise
	Shut     bool        // every text channel denies the bot something that it needs
}

// lookInto is in how many guilds Inspect looks at the channels: it takes two requests each.
const lookInto = 20

// Inspect asks Discord about the bot with this token, once and without starting
// it. The error is ErrToken, or says why there was no answer; the time counts even
// then.
func Inspect(ctx context.Context, cfg Config) (i Inspection, err error) {
	b, err := New(cfg)
	if err != nil {
		return i, err
	}
	defer b.plain.CloseIdleConnections()
	defer func() { i.Ahead = b.clock.ahead.Load() }()
	var app struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Flags int    `json:"flags"`
	}
	if err := b.client.do(ctx, nil, call{method: http.MethodGet, path: "/applications/@me", own: true, into: &app}); err != nil {
		return i, err
	}
	i.Application, i.Name, i.Intents = app.ID, app.Name, privileged(app.Flags)
	if i.Guilds, err = b.memberships(ctx); err != nil || len(i.Guilds) == 0 {
		return i, err
	}
	var user struct {
		ID string `json:"id"`
	}
	if err := b.client.do(ctx, nil, call{method: http.MethodGet, path: "/users/@me", own: true, into: &user}); err != nil {
		return i, err
	}
	for n := range i.Guilds[:min(lookInto, len(i.Guilds))] {
		g := &i.Guilds[n]
		open, err := b.playable(ctx, *g, user.ID, Needed)
		if err != nil {
			break // what isn't known isn't said
		}
		g.Shut = !open
	}
	return i, nil
}

// memberships lists the guilds that the bot is in.
func (b *Bot) memberships(ctx context.Context) (all []Membership, err error) {
	const page = 200
	for after := "0"; ; {
		var some []struct {
			ID          string `json:"id"`
			Name        string `json:"name"`
			Permissions string `json:"permissions"`
		}
		path := fmt.Sprintf("/users/@me/guilds?limit=%d&after=%s", page, after)
		if err := b.client.persist(ctx, b.client.own, "GET memberships", call{method: http.MethodGet, path: path, own: true, into: &some}); err != nil {
			return nil, err
		}
		for _, g := range some {
			can, err := strconv.ParseUint(g.Permissions, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("permissions in guild %s: %w", g.ID, err)
			}
			all, after = append(all, Membership{ID: g.ID, Name: g.Name, Can: Permissions(can)}), g.ID
		}
		if len(some) < page {
			return all, nil
		}
	}
}

// privileged names the privileged intents among an application's flags. Each has a
// flag for large and one for small bots.
func privileged(flags int) (names []string) {
	for _, x := range []struct {
		bits int
		name string
	}{
		{1<<12 | 1<<13, "Presence Intent"},
		{1<<14 | 1<<15, "Server Members Intent"},
		{1<<18 | 1<<19, "Message Content Intent"},
	} {
		if flags&x.bits != 0 {
			names = append(names, x.name)
		}
	}
	return names
}

// application is what a session says of the bot's.
type application struct {
	id    string
	flags int
}

// ClockError is by how much this machine's clock may differ from Discord's: beyond it,
// times on boards are visibly wrong.
const ClockError = 10 * time.Second

// remark says in the log, once and in a line each, what the bot's owner could do better.
func (b *Bot) remark(a application) {
	if intents := privileged(a.flags); len(intents) > 0 {
		b.cfg.Log.Info().Strs("intents", intents).Msg("the bot needs no privileged intent, but the developer portal has switched these on; switch off what nothing else uses")
	}
	if off := b.clock.ahead.Load(); off != nil && off.Abs() > ClockError {
		b.cfg.Log.Warn().Str("clock", Apart(*off)).
			Msg("this machine's clock is wrong, and so are times on boards and the ends of seasons; set it, and keep it right with NTP")
	}
}

// Apart says how far this machine's clock is ahead of Discord's, such as "1m0s behind Discord's".
func Apart(ahead time.Duration) string {
	way := " ahead of Discord's"
	if ahead < 0 {
		way = " behind Discord's"
	}
	return ahead.Abs().Round(time.Second).String() + way
}

// dated is a transport that compares the clocks at both ends, once: at the first answer
// that takes less than their error.
type dated struct {
	next  http.RoundTripper
	ahead atomic.Pointer[time.Duration] // nil until then
}

func (d *dated) RoundTrip(r *http.Request) (*http.Response, error) {
	if d.ahead.Load() != nil {
		return d.next.RoundTrip(r)
	}
	began := time.Now()
	resp, err := d.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	took := time.Since(began)
	if theirs, err := http.ParseTime(resp.Header.Get("Date")); err == nil && took < ClockError {
		// The answer was written between the two moments, in a second that it rounds down.
		ahead := began.Add(took / 2).Sub(theirs.Add(time.Second / 2))
		d.ahead.Store(&ahead)
	}
	return resp, nil
}
