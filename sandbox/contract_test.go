package sandbox_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// TestDiscordGo does with discordgo what TestDiscordJS does with discord.js.
func TestDiscordGo(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{TokenLife: 6 * time.Second})
	threads, expired := make(chan string, 1), make(chan *discordgo.Interaction, 1)
	answers := map[string]func(*bot, *discordgo.Interaction){
		"reply": func(b *bot, i *discordgo.Interaction) {
			check(t, b.InteractionRespond(i, text("hello "+i.Member.User.GlobalName, false, row(click("again")))))
		},
		"defer": func(b *bot, i *discordgo.Interaction) {
			check(t, b.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral}}))
			thought := "thought about it"
			_, err := b.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &thought})
			check(t, err)
		},
		"deferv2": func(b *bot, i *discordgo.Interaction) {
			check(t, b.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsIsComponentsV2}}))
			uri := discordgo.EndpointWebhookMessage(i.AppID, i.Token, "@original")
			_, err := b.RequestWithBucketID("PATCH", uri, map[string]any{"components": []any{map[string]any{"type": 10, "content": "x"}}}, uri)
			if code(err) != 50035 {
				t.Errorf("a V2 body without its flag after a deferral: %v, want 50035", err)
			}
			_, err = b.RequestWithBucketID("PATCH", uri, map[string]any{"flags": 32768, "components": []any{map[string]any{"type": 10, "content": "in V2"}}}, uri)
			check(t, err)
		},
		"follow": func(b *bot, i *discordgo.Interaction) {
			check(t, b.InteractionRespond(i, text("first", false)))
			second, err := b.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "second", Flags: discordgo.MessageFlagsEphemeral})
			check(t, err)
			edited := "second, edited"
			_, err = b.FollowupMessageEdit(i, second.ID, &discordgo.WebhookEdit{Content: &edited})
			check(t, err)
			third, err := b.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "third"})
			check(t, err)
			check(t, b.FollowupMessageDelete(i, third.ID))
		},
		"modal": func(b *bot, i *discordgo.Interaction) {
			check(t, b.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal,
				Data: &discordgo.InteractionResponseData{CustomID: "form", Title: "A form", Components: []discordgo.MessageComponent{
					discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "name", Label: "Name", Style: discordgo.TextInputShort, Required: true}}}}}}))
		},
		"pick": func(b *bot, i *discordgo.Interaction) {
			if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
				check(t, b.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionApplicationCommandAutocompleteResult,
					Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "king", Value: "king"}}}}))
				return
			}
			check(t, b.InteractionRespond(i, text("picked "+i.ApplicationCommandData().Options[0].StringValue(), false)))
		},
		"gallery": func(b *bot, i *discordgo.Interaction) {
			alt := "a hand"
			check(t, b.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsIsComponentsV2 | discordgo.MessageFlagsEphemeral,
					Files: []*discordgo.File{{Name: "hand.png", ContentType: "image/png", Reader: bytes.NewReader(Picture(t, 16))}},
					Components: []discordgo.MessageComponent{
						discordgo.Container{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: "Your hand"}}},
						discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://hand.png"}, Description: &alt}}},
					}}}))
		},
		"thread": func(b *bot, i *discordgo.Interaction) {
			check(t, b.InteractionRespond(i, text("opening a thread", false)))
			m, err := b.InteractionResponse(i)
			check(t, err)
			thread, err := b.MessageThreadStart(i.ChannelID, m.ID, "a table", 60)
			check(t, err)
			if thread.ID != m.ID {
				t.Errorf("the thread's id is %s, its message's %s", thread.ID, m.ID)
			}
			_, err = b.ChannelMessageSend(thread.ID, "in the thread")
			check(t, err)
			archived := true
			_, err = b.ChannelEdit(thread.ID, &discordgo.ChannelEdit{Archived: &archived})
			check(t, err)
			threads <- thread.ID
		},
		"emoji": func(b *bot, i *discordgo.Interaction) {
			e, err := b.ApplicationEmojiCreate(b.app, &discordgo.EmojiParams{Name: "ace", Image: DataURI(Picture(t, 32))})
			check(t, err)
			all, err := b.ApplicationEmojis(b.app)
			check(t, err)
			if len(all) != 1 || all[0].ID != e.ID {
				t.Errorf("the emojis are %+v", all)
			}
			with := click("emoji")
			with.Emoji = &discordgo.ComponentEmoji{ID: e.ID, Name: e.Name}
			check(t, b.InteractionRespond(i, text(e.MessageFormat(), false, row(with))))
		},
		"errors": func(b *bot, i *discordgo.Interaction) {
			b.errors(t, i)
		},
	}
	answers["expire"] = func(b *bot, i *discordgo.Interaction) {
		check(t, b.InteractionRespond(i, text("soon gone", false)))
		expired <- i
	}
	b := startBot(t, d, func(b *bot, i *discordgo.InteractionCreate) {
		switch i.Type {
		case discordgo.InteractionMessageComponent:
			check(t, b.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage,
				Data: &discordgo.InteractionResponseData{Content: "clicked " + i.MessageComponentData().CustomID, Components: []discordgo.MessageComponent{}}}))
		case discordgo.InteractionModalSubmit:
			name := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value
			check(t, b.InteractionRespond(i.Interaction, text("you are "+name, false)))
		default:
			answers[i.ApplicationCommandData().Name](b, i.Interaction)
		}
	})
	var commands []*discordgo.ApplicationCommand
	for name := range answers {
		c := &discordgo.ApplicationCommand{Name: name, Description: name}
		if name == "pick" {
			c.Options = []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionString, Name: "card", Description: "a card", Required: true, Autocomplete: true}}
		}
		commands = append(commands, c)
	}
	b.register(t, commands...)
	ctx, ann := t.Context(), User(t, d, "Ann")
	command := func(name string, options map[string]any) sandboxtest.Reply {
		t.Helper()
		r, err := ann.Command(ctx, "general", name, options)
		if err != nil {
			t.Fatalf("/%s: %v", name, err)
		}
		return r
	}

	r, err := ann.Click(ctx, command("reply", nil).Message().ID, "again")
	if err != nil || r.Message().Content != "clicked again" {
		t.Errorf("update by a click: %+v, %v", r, err)
	}
	r = command("defer", nil)
	await(t, ann, "the deferred answer", func(m sandboxtest.Message) bool {
		return m.ID == r.Message().ID && m.Content == "thought about it" && m.Flags == 64
	})
	command("deferv2", nil)
	await(t, ann, "the deferred V2 answer", func(m sandboxtest.Message) bool { return m.Text() == "in V2" && m.Flags == 32768 })
	command("follow", nil)
	await(t, ann, "the follow-up", func(m sandboxtest.Message) bool { return m.Content == "second, edited" && m.Ephemeral })
	r = command("modal", nil)
	if r, err = ann.Submit(ctx, r.Interaction, "form", map[string]any{"name": "Ann the First"}); err != nil || r.Message().Content != "you are Ann the First" {
		t.Errorf("submission: %+v, %v", r, err)
	}
	if r, err = ann.Autocomplete(ctx, "general", "pick", "card", map[string]any{"card": "k"}); err != nil || string(r.Response.Data) != `{"choices":[{"name":"king","value":"king"}]}` {
		t.Errorf("autocomplete: %s, %v", r.Response.Data, err)
	}
	got, err := ann.Payloads(ctx)
	if err != nil || !slices.ContainsFunc(got, func(p sandboxtest.Payload) bool { return p.Type == "choices" }) {
		t.Errorf("the choices are not among what Ann got: %+v, %v", got, err)
	}
	if m := command("pick", map[string]any{"card": "king"}).Message(); m.Content != "picked king" {
		t.Errorf("pick: %+v", m)
	}
	gallery(t, command("gallery", nil).Message())
	command("thread", nil)
	if in, err := ann.Messages(ctx, <-threads); err != nil || len(in) != 1 || in[0].Content != "in the thread" {
		t.Errorf("the thread has %+v, %v", in, err)
	}
	command("emoji", nil)
	command("errors", nil)
	command("expire", nil)
	gone := <-expired
	for deadline := time.Now().Add(sandboxtest.Patience); ; time.Sleep(100 * time.Millisecond) {
		_, err := b.InteractionResponse(gone)
		if code(err) == 50027 {
			break
		}
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("an expired token: %v, want 50027", err)
		}
	}
	CheckCalls(t, d)
}

