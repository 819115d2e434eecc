// Package sandbox is a simulated Discord on loopback: the REST API (v9, v10), the gateway, and an
// API for users with a web page. docs/sandbox.md lists its differences from Discord.
//
// This package connects the others. A package imports only packages further down:
//
//	sandbox    New, Config, Serve
//	page       the web page
//	user       what people see and do, faults, the developer's side
//	rest       Discord's REST API
//	gateway    Discord's gateway
//	fault      faults that tests inject
//	world      the state and its rules, under one lock
//	wire, ring ids, optional fields, errors; the newest entries of a long list
//
// A click takes this path: user checks the POST to /sandbox/click as a client would, and world
// creates an interaction, which gateway sends to the session that has the guild. The bot answers
// through rest on /interactions/…/callback, once and within ReplyWithin. The answer becomes a
// message in the world, which reports it to everyone who may see it: to the users' side (payloads,
// open event streams) and to the gateway. Then the user's POST returns with the bot's response.
//
// Handling a click never walks through a channel's history.
package sandbox
