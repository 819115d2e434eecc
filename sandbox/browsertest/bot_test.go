package browsertest_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"deuces/sandbox"
	"deuces/sandbox/browsertest"
	"deuces/sandbox/sandboxtest"
)

// chromium is the browser that all tests share. Each test has its own tab.
var chromium browsertest.Chromium

func TestMain(m *testing.M) {
	code := m.Run()
	chromium.Close()
	os.Exit(code)
}

// discord starts a sandbox with a small bot that posts one of everything that the page can show.
func discord(t *testing.T) (address string) {
	t.Helper()
	s := start(t, "127.0.0.1:0", sandboxtest.Patience)
	connect(t, s.URL())
	return s.URL()
}

// running is a sandbox that runs until stop is called or its test ends.
type running struct {
	*sandbox.Server
	stop func()
}

func start(t *testing.T, address string, replyWithin time.Duration) running {
	t.Helper()
	s := sandbox.New(sandbox.Config{Addr: address, ReplyWithin: replyWithin})
	if err := s.Listen(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("the sandbox ended with %v", err)
		}
	})
	t.Cleanup(stop)
	return running{s, stop}
}

func connect(t *testing.T, address string) {
	t.Helper()
	session, err := discordgo.New("Bot sandbox")
	if err != nil {
		t.Fatal(err)
	}
	session.Client = &http.Client{Transport: sandboxtest.Transport{URL: address}}
	session.Identify.Intents = discordgo.IntentsGuilds
	bot := &testBot{t: t}
	session.AddHandler(bot.answer)
	if err := session.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("the bot's session ended with %v", err)
		}
	})
	if _, err := session.ApplicationCommandBulkOverwrite(session.State.User.ID, "", commands); err != nil {
		t.Fatal(err)
	}
}

var commands = []*discordgo.ApplicationCommand{
	{Name: "play", Description: "Open a table", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionString, Name: "game", Description: "Which game", Required: true,
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "AHole", Value: "ahole"}, {Name: "Big Two", Value: "bigtwo"}}},
		{Type: discordgo.ApplicationCommandOptionInteger, Name: "seats", Description: "How many seats", MaxValue: 8},
		{Type: discordgo.ApplicationCommandOptionString, Name: "preset", Description: "A set of options", Autocomplete: true},
	}},
	{Name: "hand", Description: "Show my hand"},
	{Name: "settings", Description: "Settings", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "name", Description: "Name the table"}}},
	{Name: "silent", Description: "Never answers"},
	{Name: "pictures", Description: "A picture, an emoji, a file and a thread"},
}

type testBot struct{ t *testing.T }

func (b *testBot) answer(s *discordgo.Session, i *discordgo.InteractionCreate) {
	respond := func(kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData) {
		if err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
			b.t.Errorf("respond: %v", err)
		}
	}
	say := func(data discordgo.InteractionResponseData) {
		respond(discordgo.InteractionResponseChannelMessageWithSource, &data)
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		respond(discordgo.InteractionApplicationCommandAutocompleteResult, &discordgo.InteractionResponseData{
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "House rules", Value: "house"}, {Name: "Tournament", Value: "tournament"}}})
	case discordgo.InteractionApplicationCommand:
		switch data := i.ApplicationCommandData(); data.Name {
		case "play":
			var words []string
			for _, o := range data.Options {
				words = append(words, fmt.Sprintf("%s = %v", o.Name, o.Value))
			}
			say(lobby(strings.Join(words, ", ")))
		case "hand":
			say(hand("Your hand: 3♦ 4♠ **2♠**"))
		case "settings":
			respond(discordgo.InteractionResponseModal, &discordgo.InteractionResponseData{CustomID: "name/1", Title: "Name the table",
				Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.TextInput{CustomID: "name", Label: "Name", Style: discordgo.TextInputShort, Required: true}}}}})
		case "pictures":
			b.pictures(s, i, say)
		case "silent":
		}
	case discordgo.InteractionModalSubmit:
		row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
		say(discordgo.InteractionResponseData{Content: "The table is called " + row.Components[0].(*discordgo.TextInput).Value})
	case discordgo.InteractionMessageComponent:
		switch data := i.MessageComponentData(); data.CustomID {
		case "join":
			next := lobby(i.Member.User.Mention() + " joined")
			respond(discordgo.InteractionResponseUpdateMessage, &next)
		case "hand":
			say(hand("Your hand: 5♣"))
		case "call":
			if _, err := s.ChannelMessageSend(i.ChannelID, "<@"+i.Member.User.ID+">, it is your turn"); err != nil {
				b.t.Errorf("send: %v", err)
			}
			respond(discordgo.InteractionResponseDeferredMessageUpdate, nil)
		case "cards":
			next := hand("You picked " + strings.Join(data.Values, " "))
			respond(discordgo.InteractionResponseUpdateMessage, &next)
		case "silent":
		}
	}
}

