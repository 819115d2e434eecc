package president

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"deuces/game/gametest"
	"deuces/game/record"
)

// claim is a sentence of the rules pages, and a round in which it is true wherever the
// pages say it.
type claim struct {
	says string
	only string // options with which the round can be played like this: "four=invert|invertround"
	deal string
	play string
}

// After Ann's four nines she leads again: at once after a revolution, and Cy is next then.
const (
	fours    = "Ann 9c 9d 9h 9s 8c 8d Th 4c / Bob 7c 5h 6h 4s 2c / Cy 7d 5d 6d 7h 2d"
	jokers   = "Ann 9c 9d 9h 9s 8c 8d Th 4c / Bob 7c 5h 6h 4s 2c *1 / Cy 7d 5d 6d 7h 2d *2"
	twoEach  = "jokers=2|3 "
	inverted = "Ann: 9c 9d 9h 9s; Bob: pass; Cy: pass; = order inverted; "
	turned   = "Ann: 9c 9d 9h 9s; = turn Ann; = top -; = order inverted; = dir counter; "
	inverts  = "four=invert|invertround "
	turns    = "four=revolution "
)

var claims = []claim{
	{"Beat it with the same number of cards of a higher rank.", "", "Ann 7c 7d 4c / Bob 8c 8d 8h 4d Kc / Cy 9c 9d", "Ann: 7c 7d; Bob: 8c 8d 8h !; Bob: Kc !; Bob: 8c 8d"},
	{"Beat it with the same number of cards or more, of a higher rank.", "", "Ann 7c 7d 4c / Bob 8c 8d 8h 5c 5d 5h / Cy 9c 9d", "Ann: 7c 7d; Bob: 5c 5d 5h !; Bob: 8c 8d 8h"},
	{"of a higher rank, or with any larger set.", "", "Ann 7c 7d 4c / Bob 8c 5c 5d 5h / Cy 9c 9d", "Ann: 7c 7d; Bob: 5c 5d !; Bob: 5c 5d 5h"},
	{"Beat it with any set of the same number of cards or more, whatever the rank.", "", "Ann 7c 7d 4c / Bob Kc 5c 5d 6d 6h / Cy 9c 9d", "Ann: 7c 7d; Bob: Kc !; Bob: 5c 5d"},
	{"or of the same rank and a higher suit.", "suits=poker", "Ann 7h 4c 5c / Bob 7s 5d 6d / Cy 9c 9d", "Ann: 7h; Bob: 7s"},
	{"or of the same rank and a higher suit.", "suits=austrian", "Ann 7s 4c 5c / Bob 7h 5d 6d / Cy 9c 9d", "Ann: 7s; Bob: 7h"},
	{"You may also play a set of the same rank and size.", "", "Ann 7s 4c 5c / Bob 7c 5d 6d / Cy 9c 9d", "Ann: 7s; Bob: 7c"},
	{"Then the next player who could still play loses a turn.", "", "Ann 7s 4c 5c / Bob 7c 5d 6d / Cy 9c 9d / Dee 8c 8d", "Ann: 7s; Bob: 7c; = turn Dee"},
	{"two 2s beat three cards, one 2 beats a pair.", "", "Ann 9c 9d 9h 4c 4d / Bob 2c 2d 5d 6d / Cy 9s Td", "Ann: 9c 9d 9h; Bob: 2c 2d"},
	{"two 2s beat three cards, one 2 beats a pair.", "", "Ann 9c 9d 9h 4c 4d / Bob 2c 2d 5d 6d / Cy 9s Td", "Ann: 9c 9d; Bob: 2c"},
	{"2s don't beat 2s this way", "", "Ann 2c 2d 4c 5c / Bob 2s 5d 6d / Cy 9s Td", "Ann: 2c 2d; Bob: 2s !"},
	{"this way, nor Jokers played on their own.", twoEach, "Ann *1 *2 4c 5c / Bob 2s 5d 6d / Cy 9s Td", "Ann: *1 *2; Bob: 2s !"},
	{"This doesn't apply while low cards beat high ones.", inverts + "size=same", fours, inverted + "Ann: 8c 8d; Bob: 2c !"},
	{"This doesn't apply while low cards beat high ones.", turns + "size=same", fours, turned + "Ann: 8c 8d; Cy: 2d !"},
	{"Everyone gets one turn in a trick.", "", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c 8d Jc", "Ann: 5c; Bob: 6c; Cy: 7c; = turn Cy; = top -"},
	{"After a pass you sit out the rest of the trick.", "", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c Kc Jc", "Ann: 5c; Bob: pass; Cy: 7c; Ann: 9c; = turn Cy"},
	{"After a pass you may still play when your turn comes round again.", "", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c Kc Jc", "Ann: 5c; Bob: pass; Cy: 7c; Ann: 9c; = turn Bob; Bob: Td"},
	{"When nobody beats a play, the trick is over and whoever played it leads", "", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c Kc Jc", "Ann: 5c; Bob: 6c; Cy: pass; Ann: pass; = turn Bob; = top -"},
	{"You can't play your last two cards as a pair.", "", "Ann 5c 5d / Bob 6c Td 7d / Cy 7c Kc Jc", "Ann: 5c 5d !; Ann: 5c"},

	{"Jokers can't be played with other cards.", "", "Ann Kc *1 4c / Bob 6c 7d / Cy 7c 8d", "Ann: Kc *1 !"},
	{"A Joker played with other cards takes their rank", "", "Ann Qc Qd 4c / Bob Kc *1 7d / Cy 7c 8d", "Ann: Qc Qd; Bob: Kc *1"},
	{"and counts as the highest suit.", "size=same equal=no suits=poker", "Ann Kc Kd 4c / Bob Kh *1 7d / Cy 7c Ks 8d", "Ann: Kc Kd; Bob: Kh *1"},
	{"Jokers on their own rank above the 2", "", "Ann 2s 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2s; Bob: *1"},
	{"even while low cards beat high ones.", inverts + twoEach, jokers, inverted + "Ann: 4c; Bob: *1"},
	{"even while low cards beat high ones.", turns + twoEach, jokers, turned + "Ann: 4c; Cy: *2"},
	{"Jokers on their own stand for any card you name.", "", "Ann 5c 4c / Bob *1 5d 6d / Cy 9s Td", "Ann: 5c; Bob: *1=6s; = top *1"},
	{"they are 2s", "", "Ann As 4c / Bob *1 5d 6d / Cy 9s Td", "Ann: As; Bob: *1"},
	{"or 3s while low cards beat high ones.", inverts + twoEach, jokers, inverted + "Ann: 4c; Bob: *1"},
	{"or 3s while low cards beat high ones.", turns + twoEach, jokers, turned + "Ann: 4c; Cy: *2"},
	{"or **3♠** while low cards beat high ones.", inverts + twoEach, jokers, inverted + "Ann: 4c; Bob: *1"},
	{"or **3♥** while low cards beat high ones.", turns + twoEach, jokers, turned + "Ann: 4c; Cy: *2"},
	{"they are **2♠**", "", "Ann 2h 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2h; Bob: *1"},
	{"they are **2♥**", "", "Ann 2s 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2s; Bob: *1"},
	{"A 2 and a Joker that stands for a 2 don't beat each other.", "", "Ann 2s 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2s; Bob: *1 !; Bob: *1=2c !"},
	{"A 2 and a Joker that stands for a 2 don't beat each other.", "", "Ann *1 4c 5c / Bob 2s 5d 6d / Cy 9s Td", "Ann: *1; Bob: 2s !"},
	{"**2♠** and a Joker that stands for it don't beat each other.", "", "Ann 2s 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2s; Bob: *1 !"},
	{"**2♠** and a Joker that stands for it don't beat each other.", "", "Ann *1 4c 5c / Bob 2s 5d 6d / Cy 9s Td", "Ann: *1; Bob: 2s !"},
	{"**2♥** and a Joker that stands for it don't beat each other.", "", "Ann 2h 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2h; Bob: *1 !"},

	{"reverse the ranks: low cards beat high ones", inverts, fours, inverted + "Ann: Th; Bob: 5h"},
	{"reverse the ranks and the direction of play.", turns, fours, turned + "Ann: Th; Cy: 5d"},
	{"Jokers included, reverse the ranks", "", "Ann 9c 9d 9h *1 4c 5c / Bob 6c 7d / Cy 7c 8d", "Ann: 9c 9d 9h *1; = order inverted"},
	{"until the round ends or the next such set.", inverts, "Ann 9c 9d 9h 9s 6c 6d 6h 6s 8c / Bob 7c 5h / Cy 7d 5d", inverted + "Ann: 6c 6d 6h 6s; = order upright"},
	{"low cards beat high ones until the round ends.", inverts, "Ann 9c 9d 9h 9s 6c 6d 6h 6s 8c / Bob 7c 5h / Cy 7d 5d", inverted + "Ann: 6c 6d 6h 6s; = order inverted"},
	{"The trick ends, and whoever played them leads. Another one reverses both again.", turns, "Ann 9c 9d 9h 9s 6c 6d 6h 6s 8c / Bob 7c 5h / Cy 7d 5d", turned + "Ann: 6c 6d 6h 6s; = order upright; = dir clockwise"},
	{"So do four single cards of one rank", "equal=yes", "Ann 9c 4c / Bob 9d 5c / Cy 9h 6c / Dee 9s 7c", "Ann: 9c; Bob: 9d; Cy: 9h; = order upright; Dee: 9s; = order inverted; = dir counter"},
	{"So do four single cards of one rank", "equal=skip", "Ann 9c 4c / Bob 9d 5c / Cy 8h 6c / Dee 9h 7c / Eve Tc Td / Fay 9s 8c", "Ann: 9c; Bob: 9d; Dee: 9h; = order upright; Fay: 9s; = order inverted; = dir counter"},
	{"with no pass in between", "equal=yes pass=again", "Ann 9c 4c 9s / Bob 9d 5c / Cy 9h 6c / Dee 8s 7c", "Ann: 9c; Bob: 9d; Cy: 9h; Dee: pass; Ann: 9s; = order upright"},
	{"Jokers don't count among the four.", "equal=yes", "Ann 9c 4c / Bob 9d 5c / Cy 9h 6c / Dee *1 7c", "Ann: 9c; Bob: 9d; Cy: 9h; Dee: *1; = order upright"},
	{"A Joker that stands for that rank counts", "equal=yes", "Ann 9c 4c / Bob 9d 5c / Cy 9h 6c / Dee *1 7c", "Ann: 9c; Bob: 9d; Cy: 9h; Dee: *1=9h; = order inverted"},
	{"**Coup:** four of a kind with a Joker, or three with two.", twoEach + "pass=again", "Ann 9c 9d 9h *1 *2 4c 6c / Bob 5c / Cy 5d 7c", "Ann: 9c 9d 9h *1 *2; Bob: pass; Cy: pass; Ann: 4c; Bob: 5c; Cy: pass; Ann: 6c; = over; = out Bob Ann; = places Ann Bob Cy"},
	{"**Guillotine:** four of a kind with two Jokers.", "pass=again", "Ann 9c 9d 9h 9s *1 *2 4d 7c / Bob 5c / Cy 6c 6d", "Ann: 9c 9d 9h 9s *1 *2; Bob: pass; Cy: pass; Ann: 4d; Bob: 5c; Cy: pass; Ann: 7c; = over; = out Bob Ann; = places Ann Cy Bob"},
	{"Neither of them reverses the ranks.", "", "Ann 9c 9d 9h 9s *1 *2 4d / Bob 4c / Cy 5c / Dee 6c 6d", "Ann: 9c 9d 9h 9s *1; = order upright"},
	{"Neither of them reverses the ranks.", "", "Ann 9c 9d 9h 9s *1 *2 4d / Bob 4c / Cy 5c / Dee 6c 6d", "Ann: 9c 9d 9h 9s *1 *2; = order upright"},

	{"In the first round the player to the dealer's left leads.", "", "Ann 9c 4c / Bob Qh 5c / Cy 5d 7c", "= turn Ann; Ann: 9c"},
	{"In the first round whoever holds Q♥ leads, with any play.", "", "Ann 9c 4c / Bob Qh 5c / Cy 5d 7c", "= turn Bob; Bob: 5c"},
	{"In the first round whoever holds 3♣ leads, with a play that includes it.", "", "Ann 9c 4c / Bob 3c 5c / Cy 5d 7c", "= turn Bob; Bob: 5c !; Bob: 3c"},
	{"In every round whoever holds 3♣ leads, with a play that includes it.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy 3c 7c", "= turn Cy; Cy: 7c !; Cy: 3c"},
	{"In every round whoever holds Q♥ leads, with any play.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy Qh 7c", "= turn Cy; Cy: 7c"},
	{"In later rounds the President leads.", "", "Ann=3 Bob=1 Cy=2: Ann 9c 4c 8c / Bob 6h 5c 6c / Cy Qh 7c", "= turn Bob"},
	{"In later rounds the Asshole leads.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy Qh 7c", "= turn Ann"},
	{"In later rounds whoever holds Q♥ leads, with any play.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy Qh 7c", "= turn Cy; Cy: 7c"},
	{"In later rounds whoever holds 3♣ leads, with a play that includes it.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy 3c 7c", "= turn Cy; Cy: 7c !"},
	{"No cards are exchanged.", "", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy 8c 7c", "= hand Ann 9c 4c; = hand Bob 6h 5c; = hand Cy 8c 7c"},
	{"gets back the two lowest cards of the resulting hand.", "", "Ann=3 Bob=1 Cy=2: Ann Kc Qc 4c 4d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= hand Ann 4c 4d 5c 6h; = hand Bob 9h 9d Kc Qc"},
	{"gets back any two the President chooses.", "", "Ann=3 Bob=1 Cy=2: Ann Kc Qc 4c 4d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= turn Bob; Bob: give Kc 6h; = hand Ann 4c 4d Kc 6h"},
	{"gives their two lowest cards and gets the President's two highest. They may keep 3♣.", "", "Ann=3 Bob=1 Cy=2: Ann 3c Qc 4c 5d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= turn Ann; Ann: give 4c 5d; = hand Ann 3c Qc 9h 9d"},
}

// holds says whether options are as the claim needs them.
func (c claim) holds(options map[string]string) bool {
	for _, want := range strings.Fields(c.only) {
		key, values, _ := strings.Cut(want, "=")
		if !slices.Contains(strings.Split(values, "|"), options[key]) {
			return false
		}
	}
	return true
}

// What the pages say under any two options is what the engine does: each sentence is
// tried in a round wherever it stands.
func TestWhatThePagesSayIsTrue(t *testing.T) {
	every := gametest.Dose(t, 5, 1, 1) // of so many pairs one is tried
	base := map[string]string{"target": "0", "rounds": "0", "exchange": "none"}
	for _, o := range strings.Fields(plainest) {
		key, value, _ := strings.Cut(o, "=")
		base[key] = value
	}
	preset, err := Asshole(nil)
	if err != nil {
		t.Fatal(err)
	}
	type setting struct{ key, value string }
	var settings []setting
	for _, o := range preset.Options() {
		for _, c := range o.Choices {
			settings = append(settings, setting{o.Key, c.Value})
		}
	}
	tried, mixes := make([]int, len(claims)), map[string]bool{}
	for _, more := range []map[string]string{{}, {"jokers": "2"}, {"four": "revolution", "equal": "yes", "jokers": "2", "joker": "wild"}} {
		for i, a := range settings {
			for _, b := range settings[i:] {
				options := maps.Clone(base)
				maps.Copy(options, more)
				options[a.key], options[b.key] = a.value, b.value
				rules, err := Asshole(options)
				if err != nil {
					continue // they don't go together
				}
				for _, o := range rules.Options() {
					options[o.Key] = o.Value
				}
				if mix := fmt.Sprint(options); mixes[mix] {
					continue
				} else if mixes[mix] = true; len(mixes)%every != 0 {
					continue
				}
				var text strings.Builder
				for _, p := range rules.Pages() {
					text.WriteString(p.Text.String() + "\n")
				}
				for n, c := range claims {
					if !strings.Contains(text.String(), c.says) || !c.holds(options) {
						continue
					}
					tried[n]++
					if err := c.try(options); err != nil {
						t.Errorf("%s=%s %s=%s %v: the pages say %q\n%v", a.key, a.value, b.key, b.value, more, c.says, err)
					}
				}
			}
		}
	}
	for n, c := range claims {
		if tried[n] == 0 && every == 1 {
			t.Errorf("no page says %q (%s)", c.says, c.only)
		}
	}
}

// try plays the round of a claim.
func (c claim) try(options map[string]string) error {
	var set []string
	for _, key := range slices.Sorted(maps.Keys(options)) {
		set = append(set, key+"="+options[key])
	}
	text := ruleCase{options: strings.Join(set, " "), deal: c.deal, play: c.play}.text()
	r, err := record.Parse(strings.NewReader(text))
	if err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	if _, err = r.Replay(roomy); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	return nil
}
