package bottest

import (
	"strings"
	"testing"

	"deuces/bot"
	"deuces/internal/say"
)

func TestCheck(t *testing.T) {
	buttons := func(n int) bot.Row {
		var r bot.Row
		for i := range n {
			r = append(r, bot.Button{ID: strings.Repeat("x", i+1), Label: say.Verbatim("x")})
		}
		return r
	}
	texts := func(n, size int) (m bot.Message) {
		for range n {
			m.Blocks = append(m.Blocks, bot.Text(say.Verbatim(strings.Repeat("x", size))))
		}
		return m
	}
	messageOf := func(b bot.Block) bot.Message { return bot.Message{Blocks: []bot.Block{b}} }
	opts := func(n int) (o []bot.SelectOption) {
		for i := range n {
			o = append(o, bot.SelectOption{Label: say.Verbatim("x"), Value: strings.Repeat("v", i+1)})
		}
		return o
	}
	tests := []struct {
		why     string
		m       bot.Message
		wantErr string // part of the error; empty: the message is valid
	}{
		{"an empty message, which is never sent", bot.Message{}, ""},
		{"as many texts as fit", texts(40, 100), ""},
		{"41 components", texts(41, 1), "41 components"},
		{"the frame counts", bot.Message{Accent: 1, Blocks: texts(40, 1).Blocks}, "41 components"},
		{"4002 characters in three texts", texts(3, 1334), "4002 characters"},
		{"characters are UTF-16 units", messageOf(bot.Text(say.Verbatim(strings.Repeat("🂡", 2001)))), "4002 characters"},
		{"an empty text", messageOf(bot.Text(say.Verbatim(""))), "text has 0"},
		{"five buttons", messageOf(buttons(5)), ""},
		{"six buttons", messageOf(buttons(6)), "6 buttons"},
		{"an empty row", messageOf(bot.Row{}), "0 buttons"},
		{"label of 81", messageOf(bot.Row{{ID: "x", Label: say.Verbatim(strings.Repeat("x", 81))}}), "label has 81"},
		{"neither label nor emoji", messageOf(bot.Row{{ID: "x"}}), "label has 0"},
		{"an emoji alone, which a screen reader has no words for", messageOf(bot.Row{{ID: "x", Emoji: "🂡"}}), "label has 0"},
		{"an emoji alone in the label", messageOf(bot.Row{{ID: "x", Label: say.Verbatim("⏮️")}}), "no words"},
		{"no id", messageOf(bot.Row{{Label: say.Verbatim("x")}}), "custom id has 0"},
		{"id of 101", messageOf(bot.Row{{ID: strings.Repeat("x", 101), Label: say.Verbatim("x")}}), "custom id has 101"},
		{"an id twice", bot.Message{Blocks: []bot.Block{bot.Row{{ID: "x", Label: say.Verbatim("x")}}, bot.Row{{ID: "x", Label: say.Verbatim("y")}}}}, "twice"},
		{"a link with an id", messageOf(bot.Row{{ID: "x", URL: "https://example.com", Label: say.Verbatim("x")}}), "both"},
		{"26 options", messageOf(bot.Select{ID: "x", Options: opts(26)}), "26 options"},
		{"no options", messageOf(bot.Select{ID: "x"}), "0 options"},
		{"the same value twice", messageOf(bot.Select{ID: "x", Options: append(opts(1), opts(1)...)}), "twice"},
		{"two chosen where one may be", messageOf(bot.Select{ID: "x", Options: []bot.SelectOption{{Label: say.Verbatim("a"), Value: "a", Default: true}, {Label: say.Verbatim("b"), Value: "b", Default: true}}}), "2 options chosen"},
		{"a picker without an id", messageOf(bot.Picker{}), "custom id has 0"},
		{"26 to pick", messageOf(bot.Picker{ID: "x", Max: 26}), "26 values to pick"},
		{"more picked than may", messageOf(bot.Picker{ID: "x", Max: 1, Chosen: []string{"1", "2"}}), "2 values picked"},
		{"a section with nothing beside it", messageOf(bot.Section{Texts: []bot.Text{bot.Text(say.Verbatim("x"))}}), "custom id has 0"},
		{"four texts in a section", messageOf(bot.Section{Texts: []bot.Text{bot.Text(say.Verbatim("x")), bot.Text(say.Verbatim("x")), bot.Text(say.Verbatim("x")), bot.Text(say.Verbatim("x"))}, Button: bot.Button{ID: "x", Label: say.Verbatim("x")}}), "4 texts"},
		{"a file that isn't there", messageOf(bot.Download("x")), "no file"},
		{"a picture over plain http", messageOf(bot.Gallery{{URL: "http://example.com/a.png"}}), "neither https"},
		{"a block that is nil", messageOf(nil), "block of nothing"},
		{"an accent above 0xFFFFFF", bot.Message{Accent: 1 << 24, Blocks: []bot.Block{bot.Text(say.Verbatim("x"))}}, "no color"},
	}
	for _, tt := range tests {
		err := Message(tt.m)
		if tt.wantErr == "" && err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		if tt.wantErr != "" && (err == nil || !strings.Contains(err.Error(), tt.wantErr)) {
			t.Errorf("%s: %v, want an error with %q", tt.why, err, tt.wantErr)
		}
	}
}

func TestCommand(t *testing.T) {
	ok := bot.Command{Name: "play", Description: say.Verbatim("Open a table"), Options: []bot.Option{
		{Name: "game", Description: say.Verbatim("Which"), Suggest: true, Max: 80}, {Name: "player", Description: say.Verbatim("Who"), User: true},
	}}
	if err := Command(ok); err != nil {
		t.Error(err)
	}
	tests := []struct {
		why     string
		c       bot.Command
		wantErr string
	}{
		{"upper case", bot.Command{Name: "Play", Description: say.Verbatim("x")}, "lower-case"},
		{"no description", bot.Command{Name: "play"}, "description"},
		{"suggestions for a user", bot.Command{Name: "play", Description: say.Verbatim("x"), Options: []bot.Option{
			{Name: "a", Description: say.Verbatim("a"), User: true, Suggest: true}}}, "is a user"},
	}
	for _, tt := range tests {
		if err := Command(tt.c); err == nil || !strings.Contains(err.Error(), tt.wantErr) {
			t.Errorf("%s: %v, want an error with %q", tt.why, err, tt.wantErr)
		}
	}
}
