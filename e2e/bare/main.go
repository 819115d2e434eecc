// Command bare is a minimal bot with which BenchmarkBare compares ours. It answers each interaction
// with as many buttons as a hand has, and edits its previous answer in the same channel. It uses
// discordgo as discordgo's examples do. DISCORD_API is the address of Discord.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/bwmarrin/discordgo"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Getenv("DISCORD_API")); err != nil {
		fmt.Fprintln(os.Stderr, "bare:", err)
		os.Exit(1)
	}
}

// run answers interactions until the context ends.
func run(ctx context.Context, api string) (err error) {
	to, err := url.Parse(api)
	if err != nil {
		return err
	}
	s, err := discordgo.New("Bot sandbox")
	if err != nil {
		return err
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 200
	s.Client = &http.Client{Transport: rebase{to, t}}
	s.Identify.Intents = discordgo.IntentsGuilds
	b := bare{Session: s, last: map[string]*discordgo.Interaction{}}
	s.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := b.answer(i.Interaction); err != nil {
			fmt.Fprintln(os.Stderr, "bare:", err)
		}
	})
	if err := s.Open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.ApplicationCommandCreate(s.State.User.ID, "", &discordgo.ApplicationCommand{Name: "hand", Description: "Look at your hand"}); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, `{"message":"ready"}`) // the line that our bot logs, which the tests wait for
	<-ctx.Done()
	return nil
}

type bare struct {
	*discordgo.Session
	mu   sync.Mutex
	last map[string]*discordgo.Interaction // previous interaction by channel
}

// answer answers an interaction and edits the previous answer.
func (b *bare) answer(i *discordgo.Interaction) error {
	kind := discordgo.InteractionResponseChannelMessageWithSource
	if i.Type == discordgo.InteractionMessageComponent {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	text, rows := "It's your turn to play on `7♥`\n"+i.ID, hand()
	err := b.InteractionRespond(i, &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{
		Content: text, Flags: discordgo.MessageFlagsEphemeral, Components: rows,
	}})
	b.mu.Lock()
	before := b.last[i.ChannelID]
	b.last[i.ChannelID] = i
	b.mu.Unlock()
	if err != nil || before == nil {
		return err
	}
	// InteractionResponseEdit would use one rate-limit bucket for all interactions.
	uri := discordgo.EndpointWebhookMessage(before.AppID, before.Token, "@original")
	_, err = b.RequestWithBucketID(http.MethodPatch, uri, &discordgo.WebhookEdit{Content: &text, Components: &rows}, uri)
	return err
}

// hand returns rows with as many buttons as a hand has in the middle of a round.
func hand() (rows []discordgo.MessageComponent) {
	for r := range 3 {
		var row discordgo.ActionsRow
		for c := range 5 {
			row.Components = append(row.Components, discordgo.Button{Label: fmt.Sprintf("%d♥", 2+c), Style: discordgo.SecondaryButton, CustomID: fmt.Sprintf("act/1/1.1/%d%d", r, c)})
		}
		rows = append(rows, row)
	}
	return rows
}

// rebase is a transport that sends requests to another server than Discord's.
type rebase struct {
	to   *url.URL
	next http.RoundTripper
}

func (b rebase) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = b.to.Scheme, b.to.Host
	return b.next.RoundTrip(r)
}
