package commands

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"deuces/bot/rest/resttest"
)

// fakeDiscord is a Discord without a network, so tests can use a fake clock. It has channels with
// messages, and the few routes that the bot needs for messages in channels and direct messages.
type fakeDiscord struct {
	*resttest.Fake

	mu       sync.Mutex
	messages map[string][]fakeMessage
	last     map[string]string // id of the last message by channel, even if it was deleted
	nonces   map[string]string
	count    uint64

	gone          string           // id of a channel that was deleted
	historyHidden bool             // the bot may not read the history
	closedDMs     map[string]bool  // users who accept no direct messages
	noThreads     string           // Discord's answer where a thread can't be opened; empty: it can
	failing       map[string]error // errors by method; requests with this method fail
	dead          map[string]bool  // tokens of interactions that Discord no longer accepts

	events  map[string]string // bodies of the server's events by id
	hidden  string            // id of a channel that not everybody sees
	roles   string            // the server's roles as JSON
	noRoles int               // Discord's code for refusing to give or take roles; 0: it does

	watch func(method, channel, message, body string) // watchRequests sets it
}

type fakeMessage struct{ id, body string }

func newFakeDiscord() *fakeDiscord {
	p := &fakeDiscord{messages: map[string][]fakeMessage{}, last: map[string]string{}, nonces: map[string]string{}, closedDMs: map[string]bool{}, failing: map[string]error{}, roles: `[{"id":"1","permissions":"1024"}]`}
	p.Fake = resttest.New(p.answer)
	return p
}

// add adds a message and returns its id. The caller must hold mu.
func (p *fakeDiscord) add(channel, body string) string {
	const epoch = 1420070400000
	p.count++
	id := fmt.Sprint(uint64(time.Now().UnixMilli()-epoch)<<22 | p.count)
	p.messages[channel] = append(p.messages[channel], fakeMessage{id, body})
	p.last[channel] = id
	return id
}

// chatter is the text of the messages that people write.
const chatter = `"nice weather"`

// chat adds n messages of a person.
func (p *fakeDiscord) chat(channel string, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for range n {
		p.add(channel, chatter)
	}
}

// deleteMessage deletes a message, as a moderator would.
func (p *fakeDiscord) deleteMessage(channel, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages[channel] = slices.DeleteFunc(p.messages[channel], func(n fakeMessage) bool { return n.id == id })
}

// change calls f, which may change the fake's fields, with the lock held.
func (p *fakeDiscord) change(f func(*fakeDiscord)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p)
}

// watchRequests calls f, with the lock held, for each request that posts or edits a message; message is the id of an
// edited one.
func (p *fakeDiscord) watchRequests(f func(method, channel, message, body string)) {
	p.change(func(p *fakeDiscord) { p.watch = f })
}

// find returns the bodies of the messages in a channel that contain part, oldest first.
func (p *fakeDiscord) find(channel, part string) (bodies []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.messages[channel] {
		if strings.Contains(n.body, part) {
			bodies = append(bodies, n.body)
		}
	}
	return bodies
}

// newestMessage returns the newest existing message of a channel. last is the id that Discord
// reports as the last message, even if it was deleted.
func (p *fakeDiscord) newestMessage(channel string) (newest fakeMessage, last string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if all := p.messages[channel]; len(all) > 0 {
		newest = all[len(all)-1]
	}
	return newest, p.last[channel]
}

// countRequests returns the number of requests that begin with prefix.
func (p *fakeDiscord) countRequests(prefix string) int {
	return len(slices.DeleteFunc(p.Requests(), func(what string) bool { return !strings.HasPrefix(what, prefix) }))
}

// answer answers a request of the bot.
func (p *fakeDiscord) answer(_ int, s resttest.Sent) resttest.Answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	method, uri, _ := strings.Cut(s.What, " ")
	target, err := url.Parse(uri)
	if err != nil {
		return resttest.Answer{Status: 404}
	}
	status, body := p.route(method, strings.Split(target.Path, "/")[1:], target.Query().Get, s.Body)
	return resttest.Answer{Status: status, Body: body, Lost: p.failing[method]}
}

