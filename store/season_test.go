package store

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/game"
	"deuces/match"
	"deuces/standing"
)

func TestTitleRunsAreStored(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob", "Cy")
	for minute, r := range []standing.Settlement{
		round("g1", "ahole", ann, cy, bob),
		round("g1", "ahole", ann, cy, dee),                       // Ann is still President, but Scum is another player
		inChannel("c2", round("g1", "ahole", ann, dee)),          // in another channel: title runs of the guild continue, those of channel c1 don't
		round("g1", "ahole", bob, cy, ann),                       // Ann is deposed
		inChannel("c2", round("g1", "president", dee, ann, bob)), // another system
		round("g2", "ahole", cy, ann),
	} {
		settleAt(t, s, minute, r)
	}
	settleAt(t, s, 9, withBots(round("g1", "ahole", cy, ann, bob), 4)) // bots are the majority, so no title run continues or ends

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

	result(s.Running(t.Context(), "g1", "")).is(t, "of the guild", append([]standing.Streak{bobs, scum}, other...))
	want := []standing.Streak{
		running(reign("c2", "ahole", game.President, ann, "Ann", 1, 2, 2)), running(reign("c2", "ahole", game.Scum, dee, "", 1, 2, 2)),
		running(reign("c2", "president", game.President, dee, "", 1, 4, 4)), running(reign("c2", "president", game.Scum, bob, "Bob", 1, 4, 4)),
	}
	result(s.Running(t.Context(), "g1", "c2")).is(t, "of a channel", want)
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
		result(s.Streaks(t.Context(), c.q)).is(t, c.why, c.want)
	}
	wantSound(t, s)
}

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func wantSeasons(t *testing.T, s *Store, guild string, want ...standing.SeasonInfo) {
	t.Helper()
	result(s.Seasons(t.Context(), guild)).is(t, "seasons", want)
	wantSound(t, s)
}

func wantSeasonNames(t *testing.T, s *Store, want ...string) {
	t.Helper()
	all, err := s.Seasons(t.Context(), "g1")
	var names []string
	for _, season := range all {
		names = append(names, season.Name().String())
	}
	wantEqual(t, "names", want, names, err)
}

// wantAnnouncements fails the test unless exactly the ends of these seasons are to be announced.
func wantAnnouncements(t *testing.T, s *Store, now time.Time, want ...standing.Closed) {
	t.Helper()
	result(s.RollSeasons(t.Context(), now)).is(t, "to be announced", want)
}

type points = map[standing.Player]int

// wantPoints fails the test unless the leaderboards of these periods have these points.
func wantPoints(t *testing.T, s *Store, want map[standing.Period]points) {
	t.Helper()
	for period, want := range want {
		got := points{}
		for _, r := range boardOf(t, s, standing.Query{Period: period}).Rows {
			got[r.Player] = r.Points
		}
		wantEqual(t, string(period), want, got, nil)
	}
}

func TestAMonthlySeasonEndsWithTheMonth(t *testing.T) {
	s := openNew(t)
	must(t, setPlan(t.Context(), s, "g1", day(2026, 1, 10), standing.Monthly))
	settleWhen(t, s, day(2026, 1, 15), round("g1", "ahole", ann, bob))
	january := standing.SeasonInfo{Number: 1, Plan: standing.Monthly, Due: day(2026, 2, 1)}
	wantSeasons(t, s, "g1", january)

	// The first round in February ends January's season at the end of the month.
	settleWhen(t, s, day(2026, 2, 1), inChannel("c7", round("g1", "ahole", bob, ann)))
	january.Ended = day(2026, 2, 1)
	february := standing.SeasonInfo{Number: 2, Plan: standing.Monthly, Began: day(2026, 2, 1), Due: day(2026, 3, 1)}
	wantSeasons(t, s, "g1", january, february)

	// A round that ended in January belongs to January, even if it is stored now.
	settleWhen(t, s, day(2026, 2, 1).Add(-time.Millisecond), round("g1", "ahole", ann, cy))
	wantPoints(t, s, map[standing.Period]points{
		standing.Season(1): {ann: 4, bob: 1, cy: 1}, standing.ThisSeason: {bob: 2, ann: 1}, standing.AllTime: {ann: 5, bob: 3, cy: 1},
	})

	// The end of January hasn't been announced yet. February is ended by the clock.
	wantAnnouncements(t, s, day(2026, 2, 28), standing.Closed{Guild: "g1", Channel: "c1", Season: january})
	must(t, s.SeasonTold(t.Context(), "g1", 1))
	february.Ended = day(2026, 3, 1)
	wantAnnouncements(t, s, day(2026, 4, 2), standing.Closed{Guild: "g1", Channel: "c7", Season: february})
	april := standing.SeasonInfo{Number: 3, Plan: standing.Monthly, Began: day(2026, 4, 1), Due: day(2026, 5, 1)}
	wantSeasons(t, s, "g1", january, february, april)

	// April had no rounds, so it isn't a season.
	wantAnnouncements(t, s, day(2026, 6, 5), standing.Closed{Guild: "g1", Channel: "c7", Season: february})
	june := standing.SeasonInfo{Number: 3, Plan: standing.Monthly, Began: day(2026, 6, 1), Due: day(2026, 7, 1)}
	wantSeasons(t, s, "g1", january, february, june)
	wantSeasonNames(t, s, "January 2026", "February 2026", "June 2026")
	must(t, s.GuildRemoved(t.Context(), "g1", day(2026, 6, 6)))
	wantAnnouncements(t, s, day(2026, 6, 7)) // there is nobody to announce it to
}

