package e2e

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// Table is a group of people in a channel, and their table. The first person is the host.
type Table struct {
	*Server
	People  []*Person
	channel string
	id      string // the table's number as in custom ids
}

// Table returns people in a channel. It doesn't open a table.
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
	other := &Table{Server: x.Server, channel: channel}
	for _, p := range x.People {
		p = p.In(channel)
		p.table = other
		other.People = append(other.People, p)
	}
	return other
}

// Four returns the first four people.
func (x *Table) Four() (a, b, c, d *Person) {
	return x.People[0], x.People[1], x.People[2], x.People[3]
}

// Lobby opens a table as the host, sets its options, and makes the others join. It returns the
// lobby.
func (x *Table) Lobby(game string, options Options) Message {
	x.t.Helper()
	lobby := x.People[0].OpensLobby(game)
	x.setID(lobby)
	x.SetOptions(options)
	for _, p := range x.People[1:] {
		p.Clicks(lobby, "join/")
	}
	return lobby
}

// OpensLobby opens a table with /play and returns its lobby. On a busy machine the answer is
// "thinking …" at first, and OpensLobby waits for the lobby.
func (p *Person) OpensLobby(game string) Message {
	p.t.Helper()
	lobby := p.Uses("play", Options{"game": game})
	if lobby.find("anew") != "" { // other tables wait for players
		lobby = p.Clicks(lobby, "anew")
	}
	if lobby.Flags&128 != 0 {
		lobby = p.Sees(is(lobby), func(m sandboxtest.Message) bool { return m.Flags&128 == 0 })
	}
	return lobby
}

// setID reads the table's number from its lobby.
func (x *Table) setID(lobby Message) {
	x.t.Helper()
	if x.id = strings.TrimPrefix(lobby.find("join/"), "join/"); x.id == "" {
		x.t.Fatalf("this message is not a lobby:\n%s", lobby.Text())
	}
}

// Start makes the host start the match.
func (x *Table) Start(lobby Message) {
	x.t.Helper()
	x.People[0].Clicks(x.People[0].Sees(is(lobby), offers("start/"+x.id)), "start/")
}

// Open opens a table as the host, makes the others join, and starts the match.
func (x *Table) Open(game string, options Options) {
	x.t.Helper()
	x.Start(x.Lobby(game, options))
}

// Board waits for the newest board of the table from which a hand can be opened. It must also meet
// the given conditions.
func (x *Table) Board(all ...condition) Message {
	x.t.Helper()
	return x.People[0].Sees(append(all, isBoard, offers("hand/"+x.id))...)
}

// SetOptions sets options in the lobby's panel as the host.
func (x *Table) SetOptions(options Options) {
	x.t.Helper()
	left := Options{}
	for key, value := range options {
		left[key] = fmt.Sprint(value)
	}
	host := x.People[0]
	for tries := 0; len(left) > 0 && tries < 3; tries++ { // several tries, because an option can require another one first
		panel := host.Clicks(host.Menu(), "options/")
		groups := panel.menu("options/")
		for _, group := range groups.Options {
			panel = host.Clicks(panel, groups.CustomID, group.Value)
			for key, value := range maps.Clone(left) {
				set := panel
				switch id := panel.find("…/" + key); {
				case (key == "target" || key == "rounds") && panel.Has("…/end"):
					ends := panel.menu("…/end")
					now := ends.Options[slices.IndexFunc(ends.Options, func(o sandboxtest.Option) bool { return o.Default })].Value
					points, rounds, _ := strings.Cut(now, "/")
					numbers := Options{"points": points, "rounds": rounds}
					numbers[map[string]string{"target": "points", "rounds": "rounds"}[key]] = value
					set = host.Submits(panel, "number/"+strings.TrimPrefix(ends.CustomID, "set/"), numbers).Whispers("House rules")
				case strings.HasPrefix(id, "set/"):
					set = host.Clicks(panel, id, value.(string))
				case strings.HasPrefix(id, "number/"):
					set = host.Submits(panel, id, Options{"value": value}).Whispers("House rules")
				default:
					continue
				}
				if panel = set; !strings.Contains(set.Text(), "⚠️") {
					delete(left, key)
				}
			}
		}
	}
	if len(left) > 0 {
		x.t.Fatalf("the panel of options does not accept %v", left)
	}
}

// SeatBots seats a bot of each given level. For "fill" it seats bots until the lobby is full.
func (x *Table) SeatBots(lobby Message, bots ...string) {
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
			host.Clicks(lobby, "lobby/"+x.id+"/level", what)
			continue
		}
		for one().Has(add) {
		}
	}
}

// Turn returns the person to move and that person's newly opened hand. It waits while a bot is to
// move.
func (x *Table) Turn() (p *Person, hand Message) {
	x.t.Helper()
	x.WaitUntil("a person is to move", func() bool {
		p, hand = x.findPlayerToMove()
		return p != nil
	})
	return p, hand
}

// findPlayerToMove opens one hand after the other and returns the player whose hand offers plays.
// It returns nil if a bot is to move, or if the turn changed meanwhile.
func (x *Table) findPlayerToMove() (*Person, Message) {
	x.t.Helper()
	for _, p := range x.People {
		if hand := p.Hand(); len(playButtons(hand.Message)) > 0 {
			return p, hand
		}
	}
	return nil, Message{}
}

