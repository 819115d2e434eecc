// Package world is the state of a sandbox and its rules: users, guilds, channels, threads,
// messages, commands, emojis and interactions, who may do what, and what Discord would refuse. It
// knows nothing of HTTP routes or sockets. It reports whatever happens to two interfaces: Gateway
// (the bot's side) and Users (the people's side).
//
// The World's lock guards everything. Messages, users and roles are values that are replaced, never
// changed, so whatever was read under the lock may be written out after it is released.
package world

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"sync"
	"time"

	"deuces/sandbox/wire"
)

// World is everything that exists. Lock it to read or change anything.
type World struct {
	sync.Mutex
	IDs      ids
	Users    map[wire.Snowflake]*User
	ByName   map[string]*User
	Guilds   []*Guild
	Channels map[wire.Snowflake]*Channel
	Messages map[wire.Snowflake]*Message
	Bot      *User
	Commands map[wire.Snowflake][]*Command // by guild; 0: the global commands
	Emojis   map[wire.Snowflake]*Emoji
	botRole  Permissions // permissions of the role that the bot brings into each guild
	bound    int         // messages kept in a channel
	token    string
	direct   map[wire.Snowflake]*Channel // direct message channels by user ID

	ClosedDMs map[wire.Snowflake]bool   // users who accept no direct messages
	Installed map[wire.Snowflake]bool   // users who have installed the application
	Groups    []*Channel                // group DMs
	locales   map[wire.Snowflake]string // of users and guilds that don't have DefaultLocale

	Privileged int // the privileged intents that are switched on, as in the developer portal

	Interactions Interactions
	Files        files
	gateway      Gateway
	people       Users
}

// Config is the world's configuration.
type Config struct {
	Token    string // the bot's token
	Name     string // the bot's name
	System   string // the system channel of the guild Sandbox; "": none
	Messages int    // maximum number of messages kept in a channel
	Files    int    // maximum number of bytes of uploads kept

	Privileged  int          // the privileged intents that are switched on at first
	Permissions *Permissions // permissions of the bot's own role; nil: those of @everyone
}

// botID is the bot's id in every sandbox, so that its token is known before it runs.
const botID wire.Snowflake = 1_000_000_000_000_000_001

// New returns a world with the users Ann, Bob, Cy and Dee and the guild "Sandbox", which belongs to
// Ann and has the channels general and cards. Call Connect before using it.
func New(cfg Config) *World {
	now := time.Now()
	w := &World{Users: map[wire.Snowflake]*User{}, ByName: map[string]*User{}, Channels: map[wire.Snowflake]*Channel{},
		Messages: map[wire.Snowflake]*Message{}, Commands: map[wire.Snowflake][]*Command{}, Emojis: map[wire.Snowflake]*Emoji{}, direct: map[wire.Snowflake]*Channel{}, ClosedDMs: map[wire.Snowflake]bool{}, Installed: map[wire.Snowflake]bool{}, locales: map[wire.Snowflake]string{}, bound: cfg.Messages, token: cfg.Token, Privileged: cfg.Privileged,
		Interactions: newInteractions(), Files: newFiles(cfg.Files)}
	w.Bot = &User{ID: botID, Username: cfg.Name, Discriminator: "0", Bot: true, GlobalName: wire.Null[string]()}
	w.botRole = EveryonePermissions
	if cfg.Permissions != nil {
		w.botRole = *cfg.Permissions
	}
	w.Users[w.Bot.ID], w.ByName[cfg.Name] = w.Bot, w.Bot
	for _, name := range []string{"Ann", "Bob", "Cy", "Dee"} {
		w.AddUser(name, now)
	}
	w.AddGuild("Sandbox", w.ByName["Ann"], []string{"general", "cards"}, true, now).SetSystemChannel(cfg.System)
	return w
}

// Connect sets the interfaces to which the world reports what happens.
func (w *World) Connect(gateway Gateway, people Users) { w.gateway, w.people = gateway, people }

// Authorized reports whether a header has the bot's token in one of its two forms, with or without
// "Bot ".
func (w *World) Authorized(header string) bool {
	given := strings.TrimPrefix(header, "Bot ")
	return given == w.token || given == w.Token()
}

// Token returns the bot's token in the form of Discord's tokens: the bot's id, a time and a secret.
// Clients read the id from it.
func (w *World) Token() string {
	encode := base64.RawURLEncoding.EncodeToString
	secret := sha256.Sum256([]byte(w.token))
	return encode([]byte(botID.String())) + "." + encode([]byte("time")) + "." + encode(secret[:28])
}
