// Package screen is what people see: functions from a snapshot of a table, or from
// plain data, to a bot.Message. Nothing in it waits or fails: it knows no context,
// no store and no registry of tables. What is done about a click is in package
// commands, which gathers the data, calls a screen, and returns its message.
//
// A table's messages are rendered from a Snapshot: the board (board.go), the short
// messages beside it (mention.go, vote.go) and each player's hand (hand.go). What a
// viewer gets is made from the View of their seat; the public messages from that of
// game.Watcher. The other screens (leaderboards, settings and so on) take their data
// as values, and a GuildSettings, which knows what things are called in a guild.
//
// The package names no game: it shows what Rules, Options, Views, Offers and News say.
package screen

// The colours of messages. A board's says from afar where its table stands.
const (
	blurple = 0x5865F2 // a lobby
	green   = 0x2E9E5B // a round is on
	crimson = 0xD8324A // and the order of the cards is turned over
	amber   = 0xE8A317 // between rounds
	gold    = 0xFFD54A // the match is won
	grey    = 0x80848E // paused, or ended early
)
