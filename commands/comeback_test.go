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

// When it is a person's turn and too much stands below the board, it comes back to the
// end of its channel, whole, and the old one goes.
func TestABuriedBoardComesBack(t *testing.T) {
	const age, much = 70 * time.Second, 3 * time.Minute
	set := func(n int) func(*memory, *paper) { return func(s *memory, _ *paper) { s.set.Buried = n } }
	blind := func(_ *memory, p *paper) { p.blind = true }
	for _, tt := range []struct {
		why     string
		arrange func(*memory, *paper)
		after   time.Duration // when people chat, after the board was posted
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
		spend(t, 10*time.Minute, tt.arrange, func(e *evening) {
			e.rest(tt.after)
			e.paper.chat(channelHere, tt.n)
			e.move()
			e.rest(20 * time.Second)
			if tt.n > 0 && e.atEnd() != tt.want {
				t.Errorf("%s: at the end is %v", tt.why, e.atEnd())
			}
			if posted := e.paper.asked("POST /channels/" + channelHere + "/messages"); (posted > 2) != tt.want { // lobby and round
				t.Errorf("%s: %d messages were posted", tt.why, posted)
			}
		})
	}
}

// At most once a minute: a channel in which people never stop writing has the board at
// its end again and again, and is not filled with it.
func TestABoardComesBackOnceAMinuteAtMost(t *testing.T) {
	spend(t, 10*time.Minute, nil, func(e *evening) {
		began := time.Now()
		for time.Since(began) < 10*time.Minute {
			e.paper.chat(channelHere, 12)
			e.move()
			e.rest(4 * time.Second)
		}
		var posts []time.Duration
		e.paper.change(func(p *paper) {
			for _, c := range p.calls {
				if c.what == "POST /channels/"+channelHere+"/messages" && c.at.After(began) {
					posts = append(posts, c.at.Sub(began))
				}
			}
		})
		rounds := e.match().Decision.Round - 1 // each has a new board
		if n := len(posts) - rounds; n < 5 || n > 10 {
			t.Errorf("in ten minutes the board was posted %d times, %d of them for a new round: %v", len(posts), rounds, posts)
		}
		if asked := e.paper.asked("GET"); asked > 45 {
			t.Errorf("the channel was looked at %d times in ten minutes", asked)
		}
		e.board()
	})
}

