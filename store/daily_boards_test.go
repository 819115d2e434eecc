package store

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/standing/daily"
)

// TestDailyResultsEqualARecountFromTheLogs lets people play for some weeks, with days that they skip or don't
// finish and two outages. Now and then the store ends in the middle of a transaction, and another one goes on. What is
// shown equals a recount that reads nothing but the logs, before and after a rebuild.
func TestDailyResultsEqualARecountFromTheLogs(t *testing.T) {
	t.Parallel()
	days, people := gametest.Dose(t, 8, 25, 60), gametest.Dose(t, 5, 10, 50)
	path, driver := newFile(t), &faultDriver{}
	s := openWith(t, path, driver.wrap)
	rand := gametest.NewRand(21)
	ends := 0
	const first daily.Day = 380 // before the end of a month
	var players []standing.Player
	for i := range people {
		p, err := s.Player(t.Context(), fmt.Sprint(100+i), fmt.Sprintf("Person %d", i))
		must(t, err)
		players = append(players, p)
		if i%5 > 0 { // the others asked nowhere
			must(t, s.JoinDaily(t.Context(), "g1", p))
		}
	}
	for d := range daily.Day(days) {
		day := first + d
		_, err := s.BeginDay(t.Context(), daily.Settings{Day: day, System: "toy", Secret: [32]byte{byte(d)}}, nil)
		must(t, err)
		seen := day.Start()
		for seen.Before(day.End()) { // the bot is away for two hours on every seventh day
			must(t, s.SaveSeen(t.Context(), seen))
			if seen = seen.Add(9 * time.Minute); d%7 == 3 && seen.Hour() == 10 {
				seen = seen.Add(2 * time.Hour)
			}
		}
		for _, p := range players {
			deals := daily.Deals
			if rand.Intn(5) == 0 {
				deals = rand.Intn(daily.Deals)
			}
			for number := range deals {
				finishes := rand.Intn(30) > 0
				if rand.Intn(20) == 0 {
					driver.arm(1+rand.Intn(14), rand.Intn(2) == 0, errFault)
				}
				_, err := playDaily(t, s, rand, p, day, number+1, finishes)
				driver.arm(0, false, nil)
				if err != nil {
					ends++
					_ = s.Close()
					s = openWith(t, path, driver.wrap)
					must(t, errOf(playDaily(t, s, rand, p, day, number+1, finishes)))
				}
			}
		}
	}

	if t.Logf("the store ended %d times", ends); ends == 0 {
		t.Error("the store never ended in the middle of a transaction")
	}
	recount := recountDailies(t, s)
	check := func(when string) {
		t.Helper()
		today := first + daily.Day(days-1)
		outages, err := s.Outages(t.Context())
		must(t, err)
		excused := daily.Excused(outages)
		for d := range daily.Day(days) {
			if excused[first+d] != (d%7 == 3) {
				t.Errorf("%s: day %d is excused: %v", when, d, excused[first+d])
			}
		}
		var all []daily.Total
		for p, totals := range recount {
			got, err := s.FinishedDays(t.Context(), p)
			want := slices.Sorted(maps.Keys(totals))
			wantEqual(t, fmt.Sprintf("%s: the days of player %d", when, p), want, append([]daily.Day(nil), got...), err)
			if got, want := daily.StreakOf(got, excused, today).Days, streakByDates(totals, excused, today); got != want {
				t.Errorf("%s: the streak of player %d is %d, want %d", when, p, got, want)
			}
			for day, points := range totals {
				if (int(p)-1)%5 > 0 {
					all = append(all, daily.Total{Day: day, System: "toy", Player: p, Name: fmt.Sprintf("Person %d", p-1), Points: points})
				}
			}
		}
		slices.SortFunc(all, func(a, b daily.Total) int {
			if a.Day != b.Day {
				return int(a.Day - b.Day)
			}
			return int(a.Player - b.Player)
		})
		got, err := s.DayTotals(t.Context(), "g1", first, today)
		wantEqual(t, when+": the totals of the guild", all, got, err)
		everyone := map[int]int{}
		for _, totals := range recount {
			if points, finished := totals[today]; finished {
				everyone[points]++
			}
		}
		points, err := s.DayPoints(t.Context(), today)
		wantEqual(t, when+": everyone's totals of the last day", everyone, points, err)
	}
	check("as played")
	checkStandings(t, s)
	rebuild(t, s)
	check("rebuilt")
}

// recountDailies returns the points of each day that a player has finished, from the logs alone.
func recountDailies(t *testing.T, s *Store) map[standing.Player]map[daily.Day]int {
	t.Helper()
	type one struct {
		player standing.Player
		day    daily.Day
	}
	deals, points := map[one]int{}, map[one]int{}
	var tables int
	must(t, s.db.QueryRowContext(t.Context(), `SELECT max(id) FROM tables`).Scan(&tables))
	for id := range tables {
		m := match.New(match.ID(id+1), matchtest.NewToy)
		own := true
		for _, e := range readLog(t, s.Reader, m.ID) {
			_, left := e.Body.(match.Left)
			own = own && !left
			var err error
			m, err = m.Apply(e)
			must(t, err)
		}
		seat, opened := m.Seat(m.Host) // numbers of tables have gaps
		if k := (one{m.Host, m.Daily.Day}); own && opened {
			deals[k]++
			points[k] += m.Totals()[seat]
		}
	}
	all := map[standing.Player]map[daily.Day]int{}
	for k, n := range deals {
		if n == daily.Deals {
			if all[k.player] == nil {
				all[k.player] = map[daily.Day]int{}
			}
			all[k.player][k.day] = points[k]
		}
	}
	return all
}

// streakByDates counts a streak by going through the dates.
func streakByDates(finished map[daily.Day]int, excused map[daily.Day]bool, today daily.Day) int {
	streak, missed := 0, map[string]int{}
	for day := slices.Min(slices.Collect(maps.Keys(finished))); day <= today; day++ {
		month := day.Start().Format("2006-01")
		if _, has := finished[day]; has || streak > 0 && excused[day] && day != today {
			streak++
			continue
		}
		if day == today || streak == 0 {
			continue
		}
		if missed[month]++; missed[month] > 2 {
			streak = 0
		}
	}
	return streak
}
