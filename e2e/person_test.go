package e2e

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// Person is somebody in a channel.
type Person struct {
	*sandboxtest.User
	t       testing.TB
	channel string
	table   *Table // table at which they play, or nil
}

// Person returns a person in a channel, and creates them if there is nobody of that name.
func (s *Server) Person(name, channel string) *Person {
	s.t.Helper()
	u, err := s.User(s.t.Context(), name)
	if err != nil {
		s.t.Fatal(err)
	}
	return &Person{User: u, t: s.t, channel: channel}
}

// In returns the person in another channel.
func (p *Person) In(channel string) *Person {
	there := *p
	there.channel, there.table = channel, nil
	return &there
}

// answered returns the message of a reply, and fails the test if there is none.
func (p *Person) answered(what string, reply sandboxtest.Reply, err error) Message {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s, %s: %v", p.Name, what, err)
	}
	return Message{reply.Message(), p.t}
}

// Uses uses a slash command.
func (p *Person) Uses(command string, options Options) Message {
	p.t.Helper()
	reply, err := p.Command(p.t.Context(), p.channel, command, options)
	return p.answered("/"+command, reply, err)
}

// Clicks clicks the button or menu of a message that has this id, or whose id begins so or, after "…", ends so. If the
// message had no such button when it was seen, it may have one now.
func (p *Person) Clicks(m Message, what string, values ...string) Message {
	p.t.Helper()
	id := cmp.Or(m.find(what), what)
	reply, err := p.Click(p.t.Context(), m.ID, id, values...)
	if err != nil {
		p.t.Fatalf("%s clicks %s: %v, in\n%s", p.Name, id, err, m.Text())
	}
	return Message{reply.Message(), p.t}
}

// Submits opens the form of a button and sends it.
func (p *Person) Submits(m Message, what string, fields Options) Message {
	p.t.Helper()
	id := m.find(what)
	form, err := p.Click(p.t.Context(), m.ID, id)
	if err != nil {
		p.t.Fatalf("%s opens the form of %s: %v\n%s", p.Name, what, err, m.Text())
	}
	reply, err := p.Submit(p.t.Context(), form.Interaction, id, fields)
	return p.answered(id, reply, err)
}

// Sees waits for the first message in the person's channel that meets all conditions.
func (p *Person) Sees(all ...fits) Message {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), sandboxtest.Patience)
	defer cancel()
	m, err := p.Await(ctx, p.channel, func(m sandboxtest.Message) bool {
		return !slices.ContainsFunc(all, func(f fits) bool { return !f(m) })
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
func (p *Person) Reads(all ...fits) (found []Message) {
	p.t.Helper()
	there, err := p.Messages(p.t.Context(), p.channel)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range there {
		if !slices.ContainsFunc(all, func(f fits) bool { return !f(m) }) {
			found = append(found, Message{m, p.t})
		}
	}
	return found
}

// Waits waits until a condition holds about messages or the bot's requests.
func (p *Person) Waits(what string, holds func() bool) {
	p.t.Helper()
	if err := p.Until(p.t.Context(), func() (bool, error) { return holds(), nil }); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// newest clicks something on the newest message that meets the conditions, and tries again if the
// message was replaced.
func (p *Person) newest(what string, all ...fits) Message {
	p.t.Helper()
	for hangs := time.Now().Add(sandboxtest.Patience); ; {
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
		if !errors.As(err, &refused) || refused.Status != http.StatusNotFound || time.Now().After(hangs) {
			return p.answered(what, reply, err)
		}
	}
}

// Hand opens the hand from the newest board.
func (p *Person) Hand() Message {
	p.t.Helper()
	id := "hand/" + p.table.id
	return p.newest(id, isBoard, offers(id))
}

// Menu opens the menu of the newest board.
func (p *Person) Menu() Message {
	p.t.Helper()
	return p.newest("menu/", isBoard, offers("menu/"))
}

// Asks makes the person open a page, by a command or by a button of what a command shows.
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
	case "table":
		return p.Clicks(p.Menu(), "…/bottom")
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

// Prefers makes choices in /preferences.
func (p *Person) Prefers(choices ...string) Message {
	p.t.Helper()
	page := p.Uses("preferences", nil)
	for _, choice := range choices {
		page = p.Clicks(page, "prefer/"+choice)
	}
	return page
}

// Private clicks a button of the newest private message with such a button.
func (p *Person) Private(prefix string) Message {
	p.t.Helper()
	return p.Clicks(p.Sees(private, offers(prefix)), prefix)
}

// Settings opens a page of the server's settings.
func (p *Person) Settings(page string) Message {
	p.t.Helper()
	return p.Clicks(p.Uses("settings", nil), "settings/page", page)
}

// Ends makes the person end the table and confirm.
func (p *Person) Ends() {
	p.t.Helper()
	p.Clicks(p.Asks("end", nil).Whispers("?"), "end/").Whispers("The table is closed")
}
