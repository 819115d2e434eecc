package match_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
)

// Random commands and clock events are sent to a match. At every step, the live match equals the
// match that is read from the log; a refused command changes nothing; two continuations of a match
// share no memory that either writes. Standings rebuilt event by event equal the stored standings.
func TestALiveMatchEqualsItsReplay(t *testing.T) {
	type game struct {
		name    string
		version int
		rules   match.Rulebook
	}
	games := []game{{"toy", 1, matchtest.NewToy}}
	for _, s := range systems.Versions() {
		games = append(games, game{s.Name, s.Version, systems.New})
	}
	kinds := map[string]int{}
	won := 0
	seeds := gametest.Dose[uint64](t, 9, 12, 80)
	for _, g := range games {
		t.Run(fmt.Sprintf("%s/%d", g.name, g.version), func(t *testing.T) {
			phases := map[match.Phase]int{}
			rounds := 0
			for seed := range seeds {
				w := &randomPlayer{t: t, r: rand.New(rand.NewPCG(seed, 0)), live: match.New(5, g.rules), replayed: match.New(5, g.rules)}
				o := match.Opening{Guild: "g", Channel: "c", System: g.name, Version: g.version, Host: ann, Settings: match.DefaultSettings()}
				if seed == 0 { // a rematch
					o.Others, o.Keep = []match.Player{bob, cy}, true
				}
				w.play(o, 500)
				rounds = max(rounds, len(w.live.Results))
				if e, _ := w.live.Ended(); e.Cause == match.Won {
					won++
				}
				for kind, n := range w.kinds {
					kinds[kind] += n
				}
				for p, n := range w.phases {
					phases[p] += n
				}
			}
			for _, p := range []match.Phase{match.Lobby, match.Playing, match.Between, match.Over} {
				if phases[p] == 0 {
					t.Errorf("no match reached the phase %v", p)
				}
			}
			if rounds < 2 {
				t.Errorf("no match reached a third round")
			}
		})
	}
	if won < 5 {
		t.Errorf("%d matches were won, want at least 5", won)
	}
	for _, kind := range []string{"computer", "left", "returned", "took", "away", "kicked", "pardoned", "vote", "voted", "vote-over", "woken", "settings", "passing", "passing-over", "host", "paused", "resumed", "sealed", "cut"} {
		if kinds[kind] == 0 {
			t.Errorf("no match had an event %q", kind)
		}
	}
}

// randomPlayer sends random commands to a match and checks each step.
type randomPlayer struct {
	t              *testing.T
	r              *rand.Rand
	live, replayed match.Match
	description    string          // Describe(live); "" if outdated
	accepted       int             // number of accepted commands
	sent           []match.Command // commands sent to live since it was last described
	now            time.Time
	phases         map[match.Phase]int
	kinds          map[string]int
	seed           deal.Seed           // of the last seal
	stored         standing.Settlement // sums of the settlements that are stored with live
	rebuilt        standing.Settlement // sums of the settlements of the replayed events
}

func (w *randomPlayer) play(o match.Opening, steps int) {
	w.now, w.phases, w.kinds = matchtest.Noon, map[match.Phase]int{}, map[string]int{}
	w.step(o)
	for range steps {
		w.now = w.now.Add(time.Duration(w.r.IntN(20_000)) * time.Microsecond)
		w.step(w.command())
		w.phases[w.live.Phase]++
	}
	w.wantUnchanged()
	if got, want := fmt.Sprint(w.rebuilt), fmt.Sprint(w.stored); got != want {
		w.t.Errorf("the rebuilt standings are %s\nwant the stored ones: %s", got, want)
	}
}

func (w *randomPlayer) step(c match.Command) {
	w.t.Helper()
	events, err := w.live.Decide(c, w.now)
	w.sent = append(w.sent, c)
	if err != nil {
		return
	}
	w.wantUnchanged()
	next, before, was := w.live, w.live, ""
	checked := (w.accepted+1)%4 == 0 // checking every fourth time is enough, because a difference would persist
	if w.accepted%16 == 15 {
		was = matchtest.Describe(before)
	}
	for _, e := range events {
		if next, err = next.Apply(e); err != nil {
			w.t.Fatalf("%#v decided %+v: %v", c, e, err)
		}
		kind, body, err := match.Encode(e.Body)
		errtest.Must(w.t, err)
		w.kinds[kind]++
		read, err := match.Decode(e.Seq, e.At, kind, body)
		errtest.Must(w.t, err)
		if w.replayed, err = w.replayed.Apply(read); err != nil {
			w.t.Fatalf("replay: %v", err)
		}
		sum(&w.rebuilt, match.Settle(w.replayed, []match.Event{read}))
	}
	sum(&w.stored, match.Settle(next, events))
	w.live, w.description = next, ""
	if w.accepted++; !checked && w.live.Phase != match.Over {
		return
	}
	w.description = matchtest.Describe(w.live)
	if replayed := matchtest.Describe(w.replayed); w.description != replayed {
		w.t.Fatalf("after %#v the match is\n%s\nand read back\n%s", c, w.description, replayed)
	}
	if was != "" {
		w.fork(before, was)
	}
}

