// Package mirror keeps messages on Discord up to date, such as a public board or a private hand.
//
// The owner of a message gives [Mirrors] a key and a function that renders the newest state,
// and calls Touch when something has changed. The mirror waits until Discord's rate limits
// allow a request and renders only then. A hundred touches may result in two edits, the last of
// which shows the newest state. Each mirror has at most one request in flight, and it sends
// nothing if the message would look the same.
//
// # States
//
// A mirror has one goroutine, its worker, while it has something to do.
//
//	state        entered when                        leaves when → next state
//	idle         the message is up to date           Touch → gathering
//	queued       shown with LowPriority              first in the queue, or Touch → gathering
//	gathering    touched                             Settle or Rush has passed → waiting
//	waiting      it has something to send            the limit allows a request → rendering
//	rendering    it may send now                     nothing differs → idle; it differs → sending
//	sending      the request is in flight            success → idle; touched meanwhile → gathering
//	                                                 failure → see below
//	held         a reply that shows it is in         the reply has arrived → idle, or gathering
//	             flight, so nothing is sent          if it was touched meanwhile
//	backing off  a request or Render failed          the time has passed, Retry or Remove → waiting
//	forgotten    Finish or Remove took effect,
//	             Release, the token expired
//
// # Failures
//
//	rest.Limited                  waiting; the bucket knows how long
//	rest.Uncertain                backing off, up to 30 s. A post may have arrived, so its nonce is kept
//	                              and the post is confirmed before another one is made (update.go)
//	an error of Render            backing off, up to 5 s
//	rest.ErrNoMessage             public: posted again; private: forgotten
//	rest.ErrArchived              posted again, which unarchives the thread
//	rest.Forbidden, rest.Refused  Failed is called once; backing off for minutes, because Discord
//	                              counts repeated requests towards a ban
//	rest.ErrNoChannel, ErrClosed  Failed is called; forgotten
//
// # Older messages
//
// A public message is posted again when it was deleted, when Render's Edition changes, on Move
// and Replace, and when it is so old that Discord limits its edits. Shown.Former lists the
// previous message until it has lost its buttons (former.go), so that even after a crash only
// one message with buttons remains. A private message is sent again with a token when Render's
// Edition changes, and on Move. The message that it then answers stays and shows RenderPast, others are deleted
// (movePrivate): a moment later, since somebody may be about to click them.
package mirror
