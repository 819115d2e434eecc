package emojis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/internal/picture/face"
	"deuces/internal/say"
	"deuces/settings"
)

// application is Discord's side: an application's emojis, and the errors to return. It also keeps the
// Keeper's log.
type application struct {
	mu       sync.Mutex        // the Keeper runs concurrently with the test
	has      map[string]string // ids by name
	made     int
	requests []string
	refuse   func(request string) error
	log      bytes.Buffer
}

func newApplication(names ...string) *application {
	a := &application{has: map[string]string{}, refuse: func(string) error { return nil }}
	for _, name := range names {
		a.made++
		a.has[name] = fmt.Sprint(a.made)
	}
	return a
}

func (a *application) ask(request string) error {
	a.requests = append(a.requests, request)
	return a.refuse(request)
}

func (a *application) Emojis(context.Context) (all []bot.Emoji, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name, id := range a.has {
		all = append(all, bot.Emoji{ID: id, Name: name})
	}
	return all, a.ask("list")
}

func (a *application) AddEmoji(_ context.Context, name string, png []byte) (bot.Emoji, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.ask("add " + name); err != nil {
		return bot.Emoji{}, err
	}
	if a.has[name] != "" || len(png) > 256<<10 || len(name) > 32 {
		return bot.Emoji{}, &rest.Refused{Status: 400, Code: 50035, Text: "no such emoji can be made"}
	}
	a.made++
	a.has[name] = fmt.Sprint(a.made)
	return bot.Emoji{ID: a.has[name], Name: name}, nil
}

func (a *application) RemoveEmoji(_ context.Context, id string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name, its := range a.has {
		if its == id {
			delete(a.has, name)
		}
	}
	return a.ask("remove " + id)
}

func (a *application) Write(line []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.log.Write(line)
}

// count returns the number of requests of a kind.
func (a *application) count(kind string) (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.requests {
		if strings.HasPrefix(r, kind) {
			n++
		}
	}
	return n
}

// logged returns how often the log has these words.
func (a *application) logged(words string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Count(a.log.String(), words)
}

// notes is a store in memory.
type notes struct {
	shown map[string]string
	since map[string]time.Time
}

func (n *notes) Emojis(context.Context) (map[string]string, error) { return n.shown, nil }

func (n *notes) SaveEmojis(_ context.Context, shown, unused map[string]string, now time.Time) (map[string]time.Time, error) {
	since := map[string]time.Time{}
	for _, id := range unused {
		if since[id] = now; !n.since[id].IsZero() {
			since[id] = n.since[id]
		}
	}
	n.shown, n.since = shown, since
	return since, nil
}

// drawn is the set of faces, drawn once because that takes longer than everything else here.
var drawn = sync.OnceValues(face.NewSet)

// keeping runs a Keeper on an application while during runs, with a fake clock.
func keeping(t *testing.T, a *application, n *notes, during func(*Keeper)) {
	t.Helper()
	k, err := New(t.Context(), n, zerolog.New(a))
	if err != nil {
		t.Fatal(err)
	}
	k.draw = drawn
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Keep(ctx, a, func() bool { return true }); close(done) }()
	synctest.Wait()
	during(k)
	stop()
	<-done
}

// whole reports whether all cards have pictures in both palettes.
func whole(k *Keeper) bool {
	return len(k.Pictures(settings.FourColors)) == len(face.All()) && len(k.Pictures(settings.TwoColors)) == len(face.All())
}

// A restarted program shows the stored emojis before Discord has answered.
func TestAnEmptyApplicationGetsAllFacesAndASecondStartAsksOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, n := newApplication("blob", "thumbs_up"), &notes{}
		keeping(t, a, n, func(k *Keeper) {
			if !whole(k) || !k.Trouble().Empty() {
				t.Errorf("cards are no pictures: %s", k.Trouble())
			}
		})
		if a.count("list") != 1 || a.count("add") != 82 || len(a.requests) != 83 {
			t.Errorf("the first start made %d requests: %d lists, %d uploads", len(a.requests), a.count("list"), a.count("add"))
		}
		if k, err := New(t.Context(), n, zerolog.Nop()); err != nil || !whole(k) {
			t.Errorf("before Discord has answered cards are no pictures (%v)", err)
		}
		a.requests = nil
		keeping(t, a, n, func(k *Keeper) {
			if !whole(k) {
				t.Error("after the second start cards are no pictures")
			}
		})
		if len(a.requests) != 1 {
			t.Errorf("the second start made the requests %v", a.requests)
		}
	})
}

