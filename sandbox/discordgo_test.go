package sandbox_test

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// startGo connects discordgo to a sandbox, and registers these commands. A test can add handlers
// before the session opens.
func startGo(t testing.TB, d *sandboxtest.Discord, answers map[string]func(*discordgo.Session, *discordgo.Interaction), handlers ...any) *discordgo.Session {
	t.Helper()
	s, err := discordgo.New("Bot " + d.Server.Token())
	if err != nil {
		t.Fatal(err)
	}
	s.Client = &http.Client{Transport: sandboxtest.Transport{URL: d.URL}}
	s.Identify.Intents = discordgo.IntentsAll
	s.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
		name := ""
		switch i.Type {
		case discordgo.InteractionMessageComponent:
			name = i.MessageComponentData().CustomID
		case discordgo.InteractionModalSubmit:
			name = i.ModalSubmitData().CustomID
		default:
			name = i.ApplicationCommandData().Name
		}
		answers[name](s, i.Interaction)
	})
	for _, h := range handlers {
		s.AddHandler(h)
	}
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	var commands []*discordgo.ApplicationCommand
	for name := range answers {
		c := &discordgo.ApplicationCommand{Name: name, Description: name}
		if name == "pick" {
			c.Options = []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionString, Name: "card", Description: "a card", Required: true, Autocomplete: true}}
		}
		commands = append(commands, c)
	}
	if _, err := s.ApplicationCommandBulkOverwrite(s.State.User.ID, "", commands); err != nil {
		t.Fatal(err)
	}
	return s
}

