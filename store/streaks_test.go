package store

import (
	"testing"
	"time"

	"deuces/game"
	"deuces/standing"
)

func TestTitleRunsAreStored(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob", "Cy")
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
	settleAt(t, s, 9, seated(round("g1", "ahole", cy, ann, bob), 4)) // bots are the majority: no title runs or ends

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
	equal(t, "of the guild", append([]standing.Streak{bobs, scum}, other...), got, err)
	got, err = s.Running(t.Context(), "g1", "c2")
	want := []standing.Streak{
		running(reign("c2", "ahole", game.President, ann, "Ann", 1, 2, 2)), running(reign("c2", "ahole", game.Scum, dee, "", 1, 2, 2)),
		running(reign("c2", "president", game.President, dee, "", 1, 4, 4)), running(reign("c2", "president", game.Scum, bob, "Bob", 1, 4, 4)),
	}
	equal(t, "of a channel", want, got, err)
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
		equal(t, c.why, c.want, got, err)
	}
	sound(t, s)
}
