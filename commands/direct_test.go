package commands

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/match"
	"deuces/settings"
)

// Players are notified of their turn when and where they chose: in the channel by a mention, or by
// a direct message.
func TestPlayersAreNotifiedOfTheirTurnAsTheyChose(t *testing.T) {
	const clock = 90 * time.Second // the warning comes after 60 seconds
	type told struct{ channel, direct int }
	for _, tt := range []struct {
		notice      settings.Notice
		where       settings.Where
		mentions    bool
		soon, later told // five and seventy seconds after the turn began
	}{
		{settings.NoticeServer, settings.InChannel, true, told{}, told{channel: 1}},
		{settings.NoticeServer, settings.InChannel, false, told{}, told{}},
		{settings.NoticeNever, settings.InChannel, true, told{}, told{}},
		{settings.NoticeLate, settings.InChannel, true, told{}, told{channel: 1}},
		{settings.NoticeAtOnce, settings.InChannel, true, told{channel: 1}, told{channel: 1}},
		{settings.NoticeAtOnce, settings.InChannel, false, told{}, told{}},
		{settings.NoticeServer, settings.ByDM, true, told{}, told{direct: 1}},
		{settings.NoticeNever, settings.ByDM, true, told{}, told{}},
		{settings.NoticeLate, settings.ByDM, false, told{}, told{direct: 1}},
		{settings.NoticeAtOnce, settings.ByDM, true, told{direct: 1}, told{direct: 1}},
	} {
		withTable(t, clock, func(s *memory, _ *fakeDiscord) {
			s.set.Mentions = tt.mentions
			for p := range match.Player(4) {
				s.prefer(p+1, tt.notice, tt.where)
			}
		}, func(e *fixture) {
			why := fmt.Sprintf("%s, %s, mentions: %v", tt.notice, tt.where, tt.mentions)
			now := func(p match.Player) told { return told{e.mentioned(p), len(e.written(p))} }
			before := e.mover()
			p := e.move()
			e.rest(4 * time.Second)
			if got := now(p); got != tt.soon || now(before) != (told{}) {
				t.Errorf("%s: at first %+v, and of who has moved there is %+v", why, got, now(before))
			}
			e.rest(65 * time.Second)
			if got := now(p); got != tt.later {
				t.Errorf("%s: when time runs short %+v", why, got)
			}
			if e.move(); now(p) != (told{}) {
				t.Errorf("%s: when the turn is over there is %+v", why, now(p))
			}
		})
	}
}

// A direct message names the server and the channel, links to the current board, and shows no card.
// There is one per turn, and none is left when the turn is over.
func TestADirectMessageLeadsToTheTable(t *testing.T) {
	withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) {
		s.prefer(1, settings.NoticeAtOnce, settings.ByDM)
	}, func(e *fixture) {
		turns := 0
		for range 30 {
			if e.mover() != 1 {
				if e.move(); len(e.written(1)) > 0 && e.mover() != 1 {
					t.Fatal("a direct message is left though the turn is over")
				}
				continue
			}
			turns++
			e.rest(3 * time.Second)
			written := e.written(1)
			if len(written) != 1 {
				t.Fatalf("%d direct messages in a turn", len(written))
			}
			link := bot.Link("1", channelHere, e.boardAt(e.id).Message)
			for _, want := range []string{"It's your turn", `The \\*Club\\*`, bot.Channel(channelHere), link} {
				if !strings.Contains(written[0], want) {
					t.Fatalf("the direct message lacks %q: %s", want, written[0])
				}
			}
			if strings.ContainsAny(written[0], "♠♥♦♣") || strings.Contains(written[0], "custom_id") {
				t.Fatalf("the direct message shows cards, or something to click: %s", written[0])
			}
			e.rest(2 * time.Minute)
			e.discord.chat(channelHere, 20)
			e.mirrors.Replace(postKey(BoardPost, e.id))
			e.rest(3 * time.Second)
			if now := bot.Link("1", channelHere, e.boardAt(e.id).Message); now == link || !strings.Contains(e.written(1)[0], now) {
				t.Fatalf("the board moved, and the direct message leads to %s", e.written(1)[0])
			}
			e.rest(55 * time.Minute) // the board is old, and nobody is notified again
			e.mirrors.Move(postKey(BoardPost, e.id))
			e.rest(3 * time.Second)
			e.move()
		}
		if posted := e.discord.asked("POST /channels/9101/messages"); turns < 3 || posted != turns {
			t.Errorf("%d direct messages in %d turns", posted, turns)
		}
		if opened := e.discord.asked("POST /users/@me/channels"); opened != 1 {
			t.Errorf("direct messages were opened %d times", opened)
		}
	})
}

