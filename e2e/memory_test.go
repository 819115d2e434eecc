package e2e

import (
	"bytes"
	"encoding/json"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/record"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/sandbox/sandboxtest"
	"deuces/standing"
)

// TestResultsAreShownUntilAPlayerIsForgotten checks that a round counts on the leaderboard, in the statistics and in the
// history, whose records replay. Then a player deletes their data, and is a former player everywhere.
func TestResultsAreShownUntilAPlayerIsForgotten(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	sys, _ := systems.Latest("ahole")
	table := s.BeginOne(Situation{system: sys.Name, options: map[string]string{"rounds": "1"}, people: fourNames, winner: 2})
	ann, bob, cy, dee := table.Four()
	table.PlayOne()
	ann.Sees(offers("rematch/")).Says("wins!")

	before := ann.Uses("leaderboard", Options{"game": sys.Name}).Says("**Dee**").Text()
	cy.Asks("titles", nil).Says("👑 President: **Bob**", "AHole: ")
	stats := ann.Asks("stats", Options{"player": bob.ID, "game": sys.Name}).Says("📊 **Bob**", "**Bob** and **Ann**: 1 to 0")
	if _, err := png.Decode(bytes.NewReader(stats.File(0))); err != nil {
		t.Errorf("the picture of the statistics: %v", err)
	}
	if !slices.ContainsFunc(stats.All(), func(c sandboxtest.Component) bool { return strings.Contains(string(c.Items), "Places: ") }) {
		t.Error("the picture has no description of its figures")
	}
	match := cy.Clicks(cy.Asks("history", Options{"game": sys.Name}).Says("**Ann**"), "past/").Says("1 round")
	rules := func(name string, options map[string]string) (game.Rules, error) {
		return systems.New(name, sys.Version, options)
	}
	if err := record.Replay("saved", bytes.NewReader(cy.Clicks(match, "save/").File(0)), rules); err != nil {
		t.Errorf("the record does not replay: %v", err)
	}
	cy.Clicks(cy.Clicks(match, "watch/", "1").Says("Move 0 of"), "…/next").Says("Move 1 of")

	dee.Prefers("cards/text")
	dee.Asks("privacy", nil).Whispers("🔒 Privacy")
	var export standing.Export
	errtest.Must(t, json.Unmarshal(dee.ClicksPrivate("privacy/export").File(0), &export))
	if export.Discord != dee.ID || export.Name != "Dee" || len(export.Servers) != 1 || len(export.Servers[0].Rounds) == 0 || export.Preferences["cards"] != "text" {
		t.Errorf("the export is %+v", export)
	}
	dee.DeletesData()
	after := ann.Uses("leaderboard", Options{"game": sys.Name}).Says("**a former player**").Text()
	if strings.ReplaceAll(before, "Dee", "a former player") != after {
		t.Errorf("the sums of other players have changed:\n%s\n\n%s", before, after)
	}
	dee.Asks("privacy", nil)
	dee.ClicksPrivate("privacy/export").Says("I don't know anything about you")
	ann.Asks("history", nil).Says("a former player")
}

// DeletesData makes the person delete everything that the bot stores about them.
func (p *Person) DeletesData() {
	p.t.Helper()
	p.Asks("privacy", nil).Whispers("🔒 Privacy")
	p.Clicks(p.ClicksPrivate("privacy/ask").Says("a former player"), "privacy/delete").Says("I don't know anything about you")
}

var (
	// rudeWord matches words that a server with clean titles never shows.
	rudeWord = regexp.MustCompile(`(?i)ahole|asshole|acehole|half\\?-ass`)
	// invisibleFields matches what clients don't show: custom_ids, and values of menus.
	invisibleFields = regexp.MustCompile(`"(custom_id|value)":"[^"]*"`)
)

// rudeBodies returns the bodies that show rude words, among those that the bot sent from the given
// call on, and the number of bodies it searched. It skips commands, where the words are keys, and
// files, because records name their system and its titles.
func (s *Server) rudeBodies(since int) (found []string, bodies int) {
	s.t.Helper()
	for _, c := range s.calls(since) {
		if strings.HasPrefix(c.Path, "/applications/") || !json.Valid(c.Body) {
			continue
		}
		bodies++
		if body := invisibleFields.ReplaceAll(c.Body, nil); rudeWord.Match(body) {
			found = append(found, c.Method+" "+c.Path+": "+string(body))
		}
	}
	return found, bodies
}

