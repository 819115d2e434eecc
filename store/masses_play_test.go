package store

import (
	"errors"
	"fmt"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
)

// play plays matches of all systems, with varying players and occasionally computers and
// players who leave.
func (m masses) play(rand *gametest.Rand) ([]playedOnce, error) {
	all := make([]playedOnce, min(max(10, m.rounds/100), 400))
	for i := range all {
		p, err := playOne(rand, i+1, systems.All()[i%len(systems.All())])
		if err != nil {
			return nil, fmt.Errorf("match %d: %w", i+1, err)
		}
		all[i] = p
	}
	return all, nil
}

// playing is a match in progress.
type playing struct {
	playedOnce
	rand  *gametest.Rand
	match match.Match
	now   time.Time
	seed  deal.Seed // of the next round
	cuts  deal.Cuts
}

// playOne plays a match at a table, decision by decision.
func playOne(rand *gametest.Rand, at int, system systems.System) (playedOnce, error) {
	g := &playing{playedOnce: playedOnce{at: at, system: system.Name}, rand: rand, match: match.New(match.ID(at), systems.New), now: crowded}
	rules, err := system.New(nil)
	if err != nil {
		return g.playedOnce, err
	}
	minds, err := system.Players(rules)
	if err != nil {
		return g.playedOnce, err
	}
	low, high := rules.Seats()
	seats := min(max(low, 3+rand.Intn(2)), high) // typical number of seats
	open := match.Opening{Guild: "1", Channel: "2", System: system.Name, Version: system.Version, Host: 1, Settings: match.DefaultSettings()}
	g.people = []match.Player{1}
	for p := match.Player(2); int(p) <= seats; p++ {
		g.people = append(g.people, p)
		open.Others = append(open.Others, p)
	}
	computer := rand.Intn(5) == 0 && seats > max(2, low)
	if computer {
		last := len(open.Others) - 1
		open.Others, g.people = open.Others[:last], g.people[:last+1]
	}
	err = g.do(open)
	if err == nil && computer {
		err = g.do(match.AddComputer{Player: 1, Level: ai.Easy})
	}
	if err == nil {
		err = g.sealed()
	}
	if err == nil {
		err = g.do(match.Start{Player: 1})
	}
	for err == nil && g.match.Phase != match.Over {
		err = g.next(minds[ai.Easy])
	}
	g.rounds = len(g.match.Results)
	return g.playedOnce, err
}

// next advances the match by one step.
func (g *playing) next(mind ai.Player) error {
	if g.match.Phase == match.Between {
		if err := g.sealed(); err != nil {
			return err
		}
		if d := g.match.Deadline(); g.now.Before(d) {
			g.now = d
		}
		chance, err := g.seed.Chance(int64(g.at), g.match.Decision.Round+1, g.cuts, g.match.Rules.Deck(len(g.match.Players())), len(g.match.Players()))
		if err != nil {
			return err
		}
		return g.do(match.Deal{Chance: chance})
	}
	seat, _ := g.match.Turn()
	who := g.match.Players()[seat]
	_, computer := g.match.Computer(seat)
	here := 0
	for s := range g.match.Players() {
		if _, c := g.match.Computer(game.Seat(s)); !c && !g.match.Vacant(game.Seat(s)) {
			here++
		}
	}
	if !computer && !g.match.Vacant(seat) && here > 2 && g.rand.Intn(400) == 0 {
		return g.do(match.Leave{Player: who})
	}
	seen, _ := g.match.Observation(seat)
	choice, err := mind.Choose(seen, ai.Budget{}, g.rand.Uint64())
	if err != nil {
		return err
	}
	if computer || g.match.Vacant(seat) {
		g.now = g.now.Add(10 * time.Second) // long enough for computers
		return g.do(match.Chosen{Decision: g.match.Decision, Action: choice.Action})
	}
	return g.do(match.Act{Player: who, Decision: g.match.Decision, Action: choice.Action})
}

// sealed seals the next round if necessary, and sometimes cuts the deck.
func (g *playing) sealed() error {
	if _, is := g.match.NextDeal(); is {
		return nil
	}
	g.cuts = deal.Cuts{}
	for i := range g.seed {
		g.seed[i] = byte(g.rand.Intn(256))
	}
	err := g.do(match.Seal{Seed: g.seed})
	if d, _ := g.match.NextDeal(); err == nil && g.rand.Intn(4) == 0 && !g.match.Vacant(0) {
		err = g.do(match.CutDeck{Player: g.match.Players()[0], Deal: d.Number, Typed: "42"})
		d, _ = g.match.NextDeal()
		g.cuts = d.BySeat()
	}
	return err
}

// do sends a command, some seconds after the previous one.
func (g *playing) do(c match.Command) error {
	g.now = g.now.Add(time.Duration(500+g.rand.Intn(8000)) * time.Millisecond)
	events, err := g.match.Decide(c, g.now)
	if err == nil && len(events) == 0 {
		err = errors.New("nothing happens")
	}
	for _, e := range events {
		if err == nil {
			g.match, err = g.match.Apply(e)
		}
	}
	if err != nil {
		return fmt.Errorf("%v: %T: %w", g.match, c, err)
	}
	rows, err := encode(len(g.rows)+1, events)
	if err != nil {
		return err
	}
	for i, e := range events {
		var body match.Body
		if places(e.Body) {
			body = e.Body
		}
		sealing := rows[i].kind == "sealed" || rows[i].kind == "cut"
		g.rows, g.bodies, g.sealing = append(g.rows, rows[i]), append(g.bodies, body), append(g.sealing, sealing)
	}
	if s := match.Settle(g.match, events); s != nil {
		g.settled = append(g.settled, settledThen{rows[len(rows)-1].at, *s})
	}
	return nil
}
