package e2e

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// unlike matches what differs between two runs of the same play: ids, times, hashes, and whether
// the board was edited before the first play, which happens after a slow start.
var unlike = regexp.MustCompile(`"edited":(true|false)|\d{15,}|\bt:\d+:R|(?:u003c)t:\d+:R|\d{4}-\d\d-\d\dT[\d:.+Z]+|[0-9a-f]{16,}|"nonce":"[^"]*"`)

// told returns the bodies that reached a user from the n-th on, without duplicates and without what
// unlike matches.
func told(t *testing.T, u *Person, from int) (all []string, n int) {
	t.Helper()
	payloads, err := u.Payloads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range payloads[from:] {
		var body any
		if json.Unmarshal(p.Body, &body) != nil {
			continue
		}
		same, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		if text := p.Type + " " + unlike.ReplaceAllString(string(same), "#"); !seen[text] {
			seen[text] = true
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return all, len(payloads)
}

// reached waits until a body that contains all these texts has reached a user.
func reached(t *testing.T, u *Person, from int, says ...string) {
	t.Helper()
	err := u.Until(t.Context(), func() (bool, error) {
		payloads, err := u.Payloads(t.Context())
		if err != nil {
			return false, err
		}
		return slices.ContainsFunc(payloads[from:], func(p sandboxtest.Payload) bool {
			return !slices.ContainsFunc(says, func(text string) bool { return !strings.Contains(string(p.Body), text) })
		}), nil
	})
	if err != nil {
		t.Fatalf("%s gets no message that says %q: %v", u.Name, says, err)
	}
}

// The same trick is played twice, with a planned pass and with a clicked one. Everybody else
// receives the same bodies, except for ids, times and hashes.
func TestAPlanChangesNothingThatOthersGet(t *testing.T) {
	t.Parallel()
	got := map[bool]map[string][]string{}
	for _, plans := range []bool{false, true} {
		s := NewServer(t, "MENTION=off")
		table := s.One(Situation{
			system: "bigtwo", people: four, passing: 30 * time.Second, // long enough for each state to reach everybody on a busy machine
			hands: []string{"3d 4c 5h 6s", "4h 6h 2c", "7h 7d 8c 2s", "8d 9d 2d"}, moves: []string{"3d"},
		})
		ann, bob, cy, dee := table.Four()
		others := []*Person{ann, bob, dee, s.Person("Eve", "cards")}
		hands, from := map[*Person]Message{}, map[*Person]int{}
		for _, u := range table.People {
			hands[u] = u.Hand()
		}
		all := append(slices.Clone(others), cy)
		for _, u := range all {
			reached(t, u, 0, "**Bob**'s turn to beat") // the board is shown some time after a start
			_, from[u] = told(t, u, 0)
		}
		// Wait until everybody has received each state, so that none is skipped.
		everybody := func(says string) {
			t.Helper()
			for _, u := range all {
				reached(t, u, from[u], says)
				if hand, ok := hands[u]; ok {
					reached(t, u, from[u], strings.ReplaceAll(says, "**"+u.Name+"**'s turn", "your turn"), `"`+hand.ID+`"`)
				}
			}
		}
		if plans {
			cy.Clicks(cy.Clicks(hands[cy], "more/"), "later/1/1.2/pass").Says("You'll pass when your turn comes")
		}
		bob.Clicks(hands[bob], "act/1/1.2/4h")
		everybody("**Cy**'s turn to beat")
		if !plans {
			cy.Clicks(cy.Sees(is(hands[cy]), offers("act/1/1.3/pass")), "act/1/1.3/pass")
		}
		everybody("**Dee**'s turn to beat")
		got[plans] = map[string][]string{}
		for _, u := range others {
			got[plans][u.Name], _ = told(t, u, 0) // from the first body on, because some may have come late
		}
	}
	for name, without := range got[false] {
		with := got[true][name]
		if len(without) < 2 {
			t.Errorf("%s got only %d bodies", name, len(without))
		}
		for _, b := range with {
			if !slices.Contains(without, b) {
				t.Errorf("%s gets only with a plan:\n%s", name, b)
			}
		}
		for _, b := range without {
			if !slices.Contains(with, b) {
				t.Errorf("%s gets only without a plan:\n%s", name, b)
			}
		}
	}
}
