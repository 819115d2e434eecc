// Package sandbox is a Discord on loopback: the REST API (v9, v10), the gateway, and the users' side of it as an API of its
// own with a page on top. A bot can't tell it from Discord as far as it goes; docs/sandbox.md says how far.
//
// The story of a click: a user's POST /sandbox/click is checked as a client would check it (is the message there, theirs to
// see, the button enabled), becomes an interaction with a token, and is dispatched to the gateway session that carries the
// guild. The bot answers on /interactions/…/callback, once, within ReplyWithin; what it answers becomes messages, which go to
// everyone who may see them: into the payloads that are kept, into open event streams, over the gateway to the bot itself.
// Then the user's POST returns with the bot's response.
//
// One lock guards the world. Messages, users and roles are values that are replaced, never changed, so what was taken under
// the lock may be written out after it. Nothing on the way of a click walks through history.
package sandbox
