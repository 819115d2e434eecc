package commands

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"deuces/bot"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/languages"
	"deuces/settings"
	"deuces/standing"
)

func withLanguages(t *testing.T) (*Commands, *memory) {
	t.Helper()
	all, err := languages.Load()
	errtest.Must(t, err)
	store := newMemory()
	return New(Config{Store: store, Systems: systems.All(), Languages: all}), store
}

func TestAPersonReadsTheirLanguage(t *testing.T) {
	c, _ := withLanguages(t)
	for _, tt := range []struct{ chosen, client, stored, want, why string }{
		{"de", "ja", "fr", "de", "a choice counts most"},
		{"en", "ja", "fr", "en", "English can be chosen"},
		{"", "ja", "fr", "ja", "the client was changed since it was stored"},
		{"", "", "fr", "fr", "nobody clicks when a message is sent"},
		{"", "en-US", "fr", "en", "an English client"},
		{"", "es-419", "", "es-ES", "the language of another region"},
		{"", "hu", "", "en", "a language that the bot doesn't have"},
		{"", "?", "", "en", "no language"},
		{"", "", "", "en", "nothing is known"},
	} {
		if got := c.readBy(settings.Person{Language: tt.chosen, Locale: tt.stored}, tt.client).Tag(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.why, got, tt.want)
		}
	}
}

func TestAServerIsToldInItsLanguage(t *testing.T) {
	for _, tt := range []struct {
		chosen, discord string
		people          []string
		want, why       string
	}{
		{"de", "fr", []string{"ja"}, "de", "an admin's choice counts most"},
		{"en", "fr", []string{"ja"}, "en", "English can be chosen"},
		{"", "fr", []string{"ja", "ja", "ko", ""}, "ja", "most read it"},
		{"", "fr", []string{"ko", "ja"}, "ja", "the first in the alphabet of two"},
		{"", "fr", []string{"ja", ""}, "fr", "as many read English: Discord decides"},
		{"", "fr", nil, "fr", "nobody has played"},
		{"", "en-US", nil, "en", "an English server"},
		{"", "fr", []string{"hu"}, "en", "most read a language that the bot doesn't have"},
	} {
		c, store := withLanguages(t)
		for i, locale := range tt.people {
			store.preferences[standing.Player(i+1)] = settings.Person{Locale: locale}
		}
		c.heard(bot.Request{Guild: "1", GuildLocale: tt.discord})
		l, err := c.spokenIn(t.Context(), "1", settings.Guild{Language: tt.chosen})
		if err != nil || l.Tag() != tt.want {
			t.Errorf("%s: got %s, want %s: %v", tt.why, l.Tag(), tt.want, err)
		}
	}
}

func TestWhatMostReadIsLookedUpOnceAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, store := withLanguages(t)
		for _, tt := range []struct {
			locale string
			after  time.Duration
			want   string
		}{{"ja", 0, "ja"}, {"ko", 59 * time.Minute, "ja"}, {"ko", time.Minute, "ko"}} {
			time.Sleep(tt.after)
			store.preferences[1] = settings.Person{Locale: tt.locale}
			if l, err := c.spokenIn(t.Context(), "1", settings.Guild{}); err != nil || l.Tag() != tt.want {
				t.Errorf("after %v: got %s, want %s: %v", tt.after, l.Tag(), tt.want, err)
			}
		}
	})
}

func TestAnAdminIsAskedOnceForTheLanguage(t *testing.T) {
	c, store := withLanguages(t)
	reply := func(change func(r *guildRequest, reply *bot.Reply)) []string {
		t.Helper()
		r := c.withSettings(t, bot.Request{Guild: "1", Command: "help", Can: bot.ManageGuild})
		said := bot.Reply{Message: &bot.Message{}, Private: true}
		if change != nil {
			change(&r, &said)
		}
		var buttons []string
		for _, block := range c.offerLanguage(t.Context(), r, said).Message.Blocks {
			if row, ok := block.(bot.Row); ok {
				for _, b := range row {
					buttons = append(buttons, b.ID+" "+b.Label.String())
				}
			}
		}
		return buttons
	}
	want := func(why string, got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: got the buttons %q, want %q", why, got, want)
		}
	}
	most := func(locale string) {
		store.preferences = map[standing.Player]settings.Person{1: {Locale: locale}}
		c.spoken.Clear()
	}
	want("nobody reads another language", reply(nil))
	c.heard(bot.Request{Guild: "1", GuildLocale: "ja"})
	want("the server's language on Discord, which somebody has chosen", reply(nil))
	c.heard(bot.Request{Guild: "1", GuildLocale: "en-US"})
	most("ja")
	want("somebody who may not change it", reply(func(r *guildRequest, _ *bot.Reply) { r.Can = 0 }))
	want("a button", reply(func(r *guildRequest, _ *bot.Reply) { r.Command = "" }))
	want("a message for everyone", reply(func(_ *guildRequest, reply *bot.Reply) { reply.Private = false }))
	store.guild.Language = "ja"
	want("an admin chose it", reply(nil))
	store.guild.Language = ""
	want("an admin's first command", reply(nil), "settings/tables/language/ja 日本語", "settings/tables/language/en English")
	want("the second", reply(nil))
	most("de")
	want("another language", reply(nil), "settings/tables/language/de Deutsch", "settings/tables/language/en English")
}

// Custom ids can be forged.
func TestBrokenTagsAreNoLanguages(t *testing.T) {
	for _, tag := range []string{"?", "xx-", "a", "日本語", "de/fr"} {
		_, person := settings.DefaultPerson().With("language", tag)
		_, guild := settings.Default().With("language", tag)
		if !errors.Is(person, settings.ErrGone) || !errors.Is(guild, settings.ErrGone) {
			t.Errorf("%s: got %s, want a refusal", tag, fmt.Sprint(person, guild))
		}
	}
}