// If the clock is an hour fast, January ends early. After the clock has been corrected, January
// doesn't end a second time, and rounds until midnight still belong to January.
func TestAWrongClockEndsASeasonOnce(t *testing.T) {
	s := openNew(t)
	must(t, setPlan(t.Context(), s, "g1", day(2026, 1, 10), standing.Monthly))
	settleWhen(t, s, day(2026, 1, 15), round("g1", "ahole", ann, bob))
	end := day(2026, 2, 1)
	january := standing.SeasonInfo{Number: 1, Plan: standing.Monthly, Due: end, Ended: end}
	wantAnnouncements(t, s, end.Add(20*time.Minute), standing.Closed{Guild: "g1", Channel: "c1", Season: january})
	must(t, s.SeasonTold(t.Context(), "g1", 1))
	settleWhen(t, s, end.Add(-30*time.Minute), round("g1", "ahole", ann, cy))
	wantAnnouncements(t, s, end.Add(-25*time.Minute))
	wantAnnouncements(t, s, end.Add(5*time.Minute))
	settleWhen(t, s, end.Add(10*time.Minute), round("g1", "ahole", bob, ann))
	february := standing.SeasonInfo{Number: 2, Plan: standing.Monthly, Began: end, Due: day(2026, 3, 1)}
	wantSeasons(t, s, "g1", january, february)
	wantPoints(t, s, map[standing.Period]points{standing.Season(1): {ann: 4, bob: 1, cy: 1}, standing.ThisSeason: {bob: 2, ann: 1}})
}

func TestCloseSeasonEndsTheSeason(t *testing.T) {
	s := openNew(t)
	wantRefusal(t, "a season ends in which nothing was played", errOf(s.CloseSeason(t.Context(), "g1", noon())))
	settleWhen(t, s, noon(), round("g1", "ahole", ann, bob))
	// The caller's clock is slow, but rounds that were already played belong to the season.
	end := noon().Add(time.Millisecond)
	closed, err := s.CloseSeason(t.Context(), "g1", noon().Add(-time.Hour))
	first := standing.SeasonInfo{Number: 1, Plan: standing.ByHand, Ended: end}
	wantEqual(t, "the season", first, closed, err)
	wantRefusal(t, "a season ends in which nothing was played", errOf(s.CloseSeason(t.Context(), "g1", noon().Add(time.Hour))))
	settleWhen(t, s, noon().Add(time.Hour), round("g1", "ahole", bob, ann))
	second := standing.SeasonInfo{Number: 2, Plan: standing.ByHand, Began: end}
	wantSeasons(t, s, "g1", first, second)
	wantAnnouncements(t, s, day(2030, 1, 1)) // only the players end this season
	// From the next plan on, the clock ends seasons.
	must(t, setPlan(t.Context(), s, "g1", noon(), standing.Quarterly))
	second.Plan, second.Due = standing.Quarterly, day(2026, 4, 1)
	wantSeasons(t, s, "g1", first, second)
	settleWhen(t, s, day(2026, 11, 3), round("g1", "ahole", cy, ann))
	second.Ended = second.Due
	wantSeasons(t, s, "g1", first, second, standing.SeasonInfo{Number: 3, Plan: standing.Quarterly, Began: day(2026, 10, 1), Due: day(2027, 1, 1)})
	wantSeasonNames(t, s, "Season 1", "Quarter 1 of 2026", "Quarter 4 of 2026")
}

