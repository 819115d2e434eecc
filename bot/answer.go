package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"deuces/bot/rest"
	"deuces/internal/say"
)

// An interaction is answered in these steps: answer → find → await → run → respond → callback. If
// the handler is slow, the answer is deferred (deferred.go).

// outcome is the result of a Handler.
type outcome struct {
	reply Reply
	err   error
}

// answer answers an interaction. err is the error of decode, if it failed.
func (b *Bot) answer(ctx context.Context, i interaction, err error) {
	if err != nil {
		b.respond(ctx, i, outcome{err: err})
		return
	}
	x, refusal := b.find(i)
	if refusal != "" {
		reply := b.tell(i, say.New(refusal))
		reply.Notice = false // it would need another request
		b.respond(ctx, i, outcome{reply: reply})
		return
	}
	b.awaitOrDefer(context.WithoutCancel(ctx), i, x)
}

// find returns the interaction's route, or the reason why it is refused.
func (b *Bot) find(i interaction) (x route, refusal say.Text) {
	if !b.users.Allow(i.User.ID) {
		return x, saySlower
	}
	if i.kind == kindCommand {
		b.learnCommand(i.Command, i.commandID)
	}
	x, ok := b.router.routes[routeKey{i.kindName(), cmp.Or(i.Command, i.Verb)}]
	if !ok {
		b.about(b.cfg.Log.Warn(), i).Msg("no handler for this command or button; it is from another version of the bot")
		return x, sayUnknown
	}
	if x.defers == DeferUpdate && i.Message == "" {
		x.defers = DeferPrivate // a form opened by a command has no message to update
	}
	return x, ""
}

// awaitOrDefer runs the handler and defers the answer if the handler is slow. The context isn't canceled
// when the bot stops, so that all accepted interactions are answered.
func (b *Bot) awaitOrDefer(ctx context.Context, i interaction, x route) {
	patience := b.cfg.DeferAfter
	if x.defers == DeferNever {
		patience = b.cfg.LateAfter
	}
	var lost bool
	told := make(chan struct{})
	late := time.AfterFunc(time.Until(i.received.Add(patience)), func() {
		defer close(told)
		lost = b.stall(ctx, i, x.defers)
	})
	hctx, cancel := context.WithTimeout(ctx, b.cfg.HandlerTime)
	out := run(hctx, x.handler, i.Request)
	cancel()
	if out.reply.Update && i.Private && i.Asker != "" && i.Asker != i.User.ID {
		// The click is forged: a private message is updated only for the user who asked for it.
		out.reply.Update, out.reply.Private = false, true
	}
	if _, clicked := b.notices.at(i); clicked && out.reply.Notice && out.reply.Private {
		out.reply.Update = true
	}
	if late.Stop() {
		if to, is := errors.AsType[*Elsewhere](out.err); is {
			if out.err = b.pass(ctx, i, to); out.err == nil {
				return
			}
		}
		b.respond(ctx, i, out)
		return
	}
	<-told
	switch {
	case !lost && x.defers != DeferNever:
		b.followUp(ctx, i, x.defers, out)
	case out.err != nil:
		b.errorReply(i, out.err)
	default:
		b.showUndelivered(i, out.reply)
	}
}

// run calls the handler and turns a panic into an error.
func run(ctx context.Context, h Handler, r Request) (out outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = outcome{err: fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
		}
	}()
	out.reply, out.err = h(ctx, r)
	return out
}

// stall defers the answer of a slow handler, so that Discord waits longer. If the route can't be
// deferred, it answers instead of the handler. It reports whether the interaction is lost.
func (b *Bot) stall(ctx context.Context, i interaction, d Defer) (lost bool) {
	deferral := response{kind: responseDefer}
	switch d {
	case DeferNever:
		b.respond(ctx, i, outcome{reply: b.tell(i, say.New(sayLate))})
		return false
	case DeferPrivate:
		deferral.data = map[string]int{"flags": rest.FlagPrivate}
	case DeferUpdate:
		deferral.kind = responseDeferUpdate
	}
	if b.cfg.Meter != nil {
		b.cfg.Meter.Deferred(i.kindName())
	}
	_, err := b.callback(ctx, i, deferral, false)
	return err != nil && b.answerFailed(i, err)
}

