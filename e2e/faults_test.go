package e2e

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// fault describes a fault that the sandbox injects (docs/sandbox.md).
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
	s.Sandbox("POST", "faults", map[string]any{"match": match, "times": cmp.Or(f.times, 1), "do": f.do})
}

// pendingFault is a fault that the sandbox has not injected as often as requested yet.
type pendingFault struct {
	Do    string
	Times int
	Match struct{ Event string }
}

func (s *Server) pendingFaults() (all []pendingFault) {
	s.t.Helper()
	errtest.Must(s.t, s.Do(s.t.Context(), "GET", "/sandbox/faults", nil, &all))
	return all
}

// RemoveFaults removes all faults. It returns, by fault, how often each would still have been
// injected.
func (s *Server) RemoveFaults() map[string]int {
	s.t.Helper()
	left := map[string]int{}
	for _, f := range s.pendingFaults() {
		left[f.Do] += f.Times
	}
	s.Sandbox("DELETE", "faults", nil)
	return left
}

// These are patterns of the paths of the bot's requests.
const (
	callbacks = "/interactions/*"
	followups = "/webhooks/*"
	channels  = "/channels/*"
	messages  = "/channels/*/messages"
)

// trouble is a group of faults that happen together.
type trouble struct {
	why      string
	faults   []fault
	interval time.Duration // how often the faults are injected again; 0: only once
}

// TestNoPlayIsLostDuringFaults lets four people play while Discord has one fault after the other. No table gets stuck,
// no play is lost or made twice, no expired interaction is answered, and afterwards the board is up to date.
func TestNoPlayIsLostDuringFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why string
		all []trouble
	}{
		{"answers are delayed, refused and lost", []trouble{
			{"429 on answers, for longer than Discord waits", []fault{{do: "429 4", path: callbacks, times: 2}}, 0},
			{"429 on answers that can be waited for", []fault{{do: "429 0.2", path: callbacks, times: 8}}, 0},
			{"every second call fails with 500", []fault{{do: "status 500"}, {do: "delay 1ms"}}, 20 * time.Millisecond},
			{"502 on answers and edits of hands", []fault{{do: "status 502", path: callbacks, times: 6}, {do: "status 502", path: followups, times: 6}}, 0},
			{"503 on everything, for a while", []fault{{do: "status 503", times: 40}}, 0},
			{"answers are slow", []fault{{do: "delay 700ms", path: callbacks, times: 10}}, 0},
			{"answers whose responses are lost", []fault{{do: "drop the answer", path: callbacks, times: 10}}, 0},
			{"answers that hang", []fault{{do: "hang", path: callbacks, times: 4}}, 0},
		}},
		{"so are messages", []trouble{
			{"429 with a long wait on edits", []fault{{do: "429 3", method: "PATCH", path: channels, times: 2}}, 0},
			{"429 with a long wait on posts", []fault{{do: "429 3", method: "POST", path: messages, times: 2}}, 0},
			{"500 on channels", []fault{{do: "status 500", path: channels, times: 6}}, 0},
			{"posts whose responses are lost", []fault{{do: "drop the answer", method: "POST", path: messages, times: 6}}, 0},
			{"edits whose responses are lost", []fault{{do: "drop the answer", method: "PATCH", times: 10}}, 0},
			{"deletions whose responses are lost", []fault{{do: "drop the answer", method: "DELETE", times: 6}}, 0},
		}},
		{"the connection is lost", []trouble{
			{"the gateway connection is lost", []fault{{do: "drop"}}, time.Second},
			{"the gateway wants a reconnect", []fault{{do: "op7"}}, 1500 * time.Millisecond},
			{"the gateway wants a reconnect before READY", []fault{{do: "op7", op: 2}, {do: "op9"}}, 0},
			{"the gateway wants a reconnect at the resume", []fault{{do: "op7", op: 6}, {do: "drop"}}, 0},
			{"the session is invalid", []fault{{do: "op9"}}, 0},
			{"the session is invalid, and can be resumed", []fault{{do: "op9 resumable"}}, 0},
			{"a resume that is answered by op 9", []fault{{do: "op9", op: 6}, {do: "drop"}}, 0},
			{"heartbeats are not acknowledged", []fault{{do: "swallow acks", times: 20}}, 0},
		}},
		{"events come twice and out of order", []trouble{
			{"interactions are replayed", []fault{{do: "replay last", event: "INTERACTION_CREATE"}}, 10 * time.Millisecond},
			{"clicks come out of order", []fault{{do: "delay 200ms", event: "INTERACTION_CREATE"}}, 40 * time.Millisecond},
			{"a session begins with clicks, then the guild, then READY", []fault{{do: "delay 800ms", event: "READY"}, {do: "delay 400ms", event: "GUILD_CREATE"}, {do: "op9"}}, 0},
			{"what is replayed at a resume comes before and after RESUMED", []fault{{do: "delay 500ms", event: "RESUMED"}, {do: "delay 300ms", event: "INTERACTION_CREATE", times: 5}, {do: "drop"}}, 1500 * time.Millisecond},
		}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			s := NewServerOn(t, sandbox.Config{Heartbeat: 500 * time.Millisecond, ReplyWithin: 3 * time.Second})
			table := s.Table("cards", fourNames...)
			table.Open("ahole", nil)
			c := s.Crowd(newRand(t))
			c.Play(table, func(p *player) { p.patience, p.maxPause, p.wrongRate = time.Second, 100*time.Millisecond, 0.1 })
			for _, now := range tt.all[:gametest.Dose(t, 2, len(tt.all), len(tt.all))] {
				c.clicks.waitForPlays(t, c.clicks.plays()+5)
				s.injectFor(3*time.Second, now)
				left := s.RemoveFaults()
				t.Logf("%s; after %d plays, left over: %v", now.why, c.clicks.plays(), left)
			}
			c.clicks.waitForPlays(t, c.clicks.plays()+5)
			c.Pause(func() {
				logs := histories(t, s.db)
				wantPlayersSeeLogs(t, c.people, logs)
				for _, m := range unfinished(logs) {
					wantCurrentBoard(t, s, c.people[0], m.ID)
				}
				wantAtMostOneMention(t, c.people[0])
			})
			c.StopAndCompare()
			wantNoLateAnswers(t, s)
			wantBoardsKept(t, s)
			t.Log(c.clicks)
		})
	}
}

