package mirror

import (
	"time"

	"deuces/bot"
	"deuces/bot/rest"
)

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

// superseded reports whether a private message has to say that another took its place.
func superseded(was, now bot.Mirror, at time.Time) bool {
	return was.Channel == "" && now.Channel == "" && was.Past != nil && was.Handle.Alive(at) &&
		was.Shown.Message != "" && now.Shown.Message != "" && was.Shown.Message != now.Shown.Message
}

// overtaken reports whether a private reply arrives after the reply to a later click, as can
// happen with two quick clicks. The later one keeps its place: the message of the earlier
// click is the older of two, and if both have one message nobody knows what it shows.
func overtaken(now, late bot.Mirror, at time.Time) bool {
	return now.Channel == "" && late.Channel == "" && late.Handle.Expires.Before(now.Handle.Expires) && now.Handle.Alive(at)
}
