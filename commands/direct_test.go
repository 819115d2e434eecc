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

// preferNotices returns a function that stores when and where these players want to be notified.
func preferNotices(notice settings.Notice, where settings.Where, players ...match.Player) func(*memory, *fakeDiscord) {
	return func(s *memory, _ *fakeDiscord) {
		for _, p := range players {
			s.prefer(p, notice, where)
		}
	}
}

// notices counts a player's mentions in the channel and the player's direct messages.
type notices struct{ channel, direct int }

func (e *fixture) noticesOf(p match.Player) notices {
	return notices{e.countMentions(p), len(e.directMessages(p))}
}

// setPreference makes player 1 change a preference, and waits three seconds.
func (e *fixture) setPreference(key, value string) {
	e.t.Helper()
	e.click(1, clicked(ids.ParsePrefer, e.prefer), ids.Prefer{Key: key, Value: value}.ID())
	e.sleep(3 * time.Second)
}

// Players are notified of their turn when and where they chose: by a mention in the channel or by a
// direct message.
func TestPlayersAreNotifiedOfTheirTurnAsTheyChose(t *testing.T) {
	const clock = 90 * time.Second // the warning comes after 60 seconds
	for _, tt := range []struct {
		notice      settings.Notice
		where       settings.Where
		mentions    bool
		soon, later notices // five and seventy seconds after the turn began
	}{
		{settings.NoticeServer, settings.InChannel, true, notices{}, notices{channel: 1}},
		{settings.NoticeServer, settings.InChannel, false, notices{}, notices{}},
		{settings.NoticeNever, settings.InChannel, true, notices{}, notices{}},
		{settings.NoticeLate, settings.InChannel, true, notices{}, notices{channel: 1}},
		{settings.NoticeAtOnce, settings.InChannel, true, notices{channel: 1}, notices{channel: 1}},
		{settings.NoticeAtOnce, settings.InChannel, false, notices{}, notices{}},
		{settings.NoticeServer, settings.ByDM, true, notices{}, notices{direct: 1}},
		{settings.NoticeNever, settings.ByDM, true, notices{}, notices{}},
		{settings.NoticeLate, settings.ByDM, false, notices{}, notices{direct: 1}},
		{settings.NoticeAtOnce, settings.ByDM, true, notices{direct: 1}, notices{direct: 1}},
	} {
		withTable(t, clock, func(s *memory, p *fakeDiscord) {
			s.guild.Mentions = tt.mentions
			preferNotices(tt.notice, tt.where, 1, 2, 3, 4)(s, p)
		}, func(e *fixture) {
			why := fmt.Sprintf("%s, %s, mentions: %v", tt.notice, tt.where, tt.mentions)
			before := e.currentPlayer()
			p := e.playTurn()
			e.sleep(4 * time.Second)
			if got := e.noticesOf(p); got != tt.soon || e.noticesOf(before) != (notices{}) {
				t.Errorf("%s: at first %+v, and for the player who has moved %+v", why, got, e.noticesOf(before))
			}
			e.sleep(65 * time.Second)
			if got := e.noticesOf(p); got != tt.later {
				t.Errorf("%s: after the warning %+v", why, got)
			}
			if e.playTurn(); e.noticesOf(p) != (notices{}) {
				t.Errorf("%s: when the turn is over: got %+v, want no notices", why, e.noticesOf(p))
			}
		})
	}
}

