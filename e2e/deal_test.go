package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deuces/game/deal"
	"deuces/internal/errtest"
)

var (
	commitmentPattern = regexp.MustCompile("Commitment: `([0-9a-f]{64})`")
	seedPattern       = regexp.MustCompile("Seed: `([0-9a-f]{64})`")
)

// OpensFairPlay opens the page about the next deal. It returns the page and the commitment on it.
func (p *Person) OpensFairPlay(lobby Message) (page Message, commitment string) {
	p.t.Helper()
	page = p.Clicks(p.Clicks(p.Clicks(lobby, "menu/"), "deal/"), "…/details")
	found := commitmentPattern.FindStringSubmatch(page.Text())
	if found == nil {
		p.t.Fatalf("no commitment in\n%s", page.Text())
	}
	return page, found[1]
}

// TestADealIsSealedCutAndVerified checks that a sealed deal can be verified. The lobby shows the
// commitment. Players cut the deck. A change of seats seals the deal anew. After the round the seed
// is shown, and the saved records verify.
func TestADealIsSealedCutAndVerified(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	ann, bob, cy, dee := table.Four()
	lobby := ann.Uses("play", Options{"game": "ahole"}).Says("waiting for players")
	table.setID(lobby)
	table.SetOptions(Options{"target": 1})
	bob.Clicks(lobby, "join/")
	cy.Clicks(lobby, "join/")
	ann.Sees(is(lobby), says("**Cy**"))
	page, first := bob.OpensFairPlay(lobby)
	cut := "cut/" + table.id + "/1"

	if theirs, _ := s.Person("Eve", "cards").OpensFairPlay(lobby); theirs.Has("cut/") {
		t.Error("a person without a seat has a button to cut the deck")
	}
	bob.Submits(page, cut, Options{"cut": "seven"}).Whispers("1 to 18 digits")
	page, _ = bob.OpensFairPlay(lobby) // the refusal took its place
	bob.Submits(page, cut, Options{"cut": "007"}).Whispers("`" + first + "`")
	ann.Sees(is(lobby), says("✂️ Cut by **Bob** (007)"))

	dee.Clicks(lobby, "join/")
	ann.Sees(is(lobby), says("**Dee**")).Lacks("Cut by")
	page, second := ann.OpensFairPlay(lobby)
	if second == first {
		t.Errorf("the new seal is the same as the old one:\n%s", page.Text())
	}
	old, _ := cy.OpensFairPlay(lobby)
	table.wantSealedSeed(cy.Clicks(cy.Clicks(old, "…/back").Says("This deal was not used"), "…/details"), 1, first)

	cut = "cut/" + table.id + "/2"
	ann.Submits(page, cut, Options{"cut": "271828"}).Whispers(second)
	ann.Sees(is(lobby), says("✂️ Cut by **Ann** (271828)"))
	// Killing the bot changes neither the seal nor the cuts.
	s.Kill()
	s.Start()
	ann.Sees(is(lobby), says("✂️ Cut by **Ann** (271828)"))
	if page, now := ann.OpensFairPlay(lobby); now != second || page.Has("cut/") {
		t.Errorf("after a kill the seal is different, or the deck can be cut again:\n%s", page.Text())
	}
	ann.Clicks(lobby, "start/"+table.id)
	last := table.PlayInTurn()
	page = bob.Clicks(bob.Clicks(last, "menu/"), "deal/").Says("so nobody changed it", "Round ")
	for !strings.Contains(page.Text(), "Round 1\n") {
		page = bob.Clicks(page, "…/back")
	}
	table.wantSealedSeed(bob.Clicks(page, "…/details").Says("Table "+table.id+", deal 2", "Cut by **Ann**: `271828` · seat 0"), 1, second)
	wantVerifiedRecords(t, s, cy)
}

// wantSealedSeed checks that a page shows the seed that belongs to the commitment.
func (x *Table) wantSealedSeed(page Message, round int, commitment string) {
	x.t.Helper()
	found := seedPattern.FindStringSubmatch(page.Says("Commitment: `" + commitment + "`").Text())
	if found == nil {
		x.t.Fatalf("no seed for %s:\n%s", commitment, page.Text())
	}
	seed, err := deal.ParseSeed(found[1])
	if got := seed.Commitment(int64(x.matchID()), round); err != nil || got != commitment {
		x.t.Errorf("the seed gives %s, and %s was shown: %v", got, commitment, err)
	}
}

// wantVerifiedRecords saves the records of the newest match and checks that the program verifies them.
func wantVerifiedRecords(t *testing.T, s *Server, p *Person) {
	t.Helper()
	open := func() Message { return p.Clicks(p.Asks("history", nil).Says("Matches"), "past/") }
	p.Clicks(p.Clicks(open(), "deal/"), "…/details").Says("Seed: `")
	match := open()
	dir := t.TempDir()
	var files []string
	for saved := p.Clicks(match, "save/"); ; saved = p.Clicks(saved, "save/") {
		for i, a := range saved.Attachments {
			files = append(files, filepath.Join(dir, a.Filename))
			errtest.Must(t, os.WriteFile(files[len(files)-1], saved.File(i), 0o644))
		}
		if !saved.Has("save/") {
			break
		}
	}
	out, err := s.RunCommand(append([]string{"verify"}, files...)...)
	if err != nil || len(files) == 0 || strings.Count(out, ": the deal is as it was sealed\n") != len(files) {
		t.Errorf("deuces verify of %d records: %v, want all as they were sealed\n%s", len(files), err, out)
	}
}
