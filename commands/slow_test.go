package commands

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/game/systems"
	"deuces/match"
	"deuces/settings"
)

// turnNotice is a message that notifies a player of a turn.
type turnNotice struct {
	at     time.Time
	player match.Player
	table  string // its channel
	direct bool
	late   bool // the second one, when time runs short
}

// noticed records the notices that are posted, and fails the test if a message is edited that is older than an
// hour. Discord limits such edits.
func (e *fixture) noticed() *[]turnNotice {
	var all []turnNotice
	user, place := regexp.MustCompile(`"users":\["1(\d\d)"\]`), regexp.MustCompile(`channels/\d+/(\d+)`)
	e.discord.watchRequests(func(method, channel, message, body string) {
		if age := time.Since(bot.SentAt(message)); method == "PATCH" && age > time.Hour {
			e.t.Errorf("a message in %s is edited that is %v old: %s", channel, age, body)
		}
		if method != "POST" || strings.Contains(body, `"custom_id":"menu/`) {
			return
		}
		n := turnNotice{at: time.Now(), table: channel, late: strings.Contains(body, "⏳")}
		to := user.FindStringSubmatch(body)
		if link := place.FindStringSubmatch(body); to == nil && link != nil {
			n.direct, n.table, to = true, link[1], []string{"", strings.TrimPrefix(channel, "91")}
		}
		if to != nil {
			p, _ := strconv.Atoi(to[1])
			n.player = match.Player(p)
			all = append(all, n)
		}
	})
	return &all
}

// Four people play a week in each of 30 servers, hours after their turn has come. Every day the bot is killed and
// down for ten minutes, or another process takes over. Each turn is told once, and once more when a quarter of its time is left.
func TestAWeekOfSlowMatches(t *testing.T) {
	const servers, day = 30, 24 * time.Hour
	withTable(t, 90*time.Second, func(s *memory, _ *fakeDiscord) {
		s.mention = settings.MentionTurn
		s.prefer(2, settings.NoticeAtOnce, settings.InChannel)
		s.prefer(3, settings.NoticeAtOnce, settings.ByDM)
		s.prefer(4, settings.NoticeLate, settings.InChannel)
	}, func(e *fixture) {
		e.do(e.id, match.End{Player: 1})
		r := rand.New(rand.NewPCG(1, 2))
		told := e.noticed()
		acts := map[match.ID]time.Time{} // when somebody plays next at a table
		delay := func() time.Duration { return time.Hour + time.Duration(r.Int64N(int64(22*time.Hour))) }
		for i := range servers {
			id := e.openWithAutoPass(fmt.Sprint(300+i), day, 1500*time.Millisecond)
			acts[id] = time.Now().Add(delay())
		}
		began, restart := time.Now(), time.Now().Add(5*time.Hour)
		for time.Since(began) < 7*day {
			next := restart
			for _, at := range acts {
				if at.Before(next) {
					next = at
				}
			}
			e.sleep(time.Until(next))
			if next.Equal(restart) {
				restart = restart.Add(day + time.Duration(r.Int64N(int64(time.Hour))))
				if r.IntN(2) == 0 {
					e.takeOver()
				} else {
					e.alive = time.Now().Add(-10 * time.Second)
					e.stop()
					time.Sleep(10 * time.Minute)
					e.start()
				}
			}
			for _, id := range e.tables.Live() {
				if time.Now().Before(acts[id]) {
					continue
				}
				m, err := e.tables.Match(e.t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				if seat, due := m.Turn(); due && r.IntN(9) > 0 {
					e.do(id, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: chooseAction(m)})
					acts[id] = time.Now().Add(delay())
				} else { // nobody plays, and time runs out
					acts[id] = m.Deadline().Add(delay())
				}
			}
		}
		e.sleep(20 * time.Second) // the last turn is told, too
		if n := len(e.tables.Live()); n != servers {
			t.Errorf("got %d matches after a week, want %d: none ends because nobody played for a day", n, servers)
		}
		turns := 0
		for id := range acts {
			turns += e.checkNotices(id, *told)
		}
		t.Logf("%d turns, %d notices", turns, len(*told))
	})
}

// checkNotices compares the notices with the turns in a table's log, and returns the number of turns.
func (e *fixture) checkNotices(id match.ID, told []turnNotice) (turns int) {
	e.t.Helper()
	events, err := e.log.All(id)
	if err != nil {
		e.t.Fatal(err)
	}
	m := match.New(id, systems.New)
	check := func(before match.Match, until time.Time) {
		seat, due := before.Turn()
		if !due || until.Sub(before.At) < time.Minute {
			return // dealt, or passed at once
		}
		p := before.Players()[seat]
		var first, late int
		began := before.At
		for _, n := range told {
			if n.table != before.Channel || n.at.Before(began) || !n.at.Before(until) {
				continue
			}
			if n.player != p || n.direct != (p == 3) {
				e.t.Errorf("table %d, %v: got a notice to player %d (directly: %v), want player %d", id, before.Decision, n.player, n.direct, p)
			}
			if n.late {
				late++
			} else {
				first++
			}
		}
		wantFirst, wantLate := 1, 0
		if p == 4 {
			wantFirst = 0
		}
		if !until.Before(before.Warning().Add(time.Second)) {
			wantLate = 1
		}
		if turns++; first != wantFirst || late != wantLate {
			e.t.Errorf("table %d, %v, which lasted %v: player %d was told %d times at first and %d times when time was short, want %d and %d", id, before.Decision, until.Sub(began), p, first, late, wantFirst, wantLate)
		}
	}
	turn := m // as it was when the turn began, except for time that was lost
	for _, ev := range events {
		next, err := m.Apply(ev)
		if err != nil {
			e.t.Fatal(err)
		}
		if next.Decision != m.Decision || next.Phase != m.Phase {
			check(turn, ev.At)
			turn = next
		} else if _, woke := ev.Body.(match.Woken); woke {
			was := turn.At
			turn = next
			turn.At = was
		}
		m = next
	}
	check(turn, time.Now())
	return turns
}

// What was said stays said: the bot is killed right after a notice, and was last known to run before it, so that the clock goes
// back to before the notice was due.
func TestANoticeIsNotRepeatedAfterARestart(t *testing.T) {
	for _, tt := range []struct {
		why   string
		after time.Duration // since the turn began
		told  int
	}{
		{"right after the turn began", 2 * time.Second, 1},
		{"right after time runs short", 18*time.Hour + 2*time.Second, 2},
	} {
		for _, where := range []settings.Where{settings.InChannel, settings.ByDM} {
			withTable(t, 90*time.Second, preferNotices(settings.NoticeAtOnce, where, 1, 2, 3, 4), func(e *fixture) {
				e.do(e.id, match.End{Player: 1})
				told := e.noticed()
				e.id = e.openWithAutoPass("300", 24*time.Hour, 1500*time.Millisecond)
				began := e.match().At
				e.sleep(time.Until(began.Add(tt.after)))
				if len(*told) != tt.told {
					t.Fatalf("%s, %s: got %d notices, want %d", tt.why, where, len(*told), tt.told)
				}
				e.takeOver()
				e.alive = time.Now().Add(-2500 * time.Millisecond)
				e.stop()
				time.Sleep(10 * time.Minute)
				e.start()
				e.sleep(time.Minute)
				if len(*told) != tt.told {
					t.Errorf("%s, %s: after a restart got %d notices, want still %d", tt.why, where, len(*told), tt.told)
				}
			})
		}
	}
}
