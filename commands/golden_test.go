package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/standing"
	"deuces/table"
)

// Golden texts of what players see. After a change of words or looks:
// go test ./commands -update, and read the difference.
func TestGolden(t *testing.T) {
	for _, sys := range systems.All() {
		fewest, _ := seats(t, sys)
		n := max(fewest, 3)
		r := gametest.NewRand(11)
		opened := newMatch(t, sys, n-1, nil)
		var b strings.Builder
		shot := func(what string, msg bot.Message) {
			fmt.Fprintf(&b, "=== %s\n%s\n", what, snapshot(msg))
		}
		shot("a lobby with a seat missing", sceneOf(opened).board())
		m := do(t, opened, table.Join{Player: table.Player(n)}, opened.At())
		shot("a lobby that can start", sceneOf(m).board())
		filled := do(t, opened, table.AddComputer{Player: 1, Level: ai.Easy, Fill: true}, opened.At())
		shot("a lobby filled with computer players", sceneOf(filled).board())
		shot("and when the match has begun", sceneOf(filled).past())
		for filled.Phase() != table.Playing {
			filled = step(t, gametest.NewRand(5), filled)
		}
		shot("the first turn with computer players: board", sceneOf(filled).board())
		m = step(t, r, do(t, m, table.Start{Player: m.Host()}, m.At()))
		turn, _ := m.Turn()
		shot("the first turn: board", sceneOf(m).board())
		shot("the first turn: ping", sceneOf(m).ping(MentionTurn, m.At()))
		shot("the first turn: the hand of who leads", sceneOf(m).hand(turn, page{}, ""))
		for range 2 {
			m = step(t, r, m)
		}
		turn, _ = m.Turn()
		other := game.Seat((int(turn) + 1) % n)
		shot("two moves later: board", sceneOf(m).board())
		shot("two moves later: the hand whose turn it is", sceneOf(m).hand(turn, page{}, ""))
		shot("two moves later: another hand, after a late click", sceneOf(m).hand(other, page{}, "That turn is over. This is your hand now."))
		slow := do(t, m, table.TimeUp{}, m.Deadline())
		shot("time ran out: board", sceneOf(slow).board())
		for slow.Phase() == table.Playing && !slow.Paused() {
			slow = do(t, slow, table.TimeUp{}, slow.Deadline())
		}
		shot("nobody there: board", sceneOf(slow).board())
		for m.Phase() == table.Playing {
			m = step(t, r, m)
		}
		shot("after the round: board", sceneOf(m).board())
		shot("and when the next has begun", sceneOf(m).past())
		shot("after the round: a hand", sceneOf(m).hand(0, page{}, ""))
		m = step(t, r, m)
		turn, _ = m.Turn()
		shot("the second round: board", sceneOf(m).board())
		shot("the second round: the hand of who is first", sceneOf(m).hand(turn, page{}, ""))
		cut := do(t, m, table.End{Player: m.Host()}, m.At())
		shot("ended by the host: board", sceneOf(cut).board())
		for m.Phase() != table.Over {
			m = step(t, r, m)
		}
		shot("won: board", sceneOf(m).board())
		golden(t, sys.Name, b.String())
	}
}

