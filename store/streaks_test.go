package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/standing"
)

// settleAt settles a round that ended at that minute after noon, in its own match.
func settleAt(t testing.TB, s *Store, minute int, r standing.Settlement) {
	t.Helper()
	settleWhen(t, s, noon().Add(time.Duration(minute)*time.Minute), r)
}

func settleWhen(t testing.TB, s *Store, at time.Time, r standing.Settlement) {
	t.Helper()
	id := create(t, s)
	r.Match, r.Round = int64(id), max(1, r.Round)
	events := numberedFrom(3, match.Paused{})
	events[0].At = at
	must(t, s.Append(t.Context(), id, events, &r))
}

func in(channel string, r standing.Settlement) standing.Settlement {
	r.Channel = channel
	return r
}

func TestTitleRunsAreStored(t *testing.T) {
	s := openNew(t)
	for _, name := range []string{"Ann", "Bob", "Cy"} {
		if _, err := s.Player(t.Context(), name, name); err != nil {
			t.Fatal(err)
		}
	}
	for minute, r := range []standing.Settlement{
		round("g1", "ahole", ann, cy, bob),
		round("g1", "ahole", ann, cy, dee),                // still President; another Scum
		in("c2", round("g1", "ahole", ann, dee)),          // in another channel: goes on in the guild alone
		round("g1", "ahole", bob, cy, ann),                // deposed
		in("c2", round("g1", "president", dee, ann, bob)), // another system
		round("g2", "ahole", cy, ann),
	} {
		settleAt(t, s, minute, r)
	}
	most := round("g1", "ahole", cy, ann, bob)
	most.Bots = 4
	settleAt(t, s, 9, most) // bots are the majority: no title runs or ends

	at := func(minute int) time.Time { return noon().Add(time.Duration(minute) * time.Minute) }
	reign := func(channel, system string, title game.Title, p standing.Player, name string, rounds, from, to int) standing.Streak {
		return standing.Streak{Channel: channel, System: system, Title: title, Player: p, Name: name, Rounds: rounds, Began: at(from), Last: at(to)}
	}
	running := func(r standing.Streak) standing.Streak { r.Running = true; return r }
	deposed := func(r standing.Streak, p standing.Player, name string, rounds int) standing.Streak {
		r.Deposed, r.DeposedName, r.DeposedRounds = p, name, rounds
		return r
	}
	by := func(r standing.Streak, p standing.Player, name string) standing.Streak {
		r.By, r.ByName = p, name
		return r
	}
	bobs := running(deposed(reign("", "ahole", game.President, bob, "Bob", 1, 3, 3), ann, "Ann", 3))
	anns := by(reign("", "ahole", game.President, ann, "Ann", 3, 0, 2), bob, "Bob")
	scum := running(deposed(reign("", "ahole", game.Scum, ann, "Ann", 1, 3, 3), dee, "", 2))
	dees := by(reign("", "ahole", game.Scum, dee, "", 2, 1, 2), ann, "Ann")
	dees = deposed(dees, bob, "Bob", 1)
	other := []standing.Streak{
		running(reign("", "president", game.President, dee, "", 1, 4, 4)), running(reign("", "president", game.Scum, bob, "Bob", 1, 4, 4)),
	}

	got, err := s.Running(t.Context(), "g1", "")
	if diff := cmp.Diff(append([]standing.Streak{bobs, scum}, other...), got); diff != "" || err != nil {
		t.Error("of the guild", diff, err)
	}
	got, err = s.Running(t.Context(), "g1", "c2")
	want := []standing.Streak{
		running(reign("c2", "ahole", game.President, ann, "Ann", 1, 2, 2)), running(reign("c2", "ahole", game.Scum, dee, "", 1, 2, 2)),
		running(reign("c2", "president", game.President, dee, "", 1, 4, 4)), running(reign("c2", "president", game.Scum, bob, "Bob", 1, 4, 4)),
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error("of a channel", diff, err)
	}
	for _, c := range []struct {
		why  string
		q    standing.StreakQuery
		want []standing.Streak
	}{
		{"the longest first, then the newest", standing.StreakQuery{Limit: 3}, []standing.Streak{anns, dees, other[0]}},
		{"the next page", standing.StreakQuery{Limit: 1, Offset: 1}, []standing.Streak{dees}},
		{"of a title", standing.StreakQuery{Title: game.Scum, System: "ahole", Limit: 9}, []standing.Streak{dees, scum}},
		{"of a player", standing.StreakQuery{Player: bob, Limit: 9}, []standing.Streak{other[1], bobs}},
		{"of a channel without a finished match", standing.StreakQuery{Channel: "c1", System: "ahole", Title: game.President, Limit: 9}, []standing.Streak{
			by(reign("c1", "ahole", game.President, ann, "Ann", 2, 0, 1), bob, "Bob"),
			running(deposed(reign("c1", "ahole", game.President, bob, "Bob", 1, 3, 3), ann, "Ann", 2)),
		}},
		{"of a system that nobody plays", standing.StreakQuery{System: "bigtwo", Limit: 9}, nil},
	} {
		c.q.Guild = "g1"
		got, err := s.Streaks(t.Context(), c.q)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %s %v", c.why, diff, err)
		}
	}
	sound(t, s)
}

