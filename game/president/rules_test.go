package president

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/record"
)

// ruleCase is a short round: the deal as "Ann 3c 4d / Bob 5c", then moves and facts as records
// write them, separated by semicolons (rules.md R).
type ruleCase struct {
	why     string
	options string
	deal    string
	play    string
}

// text writes a case as a record.
func (c ruleCase) text() string {
	deal, play := c.deal, c.play
	head, hands, named := strings.Cut(deal, ": ")
	if !named {
		head, hands = "", deal
	}
	options := gametest.Options(plainest + " " + c.options) // the plainest rules, except for what the case sets
	var b strings.Builder
	b.WriteString("system: asshole\noptions:") // it allows three players
	for _, key := range slices.Sorted(maps.Keys(options)) {
		fmt.Fprintf(&b, " %s=%s", key, options[key])
	}
	b.WriteString("\nplayers:")
	var dealt []string
	for _, h := range strings.Split(hands, " / ") {
		name, cards, _ := strings.Cut(h, " ")
		fmt.Fprintf(&b, " %s", name)
		dealt = append(dealt, fmt.Sprintf("hand %s: %s", name, cards))
	}
	if named {
		fmt.Fprintf(&b, "\ntitles: %s", head)
	}
	fmt.Fprintf(&b, "\n%s\nplay\n%s\n", strings.Join(dealt, "\n"), strings.ReplaceAll(play, "; ", "\n"))
	return b.String()
}

const plainest = "jokers=0 joker=both suits=none pass=again opening=left leads=president exchange=none lastpair=allowed vice=4"

// roomy is the system for which the cases are written.
func roomy(_ string, options map[string]string) (game.Rules, error) { return Asshole(options) }

// played replays a case and returns the final State.
func played(t *testing.T, c ruleCase) game.State {
	t.Helper()
	r, err := record.Parse(strings.NewReader(c.text()))
	if err != nil {
		t.Fatalf("%v\n%s", err, c.text())
	}
	state, err := r.Replay(roomy)
	if err != nil {
		t.Fatalf("%v\n%s", err, c.text())
	}
	return state
}

func TestRules(t *testing.T) {
	for section, cases := range rulesCases {
		t.Run(section, func(t *testing.T) {
			for _, c := range cases {
				if err := record.Replay("", strings.NewReader(c.text()), roomy); err != nil {
					t.Errorf("%s: %v\n%s", c.why, err, c.text())
				}
			}
		})
	}
}