// A player whose direct messages are closed is mentioned in the channel instead and is told why
// once, privately. The bot doesn't try again until they choose direct messages again.
func TestClosedDirectMessages(t *testing.T) {
	const why = "I couldn't send you a direct message"
	withTable(t, time.Hour, func(s *memory, p *fakeDiscord) {
		s.prefer(1, settings.NoticeAtOnce, settings.ByDM)
		p.closed[userOf(1)] = true
	}, func(e *fixture) {
		turn := func() {
			t.Helper()
			for e.move() != 1 {
			}
			e.rest(3 * time.Second)
		}
		turn()
		turn()
		turn()
		if n := e.discord.asked("POST /channels/9101/messages"); n != 1 {
			t.Errorf("in three turns they were written to %d times", n)
		}
		if e.mentioned(1) != 1 {
			t.Error("they aren't mentioned in the channel")
		}
		e.stop() // a restart doesn't change that
		e.start()
		hand := e.atTable(e.greeting(with(ids.ParseTableButton(ids.VerbHand), e.hand)))
		for i, want := range []bool{true, false} {
			reply, err := hand(e.t.Context(), e.clickBy(1, fmt.Sprintf("hand/%d", e.id)))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(screentest.Text(*reply.Message), why); got != want || !reply.Private {
				t.Errorf("opening the hand for the %d. time says why: %v", i+1, got)
			}
		}
		turn()
		if n := e.discord.asked("POST /channels/9101/messages"); n != 1 || e.mentioned(1) != 1 {
			t.Errorf("after that they were written to %d times in all, and mentioned %d times", n, e.mentioned(1))
		}
		e.discord.change(func(p *fakeDiscord) { p.closed[userOf(1)] = false })
		choose := e.clickBy(1, ids.Prefer{Key: "where", Value: string(settings.ByDM)}.ID())
		if _, err := clicked(ids.ParsePrefer, e.prefer)(e.t.Context(), choose); err != nil {
			t.Fatal(err)
		}
		if e.rest(3 * time.Second); len(e.written(1)) != 1 || e.mentioned(1) != 0 {
			t.Errorf("when they choose it again, in their turn, there are %d direct messages and %d mentions", len(e.written(1)), e.mentioned(1))
		}
	})
	withTable(t, time.Hour, func(s *memory, p *fakeDiscord) {
		s.prefer(1, settings.NoticeNever, settings.DMClosed)
	}, func(e *fixture) { // /preferences says so as well as the hand
		reply, err := e.preferences(e.t.Context(), e.clickBy(1, "preferences"))
		if err != nil || !strings.Contains(screentest.Text(*reply.Message), why) {
			t.Errorf("/preferences doesn't say why: %v", err)
		}
		if again, err := e.preferences(e.t.Context(), e.clickBy(1, "preferences")); err != nil || strings.Contains(screentest.Text(*again.Message), why) {
			t.Errorf("/preferences says it again (%v)", err)
		}
	})
}

// A preference that is changed during the player's own turn applies immediately.
func TestAChangedPreferenceAppliesToTheCurrentTurn(t *testing.T) {
	withTable(t, time.Hour, nil, func(e *fixture) {
		for e.mover() != 1 {
			e.move()
		}
		for _, tt := range []struct {
			key, value      string
			channel, direct int
		}{
			{"notice", "once", 1, 0}, {"where", "dm", 0, 1}, {"notice", "late", 0, 0}, {"notice", "once", 0, 1}, {"where", "channel", 1, 0}, {"notice", "never", 0, 0},
		} {
			r := e.clickBy(1, ids.Prefer{Key: tt.key, Value: tt.value}.ID())
			if _, err := clicked(ids.ParsePrefer, e.prefer)(e.t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if e.rest(3 * time.Second); e.mentioned(1) != tt.channel || len(e.written(1)) != tt.direct {
				t.Errorf("%s=%s: %d mentions, %d direct messages", tt.key, tt.value, e.mentioned(1), len(e.written(1)))
			}
		}
	})
}

// A direct message is found again after a restart. It stays while the turn lasts and is deleted
// when the turn is over, even if that happened while the bot was down or the table ended.
func TestADirectMessageOutlivesARestart(t *testing.T) {
	for _, tt := range []struct {
		why   string
		then  func(*fixture)
		while bool // the bot can't delete anything before it stops
		want  int
	}{
		{"the turn lasts", func(*fixture) {}, false, 1},
		{"the turn is over", func(e *fixture) { e.move() }, false, 0},
		{"the table has ended", func(e *fixture) { e.do(e.id, match.End{Player: 1}) }, false, 0},
		{"the turn was over, and it could not be deleted", func(*fixture) {}, true, 0},
	} {
		withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) {
			s.prefer(1, settings.NoticeAtOnce, settings.ByDM)
		}, func(e *fixture) {
			for e.mover() != 1 {
				e.move()
			}
			e.rest(3 * time.Second)
			if tt.while {
				e.discord.change(func(p *fakeDiscord) { p.broken["DELETE"] = fmt.Errorf("the line is down") })
				e.move()
			}
			if len(e.written(1)) != 1 {
				t.Fatalf("%s: there are %d direct messages", tt.why, len(e.written(1)))
			}
			e.stop()
			e.discord.change(func(p *fakeDiscord) { delete(p.broken, "DELETE") })
			e.start()
			tt.then(e)
			if e.rest(time.Minute); len(e.written(1)) != tt.want || e.discord.asked("POST /channels/9101/messages") != 1 {
				t.Errorf("%s: there are %d direct messages, after %d posts", tt.why, len(e.written(1)), e.discord.asked("POST /channels/9101/messages"))
			}
		})
	}
}