// PlayOne makes the player to move play.
func (x *Table) PlayOne() {
	x.t.Helper()
	p, hand := x.Turn()
	if why := p.tryPlay(hand); why != "" {
		x.t.Fatalf("%s can't play: %s", p.Name, why)
	}
}

// tryPlay makes a play from an open hand, on other pages of it if necessary. If that fails, for
// example because it was too late, it returns the reason.
func (p *Person) tryPlay(hand Message) (why string) {
	p.t.Helper()
	for range 10 {
		id := cmp.Or(hand.find("act/"), hand.find("drawout/"), hand.find("pick/"))
		reply, err := p.Click(p.t.Context(), hand.ID, id)
		if err != nil || strings.Contains(reply.Message().Text(), lateClickText) {
			return fmt.Sprintf("%v %s", err, reply.Response.Data)
		}
		if hand.Message = reply.Message(); isPlay(id) {
			return ""
		}
	}
	return "no page of the hand has a play"
}

// PlayBeforeTheClock makes people try to play until one of them is faster than the clock.
func (x *Table) PlayBeforeTheClock() {
	x.t.Helper()
	why := "no person is to move"
	for deadline := time.Now().Add(sandboxtest.Patience); time.Now().Before(deadline); {
		p, hand := x.findPlayerToMove()
		if p == nil {
			continue
		}
		if why = p.tryPlay(hand); why == "" {
			return
		}
	}
	x.t.Fatalf("nobody plays before the clock: %s", why)
}

// PlayEventually makes a person click a play until the bot accepts it.
func (x *Table) PlayEventually(p *Person, hand Message, id string) {
	x.t.Helper()
	for deadline := time.Now().Add(sandboxtest.Patience); ; {
		reply, err := p.Click(x.t.Context(), hand.ID, id)
		errtest.Must(x.t, err)
		if reply.Response.Type == typeUpdate && !strings.Contains(reply.Message().Text(), lateClickText) {
			return
		}
		if time.Now().After(deadline) {
			x.t.Fatalf("a click is not accepted in time; the last answer is %s", reply.Response.Data)
		}
	}
}

// PlayInTurn makes the people play one after the other until the match is over, which is faster
// than PlayOn. It returns the last board.
func (x *Table) PlayInTurn() Message {
	x.t.Helper()
	for {
		last := x.People[0].Sees(func(m sandboxtest.Message) bool {
			return isBoard(m) && (findButton(m, "hand/"+x.id) != "" || findButton(m, "rematch/"+x.id) != "")
		})
		if last.Has("rematch/") {
			return last
		}
		for _, p := range x.People {
			reply, err := p.Click(x.t.Context(), last.ID, "hand/"+x.id)
			if err != nil {
				break // the board has been replaced
			}
			if hand := (Message{reply.Message(), x.t}); len(playButtons(hand.Message)) > 0 {
				p.tryPlay(hand)
			}
		}
	}
}

// PlayOn makes everybody click offered plays at the same time until the match is over, and returns
// the last board. If each is nil, the clicks are compared with the log. Otherwise people also plan
// their turns, so not every click is a play, and each is called after each play of the host, with the
// number of the host's plays so far.
func (x *Table) PlayOn(each func(n int)) Message {
	x.t.Helper()
	c := x.Crowd(rand.New(rand.NewPCG(1, 1)))
	timeout := time.AfterFunc(sandboxtest.Patience, c.stop) // stops the crowd if no play follows for too long
	defer timeout.Stop()
	n := 0
	c.Play(x, func(p *player) {
		p.patience, p.oneMatch, p.plans = time.Second, true, each != nil
		p.played = func() {
			timeout.Reset(sandboxtest.Patience)
			if p.host && each != nil {
				n++
				each(n)
			}
		}
	})
	m, err := x.People[0].Await(c.ctx, x.channel, offers("rematch/"+x.id))
	c.Leave()
	if err != nil {
		x.t.Fatalf("the match did not end: %v", err)
	}
	if each == nil {
		c.clicks.compareWithLogs(x.t, map[match.ID]*history{x.matchID(): x.Log()})
	}
	for _, wrong := range c.clicks.wrong {
		x.t.Error(wrong)
	}
	return Message{m, x.t}
}

// matchID returns the table's number.
func (x *Table) matchID() (id match.ID) {
	x.t.Helper()
	if _, err := fmt.Sscan(x.id, &id); err != nil {
		x.t.Fatal(err)
	}
	return id
}

// Log reads the table's log.
func (x *Table) Log() *history {
	x.t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, x.db)
	errtest.Must(x.t, err)
	defer s.Close()
	h, err := readHistory(ctx, s, x.matchID(), map[match.Player]string{})
	errtest.Must(x.t, err)
	return h
}

// AwaitEnd waits until the table is over.
func (x *Table) AwaitEnd() {
	x.t.Helper()
	x.WaitUntil("the table ends", func() bool { return x.Log().Phase == match.Over })
}

// shortMatch returns options for a short match: the given number of rounds, or a low winning score.
// Instant wins are off, so that every round has plays.
func shortMatch(sys systems.System, rounds int) Options {
	options := Options{}
	rules, err := sys.New(nil)
	if err != nil {
		panic(err) // can't happen, because every preset is valid
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
