package gateway

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// session is a session with Discord. discordgo keeps it: it identifies, sends heartbeats, counts the
// events and, on a new connection, resumes the session. It reaches Discord through a relay. A session
// outlives its connections, and has one at a time.
type session struct {
	*discordgo.Session
	began    bool          // Discord has started the session, so it can be resumed
	resumeAt string        // the resume_gateway_url of READY; empty or invalid: where the session began
	relayed  net.Conn      // what discordgo gets as its connection
	closed   chan struct{} // receives a value when discordgo has closed its connection
}

func (s *shard) newSession() (*session, error) {
	d, err := discordgo.New("Bot " + s.gateway.cfg.Token)
	if err != nil {
		return nil, fmt.Errorf("create a discordgo session: %w", err)
	}
	x := &session{Session: d, closed: make(chan struct{}, 1)}
	d.Client = &http.Client{Transport: relayAddress{}}
	d.Dialer = &websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return x.relayed, nil }}
	d.LogLevel = -1
	d.ShardID, d.ShardCount = s.id, s.gateway.shardCount
	d.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentGuildScheduledEvents
	d.StateEnabled = false
	d.ShouldReconnectOnError = false
	d.ShouldReconnectVoiceOnSessionError = false
	d.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case x.closed <- struct{}{}:
		default: // discordgo may report one loss twice
		}
	})
	return x, nil
}

// relayAddress answers discordgo's only request, GET /gateway. The address that it gives means the
// relay, so nothing goes to Discord past the rate limits of package rest.
type relayAddress struct{}

func (relayAddress) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Request: r, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(`{"url":"ws://relay"}`)),
	}, nil
}
