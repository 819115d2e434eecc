package screen

import (
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/screen/screentest"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// The messages of an evening: a start at a time, a call for players, and a slow table.
func TestEveningGolden(t *testing.T) {
	sys, _ := systems.Latest("president")
	var b goldenTexts
	open := screentest.NewMatch(t, sys, 2, nil)
	b.add(t, "the panel for the start, at first", snapshotOf(open).StartPanel(say.Message{}, true))
	set := match.Schedule{At: open.At.Add(time.Hour), Fill: ai.Normal, Seats: 4, Event: true}
	waits := screentest.Do(t, open, match.StartAt{Player: 1, Schedule: set}, open.At)
	b.add(t, "the panel for the start, where a time was refused", snapshotOf(waits).StartPanel(say.New("That time has passed. Choose a later one."), true))
	b.add(t, "the lobby waits", snapshotOf(waits).Board())
	called := snapshotOf(waits).StartsSoon([]match.Player{1, 2}, waits.CallsAt())
	b.add(t, "five minutes before", called)
	for _, at := range []time.Time{waits.CallsAt().Add(-1), waits.Schedule.At} {
		if early := snapshotOf(waits).StartsSoon([]match.Player{1, 2}, at); !early.Empty() {
			t.Errorf("players are called %v after the call is due", at.Sub(waits.CallsAt()))
		}
	}
	set.Fill = ""
	alone := screentest.Do(t, screentest.NewMatch(t, sys, 1, nil), match.StartAt{Player: 1, Schedule: set}, open.At)
	few := screentest.Do(t, alone, match.TimeUp{}, set.At)
	b.add(t, "too few have come", snapshotOf(few).Board())
	enough := few
	for p := match.Player(2); p <= 4; p++ {
		enough = screentest.Do(t, enough, match.Join{Player: p}, few.At)
	}
	b.add(t, "then there are enough", snapshotOf(enough).Board())
	b.add(t, "the event was canceled", snapshotOf(screentest.Do(t, waits, match.FollowEvent{From: set.At}, open.At)).Board())

	asked := screentest.Do(t, open, match.CallPlayers{Player: 2}, open.At)
	call := snapshotOf(asked)
	b.add(t, "players are called", call.Call())
	call.GuildSettings.CallRole = "77"
	b.add(t, "players are called by a role, to a start at a time", func() bot.Message { s := call; s.Schedule = set; return s.Call() }())
	b.add(t, "tables elsewhere", Elsewhere([]Snapshot{call}, "game:president"))
	b.add(t, "joined there", JoinedThere(asked, "https://discord.com/channels/1/2/3"))
	on := true
	b.add(t, "the preference", Preferences(settings.DefaultPerson(), nil, true, settings.MentionSoon, &on, say.Message{}))

	slow := open.Settings
	slow.Clock = 72 * time.Hour
	m := screentest.Do(t, screentest.NewMatch(t, sys, 4, nil), match.SetSettings{Player: 1, Settings: slow}, open.At)
	b.add(t, "a lobby with three days for a turn", snapshotOf(m).Board())
	for m.Phase != match.Playing {
		m = screentest.Step(t, gametest.NewRand(5), m)
	}
	s := snapshotOf(m)
	b.add(t, "a slow turn begins", s.TurnMention(settings.MentionSoon, m.Soon()))
	b.add(t, "a quarter of its time is left", s.TurnMention(settings.MentionSoon, m.Warning()))
	screentest.Golden(t, "evening", b.String())
}