func TestTheHallOfFameListsFinishedSeasons(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann")
	settleAt(t, s, 0, wonBy(round("g1", "ahole", ann, bob, cy), bob))
	settleAt(t, s, 1, round("g1", "ahole", bob, ann))
	settleAt(t, s, 2, withBots(round("g1", "ahole", cy), 1))
	closed, err := s.CloseSeason(t.Context(), "g1", noon().AddDate(0, 0, 1))
	must(t, err)
	settleAt(t, s, 3000, round("g1", "ahole", cy, ann)) // in the next season
	fame, err := s.HallOfFame(t.Context(), "g1", 1)
	if err != nil || fame.Season != closed || fame.Players != 3 || fame.Rounds != 2 {
		t.Errorf("got %+v, %v, want 3 players and 2 rounds of the season %v", fame, err, closed)
	}
	an, bo, c := standing.Partner{Player: ann, Name: "Ann", Rounds: 2}, standing.Partner{Player: bob, Rounds: 2}, standing.Partner{Player: cy, Rounds: 1}
	best := []standing.Honour{
		{Order: standing.ByPoints, Value: 3, Winners: []standing.Partner{an, bo}},
		{Order: standing.ByWins, Value: 1, Winners: []standing.Partner{bo}},
		{Order: standing.ByRating, Winners: []standing.Partner{bo}},
	}
	var want []standing.Honour
	for _, system := range []string{"", "ahole"} {
		for _, h := range best {
			h.System = system
			want = append(want, h)
		}
	}
	want = append(want,
		standing.Honour{System: "ahole", Title: game.President, Value: 1, Winners: []standing.Partner{an, bo}},
		standing.Honour{System: "ahole", Title: game.Scum, Value: 1, Winners: []standing.Partner{an, c}})
	for i, h := range fame.Honours {
		if h.Order == standing.ByRating && h.Value > 1000 {
			fame.Honours[i].Value = 0
		}
	}
	wantEqual(t, "honors", want, fame.Honours, nil)
	wantError(t, "no season", errOf(s.HallOfFame(t.Context(), "g1", 3)), ErrNoSeason)
}