// code returns Discord's error code from an error of discordgo, or 0.
func code(err error) int {
	var e *discordgo.RESTError
	if errors.As(err, &e) && e.Message != nil {
		return e.Message.Code
	}
	return 0
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

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

// to sends a handler's events to a channel.
func to[T any](events chan T) func(*discordgo.Session, T) {
	return func(_ *discordgo.Session, e T) { events <- e }
}

// A bot on discordgo can respond to everything that users use, send files, open threads and modals,
// make emojis, fetch members, collect reactions and write direct messages.
func TestDiscordGo(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged, ReplyWithin: sandboxtest.Patience})
	Do(t, d, "roles", map[string]any{"role": "Deuces", "permissions": []string{"ADMINISTRATOR"}, "position": 5})
	respond := func(s *discordgo.Session, i *discordgo.Interaction, kind discordgo.InteractionResponseType, data discordgo.InteractionResponseData) {
		check(t, s.InteractionRespond(i, &discordgo.InteractionResponse{Type: kind, Data: &data}))
	}
	row := func(c discordgo.MessageComponent) []discordgo.MessageComponent {
		return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{c}}}
	}
	const reply, deferral = discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseDeferredChannelMessageWithSource
	threads := make(chan string, 1)
	answers := map[string]func(*discordgo.Session, *discordgo.Interaction){
		"reply": func(s *discordgo.Session, i *discordgo.Interaction) {
			respond(s, i, reply, discordgo.InteractionResponseData{Content: "hello " + i.Member.User.GlobalName,
				Components: row(discordgo.Button{Label: "again", CustomID: "again", Style: discordgo.PrimaryButton})})
		},
		"again": func(s *discordgo.Session, i *discordgo.Interaction) {
			respond(s, i, discordgo.InteractionResponseUpdateMessage, discordgo.InteractionResponseData{Content: "clicked", Components: []discordgo.MessageComponent{}})
		},
		"defer": func(s *discordgo.Session, i *discordgo.Interaction) {
			respond(s, i, deferral, discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsIsComponentsV2})
			uri := discordgo.EndpointWebhookMessage(i.AppID, i.Token, "@original")
			text := []any{map[string]any{"type": 10, "content": "thought about it"}}
			_, err := s.RequestWithBucketID("PATCH", uri, map[string]any{"components": text}, uri)
			if code(err) != 50035 {
				t.Errorf("a V2 body without its flag after a deferral: %v, want 50035", err)
			}
			_, err = s.RequestWithBucketID("PATCH", uri, map[string]any{"flags": discordgo.MessageFlagsIsComponentsV2, "components": text}, uri)
			check(t, err)
		},
		"follow": func(s *discordgo.Session, i *discordgo.Interaction) {
			respond(s, i, reply, discordgo.InteractionResponseData{Content: "first"})
			second, err := s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "second", Flags: discordgo.MessageFlagsEphemeral})
			check(t, err)
			third, err := s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "third"})
			check(t, err)
			check(t, s.FollowupMessageDelete(i, third.ID))
			edited := "second, edited"
			_, err = s.FollowupMessageEdit(i, second.ID, &discordgo.WebhookEdit{Content: &edited})
			check(t, err)
		},
		"modal": func(s *discordgo.Session, i *discordgo.Interaction) {
			respond(s, i, discordgo.InteractionResponseModal, discordgo.InteractionResponseData{CustomID: "form", Title: "A form",
				Components: row(discordgo.TextInput{CustomID: "name", Label: "Name", Style: discordgo.TextInputShort, Required: true})})
		},
		"form": func(s *discordgo.Session, i *discordgo.Interaction) {
			name := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value
			respond(s, i, reply, discordgo.InteractionResponseData{Content: "you are " + name})
		},
		"pick": func(s *discordgo.Session, i *discordgo.Interaction) {
			if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
				respond(s, i, discordgo.InteractionApplicationCommandAutocompleteResult, discordgo.InteractionResponseData{
					Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "king", Value: "king"}}})
				return
			}
			respond(s, i, reply, discordgo.InteractionResponseData{Content: "picked " + i.ApplicationCommandData().Options[0].StringValue()})
		},
		"gallery": func(s *discordgo.Session, i *discordgo.Interaction) {
			alt := "a hand"
			respond(s, i, reply, discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsIsComponentsV2 | discordgo.MessageFlagsEphemeral,
				Files: []*discordgo.File{{Name: "hand.png", ContentType: "image/png", Reader: bytes.NewReader(Picture(t, 16))}},
				Components: []discordgo.MessageComponent{
					discordgo.Container{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: "Your hand"}}},
					discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://hand.png"}, Description: &alt}}},
				}})
		},
		"thread": func(s *discordgo.Session, i *discordgo.Interaction) {
			respond(s, i, reply, discordgo.InteractionResponseData{Content: "opening a thread"})
			m, err := s.InteractionResponse(i)
			check(t, err)
			thread, err := s.MessageThreadStart(i.ChannelID, m.ID, "a table", 60)
			check(t, err)
			_, err = s.ChannelMessageSend(thread.ID, "in the thread")
			check(t, err)
			archived := true
			_, err = s.ChannelEdit(thread.ID, &discordgo.ChannelEdit{Archived: &archived})
			check(t, err)
			threads <- thread.ID
		},
		"emoji": func(s *discordgo.Session, i *discordgo.Interaction) {
			e, err := s.ApplicationEmojiCreate(i.AppID, &discordgo.EmojiParams{Name: "ace", Image: DataURI(Picture(t, 32))})
			check(t, err)
			all, err := s.ApplicationEmojis(i.AppID)
			check(t, err)
			if len(all) != 1 || all[0].ID != e.ID {
				t.Errorf("the emojis are %+v", all)
			}
			with := discordgo.Button{Label: "x", CustomID: "x", Style: discordgo.PrimaryButton, Emoji: &discordgo.ComponentEmoji{ID: e.ID, Name: e.Name}}
			respond(s, i, reply, discordgo.InteractionResponseData{Content: e.MessageFormat(), Components: row(with)})
		},
	}
	chunks, reactions, messages := make(chan *discordgo.GuildMembersChunk, 4), make(chan *discordgo.MessageReactionAdd, 4), make(chan *discordgo.MessageCreate, 64)
	s := startGo(t, d, answers, to(chunks), to(reactions), to(messages))
	ctx, ann := t.Context(), User(t, d, "Ann")
	uses := func(name string, options map[string]any) sandboxtest.Message {
		t.Helper()
		r, err := ann.Command(ctx, "general", name, options)
		if err != nil {
			t.Fatalf("/%s: %v", name, err)
		}
		return r.Message()
	}
	if r, err := ann.Click(ctx, uses("reply", nil).ID, "again"); err != nil || r.Message().Content != "clicked" {
		t.Errorf("update by a click: %+v, %v", r, err)
	}
	uses("defer", nil)
	await(t, ann, "the deferred answer", func(m sandboxtest.Message) bool { return m.Text() == "thought about it" && m.Flags == 32768 })
	uses("follow", nil)
	await(t, ann, "the follow-up", func(m sandboxtest.Message) bool { return m.Content == "second, edited" && m.Ephemeral })
	if slices.ContainsFunc(Messages(t, ann), func(m sandboxtest.Message) bool { return m.Content == "third" }) {
		t.Error("a follow-up that was deleted is there")
	}
	opened, err := ann.Command(ctx, "general", "modal", nil)
	check(t, err)
	if _, err := ann.Submit(ctx, opened.Interaction, "form", nil); Status(err) != 400 {
		t.Errorf("a form without its required field: %v, want 400", err)
	}
	if r, err := ann.Submit(ctx, opened.Interaction, "form", map[string]any{"name": "Ann the First"}); err != nil || r.Message().Content != "you are Ann the First" {
		t.Errorf("submission: %+v, %v", r, err)
	}
	if r, err := ann.Autocomplete(ctx, "general", "pick", "card", map[string]any{"card": "k"}); err != nil || string(r.Response.Data) != `{"choices":[{"name":"king","value":"king"}]}` {
		t.Errorf("autocomplete: %+v, %v", r, err)
	}
	if m := uses("pick", map[string]any{"card": "king"}); m.Content != "picked king" {
		t.Errorf("pick: %+v", m)
	}
	gallery(t, d, uses("gallery", nil))
	uses("thread", nil)
	if in, err := ann.Messages(ctx, heard(t, "the thread", threads)); err != nil || len(in) != 1 || in[0].Content != "in the thread" {
		t.Errorf("the thread has %+v, %v", in, err)
	}
	uses("emoji", nil)

	w := Look(t, d)
	guild, general := w.Guilds[0].ID, w.Guilds[0].Channels[0].ID
	check(t, s.RequestGuildMembers(guild, "", 0, "all", true))
	chunk := heard(t, "the chunk", chunks)
	var names []string
	for _, m := range chunk.Members {
		names = append(names, m.User.Username)
	}
	slices.Sort(names)
	if diff := cmp.Diff([]string{"Deuces", "ann", "bob", "cy", "dee"}, names); diff != "" || chunk.Nonce != "all" {
		t.Errorf("members (-want +got):\n%s\nnonce %q", diff, chunk.Nonce)
	}
	m, err := s.ChannelMessageSend(general, "react to this")
	if err != nil {
		t.Fatal(err)
	}
	Do(t, d, "react", map[string]any{"user": "Bob", "message": m.ID, "emoji": "♠️"})
	if r := heard(t, "the reaction", reactions); r.UserID != w.ID("Bob") || r.Emoji.Name != "♠️" || r.MessageID != m.ID || r.Member.User.Username != "bob" {
		t.Errorf("a reaction: %+v", r.MessageReaction)
	}
	check(t, s.MessageReactionAdd(general, m.ID, "♠️"))
	if users, err := s.MessageReactions(general, m.ID, "♠️", 10, "", ""); err != nil || len(users) != 2 {
		t.Errorf("who reacted: %v %v", users, err)
	}
	c, err := s.UserChannelCreate(w.ID("Ann"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.ChannelMessageSend(c.ID, "psst")
	check(t, err)
	Say(t, d, "Ann", c.ID, "yes?")
	for got := heard(t, "Ann's answer", messages); got.Content != "yes?" || got.ChannelID != c.ID || got.GuildID != ""; got = heard(t, "Ann's answer", messages) {
	}
	CheckCalls(t, d)
}

// When its session is cut, told to reconnect or invalidated, the bot comes back each time. It loses
// no interaction if the session could be resumed.
func TestDiscordGoReconnects(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged, ReplyWithin: sandboxtest.Patience})
	back := make(chan string, 8)
	s := startGo(t, d, map[string]func(*discordgo.Session, *discordgo.Interaction){"reply": func(s *discordgo.Session, i *discordgo.Interaction) {
		check(t, s.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}))
	}})
	s.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { back <- "resumed" })
	s.AddHandler(func(*discordgo.Session, *discordgo.Ready) { back <- "ready" })
	ann := User(t, d, "Ann")
	for _, f := range []struct{ do, back string }{{"op7", "resumed"}, {"drop", "resumed"}, {"op9", "ready"}} {
		settle(t, s)
		Strike(t, d, f.do)
		if f.back == "resumed" { // a command used while nobody is connected arrives when the session is resumed
			_, err := ann.Command(t.Context(), "general", "reply", nil)
			check(t, err)
		}
		if how := heard(t, "the bot's return after "+f.do, back); how != f.back {
			t.Errorf("after %s the bot came back by %s, want %s", f.do, how, f.back)
		}
		_, err := ann.Command(t.Context(), "general", "reply", nil)
		check(t, err)
	}
}

// settle waits until discordgo has sent its first heartbeat on this connection. If it is cut
// earlier, discordgo closes its next connection as well, with code 1000, which ends the session.
func settle(t testing.TB, s *discordgo.Session) {
	t.Helper()
	for deadline := time.Now().Add(sandboxtest.Patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		s.RLock()
		settled := s.DataReady
		s.RUnlock()
		if settled {
			return
		}
	}
	t.Fatal("no heartbeat")
}
