package e2e

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"deuces/game/systems"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// Table is people in a channel, and the table that they play at. The first of them is its host.
type Table struct {
	*Server
	People  []*Person
	channel string
	id      string // as custom_ids name it
}

// Table has people in a channel, who play at no table yet.
func (s *Server) Table(channel string, names ...string) *Table {
	s.t.Helper()
	table := &Table{Server: s, channel: channel}
	for _, name := range names {
		p := s.Person(name, channel)
		p.table = table
		table.People = append(table.People, p)
	}
	return table
}

// In returns the same people in another channel.
func (x *Table) In(channel string) *Table {
	x.t.Helper()
	there := &Table{Server: x.Server, channel: channel}
	for _, p := range x.People {
		p = p.In(channel)
		p.table = there
		there.People = append(there.People, p)
	}
	return there
}

// Four returns the first four people.
func (x *Table) Four() (a, b, c, d *Person) {
	return x.People[0], x.People[1], x.People[2], x.People[3]
}

// Lobby has the host open a table with options, and the others join it.
func (x *Table) Lobby(game string, options Options) Message {
	x.t.Helper()
	host := x.People[0]
	lobby := host.Uses("play", Options{"game": game})
	if lobby.Flags&128 != 0 { // the bot is thinking, on a busy machine
		lobby = host.Sees(is(lobby), func(m sandboxtest.Message) bool { return m.Flags&128 == 0 })
	}
	x.at(lobby)
	x.Sets(options)
	for _, p := range x.People[1:] {
		p.Clicks(lobby, "join/")
	}
	return lobby
}

// at notes which table it is.
func (x *Table) at(lobby Message) {
	x.t.Helper()
	if x.id = strings.TrimPrefix(lobby.find("join/"), "join/"); x.id == "" {
		x.t.Fatalf("this is no lobby:\n%s", lobby.Text())
	}
}

// Start has the host start the table.
func (x *Table) Start(lobby Message) {
	x.t.Helper()
	x.People[0].Clicks(x.People[0].Sees(is(lobby), offers("start/"+x.id)), "start/")
}

// Open has the host open a table, the others join it, and the host start it.
func (x *Table) Open(game string, options Options) {
	x.t.Helper()
	x.Start(x.Lobby(game, options))
}

// Board waits for the table's newest board with a hand to open.
func (x *Table) Board(all ...fits) Message {
	x.t.Helper()
	return x.People[0].Sees(append(all, isBoard, offers("hand/"+x.id))...)
}

// Sets has the host set options in the panel of the lobby.
func (x *Table) Sets(options Options) {
	x.t.Helper()
	left := Options{}
	for key, value := range options {
		left[key] = fmt.Sprint(value)
	}
	host := x.People[0]
	for tries := 0; len(left) > 0 && tries < 3; tries++ { // an option may ask for another one before it
		panel := host.Clicks(host.Menu(), "options/")
		for {
			for key, value := range maps.Clone(left) {
				set := panel
				switch id := panel.find("…/" + key); {
				case strings.HasPrefix(id, "set/"):
					set = host.Forges(panel, id, value.(string))
				case strings.HasPrefix(id, "number/"):
					set = host.Submits(panel, id, Options{"value": value}).Whispers(" · Options")
				default:
					continue
				}
				if panel = set; !strings.Contains(set.Text(), "⚠️") {
					delete(left, key)
				}
			}
			next := nextPage(panel)
			if len(left) == 0 || next == "" {
				break
			}
			panel = host.Clicks(panel, next)
		}
	}
	if len(left) > 0 {
		x.t.Fatalf("the panel does not take %v", left)
	}
}

// nextPage returns the button of a panel that leads to its next page; "" on the last.
func nextPage(panel Message) string {
	for _, b := range panel.Buttons() {
		if strings.HasPrefix(b.CustomID, "options/") && !strings.HasSuffix(b.CustomID, "/back") {
			return b.CustomID
		}
	}
	return ""
}

// Seats has the host seat bots at the lobby, of a level each, or "fill" it with them.
func (x *Table) Seats(lobby Message, bots ...string) {
	x.t.Helper()
	host, add := x.People[0], "computer/"+x.id+"/add"
	one := func() Message {
		before := host.Sees(is(lobby), offers(add))
		host.Clicks(before, add)
		n := strings.Count(before.Text(), "🤖 **")
		return host.Sees(is(lobby), func(m sandboxtest.Message) bool { return strings.Count(m.Text(), "🤖 **") != n })
	}
	for _, what := range bots {
		if what != "fill" {
			one()
			host.Clicks(host.Menu(), "menu/"+x.id+"/level", what)
			continue
		}
		for one().Has(add) {
		}
	}
}

// Turn returns who is to move, with a fresh hand.
func (x *Table) Turn() (*Person, Message) {
	x.t.Helper()
	p, hand := x.mayMove()
	if p == nil {
		x.t.Fatal("nobody is to move")
	}
	return p, hand
}

// mayMove returns who was to move as they were asked one after the other; nil where the turn went by
// meanwhile.
func (x *Table) mayMove() (*Person, Message) {
	x.t.Helper()
	for _, p := range x.People {
		if hand := p.Hand(); len(offered(hand.Message)) > 0 {
			return p, hand
		}
	}
	return nil, Message{}
}

// Plays has whoever is to move play.
func (x *Table) Plays() {
	x.t.Helper()
	p, hand := x.Turn()
	if why := p.plays(hand); why != "" {
		x.t.Fatalf("%s can't play: %s", p.Name, why)
	}
}