// A player who left, who was forgotten, or whose table ended is no longer notified, and no message
// to them is kept.
func TestPlayersWhoLeftAreNotMentioned(t *testing.T) {
	for why, leave := range map[string]func(*fixture){
		"left the table": func(e *fixture) { e.do(e.id, match.Leave{Player: 1}) },
		"was forgotten": func(e *fixture) {
			e.do(e.id, match.Leave{Player: 1})
			e.store.mu.Lock()
			defer e.store.mu.Unlock()
			e.store.unknown[1] = true
		},
		"ended the table":           func(e *fixture) { e.do(e.id, match.End{Player: 1}) },
		"whose channel was deleted": func(e *fixture) { e.Left("1", channelHere) },
	} {
		withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) {
			s.prefer(1, settings.NoticeAtOnce, settings.ByDM)
		}, func(e *fixture) {
			for e.mover() != 1 {
				e.move()
			}
			if e.rest(3 * time.Second); len(e.written(1)) != 1 {
				t.Fatalf("%s: nobody was told", why)
			}
			leave(e)
			e.rest(time.Minute)
			posts, _ := e.store.Posts(e.t.Context(), e.id)
			if _, kept := posts[directPost(1)]; kept || len(e.written(1)) > 0 {
				t.Errorf("%s: there are %d direct messages; kept is %v", why, len(e.written(1)), posts)
			}
		})
	}
}

// A player who has passed, or whose turn was planned, is no longer mentioned, although the decision
// is shown later.
func TestAPlayerWhoHasDecidedIsNoLongerMentioned(t *testing.T) {
	withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) {
		for p := range match.Player(4) {
			s.prefer(p+1, settings.NoticeAtOnce, settings.ByDM)
		}
	}, func(e *fixture) {
		e.do(e.id, match.End{Player: 1})
		e.rest(time.Second)
		set := match.DefaultSettings()
		set.Clock, set.AutoPass, set.Undo = time.Hour, time.Minute, 0
		e.id = e.openWith("33", set)
		e.move()
		p, m := e.mover(), e.match()
		if e.rest(3 * time.Second); len(e.written(p)) != 1 {
			t.Fatalf("%d direct messages call who is to move", len(e.written(p)))
		}
		e.do(e.id, match.Act{Player: p, Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
		if e.rest(3 * time.Second); e.mover() != p || len(e.written(p)) > 0 {
			t.Errorf("%d direct messages call who has passed, in turn %v", len(e.written(p)), e.match().Decision)
		}
		next := (e.seatOf(p) + 1) % 4
		planner := e.match().Players()[next]
		e.do(e.id, match.Plan{Player: planner, Decision: e.match().Decision, Action: game.Action{Verb: game.Pass}})
		for turn := e.match().Decision; e.match().Decision == turn; {
			e.rest(time.Second)
		}
		if e.rest(3 * time.Second); e.mover() != planner || len(e.written(planner)) > 0 {
			t.Errorf("%d direct messages call who has planned the turn", len(e.written(planner)))
		}
	})
}

// A player who can only pass, and passes automatically, gets no direct message. In the channel they
// are mentioned like everybody else, so that nobody learns of it.
func TestAPlayerWhoCanOnlyPassGetsNoDirectMessage(t *testing.T) {
	for _, where := range []settings.Where{settings.ByDM, settings.InChannel} {
		withTable(t, time.Hour, func(s *memory, _ *fakeDiscord) {
			for p := range match.Player(4) {
				s.prefer(p+1, settings.NoticeAtOnce, where)
			}
		}, func(e *fixture) {
			set := match.DefaultSettings()
			set.Clock, set.AutoPass, set.Undo = time.Hour, time.Minute, 0
			const elsewhere = "33"
			e.do(e.id, match.End{Player: 1})
			e.rest(time.Second)
			e.id = e.openWith(elsewhere, set)
			stuck, free := 0, 0
			for range 40 {
				p := e.mover()
				seat, _ := e.match().Seat(p)
				e.rest(3 * time.Second)
				called := len(e.written(p)) + len(e.discord.shows(elsewhere, `"users":["`+userOf(p)+`"]`))
				want := 1
				if e.match().MustPass(seat) {
					if stuck++; where == settings.ByDM {
						want = 0
					}
				} else {
					free++
				}
				if called != want {
					t.Fatalf("%s: stuck: %v, in turn %v: called %d times", where, e.match().MustPass(seat), e.match().Decision, called)
				}
				if !e.match().MustPass(seat) {
					e.move()
					continue
				}
				for turn := e.match().Decision; e.match().Decision == turn; {
					e.rest(time.Second)
				}
				if e.match().Phase != match.Playing {
					break // the round is over
				}
			}
			if stuck < 3 || free < 3 {
				t.Errorf("%d turns of who can only pass, %d of others", stuck, free)
			}
		})
	}
}