// What players see of seats that change hands, of votes and of a bot that goes down.
func TestSeatsGolden(t *testing.T) {
	sys := systems.All()[0]
	r := gametest.NewRand(11)
	m := newMatch(t, sys, 4, nil)
	m = step(t, r, do(t, m, table.Start{Player: 1}, m.At()))
	var b strings.Builder
	shot := func(what string, msg bot.Message) {
		fmt.Fprintf(&b, "=== %s\n%s\n", what, snapshot(msg))
	}
	later := func(m table.Match, commands ...table.Command) table.Match {
		for _, c := range commands {
			m = do(t, m, c, m.At().Add(time.Second))
		}
		return m
	}
	voting := later(m, table.Kick{Player: 2, Against: 3}, table.Join{Player: 5})
	vote, _ := voting.Vote()
	shot("a vote", sceneOf(voting).poll())
	shot("the board meanwhile", sceneOf(voting).board())
	shot("the vote is lost: board", sceneOf(do(t, voting, table.TimeUp{}, vote.Until)).board())
	shot("a vote removed one, another left and was replaced: board",
		sceneOf(later(voting, table.Ballot{Player: 4, Number: vote.Number, For: true}, table.Leave{Player: 4}, table.Join{Player: 6})).board())
	left := later(m, table.Kick{Player: 1, Against: 3}, table.Leave{Player: 2}, table.Leave{Player: 4})
	shot("one kicked, two left: the hand of one of them", sceneOf(left).hand(1, page{}, ""))
	left = later(left, table.Leave{Player: 1})
	shot("everyone has left: board", sceneOf(left).board())
	away := m
	for range 30 {
		seat, _ := away.Turn()
		if away.Away(2) {
			break
		}
		if seat == 2 {
			away = do(t, away, table.TimeUp{}, away.Deadline())
		} else if away.Phase() == table.Playing {
			away = step(t, r, away)
		}
	}
	shot("two time-outs in a row: board", sceneOf(away).board())
	shot("two time-outs in a row: the hand", sceneOf(away).hand(2, page{}, ""))
	warned := sceneOf(m)
	shot("a third of the clock is left: ping", warned.ping(MentionWarning, m.Warning()))
	if early := warned.ping(MentionWarning, m.Warning().Add(-time.Millisecond)); !early.Empty() {
		t.Errorf("a player is notified who may still act in time:\n%s", snapshot(early))
	}
	if off := warned.ping(MentionOff, m.Deadline()); !off.Empty() {
		t.Errorf("a player is notified who must not be:\n%s", snapshot(off))
	}
	down := sceneOf(m)
	down.down = true
	shot("the bot goes down: board", down.board())
	shot("a table that was lost", lostBoard(7))
	golden(t, "seats", b.String())
}

// Names as long as nobody has them on Discord, in all that is shown.
func TestLongNames(t *testing.T) {
	sys := systems.All()[0]
	_, most := seats(t, sys)
	r := gametest.NewRand(5)
	m := newMatch(t, sys, most, nil)
	for range 40 {
		s := sceneOf(m)
		for i := range s.people {
			s.people[i].Name = strings.Repeat("*_~", 2000)
		}
		for p := range s.who {
			s.who[p] = standing.Person{ID: "1", Name: strings.Repeat("@here ", 2000)}
		}
		for what, msg := range map[string]bot.Message{"board": s.board(), "ping": s.ping(MentionTurn, m.At()), "vote": s.poll(), "hand": s.hand(0, page{}, "")} {
			if err := msg.Check(); err != nil {
				t.Fatalf("%s at %v: %v", what, m, err)
			}
		}
		m = step(t, r, m)
		if m.Phase() == table.Playing && m.Decision().Turn == 2 {
			m = do(t, m, table.Kick{Player: 2, Against: 3}, m.At())
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what is shown now (go test ./commands -update writes it anew):\n%s", file, got)
	}
}

// snapshot writes a message as text: a frame's colour, blocks, buttons.
func snapshot(m bot.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(%06x", m.Accent)
	if len(m.Mentions) > 0 {
		fmt.Fprintf(&b, ", notifies %s", strings.Join(m.Mentions, " "))
	}
	b.WriteString(")\n")
	for _, block := range m.Blocks {
		switch block := block.(type) {
		case bot.Text:
			fmt.Fprintf(&b, "%s\n", block)
		case bot.Divider:
			b.WriteString("----\n")
		case bot.Section:
			for _, text := range block.Texts {
				fmt.Fprintf(&b, "%s ", text)
			}
			b.WriteString(show([]bot.Block{bot.Row{*block.Button}}))
		default:
			b.WriteString(show([]bot.Block{block}))
		}
	}
	return b.String()
}
