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

// prefers makes players choose when and where they are notified.
func prefers(notice settings.Notice, where settings.Where, players ...match.Player) func(*memory, *fakeDiscord) {
	return func(s *memory, _ *fakeDiscord) {
		for _, p := range players {
			s.prefer(p, notice, where)
		}
	}
}

// told is how often a player is mentioned in the channel, and how many direct messages they have.
type told struct{ channel, direct int }

func (e *fixture) told(p match.Player) told { return told{e.mentioned(p), len(e.written(p))} }

// chooses makes player 1 change a preference.
func (e *fixture) chooses(key, value string) {
	e.t.Helper()
	e.clicks(1, clicked(ids.ParsePrefer, e.prefer), ids.Prefer{Key: key, Value: value}.ID())
	e.rest(3 * time.Second)
}

// Players are notified of their turn when and where they chose: in the channel by a mention, or by
// a direct message.
func TestPlayersAreNotifiedOfTheirTurnAsTheyChose(t *testing.T) {
	const clock = 90 * time.Second // the warning comes after 60 seconds
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
		withTable(t, clock, func(s *memory, p *fakeDiscord) {
			s.set.Mentions = tt.mentions
			prefers(tt.notice, tt.where, 1, 2, 3, 4)(s, p)
		}, func(e *fixture) {
			why := fmt.Sprintf("%s, %s, mentions: %v", tt.notice, tt.where, tt.mentions)
			before := e.mover()
			p := e.move()
			e.rest(4 * time.Second)
			if got := e.told(p); got != tt.soon || e.told(before) != (told{}) {
				t.Errorf("%s: at first %+v, and of who has moved there is %+v", why, got, e.told(before))
			}
			e.rest(65 * time.Second)
			if got := e.told(p); got != tt.later {
				t.Errorf("%s: when time runs short %+v", why, got)
			}
			if e.move(); e.told(p) != (told{}) {
				t.Errorf("%s: when the turn is over there is %+v", why, e.told(p))
			}
		})
	}
}

// A direct message names the server and the channel, links to the current board, and shows no card.
// There is one per turn, and none is left when the turn is over.
func TestADirectMessageLeadsToTheTable(t *testing.T) {
	withTable(t, time.Hour, prefers(settings.NoticeAtOnce, settings.ByDM, 1), func(e *fixture) {
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
			e.chat(20)
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
		posted, opened := e.discord.asked("POST /channels/9101/messages"), e.discord.asked("POST /users/@me/channels")
		if turns < 3 || posted != turns || opened != 1 {
			t.Errorf("%d direct messages in %d turns, opened %d times", posted, turns, opened)
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
			e.move()
			e.until(1)
			if n := e.discord.asked("POST /channels/9101/messages"); n != 1 || e.mentioned(1) != 1 {
				t.Errorf("they were written to %d times in all, and are mentioned %d times", n, e.mentioned(1))
			}
		}
		turn()
		turn()
		turn()
		e.stop() // a restart doesn't change that
		e.start()
		for i, want := range []bool{true, false} {
			reply := e.opensHand(1)
			if got := strings.Contains(screentest.Text(*reply.Message), why); got != want || !reply.Private {
				t.Errorf("opening the hand for the %d. time says why: %v", i+1, got)
			}
		}
		turn()
		e.discord.change(func(p *fakeDiscord) { p.closed[userOf(1)] = false })
		if e.chooses("where", string(settings.ByDM)); e.told(1) != (told{direct: 1}) {
			t.Errorf("when they choose it again, in their turn, there are %+v", e.told(1))
		}
	})
	withTable(t, time.Hour, prefers(settings.NoticeNever, settings.DMClosed, 1), func(e *fixture) { // /preferences says so as well as the hand
		for i, want := range []bool{true, false} {
			if reply := e.clicks(1, e.preferences, "preferences"); strings.Contains(screentest.Text(*reply.Message), why) != want {
				t.Errorf("/preferences for the %d. time says why: %t", i+1, !want)
			}
		}
	})
}

// A preference that is changed during the player's own turn applies immediately.
func TestAChangedPreferenceAppliesToTheCurrentTurn(t *testing.T) {
	withTable(t, time.Hour, nil, func(e *fixture) {
		e.until(1)
		for _, tt := range []struct {
			key, value string
			want       told
		}{
			{"notice", "once", told{1, 0}}, {"where", "dm", told{0, 1}}, {"notice", "late", told{}}, {"notice", "once", told{0, 1}}, {"where", "channel", told{1, 0}}, {"notice", "never", told{}},
		} {
			if e.chooses(tt.key, tt.value); e.told(1) != tt.want {
				t.Errorf("%s=%s: %+v", tt.key, tt.value, e.told(1))
			}
		}
	})
}

