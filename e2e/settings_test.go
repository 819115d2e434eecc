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
	"deuces/settings"
	"deuces/store"
)

// TestComputersCanBeSwitchedOff checks that an admin can switch bots off. Then no lobby offers bots,
// not even one that was opened before, and a rematch seats none.
func TestComputersCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "COMPUTER_PACE=0s")
	table := s.Table("cards", "Ann", "Bob")
	other := table.In("general")
	ann, host := table.People[0], other.People[0]
	switchBots := func(onOff string) { ann.Clicks(ann.Settings("tables"), "settings/tables/computers/"+onOff) }
	old := other.Lobby("president", nil)
	other.People[1].Clicks(old, "computer/").Whispers("Only the host")
	other.SeatBots(old, "easy")
	switchBots("off")
	if lobby := table.Lobby("president", nil).Lacks("🤖"); lobby.Has("computer/") {
		t.Error("the lobby offers bots")
	}
	ann.Ends()
	// Bots that are already seated can be removed. After that the old lobby has no buttons for bots
	// either.
	host.Clicks(host.Menu(), "computer/"+other.id+"/remove")
	host.Sees(is(old), not(offers("computer/")))

	// The rematch of a match with bots has no bots.
	switchBots("on")
	lobby := table.Lobby("president", nil)
	table.SeatBots(lobby, "easy", "easy")
	table.Start(lobby)
	table.Board(says("🤖"))
	ann.Ends()
	last := ann.Sees(offers("rematch/" + table.id))
	switchBots("off")
	if again := ann.Clicks(last, "rematch/").Says("(host)").Lacks("🤖"); again.Has("computer/") {
		t.Error("the rematch offers bots")
	}
}

