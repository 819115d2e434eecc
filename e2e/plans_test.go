package e2e

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// varyingParts matches what differs between two runs with the same plays: ids, times, hashes, and
// whether the board was edited before the first play, which happens after a slow start.
var varyingParts = regexp.MustCompile(`"edited":(true|false)|\d{15,}|\bt:\d+:R|(?:u003c)t:\d+:R|\d{4}-\d\d-\d\dT[\d:.+Z]+|[0-9a-f]{16,}|"nonce":"[^"]*"`)

// receivedBodies returns the bodies that reached the user, from the delivery with index from on.
func (p *Person) receivedBodies(from int) (all []string) {
	p.t.Helper()
	payloads, err := p.Payloads(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	for _, x := range payloads[from:] {
		var body any
		if json.Unmarshal(x.Body, &body) == nil {
			same, _ := json.Marshal(body) // can't fail, because it was just parsed
			all = append(all, x.Type+" "+string(same))
		}
	}
	return all
}

// waitForBody waits until a body that contains all these texts has reached the user.
func (p *Person) waitForBody(from int, texts ...string) {
	p.t.Helper()
	p.Waits("there is a message that says "+strings.Join(texts, " and "), func() bool {
		return slices.ContainsFunc(p.receivedBodies(from), func(body string) bool {
			return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(body, text) })
		})
	})
}

// TestAPlanIsInvisibleToOthers plays the same trick twice, with a planned pass and with a clicked
// one. Everybody else receives the same bodies both times, except for ids, times and hashes.
func TestAPlanIsInvisibleToOthers(t *testing.T) {
	t.Parallel()
	got := map[bool]map[string][]string{}
	for _, plans := range []bool{false, true} {
		s := NewServer(t, "MENTION=off")
		table := s.BeginOne(Situation{
			system: "bigtwo", people: fourNames, passing: 30 * time.Second, // long enough for each state to reach everybody on a busy machine
			hands: []string{"3d 4c 5h 6s", "4h 6h 2c", "7h 7d 8c 2s", "8d 9d 2d"}, moves: []string{"3d"},
		})
		_, bob, cy, _ := table.Four()
		all := append(slices.Clone(table.People), s.Person("Eve", "cards"))
		hands, from := map[*Person]Message{}, map[*Person]int{}
		for _, u := range table.People {
			hands[u] = u.Hand()
		}
		for _, u := range all {
			u.waitForBody(0, "**Bob**'s turn") // the board is shown a while after the start
			from[u] = len(u.receivedBodies(0))
		}
		// everybody waits until everybody has received the state, so that none is skipped.
		everybody := func(says string) {
			t.Helper()
			for _, u := range all {
				u.waitForBody(from[u], says)
				if hand, ok := hands[u]; ok {
					own := "Your turn"
					if plans && u == cy {
						own = "You'll pass in a moment"
					}
					u.waitForBody(from[u], strings.ReplaceAll(says, "**"+u.Name+"**'s turn", own), `"`+hand.ID+`"`)
				}
			}
		}
		if plans {
			cy.Clicks(cy.Clicks(hands[cy], "plan/"), "later/1/1.2/pass").Says("When your turn comes: Pass")
		}
		bob.Clicks(hands[bob], "act/1/1.2/4h")
		everybody("**Cy**'s turn")
		if !plans {
			cy.Clicks(cy.Sees(is(hands[cy]), offers("act/1/1.3/pass")), "act/1/1.3/pass")
		}
		everybody("**Dee**'s turn")
		got[plans] = map[string][]string{}
		for _, u := range all {
			for _, body := range u.receivedBodies(0) { // includes bodies that arrived late
				got[plans][u.Name] = append(got[plans][u.Name], varyingParts.ReplaceAllString(body, "#"))
			}
		}
	}
	for name, without := range got[false] {
		with := got[true][name]
		if name == "Cy" {
			continue
		}
		if len(without) < 2 {
			t.Errorf("%s got only %d bodies", name, len(without))
		}
		for plans, other := range map[bool][]string{true: without, false: with} {
			for _, body := range got[plans][name] {
				if !slices.Contains(other, body) {
					t.Errorf("planned: %v: %s gets a body only in this case:\n%s", plans, name, body)
				}
			}
		}
	}
}