// fork continues the match in another way from the state before the last command. Neither that
// state nor the live match may change.
func (w *randomPlayer) fork(before match.Match, wantBefore string) {
	walk := *w
	w.live, w.r = before, rand.New(rand.NewPCG(uint64(w.accepted), 1))
	c := w.command()
	events, _ := before.Decide(c, w.now)
	*w = walk // command has changed w; restore it
	other := before
	for _, e := range events {
		var err error
		if other, err = other.Apply(e); err != nil {
			w.t.Fatalf("%#v decided %+v: %v", c, e, err)
		}
	}
	if now, shown := matchtest.Describe(before), matchtest.Describe(w.live); now != wantBefore || shown != w.description {
		w.t.Fatalf("%#v, another continuation of\n%s\nchanged it to\n%s\nor the first continuation from\n%s\nto\n%s", c, wantBefore, now, w.description, shown)
	}
}

// wantUnchanged checks that the commands since the last description, which were refused, haven't
// changed the match.
func (w *randomPlayer) wantUnchanged() {
	w.t.Helper()
	if w.description != "" && matchtest.Describe(w.live) != w.description {
		w.t.Fatalf("one of these refused commands changed the match: %#v", w.sent)
	}
	w.sent = nil
}

// sum adds a settlement to a total, as the standings do: seat by seat.
func sum(total *standing.Settlement, s *standing.Settlement) {
	if s == nil {
		return
	}
	total.Finished = total.Finished || s.Finished
	total.Round = max(total.Round, s.Round)
	if u := s.Unfinished; u != nil {
		total.Entries = append(total.Entries, standing.Entry{Player: u.Player, Place: u.Place})
	}
	for len(total.Entries) < len(s.Entries) {
		total.Entries = append(total.Entries, standing.Entry{})
	}
	for i, e := range s.Entries {
		all := &total.Entries[i]
		all.Player = e.Player
		all.Points += e.Points
		all.Winner = all.Winner || e.Winner
		if e.Left {
			all.Left = true
		}
		if e.Place > 0 {
			all.Place, all.Title = e.Place, e.Title
		}
	}
}

// command picks a random command. Usually it advances the match.
func (w *randomPlayer) command() match.Command {
	p := ann + match.Player(w.r.IntN(6))
	m := w.live
	if w.r.IntN(40) == 0 { // simulates downtime
		slept := time.Duration(w.r.IntN(200_000)) * time.Millisecond
		w.now = w.now.Add(slept)
		return match.CatchUp{Lost: min(slept, w.now.Sub(m.At))}
	}
	if m.Phase != match.Playing && w.r.IntN(4) == 0 {
		return w.sealOrCut(p)
	}
	if vote := m.Vote; vote != nil && w.r.IntN(2) == 0 {
		if w.r.IntN(10) == 0 && w.now.Before(vote.Until) {
			w.now = vote.Until
			return match.TimeUp{}
		}
		return match.Ballot{Player: p, Number: vote.Number, For: w.r.IntN(3) == 0}
	}
	if deadline := m.Deadline(); !deadline.IsZero() && (w.r.IntN(12) == 0 || m.Phase == match.Between && !m.Paused) && (m.Phase != match.Lobby || w.r.IntN(30) == 0) {
		if w.now.Before(deadline) {
			w.now = deadline
		}
		if m.Phase != match.Between || m.Paused {
			return match.TimeUp{}
		}
		return w.deal()
	}
	switch n := w.r.IntN(200); {
	case m.Phase == match.Lobby && n < 80:
		return match.Join{Player: p}
	case m.Phase == match.Lobby && n < 95:
		return match.AddComputer{Player: m.Host, Level: ai.Levels()[n%3]}
	case m.Phase == match.Lobby && n < 97:
		return match.RemoveComputer{Player: m.Host}
	case m.Phase == match.Lobby && n < 110:
		return match.Start{Player: m.Host}
	case m.Phase == match.Lobby && n < 140:
		return match.SetOptions{Player: m.Host, Options: w.options()}
	case m.Phase == match.Lobby && n < 150:
		options := w.options()
		if keys := slices.Sorted(maps.Keys(options)); len(keys) > 0 {
			key := keys[w.r.IntN(len(keys))]
			return match.SetOption{Player: m.Host, Key: key, Value: options[key]}
		}
	case m.Phase == match.Lobby && n < 160:
		s := m.Settings
		s.AutoPass, s.Seats, s.Undo = time.Duration(w.r.IntN(2))*4*time.Second, w.r.IntN(8), time.Duration(w.r.IntN(2))*4*time.Second
		return match.SetSettings{Player: m.Host, Settings: s}
	case n == 0:
		return match.End{Player: p, Force: w.r.IntN(8) == 0}
	case n < 3:
		return match.Leave{Player: p}
	case n < 12:
		return match.Join{Player: p}
	case n < 15:
		return match.Resume{Player: p}
	case n < 18:
		return match.Here{Player: p}
	case n < 20:
		return match.Kick{Player: p, Against: ann + match.Player(w.r.IntN(6))}
	case n < 22:
		return match.Pardon{Player: m.Host, Kicked: p}
	case n < 32:
		return w.plan(p)
	case n < 34:
		return match.CancelPlan{Player: p}
	case n < 37:
		return match.Undo{Player: p, Decision: m.Decision}
	case n < 42 && m.CanSkip():
		return match.SkipAhead{Player: p}
	}
	act := match.Act{Player: p, Decision: m.Decision, Action: game.Action{Verb: game.Pass}}
	seat, due := m.Turn()
	if !due {
		return act
	}
	legal := m.State.Legal()
	act.Action = legal[w.r.IntN(len(legal))]
	if m.Vacant(seat) || m.Away(seat) || m.Players()[seat].IsComputer() {
		if w.now.Before(m.Deadline()) && w.r.IntN(10) > 0 {
			w.now = m.Deadline()
		}
		return match.Chosen{Decision: act.Decision, Action: act.Action}
	}
	if act.Action.Verb == game.Pass { // choose again, so that rounds end
		act.Action = legal[w.r.IntN(len(legal))]
	}
	if w.r.IntN(10) > 0 {
		act.Player = m.Players()[seat]
	}
	_, planned := m.Plan(seat)
	switch pass := planned || m.PassesTrick(seat) || m.PassHeld(seat) || m.Settings.AutoPass > 0 && m.MustPass(seat); {
	case pass && w.r.IntN(2) == 0:
		w.now = w.now.Add(8 * time.Second)
		return match.TimeUp{}
	case pass && w.r.IntN(4) == 0:
		return match.CancelPass{Player: act.Player}
	case m.CanDrawOut(seat) && w.r.IntN(3) == 0:
		return match.DrawOut{Player: act.Player, Decision: act.Decision}
	case m.CanPassTrick(seat) && w.r.IntN(4) == 0:
		return match.PassTrick{Player: act.Player, Decision: act.Decision}
	}
	if w.r.IntN(20) == 0 {
		act.Decision.Turn -= w.r.IntN(2)
		act.Action = game.Action{Verb: game.Play, Cards: []card.Card{card.New(card.Rank(1+w.r.IntN(13)), card.Suit(w.r.IntN(4)))}}
	}
	return act
}

