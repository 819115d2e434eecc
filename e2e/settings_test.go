package e2e

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/store"
)

// TestAPresetIsOfferedInItsChannels checks that a preset has a name and is offered in its channels. Where it is locked,
// no other game can be opened and no option changed. Another channel offers the options of its last match.
func TestAPresetIsOfferedInItsChannels(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", "Ann", "Bob")
	ann, bob := table.People[0], table.People[1]
	_, cards := s.GuildAndChannel("cards")

	lobby := table.Lobby("president", Options{"jokers": "2", "rounds": 3})
	ann.Submits(ann.Clicks(lobby, "menu/"), "keep/", Options{"name": "House"}).Whispers("⭐ **House** is saved")
	ann.Ends()
	panel := ann.Settings("presets").Says("To make one")
	panel = ann.Clicks(ann.Clicks(panel, "settings/presets/open", "House"), "offer/where/House", cards)
	wantSuggestions := func(channel string, want ...string) {
		t.Helper()
		reply, err := bob.Autocomplete(t.Context(), channel, "play", "game", nil)
		errtest.Must(t, err)
		var data struct {
			Choices []struct{ Name string }
		}
		errtest.Must(t, json.Unmarshal(reply.Response.Data, &data))
		var got []string
		for _, c := range data.Choices {
			got = append(got, c.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("in %s: got suggestions %q, want %q", channel, got, want)
		}
	}
	const house = "⭐ House · President Classic"
	var games []string
	for _, sys := range systems.All() {
		games = append(games, string(sys.Title))
	}
	wantSuggestions("cards", append([]string{house}, games...)...)
	wantSuggestions("general", games...)
	bob.In("general").Uses("play", Options{"game": "preset:House"}).Whispers("There is no game called")

	ann.Clicks(ann.Clicks(panel, "settings/presets/open", "House"), "offer/lock/House").Says("🔒 **Locked")
	wantSuggestions("cards", house)
	bob.Uses("play", Options{"game": "acehole"}).Whispers("The options are locked in this channel. You can play **House**")
	lobby = bob.Uses("play", Options{"game": "preset:House"}).Says("or 3 rounds")
	options := bob.Clicks(bob.Clicks(lobby, "menu/"), "options/")
	bob.Clicks(options, "…/jokers", "0").Says("The options are locked")
	ann.Sees(says("(host)")).Says("or 3 rounds")
	ann.Clicks(ann.Clicks(panel, "settings/presets/open", "House"), "offer/drop/House")
	wantSuggestions("cards", games...)

	// General isn't locked, and remembers its options.
	other := s.Table("general", fourNames...)
	other.Open("president", Options{"jokers": "2", "rounds": 1, "table-seats": 5})
	other.Board()
	other.People[0].Ends()
	lobby = bob.In("general").Uses("play", Options{"game": "president"}).Says("First to 10 points")
	other.setID(lobby)
	bob.Clicks(bob.Clicks(lobby, "menu/"), "menu/"+other.id+"/rules", "last")
	other.People[0].Sees(is(lobby), says("🔧 Seats: **5**")).Says("or 1 round", "🔧 Jokers in each deck: **2**")
}

// TestTablesOpenInTheChosenChannels checks that tables open only in the chosen channels and their threads. If a table has
// its own thread, the match and its rematch are played there, and the channel's history lists the match. If mentions are
// off, nobody is mentioned. If bots are off, no lobby offers them, not even one that was opened before.
func TestTablesOpenInTheChosenChannels(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	ann, bob, _, _ := table.Four()
	_, cards := s.GuildAndChannel("cards")
	game := Options{"game": "ahole"}
	old := ann.OpensLobby("ahole")
	table.setID(old)
	table.SeatBots(old, "easy")
	panel := ann.Clicks(ann.Settings("tables"), "settings/tables/channels", cards)
	ann.In("general").Uses("play", game).Whispers("Tables can't be opened in this channel. Try <#" + cards + ">.")
	panel = ann.Clicks(panel, "settings/tables/computers/off")
	ann.Clicks(ann.Menu(), "computer/"+table.id+"/remove")
	ann.Sees(is(old), not(offers("computer/")))
	ann.Ends()
	panel = ann.Clicks(panel, "settings/tables/clock", (5 * time.Minute).String())
	panel = ann.Clicks(panel, "settings/tables/mentions/off")
	ann.Clicks(panel, "settings/tables/threads/on")

	since := s.nextCall()
	opened := ann.Uses("play", game).Says("opened a table in <#").Lacks("🤖")
	thread := regexp.MustCompile(`<#(\d+)>`).FindStringSubmatch(opened.Text())[1]
	in := table.In(thread)
	host, guest, _, _ := in.Four()
	in.setID(opened)
	in.SetOptions(Options{"rounds": 1})
	bob.Clicks(opened, "join/") // Bob joins from the channel, the others from the thread
	for _, p := range in.People[2:] {
		p.Clicks(p.Sees(says("(host)")), "join/")
	}
	in.Start(host.Sees(offers("start/")).Says("5 minutes a turn"))
	last := in.PlayInTurn().Says("wins!")
	if len(bob.Reads(says("wins!"))) > 0 {
		t.Error("the board is in the channel as well, want it only in the thread")
	}
	if again := guest.Clicks(last, "rematch/").Says("(host)"); again.Channel != thread {
		t.Errorf("the rematch is in %s, want the thread %s", again.Channel, thread)
	}
	for _, c := range s.calls(since) {
		if strings.HasSuffix(c.Path, "/messages") && regexp.MustCompile(`"users":\["`).Match(c.Body) {
			t.Errorf("a message mentions a user, want no mention: %s", c.Body)
		}
	}
	bob.Asks("history", nil).Says("1 round")
	guest.Asks("history", nil).Says("1 round")
	bob.In("general").Asks("history", nil).Says("No finished matches here yet")
}

// TestAServersDataOutlivesAShortRemoval removes the bot from a server and invites it back. The second time the bot isn't
// running when it is removed, and notices it when it starts. Until 30 days have passed, all data is still there. Then
// it is deleted, and other servers keep theirs.
func TestAServersDataOutlivesAShortRemoval(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	s.Guild("Elsewhere", "den")
	table := s.Table("cards", fourNames...)
	ann := table.People[0]
	guild, _ := s.GuildAndChannel("cards")
	s.Remember(Past{system: "ahole", options: map[string]string{"target": "2"}, people: table.People, seed: 1},
		Past{system: "acehole", rounds: 1, people: table.People[:3], seed: 2, channel: "den"})
	shown, elsewhere := ann.Uses("leaderboard", nil).Text(), ann.In("den").Uses("leaderboard", nil).Text()
	awaitRemovals := func(want int) {
		t.Helper()
		s.WaitUntil("whether the guild removed the bot", func() bool { return s.Count(`SELECT count(*) FROM removed WHERE guild = ?`, guild) == want })
	}
	daysPass := func(days int) {
		t.Helper()
		awaitRemovals(1)
		s.WithDatabase(func(ctx context.Context, db *store.Store) {
			for _, err := range []error{db.GuildJoined(ctx, guild), db.GuildRemoved(ctx, guild, time.Now().AddDate(0, 0, -days).Add(-time.Minute))} {
				errtest.Must(t, err)
			}
		})
	}
	s.Sandbox("DELETE", "guilds/Sandbox", nil)
	daysPass(29)
	s.Sandbox("POST", "guilds", map[string]any{"name": "Sandbox"})
	awaitRemovals(0)
	if now := ann.Uses("leaderboard", nil).Text(); now != shown {
		t.Errorf("29 days after the removal the leaderboard changed from\n%s\nto\n%s", shown, now)
	}
	s.Stop()
	s.Sandbox("DELETE", "guilds/Sandbox", nil)
	s.Start()
	deleted := s.log.awaitLine("deleted the data of servers that removed the bot")
	daysPass(30)
	s.AwaitLog(deleted)
	s.Sandbox("POST", "guilds", map[string]any{"name": "Sandbox"})
	ann.Uses("leaderboard", nil).Says("No finished rounds yet")
	ann.Asks("titles", nil).Says("Nobody holds a title yet")
	if now := ann.In("den").Uses("leaderboard", nil).Text(); now != elsewhere {
		t.Errorf("the leaderboard of another server changed from\n%s\nto\n%s", elsewhere, now)
	}
}
