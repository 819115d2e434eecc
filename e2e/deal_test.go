package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/sandbox/sandboxtest"
)

var (
	commitmentIs = regexp.MustCompile("Commitment: `([0-9a-f]{64})`")
	seedWas      = regexp.MustCompile("Seed: `([0-9a-f]{64})`")
)

// submit opens the form of a button and sends it.
func (g *group) submit(u *sandboxtest.User, m sandboxtest.Message, id string, fields map[string]any) (sandboxtest.Reply, error) {
	g.t.Helper()
	form, err := u.Click(g.t.Context(), m.ID, id)
	if err != nil {
		return form, err
	}
	return u.Submit(g.t.Context(), form.Interaction, id, fields)
}

// A deal from its seal to its proof: the commitment stands on the lobby, players cut,
// wrong cuts change nothing, a seat that changes seals anew, the seed is opened with
// the result, and the saved records verify. A card exchanged in one is found.
func TestADealIsSealedCutAndVerified(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "ROUND_PAUSE=0s")
	g := h.group(7, "cards", "Ann", "Bob", "Cy", "Dee")
	ann, bob, cy := g.users[0], g.users[1], g.users[2]
	ctx := t.Context()
	everybody := g.users
	g.users = g.users[:1]
	lobby := g.lobby("ahole", map[string]any{"target": 1})
	g.users = everybody
	g.has(lobby, "🔒 Sealed deal")
	// fair opens the page of a user with the deal that comes next.
	fair := func(u *sandboxtest.User) sandboxtest.Message {
		t.Helper()
		return g.press(u, g.press(u, lobby, "menu/"), "deal/")
	}
	lobbyNow := func(want string) sandboxtest.Message {
		t.Helper()
		return g.await(ann, func(m sandboxtest.Message) bool { return m.ID == lobby.ID && strings.Contains(m.Text(), want) })
	}
	sealed := func(page sandboxtest.Message) string {
		t.Helper()
		found := commitmentIs.FindStringSubmatch(page.Text())
		if found == nil {
			t.Fatalf("no commitment in\n%s", page.Text())
		}
		return found[1]
	}
	for _, u := range g.users[1:3] {
		if _, err := u.Click(ctx, lobby.ID, "join/"+g.table); err != nil {
			t.Fatal(err)
		}
	}
	lobbyNow("**Cy**")
	page := fair(bob)
	first := sealed(page)
	cut := "cut/" + g.table + "/1"

	stranger := h.group(8, g.channel, "Eve").users[0]
	if theirs := fair(stranger); button(theirs, "cut/") != "" {
		t.Error("somebody who has no seat is offered to cut")
	}
	for _, wrong := range []string{strings.Repeat("1", 19), "seven", "٣٤", "７", "-7", "+7", "1 2", "", "   "} {
		reply, err := g.submit(bob, page, cut, map[string]any{"cut": wrong})
		if err != nil {
			continue // Discord's form does not let it through
		}
		g.says(true, "1 to 18 digits", reply, nil)
	}
	reply, err := g.submit(bob, page, cut, map[string]any{"cut": "007"})
	g.says(true, "`"+first+"`", reply, err)
	lobbyNow("✂️ cut by **Bob** (007)")
	reply, err = bob.Click(ctx, page.ID, cut)
	g.says(true, "You have already cut the deck", reply, err)

	// Cy has the form open while a seat changes.
	form, err := cy.Click(ctx, fair(cy).ID, cut)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.users[3].Click(ctx, lobby.ID, "join/"+g.table); err != nil {
		t.Fatal(err)
	}
	if now := lobbyNow("sealed anew"); strings.Contains(now.Text(), "cut by") {
		t.Errorf("sealed anew as before:\n%s", now.Text())
	}
	page = fair(ann)
	second := sealed(page)
	if second == first {
		t.Errorf("sealed anew as before:\n%s", page.Text())
	}
	reply, err = cy.Submit(ctx, form.Interaction, cut, map[string]any{"cut": "5"})
	g.says(true, "the deck was sealed anew", reply, err)
	old := fair(cy)
	unused := g.press(cy, old, ending(old, "/back"))
	g.has(unused, "This seal was not used")
	opens(t, unused, g.table, 1, first)

	cut = "cut/" + g.table + "/2"
	reply, err = g.submit(ann, page, cut, map[string]any{"cut": "271828"})
	g.says(true, second, reply, err)
	lobbyNow("✂️ cut by **Ann** (271828)")
	// A power cut changes neither the seal nor the cuts.
	h.kill()
	h.start()
	lobbyNow("✂️ cut by **Ann** (271828)")
	page = fair(ann)
	if got := sealed(page); got != second || button(page, "cut/") != "" {
		t.Errorf("after a power cut the deal is sealed otherwise, or may be cut again:\n%s", page.Text())
	}
	if _, err := ann.Click(ctx, lobby.ID, "start/"+g.table); err != nil {
		t.Fatal(err)
	}
	last, _ := g.playOn(nil)
	page = g.press(bob, g.press(bob, last, "menu/"), "deal/")
	g.has(page, "follows from the seed and the cuts alone")
	g.has(page, "Table "+g.table+", round ")
	for !strings.Contains(page.Text(), "round 1\n") {
		page = g.press(bob, page, ending(page, "/back"))
	}
	opens(t, page, g.table, 1, second)
	g.has(page, "Cut by **Ann**, seat 0: `271828`")
	one := g.press(bob, page, ending(page, "/record"))
	if text := string(g.file(one, 0)); !strings.Contains(text, "round=1") || !strings.Contains(text, "commitment="+second) || !strings.Contains(text, "cut0=271828") {
		t.Errorf("the record is of another deal:\n%s", text)
	}
	g.verifies(cy)
}

