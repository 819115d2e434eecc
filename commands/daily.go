package commands

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
	"deuces/standing/daily"
	"deuces/table"
)

// The daily deals (package daily). All of a day is one private message: a click updates it once the
// computers have played and it is the player's turn again. So it needs no mirror, and works wherever
// Discord lets people use the command.

var dailySpec = bot.Command{Name: "daily", Description: say.New("Play today's three deals, which are the same for everyone"), Anywhere: true}

// dailyOpponents are the names of the computers, the same for everyone.
var dailyOpponents = [daily.Opponents]string{"Quartz", "Rivet", "Sprocket"}

// daily shows the deal that the person has begun, or the page of the day.
func (c *Commands) daily(ctx context.Context, r guildRequest) (bot.Reply, error) {
	d, err := c.dayOf(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if r.Guild != "" {
		if err := c.Store.JoinDaily(ctx, r.Guild, d.player); err != nil {
			return bot.Reply{}, err
		}
	}
	if i := slices.IndexFunc(d.played, func(p daily.Played) bool { return !p.Over }); i >= 0 {
		return c.playDaily(ctx, r, d, d.played[i].Deal)
	}
	return c.showDay(ctx, r, d, say.Message{})
}

// dailyClicked handles the buttons of the page of the day and of deals that are over.
func (c *Commands) dailyClicked(ctx context.Context, r guildRequest, id ids.Daily) (bot.Reply, error) {
	d, err := c.dayOf(ctx, r)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case id.Day != d.Day:
		return c.showDay(ctx, r, d, sayDayOver(id.Day))
	case id.Do == ids.DailyShare:
		return c.shareDay(ctx, r, d)
	case id.Do == ids.DailyFair:
		return c.fairDay(ctx, r, d)
	case id.Do == ids.DailyMistake:
		return c.mistakeOf(ctx, r, d, id)
	case id.Deal < 1 || id.Deal > len(d.played)+1 || id.Deal > daily.Deals:
		return c.showDay(ctx, r, d, say.Message{})
	}
	return c.playDaily(ctx, r, d, id.Deal)
}

func sayDayOver(day daily.Day) say.Message {
	return say.New("Daily {n} is over. These are today's deals.", int(day))
}

// personsDay is a day with what a person has played.
type personsDay struct {
	daily.Settings
	player standing.Player
	played []daily.Played // by deal; those that weren't begun are missing
}

// dayOf returns the current day of the person of a request.
func (c *Commands) dayOf(ctx context.Context, r guildRequest) (d personsDay, err error) {
	if err := c.servedHere(""); err != nil {
		return d, err
	}
	if d.player, err = c.playerOf(ctx, r.Request); err != nil {
		return d, err
	}
	if d.Settings, err = c.today(ctx); err != nil {
		return d, err
	}
	d.played, err = c.Store.Dailies(ctx, d.Day, d.player)
	return d, err
}

// today returns the current day, which begins with the first call.
func (c *Commands) today(ctx context.Context) (daily.Settings, error) {
	day := daily.Of(time.Now())
	sys := daily.Game(day, slices.DeleteFunc(slices.Clone(c.Systems), func(s systems.System) bool { return s.Players == nil }))
	want := daily.Settings{Day: day, System: sys.Name, Version: sys.Version, Playouts: daily.PlayoutsOf(sys.Weights != nil), Weights: sys.WeightsName()}
	var err error
	if want.Secret, err = deal.NewSeed(rand.Reader); err != nil {
		return daily.Settings{}, err
	}
	return c.Store.BeginDay(ctx, want, sys.Weights)
}