// pictures answers with attachments and emojis, and opens a thread on the message.
func (b *testBot) pictures(s *discordgo.Session, i *discordgo.InteractionCreate, say func(discordgo.InteractionResponseData)) {
	var spade bytes.Buffer
	if err := png.Encode(&spade, image.NewGray(image.Rect(0, 0, 128, 96))); err != nil {
		b.t.Errorf("picture: %v", err)
	}
	emoji, err := s.ApplicationEmojiCreate(i.AppID, &discordgo.EmojiParams{Name: "spade",
		Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(spade.Bytes())})
	if err != nil {
		b.t.Errorf("emoji: %v", err)
		return
	}
	words := "A board"
	say(discordgo.InteractionResponseData{
		Flags: discordgo.MessageFlagsIsComponentsV2,
		Files: []*discordgo.File{{Name: "board.png", ContentType: "image/png", Reader: &spade},
			{Name: "match.rec", ContentType: "text/plain", Reader: strings.NewReader("a record")}},
		Components: []discordgo.MessageComponent{
			discordgo.TextDisplay{Content: "Spades " + emoji.MessageFormat()},
			discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://board.png"}, Description: &words}}},
			discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://match.rec"}},
		},
	})
	m, err := s.InteractionResponse(i.Interaction)
	if err != nil {
		b.t.Errorf("response: %v", err)
		return
	}
	if _, err := s.MessageThreadStart(m.ChannelID, m.ID, "The match", 60); err != nil {
		b.t.Errorf("thread: %v", err)
	}
}

// hostile is text that a page must display and must not execute.
const hostile = `<img src=x onerror="window.broken=1"> [click](javascript:alert(1)) <script>window.broken=1</script>`

func lobby(words string) discordgo.InteractionResponseData {
	accent := 0x5865f2
	divider := true
	return discordgo.InteractionResponseData{
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		Components: []discordgo.MessageComponent{discordgo.Container{AccentColor: &accent, Components: []discordgo.MessageComponent{
			discordgo.TextDisplay{Content: "## A table\n" + words},
			discordgo.Separator{Divider: &divider},
			discordgo.TextDisplay{Content: hostile},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "Join", Style: discordgo.SuccessButton, CustomID: "join"},
				discordgo.Button{Label: "My hand", Style: discordgo.PrimaryButton, CustomID: "hand"},
				discordgo.Button{Label: "Call me", Style: discordgo.SecondaryButton, CustomID: "call"},
				discordgo.Button{Label: "Silence", Style: discordgo.DangerButton, CustomID: "silent"},
				discordgo.Button{Label: "Full", Style: discordgo.SecondaryButton, CustomID: "full", Disabled: true},
			}},
		}}},
	}
}

func hand(words string) discordgo.InteractionResponseData {
	two := 2
	return discordgo.InteractionResponseData{
		Flags: discordgo.MessageFlagsEphemeral, Content: words,
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "cards", Placeholder: "Pick two cards", MinValues: &two, MaxValues: 2,
				Options: []discordgo.SelectMenuOption{{Label: "3♦", Value: "3D"}, {Label: "4♠", Value: "4S"}, {Label: "2♠", Value: "2S"}}}}}},
	}
}