// TestAPresetIsOfferedInItsChannels checks that a preset has a name and is offered in its channels.
// Where it is locked, no other game can be opened and no option changed.
func TestAPresetIsOfferedInItsChannels(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", "Ann", "Bob")
	ann, bob := table.People[0], table.People[1]
	_, cards := s.GuildAndChannel("cards")

	for _, x := range []struct {
		name, game string
		options    Options
	}{{"House", "president", Options{"jokers": "2", "rounds": 3}}, {"Long night", "acehole", nil}} {
		lobby := table.Lobby(x.game, x.options)
		ann.Submits(ann.Clicks(lobby, "menu/"), "keep/", Options{"name": x.name}).Whispers("⭐ **" + x.name + "** is saved")
		ann.Ends()
	}
	panel := ann.Settings("presets").Says("To make one")
	panel = ann.Clicks(ann.Clicks(panel, "settings/presets/open", "House"), "offer/where/House", cards)

	var games []string
	for _, sys := range systems.All() {
		games = append(games, string(sys.Title))
	}
	wantSuggestions := func(channel, typed string, want ...string) {
		t.Helper()
		reply, err := bob.Autocomplete(t.Context(), channel, "play", "game", Options{"game": typed})
		if err != nil {
			t.Fatal(err)
		}
		var data struct {
			Choices []struct{ Name string }
		}
		if err := json.Unmarshal(reply.Response.Data, &data); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range data.Choices {
			got = append(got, c.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("in %s %q is offered %q, want %q", channel, typed, got, want)
		}
	}
	const house, night, friday = "⭐ House · President Classic", "⭐ Long night · Acehole", "⭐ Friday · President Classic"
	wantSuggestions("cards", "", append([]string{house, night}, games...)...)
	wantSuggestions("general", "", append([]string{night}, games...)...)
	wantSuggestions("cards", "hou", house)

	lobby := bob.Uses("play", Options{"game": "preset:house"}).Says("🔧 Rounds: **3**")
	if theirs := bob.Clicks(lobby, "menu/"); theirs.Has("keep/") {
		t.Errorf("Bob is offered to save a preset:\n%s", theirs.Text())
	}
	ann.Submits(ann.Clicks(lobby, "menu/"), "keep/", Options{"name": "Friday"}).Whispers("⭐ **Friday** is saved")
	wantSuggestions("general", "fri", friday)
	bob.Ends()
	bob.In("general").Uses("play", Options{"game": "preset:House"}).Whispers("There is no game called")

	panel = ann.Clicks(ann.Clicks(panel, "settings/presets/open", "House"), "offer/lock/House").Says("🔒 **Locked")
	wantSuggestions("cards", "", house)
	bob.Uses("play", Options{"game": "acehole"}).Whispers("The options are locked in this channel. You can play **House**")
	lobby = bob.Uses("play", Options{"game": "preset:House"}).Says("🔧 Rounds: **3**")
	options := bob.Clicks(bob.Clicks(lobby, "menu/"), "options/")
	for !options.Has("…/jokers") {
		options = bob.Clicks(options, nextPage(options))
	}
	bob.Clicks(options, "…/jokers", "0").Says("The options are locked")
	ann.Sees(says("(host)")).Says("🔧 Rounds: **3**")
	bob.In("general").Uses("play", Options{"game": "president"}).Says("Standard rules") // another channel isn't locked

	if panel = ann.Clicks(panel, "offer/drop/House"); panel.Has("…/House") {
		t.Errorf("a preset that was deleted is there:\n%s", panel.Text())
	}
	wantSuggestions("general", "", append([]string{friday, night}, games...)...)
}

// TestTablesOpenInTheChosenChannels checks that tables open only in the chosen channels and their
// threads. If a table has its own thread, the match and its rematch are played there, and the
// channel's history lists the match. If mentions are off, nobody is mentioned.
func TestTablesOpenInTheChosenChannels(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	ann, bob, _, _ := table.Four()
	_, cards := s.GuildAndChannel("cards")
	game := Options{"game": "ahole"}
	if denied, err := bob.Command(t.Context(), "cards", "settings", nil); err == nil && !strings.Contains(denied.Message().Text(), "Manage Server") {
		t.Errorf("Bob may set:\n%s", denied.Message().Text())
	}
	panel := ann.Clicks(ann.Settings("tables"), "settings/tables/channels", cards)
	ann.In("general").Uses("play", game).Whispers("Tables can't be opened in this channel. Try <#" + cards + ">.")
	panel = ann.Clicks(panel, "settings/tables/clock", (5 * time.Minute).String())
	panel = ann.Clicks(panel, "settings/tables/mentions/off")
	panel = ann.Clicks(panel, "settings/tables/threads/on")

	since := s.nextCall()
	opened := ann.Uses("play", game).Says("opened a table in <#")
	thread := regexp.MustCompile(`<#(\d+)>`).FindStringSubmatch(opened.Text())[1]
	in := table.In(thread)
	host, guest, _, _ := in.Four()
	in.setID(opened)
	in.SetOptions(Options{"rounds": 1})
	bob.Clicks(opened, "join/") // Bob joins from the channel, the others from the thread
	for _, p := range in.People[2:] {
		p.Clicks(p.Sees(says("(host)")), "join/")
	}
	in.Start(host.Sees(offers("start/")).Says("5 minutes per turn"))
	last := in.PlayInTurn().Says("wins!")
	if len(bob.Reads(says("wins!"))) > 0 {
		t.Error("the channel has the board, too")
	}
	if again := guest.Clicks(last, "rematch/").Says("(host)"); again.Channel != thread {
		t.Errorf("the rematch is in %s, not in the thread %s", again.Channel, thread)
	}
	guest.Ends()
	for _, c := range s.calls(since) {
		if strings.HasSuffix(c.Path, "/messages") && regexp.MustCompile(`"users":\["`).Match(c.Body) {
			t.Errorf("somebody is mentioned: %s", c.Body)
		}
	}
	bob.Asks("history", nil).Says("1 round")
	guest.Asks("history", nil).Says("1 round")
	bob.In("general").Asks("history", nil).Says("No finished matches here yet")

	// If threads are off, the table is in the channel.
	panel = ann.Clicks(panel, "settings/tables/mentions/on")
	ann.Clicks(panel, "settings/tables/threads/off")
	table.Open("ahole", nil)
	ann.Sees(isMention)
}

// TestAServersDataOutlivesAShortRemoval removes the bot from a server and invites it back. The second
// time the bot isn't running when it is removed, and notices it when it starts. Before
// the server's retention time is over, all data is still there. After it, all data is deleted, and
// other servers keep theirs.
func TestAServersDataOutlivesAShortRemoval(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	s.Guild("Elsewhere", "den")
	table := s.Table("cards", fourNames...)
	ann := table.People[0]
	annElsewhere := ann.In("den")
	guild, _ := s.GuildAndChannel("cards")
	s.WithDatabase(func(ctx context.Context, db *store.Store) { // sets a short retention time, which can't be chosen in the panel any more
		if _, err := db.ChangeSettings(ctx, guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
			g.Keep = 7
			return g, nil
		}); err != nil {
			t.Fatal(err)
		}
	})
	s.Remember(Past{system: "ahole", options: map[string]string{"target": "2"}, people: table.People, seed: 1},
		Past{system: "acehole", rounds: 1, people: table.People[:3], seed: 2, channel: "den"})
	allStandings := func(p *Person) (all string) {
		t.Helper()
		for _, what := range []string{"leaderboard", "titles", "seasons", "history"} {
			all += p.Asks(what, nil).Text() + "\n"
		}
		return all
	}
	shown, elsewhere := allStandings(ann), allStandings(annElsewhere)
	awaitRemovalCount := func(want int) {
		t.Helper()
		s.WaitUntil("whether the guild removed the bot", func() bool { return s.Count(`SELECT count(*) FROM removed WHERE guild = ?`, guild) == want })
	}
	notice := func(days int) {
		t.Helper()
		awaitRemovalCount(1)
		s.WithDatabase(func(ctx context.Context, db *store.Store) { // moves the removal into the past
			for _, err := range []error{db.GuildJoined(ctx, guild), db.GuildRemoved(ctx, guild, time.Now().AddDate(0, 0, -days).Add(-time.Minute))} {
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	s.Sandbox("DELETE", "guilds/Sandbox", nil)
	notice(6)
	s.Sandbox("POST", "guilds", map[string]any{"name": "Sandbox"})
	awaitRemovalCount(0)
	if now := allStandings(ann); now != shown {
		t.Errorf("after six days of seven, from\n%s\nto\n%s", shown, now)
	}
	s.Stop()
	s.Sandbox("DELETE", "guilds/Sandbox", nil)
	s.Start()
	notice(7)
	awaitRemovalCount(0) // once everything is deleted, the removal is forgotten as well
	s.Sandbox("POST", "guilds", map[string]any{"name": "Sandbox"})
	ann.Uses("leaderboard", nil).Says("Nobody has finished a round yet")
	ann.Asks("titles", nil).Says("Nobody holds a title yet")
	if now := allStandings(annElsewhere); now != elsewhere {
		t.Errorf("the other server had\n%s\nand has\n%s", elsewhere, now)
	}
}

// TestAChannelRemembersItsOptions checks that the next lobby offers the options of the channel's
// last match as one choice, and that another choice resets the rules.
func TestAChannelRemembersItsOptions(t *testing.T) {
	t.Parallel()
	table := NewServer(t).Table("cards", fourNames...)
	ann := table.People[0]
	table.Open("president", Options{"jokers": "2", "coup": "yes", "rounds": 1, "table-seats": 5, "table-tempo": "calm"})
	table.Board()
	ann.Ends()
	lobby := ann.Uses("play", Options{"game": "president"}).Says("Standard rules")
	table.setID(lobby)
	menu := ann.Clicks(lobby, "menu/")
	ann.Clicks(menu, "menu/"+table.id+"/rules", "last")
	ann.Sees(is(lobby), says("🔧 Pace: **Calm**")).Says("🔧 Jokers in each deck: **2**", "🔧 Coup: **Yes**", "🔧 Rounds: **1**", "🔧 Seats: **5**")
	ann.Clicks(menu, "menu/"+table.id+"/rules", "0")
	ann.Sees(is(lobby), says("Otherwise Standard rules"), not(says("Coup")))
}
