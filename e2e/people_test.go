package e2e

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/match"
	"deuces/sandbox/sandboxtest"
)

// hands are four people who sit at a table with their hands open.
type hands struct {
	*group
	id    match.ID
	board sandboxtest.Message
	told  []string // all that hands said
}

func (h *house) hands(channel, system string) *hands {
	h.t.Helper()
	g := h.group(7, channel, "Ann", "Bob", "Cy", "Dee")
	g.open(system, nil)
	x := &hands{group: g}
	if _, err := fmt.Sscan(g.table, &x.id); err != nil {
		h.t.Fatal(err)
	}
	x.board = g.await(g.users[0], func(m sandboxtest.Message) bool { return isBoard(m) && button(m, "hand/"+g.table) != "" })
	return x
}

// turn is who is to move, with a fresh hand.
func (x *hands) turn() (*sandboxtest.User, sandboxtest.Message) {
	x.t.Helper()
	u, hand := x.mayMove()
	if u == nil {
		x.t.Fatal("nobody is to move")
	}
	return u, hand
}

// mayMove is who was to move as they were asked one after the other, nil where the turn went
// by meanwhile.
func (x *hands) mayMove() (*sandboxtest.User, sandboxtest.Message) {
	x.t.Helper()
	for _, u := range x.users {
		if hand := x.open(u); len(offered(hand)) > 0 {
			return u, hand
		}
	}
	return nil, sandboxtest.Message{}
}

// open clicks My hand on the newest board.
func (x *hands) open(u *sandboxtest.User) sandboxtest.Message {
	x.t.Helper()
	reply, err := u.Click(x.t.Context(), x.newest().ID, "hand/"+x.table)
	if err != nil {
		x.t.Fatalf("%s opens the hand: %v", u.Name, err)
	}
	x.told = append(x.told, reply.Message().Text())
	return reply.Message()
}

// newest is the newest board with a hand to open.
func (x *hands) newest() sandboxtest.Message {
	x.t.Helper()
	there, err := x.users[0].Messages(x.t.Context(), x.channel)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, m := range slices.Backward(there) {
		if isBoard(m) && button(m, "hand/"+x.table) != "" {
			return m
		}
	}
	return x.board // which may be gone
}

// plays has whoever is to move play.
func (x *hands) plays() {
	x.t.Helper()
	x.play(x.turn())
}

// play has somebody play from their open hand, on its further pages if need be.
func (x *hands) play(u *sandboxtest.User, hand sandboxtest.Message) {
	x.t.Helper()
	if why := x.tryPlay(u, hand); why != "" {
		x.t.Fatalf("%s can't play: %s", u.Name, why)
	}
}

// tryPlay is play that may come too late, and says why it failed.
func (x *hands) tryPlay(u *sandboxtest.User, hand sandboxtest.Message) (why string) {
	x.t.Helper()
	for range 10 {
		id := cmp.Or(button(hand, "act/"), button(hand, "pick/"))
		reply, err := u.Click(x.t.Context(), hand.ID, id)
		if err != nil || strings.Contains(reply.Message().Text(), stale) {
			return fmt.Sprintf("%v %s", err, reply.Response.Data)
		}
		hand = reply.Message()
		x.told = append(x.told, hand.Text())
		if strings.HasPrefix(id, "act/") {
			return ""
		}
	}
	return "no page of the hand has a play"
}

// playsDespiteTheClock has people try to play until somebody was quicker than it.
func (x *hands) playsDespiteTheClock() {
	x.t.Helper()
	why := "nobody is to move"
	for hangs := time.Now().Add(sandboxtest.Patience); time.Now().Before(hangs); {
		u, hand := x.mayMove()
		if u == nil {
			continue
		}
		if why = x.tryPlay(u, hand); why == "" {
			return
		}
	}
	x.t.Fatalf("nobody is in time: %s", why)
}

// log is the table's log now.
func (x *hands) log() *history {
	x.t.Helper()
	return histories(x.t.(*testing.T), x.db)[x.id]
}

