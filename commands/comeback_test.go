package commands

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/game/ai"
	"deuces/match"
	"deuces/settings"
)

var errLine = errors.New("the line is down")

// If it is a person's turn and the board is buried or was deleted, the whole board is posted at the
// end of its channel, and the old one is deleted.
func TestABuriedBoardComesBack(t *testing.T) {
	const age, much = 70 * time.Second, 3 * time.Minute
	set := func(n int) func(*memory, *fakeDiscord) { return func(s *memory, _ *fakeDiscord) { s.set.Buried = n } }
	blind := func(_ *memory, p *fakeDiscord) { p.blind = true }
	wrote := func(after time.Duration, n int) func(*fixture) { // so long after the board was posted
		return func(e *fixture) {
			e.rest(after)
			e.chat(n)
			e.move()
		}
	}
	deleted := func(e *fixture) {
		e.rest(much)
		e.discord.delete(channelHere, e.boardAt(e.id).Message)
		e.chat(2)
		e.move()
	}
	for _, tt := range []struct {
		why     string
		arrange func(*memory, *fakeDiscord)
		do      func(*fixture)
		want    bool
	}{
		{"nobody has written", nil, wrote(age, 0), false},
		{"ten messages are not too many", nil, wrote(age, 10), false},
		{"eleven are", nil, wrote(age, 11), true},
		{"very many are more than one request tells", nil, wrote(age, 300), true},
		{"one message, but two minutes later", nil, wrote(much, 1), true},
		{"the server wants fewer", set(3), wrote(age, 4), true},
		{"the server wants more", set(50), wrote(age, 50), false},
		{"the server wants the most, and there are more", set(50), wrote(age, 51), true},
		{"the server wants it to stay", set(0), wrote(much, 300), false},
		{"messages can't be counted, and little time has passed", blind, wrote(age, 300), false},
		{"messages can't be counted, but two minutes have passed", blind, wrote(much, 1), true},
		{"the history is closed, and nobody has written", blind, wrote(much, 0), false},
		{"a moderator deleted it", nil, deleted, true},
		{"a moderator deleted it, and the history is closed", blind, deleted, true},
		{"people wrote while the bot was down", nil, func(e *fixture) {
			e.stop()
			e.rest(much)
			e.chat(20)
			e.start()
		}, true},
		{"nobody can look", nil, func(e *fixture) {
			e.discord.change(func(p *fakeDiscord) { p.broken["GET"] = errLine })
			wrote(much, 20)(e)
		}, false},
		{"nobody could look", nil, func(e *fixture) {
			e.discord.change(func(p *fakeDiscord) { p.broken["GET"] = errLine })
			wrote(much, 20)(e)
			e.discord.change(func(p *fakeDiscord) { delete(p.broken, "GET") })
			e.move()
			e.rest(time.Minute)
		}, true},
	} {
		withTable(t, 10*time.Minute, tt.arrange, func(e *fixture) {
			tt.do(e)
			e.rest(20 * time.Second)
			if moved := e.posts() > 2; moved != tt.want || moved && !e.atEnd() { // lobby and round
				t.Errorf("%s: %d messages were posted, and at the end is %t", tt.why, e.posts(), e.atEnd())
			}
		})
	}
}

// A board comes back at most once a minute, so that a busy channel isn't filled with boards. The history
// is read at most four times a minute.
func TestABoardComesBackOnceAMinuteAtMost(t *testing.T) {
	for _, tt := range []struct {
		chat, fewest, most int // messages between two turns, and how often the board comes back
		few, many          int // looks at the channel
	}{{12, 5, 10, 1, 45}, {0, 0, 0, 10, 40}} {
		withTable(t, 10*time.Minute, nil, func(e *fixture) {
			before := e.posts()
			for began := time.Now(); time.Since(began) < 10*time.Minute; {
				e.chat(tt.chat)
				e.move()
				e.rest(3 * time.Second)
			}
			rounds := e.match().Decision.Round - 1 // each round has a new board
			n, looks := e.posts()-before-rounds, e.discord.asked("GET")
			if n < tt.fewest || n > tt.most || looks < tt.few || looks > tt.many {
				t.Errorf("with %d messages, in ten minutes the board was posted %d times, and for %d new rounds; the channel was looked at %d times", tt.chat, n, rounds, looks)
			}
			e.board()
		})
	}
}

// If the player takes long, the board comes back during the turn, as soon as it may move again.
func TestABoardComesBackInTheTurnInWhichItWasBuried(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.rest(10 * time.Second)
		e.chat(30)
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
		e.chat(30)
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
		for range 60 {
			e.rest(4 * time.Second)
			e.opensHand(e.mover())
			e.move()
		}
		if asked := e.discord.asked("GET"); asked > 0 {
			t.Errorf("the channel was looked at %d times", asked)
		}
		e.rest(2 * time.Minute)
		e.chat(1)
		e.opensHand(e.mover())
		e.move()
		if e.rest(5 * time.Second); e.discord.asked("GET") != 1 || !e.atEnd() {
			t.Errorf("once somebody has written: %d looks", e.discord.asked("GET"))
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
		id := e.openIn(elsewhere, 0, match.Computer{Player: -1, Level: ai.Easy, Name: "Bot 1"}, match.Computer{Player: -2, Level: ai.Easy, Name: "Bot 2"})
		for p := range match.Player(4) {
			e.do(id, match.Leave{Player: p + 1})
		}
		e.rest(3 * time.Minute)
		e.discord.chat(elsewhere, 50)
		e.rest(10 * time.Minute)
		looks, calls := e.discord.asked("GET /channels/"+elsewhere), len(e.discord.shows(elsewhere, `"users":["`))
		if looks > 0 || calls > 0 {
			t.Errorf("nobody is at the table: its channel was looked at %d times, and %d were called", looks, calls)
		}
	})
	withTable(t, time.Minute, nil, func(e *fixture) {
		for !e.match().Paused {
			e.rest(30 * time.Second)
		}
		before := e.discord.asked("")
		e.chat(50)
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

// The program crashes after posting the board again and before deleting the old one. The old board
// works as long as it exists, and the next start deletes it.
func TestACrashLeavesNoSecondBoard(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.rest(2 * time.Minute)
		old := e.boardAt(e.id).Message
		e.discord.change(func(p *fakeDiscord) { p.broken["DELETE"] = errLine })
		e.chat(20)
		e.move()
		e.rest(2 * time.Second)
		boards := e.discord.shows(channelHere, fmt.Sprintf(`"custom_id":"hand/%d"`, e.id))
		if now := e.boardAt(e.id).Message; now == old || len(boards) != 2 {
			t.Fatalf("the board was at %s and is at %s; there are %d, not the old one and the new one", old, now, len(boards))
		}
		r := e.clickBy(e.mover(), fmt.Sprintf("hand/%d", e.id))
		r.Message, r.Private = old, false
		if reply, err := e.handButton()(e.t.Context(), r); err != nil || reply.Message == nil {
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
		began := time.Since(e.discord.Began)
		for _, m := range e.all() {
			seat, _ := m.Turn()
			e.do(m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]})
		}
		e.rest(time.Minute)
		seconds := map[time.Duration]int{}
		all := 0
		for _, s := range e.discord.All() {
			if strings.HasPrefix(s.What, "GET") && s.At >= began {
				seconds[(s.At-began).Truncate(time.Second)]++
				all++
			}
		}
		for at, n := range seconds {
			if n > 10 { // of the 45 requests per second that the bot may make
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
		e.chat(20)
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
