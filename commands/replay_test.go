package commands

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/systems"
)

// renderingMirrors is a Mirrors that renders a mirror whenever it is touched.
type renderingMirrors struct {
	Mirrors
	t        *testing.T
	mu       sync.Mutex
	mirrors  map[string]*bot.Mirror
	texts    []string // rendered messages
	finished int      // number of finished mirrors
}

func (*renderingMirrors) Revision() bot.Revision { return 1 }

func (*renderingMirrors) Replaced(string, string) bool { return false }

func (s *renderingMirrors) Touch(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.mirrors[key]; m != nil {
		msg, err := m.Render(s.t.Context())
		if err != nil {
			s.t.Error(err)
		}
		s.texts = append(s.texts, screentest.Text(msg))
	}
}

func (s *renderingMirrors) Finish(key string) {
	s.Touch(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finished++
	delete(s.mirrors, key)
}

// takeTexts returns the texts rendered since the last call, and the number of mirrors finished so
// far.
func (s *renderingMirrors) takeTexts() (texts []string, finished int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	texts, s.texts = s.texts, nil
	return texts, s.finished
}

// openReplay returns a function that clicks a button in the message of a replay, and the Mirrors
// that render this message.
func openReplay(t *testing.T, sys systems.System) (click func(id string) string, s *renderingMirrors) {
	t.Helper()
	c := commandsOn(archive{n: 4, name: plainName, amount: 12, events: playMatch(t, sys, 4, 1)}, nil)
	s = &renderingMirrors{t: t, mirrors: map[string]*bot.Mirror{}}
	c.mirrors = s
	return func(id string) string {
		t.Helper()
		verb, rest, _ := strings.Cut(id, "/")
		h := map[string]handler{ids.VerbWatch: clicked(ids.ParseWatch, c.watch), ids.VerbPast: clicked(ids.ParsePast, c.pastMatch)}[verb]
		reply, err := h(t.Context(), c.withSettings(t, bot.Request{Guild: "1", Channel: "2", Message: "9", Private: true, Args: strings.Split(rest, "/")}))
		if err != nil {
			t.Fatal(id, err)
		}
		if !reply.Update || reply.Mirror == nil {
			t.Fatalf("%s does not answer in its message", id)
		}
		s.mu.Lock()
		s.mirrors[reply.Mirror.Key] = reply.Mirror
		s.mu.Unlock()
		return screentest.Text(*reply.Message)
	}, s
}

// A replay shows one move after the other, at its pace, and shows in the end that it is over.
func TestAReplayPlaysByItselfToTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, sys := range systems.All() {
			click, s := openReplay(t, sys)
			opened := click("watch/1/1/0")
			var last int
			if _, err := fmt.Sscanf(opened[strings.Index(opened, "Move 0 of "):], "Move 0 of %d", &last); err != nil {
				t.Fatal(err)
			}
			from := max(0, last-12)
			if first := click(fmt.Sprintf("watch/1/1/%d/play", from)); !strings.Contains(first, "Stop") {
				t.Errorf("%s: it can't be stopped:\n%s", sys.Name, first)
			}
			time.Sleep(13 * replayPace)
			synctest.Wait()
			texts, finished := s.takeTexts()
			if len(texts) != last-from || finished != 1 {
				t.Fatalf("%s: got %d of %d moves, finished %d times; want all of them, and 1", sys.Name, len(texts), last-from, finished)
			}
			for i, text := range texts {
				if !strings.Contains(text, fmt.Sprintf("Move %d of %d", from+1+i, last)) || strings.Contains(text, "Stop") != (i < len(texts)-1) {
					t.Errorf("%s: got step %d:\n%s\nwant move %d of %d, with Stop except at the end", sys.Name, i, text, from+1+i, last)
				}
			}
			time.Sleep(time.Hour)
			if texts, _ := s.takeTexts(); len(texts) > 0 {
				t.Errorf("%s: got %d steps after the end, want 0", sys.Name, len(texts))
			}
		}
	})
}

// A click on any button of its message stops the replay, and the page that was clicked stays. The
// Stop button always has the same id, because a click may arrive after the next move was shown, and
// may arrive twice.
func TestAClickStopsAReplay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct{ id, want, why string }{
			{"watch/1/1/0/stop", "Move 3 of", "Stop"},
			{"watch/1/1/4/next", "Move 4 of", "a step"},
			{"past/1", "Watch a round", "back to the match"},
		} {
			click, s := openReplay(t, systems.All()[0])
			if text := click("watch/1/1/5/stop"); !strings.Contains(text, "Move 5 of") {
				t.Errorf("started again, the bot shows where it played from:\n%s", text)
			}
			click("watch/1/1/0/play")
			time.Sleep(3*replayPace + time.Millisecond)
			if texts, _ := s.takeTexts(); len(texts) != 3 {
				t.Fatalf("%s: got %d steps before the click, want 3", tt.why, len(texts))
			}
			for range 2 {
				if text := click(tt.id); !strings.Contains(text, tt.want) || strings.Contains(text, "Stop") {
					t.Errorf("%s: got\n%s\nwant %q, without Stop", tt.why, text, tt.want)
				}
			}
			time.Sleep(time.Hour)
			if texts, _ := s.takeTexts(); len(texts) > 0 {
				t.Errorf("%s: the replay continues after the click:\n%s", tt.why, texts[0])
			}
		}
	})
}

// If Play is clicked twice, only one replay runs, from the position of the last click. It ends
// before its token expires.
func TestAReplayPlaysOnceAndEndsBeforeItsTokenExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		click, s := openReplay(t, systems.All()[0])
		click("watch/1/1/0/play")
		time.Sleep(replayPace / 2)
		click("watch/1/1/5/play")
		time.Sleep(2*replayPace + time.Millisecond)
		if texts, _ := s.takeTexts(); len(texts) != 2 || !strings.Contains(texts[1], "Move 7 of") {
			t.Errorf("got %d steps, want 2 from the last click: %q", len(texts), texts)
		}
		long := replay{from: 0, last: 1_000_000}
		if at, playing := long.at(replayMost - time.Second); !playing || at == 0 {
			t.Error("the replay stops a second early, at", at)
		}
		at, playing := long.at(replayMost)
		if later, _ := long.at(time.Hour); playing || later != at {
			t.Error("the replay continues when its token has expired")
		}
	})
}
