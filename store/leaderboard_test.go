package store

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/game"
	"deuces/match"
	"deuces/standing"
)

func settle(t testing.TB, s *Store, settled standing.Settlement) {
	t.Helper()
	settleWhen(t, s, noon().Add(3*time.Second), settled)
}

// settleAt settles a round that ended this many minutes after noon.
func settleAt(t testing.TB, s *Store, minute int, r standing.Settlement) {
	t.Helper()
	settleWhen(t, s, noon().Add(time.Duration(minute)*time.Minute), r)
}

func settleWhen(t testing.TB, s *Store, at time.Time, r standing.Settlement) {
	t.Helper()
	id := createTable(t, s)
	r.Match, r.Round = int64(id), max(1, r.Round)
	events := numberedFrom(3, match.Paused{})
	events[0].At = at
	must(t, s.Append(t.Context(), id, events, &r))
}

// round returns the settlement of a round in a guild. Players are listed by place. The first gets
// two points and the second one; the first and the last get titles of the President family.
func round(guild, system string, players ...standing.Player) standing.Settlement {
	s := standing.Settlement{Guild: guild, Channel: "c1", System: system, People: len(players)}
	for i, p := range players {
		e := standing.Entry{Player: p, Place: i + 1, Points: max(0, 2-i)}
		switch i {
		case 0:
			e.Title = game.President
		case len(players) - 1:
			e.Title = game.Scum
		}
		s.Entries = append(s.Entries, e)
	}
	return s
}

func wonBy(s standing.Settlement, by standing.Player) standing.Settlement {
	s.Finished, s.Won, s.Entries = true, true, slices.Clone(s.Entries)
	for i := range s.Entries {
		s.Entries[i].Winner = s.Entries[i].Player == by
	}
	return s
}

func inChannel(channel string, r standing.Settlement) standing.Settlement {
	r.Channel = channel
	return r
}

func withBots(s standing.Settlement, bots int) standing.Settlement {
	s.Bots = bots
	return s
}

// boardOf returns a page of a leaderboard of guild g1. The order is by points unless the query has
// another one.
func boardOf(t testing.TB, s *Store, q standing.Query) standing.Page {
	t.Helper()
	q.Guild = "g1"
	if q.Order == "" && q.Title == "" {
		q.Order = standing.ByPoints
	}
	if q.Limit == 0 {
		q.Limit = 9
	}
	page, err := s.Leaderboard(t.Context(), q)
	must(t, err)
	return page
}

