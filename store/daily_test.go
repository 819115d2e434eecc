package store

import (
	"testing"
	"time"

	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/standing/daily"
	"deuces/table"
)

// dailyOpening returns the command with which a player opens a deal of a day.
func dailyOpening(p standing.Player, day daily.Day, number int) match.Opening {
	o := match.Opening{
		System: "toy", Version: 1, Host: p, Settings: match.Settings{AutoPass: time.Millisecond},
		Daily: match.Daily{Day: day, Deal: number, Playouts: 1}, Seed: day.Seed(deal.Seed{byte(day)}, number),
	}
	for i := range daily.Opponents {
		c := match.Computer{Player: match.Player(-1 - i), Level: ai.Hard, Name: "Bolt"}
		o.Others, o.Computers = append(o.Others, c.Player), append(o.Computers, c)
	}
	return o
}

// playDaily stores a daily deal that a player plays with random actions. Unless they finish it, the day's
// end does. If a part is already stored, it goes on from there.
func playDaily(t testing.TB, s *Store, rand *gametest.Rand, p standing.Player, day daily.Day, number int, finishes bool) (match.Match, error) {
	t.Helper()
	o := dailyOpening(p, day, number)
	opened, err := match.New(0, matchtest.NewToy).Decide(o, day.Start().Add(time.Hour))
	must(t, err)
	g := &testMatch{t: t, s: s, rand: rand, leaveFactor: 1_000_000, batched: true}
	played, err := s.Dailies(t.Context(), day, p)
	switch {
	case err != nil:
		return match.Match{}, err
	case number <= len(played):
		g.id, opened = match.ID(played[number-1].Table), readLog(t, s.Reader, match.ID(played[number-1].Table))
	default:
		if g.id, err = s.Create(t.Context(), opened); err != nil {
			return match.Match{}, err
		}
	}
	g.match = match.New(g.id, matchtest.NewToy)
	g.apply(opened)
	if g.match.Phase == match.Lobby {
		for _, c := range []match.Command{match.Seal{Seed: o.Seed}, match.Start{Player: p}, match.Deal{}} {
			must(t, g.store(g.decide(c))) // nothing is stored before the end of the round
		}
	}
	for g.match.Phase != match.Over && err == nil {
		seat, _ := g.match.Turn()
		legal := g.match.State.Legal()
		action := legal[rand.Intn(len(legal))]
		_, computer := g.match.Computer(seat)
		switch {
		case g.match.AwaitsHost(false) && !finishes:
			events, failed := g.match.Decide(match.TimeUp{}, day.End())
			must(t, failed)
			err = g.store(events)
		case g.match.AwaitsHost(true):
			err = g.store(g.decide(match.Act{Player: p, Decision: g.match.Decision, Action: action}))
		case computer || g.match.Vacant(seat):
			err = g.store(g.decide(match.Chosen{Decision: g.match.Decision, Action: action}))
		default: // a forced pass
			err = g.store(g.decide(match.TimeUp{}))
		}
	}
	return g.match, err
}

// TestADayHasTheSettingsWithWhichItBegan checks that whoever asks second gets what the first stored, and
// that a day that is over doesn't come back.
func TestADayHasTheSettingsWithWhichItBegan(t *testing.T) {
	s := openNew(t)
	begin := func(day daily.Day, secret byte) daily.Settings {
		have, err := s.BeginDay(t.Context(), daily.Settings{Day: day, System: "toy", Version: 1, Playouts: int(secret), Weights: string(rune('a' + secret)), Secret: deal.Seed{secret}}, []byte{secret})
		must(t, err)
		return have
	}
	for _, c := range []struct {
		reason  string
		day     daily.Day
		secret  byte
		wantDay daily.Day
		want    byte
	}{
		{"the first call begins the day", 7, 1, 7, 1},
		{"another process, or a newer program, gets the same", 7, 2, 7, 1},
		{"the next day begins", 8, 3, 8, 3},
		{"the clock was set back to the day before", 7, 4, 8, 3},
		{"two days back there is another day", 6, 5, 7, 1},
	} {
		got := begin(c.day, c.secret)
		if got.Day != c.wantDay || got.Secret != (deal.Seed{c.want}) || got.Playouts != int(c.want) {
			t.Errorf("%s: got day %d with secret %v, want day %d with %d", c.reason, got.Day, got.Secret, c.wantDay, c.want)
		}
		if data, err := s.Weights(t.Context(), got.Weights); err != nil || len(data) != 1 || data[0] != c.want {
			t.Errorf("%s: the weights are %v, %v, want those with which the day began", c.reason, data, err)
		}
	}
}

// TestADailyDealIsStoredOnce checks that a person has one table for a deal, that its result is stored apart
// from the standings, and that Recount and Rebuild agree with it.
func TestADailyDealIsStoredOnce(t *testing.T) {
	s := openNew(t)
	rand := gametest.NewRand(5)
	m, err := playDaily(t, s, rand, ann, 9, 1, true)
	must(t, err, errOf(playDaily(t, s, rand, ann, 9, 2, false)), errOf(playDaily(t, s, rand, bob, 9, 1, true)))
	events, err := match.New(0, matchtest.NewToy).Decide(dailyOpening(ann, 9, 1), daily.Day(9).Start())
	must(t, err)
	wantError(t, "a second try", errOf(s.Create(t.Context(), events)), table.ErrConflict)

	got, err := s.Dailies(t.Context(), 9, ann)
	must(t, err)
	seat, _ := m.Seat(ann)
	want := daily.Played{Table: int64(m.ID), Over: true, Day: 9, Deal: 1, Player: ann, Points: m.Results[0].Points[seat], Place: m.Results[0].Place(seat), Own: true}
	if len(got) != 2 || got[0] != want || got[1].Own || !got[1].Over || got[1].Deal != 2 {
		t.Errorf("Ann's deals are %+v; the first should be %+v, and the second played out", got, want)
	}
	if open, err := s.OpenBy(t.Context(), ann); err != nil || len(open) > 0 {
		t.Errorf("the tables that Ann opened in channels are %v, %v, want none", open, err)
	}
	result(s.DailyTables(t.Context(), 9, bob, false)).is(t, "Bob's tables of the day, and Ann's where he has none", []match.ID{match.ID(m.ID + 2), match.ID(m.ID + 1)})
	result(s.DailyTables(t.Context(), 10, bob, false)).is(t, "the tables of a day without any", []match.ID(nil))
	checkStandings(t, s)
	must(t, s.exec(t.Context(), `UPDATE dailies SET points = points + 1, own = 1 WHERE day = 9 AND deal = 2`))
	if found, err := s.Recount(t.Context(), matchtest.NewToy); len(found) != 1 || err != nil {
		t.Errorf("Recount of a changed result finds %q, %v, want one line", found, err)
	}
	rebuild(t, s)
	if again, err := s.Dailies(t.Context(), 9, ann); err != nil || len(again) != 2 || again[1] != got[1] {
		t.Errorf("after a rebuild the deals are %+v, %v, want %+v", again, err, got)
	}
	checkStandings(t, s)
}
