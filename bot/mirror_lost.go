package bot

import (
	"deuces/internal/say"
	"errors"
	"strings"
)

// A post whose answer did not arrive may stand in the channel: for a fault on the
// way, or for a crash, which is why Posted is told of a post before it is made.
// Trying again with its nonce gives the message that is there, so a mirror that
// still wants that post tries again. One that wants another by now, or none, has
// to find the first before, or nobody would ever take it away.

// lostPost is a post whose fate is not known.
type lostPost struct {
	nonce   string
	entry   string   // as Shown.Former has it
	edition string   // that it was made in
	content *content // nil: not known, after a crash
}

// A post in Shown.Former: no id, but what its nonce is made of.
const formerPost = "post/"

// posting is the post of m that j is about to make, before its fate is known.
func (j *job) posting(m Message, c *content) *lostPost {
	return &lostPost{nonce(j.spec.Key, m.Edition, j.past), formerPost + j.past + "/" + m.Edition, m.Edition, c}
}

// parsePost reads the newest entry of a mirror's Shown.Former: a post that was
// begun, the last message before it, and the other entries; nil for none.
func parsePost(key, former string) (lost *lostPost, past, others string) {
	entry, others, _ := strings.Cut(former, " ")
	s, is := strings.CutPrefix(entry, formerPost)
	if !is {
		return nil, "", former
	}
	past, edition, _ := strings.Cut(s, "/")
	return &lostPost{nonce(key, edition, past), entry, edition, nil}, past, others
}

// errFound ends a turn because the mirror's message is known again: the next one
// sees to what it shows.
var errFound = errors.New("a lost message was found")

// find makes the lost post the mirror's message. Should it never have arrived, it
// appears now: without notifying anyone, and not for long.
func (ms *Mirrors) find(e *entry, j *job) error {
	m := Message{Blocks: []Block{Text(say.Verbatim("…"))}, Edition: j.lost.edition}
	if j.lost.content != nil {
		m = j.lost.content.message
		m.Mentions = nil
	}
	w, err := m.wire()
	if err != nil {
		return err
	}
	p, err := ms.client.own.acquire(ms.ctx, postKey(j.spec.Channel))
	if err != nil {
		return err
	}
	if err := ms.begin(e, j); err != nil {
		p.unused()
		return err
	}
	id, err := ms.client.post(ms.ctx, &p, j.spec.Channel, j.lost.nonce, w)
	if err != nil {
		return err
	}
	j.lost = nil
	ms.took(e, j, id, m.Edition, nil)
	return errFound
}