// Whatever Discord refuses, either all cards are pictures or none. The reason is logged once and
// shown to admins. Later the pictures are complete.
func TestRefusedUploadsAreTriedAgainLater(t *testing.T) {
	for _, c := range []struct {
		why   string
		after int // requests that are granted; with none, lists are refused, too
		err   error
		said  string
	}{
		{"forbidden", 1, &rest.Forbidden{Code: 50013, Missing: say.Verbatim("something")}, "doesn't let me upload"},
		{"no image", 1, &rest.Refused{Status: 400, Code: 50035, Text: "IMAGE_INVALID"}, "didn't take"},
		{"limited for longer than requests are repeated", 1, errors.New("limited for 1h"), "didn't take"},
		{"half the set is there", 41, &rest.Refused{Status: 400, Code: 50035}, "didn't take"},
		{"the application is full", 1, &rest.Refused{Status: 400, Code: 30008}, "2000 emojis"},
		{"not even the list", 0, errors.New("500"), "didn't take"},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, n := newApplication(), &notes{}
				left, granted := c.after, false // guarded by the application's lock
				a.refuse = func(request string) error {
					if left--; !granted && left < 0 && (request != "list" || c.after == 0) {
						return c.err
					}
					return nil
				}
				keeping(t, a, n, func(k *Keeper) {
					time.Sleep(3 * time.Hour)
					synctest.Wait()
					if k.Pictures(settings.FourColors) != nil && c.why != "half the set is there" || k.Pictures(settings.TwoColors) != nil {
						t.Error("there are pictures")
					}
					if !strings.Contains(k.Trouble().String(), c.said) {
						t.Errorf("an admin is told %q, not %q", k.Trouble(), c.said)
					}
					if got := a.logged("can't upload"); got != 1 {
						t.Errorf("in three hours the log says it %d times", got)
					}
					if lists := a.count("list"); lists < 4 || lists > 12 {
						t.Errorf("in three hours it was tried %d times", lists)
					}
					a.mu.Lock()
					granted = true
					a.mu.Unlock()
					time.Sleep(lastTry)
					synctest.Wait()
					if !whole(k) || !k.Trouble().Empty() {
						t.Errorf("now that Discord takes them there are no pictures: %s", k.Trouble())
					}
				})
			})
		})
	}
}

func TestOnlyOurOldFacesAreRemovedAWeekAfterTheirLastUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		old := []string{"ace_of_spades_0000", "red_seven_of_diamonds_0001"}
		others := []string{"blob", "ace_of_spades", "seven_of_hearts_old", "Ace_of_spades_0000", "card_back_12345"}
		a, n := newApplication(append(old, others...)...), &notes{}
		for day := range 8 {
			keeping(t, a, n, func(*Keeper) {
				for _, name := range old {
					if there := a.has[name] != ""; there != (day < 7) {
						t.Errorf("after %d days %s is there: %v", day, name, there)
					}
				}
			})
			time.Sleep(24 * time.Hour)
		}
		for _, name := range others {
			if a.has[name] == "" {
				t.Errorf("%s, which is not ours, was removed", name)
			}
		}
		if a.count("remove") != len(old) || len(a.has) != 82+len(others) {
			t.Errorf("%d were removed, %d are left", a.count("remove"), len(a.has))
		}
	})
}

// If somebody removed an emoji by hand, it is uploaded again as soon as a message with it is
// refused. Until then cards are text.
func TestAnEmojiRemovedByHandComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, n := newApplication(), &notes{}
		keeping(t, a, n, func(k *Keeper) {
			gone := ""
			shown, _ := n.Emojis(t.Context())
			for name := range shown {
				gone = name
			}
			delete(a.has, gone)
			before := a.count("add")
			k.Refused()
			if k.Pictures(settings.FourColors) != nil {
				t.Error("there are pictures although one was refused")
			}
			synctest.Wait()
			if !whole(k) || a.count("add") != before+1 || a.has[gone] == "" {
				t.Errorf("%s did not come back; %d uploads", gone, a.count("add")-before)
			}
			// If no emoji is missing, something else is wrong: cards are text for a while, and
			// there are few requests.
			lists := a.count("list")
			k.Refused()
			synctest.Wait()
			if k.Pictures(settings.FourColors) != nil || a.count("list") != lists+1 {
				t.Error("what Discord refuses is shown again at once")
			}
			time.Sleep(2 * firstTry)
			synctest.Wait()
			if !whole(k) {
				t.Error("the pictures have not come back")
			}
		})
	})
}
