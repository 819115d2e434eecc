package bot

import (
	"context"
	"crypto/rand"
	"deuces/say"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// What users read when something cannot be.
const (
	sayGuildOnly say.Text = "This only works in a server's channels, not in direct messages."
	sayUnknown   say.Text = "This no longer works: it's from an older version of the bot."
	sayLate      say.Text = "That took too long. Please try again."
	saySlower    say.Text = "That was too fast for me. Please wait a moment, then try again."
)

// sayError is the sentence for an error, by the id it is logged with.
func sayError(id string) Reply {
	return Say(say.New("Something went wrong on my side. Please try again. If it keeps happening, give this code to whoever runs the bot: `{id}`.", id))
}

// errEmpty: a Handler returned nothing where something has to be said.
var errEmpty = errors.New("the handler returned no reply")

// outcome is what a Handler returned.
type outcome struct {
	reply Reply
	err   error
}

// receive answers one interaction as it came by the gateway, whole.
func (b *Bot) receive(ctx context.Context, r *Router, raw json.RawMessage, received time.Time) {
	i, err := decode(raw, received)
	if i.id == "" {
		b.cfg.Log.Warn().Err(err).Msg("an interaction from Discord can't be read, so it gets no answer")
		return
	}
	if i.kind == kindPing || !b.seen.first(i.id) {
		return
	}
	if err != nil {
		b.direct(ctx, i, outcome{err: err})
		return
	}
	x, refusal := b.find(r, i)
	if refusal != nil {
		b.direct(ctx, i, outcome{reply: *refusal})
		return
	}
	// Handlers are not cut short when the bot is going down: what they were
	// asked gets its answer.
	hctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.cfg.HandlerTime)
	done := make(chan outcome, 1)
	go func() {
		defer cancel()
		done <- run(hctx, x.handler, i.Request)
	}()
	b.await(context.WithoutCancel(ctx), i, x.defers, done)
}

// find is the interaction's route, or what to say instead.
func (b *Bot) find(r *Router, i interaction) (route, *Reply) {
	only := func(text say.Text) (route, *Reply) {
		if i.kind == kindAutocomplete {
			return route{}, &Reply{}
		}
		reply := Say(say.New(text))
		return route{}, &reply
	}
	if i.Guild == "" {
		return only(sayGuildOnly)
	}
	if !b.floods.allow(i.User.ID) {
		return only(saySlower)
	}
	var x route
	var ok bool
	switch i.kind {
	case kindCommand:
		x, ok = r.commands[i.Command]
	case kindAutocomplete:
		x, ok = r.suggest[i.Command]
	case kindComponent:
		x, ok = r.components[i.Verb]
	case kindModal:
		x, ok = r.modals[i.Verb]
	}
	if !ok {
		b.cfg.Log.Warn().Str("command", i.Command).Str("verb", i.Verb).Msg("nothing answers this command or button: it is from an older version")
		return only(sayUnknown)
	}
	if x.defers == DeferUpdate && i.Message == "" {
		x.defers = DeferPrivate // a form that a command opened has no message
	}
	return x, nil
}

// run calls the handler and turns a panic into an error.
func run(ctx context.Context, h Handler, r Request) (out outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = outcome{err: fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
		}
	}()
	reply, err := h(ctx, r)
	return outcome{reply, err}
}

// await waits for the handler and answers, in time.
func (b *Bot) await(ctx context.Context, i interaction, d Defer, done <-chan outcome) {
	patience := b.cfg.DeferAfter
	if d == DeferNever {
		patience = b.cfg.LateAfter
	}
	t := time.NewTimer(time.Until(i.received.Add(patience)))
	defer t.Stop()
	select {
	case out := <-done:
		b.direct(ctx, i, out)
		return
	case <-t.C:
	}
	if d == DeferNever {
		late := outcome{reply: Say(say.New(sayLate))}
		if i.kind == kindAutocomplete {
			late = outcome{}
		}
		b.direct(ctx, i, late)
		b.unanswered(i, <-done)
		return
	}
	kind, data := answerDefer, any(nil)
	switch d {
	case DeferPrivate:
		data = map[string]int{"flags": flagPrivate}
	case DeferUpdate:
		kind = answerDeferUpdate
	}
	if _, err := b.client.callback(ctx, i, kind, data, nil, false); err != nil && b.undelivered(i, err) {
		b.unanswered(i, <-done)
		return
	}
	b.afterwards(ctx, i, d, <-done)
}

// undelivered logs a failed answer, and says whether the interaction is known
// to be lost. A failure on the way may have arrived all the same.
func (b *Bot) undelivered(i interaction, err error) bool {
	var un *unsure
	lost := !errors.As(err, &un)
	b.cfg.Log.Warn().Err(err).Str("interaction", i.id).Bool("lost", lost).
		Dur("age", time.Since(i.received)).Msg("an answer did not reach Discord")
	return lost
}

