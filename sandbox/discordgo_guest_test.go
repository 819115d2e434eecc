package sandbox_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// heard waits for an event that a handler sent to the channel.
func heard[T any](t *testing.T, what string, events <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-events:
	case <-time.After(sandboxtest.Patience):
		t.Fatalf("%s never came", what)
	}
	return v
}

// discordgo can fetch members, collect reactions and write direct messages, which our own bot
// doesn't do.
func TestDiscordGoFetchesMembersCollectsReactionsAndWritesDirectly(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged})
	Do(t, d, "/sandbox/roles", map[string]any{"role": "Deuces", "permissions": []string{"ADMINISTRATOR"}, "position": 5}, nil)
	s, err := discordgo.New("Bot " + d.Server.Token())
	if err != nil {
		t.Fatal(err)
	}
	s.Client = &http.Client{Transport: sandboxtest.Transport{URL: d.URL}}
	s.Identify.Intents = discordgo.IntentsAll
	chunks := make(chan *discordgo.GuildMembersChunk, 4)
	reactions := make(chan *discordgo.MessageReactionAdd, 4)
	direct := make(chan *discordgo.MessageCreate, 4)
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildMembersChunk) { chunks <- e })
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageReactionAdd) { reactions <- e })
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageCreate) {
		if e.GuildID == "" && !e.Author.Bot {
			direct <- e
		}
	})
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	w := Look(t, d)
	guild, general := w.Guilds[0].ID, w.Guilds[0].Channels[0].ID

	if err := s.RequestGuildMembers(guild, "", 0, "all", true); err != nil {
		t.Fatal(err)
	}
	chunk := heard(t, "the chunk", chunks)
	var names []string
	for _, m := range chunk.Members {
		names = append(names, m.User.Username)
	}
	slices.Sort(names)
	if diff := cmp.Diff([]string{"Deuces", "ann", "bob", "cy", "dee"}, names); diff != "" || chunk.Nonce != "all" {
		t.Errorf("members (-want +got):\n%s\nnonce %q", diff, chunk.Nonce)
	}
	found, err := s.GuildMembersSearch(guild, "bo", 5)
	if err != nil || len(found) != 1 || found[0].User.GlobalName != "Bob" {
		t.Errorf("a search: %+v %v", found, err)
	}

	m, err := s.ChannelMessageSend(general, "react to this")
	if err != nil {
		t.Fatal(err)
	}
	Do(t, d, "/sandbox/react", map[string]any{"user": "Bob", "message": m.ID, "emoji": "♠️"}, nil)
	if r := heard(t, "the reaction", reactions); r.UserID != w.ID("Bob") || r.Emoji.Name != "♠️" || r.MessageID != m.ID || r.Member.User.Username != "bob" {
		t.Errorf("a reaction: %+v", r.MessageReaction)
	}
	if err := s.MessageReactionAdd(general, m.ID, "♠️"); err != nil {
		t.Error(err)
	}
	users, err := s.MessageReactions(general, m.ID, "♠️", 10, "", "")
	if err != nil || len(users) != 2 {
		t.Errorf("who reacted: %v %v", users, err)
	}
	if again, err := s.ChannelMessage(general, m.ID); err != nil || len(again.Reactions) != 1 || again.Reactions[0].Count != 2 {
		t.Errorf("the message: %+v %v", again, err)
	}

	c, err := s.UserChannelCreate(w.ID("Ann"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ChannelMessageSend(c.ID, "psst"); err != nil {
		t.Error(err)
	}
	Do(t, d, "/sandbox/say", map[string]any{"user": "Ann", "channel": c.ID, "content": "yes?"}, nil)
	if got := heard(t, "Ann's answer", direct); got.Content != "yes?" || got.ChannelID != c.ID {
		t.Errorf("a direct message: %+v", got.Message)
	}
	Do(t, d, "/sandbox/dms", map[string]any{"user": "Bob", "closed": true}, nil)
	if c, err = s.UserChannelCreate(w.ID("Bob")); err != nil {
		t.Errorf("opening closed direct messages: %v", err)
	}
	if _, err := s.ChannelMessageSend(c.ID, "psst"); code(err) != 50007 {
		t.Errorf("sending to closed direct messages: %v, want 50007", err)
	}
	CheckCalls(t, d)
}
