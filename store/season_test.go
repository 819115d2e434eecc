package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/game"
	"deuces/standing"
)

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func seasonsAre(t *testing.T, s *Store, guild string, want ...standing.SeasonInfo) {
	t.Helper()
	got, err := s.Seasons(t.Context(), guild)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	sound(t, s)
}

// points returns a board's points by player.
func pointsIn(t *testing.T, s *Store, p standing.Period) map[standing.Player]int {
	t.Helper()
	page, err := s.Leaderboard(t.Context(), standing.Query{Guild: "g1", Order: standing.ByPoints, Period: p, Limit: 99})
	must(t, err)
	points := map[standing.Player]int{}
	for _, r := range page.Rows {
		points[r.Player] = r.Points
	}
	return points
}

func TestAMonthlySeasonEndsWithTheMonth(t *testing.T) {
	s := openNew(t)
	must(t, plan(t.Context(), s, "g1", day(2026, 1, 10), standing.Monthly))
	settleWhen(t, s, day(2026, 1, 15), round("g1", "ahole", ann, bob))
	january := standing.SeasonInfo{Number: 1, Plan: standing.Monthly, Due: day(2026, 2, 1)}
	seasonsAre(t, s, "g1", january)

	// The first round in February ends January's season at the exact moment.
	settleWhen(t, s, day(2026, 2, 1), in("c7", round("g1", "ahole", bob, ann)))
	january.Ended = day(2026, 2, 1)
	february := standing.SeasonInfo{Number: 2, Plan: standing.Monthly, Began: day(2026, 2, 1), Due: day(2026, 3, 1)}
	seasonsAre(t, s, "g1", january, february)

	// A round that ended earlier belongs to January even if it is stored now.
	settleWhen(t, s, day(2026, 2, 1).Add(-time.Millisecond), round("g1", "ahole", ann, cy))
	for period, want := range map[standing.Period]map[standing.Player]int{
		standing.Season(1): {ann: 4, bob: 1, cy: 1}, standing.ThisSeason: {bob: 2, ann: 1}, standing.AllTime: {ann: 5, bob: 3, cy: 1},
	} {
		if diff := cmp.Diff(want, pointsIn(t, s, period)); diff != "" {
			t.Errorf("%q: %s", period, diff)
		}
	}

	// January's end hasn't been announced. February ends by the clock.
	told := func(now time.Time, want ...standing.Closed) {
		t.Helper()
		got, err := s.RollSeasons(t.Context(), now)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	}
	told(day(2026, 2, 28), standing.Closed{Guild: "g1", Channel: "c1", Season: january})
	must(t, s.SeasonTold(t.Context(), "g1", 1))
	february.Ended = day(2026, 3, 1)
	told(day(2026, 4, 2), standing.Closed{Guild: "g1", Channel: "c7", Season: february})
	april := standing.SeasonInfo{Number: 3, Plan: standing.Monthly, Began: day(2026, 4, 1), Due: day(2026, 5, 1)}
	seasonsAre(t, s, "g1", january, february, april)

	// April has no rounds and becomes no season.
	told(day(2026, 6, 5), standing.Closed{Guild: "g1", Channel: "c7", Season: february})
	june := standing.SeasonInfo{Number: 3, Plan: standing.Monthly, Began: day(2026, 6, 1), Due: day(2026, 7, 1)}
	seasonsAre(t, s, "g1", january, february, june)
	for i, want := range []string{"January 2026", "February 2026", "June 2026"} {
		if all, err := s.Seasons(t.Context(), "g1"); all[i].Name().String() != want || err != nil {
			t.Errorf("it is called %s, not %s", all[i].Name(), want)
		}
	}
	must(t, s.GuildRemoved(t.Context(), "g1", day(2026, 6, 6)))
	told(day(2026, 6, 7)) // nobody to announce it to
}