// opens checks that a page opens the seed that was sealed.
func opens(t *testing.T, page sandboxtest.Message, table string, round int, commitment string) {
	t.Helper()
	found := seedWas.FindStringSubmatch(page.Text())
	if found == nil || !strings.Contains(page.Text(), "Commitment: `"+commitment+"`") {
		t.Errorf("no seed for %s:\n%s", commitment, page.Text())
		return
	}
	seed, err := deal.ParseSeed(found[1])
	if err != nil {
		t.Fatal(err)
	}
	var id int64
	if _, err := fmt.Sscan(table, &id); err != nil {
		t.Fatal(err)
	}
	if got := seed.Commitment(id, round); got != commitment {
		t.Errorf("the seed gives %s, and %s was shown", got, commitment)
	}
}

// verifies saves the records of the newest match, has the program verify
// them, and finds two cards exchanged in one. It returns how many there were.
func (g *group) verifies(u *sandboxtest.User) int {
	g.t.Helper()
	match := g.press(u, g.show(u, "history", nil, "Matches"), "past/")
	g.has(g.press(u, match, "deal/"), "Seed: `")
	dir := g.t.TempDir()
	var files []string
	for saved := g.press(u, match, "save/"); ; saved = g.press(u, saved, "save/") {
		for i, a := range saved.Attachments {
			name := filepath.Join(dir, a.Filename)
			if err := os.WriteFile(name, g.file(saved, i), 0o644); err != nil {
				g.t.Fatal(err)
			}
			files = append(files, name)
		}
		if button(saved, "save/") == "" {
			break
		}
	}
	out, err := g.command(append([]string{"verify"}, files...)...)
	if err != nil || strings.Count(string(out), ": the deal is as it was sealed\n") != len(files) {
		g.t.Errorf("%d records, verified: %v\n%s", len(files), err, out)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		g.t.Fatal(err)
	}
	hands := regexp.MustCompile(`(?m)^hand [^:]*: (\S\S)`).FindAllStringSubmatch(string(text), 2)
	a, b := hands[0][1], hands[1][1]
	before, _, _ := strings.Cut(strings.NewReplacer(" "+a+" ", " "+b+" ", " "+b+" ", " "+a+" ").Replace(string(text)), "\nplay\n")
	if err := os.WriteFile(files[0], []byte(before+"\nplay\n"), 0o644); err != nil {
		g.t.Fatal(err)
	}
	if out, err := g.command("verify", files[0]); err == nil || !strings.Contains(string(out), "but the seed and the cuts deal") {
		g.t.Errorf("%s and %s exchanged: %v, %s", a, b, err, out)
	}
	return len(files)
}

// Rounds that are played by clicking verify, with cuts in each pause.
func TestRoundsPlayedOverTheWireVerify(t *testing.T) {
	t.Parallel()
	type dose struct{ matches, rounds int }
	much := gametest.Dose(t, dose{1, 3}, dose{4, 5}, dose{200, 10})
	// Long enough for a click, and short enough for many rounds.
	h := newHouse(t, "ROUND_PAUSE=2s")
	var verified atomic.Int64
	t.Run("matches", func(t *testing.T) {
		for n := range much.matches {
			t.Run(fmt.Sprint(n+1), func(t *testing.T) {
				t.Parallel()
				in := *h
				in.t = t
				var names []string
				for seat := range 4 {
					names = append(names, fmt.Sprintf("M%dS%d", n+1, seat+1))
				}
				g := in.group(uint64(n), in.newChannel(fmt.Sprintf("match-%d", n+1)), names...)
				ctx, cancel := context.WithCancel(t.Context())
				cuts := make(chan int)
				go func() { cuts <- g.cutting(ctx, g.users[n%4]) }()
				g.open("asshole", map[string]any{"target": 0, "rounds": much.rounds})
				g.playOn(nil)
				cancel()
				made := <-cuts
				rounds := g.verifies(g.users[0])
				if made == 0 || rounds == 0 {
					t.Errorf("%d cuts in %d rounds", made, rounds)
				}
				t.Logf("so far %d rounds are verified", verified.Add(int64(rounds)))
			})
		}
	})
	t.Logf("%d rounds verified", verified.Load())
}

// cutting has a user cut the deck of each round, until the context ends. It returns how often.
func (g *group) cutting(ctx context.Context, u *sandboxtest.User) (cuts int) {
	seen := map[string]bool{}
	for {
		board, err := u.Await(ctx, g.channel, func(m sandboxtest.Message) bool {
			return button(m, "menu/") != "" && strings.Contains(m.Text(), "🔒 Sealed deal") && !seen[m.ID] && strings.Contains(m.Text(), "**"+u.Name+"**")
		})
		if err != nil {
			return cuts
		}
		seen[board.ID] = true
		page := board
		for _, prefix := range []string{"menu/", "deal/"} {
			reply, err := u.Click(ctx, page.ID, button(page, prefix))
			if err != nil {
				break // dealt meanwhile
			}
			page = reply.Message()
		}
		id := button(page, "cut/")
		if id == "" {
			continue
		}
		form, err := u.Click(ctx, page.ID, id)
		if err != nil || form.Interaction == "" {
			continue
		}
		reply, err := u.Submit(ctx, form.Interaction, id, map[string]any{"cut": fmt.Sprintf("%03d", cuts)})
		if err == nil && strings.Contains(reply.Message().Text(), "You cut the deck") {
			cuts++
		}
	}
}
