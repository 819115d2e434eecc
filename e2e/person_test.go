package e2e

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/sandbox/sandboxtest"
)

// Person is a user in a channel.
type Person struct {
	*sandboxtest.User
	t       testing.TB
	channel string
	table   *Table // table at which they play; may be nil
}

// Person returns the user of this name in a channel. If there is none, the user is created.
func (s *Server) Person(name, channel string) *Person {
	s.t.Helper()
	u, err := s.User(s.t.Context(), name)
	errtest.Must(s.t, err)
	return &Person{User: u, t: s.t, channel: channel}
}

// In returns the same user in another channel.
func (p *Person) In(channel string) *Person {
	other := *p
	other.channel, other.table = channel, nil
	return &other
}

// message returns the message of a reply. The test fails if there is none.
func (p *Person) message(what string, reply sandboxtest.Reply, err error) Message {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s, %s: %v", p.Name, what, err)
	}
	return Message{reply.Message(), p.t}
}

// Uses runs a slash command.
func (p *Person) Uses(command string, options Options) Message {
	p.t.Helper()
	if key, ok := options["game"].(string); ok {
		if _, is := systems.Latest(key); is { // as a client does that sends the value of a suggestion
			options = maps.Clone(options)
			options["game"] = "game:" + key
		}
	}
	reply, err := p.Command(p.t.Context(), p.channel, command, options)
	return p.message("/"+command, reply, err)
}

// Clicks clicks the button or menu of a message with the custom id what. If there is none, it
// clicks the first whose id begins with what or, if what begins with "…", ends with the rest. A
// full id is clicked even if m doesn't have that button, because the message may have got it since
// then.
func (p *Person) Clicks(m Message, what string, values ...string) Message {
	p.t.Helper()
	id := cmp.Or(m.find(what), what)
	reply, err := p.Click(p.t.Context(), m.ID, id, values...)
	if err != nil {
		p.t.Fatalf("%s clicks %s: %v, in\n%s", p.Name, id, err, m.Text())
	}
	return Message{reply.Message(), p.t}
}

// Click is like the method of User. If the message is a hand that has just moved below a new board,
// it clicks the same button there.
func (p *Person) Click(ctx context.Context, message, customID string, values ...string) (sandboxtest.Reply, error) {
	reply, err := p.User.Click(ctx, message, customID, values...)
	var refused *sandboxtest.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusNotFound {
		return reply, err
	}
	list, failed := p.Messages(ctx, p.channel)
	if failed != nil {
		return reply, err
	}
	for _, m := range list {
		if m.ID != message && private(m) && findButton(m, customID) == customID {
			return p.User.Click(ctx, m.ID, customID, values...)
		}
	}
	return reply, err
}

// Submits clicks a button that opens a form, and sends the form.
func (p *Person) Submits(m Message, what string, fields Options) Message {
	p.t.Helper()
	id := m.find(what)
	form, err := p.Click(p.t.Context(), m.ID, id)
	if err != nil {
		p.t.Fatalf("%s opens the form of %s: %v\n%s", p.Name, what, err, m.Text())
	}
	reply, err := p.Submit(p.t.Context(), form.Interaction, id, fields)
	return p.message(id, reply, err)
}

// Sees waits for the first message in the person's channel that meets all conditions.
func (p *Person) Sees(all ...condition) Message {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), sandboxtest.Patience)
	defer cancel()
	m, err := p.Await(ctx, p.channel, func(m sandboxtest.Message) bool {
		return !slices.ContainsFunc(all, func(f condition) bool { return !f(m) })
	})
	if err != nil {
		for _, m := range p.Reads() {
			p.t.Logf("%s sees\n%s", p.Name, m.Text())
		}
		p.t.Fatalf("%s: %v", p.Name, err)
	}
	return Message{m, p.t}
}

// Reads returns the messages in the person's channel that meet all conditions, oldest first.
func (p *Person) Reads(all ...condition) (found []Message) {
	p.t.Helper()
	list, err := p.Messages(p.t.Context(), p.channel)
	errtest.Must(p.t, err)
	for _, m := range list {
		if !slices.ContainsFunc(all, func(f condition) bool { return !f(m) }) {
			found = append(found, Message{m, p.t})
		}
	}
	return found
}