// Unless players choose otherwise, they are told once of a turn in which they don't act: at once in a match's first turn,
// then after 20 seconds, and not within ten seconds of a click of theirs.
func TestAPlayerWhoDoesNotActIsToldSoon(t *testing.T) {
	for _, where := range []settings.Where{settings.InChannel, settings.ByDM} {
		withTable(t, 90*time.Second, func(s *memory, p *fakeDiscord) {
			s.mention = settings.MentionSoon
			preferNotices(settings.NoticeServer, where, 1, 2, 3, 4)(s, p)
		}, func(e *fixture) {
			told := func(p match.Player) int { n := e.noticesOf(p); return n.channel + n.direct }
			p := e.currentPlayer()
			if inBoard := strings.Contains(e.wantOneBoard(), bot.Mention(discordID(p))); inBoard == (told(p) == 1) {
				t.Errorf("%s: in the first turn, got %d notices, and one in the board: %v; want one of the two", where, told(p), inBoard)
			}
			if e.sleep(20 * time.Second); told(p) != 1 {
				t.Errorf("%s: later, got %d notices, want 1", where, told(p))
			}
			for _, tt := range []struct {
				why         string
				clicks      time.Duration // after the turn began; 0: no click
				not, by     time.Duration // when there is no notice yet, and when there is one
				clicksAfter bool          // once they were told
			}{
				{"a player who does nothing", 0, 19 * time.Second, 22 * time.Second, false},
				{"a player who looked at their hand long ago", 5 * time.Second, 19 * time.Second, 22 * time.Second, true},
				{"a player who has just looked", 15 * time.Second, 24 * time.Second, 27 * time.Second, true},
			} {
				p := e.playTurn()
				began := e.match().At
				until := func(d time.Duration) { e.sleep(time.Until(began.Add(d))) }
				if tt.clicks > 0 {
					until(tt.clicks)
					e.openHand(p)
				}
				if until(tt.not); told(p) != 0 {
					t.Errorf("%s, %s: after %v got %d notices, want 0", where, tt.why, tt.not, told(p))
				}
				if until(tt.by); told(p) != 1 {
					t.Errorf("%s, %s: after %v got %d notices, want 1", where, tt.why, tt.by, told(p))
				}
				posts := e.discord.countRequests("POST")
				if tt.clicksAfter {
					e.openHand(p)
				}
				if until(tt.by + 30*time.Second); told(p) != 1 || e.discord.countRequests("POST") != posts {
					t.Errorf("%s, %s: at last got %d notices and %d more posts, want 1 and 0", where, tt.why, told(p), e.discord.countRequests("POST")-posts)
				}
			}
		})
	}
}

// A direct message names the server and the channel, links to the current board, and shows no card.
// Each turn has one direct message, which is deleted when the turn is over.
func TestADirectMessageLeadsToTheTable(t *testing.T) {
	withTable(t, time.Hour, preferNotices(settings.NoticeAtOnce, settings.ByDM, 1), func(e *fixture) {
		turns := 0
		for range 30 {
			if e.currentPlayer() != 1 {
				if e.playTurn(); len(e.directMessages(1)) > 0 && e.currentPlayer() != 1 {
					t.Fatal("the direct message was not deleted when the turn was over")
				}
				continue
			}
			turns++
			e.sleep(3 * time.Second)
			messages := e.directMessages(1)
			if len(messages) != 1 {
				t.Fatalf("got %d direct messages in a turn, want 1", len(messages))
			}
			link := bot.Link("1", tableChannel, e.boardAt(e.id).Message)
			for _, want := range []string{"It's your turn", bot.Channel(tableChannel), link} {
				if !strings.Contains(messages[0], want) {
					t.Fatalf("the direct message lacks %q: %s", want, messages[0])
				}
			}
			if strings.ContainsAny(messages[0], "♠♥♦♣") || strings.Contains(messages[0], "custom_id") {
				t.Fatalf("the direct message shows cards, or something to click: %s", messages[0])
			}
			e.sleep(2 * time.Minute)
			e.chat(20)
			e.mirrors.Replace(postKey(BoardPost, e.id))
			e.sleep(3 * time.Second)
			if now := bot.Link("1", tableChannel, e.boardAt(e.id).Message); now == link || !strings.Contains(e.directMessages(1)[0], now) {
				t.Fatalf("the board moved, and the direct message leads to %s", e.directMessages(1)[0])
			}
			e.sleep(55 * time.Minute) // the board is old, and nobody is notified again
			e.mirrors.Move(postKey(BoardPost, e.id))
			e.sleep(3 * time.Second)
			e.playTurn()
		}
		posted, opened := e.discord.countRequests("POST /channels/9101/messages"), e.discord.countRequests("POST /users/@me/channels")
		if turns < 3 || posted != turns || opened != 1 {
			t.Errorf("got %d direct messages in %d turns, in a channel that was opened %d times; want one a turn, and 1", posted, turns, opened)
		}
	})
}