// injectFor injects the faults once, or again and again until the time is over, and waits for that.
func (s *Server) injectFor(d time.Duration, x trouble) {
	over := time.After(d)
	for again := true; again; {
		for _, f := range x.faults {
			s.Fault(f)
		}
		select {
		case <-over:
			return
		case <-time.After(max(x.interval, time.Millisecond)):
			again = x.interval > 0
		}
	}
	<-over
}

// retryUnanswered repeats use while it gets no response, which takes three seconds each time:
// events that Discord sends before a session begins are lost, and several processes may first have
// to notice that one of them is dead. use is also repeated, up to four times in total, if the board
// was replaced by another one.
func retryUnanswered(use func() (sandboxtest.Reply, error)) (reply sandboxtest.Reply, err error) {
	moved := 0
	for deadline := time.Now().Add(sandboxtest.Patience); time.Now().Before(deadline) && moved < 4; {
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

// moveBoard writes a message below a table's board and moves the board to the bottom, as soon as it may move
// again.
func (s *Server) moveBoard(p *Person, id match.ID) {
	s.t.Helper()
	s.WaitUntil("the board may move", func() bool {
		reply, err := retryUnanswered(func() (sandboxtest.Reply, error) {
			menu, err := p.Click(s.t.Context(), waitForOneBoard(s.t, p, id, "menu/").ID, fmt.Sprintf("menu/%d", id))
			if err != nil {
				return menu, err
			}
			return p.Click(s.t.Context(), menu.Message().ID, fmt.Sprintf("menu/%d/bottom", id))
		})
		errtest.Must(s.t, err)
		said := reply.Message().Text()
		if strings.Contains(said, "already at the bottom") {
			s.Sandbox("POST", "say", map[string]any{"user": p.ID, "channel": p.channel, "content": "where is the table?"})
			return false
		}
		return !strings.Contains(said, "not long ago")
	})
}

// wantCurrentBoard checks that the board shows the same as a newly posted one. It posts new boards
// with the menu's button until two in a row are equal.
func wantCurrentBoard(t *testing.T, s *Server, p *Person, id match.ID) {
	t.Helper()
	var was, fresh sandboxtest.Message
	for deadline := time.Now().Add(sandboxtest.Patience); time.Now().Before(deadline); {
		was = waitForOneBoard(t, p, id, "menu/")
		s.moveBoard(p, id)
		p.Waits("a fresh board", func() bool {
			fresh = waitForOneBoard(t, p, id, "menu/")
			return fresh.ID != was.ID
		})
		if fresh.Text() == was.Text() {
			return
		}
	}
	t.Errorf("table %d: the board shows\n%s\nand a new one shows\n%s", id, was.Text(), fresh.Text())
}

var answerPath = regexp.MustCompile(`/interactions/(\d+)/([^/]+)/callback`)

// wantNoLateAnswers checks that the bot doesn't answer an interaction again after Discord said that
// it is unknown or already answered. If only the message is unknown (10008), the bot may answer
// with a new message. An answer that was on its way before the rejection came is not counted.
func wantNoLateAnswers(t *testing.T, s *Server) {
	t.Helper()
	rejected := map[string]time.Time{}
	for _, c := range s.calls(0) {
		of := answerPath.FindStringSubmatch(c.Path)
		if of == nil {
			continue
		}
		if at, was := rejected[of[1]]; was && c.At.After(at) {
			t.Errorf("interaction %s is answered again after Discord rejected an answer", of[1])
		}
		text := string(c.Response)
		if c.Status == 404 && !strings.Contains(text, "10008") || c.Status == 400 && strings.Contains(text, "40060") {
			rejected[of[1]] = c.At.Add(time.Duration(c.Ms * float64(time.Millisecond)))
		}
	}
}

// wantAtMostOneMention waits until at most one message mentions a player to move.
func wantAtMostOneMention(t *testing.T, p *Person) {
	t.Helper()
	p.Waits("at most one player is mentioned", func() bool {
		return len(p.Reads(not(private), not(isBoard), offers("hand/"))) <= 1
	})
}
