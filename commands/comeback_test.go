package commands

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/match"
	"deuces/settings"
)

var errNetwork = errors.New("the network is down")

// If it is a person's turn and the board is buried or was deleted, the bot posts the board again at
// the end of the channel and deletes the old board.
func TestABuriedBoardComesBack(t *testing.T) {
	const overAMinute, overTwoMinutes = 70 * time.Second, 3 * time.Minute
	setBuried := func(n int) func(*memory, *fakeDiscord) { return func(s *memory, _ *fakeDiscord) { s.guild.Buried = n } }
	hideHistory := func(_ *memory, p *fakeDiscord) { p.historyHidden = true }
	peopleWrite := func(after time.Duration, n int) func(*fixture) { // waits for the time after, and then n messages are written
		return func(e *fixture) {
			e.sleep(after)
			e.chat(n)
			e.playTurn()
		}
	}
	deleteBoard := func(e *fixture) {
		e.sleep(overTwoMinutes)
		e.discord.deleteMessage(tableChannel, e.boardAt(e.id).Message)
		e.chat(2)
		e.playTurn()
	}
	for _, tt := range []struct {
		why     string
		arrange func(*memory, *fakeDiscord)
		do      func(*fixture)
		want    bool
	}{
		{"nobody has written", nil, peopleWrite(overAMinute, 0), false},
		{"ten messages are not too many", nil, peopleWrite(overAMinute, 10), false},
		{"eleven are", nil, peopleWrite(overAMinute, 11), true},
		{"more messages than one request returns", nil, peopleWrite(overAMinute, 300), true},
		{"one message, but two minutes later", nil, peopleWrite(overTwoMinutes, 1), true},
		{"the server wants fewer", setBuried(3), peopleWrite(overAMinute, 4), true},
		{"the server wants more", setBuried(50), peopleWrite(overAMinute, 50), false},
		{"the server wants the most, and there are more", setBuried(50), peopleWrite(overAMinute, 51), true},
		{"the server wants it to stay", setBuried(0), peopleWrite(overTwoMinutes, 300), false},
		{"messages can't be counted, and little time has passed", hideHistory, peopleWrite(overAMinute, 300), false},
		{"messages can't be counted, but two minutes have passed", hideHistory, peopleWrite(overTwoMinutes, 1), true},
		{"the history is closed, and nobody has written", hideHistory, peopleWrite(overTwoMinutes, 0), false},
		{"a moderator deleted it", nil, deleteBoard, true},
		{"a moderator deleted it, and the history is closed", hideHistory, deleteBoard, true},
		{"people wrote while the bot was down", nil, func(e *fixture) {
			e.stop()
			e.sleep(overTwoMinutes)
			e.chat(20)
			e.start()
		}, true},
		{"the history can't be read", nil, func(e *fixture) {
			e.discord.change(func(p *fakeDiscord) { p.failing["GET"] = errNetwork })
			peopleWrite(overTwoMinutes, 20)(e)
		}, false},
		{"the history couldn't be read for a while", nil, func(e *fixture) {
			e.discord.change(func(p *fakeDiscord) { p.failing["GET"] = errNetwork })
			peopleWrite(overTwoMinutes, 20)(e)
			e.discord.change(func(p *fakeDiscord) { delete(p.failing, "GET") })
			e.playTurn()
			e.sleep(time.Minute)
		}, true},
	} {
		withTable(t, 10*time.Minute, tt.arrange, func(e *fixture) {
			tt.do(e)
			e.sleep(20 * time.Second)
			if moved := e.countPosts() > 2; moved != tt.want || moved && !e.boardIsLast() { // two posts are the lobby and the first round
				t.Errorf("%s: got %d posts, and the board is last: %t; 2 posts mean that it did not move", tt.why, e.countPosts(), e.boardIsLast())
			}
		})
	}
}