// Rounds of two tables may be stored in another order than they ended. Sums, ratings and title
// runs follow the order in which they ended.
func TestTheOrderOfStorageDoesNotMatter(t *testing.T) {
	t.Parallel()
	type ended struct {
		at time.Time
		standing.Settlement
	}
	rand := gametest.NewRand(7)
	var rounds []ended
	for i := range 40 {
		players := []standing.Player{ann, bob, cy, dee}
		for j := range players {
			k := j + rand.Intn(len(players)-j)
			players[j], players[k] = players[k], players[j]
		}
		r := in(fmt.Sprintf("c%d", rand.Intn(2)), round("g1", []string{"ahole", "president"}[rand.Intn(2)], players[:2+rand.Intn(3)]...))
		if rand.Intn(3) == 0 {
			r.Bots = 1 + rand.Intn(4)
			r.BotTitles = []game.Title{game.President}
			r.Entries[0].Title = ""
		}
		r.Match = int64(i)
		rounds = append(rounds, ended{noon().AddDate(0, 0, i+1), r})
	}
	stored := func(order []ended) []string {
		s := openNew(t)
		for range rounds {
			create(t, s)
		}
		for _, r := range order {
			events := numberedFrom(3, match.Paused{})
			events[0].At = r.at
			r.Match, r.Round = r.Match+1, 1
			must(t, s.Append(t.Context(), match.ID(r.Match), events, &r.Settlement))
		}
		sound(t, s)
		return standings(t, s)
	}
	inOrder := stored(rounds)
	for range 3 {
		order := append([]ended{}, rounds...)
		for range 6 {
			i, j := rand.Intn(len(order)), rand.Intn(len(order))
			order[i], order[j] = order[j], order[i]
		}
		if diff := cmp.Diff(inOrder, stored(order)); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestALeaderboardCountsItsPeriodOnly(t *testing.T) {
	s := openNew(t)
	for i, at := range []time.Time{
		time.Date(2026, 1, 31, 23, 59, 59, 0, time.UTC), // the last second of a month, ahole
		time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC),     // and the first of the next
		time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC),
	} {
		r := won(round("g1", "ahole", ann, bob), ann)
		if i == 1 {
			r = won(round("g1", "president", bob, ann), bob)
		}
		if i == 2 {
			r.Bots = 3
		}
		settleWhen(t, s, at, r)
	}
	type line struct {
		standing.Player
		points, rounds, wins, matches int
	}
	jan, feb := standing.Period("2026-01"), standing.Period("2026-02")
	for _, c := range []struct {
		why  string
		q    standing.Query
		want []line
	}{
		{"a month", standing.Query{Period: jan}, []line{{ann, 2, 1, 1, 1}, {bob, 1, 1, 0, 1}}},
		{"the next, among people alone", standing.Query{Period: feb}, []line{{bob, 2, 1, 1, 1}, {ann, 1, 1, 0, 1}}},
		{"and with computer players", standing.Query{Period: feb, Rounds: standing.AllRounds}, []line{{ann, 3, 2, 1, 2}, {bob, 3, 2, 1, 2}}},
		{"a month in which there were none, asked with them", standing.Query{Period: jan, Rounds: standing.AllRounds}, []line{{ann, 2, 1, 1, 1}, {bob, 1, 1, 0, 1}}},
		{"all time", standing.Query{}, []line{{ann, 3, 2, 1, 2}, {bob, 3, 2, 1, 2}}},
		{"all time, with computer players", standing.Query{Rounds: standing.AllRounds}, []line{{ann, 5, 3, 2, 3}, {bob, 4, 3, 1, 3}}},
		{"one system of a month", standing.Query{Period: feb, System: "president"}, []line{{bob, 2, 1, 1, 1}, {ann, 1, 1, 0, 1}}},
		{"a system not played without computers", standing.Query{Period: feb, System: "ahole"}, nil},
		{"this season, which nobody has ended", standing.Query{Period: standing.ThisSeason}, []line{{ann, 3, 2, 1, 2}, {bob, 3, 2, 1, 2}}},
		{"a season by its number", standing.Query{Period: standing.Season(1)}, []line{{ann, 3, 2, 1, 2}, {bob, 3, 2, 1, 2}}},
		{"a season that never was", standing.Query{Period: standing.Season(2)}, nil},
		{"a month in which nobody played", standing.Query{Period: "2025-12"}, nil},
	} {
		c.q.Guild, c.q.Order, c.q.Limit = "g1", standing.ByPoints, 9
		page, err := s.Leaderboard(t.Context(), c.q)
		must(t, err)
		var got []line
		for _, r := range page.Rows {
			got = append(got, line{r.Player, r.Points, r.Rounds, r.Wins, r.Matches})
		}
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(line{})); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
	}
	sound(t, s)
}

