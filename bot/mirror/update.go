package mirror

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/internal/say"
)

var (
	// errConfirmed ends an update because an unconfirmed post has become the mirror's message. The
	// next update brings its content up to date.
	errConfirmed = errors.New("a post that Discord had accepted without an answer is the message now")
	// errStays ends an update because the bot may not post the message that was to be moved. The
	// next update edits it where it is.
	errStays = errors.New("the message may not be posted again")
	// errHeld ends an update because a reply that shows the mirror is in flight, or because the
	// mirror was forgotten or replaced.
	errHeld = errors.New("a reply that shows this message is still being sent")
	// errUnsent ends an update because a private message may not have been sent (bot.Mirror.Send).
	errUnsent = errors.New("a private message could not be sent")
)

// rendered is the result of render.
type rendered struct {
	bot.Content
	encoded rest.Message
}

// render calls the mirror's Render, then encodes and digests the message. A panic of Render
// becomes an error.
func (ms *Mirrors) render(e *entry, j *state) (r rendered, err error) {
	ms.mu.Lock()
	held := e.held > 0 || e.forgotten
	ms.mu.Unlock()
	if held {
		return r, errHeld
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("render of %s panicked: %v\n%s", j.spec.Key, p, debug.Stack())
		}
	}()
	r.Message, err = j.spec.Render(ms.ctx)
	if err != nil || r.Message.Empty() {
		return r, err
	}
	r.encoded = r.Message.Encode()
	r.Digest = r.encoded.Digest()
	return r, nil
}

// markSending marks that a request of this update is in flight. It returns errHeld if the mirror was
// forgotten or replaced since the update began, or if a reply that shows it is in flight.
func (ms *Mirrors) markSending(e *entry, j *state) error {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.held > 0 || e.forgotten || e.version != j.version {
		return errHeld
	}
	e.sending = true
	return nil
}

// showPrivate edits the reply to an interaction, or sends it anew below the messages that came since
// if its edition has changed.
func (ms *Mirrors) showPrivate(e *entry, j *state) error {
	h := j.spec.Handle
	if !h.Alive(time.Now()) {
		return j.unsent(rest.ErrExpired)
	}
	p, err := ms.Client.Acquire(ms.ctx, h.Bucket())
	if err != nil {
		return err
	}
	r, err := ms.render(e, j)
	moves := j.spec.Send || j.move || j.shown.Edition != "" && r.Message.Edition != "" && r.Message.Edition != j.shown.Edition
	send := err == nil && !r.Message.Empty() && (moves || j.content.Digest != r.Digest)
	if send {
		err = ms.markSending(e, j)
	}
	if j.shown.Edition == "" { // what it was sent below wasn't known yet
		j.shown.Edition = r.Message.Edition
	}
	if err != nil || !send {
		p.Unused()
		return err
	}
	if moves {
		return ms.movePrivate(j, p, r)
	}
	_, err = ms.Client.EditAnswer(ms.ctx, p, h, r.encoded)
	j.content = r.Content
	if err != nil {
		j.content = bot.Content{}
	}
	return err
}

// furtherDown is what a private message shows that the present one answers, if it has nothing else to show.
func furtherDown(l *say.Language) bot.Message {
	return bot.Message{Language: l, Blocks: []bot.Block{bot.Text(say.Mark("-# ", say.New("This is further down now."), ""))}}
}

// freshFor is how long a token must still be valid for a message to be sent with it rather than with that
// of the message before.
const freshFor = 5 * time.Minute

// movePrivate sends a private message anew. If that fails the message stays where it is, because a second
// attempt could result in two messages.
//
// A message that is sent with a token answers the message that was clicked, and that one has to stay. So
// the message before the first move stays and shows what was before (RenderPast). Later ones are sent with
// its token while that is fresh, and deleted. A fresh token of a click in a public message is better:
// then no private message has to stay but the last.
func (ms *Mirrors) movePrivate(j *state, p *rest.Permit, r rendered) error {
	now := time.Now()
	before, via, public := j.spec.Handle, j.spec.Handle, j.spec.Send
	answers := j.refers && j.past.Alive(now) // the message before answers one that can be edited
	if answers && j.past.Alive(now.Add(freshFor)) {
		via = j.past
	}
	if j.spec.Fresh != nil && !public {
		if h := j.spec.Fresh(); h.Alive(now.Add(freshFor)) {
			via, public = h, true
		}
	}
	if via.Token != before.Token {
		p.Unused()
		var err error
		if p, err = ms.Client.Acquire(ms.ctx, via.Bucket()); err != nil {
			return err
		}
	}
	to, err := ms.Client.FollowUp(ms.ctx, p, via, rest.FlagPrivate, r.encoded)
	if _, limited := errors.AsType[*rest.Limited](err); limited {
		return err // it certainly wasn't sent
	}
	edition := j.shown.Edition
	j.shown.Edition, j.content, j.move = r.Message.Edition, bot.Content{}, false
	if err != nil {
		return j.unsent(err)
	}
	refers := !public && via.Message == ""
	switch was := (old{past: j.spec.RenderPast, edition: edition}); {
	case j.spec.Send: // there was no message
	case answers && via != before:
		was.private, was.stays = j.past, true
		j.old = append(j.old, was, old{private: before})
	default:
		if j.past.Alive(now) && !j.refers {
			j.old = append(j.old, old{private: j.past})
		}
		was.private, was.stays, was.instead = before, refers, furtherDown(r.Content.Message.Language)
		j.past = before
		j.old = append(j.old, was)
	}
	j.refers = refers
	j.sent, j.spec.Handle, j.spec.Send = to, to, false
	j.spec.Shown.Message, j.shown.Message, j.content = to.Message, to.Message, r.Content
	return nil
}

