package e2e

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/sandbox"
	"deuces/sandbox/browsertest"
)

// TestAPlayerIsShownFewThingsAtOnce limits how many commands, buttons and choices a player is
// shown, before the first card and later. It logs each number with its limit. The long dose also
// measures how long rounds take.
//
//	DEUCES_DOSE=long go test ./e2e -run TestAPlayerIsShownFewThingsAtOnce -v
func TestAPlayerIsShownFewThingsAtOnce(t *testing.T) {
	timed := gametest.Dose(t, false, false, true)
	if !timed { // a timed round must not share the machine with other stories
		t.Parallel()
	}
	s := NewServer(t)
	measure := func(what string, got, most int) {
		t.Logf("%-50s %3d, at most %d", what, got, most)
		if got > most {
			t.Errorf("%s: %d, more than %d", what, got, most)
		}
	}
	var commands []struct{}
	if err := s.Do(t.Context(), "GET", "/sandbox/commands", nil, &commands); err != nil {
		t.Fatal(err)
	}
	measure("commands, including the one in the context menu of users", len(commands), 10)
	ann := s.Person("Ann", "cards")
	lobby := ann.Uses("play", nil)
	measure("buttons in a lobby", len(lobby.Buttons()), 5)
	measure("choices in a lobby's menu", len(ann.Clicks(lobby, "menu/").Buttons()), 8)
	ann.Clicks(lobby, "start/").Says("turn", " 13") // the second action of a new player already shows the cards
	table := s.Table("general", "Ann", "Bob", "Cy", "Maximilian")
	table.Open("ahole", nil)
	leader, led := table.Turn()
	plays := slices.DeleteFunc(playButtons(led.Message), func(id string) bool { return !isPlay(id) })
	measure("plays shown at once", len(plays), 10)
	leader.tryPlay(led)
	board := table.Board(says("**" + leader.Name + "** played"))
	measure("times a play is drawn on the board", len(regexp.MustCompile("(?m)^# `").FindAllString(board.Text(), -1)), 1)
	measure("times a play is described on the board", strings.Count(board.Text(), "** played"), 1)
	t.Run("on a phone", wantSeatsOnOneLine)
	if timed {
		measure("seconds of a round of AHole with three bots", int(roundTime(t).Seconds()), 75)
	}
}

// wantSeatsOnOneLine checks that each seat fits on one line of a phone, with the longest marks and
// points.
func wantSeatsOnOneLine(t *testing.T) {
	s := NewServer(t)
	table := s.BeginOne(Situation{system: "president", people: []string{"Ann", "Bob", "Cy", "Maximilian"}, winner: 4})
	table.PlayOne()
	for _, p := range table.People {
		p.Clicks(p.Sees(offers("next/")), "next/")
	}
	table.Board(says("Round 2"), says("👑"))
	b := s.Page(t, "Ann", "cards")
	b.Resize(390, 844)
	b.WaitText(publicMessages, "👑")
	tooTall := browsertest.Eval[[]string](b.Browser, `
		const tall = [];
		for (const block of document.querySelectorAll(".message .markdown")) {
			const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
			let line = "", mids = [];
			const end = () => { if (line.includes("🂠") && Math.max(...mids) - Math.min(...mids) > 12) tall.push(line); line = ""; mids = []; };
			for (let text; (text = texts.nextNode());) {
				for (let at = 0; at < text.length; at++) {
					if (text.data[at] === "\n") { end(); continue; }
					const range = document.createRange();
					range.setStart(text, at), range.setEnd(text, at + 1);
					line += text.data[at];
					for (const r of range.getClientRects()) if (r.width > 0) mids.push((r.top + r.bottom) / 2);
				}
			}
			end();
		}
		return tall;`)
	if len(tooTall) > 0 {
		t.Errorf("seats that take more than one line: %q", tooTall)
	}
	if out := os.Getenv("DEUCES_OUT"); out != "" {
		b.Screenshot("measures-board-390")
	}
}

// roundTime returns how long a match of one round takes, at the default pace and under Discord's
// limits. One person, who clicks at once, plays with three bots.
func roundTime(t *testing.T) time.Duration {
	s := NewServerOn(t, sandbox.Config{}, "PASS_PAUSE=1500ms", "COMPUTER_PACE=900ms")
	table := s.Table("cards", "Ann")
	lobby := table.Lobby("ahole", shortMatch(systems.All()[0], 1))
	began := time.Now()
	table.Start(lobby)
	table.PlayOn()
	return time.Since(began)
}
