// Package bot answers interactions on Discord: it routes commands, buttons, menus and forms
// to handlers, and sends what they reply. It knows no game.
//
//   - A [Router] says which [Handler] answers what. A Handler gets a [Request] and returns a
//     [Reply], both plain values; it never sends.
//   - A [Message] is what one message shows, as a plain value; Check says what Discord
//     would refuse it for.
//   - What needs no interaction is a method of [Bot]: roles, threads, emojis, a channel's
//     history.
//
// # Answers
//
// Every interaction is answered within Discord's three seconds. If the Handler takes
// longer than Config.DeferAfter (1.5 s), the interaction is deferred in the way that its
// route declares, and the reply follows as an edit. An error or a panic becomes one private
// sentence with an id, under which the log has it. What a user did wrong is no error: it is
// a Reply, see [Say].
//
// Interactions come by the gateway, which may repeat them after a resume: each id is
// answered once. An interaction that Discord no longer knows is dropped and not tried
// again, because failing calls count towards a ban.
//
// # Below
//
// Package gateway keeps the sessions and package rest makes the requests; neither knows this
// package. A reply that goes on being true after it was sent is handed to [Mirrors], which
// package mirror implements.
package bot