// unanswered sees to what a handler has to say that can't be told any more.
func (b *Bot) unanswered(i interaction, out outcome) {
	if out.err != nil {
		b.failure(i, out.err)
		return
	}
	b.astray(i, out.reply)
}

// astray has a public mirror shown without its reply, which did not arrive: what
// it shows is there all the same. Should the reply stand in the channel, it is
// taken away.
func (b *Bot) astray(i interaction, r Reply) {
	if m := r.Mirror; m != nil && m.Channel != "" && !r.Update {
		at := *m
		at.Shown = Shown{Former: i.Handle.former()}
		b.mirrors.Show(at)
	}
}

// failure logs an error and makes its id, for the user to quote.
func (b *Bot) failure(i interaction, err error) (id string) {
	id = rand.Text()[:8]
	b.cfg.Log.Error().Err(err).Str("id", id).Str("interaction", i.id).Str("command", i.Command).
		Str("verb", i.Verb).Str("guild", i.Guild).Str("channel", i.Channel).Msg("a command or click failed")
	return id
}

// direct answers an interaction that was not deferred.
func (b *Bot) direct(ctx context.Context, i interaction, out outcome) {
	if i.kind == kindAutocomplete {
		b.suggest(ctx, i, out)
		return
	}
	kind, data, err := first(i, out)
	if err != nil {
		out.reply = sayError(b.failure(i, err))
		kind, data, _ = first(i, outcome{reply: out.reply})
	}
	var files []File
	if out.reply.Message != nil {
		files = out.reply.Message.Files
	}
	m := out.reply.Mirror
	// A private message's id tells it from the mirror's older ones.
	want := m != nil && kind == answerMessage
	public := want && m.Channel != ""
	began := time.Now()
	release := b.holding(m)
	defer release()
	if public {
		begins(m, i.Handle)
	}
	id, err := b.client.callback(ctx, i, kind, data, files, want)
	var refused *Refused
	if errors.As(err, &refused) {
		// Discord does not take what we made: our fault, and not the end of it.
		excuse := sayError(b.failure(i, err)).Message.encode(flagPrivate)
		_, err = b.client.callback(ctx, i, answerMessage, excuse, nil, false)
		out.reply.Mirror = nil
	}
	if err != nil && b.undelivered(i, err) {
		b.astray(i, out.reply)
		return
	}
	m = out.reply.Mirror
	if m == nil || out.reply.Message == nil {
		return
	}
	if want && id == "" {
		found, failed := b.lookUp(ctx, i.Handle)
		if failed != nil && public {
			b.undelivered(i, failed)
			b.astray(i, out.reply)
			return
		}
		if failed == nil {
			id, err = found, nil
		}
	}
	if kind == answerUpdate {
		id = i.Message
	}
	b.keep(i, out.reply, i.Handle, id, err == nil, began)
}

// first makes the first answer of an outcome: its type and data.
func first(i interaction, out outcome) (kind int, data any, err error) {
	r := out.reply
	if out.err != nil {
		return 0, nil, out.err
	}
	switch {
	case r.Modal != nil && i.kind == kindModal:
		return 0, nil, errors.New("a form cannot open a form")
	case r.Modal != nil:
		return answerModal, r.Modal.encode(), r.Modal.Check()
	case r.Message == nil && i.Message != "":
		return answerDeferUpdate, nil, nil
	case r.Message == nil || r.Message.Empty():
		return 0, nil, errEmpty
	}
	err = r.Message.Check()
	switch {
	case r.Update && i.Message == "":
		return 0, nil, errors.New("there is no message to update")
	case r.Update:
		return answerUpdate, r.Message.encode(0), err
	case r.Private:
		return answerMessage, r.Message.encode(flagPrivate), err
	}
	return answerMessage, r.Message.encode(0), err
}

// suggest answers autocomplete, where nothing can be said but suggestions.
func (b *Bot) suggest(ctx context.Context, i interaction, out outcome) {
	if out.err != nil {
		b.failure(i, out.err)
		out.reply = Reply{}
	}
	list := make([]choiceDoc, 0, maxOptions)
	for _, c := range out.reply.Choices[:min(len(out.reply.Choices), maxOptions)] {
		list = append(list, choiceDoc{Plain(c.Name.String(), maxString), c.Value})
	}
	if _, err := b.client.callback(ctx, i, answerChoices, map[string]any{"choices": list}, nil, false); err != nil {
		b.undelivered(i, err)
	}
}

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

// keep hands a delivered message to its mirror. id is the message's, "" where a
// private one's could not be learned; sure says that it shows what the reply has.
func (b *Bot) keep(i interaction, r Reply, h Handle, id string, sure bool, began time.Time) {
	m := *r.Mirror
	var shows *content
	if sure {
		shows, _ = digest(*r.Message) // nil: the mirror sends it once more
	}
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
