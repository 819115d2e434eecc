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

// fakeDiscord is a Discord without a network, so that the clock can be faked: channels with
// messages, and the few routes that public and direct messages need.
type fakeDiscord struct {
	*resttest.Fake

	mu       sync.Mutex
	channels map[string][]note
	last     map[string]string // last message by channel, even if it was deleted
	nonces   map[string]string
	count    uint64

	blind  bool             // the bot may not read the history
	closed map[string]bool  // users who accept no direct messages
	broken map[string]error // by method: requests that fail
}

type note struct{ id, body string }

func newFakeDiscord() *fakeDiscord {
	p := &fakeDiscord{channels: map[string][]note{}, last: map[string]string{}, nonces: map[string]string{}, closed: map[string]bool{}, broken: map[string]error{}}
	p.Fake = resttest.New(p.says)
	return p
}

// add adds a message. The caller must hold mu.
func (p *fakeDiscord) add(channel, body string) string {
	const epoch = 1420070400000
	p.count++
	id := fmt.Sprint(uint64(time.Now().UnixMilli()-epoch)<<22 | p.count)
	p.channels[channel] = append(p.channels[channel], note{id, body})
	p.last[channel] = id
	return id
}

// chatter is the message that people write.
const chatter = `"nice weather"`

// chat adds n messages of a person.
func (p *fakeDiscord) chat(channel string, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for range n {
		p.add(channel, chatter)
	}
}

// delete deletes a message as a moderator would.
func (p *fakeDiscord) delete(channel, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.channels[channel] = slices.DeleteFunc(p.channels[channel], func(n note) bool { return n.id == id })
}

// change changes the fake's fields with its lock held.
func (p *fakeDiscord) change(f func(*fakeDiscord)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p)
}

// shows returns the bodies of a channel's messages that contain part, oldest first.
func (p *fakeDiscord) shows(channel, part string) (bodies []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.channels[channel] {
		if strings.Contains(n.body, part) {
			bodies = append(bodies, n.body)
		}
	}
	return bodies
}

// end returns the newest message of a channel, and the one that Discord names as the last.
func (p *fakeDiscord) end(channel string) (newest note, last string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if all := p.channels[channel]; len(all) > 0 {
		newest = all[len(all)-1]
	}
	return newest, p.last[channel]
}

// asked counts the requests that begin with prefix.
func (p *fakeDiscord) asked(prefix string) int {
	return len(slices.DeleteFunc(p.Requests(), func(what string) bool { return !strings.HasPrefix(what, prefix) }))
}

// says answers a request of the bot.
func (p *fakeDiscord) says(_ int, s resttest.Sent) resttest.Answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	method, uri, _ := strings.Cut(s.What, " ")
	to, err := url.Parse(uri)
	if err != nil {
		return resttest.Answer{Status: 404}
	}
	status, body := p.answer(method, strings.Split(to.Path, "/")[1:], to.Query().Get, s.Body)
	return resttest.Answer{Status: status, Body: body, Lost: p.broken[method]}
}

func (p *fakeDiscord) answer(method string, path []string, query func(string) string, body string) (int, string) {
	refused := func(status, code int) (int, string) { return status, fmt.Sprintf(`{"code":%d}`, code) }
	var sent struct {
		Nonce string `json:"nonce"`
		User  string `json:"recipient_id"`
	}
	if err := json.Unmarshal([]byte(body), &sent); body != "" && err != nil {
		return refused(400, 50035)
	}
	if path[0] == "users" {
		return 200, fmt.Sprintf(`{"id":"9%s"}`, sent.User)
	}
	channel := path[1]
	if p.broken[method] != nil {
		return 0, "" // no answer arrives
	}
	i := -1
	if len(path) == 4 {
		if i = slices.IndexFunc(p.channels[channel], func(n note) bool { return n.id == path[3] }); i < 0 {
			return refused(404, 10008)
		}
	}
	switch method {
	case "POST":
		switch {
		case p.closed[strings.TrimPrefix(channel, "9")]:
			return refused(403, 50007)
		case p.nonces[sent.Nonce] == "":
			p.nonces[sent.Nonce] = p.add(channel, body)
		}
		return 200, fmt.Sprintf(`{"id":%q}`, p.nonces[sent.Nonce])
	case "PATCH":
		p.channels[channel][i].body = body
		return 200, "{}"
	case "DELETE":
		p.channels[channel] = slices.Delete(p.channels[channel], i, i+1)
		return 204, ""
	}
	if len(path) == 2 {
		return 200, fmt.Sprintf(`{"last_message_id":%q}`, p.last[channel])
	}
	return 200, p.after(channel, query)
}

// after lists the messages after an id, newest first.
func (p *fakeDiscord) after(channel string, query func(string) string) string {
	after, _ := strconv.ParseUint(query("after"), 10, 64)
	limit, _ := strconv.Atoi(query("limit"))
	var ids []string
	for _, n := range p.channels[channel] {
		if id, _ := strconv.ParseUint(n.id, 10, 64); id > after && len(ids) < limit && !p.blind {
			ids = append(ids, fmt.Sprintf(`{"id":%q}`, n.id))
		}
	}
	slices.Reverse(ids)
	return "[" + strings.Join(ids, ",") + "]"
}