// unsent returns the error of an update that sends a private message for the first time.
func (j *state) unsent(err error) error {
	if j.spec.Send {
		return fmt.Errorf("%w: %w", errUnsent, err)
	}
	return err
}

// showPublic posts or edits a public message as soon as the rate limit allows it.
func (ms *Mirrors) showPublic(e *entry, j *state) error {
	if j.shown.Message == "" && j.unconfirmed == nil {
		// Most mirrors without a message have nothing to show. Rendering first keeps them from
		// waiting for a permit that others need.
		r, err := ms.render(e, j)
		if err != nil || r.Message.Empty() {
			return err
		}
	}
	for post := j.shown.Message == "" || j.move; ; post = !post {
		bucket := rest.Edits(j.spec.Channel)
		if post {
			bucket = rest.Posts(j.spec.Channel)
		}
		p, err := ms.Client.Acquire(ms.ctx, bucket)
		if err != nil {
			return err
		}
		other, err := ms.postOrEdit(e, j, p, post)
		if !other {
			return err
		}
	}
}

// postOrEdit renders the newest state with a permit for a post or an edit, and sends it if it
// differs. other reports that the message needs the other kind of request; then nothing was
// sent.
func (ms *Mirrors) postOrEdit(e *entry, j *state, p *rest.Permit, post bool) (other bool, err error) {
	r, err := ms.render(e, j)
	anew := j.shown.Message == "" || j.move || j.shown.Edition != "" && r.Message.Edition != j.shown.Edition
	aged := !j.shown.At.IsZero() && time.Since(j.shown.At) > ms.MaxAge
	send := false
	switch {
	case err != nil:
	case j.unconfirmed != nil && (r.Message.Empty() || !anew || j.posting(r.Content).nonce != j.unconfirmed.nonce):
		p.Unused()
		return false, ms.confirm(e, j)
	case r.Message.Empty():
		p.Unused()
		return false, ms.deleteMessage(j)
	case !anew && (j.content.Digest == r.Digest || aged && j.spec.Once):
	case (anew || aged) != post:
		other = true
	default:
		send, err = true, ms.markSending(e, j)
	}
	if err != nil || !send {
		p.Unused()
		return other, err
	}
	if post {
		return false, ms.post(j, p, r)
	}
	return false, j.edited(r.Content, ms.Client.Edit(ms.ctx, p, j.spec.Channel, j.shown.Message, r.encoded))
}

// edited updates the state with the result of an edit and returns err, or nil if no retry is
// needed.
func (j *state) edited(c bot.Content, err error) error {
	limited, isLimited := errors.AsType[*rest.Limited](err)
	tooOld := isLimited && limited.Code == rest.CodeOldMessage
	switch {
	case err == nil:
		j.content = c
		if j.shown.Edition == "" {
			j.shown.Edition = c.Message.Edition
		}
	case j.spec.Once && tooOld:
		j.content = c
		return nil
	case errors.Is(err, rest.ErrNoMessage):
		j.shown.Message, j.content = "", bot.Content{}
	case errors.Is(err, rest.ErrArchived), tooOld:
		j.move = true
	default:
		j.content = bot.Content{} // the edit may or may not have arrived
	}
	return err
}