// When its session is cut, told to reconnect or invalidated, the bot comes back each time. It loses
// no interaction if the session could be resumed.
func TestDiscordGoReconnects(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{ReplyWithin: 20 * time.Second})
	b := startBot(t, d, func(b *bot, i *discordgo.InteractionCreate) {
		check(t, b.InteractionRespond(i.Interaction, text("here", false)))
	})
	b.register(t, &discordgo.ApplicationCommand{Name: "reply", Description: "reply"})
	ann := User(t, d, "Ann")
	back := make(chan string, 8)
	b.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { back <- "resumed" })
	b.AddHandler(func(*discordgo.Session, *discordgo.Ready) { back <- "ready" })
	for _, f := range []struct{ do, back string }{{"op7", "resumed"}, {"drop", "resumed"}, {"op9", "ready"}} {
		b.settle(t)
		Strike(t, d, f.do)
		if f.back == "resumed" { // a command used while nobody is connected arrives when the session is resumed
			if _, err := ann.Command(t.Context(), "general", "reply", nil); err != nil {
				t.Errorf("during %s: %v", f.do, err)
			}
		}
		select {
		case how := <-back:
			if how != f.back {
				t.Errorf("after %s the bot came back by %s, want %s", f.do, how, f.back)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("after %s the bot never came back", f.do)
		}
		if _, err := ann.Command(t.Context(), "general", "reply", nil); err != nil {
			t.Errorf("after %s: %v", f.do, err)
		}
	}
}

