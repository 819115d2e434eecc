// Package rest makes requests to Discord's API and obeys its rate limits.
//
// A [Request] names the [Bucket] whose rate limit it counts towards. [Client.Do] waits for the
// bucket, and repeats requests that were limited or that failed on Discord's side. A caller that
// has to render its message as late as possible waits with [Client.Acquire], renders, and then
// calls [Client.Send].
//
// Requests with the bot's token also share a global rate, and stop before Discord bans the
// address for too many refused requests. Neither applies to requests with an interaction's token
// ([Handle]).
//
// Every wait ends when its context does. The errors are in errors.go.
package rest
