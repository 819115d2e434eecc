package bot

import (
	"context"
	"deuces/internal/say"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// An interaction on its way through the bot, from the gateway's event to the answer:
// event → receive → decode → find → await → run → direct → callback.

// interaction is a Request with what is needed to answer it.
type interaction struct {
	id, app, token string
	kind           int
	received       time.Time
	Request
}

// event takes what the gateway dispatched.
func (l *line) event(ctx context.Context, e *discordgo.Event) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.gone {
		return
	}
	b := l.shard.bot
	switch e.Type {
	case "READY":
		b.up.set(l.shard, true)
		b.client.meter.Connected(false)
		l.introduce(e.RawData)
	case "RESUMED":
		b.up.set(l.shard, true)
		b.client.meter.Connected(true)
	case interactionCreate:
		received := time.Now()
		b.work.Go(func() { b.receive(ctx, l.shard, e.RawData, received) })
	case "GUILD_CREATE":
		b.named(e.RawData)
		b.heard(l.shard, kept{do: func() { b.joined(e.RawData) }})
	case "GUILD_UPDATE":
		b.named(e.RawData)
	case "GUILD_DELETE", "CHANNEL_DELETE", "THREAD_DELETE":
		b.heard(l.shard, kept{do: func() { b.left(ctx, e.Type, e.RawData) }})
	}
}

// heard does what a shard has brought, when it is this process's turn.
func (b *Bot) heard(s *shard, k kept) {
	if b.sharing == nil {
		k.do()
		return
	}
	b.sharing.heard(s.id, k)
}

// What users read when something cannot be.
const (
	sayGuildOnly say.Text = "This only works in a server's channels, not in direct messages."
	sayUnknown   say.Text = "This no longer works: it's from an older version of the bot."
	sayLate      say.Text = "That took too long. Please try again."
	saySlower    say.Text = "That was too fast for me. Please wait a moment, then try again."
)

// outcome is what a Handler returned.
type outcome struct {
	reply Reply
	err   error
}

// receive answers one interaction as it came by the gateway, whole.
func (b *Bot) receive(ctx context.Context, s *shard, raw json.RawMessage, received time.Time) {
	i, err := decode(raw, received)
	if i.id == "" {
		b.cfg.Log.Warn().Err(err).Msg("an interaction from Discord can't be read, so it gets no answer")
		return
	}
	if i.kind == kindPing || !b.seen.first(i.id) {
		return
	}
	b.cfg.Log.Debug().Str("interaction", i.id).Str("command", i.Command).Str("verb", i.Verb).Str("guild", i.Guild).Str("channel", i.Channel).Msg("a command or click came")
	b.heard(s, kept{
		id: i.id, at: received,
		do:   func() { b.answer(ctx, s.router, i, err) },
		late: func() { b.direct(context.WithoutCancel(ctx), i, outcome{reply: Say(say.New(sayOutage))}) },
	})
}

// answer answers an interaction that was read, or could not be.
func (b *Bot) answer(ctx context.Context, r *Router, i interaction, err error) {
	if err != nil {
		b.direct(ctx, i, outcome{err: err})
		return
	}
	x, refusal := b.find(r, i)
	if refusal != nil {
		b.direct(ctx, i, outcome{reply: *refusal})
		return
	}
	b.await(context.WithoutCancel(ctx), i, x)
}