// aBoard waits for a board that fits.
func (x *hands) aBoard(what string, fits func(sandboxtest.Message) bool) sandboxtest.Message {
	x.t.Helper()
	ctx, cancel := context.WithTimeout(x.t.Context(), sandboxtest.Patience)
	defer cancel()
	m, err := x.users[0].Await(ctx, x.channel, func(m sandboxtest.Message) bool { return isBoard(m) && fits(m) })
	if err != nil {
		x.t.Fatalf("%s: %v", what, err)
	}
	return m
}

// isTrue waits for a board that says whose turn it is.
func (x *hands) isTrue(what string) {
	x.t.Helper()
	now := x.log()
	turn, _ := now.Turn()
	i := slices.IndexFunc(x.users, func(u *sandboxtest.User) bool { return u.ID == now.users[turn] })
	x.aBoard(what, func(m sandboxtest.Message) bool {
		return strings.Contains(m.Text(), "▶️ **"+x.users[i].Name+"**'s turn to ")
	})
}

// does calls the sandbox's side for what an owner or moderator does.
func (h *house) does(method, path string, body any) {
	h.t.Helper()
	if err := h.Do(h.t.Context(), method, "/sandbox/"+path, body, nil); err != nil {
		h.t.Fatal(err)
	}
}

// rest calls the REST API with the bot's token, for what the side has no call for.
func (h *house) rest(method, path string, body, out any) {
	h.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		h.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.URL+"/api/v10"+path, bytes.NewReader(text))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot sandbox")
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		h.t.Fatalf("%s %s: %s %s %v", method, path, resp.Status, data, err)
	}
	if out != nil {
		if err := json.Unmarshal(data, out); err != nil {
			h.t.Fatal(err)
		}
	}
}

// Of clicks at once for one seat one plays, whether they are the same twice or
// come from two devices; the others are answered with the hand as it is then.
func TestOfClicksAtOnceOnePlays(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	x := h.hands("cards", "ahole")
	for round := range 6 {
		before := x.log().Seq
		u, hand := x.turn()
		var offers []string
		for _, id := range offered(hand) {
			if strings.HasPrefix(id, "act/") {
				offers = append(offers, id)
			}
		}
		if len(offers) == 0 {
			x.play(u, hand)
			continue
		}
		ids := []string{offers[0], offers[0], offers[len(offers)-1]}
		if round%2 == 1 {
			ids = []string{offers[0], offers[0]}
		}
		told := make([]string, len(ids))
		var wait sync.WaitGroup
		for i, id := range ids {
			wait.Go(func() {
				reply, err := u.Click(t.Context(), hand.ID, id)
				// The sandbox refuses what the answer to the other has taken off the hand already.
				if e, refused := err.(*sandboxtest.Error); err != nil && (!refused || e.Status != http.StatusNotFound) {
					t.Errorf("%s: %v", id, err)
				} else if err == nil {
					told[i] = reply.Message().Text()
				}
			})
		}
		wait.Wait()
		played := 0
		for _, text := range told {
			if text != "" && !strings.Contains(text, stale) {
				played++
			}
		}
		acts := 0
		for _, e := range x.log().events[before:] {
			if strings.Contains(e, " acted ") {
				acts++
			}
		}
		if played != 1 || acts != 1 {
			t.Errorf("%d of the clicks %q are answered as played, %d are in the log: %q", played, ids, acts, told)
		}
	}
}

