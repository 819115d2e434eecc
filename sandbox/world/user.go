package world

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"deuces/sandbox/wire"
)

// User is a user as the API returns it.
type User struct {
	ID            wire.Snowflake   `json:"id"`
	Username      string           `json:"username"`
	GlobalName    wire.Opt[string] `json:"global_name"`
	Discriminator string           `json:"discriminator"`
	Avatar        wire.Opt[string] `json:"avatar"`
	Bot           bool             `json:"bot,omitempty"`
	Banner        wire.Opt[string] `json:"banner,omitzero"`
	PublicFlags   int              `json:"public_flags"`
	Flags         int              `json:"flags"`
	PrimaryGuild  wire.Opt[string] `json:"primary_guild"`
}

// DefaultLocale is the language of a client or a guild that has chosen none.
const DefaultLocale = "en-US"

// Locale returns the language of a user's client or of a guild.
func (w *World) Locale(id wire.Snowflake) string { return cmp.Or(w.locales[id], DefaultLocale) }

// SetLocale sets the language of a user's client or of a guild. It reports whether Discord has such a language.
func (w *World) SetLocale(id wire.Snowflake, locale string) bool {
	if !slices.Contains(Locales(), locale) {
		return false
	}
	w.locales[id] = locale
	w.Announce()
	return true
}

// Name returns the name that is shown for the user.
func (u *User) Name() string { return u.GlobalName.Or(u.Username) }

// AddUser makes a user who is in every guild. If the name is already taken, it returns the user who
// has it.
func (w *World) AddUser(name string, now time.Time) *User {
	if u := w.ByName[name]; u != nil {
		return u
	}
	u := &User{ID: w.IDs.Next(now), Username: strings.ToLower(name), GlobalName: wire.Some(name), Discriminator: "0"}
	w.Users[u.ID], w.ByName[name] = u, u
	for _, g := range w.Guilds {
		w.Join(g, u, now)
	}
	return u
}