// A board comes back at most once a minute, so that a busy channel isn't filled with boards. The
// bot reads the history at most four times a minute.
func TestABoardComesBackOnceAMinuteAtMost(t *testing.T) {
	for _, tt := range []struct {
		chat, minBoards, maxBoards int // messages between two turns; limits of how often the board comes back
		minReads, maxReads         int // limits of how often the bot reads the channel
	}{{12, 5, 10, 1, 45}, {0, 0, 0, 10, 40}} {
		withTable(t, 10*time.Minute, nil, func(e *fixture) {
			before := e.countPosts()
			for began := time.Now(); time.Since(began) < 10*time.Minute; {
				e.chat(tt.chat)
				e.playTurn()
				e.sleep(3 * time.Second)
			}
			rounds := e.match().Decision.Round - 1 // each round has a new board
			n, reads := e.countPosts()-before-rounds, e.discord.countRequests("GET")
			if n < tt.minBoards || n > tt.maxBoards || reads < tt.minReads || reads > tt.maxReads {
				t.Errorf("with %d messages in ten minutes: got %d posts of the board besides %d new rounds, and %d reads of the channel, want %d to %d and %d to %d", tt.chat, n, rounds, reads, tt.minBoards, tt.maxBoards, tt.minReads, tt.maxReads)
			}
			e.wantOneBoard()
		})
	}
}

// If a player takes long, a buried board comes back during the turn, as soon as it may move again.
func TestABuriedBoardComesBackDuringALongTurn(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.sleep(10 * time.Second)
		e.chat(30)
		e.playTurn()
		e.sleep(10 * time.Second)
		if e.boardIsLast() {
			t.Error("the board moved before it was a minute old")
		}
		e.sleep(time.Minute)
		if !e.boardIsLast() {
			t.Error("a minute later, the board is still buried")
		}
	})
	withTable(t, 30*time.Minute, nil, func(e *fixture) { // so the warning comes after 20 minutes
		e.sleep(2 * time.Minute)
		e.chat(30)
		e.sleep(17 * time.Minute)
		if e.boardIsLast() {
			t.Error("the board moved although nothing happened")
		}
		e.sleep(2 * time.Minute)
		boards := e.discord.find(tableChannel, `"users":[]`)
		if len(boards) == 0 || e.discord.countRequests("GET") != 1 || e.countMentions(e.currentPlayer()) != 1 {
			t.Errorf("after the warning got %d boards and %d reads of the channel; want boards, 1 read, and 1 mention", len(boards), e.discord.countRequests("GET"))
		}
		e.wantOneBoard()
	})
}

// If every click shows that nobody has written below the board, the bot makes no request to find
// that out. It makes none after its own mention below the board either, even if the mention was
// deleted.
func TestAQuietChannelCostsNoRequests(t *testing.T) {
	withTable(t, 10*time.Minute, func(s *memory, _ *fakeDiscord) {
		s.prefer(1, settings.NoticeAtOnce, settings.InChannel)
	}, func(e *fixture) {
		for range 60 {
			e.sleep(4 * time.Second)
			e.openHand(e.currentPlayer())
			e.playTurn()
		}
		if reads := e.discord.countRequests("GET"); reads > 0 {
			t.Errorf("got %d reads of a quiet channel, want 0", reads)
		}
		e.sleep(2 * time.Minute)
		e.chat(1)
		e.openHand(e.currentPlayer())
		e.playTurn()
		if e.sleep(5 * time.Second); e.discord.countRequests("GET") != 1 || !e.boardIsLast() {
			t.Errorf("got %d reads once somebody has written, want 1 and the board last", e.discord.countRequests("GET"))
		}
	})
}

