package mirror

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
)

// Shown.Former lists the messages that a public message replaced and that may still have
// buttons, newest first, with spaces between. An entry is one of
//
//	ID                         a message that is to be deleted
//	ID:EDITION                 a message that shows Past of that edition from now on
//	reply/APP/TOKEN/EXPIRES    an answer whose id is not known (rest.Handle)
//	post/LAST/EDITION          a post that was begun after the message LAST; only the newest

const formerPost = "post/"

// formerMost bounds Shown.Former. Where nothing can be cleaned for long, the oldest entries
// are dropped.
const formerMost = 8

// old is a message that another replaced.
type old struct {
	channel, former string // an entry of Shown.Former
	past            func(context.Context, string) (bot.Message, error)
	private         rest.Handle // of a private message, instead of channel and former
}

// formerID is the message of an entry, or the entry itself if it has no id.
func formerID(entry string) string {
	if _, is := rest.ParseHandle(entry); is || strings.HasPrefix(entry, formerPost) {
		return entry
	}
	id, _, _ := strings.Cut(entry, ":")
	return id
}

// also puts an entry before the others.
func also(entry, former string) string {
	all := strings.Fields(entry + " " + without(former, formerID(entry)))
	return strings.Join(all[:min(len(all), formerMost)], " ")
}

// without takes a message out of the entries.
func without(former, message string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(former), func(e string) bool { return formerID(e) == message }), " ")
}

// newest is the last message that a mirror is known to have had.
func newest(message, former string) string {
	first, _, _ := strings.Cut(former, " ")
	if _, is := rest.ParseHandle(first); is {
		first = ""
	}
	return cmp.Or(message, formerID(first))
}

// parsePost reads the newest entry if it is a post that was begun: the post, the last
// message before it, and the other entries; nil if it is none.
func parsePost(key, former string) (p *post, last, others string) {
	entry, others, _ := strings.Cut(former, " ")
	s, is := strings.CutPrefix(entry, formerPost)
	if !is {
		return nil, "", former
	}
	last, edition, _ := strings.Cut(s, "/")
	return newPost(key, last, edition), last, others
}

// Reachable is a Shown.Former without the answers whose tokens have expired at a time, so
// that no token is stored for longer.
func Reachable(former string, at time.Time) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(former), func(e string) bool {
		h, is := rest.ParseHandle(e)
		return is && !h.Alive(at)
	}), " ")
}

// retire edits or deletes an older message: as long as it has its buttons there are two
// boards.
func (ms *Mirrors) retire(o old) error {
	if o.private.Token != "" {
		m, err := o.past(ms.ctx, "")
		if err != nil {
			return err
		}
		if m.Empty() {
			return ms.Client.DeleteAnswer(ms.ctx, o.private)
		}
		_, err = ms.Client.EditAnswer(ms.ctx, nil, o.private, m.Inert().Encode())
		return err
	}
	if answer, is := rest.ParseHandle(o.former); is {
		return ms.Client.DeleteAnswer(ms.ctx, answer)
	}
	id, edition, _ := strings.Cut(o.former, ":")
	var m bot.Message
	if o.past != nil && edition != "" {
		var err error
		if m, err = o.past(ms.ctx, edition); err != nil {
			return err
		}
	}
	if m = m.Inert(); m.Empty() {
		return ms.Client.Delete(ms.ctx, o.channel, id)
	}
	return ms.Client.Edit(ms.ctx, nil, o.channel, id, m.Encode())
}

// post is a post that may have arrived or not.
type post struct {
	nonce   string
	entry   string // as Shown.Former has it
	edition string
	content bot.Content // zero: not known, after a crash
}

// newPost is a post of a mirror whose last message is known. Its nonce is the same each
// time that it is tried, also after a crash: at most 25 characters.
func newPost(key, last, edition string) *post {
	sum := sha256.Sum256([]byte(key + "\x00" + edition + "\x00" + last))
	return &post{nonce: base64.RawURLEncoding.EncodeToString(sum[:])[:25], entry: formerPost + last + "/" + edition, edition: edition}
}
