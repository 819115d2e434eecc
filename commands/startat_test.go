package commands

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/match"
	"deuces/settings"
)

// openLobby opens another table, of the players 1 and more, in the channel of the fixture's table, which it ends.
func (e *fixture) openLobby(others ...match.Player) {
	e.t.Helper()
	e.do(e.id, match.End{Player: 1})
	e.sleep(time.Second)
	m, err := e.tables.Open(e.t.Context(), match.Opening{Guild: "1", Channel: tableChannel, System: "ahole", Host: 1, Others: others, Settings: match.DefaultSettings()})
	if err != nil {
		e.t.Fatal(err)
	}
	e.id = m.ID
	e.mirrors.Show(e.mirrorOf(m, BoardPost, bot.Shown{}))
	e.showSidePosts(m)
	e.sleep(time.Second)
}

// setStart clicks a button of the panel for the start, as a player with the bot's permissions. It returns the panel.
func (e *fixture) clickStart(p match.Player, what string, can bot.Permissions) string {
	e.t.Helper()
	r := e.clickRequest(p, ids.StartAt{Table: e.id, What: what}.ID())
	r.Bot = can
	reply, err := e.atTable(with(ids.ParseStartAt, e.startAt))(e.t.Context(), e.withSettings(e.t, r))
	if err != nil {
		e.t.Fatal(err)
	}
	e.sleep(time.Second)
	return screentest.Text(*reply.Message)
}

// calls returns how often the players 1 to 4 were mentioned together, shortly before a start.
func calls(posted *[]string) int {
	return len(slices.DeleteFunc(slices.Clone(*posted), func(body string) bool {
		return !strings.Contains(body, "🕗 \\u003c@") && !strings.Contains(body, "🕗 <@")
	}))
}

// posted records the bodies of all posts.
func (e *fixture) posted() *[]string {
	var all []string
	e.discord.watchRequests(func(method, _, _, body string) {
		if method == "POST" {
			all = append(all, body)
		}
	})
	return &all
}

// kill stops the bot like a crash, and starts it again after a while.
func (e *fixture) kill(down time.Duration) {
	e.alive = time.Now()
	e.stop()
	time.Sleep(down)
	e.start()
}

// A match starts at the time that its host has chosen, and its players are called once before. The bot may be killed
// at any moment.
func TestAMatchStartsWhenItsHostChose(t *testing.T) {
	for _, tt := range []struct {
		why   string
		kills []time.Duration // before the start
		down  time.Duration   // 0: another process takes over instead
		calls int
	}{
		{"nothing happens", nil, 0, 1},
		{"killed while the lobby waits, right after the call, and right before the start", []time.Duration{90 * time.Minute, 5*time.Minute - time.Second, time.Second}, 100 * time.Millisecond, 1},
		{"another process takes over at the same moments", []time.Duration{90 * time.Minute, 5*time.Minute - time.Second, time.Second}, 0, 1},
		{"down when the players should be called", []time.Duration{6 * time.Minute}, 3 * time.Minute, 1},
		{"down at the start", []time.Duration{time.Minute}, 10 * time.Minute, 1},
		{"down from before the call until after the start", []time.Duration{6 * time.Minute}, 10 * time.Minute, 0},
	} {
		withTable(t, 90*time.Second, func(s *memory, _ *fakeDiscord) { s.prefer(4, settings.NoticeNever, settings.InChannel) }, func(e *fixture) {
			e.openLobby(2, 3, 4)
			posted := e.posted()
			if panel := e.clickStart(1, "2h0m0s", 0); !strings.Contains(panel, "<t:") {
				t.Errorf("%s: got the panel %s, want the time in it", tt.why, panel)
			}
			at := e.match().Schedule.At
			for _, before := range tt.kills {
				e.sleep(time.Until(at.Add(-before)))
				if tt.down == 0 {
					e.takeOver()
				} else {
					e.kill(tt.down)
				}
			}
			e.sleep(time.Until(at.Add(-2 * time.Second)))
			if time.Now().Before(at) && e.match().Phase != match.Lobby {
				t.Errorf("%s: the match has begun two seconds too early", tt.why)
			}
			e.sleep(time.Until(at.Add(3 * time.Second)))
			if m := e.match(); m.Phase != match.Playing || m.Computers() > 0 {
				t.Errorf("%s: at the time it is %v with %d bots, want it played by the four", tt.why, m.Phase, m.Computers())
			}
			if n := calls(posted); n != tt.calls {
				t.Errorf("%s: the players were called %d times, want %d", tt.why, n, tt.calls)
			}
			for _, body := range *posted {
				if strings.Contains(body, "🕗") && strings.Contains(body, discordID(4)+`"`) {
					t.Errorf("%s: somebody was mentioned who wants to hear of nothing: %s", tt.why, body)
				}
			}
		})
	}
}

