package store

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/game"
	"deuces/game/card"
	"deuces/match"
	"deuces/standing"
)

// went sets the cards with which a player went out.
func went(r standing.Settlement, p standing.Player, cards string) standing.Settlement {
	for i := range r.Entries {
		if r.Entries[i].Player == p {
			r.Entries[i].Finish = cards
		}
	}
	return r
}

func TestStatsAddUpAPlayersRounds(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob", "Cy")
	for minute, r := range []standing.Settlement{
		went(round("g1", "ahole", ann, bob, cy, dee), ann, "2s"),
		went(round("g1", "ahole", ann, bob, cy), ann, "7c 2s"),
		won(went(round("g1", "ahole", bob, ann), ann, "7d"), ann),
		won(round("g1", "president", bob, ann), bob),
		round("g2", "ahole", ann, dee),
	} {
		settleAt(t, s, minute, r)
	}
	left := round("g1", "ahole", cy, bob)
	left.Entries = append(left.Entries, standing.Entry{Player: ann, Left: true})
	settleAt(t, s, 8, left)
	settleAt(t, s, 9, seated(went(round("g1", "ahole", ann), ann, "7c"), 3)) // it counts nowhere else

	at := func(minute int) time.Time { return noon().Add(time.Duration(minute) * time.Minute) }
	type titles = map[game.Title]int
	cards, err := card.ParseAll("2s 7c")
	must(t, err)
	two, seven := cards[0], cards[1]
	for _, c := range []struct {
		why  string
		q    standing.StatsQuery
		want standing.Stats
	}{
		{"of one system", standing.StatsQuery{Player: ann, System: "ahole"}, standing.Stats{
			Name: "Ann", Rounds: 4, Points: 7, Matches: 1, Wins: 1, Left: 1, Places: []int{3, 1}, Titles: titles{game.President: 3, game.Scum: 1},
			Finish: max(two, seven), Finishes: 2, With: []standing.Partner{{Player: bob, Name: "Bob", Rounds: 3}, {Player: cy, Name: "Cy", Rounds: 2}, {Player: dee, Rounds: 1}},
			First: at(0), Last: at(9),
		}},
		{"of all", standing.StatsQuery{Player: ann}, standing.Stats{
			Name: "Ann", Rounds: 5, Points: 8, Matches: 2, Wins: 1, Left: 1, Places: []int{3, 2}, Titles: titles{game.President: 3, game.Scum: 2},
			Finish: max(two, seven), Finishes: 2, With: []standing.Partner{{Player: bob, Name: "Bob", Rounds: 4}, {Player: cy, Name: "Cy", Rounds: 2}, {Player: dee, Rounds: 1}},
			First: at(0), Last: at(9),
		}},
		{"of somebody who did not play", standing.StatsQuery{Player: 99}, standing.Stats{}},
		{"of a former player", standing.StatsQuery{Player: dee, System: "ahole"}, standing.Stats{
			Rounds: 1, Places: []int{0, 0, 0, 1}, Titles: titles{game.Scum: 1},
			With:  []standing.Partner{{Player: ann, Name: "Ann", Rounds: 1}, {Player: bob, Name: "Bob", Rounds: 1}, {Player: cy, Name: "Cy", Rounds: 1}},
			First: at(0), Last: at(0),
		}},
	} {
		c.q.Guild, c.want.Player = "g1", c.q.Player
		got, err := s.Stats(t.Context(), c.q)
		equal(t, c.why, c.want, got, err, cmpopts.IgnoreFields(standing.Stats{}, "Rating", "Ratings", "Longest"), cmpopts.EquateEmpty())
		rated := slices.IndexFunc(got.Ratings, func(p standing.RatingPoint) bool { return p.Rating == 0 }) < 0
		alone := 0
		if c.q.Player == ann {
			alone = 1
		}
		if n := len(got.Ratings); n != got.Rounds-alone || n > 0 && (got.Ratings[n-1].Rating != got.Rating || !rated) {
			t.Errorf("%s: %d rounds, rated %d after %v", c.why, got.Rounds, got.Rating, got.Ratings)
		}
	}
	got, err := s.Stats(t.Context(), standing.StatsQuery{Guild: "g1", Player: ann})
	if l := got.Longest; l.Rounds != 2 || l.Title != game.President || l.By != bob || err != nil {
		t.Errorf("the longest reign is %+v, %v", l, err)
	}
	rows := boardOf(t, s, standing.Query{Order: standing.ByRating}).Rows
	if i := slices.IndexFunc(rows, func(r standing.Row) bool { return r.Player == ann }); rows[i].Rating != got.Rating {
		t.Errorf("she is rated %d here and %d on the board", got.Rating, rows[i].Rating)
	}
}

