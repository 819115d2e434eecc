package app

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/history"
	"deuces/standing"
	"deuces/standing/daily"
	"deuces/store"
	"deuces/table"
)

// dailyCrowd plays a day's deals through the registry and the store, as the bot does.
type dailyCrowd struct {
	t       *testing.T
	db      *store.Store
	tables  *table.Registry
	think   computers
	day     daily.Settings
	mu      sync.Mutex
	changed map[match.ID]chan struct{}
	bytes   int             // of the stored forms of events
	waits   []time.Duration // from a player's play until it is their turn again
}

func newDailyCrowd(t *testing.T, sys systems.System) *dailyCrowd {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "daily.db"), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	c := &dailyCrowd{t: t, db: db, think: newComputers(), changed: map[match.ID]chan struct{}{}}
	c.think.stored = db.Weights
	c.tables = table.NewRegistry(table.Config{Log: db, Rules: systems.New, Latest: latest, Think: c.think.think, OnChange: c.tell, Logger: zerolog.Nop()})
	t.Cleanup(func() {
		_ = c.tables.Close(context.Background())
		_ = db.Close()
	})
	day := daily.Of(time.Now())
	c.day, err = db.BeginDay(t.Context(), daily.Settings{
		Day: day, System: sys.Name, Version: sys.Version, Playouts: daily.PlayoutsOf(sys.Weights != nil), Weights: sys.WeightsName(), Secret: deal.Seed{1, 2, 3},
	}, sys.Weights)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *dailyCrowd) tell(m match.Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if changed := c.changed[m.ID]; changed != nil {
		close(changed)
		delete(c.changed, m.ID)
	}
}

// await returns a table once its player is to move or the deal is over.
func (c *dailyCrowd) await(id match.ID) match.Match {
	for {
		c.mu.Lock()
		changed := c.changed[id]
		if changed == nil {
			changed = make(chan struct{})
			c.changed[id] = changed
		}
		c.mu.Unlock()
		m, err := c.tables.Match(c.t.Context(), id)
		if err != nil || m.Phase == match.Over || m.AwaitsHost(true) {
			return m
		}
		<-changed
	}
}

// play plays one deal. choose decides for the player.
func (c *dailyCrowd) play(p standing.Player, number int, choose func(match.Match, ai.Observation) (game.Action, error)) (m match.Match, err error) {
	o := match.Opening{
		System: c.day.System, Version: c.day.Version, Host: p, Settings: match.Settings{AutoPass: time.Millisecond},
		Daily: match.Daily{Day: c.day.Day, Deal: number, Playouts: c.day.Playouts, Weights: c.day.Weights}, Seed: c.day.Day.Seed(c.day.Secret, number),
	}
	for i := range daily.Opponents {
		x := match.Computer{Player: match.Player(-1 - i), Level: ai.Hard, Name: fmt.Sprint("Bolt", i)}
		o.Others, o.Computers = append(o.Others, x.Player), append(o.Computers, x)
	}
	if m, err = c.tables.Open(c.t.Context(), o); err != nil {
		return m, err
	}
	var command match.Command = match.Start{Player: p}
	for {
		began := time.Now()
		if _, err := c.tables.Do(c.t.Context(), m.ID, command); err != nil {
			return m, err
		}
		m = c.await(m.ID)
		c.mu.Lock()
		c.waits = append(c.waits, time.Since(began))
		c.mu.Unlock()
		if m.Phase == match.Over {
			return m, nil
		}
		seat, _ := m.Seat(p)
		seen, _ := m.Observation(seat)
		action, err := choose(m, seen)
		if err != nil {
			return m, err
		}
		command = match.Act{Player: p, Decision: m.Decision, Action: action}
	}
}