// Who thinks for long finds the board where they left the chat: a look is due as soon as
// the board may move, not only when a turn begins.
func TestABoardComesBackInTheTurnInWhichItWasBuried(t *testing.T) {
	spend(t, 10*time.Minute, nil, func(e *evening) {
		e.rest(10 * time.Second)
		e.paper.chat(channelHere, 30)
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
	spend(t, 30*time.Minute, nil, func(e *evening) { // so the warning comes after 20
		e.rest(2 * time.Minute)
		e.paper.chat(channelHere, 30)
		e.rest(17 * time.Minute)
		if e.atEnd() {
			t.Error("nothing happened, and the board moved")
		}
		e.rest(2 * time.Minute)
		boards := e.paper.shows(channelHere, `"users":[]`)
		if len(boards) == 0 || e.paper.asked("GET") != 1 || e.mentioned(e.mover()) != 1 {
			t.Errorf("when time runs short there are %d boards, after %d looks", len(boards), e.paper.asked("GET"))
		}
		e.board()
	})
}

// Where every click tells that nobody has written below the board, nothing is asked: not
// for the mention that stands there, nor after it was deleted.
func TestAQuietChannelCostsNoRequests(t *testing.T) {
	spend(t, 10*time.Minute, func(s *memory, _ *paper) {
		s.prefer(1, settings.NoticeAtOnce, settings.InChannel)
	}, func(e *evening) {
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
		if asked := e.paper.asked("GET"); asked > 0 {
			t.Errorf("the channel was looked at %d times", asked)
		}
		e.rest(2 * time.Minute)
		e.paper.chat(channelHere, 1)
		click()
		e.move()
		if e.rest(5 * time.Second); e.paper.asked("GET") != 1 || !e.atEnd() {
			t.Errorf("once somebody has written: %d looks", e.paper.asked("GET"))
		}
	})
}

// Where people write a little, and clicks tell nothing, a table is looked at four times a
// minute at most.
func TestChannelHistoryIsReadOccasionally(t *testing.T) {
	spend(t, 10*time.Minute, nil, func(e *evening) {
		began := time.Now()
		for time.Since(began) < 10*time.Minute {
			e.move()
			e.rest(2 * time.Second)
		}
		if asked := e.paper.asked("GET"); asked < 10 || asked > 40 {
			t.Errorf("the channel was looked at %d times in ten minutes", asked)
		}
	})
}

// The bot's own calls to players are no chat, wherever they stand, and also when they
// were deleted and Discord still tells of them.
func TestItsOwnCallsDoNotBuryABoard(t *testing.T) {
	for _, blind := range []bool{false, true} {
		spend(t, 10*time.Minute, func(s *memory, p *paper) {
			p.blind = blind
			s.prefer(1, settings.NoticeAtOnce, settings.InChannel)
			s.prefer(2, settings.NoticeAtOnce, settings.InChannel)
		}, func(e *evening) {
			e.rest(3 * time.Minute)
			round, boards := e.match().Decision.Round, map[string]bool{}
			for e.match().Decision.Round == round && e.match().Phase == match.Playing {
				boards[e.boardAt(e.id).Message] = true
				e.move()
				e.rest(30 * time.Second)
			}
			if asked := e.paper.asked("GET"); len(boards) != 1 || asked < 3 {
				t.Errorf("blind: %v: the board was in %d places, after %d looks", blind, len(boards), asked)
			}
		})
	}
}

// No board moves for computers, nor while a match is paused, and nobody is called then.
func TestNoBoardMovesIfNobodyIsToMove(t *testing.T) {
	spend(t, 10*time.Minute, nil, func(e *evening) {
		const elsewhere = "33"
		e.rest(2 * time.Minute)
		c := match.Computer{Player: -1, Level: ai.Easy, Name: "Bot 1"}
		d := match.Computer{Player: -2, Level: ai.Easy, Name: "Bot 2"}
		id := e.openIn(elsewhere, 0, c, d)
		for p := range match.Player(4) {
			e.do(id, match.Leave{Player: p + 1})
		}
		e.rest(3 * time.Minute)
		e.paper.chat(elsewhere, 50)
		e.rest(10 * time.Minute)
		if n := e.paper.asked("GET /channels/" + elsewhere); n > 0 {
			t.Errorf("nobody is at the table, and its channel was looked at %d times", n)
		}
		if n := len(e.paper.shows(elsewhere, `"users":["`)); n > 0 {
			t.Errorf("nobody is at the table, and %d were called", n)
		}
	})
	spend(t, time.Minute, nil, func(e *evening) {
		for !e.match().Paused {
			e.rest(30 * time.Second)
		}
		before := e.paper.asked("")
		e.paper.chat(channelHere, 50)
		e.rest(10 * time.Minute)
		if n := e.paper.asked("") - before; n > 0 {
			t.Errorf("the match is paused, and there were %d requests", n)
		}
		e.do(e.id, match.Resume{Player: 1})
		e.rest(2 * time.Second)
		if !e.atEnd() {
			t.Error("the match goes on, and its board is buried")
		}
	})
}

// A moderator deletes the board: it is posted again, once.
func TestABoardThatWasDeletedIsPostedAgain(t *testing.T) {
	for _, blind := range []bool{false, true} {
		spend(t, 10*time.Minute, func(_ *memory, p *paper) { p.blind = blind }, func(e *evening) {
			e.rest(2 * time.Minute)
			e.paper.delete(channelHere, e.boardAt(e.id).Message)
			e.paper.chat(channelHere, 2)
			e.move()
			e.rest(10 * time.Second)
			if !e.atEnd() {
				t.Errorf("blind: %v: the board is not at the end", blind)
			}
		})
	}
}

// A board that may not be posted anew stays where it is, true and with its buttons; when
// the permission is back it comes back. One that can't be looked for stays, too.
func TestABoardThatMayNotBePostedAgainIsEdited(t *testing.T) {
	spend(t, 10*time.Minute, nil, func(e *evening) {
		e.rest(2 * time.Minute)
		e.paper.change(func(p *paper) { p.mute[channelHere] = true })
		e.paper.chat(channelHere, 20)
		for range 3 {
			before := e.board()
			e.move()
			if e.rest(30 * time.Second); e.board() == before {
				t.Fatal("the board doesn't show the play")
			}
		}
		e.paper.change(func(p *paper) { p.mute[channelHere] = false })
		e.move()
		if e.rest(time.Minute); !e.atEnd() {
			t.Error("the board didn't come back")
		}
	})
	spend(t, 10*time.Minute, nil, func(e *evening) {
		e.rest(2 * time.Minute)
		e.paper.change(func(p *paper) { p.broken["GET"] = errors.New("the line is down") })
		e.paper.chat(channelHere, 20)
		e.move()
		if e.rest(time.Minute); e.atEnd() {
			t.Error("the board moved though nobody could look")
		}
		e.paper.change(func(p *paper) { delete(p.broken, "GET") })
		e.move()
		if e.rest(time.Minute); !e.atEnd() {
			t.Error("the board didn't come back")
		}
	})
}

// The program ends between posting the board anew and removing the old one. The old one
// answers as long as it is there, and the next start takes it away.
func TestACrashLeavesNoSecondBoard(t *testing.T) {
	spend(t, 10*time.Minute, nil, func(e *evening) {
		e.rest(2 * time.Minute)
		old := e.boardAt(e.id).Message
		e.paper.change(func(p *paper) { p.broken["DELETE"] = errors.New("the line is down") })
		e.paper.chat(channelHere, 20)
		e.move()
		e.rest(2 * time.Second)
		if now := e.boardAt(e.id).Message; now == old {
			t.Fatal("the board didn't move")
		}
		if boards := e.paper.shows(channelHere, fmt.Sprintf(`"custom_id":"hand/%d"`, e.id)); len(boards) != 2 {
			t.Fatalf("%d boards, not the old one and the new one", len(boards))
		}
		r := e.clickBy(e.mover(), fmt.Sprintf("hand/%d", e.id))
		r.Message, r.Private = old, false
		if reply, err := e.atTable(e.greeting(with(ids.ParseTableButton(ids.VerbHand), e.hand)))(e.t.Context(), r); err != nil || reply.Message == nil {
			t.Errorf("the old board's button is answered with %+v, %v", reply, err)
		}
		e.stop()
		e.paper.change(func(p *paper) { delete(p.broken, "DELETE") })
		e.start()
		if e.rest(10 * time.Second); !e.atEnd() {
			t.Error("the board is not at the end")
		}
	})
}

// The bot was down while people chatted: the board comes back at the next start.
func TestABoardComesBackAfterARestart(t *testing.T) {
	spend(t, 2*time.Hour, nil, func(e *evening) {
		e.rest(time.Minute)
		e.stop()
		e.rest(10 * time.Minute)
		e.paper.chat(channelHere, 20)
		e.start()
		if e.rest(10 * time.Second); !e.atEnd() {
			t.Error("the board is buried")
		}
	})
}

// However many tables there are, the bot asks seldom, and every table gets its turn.
func TestChannelHistoriesOfManyTablesAreReadSlowly(t *testing.T) {
	const tables = 60
	spend(t, 10*time.Minute, nil, func(e *evening) {
		for i := range tables {
			e.openIn(fmt.Sprint(1000+i), 10*time.Minute)
		}
		e.rest(2 * time.Minute)
		for _, m := range e.all() {
			e.paper.chat(m.Channel, 20)
		}
		began := time.Now()
		for _, m := range e.all() {
			seat, _ := m.Turn()
			e.do(m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]})
		}
		e.rest(time.Minute)
		seconds := map[time.Duration]int{}
		e.paper.change(func(p *paper) {
			for _, c := range p.calls {
				if c.what[:3] == "GET" && !c.at.Before(began) {
					seconds[c.at.Sub(began).Truncate(time.Second)]++
				}
			}
		})
		all := 0
		for at, n := range seconds {
			if all += n; n > 10 { // of the 45 requests that the bot makes at most
				t.Errorf("%d looks in second %v", n, at)
			}
		}
		if all != tables+1 {
			t.Errorf("%d looks for %d tables", all, tables+1)
		}
		for _, m := range e.all() {
			if newest, _ := e.paper.end(m.Channel); newest.id != e.boardAt(m.ID).Message {
				t.Errorf("the board of table %d is buried", m.ID)
			}
		}
	})
}

// A channel that is gone closes its table; nobody looks there any more.
func TestTheHistoryOfADeletedChannelIsNotRead(t *testing.T) {
	spend(t, 10*time.Minute, nil, func(e *evening) {
		e.rest(2 * time.Minute)
		e.paper.chat(channelHere, 20)
		e.Left("1", channelHere)
		e.rest(time.Second)
		before := e.paper.asked("GET")
		e.rest(time.Hour)
		if n := e.paper.asked("GET") - before; n > 0 || len(e.tables.Live()) > 0 {
			t.Errorf("%d looks at a channel that is gone", n)
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(e.ends) > 0 || len(e.directs) > 0 {
			t.Errorf("of a table that is over is kept: %v, %v", e.ends, e.directs)
		}
	})
}
