package commands

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"deuces/commands/ids"
	"deuces/game/ai"
	"deuces/match"
	"deuces/settings"
)

// If it is a person's turn and the board is buried, the whole board is posted at the end of its
// channel, and the old one is deleted.
func TestABuriedBoardComesBack(t *testing.T) {
	const age, much = 70 * time.Second, 3 * time.Minute
	set := func(n int) func(*memory, *fakeDiscord) { return func(s *memory, _ *fakeDiscord) { s.set.Buried = n } }
	blind := func(_ *memory, p *fakeDiscord) { p.blind = true }
	for _, tt := range []struct {
		why     string
		arrange func(*memory, *fakeDiscord)
		after   time.Duration // when people write, after the board was posted
		n       int
		want    bool
	}{
		{"nobody has written", nil, age, 0, false},
		{"ten messages are not too many", nil, age, 10, false},
		{"eleven are", nil, age, 11, true},
		{"very many are more than one request tells", nil, age, 300, true},
		{"one message, but two minutes later", nil, much, 1, true},
		{"the server wants fewer", set(3), age, 4, true},
		{"the server wants more", set(50), age, 50, false},
		{"the server wants the most, and there are more", set(50), age, 51, true},
		{"the server wants it to stay", set(0), much, 300, false},
		{"messages can't be counted, and little time has passed", blind, age, 300, false},
		{"messages can't be counted, but two minutes have passed", blind, much, 1, true},
		{"the history is closed, and nobody has written", blind, much, 0, false},
	} {
		withTable(t, 10*time.Minute, tt.arrange, func(e *fixture) {
			e.rest(tt.after)
			e.discord.chat(channelHere, tt.n)
			e.move()
			e.rest(20 * time.Second)
			if tt.n > 0 && e.atEnd() != tt.want {
				t.Errorf("%s: at the end is %v", tt.why, e.atEnd())
			}
			if posted := e.discord.asked("POST /channels/" + channelHere + "/messages"); (posted > 2) != tt.want { // lobby and round
				t.Errorf("%s: %d messages were posted", tt.why, posted)
			}
		})
	}
}

// A board comes back at most once a minute, so that a busy channel isn't filled with boards.
func TestABoardComesBackOnceAMinuteAtMost(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		began := time.Now()
		for time.Since(began) < 10*time.Minute {
			e.discord.chat(channelHere, 12)
			e.move()
			e.rest(4 * time.Second)
		}
		var posts []time.Duration
		e.discord.change(func(p *fakeDiscord) {
			for _, c := range p.calls {
				if c.what == "POST /channels/"+channelHere+"/messages" && c.at.After(began) {
					posts = append(posts, c.at.Sub(began))
				}
			}
		})
		rounds := e.match().Decision.Round - 1 // each round has a new board
		if n := len(posts) - rounds; n < 5 || n > 10 {
			t.Errorf("in ten minutes the board was posted %d times, %d of them for a new round: %v", len(posts), rounds, posts)
		}
		if asked := e.discord.asked("GET"); asked > 45 {
			t.Errorf("the channel was looked at %d times in ten minutes", asked)
		}
		e.board()
	})
}

// If the player takes long, the board comes back during the turn, as soon as it may move again.
func TestABoardComesBackInTheTurnInWhichItWasBuried(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.rest(10 * time.Second)
		e.discord.chat(channelHere, 30)
		e.move()
		e.rest(10 * time.Second)
		if e.atEnd() {
			t.Error("the board moved before it was a minute old")
		}
		e.rest(time.Minute)
		if !e.atEnd() {
			t.Error("the board is buried, a minute later")
		}
	})
	withTable(t, 30*time.Minute, nil, func(e *fixture) { // so the warning comes after 20 minutes
		e.rest(2 * time.Minute)
		e.discord.chat(channelHere, 30)
		e.rest(17 * time.Minute)
		if e.atEnd() {
			t.Error("nothing happened, and the board moved")
		}
		e.rest(2 * time.Minute)
		boards := e.discord.shows(channelHere, `"users":[]`)
		if len(boards) == 0 || e.discord.asked("GET") != 1 || e.mentioned(e.mover()) != 1 {
			t.Errorf("when time runs short there are %d boards, after %d looks", len(boards), e.discord.asked("GET"))
		}
		e.board()
	})
}