// plan returns a plan for a random card of the player, or for a pass.
func (w *randomPlayer) plan(p match.Player) match.Plan {
	c := match.Plan{Player: p, Decision: w.live.Decision, Action: game.Action{Verb: game.Pass}}
	seat, seated := w.live.Seat(p)
	if v, dealt := w.live.View(seat); seated && dealt && len(v.Hand) > 0 && w.r.IntN(3) > 0 {
		c.Action = game.Action{Verb: game.Play, Cards: []card.Card{v.Hand[w.r.IntN(len(v.Hand))]}}
	}
	return c
}

// sealOrCut returns a command that seals the next round, if it isn't sealed, or else one that
// cuts its deck.
func (w *randomPlayer) sealOrCut(p match.Player) match.Command {
	seal := match.Seal{Seed: deal.Seed{byte(w.r.IntN(256)), byte(w.r.IntN(256)), byte(w.r.IntN(256))}}
	if _, err := w.live.Decide(seal, w.now); err == nil {
		w.seed = seal.Seed
		return seal
	}
	return match.CutDeck{Player: p, Deal: len(w.live.Deals()) - w.r.IntN(10)/9, Typed: fmt.Sprint(w.r.IntN(1000))}
}

func (w *randomPlayer) deal() match.Deal {
	seats := len(w.live.Players()) + len(w.live.Newcomers)
	deck := w.live.Rules.Deck(seats)
	if d, sealed := w.live.NextDeal(); sealed {
		c, err := w.seed.Chance(int64(w.live.ID), d.Round, d.BySeat(), deck, seats)
		errtest.Must(w.t, err)
		return match.Deal{Chance: c}
	}
	c := game.Chance{Deck: slices.Clone(deck), Draws: slices.Clone(deck), Pick: w.r.IntN(seats)}
	for _, cards := range [][]card.Card{c.Deck, c.Draws} {
		w.r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	}
	return match.Deal{Chance: c}
}

// options returns random options of the system.
func (w *randomPlayer) options() map[string]string {
	values := map[string]string{}
	for _, o := range w.live.Rules.Options() {
		if w.r.IntN(4) > 0 {
			continue
		}
		values[o.Key] = fmt.Sprint(o.Min + w.r.IntN(o.Max-o.Min+1))
		if len(o.Choices) > 0 {
			values[o.Key] = o.Choices[w.r.IntN(len(o.Choices))].Value
		}
	}
	if w.r.IntN(3) == 0 {
		maps.DeleteFunc(values, func(string, string) bool { return true })
	}
	return values
}
