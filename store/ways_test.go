package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/game/ai"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
)

// turns are a number of turns that everyone at the table plays, at most the rest of the round. The clock
// plays for the player named absent.
type turns struct {
	n      int
	absent standing.Player
}

// tell sends commands to a table, and lets turns pass there. Commands of the clock come when they are due.
func (g *testMatch) tell(all ...any) {
	g.t.Helper()
	for _, x := range all {
		at := g.match.At.Add(time.Second)
		switch c := x.(type) {
		case turns:
			g.play(c)
			continue
		case match.Deal:
			x, at = matchtest.Deal(g.match), g.match.Deadline()
		case match.TimeUp:
			at = g.match.Deadline()
		}
		events, err := g.match.Decide(x.(match.Command), at)
		must(g.t, err)
		must(g.t, g.store(events))
	}
}

func (g *testMatch) play(x turns) {
	g.t.Helper()
	if g.match.Phase == match.Between {
		g.tell(match.Deal{})
	}
	for range x.n {
		seat, due := g.match.Turn()
		if !due || g.match.Paused {
			return
		}
		if _, _, unmanned := g.match.Unmanned(); unmanned || g.match.Players()[seat] == x.absent {
			g.tell(match.TimeUp{})
		} else {
			g.tell(matchtest.Turn(g.match, 0))
		}
	}
}

const restOfRound = 1000

// standingsOf lists the rounds, points, matches won and rating of three people on the leaderboard.
func standingsOf(t *testing.T, s *Store) [3]standing.Row {
	t.Helper()
	var rows [3]standing.Row
	for _, r := range boardOf(t, s, standing.Query{Rounds: standing.Counting}).Rows {
		rows[r.Player-ann] = r
	}
	return rows
}