// If too few have come by the time, the board says so, and the match starts once there are enough.
func TestALobbyWaitsIfTooFewHaveCome(t *testing.T) {
	withTable(t, 90*time.Second, nil, func(e *fixture) {
		e.openLobby(2)
		e.clickStart(1, "30m0s", 0)
		e.sleep(31 * time.Minute)
		if board := e.wantOneBoard(); e.match().Phase != match.Lobby || !strings.Contains(board, "Too few came in time") {
			t.Errorf("got %v, %s; want a lobby that says that too few came", e.match().Phase, board)
		}
		e.kill(time.Minute)
		e.do(e.id, match.Join{Player: 3})
		e.do(e.id, match.Join{Player: 4})
		e.sleep(15 * time.Second)
		if m := e.match(); m.Phase != match.Playing {
			t.Errorf("with enough players it is %v, want it started", m.Phase)
		}
	})
	withTable(t, 90*time.Second, nil, func(e *fixture) {
		e.openLobby(2)
		e.clickStart(1, "30m0s", 0)
		e.clickStart(1, ids.StartBots, 0)
		e.sleep(31 * time.Minute)
		if m := e.match(); m.Phase != match.Playing || m.Computers() != 2 {
			t.Errorf("got %v with %d bots, want it played with two", m.Phase, m.Computers())
		}
	})
}

// The server's event follows the start: it is created once, moved, and deleted. Canceling it cancels the start, also while the bot
// is down.
func TestTheEventOfAStart(t *testing.T) {
	events := func(e *fixture) (all map[string]string) {
		e.discord.change(func(p *fakeDiscord) { all = maps.Clone(p.events) })
		return all
	}
	cancel := func(e *fixture) {
		for id := range events(e) {
			e.discord.change(func(p *fakeDiscord) { delete(p.events, id) })
			e.EventChanged(id)
		}
		e.sleep(time.Second)
	}
	// moved moves the event by a time, and wants the match to start that much later.
	moved := func(by, later time.Duration, told bool) func(e *fixture) {
		return func(e *fixture) {
			before := e.match().Schedule.At
			for id, body := range events(e) {
				e.discord.change(func(p *fakeDiscord) {
					p.events[id] = strings.Replace(body, before.Format(time.RFC3339), before.Add(by).Format(time.RFC3339), 1)
				})
				if told {
					e.EventChanged(id)
				}
			}
			e.sleep(time.Until(before.Add(-4 * time.Minute)))
			if got := e.match().Schedule.At.Sub(before); got != later {
				e.t.Errorf("moved by %v: the match starts %v later, want %v", by, got, later)
			}
		}
	}
	for _, tt := range []struct {
		why    string
		do     func(e *fixture)
		events int
		starts bool // at some time
	}{
		{"it is created", func(*fixture) {}, 1, true},
		{"killed right after the wish", func(e *fixture) { e.kill(time.Minute) }, 1, true},
		{"another process takes over", (*fixture).takeOver, 1, true},
		{"killed after the event was created and before that was stored", func(e *fixture) {
			_ = e.store.SavePost(e.t.Context(), e.id, EventPost, "1", bot.Shown{})
			e.kill(time.Minute)
		}, 1, true},
		{"another time", func(e *fixture) { e.clickStart(1, "4h0m0s", bot.CreateEvents) }, 1, true},
		{"no time", func(e *fixture) { e.clickStart(1, ids.StartNever, 0) }, 0, false},
		{"no event", func(e *fixture) { e.clickStart(1, ids.StartEvent, bot.CreateEvents) }, 0, true},
		{"the last player leaves", func(e *fixture) { e.do(e.id, match.Leave{Player: 1}); e.do(e.id, match.Leave{Player: 2}) }, 0, false},
		{"the host starts earlier", func(e *fixture) {
			e.do(e.id, match.Join{Player: 3})
			e.do(e.id, match.Join{Player: 4})
			e.do(e.id, match.Start{Player: 1})
		}, 0, false},
		{"an admin moves it", moved(3*time.Hour, 3*time.Hour, true), 1, true},
		{"an admin moves it while the bot isn't told", moved(3*time.Hour, 3*time.Hour, false), 1, true},
		{"an admin moves it beyond a week", moved(8*24*time.Hour, 0, true), 1, true},
		{"somebody cancels it", cancel, 0, false},
		{"somebody cancels it while the bot is down", func(e *fixture) {
			e.alive = time.Now()
			e.stop()
			e.discord.change(func(p *fakeDiscord) { clear(p.events) })
			e.start()
			e.sleep(time.Until(e.match().Schedule.At.Add(-4 * time.Minute)))
		}, 0, false},
	} {
		withTable(t, 90*time.Second, nil, func(e *fixture) {
			e.openLobby(2)
			e.clickStart(1, "2h0m0s", 0)
			e.clickStart(1, ids.StartEvent, bot.CreateEvents)
			tt.do(e)
			e.sleep(3 * time.Second)
			m, all := e.match(), events(e)
			if len(all) != tt.events || !m.Schedule.At.IsZero() != tt.starts {
				t.Errorf("%s: got the events %v and the start %v; want %d, and a start: %v", tt.why, all, m.Schedule.At, tt.events, tt.starts)
			}
			for _, body := range all {
				if tt.starts && !strings.Contains(body, m.Schedule.At.Format(time.RFC3339)) {
					t.Errorf("%s: got the event %s, want it at %v", tt.why, body, m.Schedule.At)
				}
			}
			if canceled := strings.HasPrefix(tt.why, "somebody"); canceled != (m.Unstarted == match.EventCanceled) || canceled && !strings.Contains(e.wantOneBoard(), "event was canceled") {
				t.Errorf("%s: the board doesn't say whether the event was canceled", tt.why)
			}
			if posts, _ := e.store.Posts(e.t.Context(), e.id); m.Phase != match.Lobby && posts[EventPost] != (bot.Shown{}) {
				t.Errorf("%s: the event is still stored: %+v", tt.why, posts[EventPost])
			}
		})
	}
}

