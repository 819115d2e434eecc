package sandbox_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// bot is discordgo connected to a sandbox. It passes each interaction to the function that the test
// provides.
type bot struct {
	*discordgo.Session
	app string
}

func startBot(t testing.TB, d *sandboxtest.Discord, on func(*bot, *discordgo.InteractionCreate)) *bot {
	t.Helper()
	session, err := discordgo.New("Bot sandbox")
	if err != nil {
		t.Fatal(err)
	}
	session.Client = &http.Client{Transport: sandboxtest.Transport{URL: d.URL}, Timeout: 10 * time.Second}
	session.Identify.Intents = discordgo.IntentGuilds | discordgo.IntentGuildMessages
	b := &bot{Session: session}
	ready := make(chan *discordgo.Ready, 8)
	session.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r })
	session.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
		if on != nil {
			on(b, i)
		}
	})
	if err := session.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	select {
	case r := <-ready:
		b.app = r.Application.ID
	case <-time.After(5 * time.Second):
		t.Fatal("no READY")
	}
	return b
}

func (b *bot) register(t testing.TB, commands ...*discordgo.ApplicationCommand) {
	t.Helper()
	if _, err := b.ApplicationCommandBulkOverwrite(b.app, "", commands); err != nil {
		t.Fatal(err)
	}
}

// code returns Discord's error code from an error of discordgo, or 0.
func code(err error) int {
	var e *discordgo.RESTError
	if errors.As(err, &e) && e.Message != nil {
		return e.Message.Code
	}
	return 0
}

func text(content string, ephemeral bool, rows ...discordgo.MessageComponent) *discordgo.InteractionResponse {
	r := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: content, Components: rows}}
	if ephemeral {
		r.Data.Flags = discordgo.MessageFlagsEphemeral
	}
	return r
}

func row(buttons ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: buttons}
}

func click(id string) discordgo.Button {
	return discordgo.Button{Label: id, CustomID: id, Style: discordgo.PrimaryButton}
}

// A small game: a command, a private hand, and clicks that update both.
func TestCommandAndClicks(t *testing.T) {
	t.Parallel() // a client of discordgo takes a second to close
	d := sandboxtest.Start(t, sandbox.Config{})
	b := startBot(t, d, func(b *bot, i *discordgo.InteractionCreate) {
		var err error
		switch i.Type {
		case discordgo.InteractionApplicationCommand:
			err = b.InteractionRespond(i.Interaction, text("A table for "+i.Member.User.GlobalName, false, row(click("hand/1"), discordgo.Button{Label: "off", CustomID: "off", Disabled: true})))
		case discordgo.InteractionMessageComponent:
			switch i.MessageComponentData().CustomID {
			case "hand/1":
				err = b.InteractionRespond(i.Interaction, text("secret of "+i.Member.User.GlobalName, true, row(click("act/1"))))
			case "act/1":
				err = b.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage,
					Data: &discordgo.InteractionResponseData{Content: "played", Components: []discordgo.MessageComponent{}}})
			}
		}
		if err != nil {
			t.Error(err)
		}
	})
	b.register(t, &discordgo.ApplicationCommand{Name: "play", Description: "Open a table"})
	ann, bob := User(t, d, "Ann"), User(t, d, "Bob")
	ctx := t.Context()
	r, err := ann.Command(ctx, "general", "play", nil)
	if err != nil {
		t.Fatal(err)
	}
	board := r.Message()
	if board.Content != "A table for Ann" || board.Ephemeral || board.Author.Name != "Deuces" {
		t.Errorf("the reply is %+v", board)
	}
	if _, err := bob.Click(ctx, board.ID, "off"); Status(err) != 409 {
		t.Errorf("a disabled button: %v, want 409", err)
	}
	if _, err := bob.Click(ctx, board.ID, "nothing"); Status(err) != 404 {
		t.Errorf("a button that isn't there: %v, want 404", err)
	}
	r, err = bob.Click(ctx, board.ID, "hand/1")
	if err != nil {
		t.Fatal(err)
	}
	hand := r.Message()
	if !hand.Ephemeral || hand.Content != "secret of Bob" {
		t.Errorf("the hand is %+v", hand)
	}
	if _, err := ann.Click(ctx, hand.ID, "act/1"); Status(err) != 403 {
		t.Errorf("another's private message: %v, want 403", err)
	}
	if _, err := b.ChannelMessage(hand.Channel, hand.ID); code(err) != 10008 {
		t.Errorf("a private message through its channel: %v, want 10008", err)
	}
	if _, err := bob.Click(ctx, hand.ID, "act/1"); err != nil {
		t.Fatal(err)
	}
	mine, err := bob.Messages(ctx, "general")
	if err != nil {
		t.Fatal(err)
	}
	if len(mine) != 2 || mine[1].Content != "played" || !mine[1].Edited || len(mine[1].Components) != 0 {
		t.Errorf("Bob sees %+v", mine)
	}
	if theirs, err := ann.Messages(ctx, "general"); err != nil || len(theirs) != 1 {
		t.Errorf("Ann sees %+v, %v", theirs, err)
	}
	got, err := ann.Payloads(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range got {
		if strings.Contains(string(p.Body), "secret") {
			t.Errorf("Ann got %s", p.Body)
		}
	}
	if theirs, err := bob.Payloads(ctx); err != nil || len(theirs) != 3 {
		t.Errorf("Bob got %d payloads (%v), want 3: the board, the hand, the hand played", len(theirs), err)
	}
}

// An interaction expires after its deadlines, which are shortened here from three seconds and
// fifteen minutes.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	d := sandboxtest.Start(t, sandbox.Config{ReplyWithin: time.Second, TokenLife: 3 * time.Second})
	got := make(chan *discordgo.Interaction, 4)
	b := startBot(t, d, func(_ *bot, i *discordgo.InteractionCreate) { got <- i.Interaction })
	b.register(t, &discordgo.ApplicationCommand{Name: "play", Description: "Open a table"})
	ann := User(t, d, "Ann")
	if _, err := ann.Command(t.Context(), "general", "play", nil); Status(err) != 504 {
		t.Errorf("a silent bot: %v, want 504", err)
	}
	late := <-got
	if err := b.InteractionRespond(late, text("too late", false)); code(err) != 10062 {
		t.Errorf("an answer after the deadline: %v, want 10062", err)
	}
	answered := make(chan error, 1)
	go func() {
		_, err := ann.Command(context.Background(), "general", "play", nil)
		answered <- err
	}()
	i := <-got
	if err := b.InteractionRespond(i, text("in time", false)); err != nil {
		t.Fatal(err)
	}
	if err := <-answered; err != nil {
		t.Fatal(err)
	}
	if err := b.InteractionRespond(i, text("again", false)); code(err) != 40060 {
		t.Errorf("a second answer: %v, want 40060", err)
	}
	edit := "edited"
	if _, err := b.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &edit}); err != nil {
		t.Errorf("an edit while the token lives: %v", err)
	}
	deadline := time.Now().Add(20 * time.Second)
	for {
		_, err := b.InteractionResponse(i)
		if code(err) == 50027 {
			break
		}
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("a token past its life: %v, want 50027", err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}