// The bot's own mentions don't count as messages below the board. This holds for any order of
// mentions, and also if Discord still reports a deleted mention as the last message.
func TestTheBotsOwnMentionsDoNotBuryABoard(t *testing.T) {
	for _, hidden := range []bool{false, true} {
		withTable(t, 10*time.Minute, func(s *memory, p *fakeDiscord) {
			p.historyHidden = hidden
			s.prefer(1, settings.NoticeAtOnce, settings.InChannel)
			s.prefer(2, settings.NoticeAtOnce, settings.InChannel)
		}, func(e *fixture) {
			e.sleep(3 * time.Minute)
			round, boards := e.match().Decision.Round, map[string]bool{}
			for e.match().Decision.Round == round && e.match().Phase == match.Playing {
				boards[e.boardAt(e.id).Message] = true
				e.playTurn()
				e.sleep(30 * time.Second)
			}
			if reads := e.discord.countRequests("GET"); len(boards) != 1 || reads < 3 {
				t.Errorf("hidden history: %v: the board was in %d places after %d reads, want 1 place and at least 3 reads", hidden, len(boards), reads)
			}
		})
	}
}

// While a computer player has the turn or the match is paused, no board moves and nobody is
// mentioned.
func TestNoBoardMovesIfItIsNobodysTurn(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		const elsewhere = "33"
		id := e.openTable(elsewhere, 0, match.Computer{Player: -1, Level: ai.Easy, Name: "Bot 1"}, match.Computer{Player: -2, Level: ai.Easy, Name: "Bot 2"})
		for p := range match.Player(4) {
			e.do(id, match.Leave{Player: p + 1})
		}
		e.sleep(3 * time.Minute)
		e.discord.chat(elsewhere, 50)
		e.sleep(10 * time.Minute)
		reads, mentions := e.discord.countRequests("GET /channels/"+elsewhere), len(e.discord.find(elsewhere, `"users":["`))
		if reads > 0 || mentions > 0 {
			t.Errorf("nobody is at the table: got %d reads of its channel and %d mentions, want 0", reads, mentions)
		}
	})
	withTable(t, time.Minute, nil, func(e *fixture) {
		for !e.match().Paused {
			e.sleep(30 * time.Second)
		}
		before := e.discord.countRequests("")
		e.chat(50)
		e.sleep(10 * time.Minute)
		if n := e.discord.countRequests("") - before; n > 0 {
			t.Errorf("got %d requests for a paused match, want 0", n)
		}
		e.do(e.id, match.Resume{Player: 1})
		e.sleep(2 * time.Second)
		if !e.boardIsLast() {
			t.Error("the board is still buried after the match was resumed")
		}
	})
}

// If the program crashes after it has posted the board again and before it has deleted the old
// board, the old board still works, and the next start deletes it.
func TestACrashLeavesNoSecondBoard(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.sleep(2 * time.Minute)
		old := e.boardAt(e.id).Message
		e.discord.change(func(p *fakeDiscord) { p.failing["DELETE"] = errNetwork })
		e.chat(20)
		e.playTurn()
		e.sleep(2 * time.Second)
		boards := e.discord.find(tableChannel, fmt.Sprintf(`"custom_id":"hand/%d"`, e.id))
		if now := e.boardAt(e.id).Message; now == old || len(boards) != 2 {
			t.Fatalf("the board was at %s and is at %s; there are %d, not the old one and the new one", old, now, len(boards))
		}
		r := e.clickRequest(e.currentPlayer(), fmt.Sprintf("hand/%d", e.id))
		r.Message, r.Private = old, false
		if reply, err := e.handHandler()(e.t.Context(), e.withSettings(e.t, r)); err != nil || reply.Message == nil {
			t.Errorf("the old board's button is answered with %+v, %v; want a hand", reply, err)
		}
		e.stop()
		e.discord.change(func(p *fakeDiscord) { delete(p.failing, "DELETE") })
		e.start()
		if e.sleep(10 * time.Second); !e.boardIsLast() {
			t.Error("the board is not at the end")
		}
	})
}