// What can't be a start is refused in the panel, with what would be right.
func TestStartsThatAreRefused(t *testing.T) {
	withTable(t, 90*time.Second, nil, func(e *fixture) {
		e.openLobby(2)
		entered := func(p match.Player, when, here string) string {
			r := e.clickRequest(p, ids.TableButton{Verb: ids.VerbStartForm, Table: e.id}.ID())
			r.Fields = map[string]string{"when": when, "here": here}
			reply, err := e.atTable(with(ids.ParseTableButton(ids.VerbStartForm), e.startFormEntered))(e.t.Context(), e.withSettings(e.t, r))
			if err != nil {
				reply, err = e.refused(e.t.Context(), r, err)
			}
			if err != nil {
				t.Fatal(err)
			}
			return screentest.Text(*reply.Message)
		}
		for _, tt := range []struct{ why, when, here, want string }{
			{"unreadable", "after dinner", "", "Type 20:30, tomorrow 9:15"},
			{"in the past", "<t:1000000000>", "", "has passed"},
			{"beyond a week", "in 8 days", "", "more than a week away"},
			{"nobody knows where", "20:30", "", "what time it is where you are"},
		} {
			if got := entered(1, tt.when, tt.here); !strings.Contains(got, tt.want) || !e.match().Schedule.At.IsZero() {
				t.Errorf("%s: got %s, want no start, and %q", tt.why, got, tt.want)
			}
		}
		if got := e.clickStart(1, "1h0m0s", 0); !strings.Contains(got, "<t:") {
			t.Errorf("got %s, want the time", got)
		}
		if got := e.clickStart(1, ids.StartEvent, 0); !strings.Contains(got, "I need the Create Events permission") || e.match().Schedule.Event {
			t.Errorf("without the permission: got %s", got)
		}
		if got := entered(2, "in 2 hours", ""); !strings.Contains(got, "host") {
			t.Errorf("somebody else: got %s, want that only the host can", got)
		}
	})
}
