package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/discordspec"
	"deuces/sandbox/sandboxtest"
)

// TestFourUsersPlayAWholeMatch lets four people, some with names that are hard to display, play a
// whole match: of each system in the long dose, otherwise of three that have all kinds of buttons.
// They click what they are offered, cards are pictures, and President Classic has all its special
// plays. One person prefers words, one direct messages, and all plan turns. In the end the
// leaderboard agrees with the log, the match has an image, earlier boards show the results of their
// rounds, no message shows a card or a seed that its reader couldn't know, and all messages conform
// to Discord's description.
func TestFourUsersPlayAWholeMatch(t *testing.T) {
	t.Parallel()
	everything := map[string]Options{"president": {"jokers": "2", "suits": "poker", "four": "revolution", "exchange": "choice", "size": "bigger", "equal": "skip", "coup": "yes", "guillotine": "yes", "seating": "rank"}}
	const few, all = "president acehole bigtwo", "all systems"
	which := gametest.Dose(t, few, few, all)
	for _, sys := range systems.All() {
		if which != all && !slices.Contains(strings.Fields(which), sys.Name) {
			continue
		}
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			s := newPicturedServer(t, "ROUND_PAUSE=3s", "PASS_PAUSE=80ms") // long enough to tell late messages from leaks
			wide := strings.Repeat("W", 32)
			table := s.Table("cards", wide, "\u202eשלום abc", "🦊🔥👨‍👩‍👧", "Dee")
			_, reader, foxy, dee := table.Four()
			eve := s.Person("Eve", "cards")
			s.Sandbox("POST", "dms", map[string]any{"user": reader.Name})
			reader.Prefers("notice/once", "where/dm")
			foxy.Prefers("cards/text")
			table.Open(sys.Name, wholeMatch(t, sys, everything[sys.Name]))
			last := table.PlayOn(func(n int) {
				if n == 3 || n == 20 {
					table.RequestCardsAs(eve)
				}
			})
			table.wantFinishedBoards(last)
			last = dee.Sees(is(last), func(m sandboxtest.Message) bool { return len(m.Attachments) > 0 })
			if image := last.File(0); len(image) > 100_000 {
				t.Errorf("the image has %d bytes, want at most 100,000", len(image))
			}
			i := slices.IndexFunc(last.All(), func(c sandboxtest.Component) bool { return c.Type == 12 })
			if alt := string(last.All()[i].Items); !strings.Contains(alt, wide) || !strings.Contains(alt, "1. ") {
				t.Errorf("the image's description lacks a name or the places: %s", alt)
			}
			order := "points"
			if sys.Penalty {
				order = "fewest"
			}
			shown := dee.Clicks(dee.Uses("leaderboard", Options{"game": sys.Name}), "…/by", order)
			s.Stop()
			log := table.Log()
			if log.count("planned", 0) == 0 {
				t.Error("the log has no plan, so this story doesn't show one")
			}
			for seat, p := range log.Players() {
				if row := fmt.Sprintf("**%s** · %s", plural(log.points[p], "point"), plural(log.rounds, "round")); !strings.Contains(shown.Text(), row) {
					t.Errorf("the leaderboard lacks %q, the row of seat %d:\n%s", row, seat, shown.Text())
				}
			}
			table.WantNoLeaks(t, append(slices.Clone(table.People), eve)...)
			t.Run("bodies", func(t *testing.T) { checkBodies(t, s.calls(0)) })
		})
	}
}

// TestAMatchWithBotsIsPlayedUnderDiscordsLimits lets one person play with bots under Discord's rate limits. The bots play
// by themselves, nobody sees their cards, and the match counts only on the leaderboard that includes bots.
func TestAMatchWithBotsIsPlayedUnderDiscordsLimits(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{ReplyWithin: sandboxtest.Patience}, "ROUND_PAUSE=3s", "COMPUTER_PACE=20ms") // long enough to tell late messages from leaks
	table := s.Table("cards", "Ann")
	ann, eve := table.People[0], s.Person("Eve", "cards")
	sys := systems.All()[0]
	lobby := table.Lobby(sys.Name, wholeMatch(t, sys, nil))
	table.SeatBots(lobby, "easy", "normal", "hard")
	table.Start(lobby)
	table.wantFinishedBoards(table.PlayOn(nil))
	ann.Uses("leaderboard", Options{"game": sys.Name}).Says("With bots", "**Ann**").Lacks("🤖 **")
	s.Stop()
	if strings.Contains(s.log.String(), "computer player failed") {
		t.Error("the log says that a computer player failed")
	}
	if log := table.Log(); log.decisionsBy(match.ByComputer) == 0 || log.decisionsBy(match.ByStandIn) > 0 {
		t.Errorf("bots made %d decisions and stand-ins %d, want some and none", log.decisionsBy(match.ByComputer), log.decisionsBy(match.ByStandIn))
	}
	table.WantNoLeaks(t, ann, eve)
}

