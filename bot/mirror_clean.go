package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// A board that is posted anew leaves one behind that still has its buttons. It is
// cleaned with patience, and remembered in Shown.Former until it is, so that a
// crash in between leaves one board with buttons in the end.

// litter is a message that another took the place of.
type litter struct {
	of      *entry
	channel string
	former  string // an entry of Shown.Former
	past    func(context.Context, string) (Message, error)
	private Handle // of a private message, instead of channel and former
}

// formers bounds Shown.Former: where nothing can be cleaned away for long, the
// oldest are let go.
const formers = 8

// former is the message as an entry of another's Shown.Former; "" for none.
func (s Shown) former() string {
	if s.Message == "" || s.Edition == "" {
		return s.Message
	}
	return s.Message + ":" + s.Edition
}

// formerID is the message of an entry of Shown.Former, or what stands for it.
func formerID(entry string) string {
	if strings.HasPrefix(entry, formerPost) || strings.HasPrefix(entry, formerReply) {
		return entry
	}
	id, _, _ := strings.Cut(entry, ":")
	return id
}

// also puts an entry before those of Shown.Former.
func also(entry, former string) string {
	all := strings.Fields(entry + " " + without(former, formerID(entry)))
	return strings.Join(all[:min(len(all), formers)], " ")
}

// without takes a message out of those of Shown.Former.
func without(former, message string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(former), func(e string) bool { return formerID(e) == message }), " ")
}

// How long a message that can't be cleaned away yet is left alone: doubled each
// time, and given up after the last.
const (
	cleanFirst = 5 * time.Second
	cleanTries = 10
)

// clean sees to a message that another took the place of, with patience: as long
// as it has its buttons there are two boards. The end of the program is not held
// up; whoever is shown the mirror after that finds it as Former.
func (ms *Mirrors) clean(l litter) {
	wait := cleanFirst
	for n := 1; ; n++ {
		if l.private.token != "" && !l.private.Alive(time.Now()) {
			return // it can't be reached any more
		}
		err := ms.leave(l)
		if err == nil || errors.Is(err, ErrNoMessage) || errors.Is(err, ErrNoChannel) || errors.Is(err, ErrExpired) || errors.Is(err, ErrClosed) {
			break
		}
		if ms.ctx.Err() != nil {
			return
		}
		again := wait
		if told, is := errors.AsType[*limited](err); is { // 30046: an edit of what is too old
			again = max(wait, told.after)
		}
		if n == cleanTries || !ms.pauses(l.of, again) {
			ms.log.Warn().Err(err).Str("channel", l.channel).Msg("can't update an old message; it stays as it is")
			return
		}
		wait *= 2
	}
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if !l.of.over && l.former != "" {
		l.of.cleaned = also(formerID(l.former), l.of.cleaned)
		ms.touch(l.of)
	}
}

// supersede has a private message say that another took its place, once no
// request for it is out that could come after. With the lock.
func (ms *Mirrors) supersede(e *entry, was, now Mirror) {
	if was.Channel != "" || now.Channel != "" || was.Past == nil || !was.Handle.Alive(time.Now()) ||
		was.Shown.Message == "" || now.Shown.Message == "" || was.Shown.Message == now.Shown.Message {
		return
	}
	e.stale = append(e.stale, litter{of: e, past: was.Past, private: was.Handle})
	if !e.sending {
		ms.cleanStale(e)
	}
}

// overtaken says that a private reply arrived after that to a later click, as those of
// two clicks in a hurry can. The later one keeps its place: a message of the earlier
// click's own is the older of two, and of one that both have nobody knows what it
// shows. With the lock.
func (ms *Mirrors) overtaken(e *entry, late Mirror) bool {
	now := e.spec
	if now.Channel != "" || late.Channel != "" || !late.Handle.dies.Before(now.Handle.dies) || !now.Handle.Alive(time.Now()) {
		return false
	}
	ms.supersede(e, late, now)
	e.content = nil
	ms.touch(e)
	return true
}

// cleanStale begins to clean the private messages that wait for that. With the lock.
func (ms *Mirrors) cleanStale(e *entry) {
	for _, l := range e.stale {
		ms.work.Go(func() { ms.clean(l) })
	}
	e.stale = nil
}

// leave makes an old message what it shall be from now on.
func (ms *Mirrors) leave(l litter) error {
	if l.private.token != "" {
		m, err := l.past(ms.ctx, "")
		if err != nil || m.Empty() {
			return err
		}
		return ms.client.change(ms.ctx, l.private, m.inert())
	}
	if reply, is := parseFormer(l.former); is {
		return ms.client.withdraw(ms.ctx, reply)
	}
	id, edition, _ := strings.Cut(l.former, ":")
	var m Message
	if l.past != nil && edition != "" {
		var err error
		if m, err = l.past(ms.ctx, edition); err != nil {
			return err
		}
	}
	if m = m.inert(); m.Empty() {
		return ms.client.remove(ms.ctx, l.channel, id)
	}
	w, err := m.wire()
	if err != nil {
		return err
	}
	return ms.client.rewrite(ms.ctx, l.channel, id, w)
}

// pauses waits that long, or until the mirror is to be tried again; false at the end.
func (ms *Mirrors) pauses(e *entry, d time.Duration) bool {
	ms.mu.Lock()
	again := e.again
	ms.mu.Unlock()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-again:
	case <-ms.hurry:
		return false
	case <-ms.ctx.Done():
		return false
	}
	return true
}