var rulesCases = map[string][]ruleCase{
	"P2 sets": {
		{"a play is cards of one rank", "", "Ann 3c 3d 4c / Bob 5c / Cy 6c", "Ann: 3c 4c !; Ann: 3c 3d"},
		{"a Joker that joins takes the rank", "jokers=1 joker=wild", "Ann 9c 9d 3d / Bob Tc *1 3c / Cy 6c", "Ann: 9c 9d; = legal 2 Tc *1|pass; Bob: Tc *1; = top Tc *1"},
		{"and stand above the 2", "jokers=2 joker=high", "Ann 2c 3d / Bob *1 4c / Cy *2 6c", "Ann: 2c; Bob: *1; = legal 1 pass"},
		{"both: they join too", "jokers=1 joker=both", "Ann 9c 9d 3d / Bob Tc *1 2c / Cy 6c", "Ann: 9c 9d; = legal 3 Tc *1|2c *1|pass"},
		{"wild Jokers alone are what is named", "jokers=1 joker=wild", "Ann 9c 3d / Bob Tc *1 / Cy Jh 6c", "Ann: 9c; Bob: *1=Th; = top *1; = legal 2 Jh|pass"},
		{"a name too low is refused", "jokers=1 joker=wild", "Ann 9c 3d / Bob Tc *1 / Cy 6c", "Ann: 9c; Bob: *1=5d !; Bob: *1=9d !; Bob: *1=Td"},
		{"two are named alike, the first for both", "jokers=2 joker=wild", "Ann 9c 9d 3d / Bob Tc *1 *2 / Cy Jh Jd 6c", "Ann: 9c 9d; Bob: *1=Ts *2; = legal 2 Jd Jh|pass"},
		{"all of one play stand for the same card", "jokers=2 joker=wild", "Ann 9c 9d 3d / Bob Tc *1 *2 / Cy Jh Jd 6c", "Ann: 9c 9d; Bob: *1=Ts *2=Th !; Bob: *1=Ts *2=Jh !; Bob: *1=Ts *2=Ts; = legal 2 Jd Jh|pass"},
		{"joined they are named with one name", "jokers=2 joker=wild", "Ann 9c 9d 9h 3d / Bob Tc *1 *2 5c / Cy 6c 7c", "Ann: 9c 9d 9h; Bob: Tc *1=Ts *2=Th !; Bob: Tc *1=Ts *2=Ts; = top Tc *1 *2"},
		{"joined they must bear their rank", "jokers=1 joker=wild", "Ann 9c 9d 3d / Bob Tc *1 / Cy 6c 7c", "Ann: 9c 9d; Bob: Tc *1=2s !; Bob: Tc *1=Ts"},
		{"whichever Joker is held", "jokers=3 joker=wild", "Ann 9c 3d / Bob Tc *2 *3 / Cy 6c", "Ann: 9c; Bob: *; = hand Bob Tc *3"},
		{"Austrian: hearts outrank diamonds", "suits=austrian", "Ann 7d 7s 3d / Bob 7h 7c 4c / Cy 6c", "Ann: 7d 7s; = legal 2 7c 7h|pass; Bob: 7h 7c"},
	},
	"P3 beating": {
		{"same: as many cards", "", "Ann 6c 6d 3d / Bob 7c 7d 7h / Cy 8c", "Ann: 6c 6d; Bob: 7c !; Bob: 7c 7d 7h !; = legal 4 7c 7d|7c 7h|7d 7h|pass"},
		{"equal is not higher", "", "Ann 6c 3d / Bob 6d 5c / Cy 8c", "Ann: 6c; = legal 1 pass"},
		{"higher: more cards, if higher", "size=higher", "Ann 9c 9d 3d / Bob Tc Td Th / Cy 8c 8d 8h", "Ann: 9c 9d; = legal 5 Tc Td|Tc Th|Td Th|Tc Td Th|pass; Bob: pass; = legal 1 pass"},
		{"any: as many, of any rank", "size=any", "Ann Jc Jd 3d / Bob 4c 4d / Cy Js 5c", "Ann: Jc Jd; Bob: 4c !; = legal 2 4c 4d|pass"},
		{"equal: the same rank", "equal=yes", "Ann 6c 6h 3d / Bob 6d 6s 5c / Cy 8c", "Ann: 6c 6h; Bob: 6d !; = legal 2 6d 6s|pass"},
		{"skip: the next seat loses its turn", "equal=skip", "Ann 6c 3d / Bob 6d 5c / Cy 8c 9c / Dee Tc Td", "Ann: 6c; Bob: 6d; = turn Dee"},
		{"skip: the next that could play, past those who sat out", "equal=skip pass=out", "Ann 6c 6h 3d / Bob 7d 5c / Cy 6d 9c / Dee Tc Td", "Ann: 6c; Bob: pass; Cy: pass; Dee: pass; = turn Ann; Ann: 6h"},
		{"fewer: one 2 beats a pair", "twos=fewer", "Ann Ac Ad 3d / Bob 2c 2d 5c / Cy 8c", "Ann: Ac Ad; = legal 4 2c|2d|2c 2d|pass; Bob: 2c; = top 2c"},
		{"fewer: two 2s beat three nines", "twos=fewer", "Ann 9c 9d 9h 3d / Bob 2c 2d 5c / Cy 8c", "Ann: 9c 9d 9h; = legal 2 2c 2d|pass; Bob: 2c 2d; = top 2c 2d"},
		{"fewer: not with a Joker", "twos=fewer jokers=1 joker=wild", "Ann Ac Ad Ah 3d / Bob 2h *1 5c / Cy 8c", "Ann: Ac Ad Ah; = legal 1 pass"},
		{"a Joker as a 2 does not beat a 2", "jokers=1 joker=wild", "Ann 2c 3d / Bob *1 5c / Cy 8c", "Ann: 2c; Bob: *1 !; = legal 1 pass"},
	},
	"P4 turns and tricks": {
		{"the leader must play", "", "Ann 3c 4c / Bob 5c / Cy 6c", "Ann: pass !; Bob: 5c !; Ann: 3c"},
		{"anyone else may pass, able or not", "", "Ann 3c 4c / Bob 5c / Cy 6c", "Ann: 3c; Bob: pass; Cy: pass; = turn Ann; = top -"},
		{"who passed may play again", "", "Ann 3c 9c / Bob 5c 7c / Cy 6c 8c", "Ann: 3c; Bob: pass; Cy: 6c; Ann: pass; Bob: 7c; = turn Cy"},
		{"out: who passed sits out", "pass=out", "Ann 3c 9c 4d / Bob 5c 7c / Cy 6c 8c", "Ann: 3c; Bob: pass; Cy: 6c; Ann: 9c; = turn Cy"},
		{"nobody is asked to beat their own play", "", "Ann 3c 9c / Bob 5c 7c / Cy 6c 8c", "Ann: 3c; Bob: 5c; Cy: pass; Ann: pass; = turn Bob; = top -"},
		{"a winner who is out hands the lead on", "", "Ann 9c / Bob 5c 7c / Cy 6c 8c", "Ann: 9c; = out Ann; Bob: pass; Cy: pass; = turn Bob; = top -"},
		{"to the next that holds cards", "", "Ann 9c / Bob Tc / Cy 6c 8c / Dee 5c 4c", "Ann: 9c; Bob: Tc; Cy: pass; Dee: pass; = turn Cy; = out Ann Bob"},
		{"qh: its holder leads, with anything", "opening=qh", "Ann 3c 4c / Bob 5c 6h / Cy Qh 8c", "= turn Cy; = legal 2 8c|Qh"},
		{"3c: it must be in the first play", "opening=3c", "Ann 4c / Bob 3c 3d 5c / Cy 8c", "= turn Bob; Bob: 3d !; Bob: 5c !; = legal 2 3c|3c 3d; Bob: 3c 3d"},
		{"3c: a Joker that joins counts as a three", "opening=3c jokers=1 joker=wild", "Ann 4c / Bob 3c *1 5c / Cy 8c", "= legal 2 3c|3c *1; Bob: *1=3c !"},
		{"later the President leads", "", "Ann=3 Bob=1 Cy=2: Ann 3c / Bob 4c / Cy 5c", "= turn Bob"},
		{"or the Asshole", "leads=asshole", "Ann=3 Bob=1 Cy=2: Ann 3c / Bob 4c / Cy 5c", "= turn Ann"},
		{"or of 3c, who is bound", "leads=3c", "Ann=3 Bob=1 Cy=2: Ann 3c 4d / Bob 4c / Cy Qh", "= turn Ann; = legal 1 3c"},
	},
	"P5 the end": {
		{"when one seat holds cards", "", "Ann 3c / Bob 5c / Cy 6c 4d", "Ann: 3c; Bob: 5c; = over; = places Ann Bob Cy; = turn -; = hand Cy 6c 4d"},
		{"lastpair: the last two may not go as a pair", "lastpair=forbidden", "Ann 3c 3d / Bob 5c 6c / Cy 6d 4d", "Ann: 3c 3d !; = legal 2 3c|3d"},
	},
	"P6 inversion and revolution": {
		{"revolution: order and direction turn, the trick ends and its maker leads", "four=revolution", "Ann 3c 3d 3h 3s 9c 9d / Bob 8c 8d 8h 8s 5c / Cy Tc 4d", "Ann: 3c 3d 3h 3s; = order inverted; = dir counter; = turn Ann; = top -; Ann: 9c; = turn Cy; Cy: 4d; = turn Bob"},
		{"four in a row by four seats", "four=revolution equal=yes", "Ann 9c 3c / Bob 9d 3d / Cy 9h 3h / Dee 9s 3s", "Ann: 9c; Bob: 9d; Cy: 9h; = order upright; Dee: 9s; = order inverted; = dir counter; = turn Dee; = top -"},
		{"a pass between breaks the row", "four=revolution equal=yes", "Ann 9c 3c / Bob 9d 3d / Cy 9h 3h / Dee 9s 3s / Eve 4c 5c", "Ann: 9c; Bob: 9d; Cy: 9h; Dee: pass; Eve: pass; Ann: pass; Bob: pass; = turn Cy; = order upright"},
		{"the end of a trick between two of them breaks nothing", "four=revolution equal=yes pass=out", "Ann 5c 9c / Bob 6c 9d / Cy 7c 9h / Dee 9s 3s / Eve 4c 4d", "Ann: 5c; Bob: 6c; Cy: 7c; Dee: pass; Eve: pass; Ann: 9c; Bob: 9d; Cy: 9h; = turn Dee; = top -; = order upright; Dee: 9s; = order inverted; = dir counter; = turn Dee"},
		{"but a turn in which something else was played does", "four=revolution equal=yes pass=out", "Ann 5c 9c / Bob 6c 9d / Cy 7c 9h / Dee 3s 9s / Eve 4c 4d", "Ann: 5c; Bob: 6c; Cy: 7c; Dee: pass; Eve: pass; Ann: 9c; Bob: 9d; Cy: 9h; Dee: 3s; Eve: 4c; Dee: 9s; = order upright; = over"},
		{"so does a pass before the fourth", "four=revolution equal=yes", "Ann 9c 3c / Bob 9d 3d / Cy 9h 3h / Dee 4s 3s / Eve 9s 5c", "Ann: 9c; Bob: 9d; Cy: 9h; Dee: pass; Eve: 9s; = order upright; = turn Ann"},
		{"four by three seats are none", "four=revolution equal=yes", "Ann 9c 9s 3c / Bob 9d 3d / Cy 9h 3h", "Ann: 9c; Bob: 9d; Cy: 9h; Ann: 9s; = order upright; = turn Bob"},
	},
	"P7 coup and guillotine": {
		{"three and two are a coup", "coup=yes jokers=2", "Ann 9c 9d 9h *1 *2 3c 6c / Bob 4c / Cy 5c 7c", "Ann: 9c 9d 9h *1 *2; Bob: pass; Cy: pass; Ann: 3c; Bob: 4c; Cy: 5c; Ann: 6c; = over; = out Bob Ann; = places Ann Bob Cy"},
		{"it swaps the places held at once", "coup=yes jokers=2 leads=asshole", "Ann=3 Bob=1 Cy=2: Ann 9c 9d 9h *1 *2 3d / Bob 4c 4d / Cy 5c 5d", "Ann: 9c 9d 9h *1 *2; = held Ann=1 Bob=3 Cy=2; = order upright"},
		{"guillotine: the former President falls to the bottom", "guillotine=yes jokers=2 leads=asshole", "Ann=3 Bob=1 Cy=2 Dee=4: Ann 4d 3d / Bob 4c 4h / Cy 5c 5d / Dee 9c 9d 9h 9s *1 *2 3h", "Dee: 9c 9d 9h 9s *1 *2; = held Dee=1 Bob=4 Ann=3 Cy=2"},
	},
	"P8 titles and points": {
		{"three seats have no vice ranks", "", "Ann 3c / Bob 5c / Cy 6c 4d", "Ann: 3c; Bob: 5c; = titles Ann=President Bob=Citizen Cy=Asshole; = points Ann=2 Bob=0 Cy=-2"},
		{"four have", "", "Ann 3c / Bob 5c / Cy 6c / Dee 4d 5d", "Ann: 3c; Bob: 5c; Cy: 6c; = titles Ann=President Bob=Vice-President Cy=Half-Ass Dee=Asshole; = points Ann=2 Bob=1 Cy=-1 Dee=-2"},
		{"not with vice=5", "vice=5", "Ann 3c / Bob 5c / Cy 6c / Dee 4d 5d", "Ann: 3c; Bob: 5c; Cy: 6c; = titles Ann=President Bob=Citizen Cy=Citizen Dee=Asshole; = points Ann=2 Bob=0 Cy=0 Dee=-2"},
		{"without demerits nobody loses", "demerits=no", "Ann 3c / Bob 5c / Cy 6c / Dee 4d 5d", "Ann: 3c; Bob: 5c; Cy: 6c; = points Ann=2 Bob=1 Cy=0 Dee=0"},
	},
	"P9 exchange": {
		{"auto: two highest for the two lowest of the hand so made", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 2c Kd 5h 4s / Bob 3c 3d 9h As / Cy 7c 8c 9c Tc", "= hand Ann 5h 4s 3c 3d; = hand Bob 9h As 2c Kd; = hand Cy 7c 8c 9c Tc; = turn Bob"},
		{"auto: which may be what just came", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 5c 4c / Bob 9c 9d Ah / Cy 7c 8c", "= hand Ann 5c 4c; = hand Bob 9c 9d Ah"},
		{"auto: suits break ties, s>h>d>c where they are none", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 9c 9d 9h / Bob Tc Td Th Ts / Cy 7c 8c", "= hand Ann 9c 9d 9h; = hand Bob Tc Td Th Ts"},
		{"auto: Jokers are highest", "exchange=auto jokers=2", "Ann=3 Bob=1 Cy=2: Ann *1 2c 2d 4c / Bob 5c 6c 7c 8c / Cy 7d 8d", "= hand Ann 2c 4c 5c 6c; = hand Bob *1 2d 7c 8c"},
		{"auto: a seat gives what it has", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 9c / Bob Tc Td Th / Cy 7c 8c", "= hand Ann 9c Tc; = hand Bob Td Th"},
		{"auto: vice ranks exchange one", "exchange=auto", "Ann=1 Bob=2 Cy=3 Dee=4: Ann 5c 5d 6c / Bob 3c 7d 8c / Cy 4c Kd / Dee 2c 2d 6d", "= hand Bob 7d 8c Kd; = hand Cy 4c 3c; = hand Ann 6c 2c 2d; = hand Dee 6d 5c 5d"},
		{"choice: the President decides, then the Vice-President", "exchange=choice", "Ann=1 Bob=2 Cy=3 Dee=4: Ann 5c 5d 6c / Bob 3c 7d / Cy 4c Kd / Dee 2c 2d 6d", "= turn Ann; = hand Ann 5c 5d 6c 2c 2d; = hand Dee 6d; = legal 10; Ann: 5c !; Ann: give 5c !; Ann: give 3c 5c !; Ann: pass !; Ann: give 6c 2c; = hand Dee 6d 6c 2c; = turn Bob; = legal 3 give 3c|give 7d|give Kd; Bob: give Kd; = hand Cy 4c Kd; = turn Ann; Ann: give 5c 5d !; Ann: 5c 5d"},
		{"mercy: two lowest for the President's two highest", "exchange=mercy", "Ann=1 Bob=2 Cy=3: Ann 5c Ah Kd 2s / Bob 6c 6d / Cy 4c 5d 9h", "= hand Ann 5c Kd 4c 5d; = hand Cy 9h Ah 2s"},
		{"mercy: 3c may be kept", "exchange=mercy leads=3c", "Ann=1 Bob=2 Cy=3: Ann 5c Ah Kd 2s / Bob 6c 6d / Cy 3c 5d 9h Tc", "= turn Cy; = legal 2 give 3c 5d|give 5d 9h; Cy: give 9h Tc !; Cy: give 5d 9h; = hand Cy 3c Tc Ah 2s; = turn Cy; = legal 1 3c"},
		{"mercy: or given", "exchange=mercy leads=3c", "Ann=1 Bob=2 Cy=3: Ann 5c Ah Kd 2s / Bob 6c 6d / Cy 3c 5d 9h Tc", "Cy: give 5d 3c; = hand Cy 9h Tc Ah 2s; = turn Ann; = legal 1 3c"},
		{"mercy: Half-Ass gives the highest for the lowest, from the hands as dealt", "exchange=mercy", "Ann=1 Bob=2 Cy=3 Dee=4: Ann 5c Ah / Bob 6c 6d / Cy 7c 9h / Dee 4c 4d", "= hand Bob 6d 9h; = hand Cy 7c 6c; = hand Ann 4c 4d; = hand Dee 5c Ah"},
		{"who gives all is out before the first play", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 9c / Bob 5c / Cy 7c 8c", "= hand Bob -; = out Bob; = turn Cy"},
		{"none: nothing", "", "Ann=3 Bob=1 Cy=2: Ann 2c Kd / Bob 3c 3d / Cy 7c 8c", "= hand Ann 2c Kd; = turn Bob"},
	},
}
