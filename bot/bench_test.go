package bot

import (
	"context"
	"deuces/internal/say"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot/gateway"
)

// hand returns a message as large as a large hand of a player.
func hand() Message {
	m := Message{Accent: 0x5865f2, Blocks: []Block{Text(say.Verbatim("## Your hand\n" + strings.Repeat("7♠ ", 18))), Divider{}}}
	for r := range 5 {
		var row Row
		for c := range 5 {
			row = append(row, Button{ID: fmt.Sprintf("act/7/3.17/%d%d", r, c), Label: say.Verbatim("7♠ 7♥"), Style: Blue})
		}
		m.Blocks = append(m.Blocks, row)
	}
	return m
}

// BenchmarkAnswer measures the bot's work for a click: decoding, routing, checking, encoding and the
// callback over loopback, with 8 clicks at a time.
func BenchmarkAnswer(b *testing.B) {
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	defer h.Close()
	x, err := New(Config{Token: "t", API: h.URL, Log: zerolog.Nop()})
	if err != nil {
		b.Fatal(err)
	}
	r := NewRouter()
	x.router = r
	r.Command(Command{Name: "go", Description: say.Verbatim("x")}, DeferPrivate, func(context.Context, Request) (Reply, error) { return Whisper(hand()), nil })
	raw := string(interactionJSON(b, map[string]any{"id": "ID"}))
	var n atomic.Int64
	b.ReportAllocs()
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			x.receive(b.Context(), gateway.Event{Data: []byte(strings.Replace(raw, "ID", fmt.Sprint(n.Add(1)), 1))}, time.Now())
		}
	})
	x.work.Wait()
}

// BenchmarkMessage measures checking and encoding a message.
func BenchmarkMessage(b *testing.B) {
	m := hand()
	b.ReportAllocs()
	for b.Loop() {
		encoded(b, m).Response(responseMessage, 0)
	}
}

// BenchmarkDecode measures decoding a click on a hand, which contains the clicked message.
func BenchmarkDecode(b *testing.B) {
	var message map[string]any
	if err := json.Unmarshal(encoded(b, hand()).JSON, &message); err != nil {
		b.Fatal(err)
	}
	message["id"] = "77"
	raw := interactionJSON(b, map[string]any{"type": 3, "message": message, "data": map[string]any{"custom_id": "act/7/3.17/7S", "component_type": 2}})
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decode(raw, time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}
