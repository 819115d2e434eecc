package e2e

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/sandbox/sandboxtest"
)

// The ways in which passes happen, which others must not be able to tell apart.
const (
	automatic = iota // the player can do nothing else
	clickedIn        // within the pause
	plannedIn        // while others were to move
	late             // after the pause: the only kind that shows immediately
	ways
)

// foreseen reports whether a board shows that a player holds too few cards to beat the play. Such a
// pass reveals nothing and shows immediately.
func foreseen(board, who string) bool {
	top := onTable.FindString(board)
	held := regexp.MustCompile(`\*\*` + who + `\*\*.* \*\*(\d+)\*\* 🂠`).FindStringSubmatch(board)
	if top == "" || held == nil {
		return false
	}
	n, err := strconv.Atoi(held[1])
	return err == nil && n < strings.Count(top, "`")/2
}

// onTable matches the play on a board.
var onTable = regexp.MustCompile("(?m)^# `.*$")

// turnNow matches whose turn it is on a board.
var turnNow = regexp.MustCompile(`▶️ \*\*(\w+)\*\*'s turn to (\w+)`)

// cardsHeld matches the number of a player's cards on a board.
var cardsHeld = regexp.MustCompile(`\*\*\d+\*\* 🂠`)

// planTold is what a hand says about a planned pass.
const planTold = "You'll pass when your turn comes"

// watched is a table whose people pass in all ways, with somebody who watches its board.
type watched struct {
	*Table
	pause   time.Duration // the longest pause
	watcher *Person
	rand    *rand.Rand
	took    func(way int, after time.Duration) (enough bool) // is called for each pass
}

// passes plays until the match is over or took returns true. For each pass it calls took with the
// time from the start of the turn until the watcher's events show its end.
func (e watched) passes() error {
	ctx := e.t.Context()
	events, err := e.watcher.Events(ctx, e.channel)
	if err != nil {
		return err
	}
	byName := map[string]*Person{}
	for _, u := range e.People {
		byName[u.Name] = u
	}
	planned := map[string]bool{}
	who, what, held, began := "", "", "", time.Time{} // the current turn as the watcher knows it
	way := -1
	hangs := time.NewTimer(sandboxtest.Patience)
	defer hangs.Stop()
	board := e.watcher.Sees(isBoard)
	for {
		// A leader may lead again immediately if nobody else holds enough cards. Then the number of
		// cards changes.
		cards := strings.Join(cardsHeld.FindAllString(board.Text(), -1), " ")
		if now := turnNow.FindStringSubmatch(board.Text()); now != nil && (now[1] != who || now[2] != what || cards != held) {
			if way >= 0 {
				if e.took(way, time.Since(began)) {
					return nil
				}
			}
			who, what, held, began, way = now[1], now[2], cards, time.Now(), -1
			if way, err = e.move(byName[who], began, planned[who] && what == "beat"); err != nil { // the leader can't pass
				return err
			}
			if foreseen(board.Text(), who) {
				way = -1
			}
			delete(planned, who)
			next := e.People[(slices.Index(e.People, byName[who])+1)%len(e.People)]
			if e.rand.IntN(3) == 0 && !planned[next.Name] {
				planned[next.Name] = e.plan(next)
			}
			hangs.Reset(sandboxtest.Patience)
		}
		select {
		case event, ok := <-events:
			if !ok {
				return fmt.Errorf("no more events")
			}
			if m := event.Message(); event.Type == "message" && isBoard(m) {
				if board.Message = m; button(m, "rematch/") != "" {
					return nil
				}
			}
		case <-hangs.C:
			return fmt.Errorf("%s's turn to %s does not end", who, what)
		}
	}
}

// move acts in a user's turn and returns how they pass, or -1 if they play.
func (e watched) move(u *Person, began time.Time, planned bool) (way int, err error) {
	hand, err := e.hand(u) // the current hand
	if err != nil || !strings.Contains(hand.Text(), "It's your turn") {
		return -1, err // or the match is over
	}
	if strings.Contains(hand.Text(), planTold) {
		if !planned {
			return -1, nil // and the time when the turn began is unknown
		}
		return plannedIn, nil
	}
	id := hand.ID
	var plays []string
	pass := ""
	for _, b := range hand.Buttons() {
		switch {
		case strings.HasPrefix(b.CustomID, "act/") && strings.HasSuffix(b.CustomID, "/pass"):
			pass = b.CustomID
		case strings.HasPrefix(b.CustomID, "act/"):
			plays = append(plays, b.CustomID)
		}
	}
	switch {
	case len(plays) == 0 && pass != "":
		return automatic, nil
	case len(plays) == 0: // to lead, or to give, card by card
		for page := hand; err == nil; {
			offers := offered(page)
			if len(offers) == 0 {
				return -1, fmt.Errorf("%s can do nothing:\n%s", u.Name, page.Text())
			}
			click := choose(e.rand, offers)
			var reply sandboxtest.Reply
			if reply, err = u.Click(e.t.Context(), id, click); strings.HasPrefix(click, "act/") {
				return -1, err
			}
			page = reply.Message()
		}
		return -1, err
	case pass == "" || e.rand.IntN(3) == 0:
		_, err := u.Click(e.t.Context(), id, plays[e.rand.IntN(len(plays))])
		return -1, err
	case e.rand.IntN(3) == 0: // a player who thinks for longer than the pause
		over := time.NewTimer(e.pause + time.Duration(e.rand.Int64N(int64(e.pause))))
		defer over.Stop()
		<-over.C
		way = late
	default:
		way = clickedIn
	}
	if _, err := u.Click(e.t.Context(), id, pass); err != nil {
		return -1, err
	}
	if way == clickedIn && time.Since(began) > e.pause/5 {
		return -1, nil // perhaps too late to be within the pause
	}
	return way, nil
}

