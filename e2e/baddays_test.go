package e2e

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// fault is a fault that the sandbox injects (docs/sandbox.md).
type fault struct {
	do     string
	method string
	path   string
	times  int
	event  string
	op     int
}

func (s *Server) Fault(f fault) {
	s.t.Helper()
	match := map[string]any{}
	for key, value := range map[string]any{"method": f.method, "path": f.path, "event": f.event, "op": f.op} {
		if value != "" && value != 0 {
			match[key] = value
		}
	}
	s.Does("POST", "faults", map[string]any{"match": match, "times": cmp.Or(f.times, 1), "do": f.do})
}

// waiting is a fault that still has to strike.
type waiting struct {
	Do    string
	Times int
	Match struct{ Event string }
}

func (s *Server) faults() (all []waiting) {
	s.t.Helper()
	if err := s.Do(s.t.Context(), "GET", "/sandbox/faults", nil, &all); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// NoFaults removes all faults and returns how often each would still have struck.
func (s *Server) NoFaults() map[string]int {
	s.t.Helper()
	left := map[string]int{}
	for _, f := range s.faults() {
		left[f.Do] += f.Times
	}
	s.Does("DELETE", "faults", nil)
	return left
}

// Paths of the bot's calls.
const (
	callbacks = "/interactions/*"
	replies   = "/webhooks/*"
	channels  = "/channels/*"
	messages  = "/channels/*/messages"
)

// Four people play while Discord has faults. No table gets stuck, no play happens twice or is lost,
// no expired interaction is answered, and afterwards the board is right.
func TestNoPlayIsLostOnBadDays(t *testing.T) {
	t.Parallel()
	days := []struct {
		why    string
		faults []fault
		every  time.Duration // how often the faults are repeated; 0: once
	}{
		{"429 with a long wait on edits", []fault{{do: "429 3", method: "PATCH", path: channels, times: 2}}, 0},
		{"429 with a long wait on posts", []fault{{do: "429 3", method: "POST", path: messages, times: 2}}, 0},
		{"429 on answers, for longer than Discord waits", []fault{{do: "429 4", path: callbacks, times: 2}}, 0},
		{"429 on answers that can be waited for", []fault{{do: "429 0.2", path: callbacks, times: 8}}, 0},
		{"every second call fails with 500", []fault{{do: "status 500"}, {do: "delay 1ms"}}, 20 * time.Millisecond},
		{"500 on channels", []fault{{do: "status 500", path: channels, times: 6}}, 0},
		{"502 on answers and edits of hands", []fault{{do: "status 502", path: callbacks, times: 6}, {do: "status 502", path: replies, times: 6}}, 0},
		{"503 on everything, for a while", []fault{{do: "status 503", times: 40}}, 0},
		{"answers are slow", []fault{{do: "delay 700ms", path: callbacks, times: 10}}, 0},
		{"answers that arrive and seem not to", []fault{{do: "drop the answer", path: callbacks, times: 10}}, 0},
		{"answers that hang", []fault{{do: "hang", path: callbacks, times: 4}}, 0},
		{"posts that arrive and seem not to", []fault{{do: "drop the answer", method: "POST", path: messages, times: 6}}, 0},
		{"edits that arrive and seem not to", []fault{{do: "drop the answer", method: "PATCH", times: 10}}, 0},
		{"deletions that arrive and seem not to", []fault{{do: "drop the answer", method: "DELETE", times: 6}}, 0},
		{"the gateway drops", []fault{{do: "drop"}}, time.Second},
		{"the gateway wants a reconnect", []fault{{do: "op7"}}, 1500 * time.Millisecond},
		{"the gateway wants a reconnect before READY", []fault{{do: "op7", op: 2}, {do: "op9"}}, 0},
		{"the gateway wants a reconnect at the resume", []fault{{do: "op7", op: 6}, {do: "drop"}}, 0},
		{"the session is invalid", []fault{{do: "op9"}}, 0},
		{"the session is invalid, and can be resumed", []fault{{do: "op9 resumable"}}, 0},
		{"a resume that is answered by op 9", []fault{{do: "op9", op: 6}, {do: "drop"}}, 0},
		{"interactions are replayed", []fault{{do: "replay last", event: "INTERACTION_CREATE"}}, 10 * time.Millisecond},
		{"clicks come out of order", []fault{{do: "delay 200ms", event: "INTERACTION_CREATE"}}, 40 * time.Millisecond},
		{"a session begins with clicks, then the guild, then READY", []fault{{do: "delay 800ms", event: "READY"}, {do: "delay 400ms", event: "GUILD_CREATE"}, {do: "op9"}}, 0},
		{"what is replayed at a resume comes before and after RESUMED", []fault{{do: "delay 500ms", event: "RESUMED"}, {do: "delay 300ms", event: "INTERACTION_CREATE", times: 5}, {do: "drop"}}, 1500 * time.Millisecond},
		{"heartbeats are not acknowledged", []fault{{do: "swallow acks", times: 20}}, 0},
	}
	every := gametest.Dose(t, 5, 1, 1) // the small dose plays one of this many cases
	for i, day := range days {
		if i%every != 0 {
			continue
		}
		t.Run(day.why, func(t *testing.T) {
			t.Parallel()
			s := NewServerOn(t, sandbox.Config{Heartbeat: 500 * time.Millisecond, ReplyWithin: 3 * time.Second})
			table := s.Table("cards", four...)
			table.Open("ahole", nil)
			c := s.Crowd(luck(t))
			c.Play(table, func(p *player) { p.patience, p.think, p.wrong = time.Second, 100*time.Millisecond, 0.1 })
			c.clicks.await(t, 5)
			bad, over := context.WithTimeout(t.Context(), 3*time.Second)
			defer over()
			for again := true; again; {
				for _, f := range day.faults {
					s.Fault(f)
				}
				select {
				case <-bad.Done():
					again = false
				case <-time.After(max(day.every, time.Millisecond)):
					again = day.every > 0
				}
			}
			c.clicks.await(t, c.clicks.plays()+15)
			s.NoFaults()
			c.clicks.await(t, c.clicks.plays()+5)
			c.Quiet(func() {
				logs := histories(t, s.db)
				lookAround(t, c.people, logs)
				for _, m := range live(logs) {
					trueBoard(t, c.people[0], m.ID)
				}
				onePing(t, c.people[0])
			})
			c.Holds()
			deadAreLetGo(t, s)
			boardsStay(t, s)
			t.Log(c.clicks)
		})
	}
}

// patiently repeats a use of the bot that got no response, which takes three seconds each time.
// Events that are sent before a session begins are lost, as on Discord, and several processes may
// first have to notice that one of them is dead. If the board was replaced by another one, it tries
// four times.
func patiently(use func() (sandboxtest.Reply, error)) (reply sandboxtest.Reply, err error) {
	moved := 0
	for hangs := time.Now().Add(sandboxtest.Patience); time.Now().Before(hangs) && moved < 4; {
		var refused *sandboxtest.Error
		if reply, err = use(); !errors.As(err, &refused) || refused.Status != http.StatusGatewayTimeout && refused.Status != http.StatusNotFound {
			break
		}
		if refused.Status == http.StatusNotFound {
			moved++
		}
	}
	return reply, err
}

// trueBoard waits until the board shows the same as a fresh one, which the menu provides.
func trueBoard(t *testing.T, p *Person, id match.ID) {
	t.Helper()
	var was, fresh sandboxtest.Message
	for hangs := time.Now().Add(sandboxtest.Patience); time.Now().Before(hangs); {
		was = oneBoard(t, p, id, "menu/")
		if _, err := patiently(func() (sandboxtest.Reply, error) {
			menu, err := p.Click(t.Context(), was.ID, fmt.Sprintf("menu/%d", id))
			if err != nil {
				return menu, err
			}
			return p.Click(t.Context(), menu.Message().ID, fmt.Sprintf("menu/%d/bottom", id))
		}); err != nil {
			t.Fatal(err)
		}
		p.Waits("a fresh board", func() bool {
			fresh = oneBoard(t, p, id, "menu/")
			return fresh.ID != was.ID
		})
		if fresh.Text() == was.Text() {
			return
		}
	}
	t.Errorf("table %d: the board said\n%s\nand a fresh one says\n%s", id, was.Text(), fresh.Text())
}

// deadAreLetGo checks that no interaction is answered again after Discord said that it is unknown
// or already answered. If only the message is unknown (10008), the bot may answer with a new
// message.
func deadAreLetGo(t *testing.T, s *Server) {
	t.Helper()
	dead := map[string]bool{}
	for _, c := range s.calls(0) {
		of := answerPath.FindStringSubmatch(c.Path)
		if of == nil {
			continue
		}
		if dead[of[1]] {
			t.Errorf("interaction %s is answered again after it was dead", of[1])
		}
		text := string(c.Response)
		if c.Status == 404 && !strings.Contains(text, "10008") || c.Status == 400 && strings.Contains(text, "40060") {
			dead[of[1]] = true
		}
	}
}

// onePing waits until at most one message mentions a player to move.
func onePing(t *testing.T, p *Person) {
	t.Helper()
	p.Waits("one player at most is called", func() bool {
		return len(p.Reads(not(private), not(isBoard), offers("hand/"))) <= 1
	})
}