// TestNoRudeWordInACleanServer checks that nothing that the bot sends contains a rude word once a
// server has chosen clean titles, whatever people are called.
func TestNoRudeWordInACleanServer(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", "Ann", "AHOLE Bob", "AssHole", "acehole half-ass")
	ann, bob, _, dee := table.Four()
	lobby := ann.Uses("play", Options{"game": "acehole"}).Says("Acehole")
	ann.Ends()
	ann.Sees(is(lobby), hasNoButtons) // after its last edit, which contains the word
	if found, _ := s.rudeBodies(0); len(found) == 0 {
		t.Fatal("the search finds no rude word where there are some")
	}
	ann.Clicks(ann.Settings("titles"), "settings/titles/wording", "clean")
	since := s.nextCall()
	var played []Past
	for i, sys := range systems.All() {
		played = append(played, Past{system: sys.Name, people: table.People, rounds: 2, seed: uint64(i)})
	}
	s.Remember(played...)

	for _, sys := range systems.All() {
		game := Options{"game": sys.Name}
		bob.Uses("leaderboard", game)
		bob.Asks("titles", game).Says("👑 Titles")
		bob.Asks("stats", Options{"player": bob.ID, "game": sys.Name}).Says("rounds")
		frame := bob.Clicks(bob.Clicks(bob.Asks("history", game), "past/"), "watch/", "1")
		bob.Clicks(frame, "…/next")
	}
	ann.Clicks(ann.Clicks(ann.Settings("titles"), "settings/titles/close/ask"), "settings/titles/close/now")
	bob.Clicks(bob.Sees(says("The season is over")), "season/")

	for _, system := range []string{"ahole", "acehole"} {
		table.Open(system, nil)
		p, hand := table.Turn()
		p.tryPlay(hand)
		bob.Clicks(bob.Asks("kick", Options{"player": "Scum"}).Whispers("Start a vote"), "remove/")
		vote := "vote/" + table.id + "/" // with the table's number, because the vote of the previous table may still be shown
		dee.Clicks(dee.Sees(offers(vote)).Says("wants to remove"), vote)
		ann.Clicks(ann.Asks("kick", Options{"player": "ace vice-scum"}), "remove/")
		ann.Ends()
	}
	ended := s.BeginOne(Situation{system: "ahole", options: map[string]string{"rounds": "1"}, people: []string{"Ann", "AHOLE Bob", "AssHole", "acehole half-ass"}, winner: 1})
	ended.PlayOne()
	ann.Sees(offers("rematch/" + ended.id)).Says("wins!")
	ann.Clicks(ann.Settings("tables"), "settings/tables/threads/on")
	bob.Uses("play", Options{"game": "acehole"}).Says("opened a table in <#")

	found, bodies := s.rudeBodies(since)
	for _, what := range found {
		t.Error(what)
	}
	if bodies < 100 {
		t.Errorf("only %d bodies were looked through", bodies)
	}
}

// TestASeasonEndsByItsPlan lets a season end as planned while the bot is down. When the bot is back, it posts the results
// once, and nothing is deleted.
func TestASeasonEndsByItsPlan(t *testing.T) {
	t.Parallel()
	in := standing.Monthly.Start(time.Now().UTC()).AddDate(0, 0, -10) // a time in the previous season
	name := in.Format("January 2006")
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	ann, bob, _, _ := table.Four()
	ann.Clicks(ann.Settings("titles").Says("No season yet"), "settings/titles/season", string(standing.Monthly))
	s.Remember(Past{system: "ahole", options: map[string]string{"target": "2"}, people: table.People, began: in, seed: 1})

	const over = "The season is over"
	post := bob.Sees(says(over)).Says("### "+name, "1 round · 4 players", "🏅 **")
	bob.Clicks(post, "season/1").Whispers("4 players")
	ann.Uses("leaderboard", nil).Says("All games", "4 players") // of all time
	board := ann.Clicks(ann.Uses("leaderboard", Options{"game": "ahole"}), "…/period", "season")
	ann.Clicks(board.Says("No finished rounds yet"), "…/period", "s1").Says("4 players")
	s.Stop()
	s.Start()
	ann.Asks("seasons", nil).Says("### "+name, "Ended ", "-# 0 rounds")
	if n := len(bob.Reads(says(over))); n != 1 {
		t.Errorf("the end of the season was posted %d times, want once", n)
	}
}
