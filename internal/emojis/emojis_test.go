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

// application is a fake application on Discord. It has emojis and returns errors. It also keeps the
// Keeper's log.
type application struct {
	mu       sync.Mutex        // because the Keeper runs concurrently with the test
	emojis   map[string]string // ids by name
	created  int
	requests []string
	refuse   func(request string) error
	log      bytes.Buffer
}

func newApplication(names ...string) *application {
	a := &application{emojis: map[string]string{}, refuse: func(string) error { return nil }}
	for _, name := range names {
		a.created++
		a.emojis[name] = fmt.Sprint(a.created)
	}
	return a
}

func (a *application) record(request string) error {
	a.requests = append(a.requests, request)
	return a.refuse(request)
}

func (a *application) Emojis(context.Context) (all []bot.Emoji, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name, id := range a.emojis {
		all = append(all, bot.Emoji{ID: id, Name: name})
	}
	return all, a.record("list")
}

func (a *application) AddEmoji(_ context.Context, name string, png []byte) (bot.Emoji, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.record("add " + name); err != nil {
		return bot.Emoji{}, err
	}
	if a.emojis[name] != "" || len(png) > 256<<10 || len(name) > 32 {
		return bot.Emoji{}, &rest.Refused{Status: 400, Code: 50035, Text: "no such emoji can be made"}
	}
	a.created++
	a.emojis[name] = fmt.Sprint(a.created)
	return bot.Emoji{ID: a.emojis[name], Name: name}, nil
}

func (a *application) RemoveEmoji(_ context.Context, id string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name, its := range a.emojis {
		if its == id {
			delete(a.emojis, name)
		}
	}
	return a.record("remove " + id)
}

func (a *application) Write(line []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.log.Write(line)
}

// count returns how many requests begin with kind.
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

// countLogged returns how often the log contains this text.
func (a *application) countLogged(words string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Count(a.log.String(), words)
}

// memoryStore is a Store in memory.
type memoryStore struct {
	shown map[string]string
	since map[string]time.Time
}

func (n *memoryStore) Emojis(context.Context) (map[string]string, error) { return n.shown, nil }

func (n *memoryStore) SaveEmojis(_ context.Context, shown, unused map[string]string, now time.Time) (map[string]time.Time, error) {
	since := map[string]time.Time{}
	for _, id := range unused {
		if since[id] = now; !n.since[id].IsZero() {
			since[id] = n.since[id]
		}
	}
	n.shown, n.since = shown, since
	return since, nil
}

// newSet returns the set of faces. It draws them only once, because that takes longer than
// everything else here.
var newSet = sync.OnceValues(face.NewSet)

// withKeeper runs a Keeper for an application, with a fake clock, until test returns.
func withKeeper(t *testing.T, a *application, n *memoryStore, test func(*Keeper)) {
	t.Helper()
	k, err := New(t.Context(), n, zerolog.New(a))
	if err != nil {
		t.Fatal(err)
	}
	k.draw = newSet
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Keep(ctx, a, func() bool { return true }); close(done) }()
	synctest.Wait()
	test(k)
	stop()
	<-done
}

// complete reports whether all cards have pictures in both palettes.
func complete(k *Keeper) bool {
	return len(k.Pictures(settings.FourColors)) == len(face.All()) && len(k.Pictures(settings.TwoColors)) == len(face.All())
}

// After a restart, the program shows the stored emojis before Discord has answered.
func TestFacesAreUploadedOnlyAtTheFirstStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, n := newApplication("blob", "thumbs_up"), &memoryStore{}
		withKeeper(t, a, n, func(k *Keeper) {
			if !complete(k) {
				t.Error("after the first start some cards have no picture")
			}
		})
		if a.count("list") != 1 || a.count("add") != 82 || len(a.requests) != 83 {
			t.Errorf("the first start made %d requests: %d lists, %d uploads; want 1 list and 82 uploads", len(a.requests), a.count("list"), a.count("add"))
		}
		if k, err := New(t.Context(), n, zerolog.Nop()); err != nil || !complete(k) {
			t.Errorf("after a restart, before Discord has answered, some cards have no picture (%v)", err)
		}
		a.requests = nil
		withKeeper(t, a, n, func(k *Keeper) {
			if !complete(k) {
				t.Error("after the second start some cards have no picture")
			}
		})
		if len(a.requests) != 1 {
			t.Errorf("the second start made the requests %v, want one", a.requests)
		}
	})
}