// If every click shows that nobody has written below the board, no request is made: not for the
// mention below it, nor after that was deleted.
func TestAQuietChannelCostsNoRequests(t *testing.T) {
	withTable(t, 10*time.Minute, func(s *memory, _ *fakeDiscord) {
		s.prefer(1, settings.NoticeAtOnce, settings.InChannel)
	}, func(e *fixture) {
		hand := e.atTable(e.greeting(with(ids.ParseTableButton(ids.VerbHand), e.hand)))
		click := func() {
			t.Helper()
			p := e.mover()
			if _, err := hand(e.t.Context(), e.clickBy(p, fmt.Sprintf("hand/%d", e.id))); err != nil {
				t.Fatal(err)
			}
		}
		for range 60 {
			e.rest(4 * time.Second)
			click()
			e.move()
		}
		if asked := e.discord.asked("GET"); asked > 0 {
			t.Errorf("the channel was looked at %d times", asked)
		}
		e.rest(2 * time.Minute)
		e.discord.chat(channelHere, 1)
		click()
		e.move()
		if e.rest(5 * time.Second); e.discord.asked("GET") != 1 || !e.atEnd() {
			t.Errorf("once somebody has written: %d looks", e.discord.asked("GET"))
		}
	})
}

// If people write a little, and clicks don't show it, the history of a table's channel is read at
// most four times a minute.
func TestChannelHistoryIsReadOccasionally(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		began := time.Now()
		for time.Since(began) < 10*time.Minute {
			e.move()
			e.rest(2 * time.Second)
		}
		if asked := e.discord.asked("GET"); asked < 10 || asked > 40 {
			t.Errorf("the channel was looked at %d times in ten minutes", asked)
		}
	})
}

// The bot's own mentions don't count, in whatever order they are, and even if they were deleted and
// Discord still names them.
func TestItsOwnCallsDoNotBuryABoard(t *testing.T) {
	for _, blind := range []bool{false, true} {
		withTable(t, 10*time.Minute, func(s *memory, p *fakeDiscord) {
			p.blind = blind
			s.prefer(1, settings.NoticeAtOnce, settings.InChannel)
			s.prefer(2, settings.NoticeAtOnce, settings.InChannel)
		}, func(e *fixture) {
			e.rest(3 * time.Minute)
			round, boards := e.match().Decision.Round, map[string]bool{}
			for e.match().Decision.Round == round && e.match().Phase == match.Playing {
				boards[e.boardAt(e.id).Message] = true
				e.move()
				e.rest(30 * time.Second)
			}
			if asked := e.discord.asked("GET"); len(boards) != 1 || asked < 3 {
				t.Errorf("blind: %v: the board was in %d places, after %d looks", blind, len(boards), asked)
			}
		})
	}
}

// No board moves while a bot has the turn or a match is paused, and nobody is mentioned then.
func TestNoBoardMovesIfNobodyIsToMove(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		const elsewhere = "33"
		e.rest(2 * time.Minute)
		c := match.Computer{Player: -1, Level: ai.Easy, Name: "Bot 1"}
		d := match.Computer{Player: -2, Level: ai.Easy, Name: "Bot 2"}
		id := e.openIn(elsewhere, 0, c, d)
		for p := range match.Player(4) {
			e.do(id, match.Leave{Player: p + 1})
		}
		e.rest(3 * time.Minute)
		e.discord.chat(elsewhere, 50)
		e.rest(10 * time.Minute)
		if n := e.discord.asked("GET /channels/" + elsewhere); n > 0 {
			t.Errorf("nobody is at the table, and its channel was looked at %d times", n)
		}
		if n := len(e.discord.shows(elsewhere, `"users":["`)); n > 0 {
			t.Errorf("nobody is at the table, and %d were called", n)
		}
	})
	withTable(t, time.Minute, nil, func(e *fixture) {
		for !e.match().Paused {
			e.rest(30 * time.Second)
		}
		before := e.discord.asked("")
		e.discord.chat(channelHere, 50)
		e.rest(10 * time.Minute)
		if n := e.discord.asked("") - before; n > 0 {
			t.Errorf("the match is paused, and there were %d requests", n)
		}
		e.do(e.id, match.Resume{Player: 1})
		e.rest(2 * time.Second)
		if !e.atEnd() {
			t.Error("the match goes on, and its board is buried")
		}
	})
}

// If a moderator deletes the board, it is posted again once.
func TestABoardThatWasDeletedIsPostedAgain(t *testing.T) {
	for _, blind := range []bool{false, true} {
		withTable(t, 10*time.Minute, func(_ *memory, p *fakeDiscord) { p.blind = blind }, func(e *fixture) {
			e.rest(2 * time.Minute)
			e.discord.delete(channelHere, e.boardAt(e.id).Message)
			e.discord.chat(channelHere, 2)
			e.move()
			e.rest(10 * time.Second)
			if !e.atEnd() {
				t.Errorf("blind: %v: the board is not at the end", blind)
			}
		})
	}
}