// Discord lets nobody click on another's hand; and a custom_id that names another
// table, seat or decision, or nothing at all, does nothing there and is answered.
func TestAForgedClickDoesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	x := h.hands("cards", "ahole")
	other := h.group(8, "general", "Eve", "Fay", "Gus", "Hal")
	other.open("bigtwo", nil)
	h.does("POST", "guilds", map[string]any{"name": "Elsewhere", "channels": []string{"far"}})
	far := h.group(9, "far", "Ida", "Jim", "Kit", "Lou")
	far.open("ahole", nil)

	u, hand := x.turn()
	thief := x.users[0]
	if thief.ID == u.ID {
		thief = x.users[1]
	}
	offer := button(hand, "act/")
	if _, err := thief.Click(t.Context(), hand.ID, offer); err == nil || err.(*sandboxtest.Error).Status != http.StatusForbidden {
		t.Errorf("a click on another's hand: %v", err)
	}

	action := strings.Split(offer, "/")[3]
	now := strings.Split(offer, "/")[2]
	var channel string
	for _, c := range h.world().channels {
		if c.Name == x.channel {
			channel = c.ID
		}
	}
	before := histories(t, h.db)
	ids := []string{
		offer, // of another's seat
		"act/" + other.table + "/" + now + "/" + action,
		"act/" + far.table + "/" + now + "/" + action,
		"act/99999/" + now + "/" + action,
		"act/-1/" + now + "/" + action,
		"act/" + x.table + "/1.999/" + action,
		"act/" + x.table + "/0.0/" + action,
		"act/" + x.table + "/" + now + "/ZZ",
		"act/" + x.table + "/" + now,
		"act/" + x.table,
		"act/", "act", "pick/", "pick/" + x.table + "/" + now + "/9.9.zz",
		"pick/" + x.table + "/" + now + "/-1.-1.7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c",
		"hand/", "hand/" + far.table, "hand/" + other.table, "hand/0x1", "hand/9223372036854775808",
		"join/" + other.table, "join/" + far.table, "leave/" + far.table, "start/" + x.table, "start/" + far.table,
		"resume/" + far.table, "resume/" + x.table, "rematch/" + far.table, "rematch/" + x.table,
		"rules/", "rules/" + far.table + "/0", "rules/" + x.table + "/99999", "leaders/", "leaders/a/b/c/d",
		"nonsense", "nonsense/1", "act/" + strings.Repeat("9", 90), strings.Repeat("/", 100),
	}
	for some := range slices.Chunk(ids, 25) {
		var rows []any
		for row := range slices.Chunk(some, 5) {
			var buttons []any
			for _, id := range row {
				buttons = append(buttons, map[string]any{"type": 2, "style": 2, "label": "x", "custom_id": id})
			}
			rows = append(rows, map[string]any{"type": 1, "components": buttons})
		}
		var forged struct{ ID string }
		h.rest("POST", "/channels/"+channel+"/messages", map[string]any{"content": "forged", "components": rows}, &forged)
		for _, id := range some {
			reply, err := thief.Click(t.Context(), forged.ID, id)
			if err != nil {
				t.Errorf("%s: %v", id, err)
			} else if reply.Response.Type == typeMessage && (reply.Message().Text() == "" || !reply.Message().Ephemeral) {
				t.Errorf("%s is answered with %s", id, reply.Response.Data)
			}
		}
	}
	after := histories(t, h.db)
	for id, was := range before {
		if now := after[id]; len(now.events) != len(was.events) {
			t.Errorf("table %d went on: %q", id, now.events[len(was.events):])
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d tables, before %d", len(after), len(before))
	}
	x.plays()
}

// A player who leaves the server holds nobody up: the clock acts for the seat, and
// nothing that names them fails.
func TestPlayerLeavesTheServer(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "TURN_CLOCK=5s")
	x := h.hands("cards", "ahole")
	for {
		u, _ := x.mayMove()
		if u != nil && u.Name != "Ann" { // who owns the server
			h.does("POST", "members", map[string]any{"guild": "Sandbox", "user": u.ID, "leave": true})
			x.users = slices.DeleteFunc(x.users, func(v *sandboxtest.User) bool { return v.ID == u.ID })
			break
		}
		x.playsDespiteTheClock()
	}
	before := x.log().Decision
	x.stored("the table does not wait for who has left the server", func() bool { return x.log().Decision != before })
	x.playsDespiteTheClock()
	calls, err := h.Calls(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range calls {
		if c.Status >= 400 && c.Status != http.StatusNotFound {
			t.Errorf("%s %s: %d %s", c.Method, c.Path, c.Status, c.Response)
		}
	}
}

// world is what the sandbox has.
func (h *house) world() (w struct{ channels []struct{ ID, Name string } }) {
	h.t.Helper()
	var all struct {
		Guilds []struct {
			Channels []struct{ ID, Name string } `json:"channels"`
		} `json:"guilds"`
	}
	if err := h.Do(h.t.Context(), "GET", "/sandbox/world", nil, &all); err != nil {
		h.t.Fatal(err)
	}
	for _, g := range all.Guilds {
		w.channels = append(w.channels, g.Channels...)
	}
	return w
}