// A player who accepts no direct messages is mentioned in the channel instead, and gets one private
// explanation. The bot sends no more direct messages until the player chooses them again.
func TestClosedDirectMessages(t *testing.T) {
	const why = "I couldn't send you a direct message"
	withTable(t, time.Hour, func(s *memory, p *fakeDiscord) {
		s.prefer(1, settings.NoticeAtOnce, settings.ByDM)
		p.closedDMs[discordID(1)] = true
	}, func(e *fixture) {
		takeTurn := func() {
			t.Helper()
			e.playTurn()
			e.playUntil(1)
			if n := e.discord.countRequests("POST /channels/9101/messages"); n != 1 || e.countMentions(1) != 1 {
				t.Errorf("got %d direct messages in total and %d mentions, want 1 and 1", n, e.countMentions(1))
			}
		}
		takeTurn()
		takeTurn()
		takeTurn()
		e.stop() // the bot remembers it after a restart
		e.start()
		for i, want := range []bool{true, false} {
			reply := e.openHand(1)
			if got := strings.Contains(screentest.Text(*reply.Message), why); got != want || !reply.Private {
				t.Errorf("opening the hand for time %d explains it: %v, want only the first time", i+1, got)
			}
		}
		takeTurn()
		e.discord.change(func(p *fakeDiscord) { p.closedDMs[discordID(1)] = false })
		if e.setPreference("where", string(settings.ByDM)); e.noticesOf(1) != (notices{direct: 1}) {
			t.Errorf("when the player chooses direct messages again: got %+v, want one direct message", e.noticesOf(1))
		}
	})
	withTable(t, time.Hour, preferNotices(settings.NoticeNever, settings.DMClosed, 1), func(e *fixture) { // /preferences explains it too
		for i, want := range []bool{true, false} {
			if reply := e.click(1, e.preferences, "preferences"); strings.Contains(screentest.Text(*reply.Message), why) != want {
				t.Errorf("/preferences for time %d explains it: %t", i+1, !want)
			}
		}
	})
}

// If a preference is changed during the player's own turn, it applies immediately.
func TestAChangedPreferenceAppliesToTheCurrentTurn(t *testing.T) {
	withTable(t, time.Hour, nil, func(e *fixture) {
		e.playUntil(1)
		for _, tt := range []struct {
			key, value string
			want       notices
		}{
			{"notice", "once", notices{1, 0}}, {"where", "dm", notices{0, 1}}, {"notice", "late", notices{}}, {"notice", "once", notices{0, 1}}, {"where", "channel", notices{1, 0}}, {"notice", "never", notices{}},
		} {
			if e.setPreference(tt.key, tt.value); e.noticesOf(1) != tt.want {
				t.Errorf("%s=%s: got %+v, want %+v", tt.key, tt.value, e.noticesOf(1), tt.want)
			}
		}
	})
}

// A direct message stays during the whole turn, also after a restart. It is deleted and forgotten
// when the turn is over, and when the player leaves, is forgotten, or no longer has a table. This
// holds even if it happens while the bot is down.
func TestADirectMessageLastsAsLongAsItsTurn(t *testing.T) {
	leave := func(e *fixture) { e.do(e.id, match.Leave{Player: 1}) }
	end := func(e *fixture) { e.do(e.id, match.End{Player: 1}) }
	restart := func(e *fixture) {
		e.stop()
		e.discord.change(func(p *fakeDiscord) { delete(p.failing, "DELETE") })
		e.start()
	}
	for _, tt := range []struct {
		why   string
		steps []func(*fixture)
		want  int
	}{
		{"the turn lasts", []func(*fixture){restart}, 1},
		{"the turn is over", []func(*fixture){restart, func(e *fixture) { e.playTurn() }}, 0},
		{"the table has ended", []func(*fixture){restart, end}, 0},
		{"the turn was over, and it could not be deleted", []func(*fixture){func(e *fixture) {
			e.discord.change(func(p *fakeDiscord) { p.failing["DELETE"] = errNetwork })
			e.playTurn()
		}, restart}, 0},
		{"left the table", []func(*fixture){leave}, 0},
		{"was forgotten", []func(*fixture){leave, func(e *fixture) {
			e.store.mu.Lock()
			defer e.store.mu.Unlock()
			e.store.forgotten[1] = true
		}}, 0},
		{"ended the table", []func(*fixture){end}, 0},
		{"whose channel was deleted", []func(*fixture){func(e *fixture) { e.Left("1", tableChannel) }}, 0},
	} {
		withTable(t, time.Hour, preferNotices(settings.NoticeAtOnce, settings.ByDM, 1), func(e *fixture) {
			e.playUntil(1)
			if len(e.directMessages(1)) != 1 {
				t.Fatalf("%s: got %d direct messages at first, want 1", tt.why, len(e.directMessages(1)))
			}
			for _, then := range tt.steps {
				then(e)
			}
			e.sleep(time.Minute)
			posts, _ := e.store.Posts(e.t.Context(), e.id)
			_, kept := posts[directPost(1)]
			if n := len(e.directMessages(1)); n != tt.want || kept != (tt.want == 1) || e.discord.countRequests("POST /channels/9101/messages") != 1 {
				t.Errorf("%s: got %d direct messages, want %d, of %d posts, want 1; stored is %v", tt.why, n, tt.want, e.discord.countRequests("POST /channels/9101/messages"), posts)
			}
		})
	}
}

