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
	// errConfirmed ends a turn because an unconfirmed post is the mirror's message now. The
	// next turn sees to what it shows.
	errConfirmed = errors.New("an unconfirmed post was found")
	// errStays ends a turn because a message that should have moved may not be posted: it
	// can still be edited where it is.
	errStays = errors.New("it may not be posted anew")
	// errHeld ends a turn because a reply that shows the mirror is on its way.
	errHeld = errors.New("a reply is on its way")
)

// rendered is a message that was rendered and encoded.
type rendered struct {
	bot.Content
	encoded rest.Message
}

// render calls the mirror's Render, and encodes and digests what it made.
func (ms *Mirrors) render(e *entry, j *state) (r rendered, err error) {
	ms.mu.Lock()
	held := e.held > 0 || e.over
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

// sends marks that a request goes out for the turn; not if its mirror was exchanged or a
// reply began meanwhile.
func (ms *Mirrors) sends(e *entry, j *state) error {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.held > 0 || e.over || e.version != j.version {
		return errHeld
	}
	e.sending = true
	return nil
}

// showPrivate edits the reply to an interaction.
func (ms *Mirrors) showPrivate(e *entry, j *state) error {
	h := j.spec.Handle
	if !h.Alive(time.Now()) {
		return rest.ErrExpired
	}
	p, err := ms.Client.Acquire(ms.ctx, h.Bucket())
	if err != nil {
		return err
	}
	r, err := ms.render(e, j)
	send := err == nil && !r.Message.Empty() && j.content.Digest != r.Digest
	if send {
		err = ms.sends(e, j)
	}
	if err != nil || !send {
		p.Unused()
		return err
	}
	_, err = ms.Client.EditAnswer(ms.ctx, p, h, r.encoded)
	j.content = r.Content
	if err != nil {
		j.content = bot.Content{}
	}
	return err
}

// showPublic posts or edits a public message, as soon as the limit of that allows.
func (ms *Mirrors) showPublic(e *entry, j *state) error {
	if j.shown.Message == "" && j.unconfirmed == nil {
		// Most mirrors without a message have nothing to show. They take no turn from others.
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

// postOrEdit renders under a permit for a post or an edit. It sends, or finds that nothing
// is to be sent. other: the other of the two is needed.
func (ms *Mirrors) postOrEdit(e *entry, j *state, p *rest.Permit, post bool) (other bool, err error) {
	r, err := ms.render(e, j)
	anew := j.shown.Message == "" || j.move || j.shown.Edition != "" && r.Message.Edition != j.shown.Edition
	aged := !j.spec.Once && !j.shown.At.IsZero() && time.Since(j.shown.At) > ms.MaxAge
	send := false
	switch {
	case err != nil:
	case j.unconfirmed != nil && (r.Message.Empty() || !anew || j.posting(r.Content).nonce != j.unconfirmed.nonce):
		p.Unused()
		return false, ms.confirm(e, j)
	case r.Message.Empty():
		p.Unused()
		return false, ms.takeAway(j)
	case !anew && j.content.Digest == r.Digest:
	case (anew || aged) != post:
		other = true
	default:
		send, err = true, ms.sends(e, j)
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

// edited notes how an edit went.
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
		j.content = bot.Content{} // not known any more
	}
	return err
}

// post posts a message, and has the message before it cleaned. A crash at any moment
// leaves one message with buttons: before the post is known, a restart finds it as one that
// was begun, and the old message as a former one; after that, it finds both messages.
func (ms *Mirrors) post(j *state, p *rest.Permit, r rendered) error {
	now, was := j.posting(r.Content), j.unconfirmed
	edition := r.Message.Edition
	if was == nil && j.spec.Posted != nil {
		j.spec.Posted(bot.Shown{Former: also(now.entry, also(j.former(edition), j.shown.Former))})
	}
	id, err := ms.Client.Post(ms.ctx, p, j.spec.Channel, now.nonce, r.encoded)
	if _, uncertain := errors.AsType[*rest.Uncertain](err); uncertain {
		if was == nil { // else the first one may be there
			j.unconfirmed = now
		}
		return err
	}
	if err != nil && was == nil {
		j.tell() // there is no such post
	}
	_, forbidden := errors.AsType[*rest.Forbidden](err)
	switch {
	case forbidden && j.move && j.shown.Message != "" && edition == j.shown.Edition:
		j.move, j.replace = false, false
		return errStays
	case errors.Is(err, rest.ErrArchived): // a post would have opened it if it were not locked
		return &rest.Forbidden{Code: rest.CodeArchived, Missing: say.New("Manage Threads (the thread is locked)")}
	case err != nil:
		return err
	}
	j.unconfirmed = nil
	if was != nil && was.content.Digest != r.Digest {
		j.took(id, edition, bot.Content{})
		return errConfirmed
	}
	j.took(id, edition, r.Content)
	return nil
}

// took makes a post the mirror's message. The message before it is to be cleaned.
func (j *state) took(id, edition string, c bot.Content) {
	before := j.former(edition)
	former := without(also(before, j.shown.Former), id)
	clean := before
	if clean == "" { // else Former is being cleaned already
		clean = former
	}
	j.shown = bot.Shown{Message: id, Former: former, Edition: edition, At: time.Now()}
	j.content, j.move, j.replace, j.last = c, false, false, id
	j.tell()
	for entry := range strings.FieldsSeq(clean) {
		if formerID(entry) != id {
			j.old = append(j.old, old{channel: j.spec.Channel, former: entry, past: j.spec.Past})
		}
	}
}

// former is the present message as an entry of Shown.Former, where another is posted in
// this edition. Without its own edition it is deleted.
func (j *state) former(edition string) string {
	if j.shown.Message == "" || j.shown.Edition == "" || j.replace && edition == j.shown.Edition {
		return j.shown.Message
	}
	return j.shown.Message + ":" + j.shown.Edition
}

// tell tells where the mirror is.
func (j *state) tell() {
	at := j.shown
	if j.unconfirmed != nil {
		at.Former = also(j.unconfirmed.entry, at.Former)
	}
	if j.spec.Posted != nil {
		j.spec.Posted(at)
	}
}

// takeAway deletes the message, if there is one.
func (ms *Mirrors) takeAway(j *state) error {
	if j.shown.Message == "" || j.spec.Channel == "" {
		return nil
	}
	err := ms.Client.Delete(ms.ctx, j.spec.Channel, j.shown.Message)
	if err != nil && !errors.Is(err, rest.ErrNoMessage) {
		return err
	}
	j.shown, j.content, j.move, j.replace = bot.Shown{}, bot.Content{}, false, false
	j.tell()
	return nil
}

// A post whose answer did not arrive may be in the channel: after a fault on the way, or a
// crash, which is why Posted is told of a post before it is made. A post with the same
// nonce returns the message that is there, so a mirror that still wants that post tries
// again. A mirror that wants another by now, or none, has to confirm the first one before,
// or nobody would ever delete it.

// posting is the post that is about to be made.
func (j *state) posting(c bot.Content) *post {
	p := newPost(j.spec.Key, j.last, c.Message.Edition)
	p.content = c
	return p
}

// confirm makes the unconfirmed post the mirror's message. If it never arrived it is made
// now, without notifying anyone, and the next turn replaces it.
func (ms *Mirrors) confirm(e *entry, j *state) error {
	m := bot.Message{Blocks: []bot.Block{bot.Text(say.Verbatim("…"))}, Edition: j.unconfirmed.edition}
	if !j.unconfirmed.content.Message.Empty() {
		m = j.unconfirmed.content.Message
		m.Mentions = nil
	}
	p, err := ms.Client.Acquire(ms.ctx, rest.Posts(j.spec.Channel))
	if err != nil {
		return err
	}
	if err := ms.sends(e, j); err != nil {
		p.Unused()
		return err
	}
	id, err := ms.Client.Post(ms.ctx, p, j.spec.Channel, j.unconfirmed.nonce, m.Encode())
	if err != nil {
		return err
	}
	j.unconfirmed = nil
	j.took(id, m.Edition, bot.Content{})
	return errConfirmed
}