// A clock that is an hour ahead ends January early. After it is corrected, nothing ends twice,
// and rounds until midnight belong to January.
func TestAWrongClockEndsASeasonOnce(t *testing.T) {
	s := openNew(t)
	must(t, plan(t.Context(), s, "g1", day(2026, 1, 10), standing.Monthly))
	settleWhen(t, s, day(2026, 1, 15), round("g1", "ahole", ann, bob))
	end := day(2026, 2, 1)
	january := standing.SeasonInfo{Number: 1, Plan: standing.Monthly, Due: end, Ended: end}
	told := func(now time.Time, want ...standing.Closed) {
		t.Helper()
		got, err := s.RollSeasons(t.Context(), now)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	}
	told(end.Add(20*time.Minute), standing.Closed{Guild: "g1", Channel: "c1", Season: january})
	must(t, s.SeasonTold(t.Context(), "g1", 1))
	settleWhen(t, s, end.Add(-30*time.Minute), round("g1", "ahole", ann, cy))
	told(end.Add(-25 * time.Minute))
	told(end.Add(5 * time.Minute))
	settleWhen(t, s, end.Add(10*time.Minute), round("g1", "ahole", bob, ann))
	february := standing.SeasonInfo{Number: 2, Plan: standing.Monthly, Began: end, Due: day(2026, 3, 1)}
	seasonsAre(t, s, "g1", january, february)
	for period, want := range map[standing.Period]map[standing.Player]int{
		standing.Season(1): {ann: 4, bob: 1, cy: 1}, standing.ThisSeason: {bob: 2, ann: 1},
	} {
		if diff := cmp.Diff(want, pointsIn(t, s, period)); diff != "" {
			t.Errorf("%q: %s", period, diff)
		}
	}
}

func TestCloseSeasonEndsTheSeason(t *testing.T) {
	s := openNew(t)
	var refused *game.Illegal
	if _, err := s.CloseSeason(t.Context(), "g1", noon()); !errors.As(err, &refused) {
		t.Errorf("a season ends in which nothing was played: %v", err)
	}
	settleWhen(t, s, noon(), round("g1", "ahole", ann, bob))
	// The clock of the caller is slow: rounds already played stay in the season.
	end := noon().Add(time.Millisecond)
	closed, err := s.CloseSeason(t.Context(), "g1", noon().Add(-time.Hour))
	first := standing.SeasonInfo{Number: 1, Plan: standing.ByHand, Ended: end}
	if diff := cmp.Diff(first, closed); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if _, err := s.CloseSeason(t.Context(), "g1", noon().Add(time.Hour)); !errors.As(err, &refused) {
		t.Errorf("a season ends in which nothing was played: %v", err)
	}
	settleWhen(t, s, noon().Add(time.Hour), round("g1", "ahole", bob, ann))
	second := standing.SeasonInfo{Number: 2, Plan: standing.ByHand, Began: end}
	seasonsAre(t, s, "g1", first, second)
	if due, err := s.RollSeasons(t.Context(), day(2030, 1, 1)); len(due) > 0 || err != nil {
		t.Error("the clock ends it, or who ended it is told", due, err)
	}
	// From the next plan on the clock decides.
	must(t, plan(t.Context(), s, "g1", noon(), standing.Quarterly))
	second.Plan, second.Due = standing.Quarterly, day(2026, 4, 1)
	seasonsAre(t, s, "g1", first, second)
	settleWhen(t, s, day(2026, 11, 3), round("g1", "ahole", cy, ann))
	second.Ended = second.Due
	seasonsAre(t, s, "g1", first, second, standing.SeasonInfo{Number: 3, Plan: standing.Quarterly, Began: day(2026, 10, 1), Due: day(2027, 1, 1)})
	for i, want := range []string{"Season 1", "Quarter 1 of 2026", "Quarter 4 of 2026"} {
		if all, err := s.Seasons(t.Context(), "g1"); all[i].Name().String() != want || err != nil {
			t.Errorf("it is called %s, not %s", all[i].Name(), want)
		}
	}
}

func TestTheHallOfFameListsFinishedSeasons(t *testing.T) {
	s := openNew(t)
	if _, err := s.Player(t.Context(), "Ann", "Ann"); err != nil {
		t.Fatal(err)
	}
	settleAt(t, s, 0, won(round("g1", "ahole", ann, bob, cy), bob))
	settleAt(t, s, 1, round("g1", "ahole", bob, ann))
	computers := round("g1", "ahole", cy)
	computers.Bots = 1
	settleAt(t, s, 2, computers)
	closed, err := s.CloseSeason(t.Context(), "g1", noon().AddDate(0, 0, 1))
	must(t, err)
	settleAt(t, s, 3000, round("g1", "ahole", cy, ann)) // in the next season
	fame, err := s.HallOfFame(t.Context(), "g1", 1)
	if err != nil || fame.Season != closed || fame.Players != 3 || fame.Rounds != 2 {
		t.Errorf("%+v %v", fame, err)
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
	if diff := cmp.Diff(want, fame.Honours); diff != "" {
		t.Error(diff)
	}
	if _, err := s.HallOfFame(t.Context(), "g1", 3); !errors.Is(err, ErrNoSeason) {
		t.Error(err)
	}
}
