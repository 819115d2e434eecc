package screen

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/picture"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// goldenTexts collects the texts of messages for a golden file.
type goldenTexts struct{ strings.Builder }

func (b *goldenTexts) add(t *testing.T, what string, msg bot.Message) {
	t.Helper()
	if err := bottest.Message(msg); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	fmt.Fprintf(b, "=== %s\n%s\n", what, screentest.Text(msg))
}

// The messages of a match have the golden texts. After a change, run go test ./commands/... -update
// and read the difference.
func TestMessagesGolden(t *testing.T) {
	for _, sys := range systems.All() {
		fewest, _ := screentest.Seats(t, sys)
		n := max(fewest, 3)
		r := gametest.NewRand(11)
		opened := screentest.NewMatch(t, sys, n-1, nil)
		var b goldenTexts
		add := func(what string, msg bot.Message) { b.add(t, what, msg) }
		add("a lobby with a seat missing", snapshotOf(opened).Board())
		m := screentest.Do(t, opened, match.Join{Player: match.Player(n)}, opened.At)
		add("a lobby that can start", snapshotOf(m).Board())
		add("asked whether to close the lobby", snapshotOf(m).AskToEnd(m.Host))
		filled := opened
		for len(filled.Players()) < 4 {
			filled = screentest.Do(t, filled, match.AddComputer{Player: 1, Level: ai.Easy}, opened.At)
		}
		add("a lobby filled with bots", snapshotOf(filled).Board())
		add("and when the match has begun", snapshotOf(filled).PastBoard())
		for filled.Phase != match.Playing {
			filled = screentest.Step(t, gametest.NewRand(5), filled)
		}
		add("the first turn with bots: board", snapshotOf(filled).Board())
		m = screentest.Step(t, r, screentest.Do(t, m, match.Start{Player: m.Host}, m.At))
		turn, _ := m.Turn()
		add("the first turn: board", snapshotOf(m).Board())
		add("the first turn: ping", snapshotOf(m).TurnMention(settings.MentionTurn, m.At))
		add("the first turn: the hand of who leads", snapshotOf(m).Hand(turn, ids.Page{}, say.Message{}))
		for range 2 {
			m = screentest.Step(t, r, m)
		}
		turn, _ = m.Turn()
		other := game.Seat((int(turn) + 1) % n)
		add("two moves later: board", snapshotOf(m).Board())
		add("two moves later: the hand whose turn it is", snapshotOf(m).Hand(turn, ids.Page{}, say.Message{}))
		add("two moves later: another hand, after a late click", snapshotOf(m).Hand(other, ids.Page{}, say.Verbatim("That turn is over. This is your hand now.")))
		slow := screentest.Do(t, m, match.TimeUp{}, m.Deadline())
		add("time ran out: board", snapshotOf(slow).Board())
		for slow.Phase == match.Playing && !slow.Paused {
			slow = screentest.Do(t, slow, match.TimeUp{}, slow.Deadline())
		}
		add("nobody there: board", snapshotOf(slow).Board())
		firstOut := false
		for m.Phase == match.Playing {
			m = screentest.Step(t, r, m)
			if board := snapshotOf(m); !firstOut && m.Phase == match.Playing && len(board.Public.Out) > 0 {
				add("a player is out: board", board.Board())
				firstOut = true
			}
		}
		add("after the round: board", snapshotOf(m).Board())
		add("and when the next has begun", snapshotOf(m).PastBoard())
		add("after the round: a hand", snapshotOf(m).Hand(0, ids.Page{}, say.Message{}))
		m = screentest.Step(t, r, m)
		turn, _ = m.Turn()
		add("the second round: board", snapshotOf(m).Board())
		add("the second round: the hand of who is first", snapshotOf(m).Hand(turn, ids.Page{}, say.Message{}))
		add("asked whether to end it", snapshotOf(m).AskToEnd(m.Host))
		ended := screentest.Do(t, m, match.End{Player: m.Host}, m.At)
		add("ended by the host: board", snapshotOf(ended).Board())
		for m.Phase != match.Over {
			m = screentest.Step(t, r, m)
		}
		add("won: board", snapshotOf(m).Board())
		screentest.Golden(t, sys.Name, b.String())
	}
}

