// Package rest makes requests to Discord's API and keeps its limits.
//
// A [Request] names the [Bucket] whose rate limit it counts towards. [Client.Do] waits for
// the bucket, and repeats what was limited or failed on Discord's side. A caller that must
// render what it sends as late as possible waits with [Client.Acquire], renders, and then
// calls [Client.Send].
//
// Requests in the bot's name also share a global rate, and stop before Discord bans the
// address for too many refusals. Requests that carry an interaction's token ([Handle])
// are subject to neither.
//
// Waiting ends with its context. Errors say what Discord refused; see errors.go.
package rest