// settle waits until discordgo has sent its first heartbeat on this connection. If it is cut
// earlier, discordgo closes its next connection as well, with code 1000, which ends the session.
func (b *bot) settle(t testing.TB) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		b.RLock()
		settled := b.DataReady
		b.RUnlock()
		if settled {
			return
		}
	}
	t.Fatal("no heartbeat")
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// errors makes each mistake that Discord refuses, then answers the interaction.
func (b *bot) errors(t testing.TB, i *discordgo.Interaction) {
	buttons := func(n int, id func(int) string) discordgo.MessageComponent {
		var all []discordgo.MessageComponent
		for k := range n {
			all = append(all, click(id(k)))
		}
		return row(all...)
	}
	number := func(k int) string { return fmt.Sprint("b", k) }
	v2 := func(content string, n int) *discordgo.InteractionResponse {
		r := text(content, false)
		r.Data.Flags = discordgo.MessageFlagsIsComponentsV2
		for range n {
			r.Data.Components = append(r.Data.Components, discordgo.TextDisplay{Content: "x"})
		}
		return r
	}
	for _, c := range []struct {
		why  string
		r    *discordgo.InteractionResponse
		code int
	}{
		{"six buttons in a row", text("x", false, buttons(6, number)), 50035},
		{"six rows", text("x", false, buttons(1, number), buttons(1, func(int) string { return "c" }), buttons(1, func(int) string { return "d" }),
			buttons(1, func(int) string { return "e" }), buttons(1, func(int) string { return "f" }), buttons(1, func(int) string { return "g" })), 50035},
		{"41 components", v2("", 41), 50035},
		{"a doubled custom_id", text("x", false, buttons(2, func(int) string { return "same" })), 50035},
		{"content beside V2", v2("x", 1), 50035},
		{"nothing at all", text("", false), 50006},
		{"an update of a command", &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage, Data: text("x", false).Data}, 50035},
		{"2001 characters", text(strings.Repeat("x", 2001), false), 50035},
	} {
		if err := b.InteractionRespond(i, c.r); code(err) != c.code {
			t.Errorf("%s: %v, want %d", c.why, err, c.code)
		}
	}
	check(t, b.InteractionRespond(i, text("mine", true)))
	if err := b.InteractionRespond(i, text("again", false)); code(err) != 40060 {
		t.Errorf("a second acknowledgement: %v, want 40060", err)
	}
	mine, err := b.InteractionResponse(i)
	check(t, err)
	if _, err := b.ChannelMessageEdit(i.ChannelID, mine.ID, "x"); code(err) != 10008 {
		t.Errorf("an edit of an ephemeral message through its channel: %v, want 10008", err)
	}
	if err := b.ChannelMessageDelete(i.ChannelID, mine.ID); code(err) != 10008 {
		t.Errorf("a deletion of an ephemeral message through its channel: %v, want 10008", err)
	}
}
