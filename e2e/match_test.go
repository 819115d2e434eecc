package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
	"deuces/standing"
	"deuces/store"
)

// Four users play a whole match of each system by clicking what they are
// offered, and the leaderboard agrees with a recount of the log. Discord's limits make a match
// take minutes: they hold for the first system, and in the long dose for all.
func TestFourUsersPlayAWholeMatch(t *testing.T) {
	t.Parallel()
	for i, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			wholeMatch(t, sys, gametest.Dose(t, i == 0, i == 0, true))
		})
	}
}

// A match whose tables are in PostgreSQL is no other one, and deuces check finds nothing in it.
func TestAWholeMatchIsPlayedOnPostgreSQL(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	wholeMatch(t, systems.All()[0], false, "DEUCES_DB="+address)
	check := exec.Command(program, "check")
	check.Dir, check.Env = t.TempDir(), []string{"DEUCES_DB=" + address}
	said, err := check.CombinedOutput()
	if err != nil || !strings.Contains(string(said), ": ok\n") {
		t.Errorf("deuces check: %v: %s", err, said)
	}
}

// wholeMatch plays a match of a system, under Discord's limits or without.
func wholeMatch(t *testing.T, sys systems.System, limits bool, env ...string) {
	t.Helper()
	const score, soon = "to the winning score", "for a round"
	var options map[string]any
	if gametest.Dose(t, soon, score, score) == soon {
		options = brief(t, sys, 1)
	}
	h := newHouseOn(t, sandbox.Config{Unlimited: !limits, ReplyWithin: sandboxtest.Patience}, env...)
	g := h.group(1, "cards", "Ann", "Bob", "Cy", "Dee")
	g.open(sys.Name, options)
	last, clicks := g.playOn(nil)
	if !strings.Contains(last.Text(), "wins!") && !strings.Contains(last.Text(), "Everyone has reached") {
		t.Errorf("the last board names no winner:\n%s", last.Text())
	}
	g.pastBoards(last)
	reply, err := g.users[1].Command(t.Context(), g.channel, "leaderboard", map[string]any{"game": sys.Name, "by": "points"})
	if err != nil {
		t.Fatal(err)
	}
	shown := reply.Message().Text()
	h.stop()

	acts, sums := recount(t, h.db)
	if acts[match.ByPlayer] != clicks {
		t.Errorf("%d plays were clicked and answered, the log has %d", clicks, acts[match.ByPlayer])
	}
	for _, p := range sums {
		line := fmt.Sprintf("**%s**", p.name)
		rest := fmt.Sprintf("-# %s · %s · %s", count(p.points, "point"), count(p.rounds, "round"), count(p.wins, "win"))
		_, after, found := strings.Cut(shown, line)
		_, after, _ = strings.Cut(after, "\n")
		if !found || !strings.HasPrefix(after, rest) {
			t.Errorf("the leaderboard does not say %q of %s:\n%s", rest, p.name, shown)
		}
	}
	if !strings.Contains(shown, "**Ann**") {
		t.Errorf("the leaderboard lacks Ann:\n%s", shown)
	}
}

// pastBoards waits until the boards before the last one say what came of the
// lobby and of each round, and are not about to change: but for the one that
// opens a deal they have no buttons. A round that was over
// before its board could be posted has none.
func (g *group) pastBoards(last sandboxtest.Message) {
	g.t.Helper()
	rounds := 0
	if _, line, ok := strings.Cut(last.Text(), "**Round "); ok {
		if _, err := fmt.Sscanf(line, "%d**", &rounds); err != nil {
			g.t.Fatal(err)
		}
	}
	calls, err := g.Calls(g.t.Context())
	if err != nil {
		g.t.Fatal(err)
	}
	want := []string{"The match has started"}
	for round := 1; round < rounds; round++ {
		head := regexp.MustCompile(fmt.Sprintf(`Round %d\b`, round))
		if slices.ContainsFunc(calls, func(c sandboxtest.Call) bool { return c.Method == "POST" && head.Match(c.Body) }) {
			want = append(want, fmt.Sprintf("Round %d is over", round))
		}
	}
	if missing := rounds - len(want); missing > rounds/2 {
		g.t.Errorf("%d of %d rounds had no board", missing, rounds)
	}
	for _, words := range want {
		g.await(g.users[0], func(m sandboxtest.Message) bool {
			others := slices.DeleteFunc(m.Buttons(), func(b sandboxtest.Component) bool { return strings.HasPrefix(b.CustomID, "deal/") })
			return !m.Ephemeral && len(others) == 0 && strings.Contains(m.Text(), words) && !strings.Contains(m.Text(), "next round")
		})
	}
}

// brief are options that end a match after some rounds, or soon where the system counts points.
// No round is over when it is dealt, as one in thirty of Tiến Lên is: there is something to play.
func brief(t *testing.T, sys systems.System, rounds int) map[string]any {
	t.Helper()
	rules, err := sys.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	options := map[string]any{}
	for _, o := range rules.Options() {
		switch {
		case o.Key == "rounds":
			options[o.Key] = rounds
		case o.Key == "target" && o.Min > 0:
			options[o.Key] = o.Min
		case o.Key == "instant":
			options[o.Key] = "no"
		}
	}
	return options
}

// sum is what a player's results in the log add up to.
type sum struct {
	name                 string
	points, rounds, wins int
}

// recount adds up the logs of a database: decisions by who made them, and what
// players gained.
func recount(t *testing.T, db string) (map[match.By]int, map[standing.Player]*sum) {
	t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	acts := map[match.By]int{}
	sums := map[standing.Player]*sum{}
	for id := match.ID(1); ; id++ {
		m := match.New(id, systems.New)
		for e, err := range s.Events(ctx, id) {
			if err != nil {
				t.Fatal(err)
			}
			if m, err = m.Apply(e); err != nil {
				t.Fatal(err)
			}
			switch b := e.Body.(type) {
			case match.Acted:
				acts[b.By]++
			case match.Settled:
				for seat, p := range m.Players() {
					at(sums, p).points += b.Points[seat]
					at(sums, p).rounds++
				}
			case match.Ended:
				if w := b.Outcome.Winner; w >= 0 && m.Decision.Round > 0 {
					at(sums, m.Players()[w]).wins++
				}
			}
		}
		if m.Seq == 0 {
			break
		}
	}
	for p, x := range sums {
		people, err := s.People(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		x.name = people[p].Name
	}
	return acts, sums
}

func at(sums map[standing.Player]*sum, p standing.Player) *sum {
	if sums[p] == nil {
		sums[p] = &sum{}
	}
	return sums[p]
}

func count(n int, noun string) string {
	if n != 1 && n != -1 {
		noun += "s"
	}
	return strings.Replace(fmt.Sprint(n), "-", "−", 1) + " " + noun
}