// Ann, Bob and Cy have played one round at another table. Ann opens a table, and what happens there
// changes the standings as listed: rounds and points that are added, and the rating before and after.
func TestTheWaysToARating(t *testing.T) {
	table := func(others ...standing.Player) match.Opening {
		return match.Opening{
			Guild: "g1", Channel: "c1", System: "toy", Version: 1, Host: ann, Others: others,
			Settings: match.DefaultSettings(), Options: map[string]string{"target": "0"},
		}
	}
	kept := table(bob, cy)
	kept.Keep = true
	bot := match.AddComputer{Player: ann, Level: ai.Easy}
	start, rest := match.Start{Player: ann}, turns{n: restOfRound}
	for _, c := range []struct {
		way    string
		open   match.Opening
		happen []any // commands, and turns
		want   string
	}{
		{"everyone plays two rounds", table(bob, cy), []any{start, rest, rest}, "Ann 2 rounds, 4 points, 1130 to 1360; Bob 2 rounds, 2 points, 1062 to 1141; Cy 2 rounds, 0 points, 890 to 735"},
		{"Bob is removed in the first of two rounds, after a play", table(bob, cy), []any{start, turns{n: 2}, match.Kick{Player: ann, Against: bob}, rest, rest}, "Ann 2 rounds, 4 points, 1130 to 1326; Cy 2 rounds, 2 points, 890 to 806"},
		{"Bob leaves in the first of two rounds, after a play", table(bob, cy), []any{start, turns{n: 2}, match.Leave{Player: bob}, rest, rest}, "Ann 2 rounds, 4 points, 1130 to 1351; Bob 1 rounds, 0 points, 1062 to 942; Cy 2 rounds, 2 points, 890 to 926"},
		{"Bob leaves before a decision", table(bob, cy), []any{start, match.Deal{}, match.Leave{Player: bob}, rest}, "Ann 1 rounds, 2 points, 1130 to 1250; Bob 1 rounds, 0 points, 1062 to 942; Cy 1 rounds, 1 points, 890 to 968"},
		{"Ann plays with two bots and somebody who joins and leaves", table(bob), []any{bot, bot, start, match.Deal{}, match.Leave{Player: bob}, rest, rest}, ""},
		{"Ann plays with two bots and a second account that does nothing", table(bob), []any{bot, bot, start, turns{restOfRound, bob}, turns{restOfRound, bob}}, ""},
		{"a second account that plays is a person like any other", table(bob), []any{bot, bot, start, rest}, "Ann 1 rounds, 2 points, 1130 to 1257; Bob 1 rounds, 1 points, 1062 to 999"},
		{"a rematch with people who don't come, and a bot instead", kept, []any{match.TimeUp{}, bot, start, rest, rest}, ""},
		{"a rematch to which Cy comes", kept, []any{match.Join{Player: cy}, match.TimeUp{}, start, rest}, "Ann 1 rounds, 2 points, 1130 to 1239; Cy 1 rounds, 1 points, 890 to 842"},
		{"Ann closes the table in its first round", table(bob, cy), []any{start, turns{n: 3}, match.End{Player: ann}}, "Ann 1 rounds, 0 points, 1130 to 1089"},
		{"in its second round", table(bob, cy), []any{start, rest, turns{n: 3}, match.End{Player: ann}}, "Ann 2 rounds, 2 points, 1130 to 1209; Bob 1 rounds, 1 points, 1062 to 1107; Cy 1 rounds, 0 points, 890 to 804"},
		{"when the others have left", table(bob, cy), []any{start, match.Deal{}, match.Leave{Player: bob}, match.Leave{Player: cy}, match.End{Player: ann}}, ""},
		{"after removing the others", table(bob, cy), []any{start, match.Deal{}, match.Kick{Player: ann, Against: bob}, match.Kick{Player: ann, Against: cy}, match.End{Player: ann}}, "Ann 1 rounds, 0 points, 1130 to 1089"},
		{"Ann removes the only other player, and a bot plays on", table(bob), []any{start, turns{n: 2}, match.Kick{Player: ann, Against: bob}, rest}, "Ann 1 rounds, 0 points, 1130 to 1058"},
		{"the only other player leaves after a play", table(bob), []any{start, turns{n: 2}, match.Leave{Player: bob}, rest}, "Ann 1 rounds, 2 points, 1130 to 1257; Bob 1 rounds, 1 points, 1062 to 999"},
	} {
		t.Run(c.way, func(t *testing.T) {
			s := openNew(t)
			g := &testMatch{t: t, s: s}
			g.open(noon(), matchtest.NewToy, table(bob, cy))
			g.tell(start, rest)
			before := standingsOf(t, s)

			g = &testMatch{t: t, s: s}
			g.open(noon().Add(time.Hour), matchtest.NewToy, c.open)
			g.tell(c.happen...)
			after := standingsOf(t, s)
			var changes []string
			for i, name := range []string{"Ann", "Bob", "Cy"} {
				a, b := after[i], before[i]
				if a.Rank, b.Rank = 0, 0; a != b {
					changes = append(changes, fmt.Sprintf("%s %d rounds, %d points, %d to %d", name, a.Rounds-b.Rounds, a.Points-b.Points, b.Rating, a.Rating))
				}
			}
			if got := strings.Join(changes, "; "); got != c.want {
				t.Errorf("got the changes %s\nwant %s", got, c.want)
			}
			checkStandings(t, s)
			rows := derivedRows(t, s)
			rebuild(t, s)
			wantEqual(t, "standings", rows, derivedRows(t, s), nil)
		})
	}
}

// A match that was closed in its first round isn't in the history, and a round that wasn't finished
// isn't one of its match's rounds.
func TestAHistoryHasNoUnfinishedRounds(t *testing.T) {
	s := openNew(t)
	for rounds := range 2 {
		g := &testMatch{t: t, s: s}
		g.open(noon(), matchtest.NewToy, match.Opening{
			Guild: "g1", Channel: "c1", System: "toy", Version: 1, Host: ann, Others: []match.Player{bob}, Settings: match.DefaultSettings(),
		})
		g.tell(match.Start{Player: ann})
		for range rounds {
			g.tell(turns{n: restOfRound})
		}
		g.tell(turns{n: 2}, match.End{Player: ann})
	}
	page, err := s.Matches(t.Context(), standing.MatchQuery{Guild: "g1", Limit: 9})
	if err != nil || page.Total != 1 || page.Matches[0].Rounds != 1 || page.Matches[0].Players[0].Rounds != 1 || page.Matches[0].Computers {
		t.Errorf("got the history %+v, %v, want one match of one round", page, err)
	}
}
