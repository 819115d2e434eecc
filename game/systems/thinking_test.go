package systems_test

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/errtest"
)

// needNotThink lists the options that change no computer player's thinking, with the reason.
var needNotThink = map[string]string{
	"ahole foursuits": "four equal single cards in a row are so rare that nobody plans them; Hard steps the core, which knows the rule",
	"ahole runrev":    "it is about runs, and sleeps without them",
	"ahole downfall":  "Hard steps the core, which knows the rule",
	"bigtwo rounds":   forPoints, "bigtwo target": forPoints, "bigtwo longest": forPoints,
	"bigtwo openall":  "it decides who leads, and players see that",
	"bigtwo dragon":   "it is settled by the deal",
	"bigtwo doubles":  "the network has learned with 10 cards, and searches to the end of a round count by the rules",
	"bigtwo triple13": "only hands that have played nothing count three times",
	"acehole draw":    "it decides what is legal, and players choose from that",
	"acehole longest": "players look at the points only, and these end most matches",
	"tienlen rounds":  forPoints, "tienlen target": forPoints, "tienlen longest": forPoints,
	"tienlen late":    "it decides who is asked again, and nobody passes because of a chop that may come later",
	"tienlen instant": "it is settled by the deal",
}

const forPoints = "players play for the points of the round, whatever the match needs"

// TestEachOptionChangesAComputerPlayersThinking looks for a decision in which a computer player with
// the same cards and the same legal actions decides differently, because an option is set
// differently. An option that none of them notices is listed above, with the reason.
func TestEachOptionChangesAComputerPlayersThinking(t *testing.T) {
	tried := map[string]bool{}
	all := gametest.Dose(t, false, true, true)
	for _, s := range systems.All() {
		var keys []string
		options := gametest.New(t, s.New, "").Options()
		for _, o := range options {
			keys = append(keys, o.Key)
		}
		if engine := strings.Join(keys, " "); tried[engine] {
			continue // a system with the same options has the same players
		} else if len(tried) == 1 && !all {
			return
		} else {
			tried[engine] = true
		}
		for _, o := range options {
			name := s.Name + " " + o.Key
			if needNotThink[name] == "" && !isNoticed(t, s, o) {
				t.Errorf("no computer player notices %s: let one, or list it with the reason why none needs to", name)
			}
		}
	}
}

// bases are the options to which another one is added, because some matter only with others.
var bases = []map[string]string{
	nil,
	{"jokers": "2", "four": "revolution", "equal": "yes"},
	{"target": "0"},
	{"target": "100", "rounds": "0"},
}

func isNoticed(t *testing.T, s systems.System, o game.Option) bool {
	t.Helper()
	values := []string{"4", "7", "10", "20"} // the match ends with round 4, 7 or 10, or nearly, or not
	if o.Choices != nil {
		values = nil
		for _, c := range o.Choices {
			values = append(values, c.Value)
		}
	}
	for _, base := range bases {
		plain, err := s.New(base)
		if err != nil {
			continue
		}
		for _, v := range values {
			with := maps.Clone(base)
			if with == nil {
				with = map[string]string{}
			}
			with[o.Key] = v
			other, err := s.New(with)
			if err == nil && !reflect.DeepEqual(plain.Options(), other.Options()) && thinksDifferently(t, s, plain, other) {
				return true
			}
		}
	}
	return false
}

// thinksDifferently plays rounds under one rule and asks at each turn what players would do under
// both, as long as both rules allow the same.
func thinksDifferently(t *testing.T, s systems.System, one, other game.Rules) bool {
	t.Helper()
	const seats, rounds = 4, 10
	var players [2]ai.Players
	for i, rules := range []game.Rules{one, other} {
		var err error
		if players[i], err = s.Players(rules); err != nil {
			t.Fatal(err)
		}
	}
	r := gametest.NewRand(1)
	var before []game.Result
	for n := range rounds {
		setup, _, result, err := r.Round(one, seats, before)
		errtest.Must(t, err)
		if n%3 != 0 { // the others only give the match a history
			before = append(before, result)
			continue
		}
		setup.Lead, setup.Places = 0, nil // as if neither lead nor exchange depended on the options
		if state, err := other.Start(setup); err == nil && differs(t, players, [2]game.State{gametest.Start(t, one, setup), state}, before) {
			return true // where the other rules lack a card, nothing can be compared
		}
		before = append(before, result)
	}
	return false
}

func differs(t *testing.T, players [2]ai.Players, states [2]game.State, before []game.Result) bool {
	t.Helper()
	var news [2][]game.News
	for turns := 0; turns < 60; turns++ {
		seat, on := states[0].Turn()
		if again, _ := states[1].Turn(); !on || again != seat || !reflect.DeepEqual(states[0].Legal(), states[1].Legal()) {
			return false
		}
		var choices [2]string
		var action game.Action
		for i := range states {
			o := ai.Observation{View: states[i].View(seat), News: news[i], History: ai.History{Results: before}}
			for _, level := range []ai.Level{ai.Normal, ai.Hard} {
				c, err := players[i][level].Choose(o, ai.Budget{Playouts: 12}, uint64(turns))
				errtest.Must(t, err)
				choices[i] += fmt.Sprint(c.Action, c.Reason, ";")
				if level == ai.Normal {
					action = c.Action
				}
			}
		}
		if choices[0] != choices[1] {
			return true
		}
		for i := range states {
			next, told, err := states[i].Apply(seat, action)
			if err != nil {
				return false
			}
			states[i], news[i] = next, append(news[i], told...)
		}
	}
	return false
}