// post posts a message and schedules the previous one for cleaning. It reports the post to
// Posted before the request, and the new message after it, so that a restart finds both messages
// after a crash at any moment and leaves only one with buttons.
func (ms *Mirrors) post(j *state, p *rest.Permit, r rendered) error {
	now, was := j.posting(r.Content), j.unconfirmed
	edition := r.Message.Edition
	if was == nil && j.spec.Posted != nil {
		j.spec.Posted(bot.Shown{Former: addFormer(now.entry, addFormer(j.former(edition), j.shown.Former))})
	}
	id, err := ms.Client.Post(ms.ctx, p, j.spec.Channel, now.nonce, r.encoded)
	if _, uncertain := errors.AsType[*rest.Uncertain](err); uncertain {
		if was == nil { // otherwise the earlier attempt stays unconfirmed
			j.unconfirmed = now
		}
		return err
	}
	if err != nil && was == nil {
		j.reportShown() // nothing was posted, so Former must not list it
	}
	_, forbidden := errors.AsType[*rest.Forbidden](err)
	_, refused := errors.AsType[*rest.Refused](err)
	switch {
	case (forbidden || refused) && j.move && j.shown.Message != "" && edition == j.shown.Edition:
		j.move, j.replace = false, false
		return errStays
	case errors.Is(err, rest.ErrArchived): // posting unarchives a thread, unless it is locked
		return &rest.Forbidden{Code: rest.CodeArchived, Missing: say.New("Manage Threads (the thread is locked)")}
	case err != nil:
		return err
	}
	j.unconfirmed = nil
	if was != nil && was.content.Digest != r.Digest {
		j.adoptPost(id, edition, bot.Content{})
		return errConfirmed
	}
	j.adoptPost(id, edition, r.Content)
	return nil
}

// adoptPost makes a post the mirror's message and schedules the previous one for cleaning.
func (j *state) adoptPost(id, edition string, c bot.Content) {
	before := j.former(edition)
	former := removeFormer(addFormer(before, j.shown.Former), id)
	clean := before
	if clean == "" { // otherwise the entries of Former are being cleaned already
		clean = former
	}
	j.shown = bot.Shown{Message: id, Former: former, Edition: edition, At: time.Now()}
	j.content, j.move, j.replace, j.last = c, false, false, id
	j.reportShown()
	for entry := range strings.FieldsSeq(clean) {
		if formerID(entry) != id {
			j.old = append(j.old, old{channel: j.spec.Channel, former: entry, past: j.spec.RenderPast})
		}
	}
}

// former returns the entry of Shown.Former for the current message when a message of the given
// edition replaces it. An entry without an edition means that the message will be deleted.
func (j *state) former(edition string) string {
	if j.shown.Message == "" || j.shown.Edition == "" || j.replace && edition == j.shown.Edition {
		return j.shown.Message
	}
	return j.shown.Message + ":" + j.shown.Edition
}

// reportShown calls Posted with the current message and the entries of Former.
func (j *state) reportShown() {
	at := j.shown
	if j.unconfirmed != nil {
		at.Former = addFormer(j.unconfirmed.entry, at.Former)
	}
	if j.spec.Posted != nil {
		j.spec.Posted(at)
	}
}

func (ms *Mirrors) deleteMessage(j *state) error {
	if j.shown.Message == "" || j.spec.Channel == "" {
		return nil
	}
	err := ms.Client.Delete(ms.ctx, j.spec.Channel, j.shown.Message)
	if err != nil && !errors.Is(err, rest.ErrNoMessage) {
		return err
	}
	j.shown, j.content, j.move, j.replace = bot.Shown{}, bot.Content{}, false, false
	j.reportShown()
	return nil
}

// After a network error or a crash, a post may be in the channel although its answer never
// arrived. This is why Posted is called before a post is made. Posting again with the same nonce
// returns the existing message, so a mirror that still needs this post simply repeats it. A
// mirror that needs another post or none has to confirm the first one (confirm). Otherwise
// nobody would ever delete it.

// posting returns the post that would show this content.
func (j *state) posting(c bot.Content) *post {
	p := newPost(j.spec.Key, j.last, c.Message.Edition)
	p.content = c
	return p
}

// confirm repeats the unconfirmed post, without mentions, and makes it the mirror's message. If
// the first attempt arrived, Discord returns that message. The next update edits or replaces it.
func (ms *Mirrors) confirm(e *entry, j *state) error {
	m := bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("…"))}, Edition: j.unconfirmed.edition}
	if !j.unconfirmed.content.Message.Empty() {
		m = j.unconfirmed.content.Message
		m.Mentions, m.Role = nil, ""
	}
	p, err := ms.Client.Acquire(ms.ctx, rest.Posts(j.spec.Channel))
	if err != nil {
		return err
	}
	if err := ms.markSending(e, j); err != nil {
		p.Unused()
		return err
	}
	id, err := ms.Client.Post(ms.ctx, p, j.spec.Channel, j.unconfirmed.nonce, m.Encode())
	if err != nil {
		return err
	}
	j.unconfirmed = nil
	j.adoptPost(id, m.Edition, bot.Content{})
	return errConfirmed
}
