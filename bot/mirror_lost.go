package bot

import (
	"errors"
)

// A post whose answer did not arrive may stand in the channel. Trying again with
// its nonce gives the message that is there, so a mirror that still wants that
// post tries again. One that wants another by now, or none, has to find the first
// before, or nobody would ever take it away.

// lostPost is a post whose fate is not known.
type lostPost struct {
	nonce   string
	content *content
}

// errFound ends a turn because the mirror's message is known again: the next one
// sees to what it shows.
var errFound = errors.New("a lost message was found")

// nonce is that of posting m: the same for as long as it is the same intention.
func (j *job) nonce(m Message) string { return nonce(j.spec.Key, m.Edition, j.past) }

// find makes the lost post the mirror's message. Should it never have arrived, it
// appears now: without notifying anyone, and not for long.
func (ms *Mirrors) find(e *entry, j *job) error {
	p, err := ms.client.own.acquire(ms.ctx, postKey(j.spec.Channel))
	if err != nil {
		return err
	}
	if err := ms.begin(e, j); err != nil {
		p.unused()
		return err
	}
	m := j.lost.content.message
	m.Mentions = nil
	id, err := ms.client.post(ms.ctx, &p, j.spec.Channel, j.lost.nonce, m)
	if err != nil {
		return err
	}
	j.lost = nil
	ms.took(e, j, id, m.Edition, nil)
	return errFound
}
