package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/sandbox/browsertest"
)

// TestAPlayerIsShownFewThingsAtOnce limits how many commands, buttons and choices a player is shown, before the first
// card and later.
func TestAPlayerIsShownFewThingsAtOnce(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	measure := func(what string, got, most int) {
		if got > most {
			t.Errorf("%s: got %d, want at most %d", what, got, most)
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
}

// TestSeatsFitOnOneLineOfAPhone checks that each seat fits on one line of a phone, with the longest marks and points.
func TestSeatsFitOnOneLineOfAPhone(t *testing.T) {
	t.Parallel()
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
}