// decode reads an interaction. When only its data makes no sense it is
// returned beside the error with id and token, so that it can be answered.
func decode(raw []byte, received time.Time) (interaction, error) {
	var d interactionDoc
	derr := readJSON(raw, &d)
	i := interaction{id: d.ID, app: d.App, token: d.Token, kind: d.Kind, received: received}
	if i.id == "" || i.token == "" || i.app == "" {
		return interaction{}, fmt.Errorf("an interaction without id, application or token: %w", errors.Join(derr))
	}
	if derr != nil {
		return i, fmt.Errorf("decode interaction %s: %w", i.id, derr)
	}
	r := &i.Request
	*r = Request{ID: d.ID, Guild: d.Guild, Channel: d.Place, Bot: d.Bot.permissions(), Locale: d.Locale,
		Handle: Handle{app: d.App, token: d.Token, dies: received.Add(tokenLife - tokenMargin)}}
	if r.Channel == "" {
		r.Channel = d.Channel.ID
	}
	r.Last = d.Channel.Last
	if d.Channel.Kind >= 10 && d.Channel.Kind <= 12 {
		r.Thread, r.Parent = true, d.Channel.Parent
	}
	switch {
	case d.Member != nil:
		r.User, r.Can = d.Member.User.user(d.Member.Nick), d.Member.Can.permissions()
	case d.User != nil:
		r.User = d.User.user("")
	}
	if r.User.ID == "" {
		return i, fmt.Errorf("interaction %s is nobody's", i.id)
	}
	if d.Message != nil {
		r.Message, r.Private = d.Message.ID, d.Message.Flags&flagPrivate != 0
		if d.Message.From != nil {
			r.Asker = d.Message.From.User.ID
		}
	}
	switch d.Kind {
	case kindCommand, kindAutocomplete:
		r.Command = d.Data.Name
		r.given(d.Data.Options)
		r.Users = map[string]User{}
		for id, u := range d.Data.Resolved.Users {
			r.Users[id] = u.user(d.Data.Resolved.Members[id].Nick)
		}
	case kindComponent, kindModal:
		parts := strings.Split(d.Data.CustomID, "/")
		r.Verb, r.Args = parts[0], parts[1:]
		r.Values = d.Data.Values
		r.submitted(d.Data.Components)
	default:
		return i, fmt.Errorf("interaction %s is of the unknown kind %d", i.id, d.Kind)
	}
	return i, nil
}

