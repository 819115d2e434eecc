package store

import (
	"errors"
	"testing"
	"time"

	"deuces/game"
	"deuces/standing"
)

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func seasonsAre(t *testing.T, s *Store, guild string, want ...standing.SeasonInfo) {
	t.Helper()
	got, err := s.Seasons(t.Context(), guild)
	equal(t, "seasons", want, got, err)
	sound(t, s)
}

// namesAre fails the test unless the seasons have these names.
func namesAre(t *testing.T, s *Store, want ...string) {
	t.Helper()
	all, err := s.Seasons(t.Context(), "g1")
	var names []string
	for _, season := range all {
		names = append(names, season.Name().String())
	}
	equal(t, "names", want, names, err)
}

// rolls fails the test unless the end of these seasons is to be announced.
func rolls(t *testing.T, s *Store, now time.Time, want ...standing.Closed) {
	t.Helper()
	got, err := s.RollSeasons(t.Context(), now)
	equal(t, "to be announced", want, got, err)
}

type points = map[standing.Player]int

// pointsAre fails the test unless the boards of the periods have these points.
func pointsAre(t *testing.T, s *Store, want map[standing.Period]points) {
	t.Helper()
	for period, want := range want {
		got := points{}
		for _, r := range boardOf(t, s, standing.Query{Period: period}).Rows {
			got[r.Player] = r.Points
		}
		equal(t, string(period), want, got, nil)
	}
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
	pointsAre(t, s, map[standing.Period]points{
		standing.Season(1): {ann: 4, bob: 1, cy: 1}, standing.ThisSeason: {bob: 2, ann: 1}, standing.AllTime: {ann: 5, bob: 3, cy: 1},
	})

	// January's end hasn't been announced. February ends by the clock.
	rolls(t, s, day(2026, 2, 28), standing.Closed{Guild: "g1", Channel: "c1", Season: january})
	must(t, s.SeasonTold(t.Context(), "g1", 1))
	february.Ended = day(2026, 3, 1)
	rolls(t, s, day(2026, 4, 2), standing.Closed{Guild: "g1", Channel: "c7", Season: february})
	april := standing.SeasonInfo{Number: 3, Plan: standing.Monthly, Began: day(2026, 4, 1), Due: day(2026, 5, 1)}
	seasonsAre(t, s, "g1", january, february, april)

	// April has no rounds and becomes no season.
	rolls(t, s, day(2026, 6, 5), standing.Closed{Guild: "g1", Channel: "c7", Season: february})
	june := standing.SeasonInfo{Number: 3, Plan: standing.Monthly, Began: day(2026, 6, 1), Due: day(2026, 7, 1)}
	seasonsAre(t, s, "g1", january, february, june)
	namesAre(t, s, "January 2026", "February 2026", "June 2026")
	must(t, s.GuildRemoved(t.Context(), "g1", day(2026, 6, 6)))
	rolls(t, s, day(2026, 6, 7)) // nobody to announce it to
}

// A clock that is an hour ahead ends January early. After it is corrected, nothing ends twice,
// and rounds until midnight belong to January.
func TestAWrongClockEndsASeasonOnce(t *testing.T) {
	s := openNew(t)
	must(t, plan(t.Context(), s, "g1", day(2026, 1, 10), standing.Monthly))
	settleWhen(t, s, day(2026, 1, 15), round("g1", "ahole", ann, bob))
	end := day(2026, 2, 1)
	january := standing.SeasonInfo{Number: 1, Plan: standing.Monthly, Due: end, Ended: end}
	rolls(t, s, end.Add(20*time.Minute), standing.Closed{Guild: "g1", Channel: "c1", Season: january})
	must(t, s.SeasonTold(t.Context(), "g1", 1))
	settleWhen(t, s, end.Add(-30*time.Minute), round("g1", "ahole", ann, cy))
	rolls(t, s, end.Add(-25*time.Minute))
	rolls(t, s, end.Add(5*time.Minute))
	settleWhen(t, s, end.Add(10*time.Minute), round("g1", "ahole", bob, ann))
	february := standing.SeasonInfo{Number: 2, Plan: standing.Monthly, Began: end, Due: day(2026, 3, 1)}
	seasonsAre(t, s, "g1", january, february)
	pointsAre(t, s, map[standing.Period]points{standing.Season(1): {ann: 4, bob: 1, cy: 1}, standing.ThisSeason: {bob: 2, ann: 1}})
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
	equal(t, "the season", first, closed, err)
	if _, err := s.CloseSeason(t.Context(), "g1", noon().Add(time.Hour)); !errors.As(err, &refused) {
		t.Errorf("a season ends in which nothing was played: %v", err)
	}
	settleWhen(t, s, noon().Add(time.Hour), round("g1", "ahole", bob, ann))
	second := standing.SeasonInfo{Number: 2, Plan: standing.ByHand, Began: end}
	seasonsAre(t, s, "g1", first, second)
	rolls(t, s, day(2030, 1, 1)) // only who plays here ends it
	// From the next plan on the clock decides.
	must(t, plan(t.Context(), s, "g1", noon(), standing.Quarterly))
	second.Plan, second.Due = standing.Quarterly, day(2026, 4, 1)
	seasonsAre(t, s, "g1", first, second)
	settleWhen(t, s, day(2026, 11, 3), round("g1", "ahole", cy, ann))
	second.Ended = second.Due
	seasonsAre(t, s, "g1", first, second, standing.SeasonInfo{Number: 3, Plan: standing.Quarterly, Began: day(2026, 10, 1), Due: day(2027, 1, 1)})
	namesAre(t, s, "Season 1", "Quarter 1 of 2026", "Quarter 4 of 2026")
}

func TestTheHallOfFameListsFinishedSeasons(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann")
	settleAt(t, s, 0, won(round("g1", "ahole", ann, bob, cy), bob))
	settleAt(t, s, 1, round("g1", "ahole", bob, ann))
	settleAt(t, s, 2, seated(round("g1", "ahole", cy), 1))
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
	equal(t, "honors", want, fame.Honours, nil)
	if _, err := s.HallOfFame(t.Context(), "g1", 3); !errors.Is(err, ErrNoSeason) {
		t.Error(err)
	}
}
