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
// buttons, newest first, separated by spaces. An entry is one of
//
//	ID                         a message to delete
//	ID:EDITION                 a message to edit, so that it shows RenderPast of that edition; to delete once Discord limits its edits
//	reply/APP/TOKEN/EXPIRES    a reply whose id isn't known (rest.Handle)
//	post/LAST/EDITION          a post that began after the message LAST; only as first entry

const formerPost = "post/"

// maxFormer is the maximum number of entries in Shown.Former. If messages can't be cleaned for
// a long time, the oldest entries are dropped.
const maxFormer = 8

// old is a message that was replaced and has to be cleaned.
type old struct {
	channel, former string // former is an entry of Shown.Former
	past            func(context.Context, string) (bot.Message, error)
	private         rest.Handle // set for a private message, instead of channel and former
	edition         string      // of the private message
	stays           bool        // the private message isn't deleted, because the present one answers it
	instead         bot.Message // what it then shows if RenderPast is empty; empty: what it shows already
}

// formerID returns the message id of an entry, or the whole entry if it has none.
func formerID(entry string) string {
	if _, is := rest.ParseHandle(entry); is || strings.HasPrefix(entry, formerPost) {
		return entry
	}
	id, _, _ := strings.Cut(entry, ":")
	return id
}

// addFormer returns former with the entry added as the first one.
func addFormer(entry, former string) string {
	all := strings.Fields(entry + " " + removeFormer(former, formerID(entry)))
	return strings.Join(all[:min(len(all), maxFormer)], " ")
}

// removeFormer returns former without the entry of a message.
func removeFormer(former, message string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(former), func(e string) bool { return formerID(e) == message }), " ")
}

// newest returns the last message that the mirror is known to have had.
func newest(message, former string) string {
	first, _, _ := strings.Cut(former, " ")
	if _, is := rest.ParseHandle(first); is {
		first = ""
	}
	return cmp.Or(message, formerID(first))
}

// parsePost parses the first entry if it is a post that began. It returns the post, the last
// message before it, and the other entries. p is nil if the first entry is no post.
func parsePost(key, former string) (p *post, last, others string) {
	entry, others, _ := strings.Cut(former, " ")
	s, is := strings.CutPrefix(entry, formerPost)
	if !is {
		return nil, "", former
	}
	last, edition, _ := strings.Cut(s, "/")
	return newPost(key, last, edition), last, others
}

// DropExpired returns a Shown.Former without the replies whose tokens have expired at the given
// time, so that the caller doesn't store expired tokens.
func DropExpired(former string, at time.Time) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(former), func(e string) bool {
		h, is := rest.ParseHandle(e)
		return is && !h.Alive(at)
	}), " ")
}

// retire edits or deletes an older message, so that only the current one has buttons.
func (ms *Mirrors) retire(o old) error {
	if o.private.Token != "" {
		var m bot.Message
		if o.past != nil {
			var err error
			if m, err = o.past(ms.ctx, o.edition); err != nil {
				return err
			}
		}
		switch {
		case m.Empty() && !o.stays:
			return ms.Client.DeleteAnswer(ms.ctx, o.private)
		case m.Empty() && o.instead.Empty():
			return nil
		case m.Empty():
			m = o.instead
		}
		_, err := ms.Client.EditAnswer(ms.ctx, nil, o.private, m.Inert().Encode())
		return err
	}
	if answer, is := rest.ParseHandle(o.former); is {
		return ms.Client.DeleteAnswer(ms.ctx, answer)
	}
	id, edition, _ := strings.Cut(o.former, ":")
	var m bot.Message
	if o.past != nil && edition != "" && time.Since(bot.SentAt(id)) <= ms.MaxAge {
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

// post is a post that may or may not have arrived.
type post struct {
	nonce   string
	entry   string // its entry in Shown.Former
	edition string
	content bot.Content // zero: unknown, because the post began before a crash
}

// newPost returns the post of an edition. last is the id of the mirror's previous message. Every
// attempt at the post, also after a crash, has the same nonce. Discord limits a nonce to 25
// characters.
func newPost(key, last, edition string) *post {
	sum := sha256.Sum256([]byte(key + "\x00" + edition + "\x00" + last))
	return &post{nonce: base64.RawURLEncoding.EncodeToString(sum[:])[:25], entry: formerPost + last + "/" + edition, edition: edition}
}