// Whatever Discord refuses, either all cards are pictures or none is. The reason is logged once. Once
// Discord stops refusing, all pictures are uploaded.
func TestRefusedUploadsAreTriedAgainLater(t *testing.T) {
	for _, c := range []struct {
		why     string
		granted int // number of requests granted at first; after that, lists are still granted unless this is 0
		err     error
	}{
		{"forbidden", 1, &rest.Forbidden{Code: 50013, Missing: say.Verbatim("something")}},
		{"no image", 1, &rest.Refused{Status: 400, Code: 50035, Text: "IMAGE_INVALID"}},
		{"limited for longer than requests are repeated", 1, errors.New("limited for 1h")},
		{"half the set is there", 41, &rest.Refused{Status: 400, Code: 50035}},
		{"the application is full", 1, &rest.Refused{Status: 400, Code: 30008}},
		{"not even the list", 0, errors.New("500")},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, n := newApplication(), &memoryStore{}
				left, grantAll := c.granted, false // guarded by the application's lock
				a.refuse = func(request string) error {
					if left--; !grantAll && left < 0 && (request != "list" || c.granted == 0) {
						return c.err
					}
					return nil
				}
				withKeeper(t, a, n, func(k *Keeper) {
					time.Sleep(3 * time.Hour)
					synctest.Wait()
					if k.Pictures(settings.FourColors) != nil && c.why != "half the set is there" || k.Pictures(settings.TwoColors) != nil {
						t.Error("uploads are refused, but cards have pictures")
					}
					if got := a.countLogged("cannot upload"); got != 1 {
						t.Errorf("in three hours the refusal was logged %d times, want once", got)
					}
					if lists := a.count("list"); lists < 4 || lists > 12 {
						t.Errorf("in three hours the Keeper tried %d times, want 4 to 12", lists)
					}
					a.mu.Lock()
					grantAll = true
					a.mu.Unlock()
					time.Sleep(lastTry)
					synctest.Wait()
					if !complete(k) {
						t.Error("Discord accepts uploads again, but some cards have no picture")
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
		a, n := newApplication(append(old, others...)...), &memoryStore{}
		for day := range 8 {
			withKeeper(t, a, n, func(*Keeper) {
				for _, name := range old {
					if present := a.emojis[name] != ""; present != (day < 7) {
						t.Errorf("after %d days: %s is present: %v, want %v", day, name, present, day < 7)
					}
				}
			})
			time.Sleep(24 * time.Hour)
		}
		for _, name := range others {
			if a.emojis[name] == "" {
				t.Errorf("%s was removed, but it is not one of the bot's emojis", name)
			}
		}
		if a.count("remove") != len(old) || len(a.emojis) != 82+len(others) {
			t.Errorf("%d emojis were removed and %d are left, want %d and %d", a.count("remove"), len(a.emojis), len(old), 82+len(others))
		}
	})
}

// If somebody removes an emoji by hand, it is uploaded again as soon as Discord refuses a message
// with it. Until then all cards are text.
func TestAnEmojiRemovedByHandComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, n := newApplication(), &memoryStore{}
		withKeeper(t, a, n, func(k *Keeper) {
			removed := ""
			shown, _ := n.Emojis(t.Context())
			for name := range shown {
				removed = name
			}
			delete(a.emojis, removed)
			before := a.count("add")
			k.Refused()
			if k.Pictures(settings.FourColors) != nil {
				t.Error("Discord refused an emoji, but cards still have pictures")
			}
			synctest.Wait()
			if !complete(k) || a.count("add") != before+1 || a.emojis[removed] == "" {
				t.Errorf("after it was removed by hand, %s was not uploaded again, or not alone: %d uploads", removed, a.count("add")-before)
			}
			// If a message is refused although no emoji is missing, the reason is another one. Then
			// cards are text for a while, and the Keeper makes few requests.
			lists := a.count("list")
			k.Refused()
			synctest.Wait()
			if k.Pictures(settings.FourColors) != nil || a.count("list") != lists+1 {
				t.Error("Discord refused an emoji that it lists, but pictures are shown again immediately, or the list was not read exactly once")
			}
			time.Sleep(2 * firstTry)
			synctest.Wait()
			if !complete(k) {
				t.Error("some cards have no picture again after a while")
			}
		})
	})
}
