package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing/daily"
	"deuces/store"
)

// dailyCrowd are people who play a day's deals at the same time.
type dailyCrowd struct {
	*Server
	sys    systems.System
	mu     sync.Mutex
	clicks []float64 // milliseconds until the reply, with what the bots thought
}

// TestACrowdPlaysADay lets people play a day's deals of each game, 20 at a time. In the middle the bot is killed.
// Then as many others come and choose alike. Whoever plays alike meets the same plays of bots, and what everyone sees of the
// others equals a recount from the logs.
//
//	DEUCES_DOSE=long go test ./e2e -run 'TestACrowdPlaysADay/tienlen' -v    # a thousand people
func TestACrowdPlaysADay(t *testing.T) {
	t.Parallel()
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			people := 2
			if sys.Name == "tienlen" { // whose bots think least
				people = gametest.Dose(t, 2, 24, 1000)
			}
			people = envNumber(t, "DEUCES_PEOPLE", func() int { return people })
			c := &dailyCrowd{Server: NewServer(t), sys: sys}
			c.WithDatabase(func(ctx context.Context, db *store.Store) {
				secret := deal.Seed{1, 2, 3}
				_, err := db.BeginDay(ctx, daily.Settings{Day: daily.Of(time.Now()), System: sys.Name, Version: sys.Version, Playouts: daily.PlayoutsOf(sys.Weights != nil), Weights: sys.WeightsName(), Secret: secret}, sys.Weights)
				errtest.Must(t, err)
			})
			c.play(0, people/2)
			c.Kill()
			c.Start()
			c.play(people/2, people)
			peak := c.peakMemory()
			c.compare(people)
			t.Logf("%d clicks took %.0f ms in the middle and %.0f at the 99th percentile; the bot had %d MB at most", len(c.clicks), quantile(c.clicks, 0.5), quantile(c.clicks, 0.99), peak>>20)
		})
	}
}

func crowdName(i int) string { return fmt.Sprintf("Person %d", i) }

// play lets some people play the day, 20 at a time.
func (c *dailyCrowd) play(from, to int) {
	c.t.Helper()
	var group sync.WaitGroup
	slots := make(chan struct{}, 20)
	for i := from; i < to; i++ {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			if err := c.playDay(c.Person(crowdName(i), "cards"), rand.New(rand.NewPCG(uint64(i-from), 0))); err != nil {
				c.t.Errorf("person %d: %v", i, err)
			}
		})
	}
	group.Wait()
}

// playDay lets a person click random plays until all deals are over.
func (c *dailyCrowd) playDay(p *Person, r *rand.Rand) error {
	ctx := c.t.Context()
	reply, err := p.Command(ctx, p.channel, "daily", nil)
	for n := 0; err == nil; n++ {
		m := reply.Message()
		id := findButton(m, "daily/")
		if plays := playButtons(m); len(plays) > 0 {
			id = plays[r.IntN(len(plays))]
		} else if more := findButton(m, "drawout/"); more != "" {
			id = more
		} else if strings.Contains(m.Text(), "Total: ") {
			return nil
		}
		if n > 500 {
			return fmt.Errorf("the day doesn't end:\n%s", m.Text())
		}
		began := time.Now()
		reply, err = p.Click(ctx, m.ID, id)
		c.mu.Lock()
		c.clicks = append(c.clicks, millis(time.Since(began)))
		c.mu.Unlock()
	}
	return err
}

var peakPattern = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// peakMemory returns the most bytes of memory that the bot has used, or 0 if the system doesn't provide it.
func (c *dailyCrowd) peakMemory() (bytes int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.bot.Process.Pid))
	if found := peakPattern.FindSubmatch(status); found != nil {
		_, _ = fmt.Sscan(string(found[1]), &bytes)
	}
	return bytes << 10
}

// compare reads the logs and checks that bots did the same whenever the same had been played, and that each person sees
// their own total and their part of everyone.
func (c *dailyCrowd) compare(people int) {
	c.t.Helper()
	ctx := c.t.Context()
	db, err := store.Read(ctx, c.db)
	errtest.Must(c.t, err)
	defer db.Close()
	next, totals := map[string]string{}, map[string]int{}
	var deals, moves, compared, bytes int
	for id := match.ID(1); deals < people*daily.Deals; id++ {
		m, past := match.New(id, systems.New), ""
		for e, err := range db.Events(ctx, id) {
			errtest.Must(c.t, err)
			_, form, err := match.Encode(e.Body)
			errtest.Must(c.t, err)
			bytes += len(form)
			switch b := e.Body.(type) {
			case match.Dealt:
				deals++
				past = fmt.Sprint(m.Daily.Deal, b.Chance)
			case match.Acted:
				move := fmt.Sprintf("|%d %v", b.Seat, b.Action)
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
				past += move
			}
			if m, err = m.Apply(e); err != nil {
				c.t.Fatal(err)
			}
		}
		if seat, seated := m.Seat(m.Host); seated {
			who, err := db.People(ctx, "", m.Host)
			errtest.Must(c.t, err)
			totals[who[m.Host].ID] += m.Totals()[seat]
		}
	}
	if len(totals) != people || compared < moves/2 {
		c.t.Errorf("%d people played, and %d of %d moves of bots could be compared; want %d people, half of whom choose as the others", len(totals), compared, moves, people)
	}
	c.t.Logf("%d deals, %d moves of bots, %d of them compared; %d bytes of events a person", deals, moves, compared, bytes/people)
	for i := range people {
		p, better := c.Person(crowdName(i), "cards"), 0
		own := totals[p.ID]
		for _, other := range totals {
			if c.sys.Penalty && other < own || !c.sys.Penalty && other > own {
				better++
			}
		}
		page := p.Uses("daily", nil).Says("Total: " + say.Signed(own).String())
		if want := fmt.Sprintf("top %d %%", (100*(better+1)+people-1)/people); people >= daily.FewestForPercentile {
			page.Says(want)
		} else {
			page.Lacks("top ")
		}
	}
}