func (c *Commands) showDay(ctx context.Context, r guildRequest, d personsDay, note say.Message) (bot.Reply, error) {
	shown, err := c.dayShown(ctx, r, d, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	msg := screen.Daily(*r.set, shown, note)
	return bot.Reply{Message: &msg, Private: true, Update: r.Private && r.Message != ""}, nil
}

// playDaily opens a deal, or shows one that the person has begun.
func (c *Commands) playDaily(ctx context.Context, r guildRequest, d personsDay, number int) (bot.Reply, error) {
	id, err := c.dailyTable(ctx, d, number)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.letBotsPlay(ctx, func() (bot.Reply, error) {
		m, err := c.tables.Match(ctx, id)
		if err == nil && m.Phase == match.Lobby { // begun just now, or before a crash
			m, err = c.tables.Do(ctx, id, match.Start{Player: d.player})
		}
		if err != nil && !errors.Is(err, match.ErrStale) {
			return bot.Reply{}, err
		}
		return c.presentDaily(ctx, visit{r, m, d.player}, shownHand{})
	})
}

// letBotsPlay handles a click on a daily deal, whose reply waits for the computers, a few at a time and in the order
// in which they come. Otherwise their decisions would wait for one another, and a click after which computers
// make ten decisions ten times as long as others. Other tables would wait, too.
func (c *Commands) letBotsPlay(ctx context.Context, click func() (bot.Reply, error)) (bot.Reply, error) {
	if err := c.playing.Acquire(ctx, 1); err != nil {
		return bot.Reply{}, err
	}
	defer c.playing.Release(1)
	return click()
}

// dailyTable returns the person's table for a deal. If there is none, it opens one. Of two clicks at the
// same time, in any process, one opens it.
func (c *Commands) dailyTable(ctx context.Context, d personsDay, number int) (match.ID, error) {
	for again := false; ; again = true {
		if number <= len(d.played) {
			return match.ID(d.played[number-1].Table), nil
		}
		open := match.Opening{
			System: d.System, Version: d.Version, Host: d.player,
			Settings: match.Settings{AutoPass: time.Millisecond, NoHint: true},
			Daily:    match.Daily{Day: d.Day, Deal: number, Playouts: d.Playouts, Weights: d.Weights}, Seed: d.Day.Seed(d.Secret, number),
		}
		for i, name := range dailyOpponents {
			computer := match.Computer{Player: match.Player(-1 - i), Level: ai.Hard, Name: name}
			open.Others, open.Computers = append(open.Others, computer.Player), append(open.Computers, computer)
		}
		m, err := c.tables.Open(ctx, open)
		if !errors.Is(err, table.ErrConflict) || again {
			return m.ID, err
		}
		if d.played, err = c.Store.Dailies(ctx, d.Day, d.player); err != nil {
			return 0, err
		}
	}
}

// atDaily handles the buttons of the hand of a daily deal.
func (c *Commands) atDaily(ctx context.Context, r guildRequest, m match.Match, h atVisit) (bot.Reply, error) {
	d, err := c.dayOf(ctx, r)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case m.Host != d.player:
		return bot.Reply{}, match.ErrNoTable
	case m.Daily.Day != d.Day:
		return c.showDay(ctx, r, d, sayDayOver(m.Daily.Day))
	}
	return c.letBotsPlay(ctx, func() (bot.Reply, error) { return h(ctx, visit{r, m, d.player}) })
}

// presentDaily replies with a daily deal once it is the player's turn or the deal is over.
func (c *Commands) presentDaily(ctx context.Context, v visit, at shownHand) (bot.Reply, error) {
	auto, err := c.AutoPass(ctx, v.player)
	if err != nil {
		return bot.Reply{}, err
	}
	m, err := c.dailies.wait(ctx, c.tables, v.match.ID, auto)
	if err != nil {
		return bot.Reply{}, err
	}
	if m.Decision != v.match.Decision {
		at.page = at.page.Opening()
	}
	m.Guild = v.Guild // whose words and names are shown
	s, err := c.handSnapshot(ctx, m, v.player, nil)
	if err != nil {
		return bot.Reply{}, err
	}
	seat, seated := m.Seat(v.player)
	if !seated {
		return bot.Reply{}, match.ErrNotSeated
	}
	var msg bot.Message
	if m.Phase == match.Over {
		d, err := c.dayOf(ctx, v.guildRequest)
		if err != nil {
			return bot.Reply{}, err
		}
		shown, err := c.dayShown(ctx, v.guildRequest, d, m.Daily.Deal)
		if err != nil {
			return bot.Reply{}, err
		}
		msg = s.DailyOver(seat, shown, at.note)
	} else {
		msg = s.DailyHand(seat, at.page, at.note)
	}
	return bot.Reply{Message: &msg, Private: true, Update: v.Private && v.Message != ""}, nil
}

// dailies lets replies wait until the computers have played at a daily table. The zero value is ready to
// use. Few replies wait at the same time (letBotsPlay), so a change at any table wakes them all.
type dailies struct {
	mu      sync.Mutex
	changed chan struct{} // closed with the next change; nil: nobody waits
}

// tell wakes those who wait.
func (d *dailies) tell() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changed != nil {
		close(d.changed)
		d.changed = nil
	}
}

func (d *dailies) next() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changed == nil {
		d.changed = make(chan struct{})
	}
	return d.changed
}

// wait returns a table once a person is to decide or it is over.
func (d *dailies) wait(ctx context.Context, tables *table.Registry, id match.ID, auto bool) (match.Match, error) {
	for {
		changed := d.next()
		m, err := tables.Match(ctx, id)
		if err != nil || m.Phase == match.Over || m.AwaitsHost(auto) {
			return m, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return m, fmt.Errorf("wait for the computers at table %d: %w", id, ctx.Err())
		}
	}
}
