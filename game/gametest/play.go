package gametest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/card"
)

// New returns the rules of a system with options in the notation of records, such as "target=50
// longest=10".
func New(t testing.TB, system System, options string) game.Rules {
	t.Helper()
	rules, err := system(Options(options))
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// Options parses options in the notation of records.
func Options(text string) map[string]string {
	options := map[string]string{}
	for _, o := range strings.Fields(text) {
		key, value, _ := strings.Cut(o, "=")
		options[key] = value
	}
	return options
}

// Cards parses cards such as "7c Th *1".
func Cards(t testing.TB, text string) []card.Card {
	t.Helper()
	all, err := card.ParseAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Hands parses the hand of each seat.
func Hands(t testing.TB, texts ...string) (hands [][]card.Card) {
	t.Helper()
	for _, text := range texts {
		hands = append(hands, Cards(t, text))
	}
	return hands
}

// Start starts a round.
func Start(t testing.TB, rules game.Rules, setup game.Setup) game.State {
	t.Helper()
	state, err := rules.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// StartRandom deals a random round and starts it. before holds the results of the earlier rounds.
func StartRandom(t testing.TB, rules game.Rules, seats int, r *Rand, before []game.Result) game.State {
	t.Helper()
	return Start(t, rules, rules.Setup(seats, r.Chance(rules, seats), before))
}

// Action parses an action in the notation of records.
func Action(t testing.TB, text string) game.Action {
	t.Helper()
	a, err := game.ParseAction(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Apply makes a move. The test fails if the rules refuse it.
func Apply(t testing.TB, s game.State, seat game.Seat, move string) (game.State, []game.News) {
	t.Helper()
	next, news, err := s.Apply(seat, Action(t, move))
	if err != nil {
		t.Fatalf("the move %s of seat %d is refused: %v", move, seat, err)
	}
	return next, news
}

// Refusal tries a move of the seat to move. It returns the sentence with which the rules refuse it,
// or "" if they allow it.
func Refusal(t testing.TB, s game.State, move string) string {
	t.Helper()
	turn, _ := s.Turn()
	_, _, err := s.Apply(turn, Action(t, move))
	refused, illegal := errors.AsType[*game.Illegal](err)
	switch {
	case err == nil:
		return ""
	case !illegal:
		t.Fatalf("%s: got the error %v, want a refusal for players", move, err)
	}
	return refused.Reason.String()
}

// WantSetupsRefused checks that no round starts from a setup with one of these changes.
func WantSetupsRefused(t *testing.T, rules game.Rules, seats int, changes map[string]func(*game.Setup)) {
	t.Helper()
	for why, change := range changes {
		setup := rules.Setup(seats, NewRand(1).Chance(rules, seats), nil)
		change(&setup)
		if _, err := rules.Start(setup); err == nil {
			t.Errorf("a round starts with %s, want an error", why)
		}
	}
}

// PlayRound plays a round to its end. In each turn it calls choose, with the State and the news of
// all earlier moves, and makes the returned action.
func PlayRound(t testing.TB, state game.State, choose func(s game.State, turn game.Seat, allNews []game.News) game.Action) (game.State, []game.News) {
	t.Helper()
	var allNews []game.News
	for turn, on := state.Turn(); on; turn, on = state.Turn() {
		next, news, err := state.Apply(turn, choose(state, turn, allNews))
		if err != nil {
			t.Fatal(err)
		}
		state, allNews = next, append(allNews, news...)
	}
	return state, allNews
}

// Pick returns a random legal action.
func (r *Rand) Pick(s game.State) game.Action {
	legal := s.Legal()
	return legal[r.Intn(len(legal))]
}

// Winner returns the order in which a match ends and the reason, or "" for both if the match goes
// on. The order is like "0132", or like "-0132" if nobody wins. rounds lists the results of the
// rounds, separated by semicolons. Each has the seats in the order of places and then the points by
// seat, such as "0132 9 8 0 9".
func Winner(t testing.TB, rules game.Rules, seats int, rounds string, ended bool) (order, reason string) {
	t.Helper()
	var results []game.Result
	for _, text := range strings.Split(rounds, ";") {
		fields := strings.Fields(text)
		if len(fields) != seats+1 && rounds != "" {
			t.Fatalf("%q is not a round of %d seats", text, seats)
		}
		var r game.Result
		for i, field := range fields {
			if i == 0 {
				for _, seat := range field {
					r.Places = append(r.Places, game.Seat(seat-'0'))
				}
				continue
			}
			var n int
			if _, err := fmt.Sscan(field, &n); err != nil {
				t.Fatal(err)
			}
			r.Points = append(r.Points, n)
		}
		if r.Places != nil {
			results = append(results, r)
		}
	}
	o, over := rules.Winner(results, seats, ended)
	if !over {
		return "", ""
	}
	if o.Reason.Empty() {
		t.Errorf("%s: the match ends without a reason", rounds)
	}
	for _, seat := range o.Order {
		order += fmt.Sprint(seat)
	}
	if o.Winner == game.Nobody {
		order = "-" + order
	}
	return order, o.Reason.String()
}
