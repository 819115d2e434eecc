package commands

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// Private messages are in the language of their reader: the one chosen in /preferences, or else that of the Discord
// client. Public ones are in that of the guild: the one chosen in /settings, or else the one that most people there
// read who played in the last month, or else that of the guild on Discord.

// readBy returns the language of a person's private messages. locale is that of the client now; empty: unknown.
func (c *Commands) readBy(chosen settings.Person, locale string) *say.Language {
	return c.Languages.Find(cmp.Or(chosen.Language, locale, chosen.Locale))
}

// reader returns the language of private replies to a request. It stores a locale that is new.
func (c *Commands) reader(ctx context.Context, r bot.Request) *say.Language {
	chosen := c.chosenBy(ctx, r)
	if now := storedLocale(r.Locale); r.Locale != "" && now != chosen.Locale {
		player, known, err := c.Store.Find(ctx, r.User.ID)
		if err == nil && known {
			_, err = c.Store.ChangePreferences(ctx, player, func(p settings.Person) (settings.Person, error) {
				p.Locale = now
				return p, nil
			})
		}
		if err != nil {
			c.Logger.Warn().Err(err).Int64("player", int64(player)).Msg("cannot store a person's language; messages without a click may be in English")
		}
	}
	return c.readBy(chosen, r.Locale)
}

// inTheirLanguage returns a message that a person gets without a click.
func (c *Commands) inTheirLanguage(ctx context.Context, p match.Player, m bot.Message) bot.Message {
	chosen, err := c.Store.Preferences(ctx, p)
	if err != nil {
		c.Logger.Warn().Err(err).Int64("player", int64(p)).Msg("cannot read a person's language; writing in English")
	}
	m.Language = c.readBy(chosen, "")
	return m
}

// offerLanguage adds a question to an admin's private reply to a command, once for each language that the guild's
// public messages are in because most people read it, while Discord says another one.
func (c *Commands) offerLanguage(ctx context.Context, r guildRequest, reply bot.Reply) bot.Reply {
	l := r.set.Language
	if l == nil || r.set.Guild.Language != "" || r.set.Offered == l.Tag() || r.Command == "" || reply.Message == nil || reply.Mirror != nil || !reply.Private || !c.mayChange(r.Request) {
		return reply
	}
	if l == c.Languages.Find(c.server(r.Guild).Locale) {
		return reply
	}
	_, err := c.Store.ChangeSettings(ctx, r.Guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
		g.Offered = l.Tag()
		return g, nil
	})
	if err != nil {
		c.Logger.Warn().Err(err).Str("guild", r.Guild).Msg("cannot store that an admin was asked for the server's language")
		return reply
	}
	msg := *reply.Message
	msg.Blocks = append(slices.Clip(msg.Blocks), r.set.LanguageOffer()...)
	reply.Message = &msg
	return reply
}

// storedLocale returns the locale to store for that of a client. English is the default.
func storedLocale(locale string) string {
	if strings.HasPrefix(locale, "en") {
		return ""
	}
	return locale
}

// spoken is the language that most people of a guild read.
type spoken struct {
	locale string // empty: English, or nobody has played
	until  time.Time
}

// spokenIn returns the language of a guild's public messages.
func (c *Commands) spokenIn(ctx context.Context, guild string, set settings.Guild) (*say.Language, error) {
	if guild == "" || len(c.Languages) == 0 {
		return nil, nil
	}
	if set.Language != "" {
		return c.Languages.Find(set.Language), nil
	}
	most, err := c.mostRead(ctx, guild)
	return c.Languages.Find(cmp.Or(most, c.server(guild).Locale)), err
}

// server returns what Discord last told about a guild that this process serves. The zero Guild is unknown.
func (c *Commands) server(guild string) bot.Guild {
	known, _ := c.servers.Load(guild)
	at, _ := known.(bot.Guild)
	return at
}

// heard keeps the language of a guild, which an admin may have changed on Discord.
func (c *Commands) heard(r bot.Request) {
	if at := c.server(r.Guild); r.Guild != "" && r.GuildLocale != "" && at.Locale != r.GuildLocale {
		at.Locale = r.GuildLocale
		c.servers.Store(r.Guild, at)
	}
}

// mostRead returns the locale that most people have who played in a guild in the last month; empty if that is
// English.
func (c *Commands) mostRead(ctx context.Context, guild string) (string, error) {
	known, _ := c.spoken.Load(guild)
	if s, _ := known.(spoken); time.Now().Before(s.until) {
		return s.locale, nil
	}
	people, err := c.Store.Locales(ctx, guild, time.Now().AddDate(0, -1, 0))
	if err != nil {
		return "", err
	}
	s := spoken{until: time.Now().Add(time.Hour)}
	for locale, n := range people {
		if before := people[s.locale]; n > before || n == before && s.locale != "" && locale < s.locale {
			s.locale = locale
		}
	}
	c.spoken.Store(guild, s)
	return s.locale, nil
}
