package e2e

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"deuces/internal/cluster"
	"deuces/internal/errtest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// TestPersonalCommandsWorkAnywhere checks what the bot does where it isn't a member: in direct messages, in a server
// without it, and in a group DM. There it shows people what is theirs and says where tables are, answers
// with tokens only, and stores nothing about the server.
func TestPersonalCommandsWorkAnywhere(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience, Places: true})
	table := s.Table("cards", fourNames...)
	table.Open("ahole", nil)
	ann := table.People[0]
	elsewhere, lounge := s.GuildAndChannel("lounge")
	places := map[string]string{
		"direct messages":          s.Create("dms", map[string]any{"user": "Ann"}),
		"a server without the bot": lounge,
		"a group DM":               s.Create("groups", map[string]any{"name": "Team", "users": []string{"Ann", "Bob"}}),
	}
	for where, channel := range places {
		there := ann.In(channel)
		names := s.offered("Ann", channel)
		for command, want := range map[string]bool{"help": true, "play": true, "preferences": true, "profile": true, "join": false, "settings": false} {
			if slices.Contains(names, command) != want {
				t.Errorf("%s offer %q, want /%s: %t", where, names, command, want)
			}
		}
		invites(there.Uses("play", nil).Whispers("Tables are in the channels of servers"))
		help := invites(there.Uses("help", nil).Whispers("I host card games"))
		rules := there.Clicks(help, "rules", "bigtwo").Whispers("Big Two")
		lesson := there.Clicks(rules, "learn/").Whispers("step 1")
		for step := 1; lesson.Has(fmt.Sprintf("learn/bigtwo/%d/0", step)); step++ {
			lesson = there.Clicks(lesson, fmt.Sprintf("learn/bigtwo/%d/0", step))
		}
		invites(lesson.Whispers("you know how to play"))
		if mine := there.Uses("profile", nil).Whispers("No finished rounds yet"); mine.Has("history/") {
			t.Errorf("in %s the profile has a button for past matches, which belong to servers", where)
		}
		there.Uses("profile", Options{"player": "Bob"}).Whispers("only your own")
		chosen := there.Uses("preferences", nil)
		there.Clicks(there.Clicks(chosen, "…/cards/text"), "privacy/").Whispers("I store")
	}

	for _, c := range s.calls(0) {
		for where, channel := range places {
			if strings.HasPrefix(c.Path, "/channels/"+channel) || strings.Contains(c.Path, elsewhere) {
				t.Errorf("the bot requests %s %s, but it isn't in %s", c.Method, c.Path, where)
			}
		}
	}
	s.WithDatabase(func(ctx context.Context, db *store.Store) {
		if guilds, err := db.Guilds(ctx); err != nil || slices.Contains(guilds, elsewhere) || len(guilds) != 1 {
			t.Errorf("the bot stores something about the servers %q, %v, want only the one that it is in", guilds, err)
		}
	}) // when it starts again, the commands are equal
	if strings.Count(s.log.String(), `"changed":true`) != 1 {
		t.Error("the commands were registered again, want only by the first start")
	}
}

// TestAHandIsPlayedFromDirectMessages checks that a turn can be taken without going to the table's channel: the list of
// tables leads to the hand, which follows the match from there, and the board shows the play.
func TestAHandIsPlayedFromDirectMessages(t *testing.T) {
	t.Parallel()
	s := NewServerOn(t, sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience, Places: true})
	table := s.Table("cards", fourNames...)
	table.Open("ahole", Options{"table-clock": "24h0m0s"})
	mover, _ := table.Turn()
	direct := mover.In(s.Create("dms", map[string]any{"user": mover.Name}))
	list := direct.Uses("hand", nil).Whispers("It's your turn at 1 table", "President", "Sandbox", "Your turn")
	hand := direct.Clicks(list, "hand/"+table.id).Whispers("you begin")
	direct.Clicks(hand, "act/"+table.id)
	direct.Sees(is(hand), says("turn"), not(offers("act/")))
	other, _ := table.Turn()
	if other.Name == mover.Name {
		t.Fatalf("it is still the turn of %s", mover.Name)
	}
	other.Sees(isBoard, says(other.Name))

	// Elsewhere it is the same hand, which then closes in the direct messages.
	lounge := mover.In("lounge")
	again := lounge.Clicks(lounge.Uses("hand", nil).Whispers("Your tables"), "hand/"+table.id).Whispers("turn")
	direct.Waits("the hand moves", func() bool { return len(direct.Reads(is(hand))) == 0 })
	table.People[0].Ends()
	lounge.Sees(is(again), not(says("turn")))
	lounge.Uses("hand", nil).Whispers("You aren't at any table")
	direct.Clicks(list, "hand/"+table.id).Lacks("turn") // an old list: how the match ended
}

// invites checks that a message has a link that invites the bot.
func invites(m Message) Message {
	m.t.Helper()
	if !slices.ContainsFunc(m.All(), func(c sandboxtest.Component) bool {
		return strings.HasPrefix(c.URL, "https://discord.com/oauth2/authorize?")
	}) {
		m.t.Errorf("there is no link that invites the bot:\n%s", m.Text())
	}
	return m
}

// offered returns the names of the slash commands that a user can choose in a channel.
func (s *Server) offered(user, channel string) (names []string) {
	s.t.Helper()
	var all []struct {
		Name string
		Type int
	}
	errtest.Must(s.t, s.Do(s.t.Context(), "GET", "/sandbox/commands?"+url.Values{"user": {user}, "channel": {channel}}.Encode(), nil, &all))
	for _, c := range all {
		if c.Type == 1 {
			names = append(names, c.Name)
		}
	}
	return names
}

// TestAHandIsPlayedThroughAnotherProcess checks that somebody whose direct messages arrive at one process sees the tables of
// all, and plays at one that belongs to another.
func TestAHandIsPlayedThroughAnotherProcess(t *testing.T) {
	t.Parallel()
	m := newTeam(t, teamConfig{processes: 2, shards: 2, sessions: 200})
	direct := m.Create("dms", map[string]any{"user": "Ann"})
	var tables []*Table
	opened := map[int]bool{}
	for n := 0; len(opened) < m.shards; n++ {
		guild, channel := m.Guild(fmt.Sprint("Guild ", n), fmt.Sprint("table-", n))
		if shard := cluster.Of(guild, m.shards); !opened[shard] {
			opened[shard] = true
			table := m.Table(channel, fourNames...)
			table.Open("ahole", Options{"table-clock": "24h0m0s"})
			tables = append(tables, table)
		}
	}
	ann := tables[0].People[0].In(direct)
	for _, table := range tables {
		for { // until it is Ann's turn
			mover, hand := table.Turn()
			if mover.Name == "Ann" {
				break
			}
			if why := mover.tryPlay(hand); why != "" {
				t.Fatalf("%s can't play: %s", mover.Name, why)
			}
		}
		list := ann.Uses("hand", nil).Whispers("Your turn")
		for _, x := range tables {
			if !list.Has("hand/" + x.id) {
				t.Errorf("the list lacks table %s:\n%s", x.id, list.Text())
			}
		}
		hand := ann.Clicks(list, "hand/"+table.id).Whispers("Time's up")
		if why := ann.tryPlay(hand); why != "" {
			t.Fatalf("Ann can't play from her direct messages: %s", why)
		}
		if mover, _ := table.Turn(); mover.Name == "Ann" {
			t.Errorf("at table %s it is still Ann's turn", table.id)
		}
	}
}