// wholeMatch returns the options of a match to the winning score. In the smaller doses the match
// has only a few rounds.
func wholeMatch(t *testing.T, sys systems.System, more Options) Options {
	const score, soon = "to the winning score", "for a round"
	options := Options{}
	if gametest.Dose(t, soon, soon, score) == soon {
		rounds := gametest.Dose(t, 1, 2, 2)
		if more != nil {
			rounds = 2 // cards are exchanged only from the second round on
		}
		options = shortMatch(sys, rounds)
	}
	for key, value := range more {
		options[key] = value
	}
	return options
}

// wantFinishedBoards checks that the last board names a winner. It waits until each earlier board
// shows the result of its lobby or round, will not be edited again, and has no buttons except the
// one that shows the deal. A round that ended before its board could be posted has no board.
func (x *Table) wantFinishedBoards(last Message) {
	x.t.Helper()
	if !strings.Contains(last.Text(), "wins!") && !strings.Contains(last.Text(), "Everyone has reached") {
		x.t.Errorf("the last board names no winner:\n%s", last.Text())
	}
	rounds := len(x.Log().Results)
	calls := x.calls(0)
	want := []condition{says("The match has started")}
	for round := 1; round < rounds; round++ {
		head := regexp.MustCompile(fmt.Sprintf(`Round %d\b`, round))
		if slices.ContainsFunc(calls, func(c sandboxtest.Call) bool { return c.Method == "POST" && head.Match(c.Body) }) {
			want = append(want, endsRound(round))
		}
	}
	if missing := rounds - len(want); missing > rounds/2 {
		x.t.Errorf("%d of %d rounds had no board", missing, rounds)
	}
	for _, old := range want {
		x.People[0].Sees(not(private), old, not(says("The next round starts")), func(m sandboxtest.Message) bool {
			return !slices.ContainsFunc(m.Buttons(), func(b sandboxtest.Component) bool { return !strings.HasPrefix(b.CustomID, "deal/") })
		})
	}
}

func plural(n int, noun string) string {
	if n != 1 && n != -1 {
		noun += "s"
	}
	return strings.Replace(fmt.Sprint(n), "-", "−", 1) + " " + noun
}

// hexDigits matches the hexadecimal digits of a seal or a hash. It doesn't match Discord's ids,
// which have only decimal digits.
var hexDigits = regexp.MustCompile(`\b[0-9]*[a-f][0-9a-f]*[0-9][0-9a-f]{8,}\b`)

// checkBodies checks every body that the bot sent against Discord's description, if that is
// available. No body mentions everybody, contains characters that change the direction of text, or
// shows a seal publicly. Discord's limits need no check, because the sandbox enforces them.
func checkBodies(t *testing.T, calls []sandboxtest.Call) {
	calls = slices.DeleteFunc(calls, func(c sandboxtest.Call) bool { return len(c.Body) == 0 || c.Method == "GET" })
	if len(calls) < 20 {
		t.Errorf("only %d bodies to look at", len(calls))
	}
	for _, c := range calls {
		if c.Status == 400 {
			t.Errorf("%s %s: %s\n%s", c.Method, c.Path, c.Response, c.Body)
		}
		if strings.ContainsRune(string(c.Body), '\u202e') {
			t.Errorf("%s %s turns the text around: %s", c.Method, c.Path, c.Body)
		}
		if seal := hexDigits.Find(c.Body); seal != nil && strings.HasPrefix(c.Path, "/channels/") {
			t.Errorf("%s %s shows %s to everyone; seals are behind Fair play", c.Method, c.Path, seal)
		}
		var body struct {
			Mentions struct{ Parse []string } `json:"allowed_mentions"`
		}
		if json.Unmarshal(c.Body, &body) == nil && len(body.Mentions.Parse) > 0 {
			t.Errorf("%s %s notifies: %s", c.Method, c.Path, c.Body)
		}
	}
	t.Run("description", func(t *testing.T) {
		spec := discordspec.Open(t)
		for _, c := range calls {
			if err := spec.Request(c.Method, c.Path, c.Body); err != nil {
				t.Errorf("%s %s: %v\n%s", c.Method, c.Path, err, c.Body)
			}
		}
	})
}

// newPicturedServer is like NewServer, but shows cards as pictures. It waits until all of them are
// uploaded.
func newPicturedServer(t testing.TB, env ...string) *Server {
	t.Helper()
	s := NewServer(t, append(env, "CARD_PICTURES=on")...)
	s.AwaitLog(s.pictures)
	return s
}