// Every order: its rows, their ranks, and the rank of each player.
func TestEveryOrderRanksPlayersAndFindsThem(t *testing.T) {
	s := openNew(t)
	for i := range standing.RateMatches {
		settleAt(t, s, i, won(round("g1", "ahole", ann, bob, cy), []standing.Player{ann, bob, bob, cy, cy}[i%5]))
	}
	settleAt(t, s, 90, won(round("g1", "ahole", dee, ann), dee)) // too few matches for a rate
	for _, c := range []struct {
		why   string
		q     standing.Query
		want  []standing.Player
		ranks []int
	}{
		{"points", standing.Query{Order: standing.ByPoints}, []standing.Player{ann, bob, dee, cy}, []int{1, 2, 3, 4}},
		{"wins, players alike by number", standing.Query{Order: standing.ByWins}, []standing.Player{bob, cy, ann, dee}, []int{1, 1, 3, 3}},
		{"rate, of those with matches enough", standing.Query{Order: standing.ByRate}, []standing.Player{bob, cy, ann}, []int{1, 1, 3}},
		{"rating: large uncertainty after one round", standing.Query{Order: standing.ByRating}, []standing.Player{ann, bob, dee, cy}, []int{1, 2, 3, 4}},
		{"a title", standing.Query{Title: game.President}, []standing.Player{ann, dee}, []int{1, 2}},
	} {
		c.q.Guild, c.q.Limit = "g1", 9
		page, err := s.Leaderboard(t.Context(), c.q)
		must(t, err)
		var players []standing.Player
		var ranks []int
		for i, r := range page.Rows {
			players, ranks = append(players, r.Player), append(ranks, r.Rank)
			if at, on, err := s.Rank(t.Context(), c.q, r.Player); at != i || !on || err != nil {
				t.Errorf("%s: player %d is at row %d (%v, %v), not %d", c.why, r.Player, at, on, err, i)
			}
		}
		if diff := cmp.Diff([]any{c.want, c.ranks, len(c.want)}, []any{players, ranks, page.Total}, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
		for _, who := range []standing.Player{dee, 99} {
			_, on, err := s.Rank(t.Context(), c.q, who)
			listed := len(players) > 0 && (who == dee && c.q.Order != standing.ByRate)
			if on != listed || err != nil {
				t.Errorf("%s: player %d is on the board: %v %v", c.why, who, on, err)
			}
		}
	}
	sound(t, s)
	if _, on, err := s.Rank(t.Context(), standing.Query{Guild: "g9", Order: standing.ByWins}, ann); on || err != nil {
		t.Error("in a guild where nothing was played", on, err)
	}
}
