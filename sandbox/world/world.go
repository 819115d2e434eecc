// Package world is the state of a sandbox and its rules: users, guilds, channels, threads, messages, commands, emojis and
// interactions, who may do what, and what Discord would refuse. It knows nothing of HTTP routes or sockets: whatever happens
// is told to two interfaces, Gateway (the bot's side) and Users (the people's side).
//
// One lock, the World's own, guards everything. Messages, users and roles are values that are replaced, never changed, so
// whatever was read under the lock may be written out after it.
package world

import (
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
	Commands map[wire.Snowflake][]*Command // by guild; 0: the global ones
	Emojis   map[wire.Snowflake]*Emoji
	bound    int // messages kept in a channel
	token    string

	Interactions Interactions
	Files        files
	gateway      Gateway
	people       Users
}

// Config is the world's configuration.
type Config struct {
	Token    string // the bot's
	Name     string // of the bot
	Messages int    // kept in a channel
	Files    int    // bytes of uploads kept
}

// New is a world with the users Ann, Bob, Cy and Dee and the guild "Sandbox" (Ann's) with its channels general and cards.
// Call Connect before using it.
func New(cfg Config) *World {
	now := time.Now()
	w := &World{Users: map[wire.Snowflake]*User{}, ByName: map[string]*User{}, Channels: map[wire.Snowflake]*Channel{},
		Messages: map[wire.Snowflake]*Message{}, Commands: map[wire.Snowflake][]*Command{}, Emojis: map[wire.Snowflake]*Emoji{}, bound: cfg.Messages, token: cfg.Token,
		Interactions: newInteractions(), Files: files{bound: cfg.Files, all: map[string]file{}}}
	w.Bot = &User{ID: w.IDs.Next(now), Username: cfg.Name, Discriminator: "0", Bot: true, GlobalName: wire.Null[string]()}
	w.Users[w.Bot.ID], w.ByName[cfg.Name] = w.Bot, w.Bot
	for _, name := range []string{"Ann", "Bob", "Cy", "Dee"} {
		w.AddUser(name, now)
	}
	w.AddGuild("Sandbox", w.ByName["Ann"], []string{"general", "cards"}, now)
	return w
}

// Connect sets who is told what happens.
func (w *World) Connect(gateway Gateway, people Users) { w.gateway, w.people = gateway, people }

// Authorized accepts the token with and without "Bot ".
func (w *World) Authorized(header string) bool {
	return strings.TrimPrefix(header, "Bot ") == w.token
}