// A direct message stays while the turn lasts, also through a restart. It is deleted, and no longer
// kept, when the turn is over, or when the player left, was forgotten, or has no table any more. That
// holds even if it happened while the bot was down.
func TestADirectMessageLastsAsLongAsItsTurn(t *testing.T) {
	leaves := func(e *fixture) { e.do(e.id, match.Leave{Player: 1}) }
	ends := func(e *fixture) { e.do(e.id, match.End{Player: 1}) }
	restarts := func(e *fixture) {
		e.stop()
		e.discord.change(func(p *fakeDiscord) { delete(p.broken, "DELETE") })
		e.start()
	}
	for _, tt := range []struct {
		why  string
		then []func(*fixture)
		want int
	}{
		{"the turn lasts", []func(*fixture){restarts}, 1},
		{"the turn is over", []func(*fixture){restarts, func(e *fixture) { e.move() }}, 0},
		{"the table has ended", []func(*fixture){restarts, ends}, 0},
		{"the turn was over, and it could not be deleted", []func(*fixture){func(e *fixture) {
			e.discord.change(func(p *fakeDiscord) { p.broken["DELETE"] = errLine })
			e.move()
		}, restarts}, 0},
		{"left the table", []func(*fixture){leaves}, 0},
		{"was forgotten", []func(*fixture){leaves, func(e *fixture) {
			e.store.mu.Lock()
			defer e.store.mu.Unlock()
			e.store.unknown[1] = true
		}}, 0},
		{"ended the table", []func(*fixture){ends}, 0},
		{"whose channel was deleted", []func(*fixture){func(e *fixture) { e.Left("1", channelHere) }}, 0},
	} {
		withTable(t, time.Hour, prefers(settings.NoticeAtOnce, settings.ByDM, 1), func(e *fixture) {
			e.until(1)
			if len(e.written(1)) != 1 {
				t.Fatalf("%s: there are %d direct messages", tt.why, len(e.written(1)))
			}
			for _, then := range tt.then {
				then(e)
			}
			e.rest(time.Minute)
			posts, _ := e.store.Posts(e.t.Context(), e.id)
			_, kept := posts[directPost(1)]
			if n := len(e.written(1)); n != tt.want || kept != (tt.want == 1) || e.discord.asked("POST /channels/9101/messages") != 1 {
				t.Errorf("%s: there are %d direct messages, after %d posts; kept is %v", tt.why, n, e.discord.asked("POST /channels/9101/messages"), posts)
			}
		})
	}
}

// reopens ends the table and opens one whose passes show after a minute.
func (e *fixture) reopens(channel string) {
	e.t.Helper()
	e.do(e.id, match.End{Player: 1})
	e.rest(time.Second)
	e.id = e.open(channel, time.Hour, time.Minute)
}

// decided waits until the current decision shows.
func (e *fixture) decided() {
	for turn := e.match().Decision; e.match().Decision == turn; {
		e.rest(time.Second)
	}
}

// A player who has passed, or whose turn was planned, is no longer mentioned, although the decision
// is shown later.
func TestAPlayerWhoHasDecidedIsNoLongerMentioned(t *testing.T) {
	withTable(t, time.Hour, prefers(settings.NoticeAtOnce, settings.ByDM, 1, 2, 3, 4), func(e *fixture) {
		e.reopens("33")
		e.move()
		p, m := e.mover(), e.match()
		if e.rest(3 * time.Second); len(e.written(p)) != 1 {
			t.Fatalf("%d direct messages call who is to move", len(e.written(p)))
		}
		e.do(e.id, match.Act{Player: p, Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
		if e.rest(3 * time.Second); e.mover() != p || len(e.written(p)) > 0 {
			t.Errorf("%d direct messages call who has passed, in turn %v", len(e.written(p)), e.match().Decision)
		}
		planner := e.match().Players()[(e.seatOf(p)+1)%4]
		e.do(e.id, match.Plan{Player: planner, Decision: e.match().Decision, Action: game.Action{Verb: game.Pass}})
		e.decided()
		if e.rest(3 * time.Second); e.mover() != planner || len(e.written(planner)) > 0 {
			t.Errorf("%d direct messages call who has planned the turn", len(e.written(planner)))
		}
	})
}

// A player who can only pass, and passes automatically, gets no direct message. In the channel they
// are mentioned like everybody else, so that nobody learns of it.
func TestAPlayerWhoCanOnlyPassGetsNoDirectMessage(t *testing.T) {
	for _, where := range []settings.Where{settings.ByDM, settings.InChannel} {
		withTable(t, time.Hour, prefers(settings.NoticeAtOnce, where, 1, 2, 3, 4), func(e *fixture) {
			const elsewhere = "33"
			e.reopens(elsewhere)
			stuck, free := 0, 0
			for range 40 {
				p := e.mover()
				e.rest(3 * time.Second)
				called := len(e.written(p)) + len(e.discord.shows(elsewhere, `"users":["`+userOf(p)+`"]`))
				must, want := e.match().MustPass(e.seatOf(p)), 1
				if must && where == settings.ByDM {
					want = 0
				}
				if called != want {
					t.Fatalf("%s: stuck: %v, in turn %v: called %d times", where, must, e.match().Decision, called)
				}
				if !must {
					free++
					e.move()
					continue
				}
				stuck++
				if e.decided(); e.match().Phase != match.Playing {
					break // the round is over
				}
			}
			if stuck < 3 || free < 3 {
				t.Errorf("%d turns of who can only pass, %d of others", stuck, free)
			}
		})
	}
}