// Waits waits until a condition holds that concerns messages or the bot's requests.
func (p *Person) Waits(what string, holds func() bool) {
	p.t.Helper()
	if err := p.Until(p.t.Context(), func() (bool, error) { return holds(), nil }); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// clickNewest clicks a button of the newest message that meets the conditions. It tries again if
// the message was replaced meanwhile.
func (p *Person) clickNewest(what string, all ...condition) Message {
	p.t.Helper()
	for deadline := time.Now().Add(sandboxtest.Patience); ; {
		var m Message
		p.Waits("there is "+what+" to click", func() bool {
			found := p.Reads(all...)
			if len(found) > 0 {
				m = found[len(found)-1]
			}
			return m.find(what) != ""
		})
		reply, err := p.Click(p.t.Context(), m.ID, m.find(what))
		var refused *sandboxtest.Error
		if !errors.As(err, &refused) || refused.Status != http.StatusNotFound || time.Now().After(deadline) {
			return p.message(what, reply, err)
		}
	}
}

// Hand opens the hand with the button of the newest board.
func (p *Person) Hand() Message {
	p.t.Helper()
	id := "hand/" + p.table.id
	return p.clickNewest(id, isBoard, offers(id))
}

// Menu opens the menu of the newest board.
func (p *Person) Menu() Message {
	p.t.Helper()
	return p.clickNewest("menu/", isBoard, offers("menu/"))
}

// Asks opens a page, by a command or by a button of the page that a command opens.
func (p *Person) Asks(what string, options Options) Message {
	p.t.Helper()
	uses := func(name string, keys ...string) Message {
		p.t.Helper()
		typed := Options{}
		for _, key := range keys {
			if value, ok := options[key]; ok {
				typed[key] = value
			}
		}
		return p.Uses(name, typed)
	}
	switch what {
	case "titles":
		return p.Clicks(uses("leaderboard", "game"), "titles/")
	case "seasons":
		return p.Clicks(uses("leaderboard"), "fame")
	case "stats":
		opened := uses("profile", "player")
		if game, ok := options["game"]; ok {
			return p.Clicks(opened, "…/game", fmt.Sprint(game))
		}
		return opened
	case "history":
		if options["player"] == nil {
			return p.Clicks(uses("leaderboard", "game"), "history/")
		}
		return p.Clicks(p.Asks("stats", options), "history/")
	case "privacy":
		return p.Clicks(uses("preferences"), "privacy/")
	case "rules":
		return uses("help", "game")
	case "learn":
		return p.Clicks(uses("help", "game"), "learn/")
	case "cards":
		return uses("hand", "cards")
	case "end":
		return p.Clicks(p.Menu(), "end/")
	case "kick":
		menu := p.Menu()
		for _, c := range menu.All() {
			for _, o := range c.Options {
				if strings.HasSuffix(c.CustomID, "/kick") && o.Label == options["player"] {
					return p.Clicks(menu, c.CustomID, o.Value)
				}
			}
		}
		p.t.Fatalf("%s can't remove %s: %+v", p.Name, options["player"], menu.All())
	}
	return p.Uses(what, options)
}

// Prefers sets preferences in /preferences.
func (p *Person) Prefers(choices ...string) Message {
	p.t.Helper()
	page := p.Uses("preferences", nil)
	for _, choice := range choices {
		page = p.Clicks(page, "prefer/"+choice)
	}
	return page
}

// ClicksPrivate clicks the button in the newest private message that has one with this prefix.
func (p *Person) ClicksPrivate(prefix string) Message {
	p.t.Helper()
	return p.Clicks(p.Sees(private, offers(prefix)), prefix)
}

// Settings opens a page of the server's settings.
func (p *Person) Settings(page string) Message {
	p.t.Helper()
	return p.Clicks(p.Uses("settings", nil), "settings/"+page)
}

// Ends ends the table and confirms that.
func (p *Person) Ends() {
	p.t.Helper()
	p.Clicks(p.Asks("end", nil).Whispers("?"), "end/")
}