// Messages have the golden texts when seats change hands, in votes, and when the bot restarts.
func TestSeatsGolden(t *testing.T) {
	sys := systems.All()[0]
	r := gametest.NewRand(11)
	m := screentest.NewMatch(t, sys, 4, nil)
	m = screentest.Step(t, r, screentest.Do(t, m, match.Start{Player: 1}, m.At))
	var b goldenTexts
	add := func(what string, msg bot.Message) { b.add(t, what, msg) }
	apply := func(m match.Match, commands ...match.Command) match.Match {
		for _, c := range commands {
			m = screentest.Do(t, m, c, m.At.Add(time.Second))
		}
		return m
	}
	voting := apply(m, match.Kick{Player: 2, Against: 3}, match.Join{Player: 5})
	vote := voting.Vote
	add("a vote", snapshotOf(voting).Poll())
	add("the board meanwhile", snapshotOf(voting).Board())
	add("the vote is lost: board", snapshotOf(screentest.Do(t, voting, match.TimeUp{}, vote.Until)).Board())
	add("a vote removed one, another left and was replaced: board",
		snapshotOf(apply(voting, match.Ballot{Player: 4, Number: vote.Number, For: true}, match.Leave{Player: 4}, match.Join{Player: 6})).Board())
	left := apply(m, match.Kick{Player: 1, Against: 3}, match.Leave{Player: 2}, match.Leave{Player: 4})
	add("one kicked, two left: the hand of one of them", snapshotOf(left).Hand(1, ids.Page{}, say.Message{}))
	add("one kicked, two left: the hand of who was kicked", snapshotOf(left).Hand(2, ids.Page{}, say.Message{}))
	add("asked whether to remove the only other player", snapshotOf(apply(m, match.Leave{Player: 3}, match.Leave{Player: 4})).AskToRemove(2, true, true))
	add("asked whether to remove a player", snapshotOf(m).AskToRemove(2, true, false))
	add("asked whether to start a vote", snapshotOf(m).AskToRemove(2, false, false))
	add("asked whether to leave", snapshotOf(m).AskToLeave())
	add("left", LeftTable(left, 2))
	began := snapshotOf(m)
	began.Unreached = []match.Player{2, 3}
	add("two people don't know yet that the cards are dealt: board", began.Board())
	drawn := snapshotOf(apply(m, match.End{Player: 9, Force: true}))
	drawn.Drawn = picture.Picture{PNG: []byte("a picture"), Alt: "Nobody wins."}
	add("closed by somebody who doesn't play, with a picture: board", drawn.Board())
	left = apply(left, match.Leave{Player: 1})
	add("everyone has left: board", snapshotOf(left).Board())
	away := m
	for range 30 {
		seat, _ := away.Turn()
		if away.Away(2) {
			break
		}
		if seat == 2 {
			away = screentest.Do(t, away, match.TimeUp{}, away.Deadline())
		} else if away.Phase == match.Playing {
			away = screentest.Step(t, r, away)
		}
	}
	add("two time-outs in a row: board", snapshotOf(away).Board())
	add("two time-outs in a row: the hand", snapshotOf(away).Hand(2, ids.Page{}, say.Message{}))
	warned := snapshotOf(m)
	add("a third of the clock is left: ping", warned.TurnMention(settings.MentionWarning, m.Warning()))
	if early := warned.TurnMention(settings.MentionWarning, m.Warning().Add(-time.Millisecond)); !early.Empty() {
		t.Errorf("a player is notified who may still act in time:\n%s", screentest.Text(early))
	}
	if off := warned.TurnMention(settings.MentionOff, m.Deadline()); !off.Empty() {
		t.Errorf("a player is notified who must not be:\n%s", screentest.Text(off))
	}
	down := snapshotOf(m)
	down.GoingDown = true
	add("the bot goes down: board", down.Board())
	add("a table that was lost", LostBoard(7))
	add("a hand there", LostHand())
	rematch, err := screentest.Do(t, m, match.End{Player: m.Host, Force: true}, m.At).Rematch(m.Host, func(match.Player) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	rematch.Version = m.Version
	again := screentest.Do(t, match.New(2, systems.New), rematch, m.At)
	add("a rematch", snapshotOf(again).Board())
	add("a rematch that waits for its host", snapshotOf(screentest.Do(t, again, match.Wait{Player: m.Host}, m.At)).Board())
	closed := screentest.Do(t, screentest.NewMatch(t, sys, 2, nil), match.End{Player: 1}, m.At)
	add("a hand in a lobby that was closed", snapshotOf(closed).Hand(0, ids.Page{}, say.Message{}))
	screentest.Golden(t, "seats", b.String())
}

// Admins see the check list at the top of the panel, and a new server gets a greeting.
func TestFirstStartGolden(t *testing.T) {
	g := NewCatalogue([]Game{{Name: "ahole", Title: "AHole"}, {Name: "bigtwo", Title: "Big Two"}}, nil).In(settings.Default())
	var b goldenTexts
	add := func(what string, msg bot.Message) { b.add(t, what, msg) }
	blocks := []bot.Block{bot.Text(say.Verbatim("(the page)"))}
	add("a greeting", Greeting(g))
	add("settings where nothing is missing", Settings(ids.TablesPage, CheckList(g, Place{Can: bot.Needed}, ids.TablesPage), say.Message{}, blocks))
	add("settings where something is missing", Settings(ids.TablesPage, CheckList(g, Place{Missing: say.New("View Channel and Send Messages")}, ids.TablesPage), say.New("This can no longer be chosen."), blocks))
	screentest.Golden(t, "first", b.String())
}
