// Package sandbox is a Discord on loopback: the REST API (v9, v10), the gateway, and the people's side of both as an API of its
// own with a page on top. As far as it goes, a bot can't tell it from Discord; docs/sandbox.md says how far it goes.
//
// This package puts the rooms together. Imports point down:
//
//	sandbox    New, Config, Serve: the wiring
//	page       the web page
//	user       what people see and do, faults, the developer's side
//	rest       Discord's REST API
//	gateway    Discord's gateway
//	fault      what goes wrong on purpose
//	world      the state and its rules, under one lock
//	wire, ring ids, optional fields, errors; the newest of a long list
//
// The story of a click: user checks the POST to /sandbox/click as a client would, and world makes an interaction of it, which
// gateway sends to the session that has the guild. The bot answers through rest on /interactions/…/callback, once and within
// ReplyWithin. Its answer becomes a message in the world, which tells everyone who may see it: the user's side (payloads, open
// event streams) and the gateway. Then the user's POST returns with the bot's response.
//
// Nothing on the way of a click walks through history.
package sandbox
