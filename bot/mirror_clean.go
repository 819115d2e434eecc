package bot

import (
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
	of               *entry
	channel, message string
	last             *content
	keep             bool
}

// formers bounds Shown.Former: where nothing can be cleaned away for long, the
// oldest are let go.
const formers = 8

// also puts a message before those of Shown.Former.
func also(message, former string) string {
	all := strings.Fields(message + " " + without(former, message))
	return strings.Join(all[:min(len(all), formers)], " ")
}

// without takes a message out of those of Shown.Former.
func without(former, message string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(former), func(m string) bool { return m == message }), " ")
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
		var err error
		if reply, is := parseFormer(l.message); is {
			err = ms.client.withdraw(ms.ctx, reply)
		} else if l.keep && l.last != nil {
			err = ms.client.retire(ms.ctx, l.channel, l.message, l.last.message)
		} else {
			err = ms.client.remove(ms.ctx, l.channel, l.message)
		}
		if err == nil || errors.Is(err, ErrNoMessage) || errors.Is(err, ErrNoChannel) || errors.Is(err, ErrExpired) {
			break
		}
		if ms.ctx.Err() != nil {
			return
		}
		if n == cleanTries || !ms.pauses(l.of, wait) {
			ms.log.Warn().Err(err).Str("channel", l.channel).Msg("an old message stays as it is")
			return
		}
		wait *= 2
	}
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if !l.of.over {
		l.of.cleaned = also(l.message, l.of.cleaned)
		ms.touch(l.of)
	}
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
