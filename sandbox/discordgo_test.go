package sandbox_test

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// A bot that uses discordgo can respond to all kinds of interactions, send files, open modals and
// receive reactions.
func TestDiscordGo(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{Privileged: privilegedIntents, ReplyWithin: sandboxtest.Patience})
	s, err := discordgo.New("Bot " + d.Server.Token())
	must(t, err)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	s.Client = &http.Client{Transport: sandboxtest.Transport{URL: d.URL}}
	s.Identify.Intents = discordgo.IntentsAll
	row := func(c discordgo.MessageComponent) []discordgo.MessageComponent {
		return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{c}}}
	}
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.InteractionCreate) {
		i := e.Interaction
		respond := func(kind discordgo.InteractionResponseType, data discordgo.InteractionResponseData) {
			check(s.InteractionRespond(i, &discordgo.InteractionResponse{Type: kind, Data: &data}))
		}
		reply := func(text string, components ...discordgo.MessageComponent) {
			respond(discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseData{Content: text, Components: components})
		}
		switch i.Type {
		case discordgo.InteractionMessageComponent:
			respond(discordgo.InteractionResponseUpdateMessage, discordgo.InteractionResponseData{Content: "clicked " + i.MessageComponentData().CustomID, Components: []discordgo.MessageComponent{}})
			return
		case discordgo.InteractionModalSubmit:
			reply("you are " + i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value)
			return
		case discordgo.InteractionApplicationCommandAutocomplete:
			respond(discordgo.InteractionApplicationCommandAutocompleteResult, discordgo.InteractionResponseData{
				Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "king", Value: "king"}}})
			return
		}
		switch data := i.ApplicationCommandData(); data.Name {
		case "reply":
			reply("hello "+i.Member.User.GlobalName, row(discordgo.Button{Label: "again", CustomID: "again", Style: discordgo.PrimaryButton})...)
		case "pick":
			reply("picked " + data.Options[0].StringValue())
		case "defer":
			respond(discordgo.InteractionResponseDeferredChannelMessageWithSource, discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral})
			answer := "thought about it"
			_, err := s.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &answer})
			check(err)
		case "deferv2":
			respond(discordgo.InteractionResponseDeferredChannelMessageWithSource, discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsIsComponentsV2})
			uri := discordgo.EndpointWebhookMessage(i.AppID, i.Token, "@original")
			text := []any{map[string]any{"type": 10, "content": "thought about it"}}
			_, err := s.RequestWithBucketID("PATCH", uri, map[string]any{"components": text}, uri)
			if e := new(discordgo.RESTError); !errors.As(err, &e) || e.Message.Code != 50035 {
				t.Errorf("a V2 body without its flag after a deferral: got %v, want 50035", err)
			}
			_, err = s.RequestWithBucketID("PATCH", uri, map[string]any{"flags": discordgo.MessageFlagsIsComponentsV2, "components": text}, uri)
			check(err)
		case "follow":
			reply("first")
			if first, err := s.InteractionResponse(i); err != nil || first.Content != "first" {
				t.Errorf("got the response %+v, %v, want first", first, err)
			}
			second, err := s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "second", Flags: discordgo.MessageFlagsEphemeral})
			check(err)
			third, err := s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "third"})
			check(err)
			check(s.FollowupMessageDelete(i, third.ID))
			edited := "second, edited"
			_, err = s.FollowupMessageEdit(i, second.ID, &discordgo.WebhookEdit{Content: &edited})
			check(err)
		case "modal":
			respond(discordgo.InteractionResponseModal, discordgo.InteractionResponseData{CustomID: "form", Title: "A form",
				Components: row(discordgo.TextInput{CustomID: "name", Label: "Name", Style: discordgo.TextInputShort, Required: true})})
		case "gallery":
			alt := "a hand"
			respond(discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsIsComponentsV2 | discordgo.MessageFlagsEphemeral,
				Files: []*discordgo.File{{Name: "hand.png", ContentType: "image/png", Reader: bytes.NewReader(Picture(t, 16))}},
				Components: []discordgo.MessageComponent{
					discordgo.Container{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: "Your hand"}}},
					discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://hand.png"}, Description: &alt}}},
				}})
		}
	})
	reactions := make(chan *discordgo.MessageReactionAdd, 1)
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageReactionAdd) { reactions <- e })
	must(t, s.Open())
	t.Cleanup(func() { _ = s.Close() })
	card := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: "card", Description: "a card", Required: true, Autocomplete: true}
	commands := []*discordgo.ApplicationCommand{{Name: "pick", Description: "d", Options: []*discordgo.ApplicationCommandOption{card}}}
	for _, name := range []string{"reply", "defer", "deferv2", "follow", "modal", "gallery"} {
		commands = append(commands, &discordgo.ApplicationCommand{Name: name, Description: "d"})
	}
	if _, err := s.ApplicationCommandBulkOverwrite(s.State.User.ID, "", commands); err != nil {
		t.Fatal(err)
	}

	ann := User(t, d, "Ann")
	useCommonCommands(t, d, ann)
	mustUse(t, ann, "deferv2", nil)
	waitForMessage(t, ann, "the deferred answer in V2", func(m sandboxtest.Message) bool { return m.Text() == "thought about it" && m.Flags == 32768 })
	if slices.ContainsFunc(Messages(t, ann), func(m sandboxtest.Message) bool { return m.Content == "third" }) {
		t.Error("a deleted follow-up is still listed")
	}
	form := mustUse(t, ann, "modal", nil).Interaction
	if _, err := ann.Submit(t.Context(), form, "form", nil); Status(err) != 400 {
		t.Errorf("a form without its required field: got %v, want 400", err)
	}
	if r, err := ann.Submit(t.Context(), form, "form", map[string]any{"name": "Ann the First"}); err != nil || r.Message().Content != "you are Ann the First" {
		t.Errorf("the submission of a form: got %+v, %v, want the name in the answer", r, err)
	}

	w := GetWorld(t, d)
	m := Say(t, d, "Ann", "general", "react to this")
	Do(t, d, "react", map[string]any{"user": "Bob", "message": m, "emoji": "♠️"})
	select {
	case r := <-reactions:
		if r.UserID != w.ID("Bob") || r.Emoji.Name != "♠️" || r.MessageID != m || r.Member.User.Username != "bob" {
			t.Errorf("got the reaction %+v, want Bob's", r.MessageReaction)
		}
	case <-time.After(sandboxtest.Patience):
		t.Error("no reaction arrived in time")
	}
	CheckCalls(t, d)
}
