// Package mirror keeps messages on Discord true: a public board, a private hand.
//
// The owner of a message gives [Mirrors] a key and a function that renders the newest state,
// and calls Touch when something has changed. The mirror waits until Discord's limits allow
// a request, and only then renders: a hundred touches may be two edits, the last of which is
// true. One request is in flight for each mirror at most, and a message that would look the
// same is not sent.
//
// # States
//
// A mirror has one goroutine, its worker, while it has something to do.
//
//	state        entered when                        leaves when → next state
//	idle         the message is up to date           Touch → gathering
//	queued       shown with LowPriority              its turn among those → gathering; Touch → gathering
//	gathering    touched                             Settle or Rush has passed → waiting
//	waiting      it has something to send            the limit allows a request → rendering
//	rendering    it may send now                     nothing differs → idle; it differs → sending
//	sending      the request is on its way           success → idle; touched meanwhile → gathering
//	                                                 failure → see below
//	held         a reply that shows it is on its     the reply has arrived → idle, or gathering
//	             way: nothing is sent                if it was touched meanwhile
//	backing off  a request or Render failed          the time has passed, Retry or Remove → waiting
//	forgotten    Finish or Remove was shown, ErrGone,
//	             Release, the token expired
//
// # Failures
//
//	rest.Limited                  the bucket knows until when: waiting
//	rest.Uncertain                backing off, up to 30 s. A post may have arrived: its nonce is kept,
//	                              and before another post the first one is confirmed (turn.go)
//	an error of Render            backing off, up to 5 s
//	rest.ErrNoMessage             public: posted again; private: forgotten
//	rest.ErrArchived              posted again, which opens the thread
//	rest.Forbidden, rest.Refused  Failed is told once; backing off for minutes, as repeating
//	                              counts towards a ban
//	rest.ErrNoChannel, ErrClosed  Failed is told; forgotten
//
// # Older messages
//
// A public message is posted anew when it vanished, when Render's Edition changed, on Move
// and Replace, and when it is so old that Discord limits its edits. The message before is
// remembered in Shown.Former until it has lost its buttons (former.go), so that a crash in
// between leaves one message with buttons in the end.
package mirror