// plays plays from an open hand, on its further pages if need be; it says why that failed, as
// where it comes too late.
func (p *Person) plays(hand Message) (why string) {
	p.t.Helper()
	for range 10 {
		id := cmp.Or(hand.find("act/"), hand.find("drawout/"), hand.find("pick/"))
		reply, err := p.Click(p.t.Context(), hand.ID, id)
		if err != nil || strings.Contains(reply.Message().Text(), stale) {
			return fmt.Sprintf("%v %s", err, reply.Response.Data)
		}
		if hand.Message = reply.Message(); isPlay(id) {
			return ""
		}
	}
	return "no page of the hand has a play"
}

// PlaysDespiteTheClock has people try to play until somebody was quicker than it.
func (x *Table) PlaysDespiteTheClock() {
	x.t.Helper()
	why := "nobody is to move"
	for hangs := time.Now().Add(sandboxtest.Patience); time.Now().Before(hangs); {
		p, hand := x.mayMove()
		if p == nil {
			continue
		}
		if why = p.plays(hand); why == "" {
			return
		}
	}
	x.t.Fatalf("nobody is in time: %s", why)
}

// PlaysInTheEnd has somebody click on a play until it is taken.
func (x *Table) PlaysInTheEnd(p *Person, hand Message, id string) {
	x.t.Helper()
	for hangs := time.Now().Add(sandboxtest.Patience); ; {
		reply, err := p.Click(x.t.Context(), hand.ID, id)
		if err != nil {
			x.t.Fatal(err)
		}
		if reply.Response.Type == typeUpdate && !strings.Contains(reply.Message().Text(), stale) {
			return
		}
		if time.Now().After(hangs) {
			x.t.Fatalf("to the end a click is answered %s", reply.Response.Data)
		}
	}
}

// PlayOn has everybody click plays that they are offered until the match is over. It returns the
// last board and how many plays were made.
func (x *Table) PlayOn() (last Message, plays int) {
	x.t.Helper()
	return x.PlayOnAs(nil)
}

// PlayOnAs is PlayOn by players whom change has changed, if it is set.
func (x *Table) PlayOnAs(change func(*player)) (last Message, plays int) {
	x.t.Helper()
	ctx, cancel := context.WithCancel(x.t.Context())
	hangs := time.AfterFunc(sandboxtest.Patience, cancel) // after the last play
	defer hangs.Stop()
	b := newClicks()
	var playing sync.WaitGroup
	for _, p := range x.players(b, rand.New(rand.NewPCG(1, 1))) {
		p.patience, p.oneMatch = time.Second, true
		p.played = func() { hangs.Reset(sandboxtest.Patience) }
		if change != nil {
			change(p)
		}
		if err := p.watch(ctx); err != nil {
			x.t.Fatal(err)
		}
		playing.Go(func() { p.play(ctx) })
	}
	m, err := x.People[0].Await(ctx, x.channel, offers("rematch/"+x.id))
	cancel()
	playing.Wait()
	if err != nil {
		x.t.Fatalf("the match does not end: %v", err)
	}
	for _, wrong := range b.wrong {
		x.t.Error(wrong)
	}
	return Message{m, x.t}, b.plays()
}

// players returns the table's people as players who note their clicks there. The first hosts.
func (x *Table) players(b *clicks, r *rand.Rand) (all []*player) {
	for i, p := range x.People {
		all = append(all, &player{User: p.User, channel: x.channel, host: i == 0, clicks: b,
			rand: rand.New(rand.NewPCG(r.Uint64(), uint64(i))), view: &view{changed: make(chan struct{}, 1)}})
	}
	for i, p := range all {
		p.others = append(append([]*player{}, all[:i]...), all[i+1:]...)
	}
	return all
}

// number returns the table's number.
func (x *Table) number() (id match.ID) {
	x.t.Helper()
	if _, err := fmt.Sscan(x.id, &id); err != nil {
		x.t.Fatal(err)
	}
	return id
}

// Log returns the table's log now.
func (x *Table) Log() *history {
	x.t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, x.db)
	if err != nil {
		x.t.Fatal(err)
	}
	defer s.Close()
	h, err := readHistory(ctx, s, x.number(), map[match.Player]string{})
	if err != nil {
		x.t.Fatal(err)
	}
	return h
}

// Over waits until the table has ended.
func (x *Table) Over() {
	x.t.Helper()
	x.Stored("the table ends", func() bool { return x.Log().Phase == match.Over })
}

// IsTrue waits for a board that says whose turn it is.
func (x *Table) IsTrue() {
	x.t.Helper()
	now := x.Log()
	turn, _ := now.Turn()
	for _, p := range x.People {
		if p.ID == now.users[turn] {
			x.People[0].Sees(isBoard, says("▶️ **"+p.Name+"**'s turn to "))
		}
	}
}

// brief are options that end a match after some rounds, or soon where the system counts points.
// No round is over when it is dealt, as one in thirty of Tiến Lên is: there is something to play.
func brief(sys systems.System, rounds int) Options {
	options := Options{}
	rules, err := sys.New(nil)
	if err != nil {
		panic(err) // without options every system can be played
	}
	for _, o := range rules.Options() {
		switch {
		case o.Key == "rounds":
			options[o.Key] = rounds
		case o.Key == "target" && o.Min > 0:
			options[o.Key] = o.Min
		case o.Key == "instant":
			options[o.Key] = "no"
		}
	}
	return options
}