func (p *fakeDiscord) route(method string, path []string, query func(string) string, body string) (int, string) {
	refusal := func(status, code int) (int, string) { return status, fmt.Sprintf(`{"code":%d}`, code) }
	var sent struct {
		Nonce string `json:"nonce"`
		User  string `json:"recipient_id"`
	}
	if err := json.Unmarshal([]byte(body), &sent); body != "" && err != nil {
		return refusal(400, 50035)
	}
	if path[0] == "users" {
		return 200, fmt.Sprintf(`{"id":"9%s"}`, sent.User)
	}
	if path[0] == "guilds" && path[2] == "scheduled-events" {
		return p.routeEvent(method, path[3:], body)
	}
	if path[0] == "guilds" && path[2] == "roles" {
		return 200, p.roles
	}
	if path[0] == "guilds" && path[2] == "members" {
		switch p.noRoles {
		case 0:
			return 204, ""
		case 10011:
			return refusal(404, p.noRoles)
		}
		return refusal(403, p.noRoles)
	}
	channel := path[1]
	if path[0] == "webhooks" { // private messages; those of a token are in a channel of that name
		channel = path[2]
		switch token := channel; {
		case p.dead[token]:
			return refusal(401, 50027)
		case method == "POST":
			return 200, fmt.Sprintf(`{"id":%q}`, p.add(token, body))
		case method == "PATCH":
			if i := slices.IndexFunc(p.messages[token], func(n fakeMessage) bool { return n.id == path[4] }); i >= 0 {
				p.messages[token][i].body = body
			}
		case method == "DELETE":
			p.messages[token] = slices.DeleteFunc(p.messages[token], func(n fakeMessage) bool { return n.id == path[4] })
		}
		return 200, "{}"
	}
	if p.failing[method] != nil {
		return 0, "" // the bot gets no answer
	}
	if channel == p.gone {
		return refusal(404, 10003)
	}
	i := -1
	if len(path) == 4 {
		if i = slices.IndexFunc(p.messages[channel], func(n fakeMessage) bool { return n.id == path[3] }); i < 0 {
			return refusal(404, 10008)
		}
	}
	if p.watch != nil && i >= 0 {
		p.watch(method, channel, path[3], body)
	}
	switch method {
	case "POST":
		switch {
		case path[2] == "threads" && p.noThreads != "":
			return 400, p.noThreads
		case p.closedDMs[strings.TrimPrefix(channel, "9")]:
			return refusal(403, 50007)
		case p.nonces[sent.Nonce] == "":
			if p.nonces[sent.Nonce] = p.add(channel, body); p.watch != nil {
				p.watch(method, channel, "", body)
			}
		}
		return 200, fmt.Sprintf(`{"id":%q}`, p.nonces[sent.Nonce])
	case "PATCH":
		p.messages[channel][i].body = body
		return 200, "{}"
	case "DELETE":
		p.messages[channel] = slices.Delete(p.messages[channel], i, i+1)
		return 204, ""
	}
	if len(path) == 2 && channel == p.hidden {
		return 200, `{"permission_overwrites":[{"id":"1","deny":"1024"}]}`
	}
	if len(path) == 2 {
		return 200, fmt.Sprintf(`{"last_message_id":%q}`, p.last[channel])
	}
	return 200, p.listAfter(channel, query)
}

// listAfter returns the messages after an id as JSON, newest first.
func (p *fakeDiscord) listAfter(channel string, query func(string) string) string {
	after, _ := strconv.ParseUint(query("after"), 10, 64)
	limit, _ := strconv.Atoi(query("limit"))
	var ids []string
	for _, n := range p.messages[channel] {
		if id, _ := strconv.ParseUint(n.id, 10, 64); id > after && len(ids) < limit && !p.historyHidden {
			ids = append(ids, fmt.Sprintf(`{"id":%q}`, n.id))
		}
	}
	slices.Reverse(ids)
	return "[" + strings.Join(ids, ",") + "]"
}

// routeEvent answers requests about the events of a server.
func (p *fakeDiscord) routeEvent(method string, path []string, body string) (int, string) {
	with := func(id string) string { return fmt.Sprintf(`{"id":%q,%s`, id, strings.TrimPrefix(p.events[id], "{")) }
	switch {
	case len(path) == 0 && method == "GET":
		var all []string
		for id := range p.events {
			all = append(all, with(id))
		}
		return 200, "[" + strings.Join(all, ",") + "]"
	case len(path) == 0:
		if p.events == nil {
			p.events = map[string]string{}
		}
		p.count++
		path = []string{fmt.Sprint(p.count)}
	case p.events[path[0]] == "":
		return 404, `{"code":10070}`
	case method == "DELETE":
		delete(p.events, path[0])
		return 204, ""
	}
	if body != "" {
		p.events[path[0]] = body
	}
	return 200, with(path[0])
}
