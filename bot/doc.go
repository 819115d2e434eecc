// Package bot answers interactions on Discord: it routes commands, buttons, menus and forms to
// handlers and sends their replies. It doesn't depend on any game.
//
//   - A [Router] maps interactions to [Handler] functions. A Handler gets a [Request] and returns
//     a [Reply]. Both are plain values, and a Handler never sends anything itself.
//   - A [Message] is the content of one message, as a plain value. Tests check it with package
//     bottest, which returns the reasons for which Discord would refuse it.
//   - Methods of [Bot] do what needs no interaction: roles, threads, emojis, channel history.
//
// # Answers
//
// Every interaction is answered within Discord's three seconds. If the Handler takes longer than
// Config.DeferAfter (1.5 s), the interaction is deferred as its route declares, and the reply
// follows as an edit. If the Handler fails or panics, the user gets a private message with an id,
// and the error is logged with the same id. A user's mistake isn't an error but a Reply; see
// [Say].
//
// The gateway may deliver an interaction again after a resume. Each id is answered only once. An
// interaction that Discord no longer knows is dropped without another attempt, because Discord
// counts failed requests towards a ban.
//
// # Related packages
//
// Package gateway runs the sessions and package rest makes the requests. Neither depends on this
// package. If a reply has to stay up to date after it was sent, the bot hands it to [Mirrors],
// which package mirror implements.
package bot
