package world

import (
	"time"

	"deuces/sandbox/wire"
)

// Register fills in a checked command. If there is one of the same name and kind, it keeps that one's id.
func (w *World) Register(scope wire.Snowflake, c *Command, now time.Time) (fresh bool) {
	c.ApplicationID, c.GuildID, c.Version = w.Bot.ID, scope, w.IDs.Next(now)
	for _, o := range w.Commands[scope] {
		if o.Name == c.Name && o.Type == c.Type {
			c.ID = o.ID
			return false
		}
	}
	c.ID = w.IDs.Next(now)
	return true
}

// TooMany limits a scope to 100 slash commands and 15 of each kind of context menu command.
func TooMany(at *wire.Field, all []*Command) {
	n := map[int]int{}
	for _, c := range all {
		n[c.Type]++
	}
	if n[SlashCommand] > 100 || n[UserCommand] > 15 || n[targetCommand] > 15 {
		at.Fail("APPLICATION_COMMANDS_MAXIMUM_REACHED", "Maximum number of application commands reached (100).")
	}
}

func (w *World) SetCommands(scope wire.Snowflake, all []*Command) {
	w.Commands[scope] = all
	w.people.Changed()
}
