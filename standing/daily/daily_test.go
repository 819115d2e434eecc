package daily

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"deuces/game/deal"
)

func TestADayIsACalendarDayInUTC(t *testing.T) {
	east := time.FixedZone("", 9*3600)
	for _, c := range []struct {
		reason string
		at     time.Time
		want   Day
	}{
		{"day 1 begins", time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), 1},
		{"and ends", time.Date(2026, 1, 1, 23, 59, 59, 999, time.UTC), 1},
		{"other time zones don't matter", time.Date(2026, 1, 2, 8, 59, 0, 0, east), 1},
		{"a leap day is a day", time.Date(2028, 2, 29, 12, 0, 0, 0, time.UTC), 790},
	} {
		if got := Of(c.at); got != c.want || c.at.Before(got.Start()) || !c.at.Before(got.End()) {
			t.Errorf("%s: %v is on day %d, from %v to %v, want %d", c.reason, c.at, got, got.Start(), got.End(), c.want)
		}
	}
	list := []string{"a", "b", "c"}
	if got := Game(4, list) + Game(5, list) + Game(6, list) + Game(7, list); got != "bcab" {
		t.Errorf("the games of four days are %q, want one after the other", got)
	}
	if (Day(5)).Seed(deal.Seed{1}, 1) == (Day(5)).Seed(deal.Seed{1}, 2) || (Day(5)).Seed(deal.Seed{1}, 1) == (Day(6)).Seed(deal.Seed{1}, 1) {
		t.Error("two deals have the same seed")
	}
}

// TestAStreakIsKind has a letter for each day from January 29, 2026 on: f finished, . missed, o an outage.
func TestAStreakIsKind(t *testing.T) {
	for _, c := range []struct {
		reason, days          string
		want, longest, mended int
	}{
		{"nobody has a streak before the first day", "....", 0, 0, 0},
		{"days in a row", "fff", 3, 3, 0},
		{"today isn't missed yet", "ff.", 2, 2, 0},
		{"two missed days are mended and don't count", "f..f", 2, 2, 2},
		{"each month has two", "f...fff.f", 5, 5, 4},
		{"the third ends the streak", "...f...f", 1, 1, 0},
		{"an outage counts for everyone with a streak", "fof", 3, 3, 0},
		{"but begins none", "oof", 1, 1, 0},
		{"an outage today may still be finished", "fo", 1, 1, 0},
	} {
		first := Of(time.Date(2026, 1, 29, 0, 0, 0, 0, time.UTC))
		var finished []Day
		excused := map[Day]bool{}
		for i, what := range c.days {
			switch what {
			case 'f':
				finished = append(finished, first+Day(i))
			case 'o':
				excused[first+Day(i)] = true
			}
		}
		got := StreakOf(finished, excused, first+Day(len(c.days)-1))
		if got.Days != c.want || got.Longest != c.longest || len(got.Mended) != c.mended {
			t.Errorf("%s: %q is %+v, want %d days, the longest %d, %d mended", c.reason, c.days, got, c.want, c.longest, c.mended)
		}
	}
}

// naiveStreak returns the length of the streak and the number of mended days in the month, from those on the
// date before.
func naiveStreak(finished, excused map[string]bool, first, date, today string) (days, mended int) {
	if date < first {
		return 0, 0
	}
	at, _ := time.Parse(time.DateOnly, date)
	days, mended = naiveStreak(finished, excused, first, at.AddDate(0, 0, -1).Format(time.DateOnly), today)
	if at.Day() == 1 {
		mended = 0
	}
	switch {
	case finished[date], date != today && days > 0 && excused[date]:
		return days + 1, mended
	case date == today, days == 0:
		return days, mended
	case mended == 2:
		return 0, mended
	}
	return days, mended + 1
}

func TestAStreakEqualsANaiveRecount(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		first, length := Day(1+r.IntN(400)), 1+r.IntN(70)
		finished, excused := map[string]bool{}, map[string]bool{}
		var list []Day
		away := map[Day]bool{}
		for d := first; d < first+Day(length); d++ {
			switch n := r.IntN(20); {
			case n < 16:
				finished[d.Start().Format(time.DateOnly)] = true
				list = append(list, d)
			case n < 17:
				excused[d.Start().Format(time.DateOnly)], away[d] = true, true
			}
		}
		today := first + Day(length-1)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		last := today.Start().Format(time.DateOnly)
		got := StreakOf(list, away, today).Days
		want, _ := naiveStreak(finished, excused, first.Start().Format(time.DateOnly), last, last)
		if got != want {
			t.Errorf("seed %d: finished %v, the bot was away on %v, today is %d: got %d, want %d", seed, list, excused, today, got, want)
		}
	}
}

func TestAnOutageOfMoreThanAnHourExcusesItsDay(t *testing.T) {
	at := func(hour, minute int) time.Time {
		return Day(5).Start().Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute)
	}
	for _, c := range []struct {
		reason  string
		outages []Outage
		want    []Day
	}{
		{"an hour isn't more", []Outage{{at(3, 0), at(4, 0)}}, nil},
		{"more than an hour", []Outage{{at(3, 0), at(4, 1)}}, []Day{5}},
		{"several add up", []Outage{{at(3, 0), at(3, 31)}, {at(9, 0), at(9, 30)}}, []Day{5}},
		{"each day counts on its own", []Outage{{at(23, 30), at(24, 40)}}, nil},
		{"a long one excuses all of its days", []Outage{{at(22, 0), at(72, 30)}}, []Day{5, 6, 7}},
	} {
		var got []Day
		for d := range Excused(c.outages) {
			got = append(got, d)
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.reason, got, c.want)
		}
	}
}