func TestALeaderboardSumsRounds(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob", "Cy")
	settle(t, s, wonBy(round("g1", "ahole", ann, bob, cy, dee), ann))
	settle(t, s, round("g1", "ahole", bob, ann, cy, dee))
	third := round("g1", "ahole", cy, bob, ann)
	third.Entries = append(third.Entries, standing.Entry{Player: dee, Place: 4, Left: true}) // Dee left in the middle
	settle(t, s, third)
	settle(t, s, wonBy(round("g1", "president", dee, ann), dee))
	settle(t, s, round("g2", "ahole", dee, ann))

	inAHole := map[standing.Player]standing.Row{
		ann: {Player: ann, Name: "Ann", Points: 3, Rounds: 3, Wins: 1, Matches: 1},
		bob: {Player: bob, Name: "Bob", Points: 4, Rounds: 3, Matches: 1},
		cy:  {Player: cy, Name: "Cy", Points: 2, Rounds: 3, Matches: 1},
		dee: {Player: dee, Rounds: 3, Matches: 1, Left: 1},
	}
	inAll := map[standing.Player]standing.Row{
		ann: {Player: ann, Name: "Ann", Points: 4, Rounds: 4, Wins: 1, Matches: 2},
		bob: inAHole[bob], cy: inAHole[cy],
		dee: {Player: dee, Points: 2, Rounds: 4, Wins: 1, Matches: 2, Left: 1},
	}
	firstInAHole := maps.Clone(inAHole)
	for _, p := range []standing.Player{ann, bob, cy} {
		row := firstInAHole[p]
		row.Firsts = 1
		firstInAHole[p] = row
	}
	type line struct {
		rank int
		standing.Player
	}
	for _, c := range []struct {
		why   string
		q     standing.Query
		rows  map[standing.Player]standing.Row
		total int
		want  []line
	}{
		{"by points in one system", standing.Query{System: "ahole", Order: standing.ByPoints}, inAHole, 4,
			[]line{{1, bob}, {2, ann}, {3, cy}, {4, dee}}},
		{"equal points share a rank, and the next rank skips", standing.Query{Order: standing.ByPoints}, inAll, 4,
			[]line{{1, ann}, {1, bob}, {3, cy}, {3, dee}}},
		{"a page that begins within a tie has its rank", standing.Query{Order: standing.ByPoints, Limit: 2, Offset: 1}, inAll, 4,
			[]line{{1, bob}, {3, cy}}},
		{"by wins, with those who never won", standing.Query{Order: standing.ByWins}, inAll, 4,
			[]line{{1, ann}, {1, dee}, {3, bob}, {3, cy}}},
		{"by first places", standing.Query{System: "ahole", Order: standing.ByFirsts}, firstInAHole, 4,
			[]line{{1, ann}, {1, bob}, {1, cy}, {4, dee}}},
		{"by a title, without those who never held it", standing.Query{Title: game.Scum}, inAll, 2,
			[]line{{1, ann}, {1, dee}}},
		{"by a title in one system", standing.Query{System: "ahole", Title: game.Scum}, inAHole, 2,
			[]line{{1, dee}, {2, ann}}},
		{"a title nobody held", standing.Query{Title: game.BigTwo}, inAll, 0, nil},
		{"behind the last page", standing.Query{Order: standing.ByPoints, Offset: 4}, inAll, 4, nil},
		{"a system not played here", standing.Query{System: "bigtwo", Order: standing.ByPoints}, inAll, 0, nil},
	} {
		page := boardOf(t, s, c.q)
		var want []standing.Row
		for _, l := range c.want {
			row := c.rows[l.Player]
			row.Rank = l.rank
			want = append(want, row)
		}
		wantEqual(t, c.why, standing.Page{Rows: want, Total: c.total}, page, nil, cmpopts.IgnoreFields(standing.Row{}, "Rating"), cmpopts.EquateEmpty())
	}
}

func TestALeaderboardRefusesAnInvalidQuery(t *testing.T) {
	s := openNew(t)
	for why, q := range map[string]standing.Query{
		"no order":                    {Limit: 1},
		"an unknown order":            {Order: "height", Limit: 1},
		"an order and a title":        {Order: standing.ByWins, Title: game.Scum, Limit: 1},
		"an offset below the first":   {Order: standing.ByWins, Limit: 1, Offset: -1},
		"no bound: SQLite's limit -1": {Order: standing.ByWins, Limit: -1},
	} {
		wantErrorText(t, why, errOf(s.Leaderboard(t.Context(), q)), "")
	}
}

func TestALeaderboardCountsItsPeriodOnly(t *testing.T) {
	s := openNew(t)
	settleWhen(t, s, day(2026, 2, 1).Add(-time.Second), wonBy(round("g1", "ahole", ann, bob), ann))
	settleWhen(t, s, day(2026, 2, 1), wonBy(round("g1", "president", bob, ann), bob))
	settleWhen(t, s, day(2026, 2, 3), withBots(wonBy(round("g1", "ahole", ann, bob), ann), 3))
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
		var got []line
		for _, r := range boardOf(t, s, c.q).Rows {
			got = append(got, line{r.Player, r.Points, r.Rounds, r.Wins, r.Matches})
		}
		wantEqual(t, c.why, c.want, got, nil, cmp.AllowUnexported(line{}))
	}
	wantSound(t, s)
}