// find is the interaction's route, or what to say instead.
func (b *Bot) find(r *Router, i interaction) (route, *Reply) {
	only := func(text say.Text) (route, *Reply) {
		if i.kind == kindAutocomplete {
			return route{}, &Reply{}
		}
		reply := Say(say.New(text))
		reply.Brief = false // a flood is not answered by more requests still
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

// permitted is a reply as it may be given: a private message is updated only for whoever
// asked for it. Anyone else, whose click is forged, gets a message of their own.
func (i interaction) permitted(r Reply) Reply {
	if r.Update && i.Private && i.Asker != "" && i.Asker != i.User.ID {
		r.Update, r.Private = false, true
	}
	return r
}

// await has the handler answer, and defers the answer if that takes long. Handlers are
// not cut short when the bot is going down: what they were asked gets its answer.
func (b *Bot) await(ctx context.Context, i interaction, x route) {
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
	out.reply = i.permitted(out.reply)
	cancel()
	if late.Stop() {
		b.direct(ctx, i, out)
		return
	}
	<-told
	if lost || x.defers == DeferNever {
		b.unanswered(i, out)
		return
	}
	b.afterwards(ctx, i, x.defers, out)
}

// stall answers before the handler does, so that Discord goes on waiting; or, where
// that can't be, in its place. It says whether the interaction is lost.
func (b *Bot) stall(ctx context.Context, i interaction, d Defer) (lost bool) {
	kind, data := answerDefer, any(nil)
	switch d {
	case DeferNever:
		late := outcome{reply: Say(say.New(sayLate))}
		if i.kind == kindAutocomplete {
			late = outcome{}
		}
		b.direct(ctx, i, late)
		return false
	case DeferPrivate:
		data = map[string]int{"flags": flagPrivate}
	case DeferUpdate:
		kind = answerDeferUpdate
	}
	b.client.meter.Deferred(i.meterKind())
	deferral, err := plainAnswer(kind, data)
	if err == nil {
		_, err = b.client.callback(ctx, i, deferral, false)
	}
	return err != nil && b.undelivered(i, err)
}

// direct answers an interaction that was not deferred.
func (b *Bot) direct(ctx context.Context, i interaction, out outcome) {
	if i.kind == kindAutocomplete {
		b.suggest(ctx, i, out)
		return
	}
	said, err := first(i, out)
	if err != nil {
		out.reply = b.excuse(i, err)
		said, _ = firstOf(i, out.reply)
	}
	m := out.reply.Mirror
	// A private message's id tells it from the mirror's older ones.
	want := m != nil && said.kind == answerMessage
	public := want && m.Channel != ""
	began := time.Now()
	release := b.holding(m)
	defer release()
	if public {
		begins(m, i.Handle)
	}
	id, err := b.client.callback(ctx, i, said, want)
	var refused *Refused
	if errors.As(err, &refused) {
		// Discord does not take what we made: our fault, and not the end of it.
		var excuse response
		excuse, err = saying(*b.excuse(i, err).Message, answerMessage, flagPrivate)
		if err == nil {
			_, err = b.client.callback(ctx, i, excuse, false)
		}
		out.reply.Mirror = nil
	}
	if err != nil && b.undelivered(i, err) {
		b.astray(i, out.reply)
		return
	}
	if said.kind == answerMessage {
		b.replaces(ctx, i, out.reply, i.Handle)
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
	if said.kind == answerUpdate {
		id = i.Message
	}
	var shows *content
	if err == nil {
		shows = said.wired.content(*out.reply.Message)
	}
	b.keep(i, out.reply, i.Handle, id, shows, began)
}

// suggest answers autocomplete, where nothing can be said but suggestions.
func (b *Bot) suggest(ctx context.Context, i interaction, out outcome) {
	if out.err != nil {
		b.excuse(i, out.err)
		out.reply = Reply{}
	}
	list := make([]choiceDoc, 0, maxOptions)
	for _, c := range out.reply.Choices[:min(len(out.reply.Choices), maxOptions)] {
		list = append(list, choiceDoc{Plain(c.Name.String(), maxString), c.Value})
	}
	choices, err := plainAnswer(answerChoices, map[string]any{"choices": list})
	if err == nil {
		_, err = b.client.callback(ctx, i, choices, false)
	}
	if err != nil {
		b.undelivered(i, err)
	}
}

// callbackTries is how often a callback is attempted at most. An attempt may take
// two fifths of the time there is, so that a second fits into it; more are made
// only when they fail fast.
const callbackTries = 4

// callback gives the first answer to an interaction. What fails on the way is
// tried again as long as Discord waits, which is safe: there is but
// one first answer. An attempt that arrived though it seemed to fail shows as
// ErrAnswered on the next, which is success. With want it returns the id of the
// message that the answer made, if it could be learnt.
func (c *client) callback(ctx context.Context, i interaction, a response, want bool) (string, error) {
	var out struct {
		Resource struct {
			Message posted `json:"message"`
		} `json:"resource"`
	}
	x := call{method: http.MethodPost, path: "/interactions/" + i.id + "/" + i.token + "/callback", body: a.body}
	if want {
		x.path += "?with_response=true"
		x.into = &out
	}
	ctx, cancel := context.WithDeadline(ctx, i.received.Add(c.within))
	defer cancel()
	for n := 1; ; n++ {
		once, stop := context.WithTimeout(ctx, c.within*2/5)
		err := c.do(once, nil, x)
		stop()
		var un *unsure
		var lim *limited
		switch {
		case err == nil:
			c.meter.Replied(i.meterKind(), time.Since(i.received))
			return out.Resource.Message.ID, nil
		case errors.Is(err, ErrAnswered) && n > 1:
			c.meter.Replied(i.meterKind(), time.Since(i.received))
			return "", nil
		case n == callbackTries:
			return "", err
		case errors.As(err, &un):
			if pause(ctx, 50*time.Millisecond<<n) != nil {
				return "", err
			}
		case errors.As(err, &lim):
			if deadline, _ := ctx.Deadline(); time.Until(deadline) < lim.after || pause(ctx, lim.after) != nil {
				return "", err
			}
		default:
			return "", err
		}
	}
}
