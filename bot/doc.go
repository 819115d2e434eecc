// Package bot is the Discord layer: sessions and shards, the routing of
// interactions, and the editing of messages. It is the only package that knows
// Discord's wire, and it knows no game.
//
// # Answers
//
// A Router maps commands, buttons, menus and forms to Handlers. A Handler gets
// a Request and returns a Reply, plain values both; it never sends. The bot
// sends the reply, and sees to it that every interaction is answered within
// Discord's three seconds: when the Handler takes longer than Config.DeferAfter
// (1.5 s) the interaction is deferred in the way that its route declares, and
// the reply follows as an edit. An error becomes one private sentence with an
// id that is logged; a panic likewise. What a user did wrong is no error: it is
// a Reply, see Say.
//
// Interactions come by the gateway, which after a resume may replay them: an
// id is answered once. One that Discord no longer knows is dropped and not
// tried again, for failing calls count towards a ban.
//
// # Mirrors
//
// What goes on being true after it was sent is a Mirror: a public board, a
// private hand. Its owner names a key and a function that renders the newest
// state, and calls Mirrors.Touch when something changed. The mirror waits for
// its turn under Discord's limits, and only then renders: a hundred touches may
// be two edits, the last of which is true. See Mirrors.
//
// # Requests to Discord
//
// The gateway is discordgo's. REST calls are our own, over net/http: limits are
// kept per route or per interaction token, waiting honours the context, and
// nothing is rendered before it may be sent.
package bot