func TestEveryOrderRanksPlayersAndFindsThem(t *testing.T) {
	s := openNew(t)
	for i := range 5 {
		settleAt(t, s, i, wonBy(round("g1", "ahole", ann, bob, cy), []standing.Player{ann, bob, bob, cy, cy}[i%5]))
	}
	settleAt(t, s, 90, wonBy(round("g1", "ahole", dee, ann), dee)) // too few matches for a rate
	settleAt(t, s, 91, round("g1", "acehole", ann, bob, cy, dee))  // 2, 1, 0 and 0 points
	for _, c := range []struct {
		why   string
		q     standing.Query
		want  []standing.Player
		ranks []int
	}{
		{"points", standing.Query{Order: standing.ByPoints}, []standing.Player{ann, bob, dee, cy}, []int{1, 2, 3, 4}},
		{"wins, players alike by number", standing.Query{Order: standing.ByWins}, []standing.Player{bob, cy, ann, dee}, []int{1, 1, 3, 3}},
		{"rating: large uncertainty after one round", standing.Query{Order: standing.ByRating}, []standing.Player{ann, bob, dee, cy}, []int{1, 2, 3, 4}},
		{"a title", standing.Query{System: "ahole", Title: game.President}, []standing.Player{ann, dee}, []int{1, 2}},
		{"the fewest points first", standing.Query{System: "acehole", Order: standing.ByFewest}, []standing.Player{dee, cy, bob, ann}, []int{1, 1, 3, 4}},
		{"a page that begins within a tie", standing.Query{System: "acehole", Order: standing.ByFewest, Offset: 1}, []standing.Player{cy, bob, ann}, []int{1, 3, 4}},
	} {
		c.q.Guild = "g1"
		page := boardOf(t, s, c.q)
		var players []standing.Player
		var ranks []int
		for i, r := range page.Rows {
			players, ranks = append(players, r.Player), append(ranks, r.Rank)
			if at, on, err := s.Rank(t.Context(), c.q, r.Player); at != c.q.Offset+i || !on || err != nil {
				t.Errorf("%s: player %d is at row %d (%v, %v), want %d", c.why, r.Player, at, on, err, c.q.Offset+i)
			}
		}
		wantEqual(t, c.why, []any{c.want, c.ranks, c.q.Offset + len(c.want)}, []any{players, ranks, page.Total}, nil)
		for _, who := range []standing.Player{dee, 99} {
			_, on, err := s.Rank(t.Context(), c.q, who)
			if listed := who == dee; on != listed || err != nil {
				t.Errorf("%s: player %d is on the leaderboard: %v, %v, want %v", c.why, who, on, err, listed)
			}
		}
	}
	wantSound(t, s)
	if _, on, err := s.Rank(t.Context(), standing.Query{Guild: "g9", Order: standing.ByWins}, ann); on || err != nil {
		t.Errorf("a guild where nothing was played: Ann is on the leaderboard: %v, %v", on, err)
	}
}

func TestABoardShowsTheRequestedRounds(t *testing.T) {
	s := openNew(t)
	settleAt(t, s, 0, withBots(round("g1", "ahole", ann), 3))
	type of = map[standing.Player]int
	boards := func(q standing.Query, value func(standing.Row) int) (all [3]of) {
		t.Helper()
		for rounds := range all {
			all[rounds], q.Rounds = of{}, standing.Rounds(rounds)
			for _, row := range boardOf(t, s, q).Rows {
				all[rounds][row.Player] = value(row)
			}
		}
		return all
	}
	for _, c := range []struct {
		why string
		standing.Settlement
		want [3]of
	}{
		{"two people and a bot", withBots(round("g1", "ahole", ann, bob), 1), [3]of{{}, {ann: 2, bob: 1}, {ann: 4, bob: 1}}},
		{"two people", round("g1", "ahole", bob, ann), [3]of{{ann: 1, bob: 2}, {ann: 3, bob: 3}, {ann: 5, bob: 3}}},
		{"two people and three bots", withBots(round("g1", "ahole", bob, ann), 3), [3]of{{ann: 1, bob: 2}, {ann: 3, bob: 3}, {ann: 6, bob: 5}}},
	} {
		settle(t, s, c.Settlement)
		wantEqual(t, c.why, c.want, boards(standing.Query{}, func(r standing.Row) int { return r.Points }), nil)
		wantSound(t, s)
	}
	// Titles and ratings don't depend on which rounds a query asks for.
	titled := boards(standing.Query{Title: game.President}, func(r standing.Row) int { return r.Rank })
	wantEqual(t, "titles", [3]of{{ann: 1, bob: 1}, {ann: 1, bob: 1}, {ann: 1, bob: 1}}, titled, nil)
	rated := boards(standing.Query{Order: standing.ByRating}, func(standing.Row) int { return 1 })
	wantEqual(t, "who is rated", [3]of{{ann: 1, bob: 1}, {ann: 1, bob: 1}, {ann: 1, bob: 1}}, rated, nil)
}
