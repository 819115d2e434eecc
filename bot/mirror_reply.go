package bot

import (
	"time"
)

// A reply that goes on as a mirror: it is held still while the reply is on its way, and
// handed over once that has arrived.

// holding keeps a reply's mirror still while the reply is on its way.
func (b *Bot) holding(m *Mirror) (release func()) {
	if m == nil {
		return func() {}
	}
	return b.mirrors.hold(m.Key)
}

// begins tells whose mirror a reply is going to be of the reply itself, whose id
// is not known yet: whoever goes on after a crash takes it away by its token, for
// the mirror is posted anew then.
func begins(m *Mirror, h Handle) {
	if m != nil && m.Channel != "" && m.Posted != nil {
		m.Posted(Shown{Former: h.former()})
	}
}

// keep hands a delivered message to its mirror. id is the message's, "" where a private
// one's could not be learned; shows is what it shows, nil if that is not sure.
func (b *Bot) keep(i interaction, r Reply, h Handle, id string, shows *content, began time.Time) {
	m := *r.Mirror
	if m.Channel == "" || r.Private || r.Update && i.Private {
		m.Channel, m.Shown, m.Handle = "", Shown{Message: id}, h
	} else if m.Shown.Message != id {
		m.Shown = Shown{Message: id, Edition: r.Message.Edition, At: time.Now()}
		if m.Posted != nil {
			m.Posted(m.Shown)
		}
	}
	b.mirrors.adopt(m, shows, began)
}