// TestTheBotsPlayAlikeForEveryone lets people play a day's deals at the same time, and compares what the
// bots did wherever two people had played the same until then.
func TestTheBotsPlayAlikeForEveryone(t *testing.T) {
	people := gametest.Dose(t, 3, 20, 1000)
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			c := newDailyCrowd(t, sys)
			rules, err := sys.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			players, err := sys.Players(rules)
			if err != nil {
				t.Fatal(err)
			}
			var ended []match.Match
			var group sync.WaitGroup
			slots := make(chan struct{}, 20)
			for i := range people {
				for number := 1; number <= daily.Deals; number++ {
					slots <- struct{}{}
					group.Go(func() {
						defer func() { <-slots }()
						m, err := c.play(standing.Player(i+1), number, func(m match.Match, o ai.Observation) (game.Action, error) {
							level := []ai.Level{ai.Normal, ai.Easy}[i%2]
							choice, err := players[level].Choose(o, ai.Budget{}, uint64(i*1000+m.Decision.Turn))
							return choice.Action, err
						})
						if err != nil {
							t.Error(err)
							return
						}
						c.mu.Lock()
						ended = append(ended, m)
						c.mu.Unlock()
					})
				}
			}
			group.Wait()
			compared, moves := c.compare(ended)
			c.verify(ended[0])
			if compared == 0 {
				t.Error("no two people met the same situation")
			}
			slices.Sort(c.waits)
			t.Logf("%d deals, %d moves of bots, %d of them compared; a click took %v in the middle, %v at the 99th percentile; %d bytes of events a deal",
				len(ended), moves, compared, c.waits[len(c.waits)/2], c.waits[len(c.waits)*99/100], c.bytes/len(ended))
		})
	}
}

// compare returns how many moves of bots followed the same moves of the same deal, of how many. A test fails
// if they differ.
func (c *dailyCrowd) compare(ended []match.Match) (compared, moves int) {
	c.t.Helper()
	next := map[string]string{}
	for _, m := range ended {
		past := fmt.Sprint(m.Daily.Deal)
		for e, err := range c.db.Events(c.t.Context(), m.ID) {
			if err != nil {
				c.t.Fatal(err)
			}
			_, form, err := match.Encode(e.Body)
			if err != nil {
				c.t.Fatal(err)
			}
			c.bytes += len(form)
			switch b := e.Body.(type) {
			case match.Dealt:
				past += " " + fmt.Sprint(b.Chance)
			case match.Acted:
				move := fmt.Sprintf("%d %v", b.Seat, b.Action)
				if b.By == match.ByComputer {
					moves++
					if was, met := next[past]; met {
						compared++
						if was != move {
							c.t.Errorf("after the same moves in deal %d one bot played %q and another %q", m.Daily.Deal, was, move)
						}
					}
					next[past] = move
				}
				past += "|" + move
			}
		}
	}
	return compared, moves
}

// verify checks the deal of a record as deuces verify does.
func (c *dailyCrowd) verify(m match.Match) {
	c.t.Helper()
	read, err := history.Read(m.ID, systems.New, c.db.Events(c.t.Context(), m.ID))
	if err != nil {
		c.t.Fatal(err)
	}
	text, err := read.Rounds[0].Record(nil)
	if err != nil {
		c.t.Fatal(err)
	}
	parsed, err := record.Parse(strings.NewReader(text))
	if err != nil {
		c.t.Fatal(err)
	}
	verdict, err := parsed.Verify(func(system string, options map[string]string) (game.Rules, error) {
		return systems.New(system, c.day.Version, options)
	}, func(int64, int) (game.Result, bool) { return game.Result{}, false })
	want := c.day.Day.Seed(c.day.Secret, m.Daily.Deal)
	if err != nil || !verdict.Sealed || len(verdict.Unproven) > 0 || parsed.Deal.Seed != want || parsed.Deal.Table != int64(c.day.Day) {
		c.t.Errorf("the record of deal %d is verified as %+v, %v, want it to be as it was sealed with %v", m.Daily.Deal, verdict, err, want)
	}
}