func TestMatchesAreListedNewestFirst(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann")
	// play plays and ends a match of some rounds.
	parent := "" // of the tables' own threads
	play := func(channel, system string, rounds ...standing.Settlement) match.ID {
		t.Helper()
		events := opening()
		o := events[0].Body.(match.Opened)
		o.Channel, o.Parent, o.System = channel, parent, system
		events[0].Body = o
		id, err := s.Create(t.Context(), events)
		must(t, err)
		seq := 3
		for i, r := range rounds {
			r.Match, r.Round, r.Channel, r.System = int64(id), i+1, channel, system
			must(t, s.Append(t.Context(), id, numberedFrom(seq, match.Paused{}), &r))
			seq++
		}
		must(t, s.Append(t.Context(), id, numberedFrom(seq, match.Ended{Cause: match.Won}), nil))
		return id
	}
	first := play("c1", "ahole", round("g1", "", ann, bob), won(round("g1", "", bob, ann, cy), bob))
	play("c1", "ahole") // no round was played
	parent = "c5"
	second := play("c2", "president", round("g1", "", cy, dee))
	parent = ""
	settle(t, s, round("g1", "ahole", ann, bob)) // still running

	when := func(seq int) time.Time { return noon().Add(time.Duration(seq) * time.Second) }
	matches := map[match.ID]standing.Summary{
		first: {Match: int64(first), Channel: "c1", System: "ahole", Opened: when(0), Ended: when(5), Rounds: 2, Players: []standing.Part{
			{Player: bob, Rounds: 2, Points: 3, Winner: true, Title: game.President},
			{Player: ann, Name: "Ann", Rounds: 2, Points: 3},
			{Player: cy, Rounds: 1, Title: game.Scum},
		}},
		second: {Match: int64(second), Channel: "c2", System: "president", Opened: when(0), Ended: when(4), Rounds: 1, Players: []standing.Part{
			{Player: cy, Rounds: 1, Points: 2, Title: game.President}, {Player: dee, Rounds: 1, Points: 1, Title: game.Scum},
		}},
	}
	for _, c := range []struct {
		why   string
		q     standing.MatchQuery
		want  []match.ID
		total int
	}{
		{"of the guild, the newest first", standing.MatchQuery{Limit: 9}, []match.ID{second, first}, 2},
		{"the next page", standing.MatchQuery{Limit: 1, Offset: 1}, []match.ID{first}, 2},
		{"of a channel", standing.MatchQuery{Channels: []string{"c1"}, Limit: 9}, []match.ID{first}, 1},
		{"of several channels", standing.MatchQuery{Channels: []string{"c0", "c2", "c1"}, Limit: 9}, []match.ID{second, first}, 2},
		{"of a channel and the threads of its tables", standing.MatchQuery{Channels: []string{"c5"}, Parent: "c5", Limit: 9}, []match.ID{second}, 1},
		{"of a channel with none", standing.MatchQuery{Channels: []string{"c1"}, Parent: "c1", Limit: 9}, []match.ID{first}, 1},
		{"of a channel with tables in its threads", standing.MatchQuery{Channels: []string{"c5"}, Limit: 9}, nil, 0},
		{"of a channel without matches", standing.MatchQuery{Channels: []string{"c0"}, Limit: 9}, nil, 0},
		{"of a system", standing.MatchQuery{System: "president", Limit: 9}, []match.ID{second}, 1},
		{"of a player", standing.MatchQuery{Player: ann, Limit: 9}, []match.ID{first}, 1},
	} {
		c.q.Guild = "g1"
		page, err := s.Matches(t.Context(), c.q)
		want := standing.MatchPage{Total: c.total}
		for _, id := range c.want {
			want.Matches = append(want.Matches, matches[id])
		}
		equal(t, c.why, want, page, err)
	}
	if page, err := s.Matches(t.Context(), standing.MatchQuery{Guild: "g2", Limit: 9}); page.Total != 0 || err != nil {
		t.Error("of another guild", page, err)
	}
}