// respond answers an interaction that was not deferred.
func (b *Bot) respond(ctx context.Context, i interaction, out outcome) {
	if i.kind == kindAutocomplete {
		b.suggest(ctx, i, out)
		return
	}
	var first response
	if out.err == nil {
		first, out.err = responseTo(i, out.reply)
	}
	if out.err != nil {
		out.reply = b.errorReply(i, out.err)
		first, _ = responseTo(i, out.reply)
	}
	m := out.reply.Mirror
	// Private messages need the id too: it distinguishes them from older messages of the mirror, and a click
	// in a notice from others.
	wantID := (m != nil || out.reply.Notice) && first.kind == responseMessage
	public := m != nil && wantID && m.Channel != ""
	began := time.Now()
	release := b.hold(m)
	defer release()
	if public {
		announce(m, i.Handle)
	}
	id, err := b.callback(ctx, i, first, wantID)
	if out.reply.Update && errors.Is(err, rest.ErrNoMessage) {
		// The message was deleted after the click, as an older hand is. Reply with a new one.
		out.reply.Update, out.reply.Private = false, true
		b.respond(ctx, i, out)
		return
	}
	if _, refused := errors.AsType[*rest.Refused](err); refused {
		// Discord rejects the message, which is a bug of the bot. Tell the user.
		if first, err = responseTo(i, b.errorReply(i, err)); err == nil {
			_, err = b.callback(ctx, i, first, false)
		}
		m = nil
	}
	if err != nil && b.answerFailed(i, err) {
		b.showUndelivered(i, out.reply)
		return
	}
	if out.reply.Message != nil {
		b.replaceNotice(ctx, i, out.reply, i.Handle, id)
	}
	if out.reply.Delete {
		b.delete(ctx, i, i.Handle)
	}
	if m == nil || out.reply.Message == nil {
		return
	}
	if wantID && id == "" {
		found, failed := b.client.AnswerID(ctx, i.Handle)
		if failed != nil && public {
			b.answerFailed(i, failed)
			b.showUndelivered(i, out.reply)
			return
		}
		if failed == nil {
			id, err = found, nil
		}
	}
	if first.kind == responseUpdate {
		id = i.Message
	}
	shows := Content{Message: *out.reply.Message, Digest: first.message.Digest()}
	if err != nil {
		shows = Content{} // the message may not have arrived
	}
	b.keep(i, out.reply, i.Handle, id, shows, began)
}

// choice is Discord's JSON form of a suggestion.
type choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// suggest answers an autocomplete interaction. The answer can only contain suggestions, so after
// an error it has none.
func (b *Bot) suggest(ctx context.Context, i interaction, out outcome) {
	if out.err != nil {
		b.errorReply(i, out.err)
		out.reply = Reply{}
	}
	list := make([]choice, 0, maxOptions)
	for _, c := range out.reply.Choices[:min(len(out.reply.Choices), maxOptions)] {
		list = append(list, choice{Plain(c.Name.In(b.cfg.Languages.Find(i.Locale)), maxString), c.Value})
	}
	if _, err := b.callback(ctx, i, response{kind: responseChoices, data: map[string]any{"choices": list}}, false); err != nil {
		b.answerFailed(i, err)
	}
}

// callbackTries is the maximum number of attempts of a callback. An attempt may take two fifths
// of Config.ReplyWithin, so that there is time for a second one. More attempts are possible only
// if attempts fail quickly.
const callbackTries = 4

// callback sends the first response to an interaction. It repeats failed attempts until
// Config.ReplyWithin has passed. This is safe because an interaction has only one first response:
// if an attempt arrived although it seemed to fail, the next one gets ErrAnswered, which counts as
// success. With wantID, callback returns the id of the new message, or "" if it isn't known.
func (b *Bot) callback(ctx context.Context, i interaction, a response, wantID bool) (string, error) {
	var out struct {
		Resource struct {
			Message rest.Posted `json:"message"`
		} `json:"resource"`
	}
	x := rest.Request{Method: http.MethodPost, Path: "/interactions/" + i.ID + "/" + i.Handle.Token + "/callback", Bucket: i.Handle.Bucket()}
	a.fill(&x)
	if wantID {
		x.Path += "?with_response=true"
		x.Into = &out
	}
	ctx, cancel := context.WithDeadline(ctx, i.received.Add(b.cfg.ReplyWithin))
	defer cancel()
	for n := 1; ; n++ {
		once, stop := context.WithTimeout(ctx, b.cfg.ReplyWithin*2/5)
		err := b.client.Send(once, nil, x)
		stop()
		_, uncertain := errors.AsType[*rest.Uncertain](err)
		limited, isLimited := errors.AsType[*rest.Limited](err)
		var wait time.Duration
		answered := errors.Is(err, rest.ErrAnswered)
		if answered && n == 1 && !i.passed {
			b.rivals.answered()
		}
		switch {
		case err == nil, answered && n > 1:
			if b.cfg.Meter != nil {
				b.cfg.Meter.Replied(i.kindName(), time.Since(i.received))
			}
			return out.Resource.Message.ID, nil
		case n == callbackTries || !uncertain && !isLimited:
			return "", err
		case uncertain:
			wait = 50 * time.Millisecond << n
		default:
			wait = limited.After
		}
		if deadline, _ := ctx.Deadline(); isLimited && time.Until(deadline) < wait || rest.Pause(ctx, wait) != nil {
			return "", err
		}
	}
}
