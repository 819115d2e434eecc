package match_test

import (
	"errors"
	"testing"
	"time"

	"deuces/game/ai"
	"deuces/match"
	"deuces/match/matchtest"
)

func TestTheHostSetsWhenTheMatchStarts(t *testing.T) {
	m := matchtest.Lobby(t)
	at := func(p match.Player, after time.Duration) match.StartAt {
		return match.StartAt{Player: p, Schedule: match.Schedule{At: m.At.Add(after)}}
	}
	for _, tt := range []struct {
		reason  string
		command match.Command
		text    string
	}{
		{"only the host", at(bob, time.Hour), "Only the host"},
		{"a time in the past", at(ann, -time.Minute), "has passed"},
		{"now", at(ann, 0), "has passed"},
		{"beyond a week", at(ann, 7*24*time.Hour+time.Minute), "more than a week"},
	} {
		wantRefused(t, tt.reason, m, tt.command, tt.text)
	}
	set := matchtest.Play(t, m, at(ann, 7*24*time.Hour))
	if !set.Deadline().Equal(m.At.Add(7*24*time.Hour)) || !set.Warning().Equal(set.Deadline().Add(-5*time.Minute)) {
		t.Errorf("got a start %v and a call %v later, want a week, and five minutes before", set.Deadline().Sub(m.At), set.Warning().Sub(m.At))
	}
	if events, err := set.Decide(match.StartAt{Player: ann, Schedule: set.Schedule}, set.At); err != nil || len(events) != 0 {
		t.Errorf("the same time again: got %v, %v, want nothing", events, err)
	}
	none := matchtest.Play(t, set, match.StartAt{Player: ann})
	if !none.Schedule.At.IsZero() || none.Unstarted != "" || none.Deadline().Sub(none.At) != none.Settings.Lobby {
		t.Errorf("taken back: got %+v until %v, want an ordinary lobby", none.Schedule, none.Deadline())
	}
	left := matchtest.Play(t, set, match.Leave{Player: ann})
	if left.Host != bob || left.Schedule != set.Schedule {
		t.Errorf("the host leaves: got host %d and %+v, want Bob and the same time", left.Host, left.Schedule)
	}
	wantRefused(t, "the match has begun", matchtest.Play(t, m, match.Start{Player: ann}), at(ann, time.Hour), "already begun")
}

func TestAMatchStartsAtItsTime(t *testing.T) {
	for _, tt := range []struct {
		reason string
		others []match.Player
		fill   ai.Level
		phase  match.Phase
		bots   int
		few    bool
	}{
		{"with who is there", []match.Player{bob, cy}, "", match.Between, 0, false},
		{"too few came", nil, "", match.Lobby, 0, true},
		{"bots fill up", nil, ai.Hard, match.Between, 2, false},
	} {
		o := matchtest.Opening(nil)
		o.Version, o.Settings, o.Others = 1, match.DefaultSettings(), tt.others
		m := matchtest.Play(t, match.New(1, matchtest.NewToy), o)
		at := m.At.Add(time.Hour)
		m = matchtest.Play(t, m, match.StartAt{Player: ann, Schedule: match.Schedule{At: at, Fill: tt.fill, Seats: 3}}, match.CatchUp{Lost: time.Minute}, match.TimeUp{})
		if few := m.Unstarted == match.TooFewCame; !m.At.Equal(at) || m.Phase != tt.phase || m.Computers() != tt.bots || few != tt.few || !m.Schedule.At.IsZero() {
			t.Errorf("%s: after %v got %v, %d bots, too few %v; want %v, %d bots, too few %v at the time", tt.reason, m.At.Sub(at), m.Phase, m.Computers(), few, tt.phase, tt.bots, tt.few)
		}
		if !tt.few {
			continue
		}
		if m.Deadline().Sub(m.At) != m.Settings.Lobby {
			t.Errorf("%s: it waits for %v, want as long as any lobby", tt.reason, m.Deadline().Sub(m.At))
		}
		if m = matchtest.Play(t, m, match.Join{Player: bob}, match.TimeUp{}); m.Phase != match.Between {
			t.Errorf("%s: with one more it is %v, want it to start by itself", tt.reason, m.Phase)
		}
	}
}

// A start follows the event that was made for it, and no other.
func TestAStartFollowsItsEvent(t *testing.T) {
	m := matchtest.Lobby(t)
	set := match.Schedule{At: m.At.Add(time.Hour).UTC().Truncate(time.Second), Fill: ai.Easy, Seats: 4, Event: true}
	m = matchtest.Play(t, m, match.StartAt{Player: ann, Schedule: set})
	if _, err := m.Decide(match.FollowEvent{From: set.At.Add(time.Minute)}, m.At); !errors.Is(err, match.ErrStale) {
		t.Errorf("the event of another time: got %v, want %v", err, match.ErrStale)
	}
	wantRefused(t, "moved into the past", m, match.FollowEvent{From: set.At, To: m.At.Add(-time.Minute)}, "has passed")
	wantRefused(t, "moved beyond a week", m, match.FollowEvent{From: set.At, To: m.At.Add(8 * 24 * time.Hour)}, "more than a week")
	from := set.At
	set.At = from.Add(26 * time.Hour)
	if m = matchtest.Play(t, m, match.FollowEvent{From: from, To: set.At}); m.Schedule != set || m.Unstarted != "" {
		t.Errorf("moved: got %+v, %q, want %+v", m.Schedule, m.Unstarted, set)
	}
	if m = matchtest.Play(t, m, match.FollowEvent{From: set.At}); m.Schedule != (match.Schedule{}) || m.Unstarted != match.EventCanceled {
		t.Errorf("canceled: got %+v, %q, want no start, because of the event", m.Schedule, m.Unstarted)
	}
}

func TestPlayersAreCalledOnceALobby(t *testing.T) {
	m := matchtest.Lobby(t)
	wantRefused(t, "somebody without a seat", m, match.CallPlayers{Player: eve}, "aren't at this table")
	wantRefused(t, "a full table", matchtest.Play(t, m, match.Join{Player: dee}), match.CallPlayers{Player: ann}, "seats are taken")
	called := matchtest.Play(t, m, match.CallPlayers{Player: bob})
	if called.Caller != bob {
		t.Errorf("got the caller %d, want Bob", called.Caller)
	}
	wantRefused(t, "a second time", called, match.CallPlayers{Player: ann}, "already been called")
	wantRefused(t, "in a match", matchtest.Play(t, m, match.Start{Player: ann}), match.CallPlayers{Player: ann}, "already begun")
}