// hand opens a user's current hand. If the match is over, there is none.
func (e watched) hand(u *Person) (sandboxtest.Message, error) {
	board := u.Sees(isBoard, func(m sandboxtest.Message) bool {
		return button(m, "hand/"+e.id) != "" || button(m, "rematch/"+e.id) != ""
	})
	open := board.find("hand/" + e.id)
	if open == "" {
		return sandboxtest.Message{}, nil
	}
	opened, err := u.Click(e.t.Context(), board.ID, open)
	return opened.Message(), err
}

// plan makes a user plan to pass, and reports whether that worked.
func (e watched) plan(u *Person) bool {
	hand, err := e.hand(u)
	open := button(hand, "more/")
	if err != nil || open == "" {
		return false
	}
	page, err := u.Click(e.t.Context(), hand.ID, open)
	if err != nil {
		return false
	}
	later := button(page.Message(), "later/")
	if !strings.HasSuffix(later, "/pass") {
		return false
	}
	done, err := u.Click(e.t.Context(), hand.ID, later)
	return err == nil && strings.Contains(done.Message().Text(), planTold)
}

// differ returns the two-sample Kolmogorov-Smirnov statistic in units of its critical value at one
// in a million: above 1 the samples differ.
func differ(a, b []time.Duration) float64 {
	slices.Sort(a)
	slices.Sort(b)
	most, i, j := 0.0, 0, 0
	for i < len(a) && j < len(b) {
		at := min(a[i], b[j])
		for i < len(a) && a[i] == at {
			i++
		}
		for j < len(b) && b[j] == at {
			j++
		}
		most = max(most, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	n := float64(len(a)*len(b)) / float64(len(a)+len(b))
	return most * math.Sqrt(n) / 2.6935
}

// A watcher can't tell from the time of a pass whether it was automatic, clicked within the pause,
// or planned. This is measured over the wire, between two events that the watcher receives. Late
// clicks show that the test can tell samples apart.
func TestTheTimeOfAPassDoesNotRevealItsReason(t *testing.T) {
	t.Parallel()
	want := gametest.Dose(t, 60, 400, 2000) // passes
	const pause = 2 * time.Second           // long compared with a click on a busy machine
	s := NewServer(t, "MENTION=off", "PASS_PAUSE="+pause.String())
	tables := min(8, max(6, want/50))
	var mu sync.Mutex
	var after [ways][]time.Duration
	var done atomic.Bool
	took := func(way int, d time.Duration) bool {
		mu.Lock()
		defer mu.Unlock()
		after[way] = append(after[way], d)
		n, least := 0, want
		for way, sample := range after {
			if least = min(least, len(sample)); way != late {
				n += len(sample)
			}
		}
		if n >= want && least >= max(20, want/20) { // two samples of 15 that don't overlap don't differ enough yet
			done.Store(true)
		}
		return done.Load()
	}
	var work sync.WaitGroup
	for i := range tables {
		channel := "cards"
		if i > 0 {
			channel = fmt.Sprintf("pace-%d", i)
			s.Channel(channel)
		}
		g := s.Table(channel, fmt.Sprint("Ann", i), fmt.Sprint("Bob", i), fmt.Sprint("Cy", i), fmt.Sprint("Dee", i))
		watcher := s.Person(fmt.Sprint("Eve", i), channel)
		work.Go(func() {
			for n := uint64(0); !done.Load() && !t.Failed(); n++ {
				g.Open("asshole", Options{"rounds": 1, "table-clock": "0s"})
				if err := (watched{g, pause, watcher, rand.New(rand.NewPCG(uint64(i), n)), took}).passes(); err != nil {
					t.Errorf("table %d: %v", i, err)
					return
				}
			}
		})
	}
	work.Wait()
	auto := after[automatic]
	if t.Failed() {
		return
	}
	c, p, l := differ(auto, after[clickedIn]), differ(auto, after[plannedIn]), differ(auto, after[late])
	t.Logf("%d automatic, %d clicked, %d planned, %d late passes at %d tables; distance from the automatic ones, of the critical value: %.2f, %.2f, %.2f",
		len(auto), len(after[clickedIn]), len(after[plannedIn]), len(after[late]), tables, c, p, l)
	if c > 1 || p > 1 {
		t.Error("when passes show tells why")
	}
	if l <= 1 {
		t.Error("the test can't tell late passes from automatic ones")
	}
}