// With many tables, the bot reads the channels one after the other, so that it makes only a few
// requests per second.
func TestChannelHistoriesOfManyTablesAreReadSlowly(t *testing.T) {
	const tables = 60
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		for i := range tables {
			e.openTable(fmt.Sprint(1000+i), 10*time.Minute)
		}
		e.sleep(2 * time.Minute)
		for _, m := range e.liveMatches() {
			e.discord.chat(m.Channel, 20)
		}
		began := time.Since(e.discord.Began)
		for _, m := range e.liveMatches() {
			seat, _ := m.Turn()
			e.do(m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]})
		}
		e.sleep(time.Minute)
		seconds := map[time.Duration]int{}
		all := 0
		for _, s := range e.discord.All() {
			if strings.HasPrefix(s.What, "GET") && s.At >= began {
				seconds[(s.At-began).Truncate(time.Second)]++
				all++
			}
		}
		for at, n := range seconds {
			if n > 10 { // the bot may make 45 requests per second
				t.Errorf("got %d reads in second %v, want at most 10", n, at)
			}
		}
		if all != tables+1 {
			t.Errorf("got %d reads for %d tables, want one for each", all, tables+1)
		}
		for _, m := range e.liveMatches() {
			if newest, _ := e.discord.newestMessage(m.Channel); newest.id != e.boardAt(m.ID).Message {
				t.Errorf("the board of table %d is buried", m.ID)
			}
		}
	})
}

// What only its player may know moves no board, and the bot doesn't even look for messages below it: it would
// tell everybody that somebody plans or passes.
func TestAPlanMovesNoBoard(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.sleep(3 * time.Minute)
		e.chat(20)
		before, m := e.discord.countRequests(""), e.match()
		seat, _ := m.Turn()
		next := m.Players()[(int(seat)+1)%4]
		e.do(e.id, match.Plan{Player: next, Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
		e.sleep(time.Minute)
		e.do(e.id, match.CancelPlan{Player: next})
		e.sleep(time.Minute)
		if n := e.discord.countRequests("") - before; n > 0 {
			t.Errorf("a plan led to %d requests, want 0", n)
		}
		e.playTurn()
		if e.sleep(5 * time.Second); !e.boardIsLast() {
			t.Error("after the next play the board is buried")
		}
	})
}

// If a channel is deleted, its table ends, and the bot no longer reads the history.
func TestTheHistoryOfADeletedChannelIsNotRead(t *testing.T) {
	withTable(t, 10*time.Minute, nil, func(e *fixture) {
		e.sleep(2 * time.Minute)
		e.chat(20)
		e.Left("1", tableChannel)
		e.sleep(time.Second)
		before := e.discord.countRequests("GET")
		e.sleep(time.Hour)
		if n := e.discord.countRequests("GET") - before; n > 0 || len(e.tables.Live()) > 0 {
			t.Errorf("got %d reads of a deleted channel, want 0, and no live table", n)
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(e.Commands.messages) > 0 {
			t.Errorf("the messages of a table that is over are still known: %v", e.Commands.messages)
		}
	})
}

// Whoever has no seat is told how to get one, whatever cards they type.
func TestTypedCardsOfSomebodyWithoutASeatAreAnsweredAlike(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		for _, typed := range []string{"", "7h", "5 5", "a nice hand"} {
			r := c.clickRequest(9, "")
			r.Options = map[string]string{"cards": typed}
			if got := answerText(c.t, c.Commands, c.inChannel(c.asPresent(c.handHere)), r); !strings.Contains(got, "You aren't at this table.\n[Join]") {
				t.Errorf("typed %q is answered %q, want how to get a seat", typed, got)
			}
		}
	})
}

// Whoever was removed can't start the rematch, and is offered a table of their own.
func TestARemovedPlayerGetsNoRematch(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		c.do(c.id, match.Kick{Player: 1, Against: 3})
		c.do(c.id, match.End{Player: 1})
		rematch := c.atTable(with(ids.ParseTableButton(ids.VerbRematch), c.rematch))
		if got := answerText(c.t, c.Commands, rematch, c.clickRequest(3, fmt.Sprintf("rematch/%d", c.id))); !strings.Contains(got, "You aren't at this table.\n[*Open a table]") {
			t.Errorf("got %q, want a button that opens a table", got)
		}
	})
}