// A board that may not be posted again is edited where it is and keeps its buttons. When the
// permission is back, the board comes back. A board whose history can't be read stays as well.
func TestABoardThatMayNotBePostedAgainIsEdited(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.rest(2 * time.Minute)
		e.discord.change(func(p *fakeDiscord) { p.mute[channelHere] = true })
		e.discord.chat(channelHere, 20)
		for range 3 {
			before := e.board()
			e.move()
			if e.rest(30 * time.Second); e.board() == before {
				t.Fatal("the board doesn't show the play")
			}
		}
		e.discord.change(func(p *fakeDiscord) { p.mute[channelHere] = false })
		e.move()
		if e.rest(time.Minute); !e.atEnd() {
			t.Error("the board didn't come back")
		}
	})
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.rest(2 * time.Minute)
		e.discord.change(func(p *fakeDiscord) { p.broken["GET"] = errors.New("the line is down") })
		e.discord.chat(channelHere, 20)
		e.move()
		if e.rest(time.Minute); e.atEnd() {
			t.Error("the board moved though nobody could look")
		}
		e.discord.change(func(p *fakeDiscord) { delete(p.broken, "GET") })
		e.move()
		if e.rest(time.Minute); !e.atEnd() {
			t.Error("the board didn't come back")
		}
	})
}

// The program crashes after posting the board again and before deleting the old one. The old board
// works as long as it exists, and the next start deletes it.
func TestACrashLeavesNoSecondBoard(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.rest(2 * time.Minute)
		old := e.boardAt(e.id).Message
		e.discord.change(func(p *fakeDiscord) { p.broken["DELETE"] = errors.New("the line is down") })
		e.discord.chat(channelHere, 20)
		e.move()
		e.rest(2 * time.Second)
		if now := e.boardAt(e.id).Message; now == old {
			t.Fatal("the board didn't move")
		}
		if boards := e.discord.shows(channelHere, fmt.Sprintf(`"custom_id":"hand/%d"`, e.id)); len(boards) != 2 {
			t.Fatalf("%d boards, not the old one and the new one", len(boards))
		}
		r := e.clickBy(e.mover(), fmt.Sprintf("hand/%d", e.id))
		r.Message, r.Private = old, false
		if reply, err := e.atTable(e.greeting(with(ids.ParseTableButton(ids.VerbHand), e.hand)))(e.t.Context(), r); err != nil || reply.Message == nil {
			t.Errorf("the old board's button is answered with %+v, %v", reply, err)
		}
		e.stop()
		e.discord.change(func(p *fakeDiscord) { delete(p.broken, "DELETE") })
		e.start()
		if e.rest(10 * time.Second); !e.atEnd() {
			t.Error("the board is not at the end")
		}
	})
}

// If people wrote while the bot was down, the board comes back at the next start.
func TestABoardComesBackAfterARestart(t *testing.T) {
	withTable(t, 2*time.Hour, nil, func(e *fixture) {
		e.rest(time.Minute)
		e.stop()
		e.rest(10 * time.Minute)
		e.discord.chat(channelHere, 20)
		e.start()
		if e.rest(10 * time.Second); !e.atEnd() {
			t.Error("the board is buried")
		}
	})
}

// With many tables the bot makes few requests, and the history of every channel is read in turn.
func TestChannelHistoriesOfManyTablesAreReadSlowly(t *testing.T) {
	const tables = 60
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		for i := range tables {
			e.openIn(fmt.Sprint(1000+i), 10*time.Minute)
		}
		e.rest(2 * time.Minute)
		for _, m := range e.all() {
			e.discord.chat(m.Channel, 20)
		}
		began := time.Now()
		for _, m := range e.all() {
			seat, _ := m.Turn()
			e.do(m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]})
		}
		e.rest(time.Minute)
		seconds := map[time.Duration]int{}
		e.discord.change(func(p *fakeDiscord) {
			for _, c := range p.calls {
				if c.what[:3] == "GET" && !c.at.Before(began) {
					seconds[c.at.Sub(began).Truncate(time.Second)]++
				}
			}
		})
		all := 0
		for at, n := range seconds {
			if all += n; n > 10 { // of the 45 requests per second that the bot may make
				t.Errorf("%d looks in second %v", n, at)
			}
		}
		if all != tables+1 {
			t.Errorf("%d looks for %d tables", all, tables+1)
		}
		for _, m := range e.all() {
			if newest, _ := e.discord.end(m.Channel); newest.id != e.boardAt(m.ID).Message {
				t.Errorf("the board of table %d is buried", m.ID)
			}
		}
	})
}

// A deleted channel ends its table, and its history is no longer read.
func TestTheHistoryOfADeletedChannelIsNotRead(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.rest(2 * time.Minute)
		e.discord.chat(channelHere, 20)
		e.Left("1", channelHere)
		e.rest(time.Second)
		before := e.discord.asked("GET")
		e.rest(time.Hour)
		if n := e.discord.asked("GET") - before; n > 0 || len(e.tables.Live()) > 0 {
			t.Errorf("%d looks at a channel that is gone", n)
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(e.ends) > 0 || len(e.directs) > 0 {
			t.Errorf("of a table that is over is kept: %v, %v", e.ends, e.directs)
		}
	})
}
