package e2e

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// TestHandListsManyTablesQuickly checks the lists of 200 people with 1 to 12 tables each, in direct messages: they have the
// order that a recount from the logs gives, and the bot answers fast.
func TestHandListsManyTablesQuickly(t *testing.T) {
	const people, most, within = 200, 12, 20.0 // milliseconds, on a machine that has nothing else to do
	s := NewServerOn(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience}, "USER_RATE=0")
	r := newRand(t)
	var all []*Person
	var wanted []int // by person: how many seats are still wanted
	for i := range people {
		all, wanted = append(all, s.Person(fmt.Sprint("P", i), "")), append(wanted, 1+i%most)
	}
	// Each table seats the four people who still want most.
	var seats [][]int
	for {
		order := make([]int, people)
		for i := range order {
			order[i] = i
		}
		r.Shuffle(people, func(i, j int) { order[i], order[j] = order[j], order[i] })
		slices.SortStableFunc(order, func(a, b int) int { return wanted[b] - wanted[a] })
		if wanted[order[3]] == 0 {
			break
		}
		for _, i := range order[:4] {
			wanted[i]--
		}
		seats = append(seats, order[:4])
	}
	channels := make([]string, 0, len(seats))
	for g := 0; len(channels) < len(seats); g++ {
		var names []string
		for range min(50, len(seats)-len(channels)) {
			names = append(names, fmt.Sprint("many-", len(channels)+len(names)))
		}
		s.Sandbox("POST", "guilds", map[string]any{"name": fmt.Sprint("Many ", g), "channels": names})
		channels = append(channels, names...)
	}
	ids := s.channelIDs()
	s.WithDatabase(func(ctx context.Context, db *store.Store) {
		creating, within := errgroup.WithContext(ctx)
		creating.SetLimit(100)
		for n, at := range seats {
			var four []*Person
			for _, i := range at {
				four = append(four, all[i])
			}
			sys := systems.All()[n%len(systems.All())]
			open := s.opening(ctx, db, sys.Name, nil, four)
			open.Guild, open.Channel = ids[channels[n]][0], ids[channels[n]][1]
			if open.Settings.Clock = time.Duration(1+r.IntN(7*24*60)) * time.Minute; n%10 == 0 {
				open.Settings.Clock = 0
			}
			w := &matchWriter{Match: match.New(0, systems.New), t: t}
			began := time.Now()
			w.do(open, began)
			if n%7 > 0 {
				w.do(match.Start{Player: open.Host}, began)
				chance := gametest.NewRand(r.Uint64())
				w.do(match.Deal{Chance: chance.Chance(w.Rules, 4)}, began)
				for range r.IntN(25) {
					if w.Phase != match.Playing { // a hand may win as it is dealt
						break
					}
					legal := w.State.Legal()
					w.act(legal[r.IntN(len(legal))], began)
				}
			}
			creating.Go(func() error {
				_, err := db.Create(within, w.events)
				return err
			})
		}
		errtest.Must(t, creating.Wait())
		if _, err := db.Rebuild(ctx, systems.New); err != nil {
			t.Fatal(err)
		}
	})
	s.WaitUntil("all boards are posted", func() bool {
		return s.Count(`SELECT count(*) FROM posts WHERE kind = 'board' AND message <> ''`) == len(seats)
	})
	before := s.recounted(all)
	var took, best []float64
	lists := make([][]string, people)
	for i, p := range all {
		direct := s.Create("dms", map[string]any{"user": p.Name})
		var list Message
		fastest := math.Inf(1)
		for range 5 {
			reply, err := p.Command(t.Context(), direct, "hand", nil)
			list = p.message("/hand", reply, err).Whispers("able")
			took, fastest = append(took, reply.Ms), min(fastest, reply.Ms)
		}
		best = append(best, fastest)
		for _, c := range list.Buttons() {
			lists[i] = append(lists[i], strings.TrimPrefix(c.CustomID, "hand/"))
		}
	}
	tables := 0
	for i, want := range s.recounted(all) { // a table may have passed for somebody meanwhile
		if tables += len(want); !slices.Equal(want, lists[i]) && !slices.Equal(before[i], lists[i]) {
			t.Errorf("%s is shown the tables %v, want %v", all[i].Name, lists[i], want)
		}
	}
	t.Logf("%d people, %d tables, %d entries in lists: median %.1f ms, p99 %.1f ms; p99 of each person's fastest of five %.1f ms",
		people, len(seats), tables, quantile(took, 0.5), quantile(took, 0.99), quantile(best, 0.99))
	if p99 := quantile(best, 0.99); p99 > within && !raceDetector {
		t.Errorf("99 of 100 people get their list within %.1f ms, want %v", p99, within)
	}
}

// recounted returns the tables of people in the order of their lists, as it follows from the logs: their own turns, the turns of
// others, then lobbies, and of these the one whose time is up first.
func (s *Server) recounted(people []*Person) (lists [][]string) {
	s.t.Helper()
	ctx := s.t.Context()
	db, err := store.Read(ctx, s.db)
	errtest.Must(s.t, err)
	defer db.Close()
	live, err := db.Index(ctx)
	errtest.Must(s.t, err)
	type entry struct {
		key string // sorts as the list does
		id  match.ID
	}
	byPlayer := map[match.Player][]entry{}
	for _, l := range live {
		m := match.New(l.ID, systems.New)
		for e, err := range db.Events(ctx, l.ID) {
			if err == nil {
				m, err = m.Apply(e)
			}
			errtest.Must(s.t, err)
		}
		ends := int64(1) << 50
		if d := m.Deadline(); !d.IsZero() {
			ends = d.UnixNano() / 1e6
		}
		seat, due := m.Turn()
		for i, p := range m.Players() {
			kind := 1
			switch {
			case m.Phase == match.Lobby:
				kind = 2
			case due && int(seat) == i:
				kind = 0
			}
			byPlayer[p] = append(byPlayer[p], entry{fmt.Sprintf("%d %020d %020d", kind, ends, m.ID), m.ID})
		}
	}
	for _, p := range people {
		player := match.Player(s.Count(`SELECT player FROM people WHERE discord = ?`, p.ID))
		mine := byPlayer[player]
		slices.SortFunc(mine, func(a, b entry) int { return strings.Compare(a.key, b.key) })
		var list []string
		for _, e := range mine {
			list = append(list, fmt.Sprint(e.id))
		}
		lists = append(lists, list)
	}
	return lists
}