// openNewTable ends the table and opens another, where automatic passes are shown after a minute.
func (e *fixture) openNewTable(channel string) {
	e.t.Helper()
	e.do(e.id, match.End{Player: 1})
	e.sleep(time.Second)
	e.id = e.openWithAutoPass(channel, time.Hour, time.Minute)
}

// waitForDecision waits until the current decision is shown.
func (e *fixture) waitForDecision() {
	for turn := e.match().Decision; e.match().Decision == turn; {
		e.sleep(time.Second)
	}
}

// A player who has passed, or who has planned the turn, is no longer mentioned, although the
// decision is shown later.
func TestAPlayerWhoHasDecidedIsNoLongerMentioned(t *testing.T) {
	withTable(t, time.Hour, preferNotices(settings.NoticeAtOnce, settings.ByDM, 1, 2, 3, 4), func(e *fixture) {
		e.openNewTable("33")
		e.playTurn()
		p, m := e.currentPlayer(), e.match()
		if e.sleep(3 * time.Second); len(e.directMessages(p)) != 1 {
			t.Fatalf("the player to move has %d direct messages, want 1", len(e.directMessages(p)))
		}
		e.do(e.id, match.Act{Player: p, Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
		if e.sleep(3 * time.Second); e.currentPlayer() != p || len(e.directMessages(p)) > 0 {
			t.Errorf("the player who has passed has %d direct messages in decision %v, want 0 while the pass is held", len(e.directMessages(p)), e.match().Decision)
		}
		planner := e.match().Players()[(e.seatOf(p)+1)%4]
		e.do(e.id, match.Plan{Player: planner, Decision: e.match().Decision, Action: game.Action{Verb: game.Pass}})
		e.waitForDecision()
		if e.sleep(3 * time.Second); e.currentPlayer() != planner || len(e.directMessages(planner)) > 0 {
			t.Errorf("the player who has planned the turn has %d direct messages, want 0", len(e.directMessages(planner)))
		}
	})
}

// A player who can only pass, and passes automatically, gets no direct message. In the channel,
// such a player is mentioned like everybody else, so that nobody can tell the difference.
func TestAPlayerWhoCanOnlyPassGetsNoDirectMessage(t *testing.T) {
	for _, where := range []settings.Where{settings.ByDM, settings.InChannel} {
		withTable(t, time.Hour, preferNotices(settings.NoticeAtOnce, where, 1, 2, 3, 4), func(e *fixture) {
			const elsewhere = "33"
			e.openNewTable(elsewhere)
			stuck, free := 0, 0
			for range 40 {
				p := e.currentPlayer()
				e.sleep(3 * time.Second)
				notified := len(e.directMessages(p)) + len(e.discord.find(elsewhere, `"users":["`+discordID(p)+`"]`))
				mustPass, want := e.match().MustPass(e.seatOf(p)), 1
				if mustPass && where == settings.ByDM {
					want = 0
				}
				if notified != want {
					t.Fatalf("%s: a player who can only pass: %v, at %v: got %d notices, want %d", where, mustPass, e.match().Decision, notified, want)
				}
				if !mustPass {
					free++
					e.playTurn()
					continue
				}
				stuck++
				if e.waitForDecision(); e.match().Phase != match.Playing {
					break // the round is over
				}
			}
			if stuck < 3 || free < 3 {
				t.Errorf("got %d turns of players who can only pass and %d of others, want at least 3 of each", stuck, free)
			}
		})
	}
}