func TestStatsAddUpAPlayersRounds(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob", "Cy")
	for minute, r := range []standing.Settlement{
		round("g1", "ahole", ann, bob, cy, dee),
		round("g1", "ahole", ann, bob, cy),
		wonBy(round("g1", "ahole", bob, ann), ann),
		wonBy(round("g1", "president", bob, ann), bob),
		round("g2", "ahole", ann, dee),
	} {
		settleAt(t, s, minute, r)
	}
	left := round("g1", "ahole", cy, bob)
	left.Entries = append(left.Entries, standing.Entry{Player: ann, Place: 3, Left: true})
	settleAt(t, s, 8, left)
	settleAt(t, s, 9, withBots(round("g1", "ahole", ann), 3)) // it doesn't count in other statistics

	type titles = map[game.Title]int
	for _, c := range []struct {
		why  string
		q    standing.StatsQuery
		want standing.Stats
	}{
		{"of one system", standing.StatsQuery{Player: ann, System: "ahole"}, standing.Stats{
			Name: "Ann", Rounds: 5, Points: 7, Matches: 1, Wins: 1, Left: 1, Places: []int{3, 1, 1}, Titles: titles{game.President: 3, game.Scum: 1},
			With: []standing.Partner{{Player: bob, Name: "Bob", Rounds: 4, Ahead: 2, Behind: 2}, {Player: cy, Name: "Cy", Rounds: 3, Ahead: 2, Behind: 1}, {Player: dee, Name: "", Rounds: 1, Ahead: 1, Behind: 0}},
		}},
		{"of all", standing.StatsQuery{Player: ann}, standing.Stats{
			Name: "Ann", Rounds: 6, Points: 8, Matches: 2, Wins: 1, Left: 1, Places: []int{3, 2, 1}, Titles: titles{game.President: 3, game.Scum: 2},
			With: []standing.Partner{{Player: bob, Name: "Bob", Rounds: 5, Ahead: 2, Behind: 3}, {Player: cy, Name: "Cy", Rounds: 3, Ahead: 2, Behind: 1}, {Player: dee, Name: "", Rounds: 1, Ahead: 1, Behind: 0}},
		}},
		{"of somebody who did not play", standing.StatsQuery{Player: 99}, standing.Stats{}},
		{"of a former player", standing.StatsQuery{Player: dee, System: "ahole"}, standing.Stats{
			Rounds: 1, Places: []int{0, 0, 0, 1}, Titles: titles{game.Scum: 1},
			With: []standing.Partner{{Player: ann, Name: "Ann", Rounds: 1, Ahead: 0, Behind: 1}, {Player: bob, Name: "Bob", Rounds: 1, Ahead: 0, Behind: 1}, {Player: cy, Name: "Cy", Rounds: 1, Ahead: 0, Behind: 1}},
		}},
	} {
		c.q.Guild, c.want.Player = "g1", c.q.Player
		got, err := s.Stats(t.Context(), c.q)
		wantEqual(t, c.why, c.want, got, err, cmpopts.IgnoreFields(standing.Stats{}, "Rating", "Ratings", "Longest"), cmpopts.EquateEmpty())
		rated := slices.IndexFunc(got.Ratings, func(p standing.RatingPoint) bool { return p.Rating == 0 }) < 0
		alone := 0
		if c.q.Player == ann {
			alone = 1
		}
		if n := len(got.Ratings); n != got.Rounds-alone || n > 0 && (got.Ratings[n-1].Rating != got.Rating || !rated) {
			t.Errorf("%s: got %d rounds, the rating %d and the ratings %v, want one for each round that counts, and the last equal", c.why, got.Rounds, got.Rating, got.Ratings)
		}
	}
	got, err := s.Stats(t.Context(), standing.StatsQuery{Player: ann})
	if got.Rounds != 7 || got.Places[0] != 4 || got.Ratings != nil || len(got.With) != 3 || got.With[2] != (standing.Partner{Player: dee, Rounds: 2, Ahead: 2}) || err != nil {
		t.Errorf("in all servers, Ann has %+v, %v, want the round in the second server, too, and no rating", got, err)
	}
	got, err = s.Stats(t.Context(), standing.StatsQuery{Guild: "g1", Player: ann})
	if l := got.Longest; l.Rounds != 2 || l.Title != game.President || l.By != bob || err != nil {
		t.Errorf("the longest reign is %+v, %v, want 2 rounds as President, ended by Bob", l, err)
	}
	rows := boardOf(t, s, standing.Query{Order: standing.ByRating}).Rows
	if i := slices.IndexFunc(rows, func(r standing.Row) bool { return r.Player == ann }); rows[i].Rating != got.Rating {
		t.Errorf("Ann is rated %d in her statistics and %d on the leaderboard", got.Rating, rows[i].Rating)
	}
}

func TestMatchesAreListedNewestFirst(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann")
	// play plays a match with these rounds, and ends it.
	parent := "" // if set, tables have their own threads in this channel
	play := func(channel, system string, rounds ...standing.Settlement) match.ID {
		t.Helper()
		events := opening()
		o := events[0].Body.(match.Opened)
		o.Channel, o.Parent, o.System = channel, parent, "ahole" // the lobby can change the game
		events[0].Body = o
		id, err := s.Create(t.Context(), events)
		must(t, err)
		seq := 3
		for i, r := range rounds {
			r.Match, r.Round, r.Channel, r.System = int64(id), i+1, channel, system
			r.Finished = i == len(rounds)-1
			must(t, s.Append(t.Context(), id, numberedFrom(seq, match.Paused{}), &r))
			seq++
		}
		must(t, s.Append(t.Context(), id, numberedFrom(seq, match.Ended{Cause: match.Won}), nil))
		return id
	}
	first := play("c1", "ahole", round("g1", "", ann, bob), wonBy(round("g1", "", bob, ann, cy), bob))
	play("c1", "ahole") // no round was played
	parent = "c5"
	second := play("c2", "president", round("g1", "", cy, dee))
	parent = ""
	settle(t, s, round("g1", "ahole", ann, bob)) // this match is still running

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
		wantEqual(t, c.why, want, page, err)
	}
	result(s.Matches(t.Context(), standing.MatchQuery{Guild: "g2", Limit: 9})).is(t, "of another guild", standing.MatchPage{})
}
