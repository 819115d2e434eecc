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

// claim is a sentence of the rules pages, with a round that shows that it is true.
type claim struct {
	sentence string
	options  string // options that the round needs, such as "four=invert|invertround"
	deal     string
	play     string
}

// These are parts of claims. After four nines, Ann leads again if they are a revolution. Otherwise
// it is Cy's turn.
const (
	fours     = "Ann 9c 9d 9h 9s 8c 8d Th 4c / Bob 7c 5h 6h 4s 2c / Cy 7d 5d 6d 7h 2d"
	jokers    = "Ann 9c 9d 9h 9s 8c 8d Th 4c / Bob 7c 5h 6h 4s 2c *1 / Cy 7d 5d 6d 7h 2d *2"
	twoEach   = "jokers=2|3 "
	inverted  = "Ann: 9c 9d 9h 9s; Bob: pass; Cy: pass; = order inverted; "
	turned    = "Ann: 9c 9d 9h 9s; = turn Ann; = top -; = order inverted; = dir counter; "
	inverts   = "four=invert|invertround "
	turns     = "four=revolution "
	strict    = "size=same|higher|bigger equal=no"
	four      = "Ann 5c / Bob 6c / Cy 7c / Dee 8c 9c"
	five      = "Ann 5c / Bob 6c / Cy 7c / Dee 8c / Eve 9c Tc"
	fiveOut   = "Bob: 6c; Cy: 7c; Dee: 8c; = over; "
	special   = "Ann 5c 4c Kc / Bob 7c 8c 2c Kd / Cy 9c 9d 3h"
	joker     = "Ann *1 4c 5c / Bob 3s 5d 6d / Cy 9s Td"
	runsDealt = "Ann 4s 5s 6s Jh / Bob 5d 6d 7d 8d 9c 9d 9h 4h 5h 6h / Cy 7h 3d"
	fallen    = "Ann=1 Bob=2 Cy=3 Dee=4: Ann 4c 5c / Bob 9c / Cy Tc / Dee 3d 5d"
	beaten    = "Ann 6c 6d 4c 5s / Bob Kh 7h 7s 7c 5c 5d 5h Tc Td Th / Cy 9s Jd"
)

var claims = []claim{
	{"Beat it with a higher set of the same size.", "", "Ann 7c 7d 4c / Bob 8c 8d 8h 4d Kc / Cy 9c 9d", "Ann: 7c 7d; Bob: 8c 8d 8h !; Bob: Kc !; Bob: 8c 8d"},
	{"Beat it with a higher set of the same size or larger.", "", "Ann 7c 7d 4c / Bob 8c 8d 8h 5c 5d 5h / Cy 9c 9d", "Ann: 7c 7d; Bob: 5c 5d 5h !; Bob: 8c 8d 8h"},
	{"a higher set of the same size, or with any larger set.", "", "Ann 7c 7d 4c / Bob 8c 5c 5d 5h / Cy 9c 9d", "Ann: 7c 7d; Bob: 5c 5d !; Bob: 5c 5d 5h"},
	{"Beat it with any set of the same size or larger.", "", "Ann 7c 7d 4c / Bob Kc 5c 5d 6d 6h / Cy 9c 9d", "Ann: 7c 7d; Bob: Kc !; Bob: 5c 5d"},
	{"You may also play a set of the same rank and size.", "", "Ann 7s 4c 5c / Bob 7c 5d 6d / Cy 9c 9d", "Ann: 7s; Bob: 7c"},
	{"Then the next player who could still play loses a turn.", "", "Ann 7s 4c 5c / Bob 7c 5d 6d / Cy 9c 9d / Dee 8c 8d", "Ann: 7s; Bob: 7c; = turn Dee"},
	{"one 2 beats a pair, two 2s beat three cards.", "", "Ann 9c 9d 9h 4c 4d / Bob 2c 2d 5d 6d / Cy 9s Td", "Ann: 9c 9d 9h; Bob: 2c 2d"},
	{"one 2 beats a pair, two 2s beat three cards.", "", "Ann 9c 9d 9h 4c 4d / Bob 2c 2d 5d 6d / Cy 9s Td", "Ann: 9c 9d; Bob: 2c"},
	{"to beat lower ranks:", "", "Ann 2c 2d 4c 5c / Bob 2s 5d 6d / Cy 9s Td", "Ann: 2c 2d; Bob: 2s !"},
	{"to beat lower ranks:", twoEach + "joker=both|high", "Ann *1 *2 4c 5c / Bob 2s 5d 6d / Cy 9s Td", "Ann: *1 *2; Bob: 2s !"},
	{"This doesn't hold while the ranks are reversed.", inverts + "size=same", fours, inverted + "Ann: 8c 8d; Bob: 2c !"},
	{"Jokers don't count as 2s for this.", "", "Ann 9c 9d 9h 4c 4d / Bob 2c *1 5d 6d / Cy 9s Td", "Ann: 9c 9d 9h; Bob: 2c *1 !"},
	{"Everyone gets one turn in a trick.", "", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c 8d Jc", "Ann: 5c; Bob: 6c; Cy: 7c; = turn Cy; = top -"},
	{"After a pass you sit out the rest of the trick.", "", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c Kc Jc", "Ann: 5c; Bob: pass; Cy: 7c; Ann: 9c; = turn Cy"},
	{"After a pass you may still play when your turn comes round again.", "", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c Kc Jc", "Ann: 5c; Bob: pass; Cy: 7c; Ann: 9c; = turn Bob; Bob: Td"},
	{"You can't play your last two cards as a pair.", "", "Ann 5c 5d / Bob 6c Td 7d / Cy 7c Kc Jc", "Ann: 5c 5d !; Ann: 5c"},

	{"Jokers can't be played with other cards.", "", "Ann Kc *1 4c / Bob 6c 7d / Cy 7c 8d", "Ann: Kc *1 !"},
	{"A Joker played with other cards takes their rank", "", "Ann Qc Qd 4c / Bob Kc *1 7d / Cy 7c 8d", "Ann: Qc Qd; Bob: Kc *1"},
	{"and counts as the highest suit.", "size=same equal=no suits=poker", "Ann Kc Kd 4c / Bob Kh *1 7d / Cy 7c Ks 8d", "Ann: Kc Kd; Bob: Kh *1"},
	{"Jokers on their own rank above all other cards.", "twos=same|fewer", "Ann 2s 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2s; Bob: *1"},
	{"That doesn't change while the ranks are reversed.", inverts + twoEach, jokers, inverted + "Ann: 4c; Bob: *1"},
	{"Jokers on their own stand for any card you name", "", "Ann 5c 4c / Bob *1 5d 6d / Cy 9s Td", "Ann: 5c; Bob: *1=6s; = top *1"},
	{"if you name none, for the highest card.", "suits=none", "Ann As 4c / Bob *1 5d 6d / Cy 9s Td", "Ann: As; Bob: *1"},
	{"if you name none, for the highest card.", "suits=none " + inverts + twoEach, jokers, inverted + "Ann: 4c; Bob: *1"},
	{"if you name none, for the highest card.", "suits=poker " + inverts + twoEach, jokers, inverted + "Ann: 4c; Bob: *1"},
	{"if you name none, for the highest card.", "suits=austrian " + turns + twoEach, jokers, turned + "Ann: 4c; Cy: *2"},
	{"if you name none, for the highest card.", "suits=poker twos=same|fewer", "Ann 2h 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2h; Bob: *1"},
	{"if you name none, for the highest card.", "suits=austrian twos=same|fewer", "Ann 2s 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2s; Bob: *1"},

	{"reverse the ranks: low cards beat high ones", inverts, fours, inverted + "Ann: Th; Bob: 5h"},
	{"reverse the ranks and the direction of play, until", turns, fours, turned + "Ann: Th; Cy: 5d"},
	{"until the round ends or the next such set.", inverts, "Ann 9c 9d 9h 9s 6c 6d 6h 6s 8c / Bob 7c 5h / Cy 7d 5d", inverted + "Ann: 6c 6d 6h 6s; = order upright"},
	{"low cards beat high ones until the round ends.", inverts, "Ann 9c 9d 9h 9s 6c 6d 6h 6s 8c / Bob 7c 5h / Cy 7d 5d", inverted + "Ann: 6c 6d 6h 6s; = order inverted"},
	{"direction of play, until the round ends or the next such set. The trick ends, and whoever played them leads.", turns, "Ann 9c 9d 9h 9s 6c 6d 6h 6s 8c / Bob 7c 5h / Cy 7d 5d", turned + "Ann: 6c 6d 6h 6s; = order upright; = dir clockwise"},
	{"Four single cards of one rank", "equal=yes", "Ann 9c 4c / Bob 9d 5c / Cy 9h 6c / Dee 9s 7c", "Ann: 9c; Bob: 9d; Cy: 9h; = order upright; Dee: 9s; = order inverted; = dir counter"},
	{"with no pass in between", "equal=yes pass=again", "Ann 9c 4c 9s / Bob 9d 5c / Cy 9h 6c / Dee 8s 7c", "Ann: 9c; Bob: 9d; Cy: 9h; Dee: pass; Ann: 9s; = order upright"},
	{"**Coup:** four of a kind with a Joker, or three with two.", twoEach + "pass=again", "Ann 9c 9d 9h *1 *2 4c 6c / Bob 5c / Cy 5d 7c", "Ann: 9c 9d 9h *1 *2; Bob: pass; Cy: pass; Ann: 4c; Bob: 5c; Cy: pass; Ann: 6c; = over; = out Bob Ann; = places Ann Bob Cy"},
	{"**Guillotine:** four of a kind with two Jokers.", "pass=again", "Ann 9c 9d 9h 9s *1 *2 4d 7c / Bob 5c / Cy 6c 6d", "Ann: 9c 9d 9h 9s *1 *2; Bob: pass; Cy: pass; Ann: 4d; Bob: 5c; Cy: pass; Ann: 7c; = over; = out Bob Ann; = places Ann Cy Bob"},
	{"Such a play doesn't reverse the ranks.", twoEach + "coup=yes guillotine=yes", "Ann 9c 9d 9h 9s *1 *2 4d / Bob 4c / Cy 5c / Dee 6c 6d", "Ann: 9c 9d 9h 9s *1; = order upright"},
	{"Such a play doesn't reverse the ranks.", twoEach + "coup=yes guillotine=yes", "Ann 9c 9d 9h 9s *1 *2 4d / Bob 4c / Cy 5c / Dee 6c 6d", "Ann: 9c 9d 9h 9s *1 *2; = order upright"},

	{"Jokers among them count", inverts + twoEach, "Ann 9c 9d 9h *1 *2 8c / Bob 7c 5h / Cy 7d 5d", "Ann: 9c 9d 9h *1; = order inverted"},
	{"Jokers among them count, but Jokers alone reverse nothing.", turns + twoEach, "Ann 9c 9d 9h *1 *2 8c / Bob 7c 5h / Cy 7d 5d", "Ann: 9c 9d 9h *1; = order inverted; = dir counter"},
	{"Your last card may be a 2", "", "Ann 2c / Bob 4c 5c / Cy 4d 5d", "Ann: 2c; = out Ann"},
	{"Your last card may be a 2 or a Joker.", "", "Ann *1 / Bob 4c 5c / Cy 4d 5d", "Ann: *1; = out Ann"},
	{"can still change these places.", "coup=yes pass=again", "Ann Jc Jd Jh Js *1 4c 6c / Bob 5c / Cy 5d 7c", "Ann: Jc Jd Jh Js *1; Bob: pass; Cy: pass; Ann: 4c; Bob: 5c; Cy: pass; Ann: 6c; = over; = out Bob Ann; = places Ann Bob Cy"},
	{"can still change these places.", twoEach + "guillotine=yes pass=again", "Ann 4c 4d 4h 4s *1 *2 7d Tc / Bob 9c / Cy 6c 6d", "Ann: 4c 4d 4h 4s *1 *2; Bob: pass; Cy: pass; Ann: 7d; Bob: 9c; Cy: pass; Ann: Tc; = over; = out Bob Ann; = places Ann Cy Bob"},

	{"rank decides which cards are higher, then suit: ♠ ♥ ♦ ♣.", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 2d As Ad 4d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= hand Ann Ad 4d 5c 6h; = hand Bob 9h 9d As 2d"},
	{"rank decides which cards are higher, then suit: ♥ ♦ ♠ ♣.", "exchange=auto", "Ann=3 Bob=1 Cy=2: Ann 2d As Ad 4d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= hand Ann As 4d 5c 6h; = hand Bob 9h 9d Ad 2d"},
	{"For the exchange Jokers are the highest cards; then rank decides, then suit: ♠ ♥ ♦ ♣.", "exchange=choice", "Ann=3 Bob=1 Cy=2: Ann *1 As Ad 4d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= hand Ann Ad 4d; = hand Bob 5c 6h 9h 9d As *1"},
	{"For the exchange Jokers are the highest cards; then rank decides, then suit: ♥ ♦ ♠ ♣.", "exchange=choice", "Ann=3 Bob=1 Cy=2: Ann *1 As Ad 4d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= hand Ann As 4d; = hand Bob 5c 6h 9h 9d Ad *1"},

	{"**First lead:** The player left of the dealer.", "", "Ann 9c 4c / Bob Qh 5c / Cy 5d 7c", "= turn Ann; Ann: 9c"},
	{"**First lead:** Whoever holds Q♥.", "", "Ann 9c 4c / Bob Qh 5c / Cy 5d 7c", "= turn Bob; Bob: 5c"},
	{"**First lead:** Whoever holds 3♣.", "", "Ann 9c 4c / Bob 3c 5c / Cy 5d 7c", "= turn Bob; Bob: 5c !; Bob: 3c"},
	{"**Later leads:** Whoever holds 3♣.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy 3c 7c", "= turn Cy; Cy: 7c !; Cy: 3c"},
	{"**Later leads:** First place.", "", "Ann=3 Bob=1 Cy=2: Ann 9c 4c 8c / Bob 6h 5c 6c / Cy Qh 7c", "= turn Bob"},
	{"**Later leads:** Last place.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy Qh 7c", "= turn Ann"},
	{"**Later leads:** Whoever holds Q♥.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy Qh 7c", "= turn Cy; Cy: 7c"},
	{"If 3♣ decides who leads, the first play must include it.", "leads=3c exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy 3c 7c", "= turn Cy; Cy: 7c !"},
	{"who gives back the two lowest they then hold.", "", "Ann=3 Bob=1 Cy=2: Ann Kc Qc 4c 4d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= hand Ann 4c 4d 5c 6h; = hand Bob 9h 9d Kc Qc"},
	{"gets back any two the President chooses.", "", "Ann=3 Bob=1 Cy=2: Ann Kc Qc 4c 4d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= turn Bob; Bob: give Kc 6h; = hand Ann 4c 4d Kc 6h"},
	{"gives their two lowest cards and gets the President's two highest. They may keep 3♣.", "", "Ann=3 Bob=1 Cy=2: Ann 3c Qc 4c 5d / Bob 6h 5c 9h 9d / Cy 8c 7c 7d Td", "= turn Ann; Ann: give 4c 5d; = hand Ann 3c Qc 9h 9d"},

	{"Get rid of all your cards. Whoever goes out first is **President**; the last one holding cards is **Asshole**.", "", five, "Ann: 5c; = out Ann; " + fiveOut + "= places Ann Bob Cy Dee Eve; = titles Ann=President Bob=Vice-President Cy=Citizen Dee=Half-Ass Eve=Asshole"},
	{"second place is Vice-President, second to last is Half-Ass, and everyone else is Citizen.", "", five, "Ann: 5c; " + fiveOut + "= titles Ann=President Bob=Vice-President Cy=Citizen Dee=Half-Ass Eve=Asshole"},
	{"With 4 players or more, second place", "", four, "Ann: 5c; Bob: 6c; Cy: 7c; = titles Ann=President Bob=Vice-President Cy=Half-Ass Dee=Asshole"},
	{"With 5 players or more, second place", "", four, "Ann: 5c; Bob: 6c; Cy: 7c; = titles Ann=President Bob=Citizen Cy=Citizen Dee=Asshole"},
	{"President 2, Vice-President 1, Half-Ass −1, Asshole −2.", "", five, "Ann: 5c; " + fiveOut + "= points Ann=2 Bob=1 Cy=0 Dee=-1 Eve=-2"},
	{"President 2, Vice-President 1.", "", five, "Ann: 5c; " + fiveOut + "= points Ann=2 Bob=1 Cy=0 Dee=0 Eve=0"},
	{"one for each player placed below you.", "", five, "Ann: 5c; " + fiveOut + "= points Ann=4 Bob=3 Cy=2 Dee=1 Eve=0"},
	{"Cards rank from low to high: 3 4 5 6 7 8 9 10 J Q K A 2", "size=same|higher|bigger", "Ann Td 4d 5d / Bob 9c Jd 5c / Cy Qd 5h 6h", "Ann: Td; Bob: 9c !; Bob: Jd; Cy: Qd"},
	{"Cards rank from low to high: 3 4 5 6 7 8 9 10 J Q K A 2", "size=same|higher|bigger", "Ann Ac 4d 5d / Bob Kc 2c 5c / Cy Qd 5h 6h", "Ann: Ac; Bob: Kc !; Bob: 2c"},
	{"Suits don't matter.", "size=same|higher|bigger equal=no", "Ann 7c 4d 5d / Bob 7s 8d 5c / Cy 9d 5h", "Ann: 7c; Bob: 7s !; Bob: 8d"},
	{"**A♣** beats **K♦**.", "", "Ann Kd 4d 5d / Bob Ac 8d 5c / Cy 2h 5h 6c", "Ann: Kd; Bob: Ac"},
	{"the highest suit decides, from high to low: ♠ ♥ ♦ ♣.", strict, "Ann 7c 4d 5d / Bob 7d 5c 6c / Cy 7h 5h 6h", "Ann: 7c; Bob: 7d; Cy: 7h"},
	{"the highest suit decides, from high to low: ♠ ♥ ♦ ♣.", strict, "Ann 7h 4d 5d / Bob 7d 7s 5c / Cy 9h 5h 6h", "Ann: 7h; Bob: 7d !; Bob: 7s"},
	{"the highest suit decides, from high to low: ♥ ♦ ♠ ♣.", strict, "Ann 7c 4d 5d / Bob 7s 5c 6c / Cy 7d 5h 6h", "Ann: 7c; Bob: 7s; Cy: 7d"},
	{"the highest suit decides, from high to low: ♥ ♦ ♠ ♣.", strict, "Ann 7d 4d 5d / Bob 7s 7h 5c / Cy 9h 5h 6h", "Ann: 7d; Bob: 7s !; Bob: 7h"},
	{"Between sets of the same rank the highest suit decides", "suits=poker", "Ann 7h 7d 4d 5c / Bob 7s 7c 5d 6c / Cy 9h 9d", "Ann: 7h 7d; Bob: 7s 7c"},
	{"**7♠ 7♣** beats **7♥ 7♦**.", "", "Ann 7h 7d 4d 5c / Bob 7s 7c 5d 6c / Cy 9h 9d", "Ann: 7h 7d; Bob: 7s 7c"},
	{"Between sets of the same rank the highest suit decides", "suits=austrian", "Ann 7d 7s 4d 5c / Bob 7h 7c 5d 6c / Cy 9h 9d", "Ann: 7d 7s; Bob: 7h 7c"},
	{"**7♥ 7♣** beats **7♦ 7♠**.", "", "Ann 7d 7s 4d 5c / Bob 7h 7c 5d 6c / Cy 9h 9d", "Ann: 7d 7s; Bob: 7h 7c"},
	{"The leader plays a set: one or more cards of one rank.", "", "Ann 9c 9d 4c 5d 6d / Bob 6c Td / Cy 7c Kc", "Ann: pass !; Ann: 9c 4c !; Ann: 9c 9d"},
	{"Then each player in turn beats it or passes; you may always pass, even if you could play.", "", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c Kc Jc", "Ann: 5c; Bob: pass; = turn Cy; Cy: 7c"},
	{"**7♥ 7♠** beats **6♣ 6♦**.", "", beaten, "Ann: 6c 6d; Bob: Kh !; Bob: 7c 7h 7s !; Bob: 7h 7s"},
	{"**10♣ 10♦ 10♥** beats **6♣ 6♦**.", "", beaten, "Ann: 6c 6d; Bob: 5c 5d 5h !; Bob: Tc Td Th"},
	{"**3♣ 3♦ 3♥** beats **6♣ 6♦**.", "opening=left", "Ann 6c 6d 4c / Bob 3c 3d 3h 5c / Cy 9s Jd", "Ann: 6c 6d; Bob: 3c 3d 3h"},
	{"**3♣ 3♦** beats **6♣ 6♦**.", "opening=left", "Ann 6c 6d 4c / Bob 3c 3d 3h 5c / Cy 9s Jd", "Ann: 6c 6d; Bob: 3c 3d"},
	{"**2♣ 2♦** beats **9♣ 9♦ 9♥**.", "", "Ann 9c 9d 9h 4c 4d / Bob 2c 2d 5d 6d / Cy 9s Td", "Ann: 9c 9d 9h; Bob: 2c 2d"},
	{"When nobody beats the last play, whoever made it leads the next trick; if they are out, the next player who still holds cards.", "pass=lap", "Ann 5c 9c Kd / Bob 6c Td 7d / Cy 7c", "Ann: 5c; Bob: 6c; Cy: 7c; = turn Ann; = top -"},
	{"When nobody beats the last play, whoever made it leads the next trick; if they are out, the next player who still holds cards.", "pass=again|out", "Ann 5c 9c / Bob 6c / Cy 7c Kc Jc", "Ann: 5c; Bob: 6c; Cy: pass; Ann: pass; = turn Cy; = top -"},
	{"**K♥ Joker** beats **Q♣ Q♦**.", "", "Ann Qc Qd 4c 5c / Bob Kh *1 7d / Cy 7c 8d", "Ann: Qc Qd; Bob: Kh *1"},
	{"Jokers on their own rank above all other cards.", "twos=same|fewer", "Ann 2s 4c 5c / Bob *1 5d 6d / Cy 9s Td", "Ann: 2s; Bob: *1"},
	{"Jokers on their own rank above all other cards.", "twos=clear|clearany", "Ann As 4c / Bob *1 5d 6d / Cy 9s Td", "Ann: As; Bob: *1"},
	{"**Joker** beats **A♠**.", "", "Ann As 4c / Bob *1 5d 6d / Cy 9s Td", "Ann: As; Bob: *1"},
	{"After **9♣ 9♦ 9♥ 9♠**, **5♥** beats **10♥**.", inverts, fours, inverted + "Ann: Th; Bob: 5h"},
	{"After **9♣ 9♦ 9♥ 9♠**, **5♥** beats **10♥**.", turns + "pass=again|out", fours, turned + "Ann: Th; Cy: pass; Bob: 5h"},
	{"**J♣ J♦ J♥ J♠ Joker** is a Coup.", "pass=again", "Ann Jc Jd Jh Js *1 4c 6c / Bob 5c / Cy 5d 7c", "Ann: Jc Jd Jh Js *1; Bob: pass; Cy: pass; Ann: 4c; Bob: 5c; Cy: pass; Ann: 6c; = over; = places Ann Bob Cy"},
	{"**4♣ 4♦ 4♥ 4♠ Joker Joker** is a Guillotine.", twoEach + "pass=again", "Ann 4c 4d 4h 4s *1 *2 7d Tc / Bob 9c / Cy 6c 6d", "Ann: 4c 4d 4h 4s *1 *2; Bob: pass; Cy: pass; Ann: 7d; Bob: 9c; Cy: pass; Ann: Tc; = over; = places Ann Cy Bob"},
	{"swaps places with the President of the last round, and at the end of this one with whoever came first.", "coup=yes leads=asshole exchange=none", "Ann=3 Bob=1 Cy=2: Ann Jc Jd Jh Js *1 4c / Bob 5c / Cy 5d 7c", "Ann: Jc Jd Jh Js *1; = held Ann=1 Bob=3 Cy=2"},
	{"swaps places with the President of the last round, and at the end of this one with whoever came first.", twoEach + "guillotine=yes coup=no leads=asshole exchange=none", "Ann=3 Bob=1 Cy=2: Ann Jc Jd Jh Js *1 *2 4c / Bob 5c / Cy 5d 7c", "Ann: Jc Jd Jh Js *1 *2; = held Ann=1 Bob=3 Cy=2"},
	{"After a Guillotine the overthrown President then swaps places with the Asshole.", twoEach + "pass=again", "Ann 9c 9d 9h 9s *1 *2 4d 7c / Bob 5c / Cy 6c 6d", "Ann: 9c 9d 9h 9s *1 *2; Bob: pass; Cy: pass; Ann: 4d; Bob: 5c; Cy: pass; Ann: 7c; = over; = places Ann Cy Bob"},
	{"Such a play doesn't reverse the ranks.", "coup=yes", "Ann 9c 9d 9h 9s *1 4d / Bob 4c / Cy 5c / Dee 6c 6d", "Ann: 9c 9d 9h 9s *1; = order upright"},
	{"Such a play doesn't reverse the ranks.", twoEach + "guillotine=yes", "Ann 9c 9d 9h 9s *1 *2 4d / Bob 4c / Cy 5c / Dee 6c 6d", "Ann: 9c 9d 9h 9s *1 *2; = order upright"},

	{"**8s** end the trick at once, and whoever played them leads.", "eights=stop", special, "Ann: 5c; Bob: 8c; = turn Bob; = top -"},
	{"**8♣ 8♦** ends the trick.", "eights=stop", "Ann 5c 5d 4c 4d / Bob 8c 8d Kd 7d / Cy 9c 9d 3h", "Ann: 5c 5d; Bob: 8c 8d; = turn Bob; = top -"},
	{"**2s** without a Joker end the trick at once, and whoever played them leads.", "twos=clear|clearany", special, "Ann: 5c; Bob: 2c; = turn Bob; = top -"},
	{"**2s** without a Joker end the trick", "twos=clear|clearany joker=both|wild jokers=2|3", "Ann 5c 5d 4c / Bob 2c *1 Kd / Cy 9c 9d 3h", "Ann: 5c 5d; Bob: 2c *1; = turn Cy"},
	{"**2♣ 2♦** ends the trick.", "twos=clear|clearany", "Ann 5c 5d 4c 4d / Bob 2c 2d Kd 7d / Cy 9c 9d 3h", "Ann: 5c 5d; Bob: 2c 2d; = turn Bob; = top -"},
	{"One 2 alone beats any set but Jokers alone.", "", "Ann 9c 9d 4c 4d / Bob 2c Kd 7d / Cy 5c 5d 3h", "Ann: 9c 9d; Bob: 2c; = turn Bob; = top -"},
	{"One 2 alone beats any set but Jokers alone.", "jokers=2|3 joker=both|high", "Ann *1 *2 4c / Bob 2c Kd 7d / Cy 5c 5d 3h", "Ann: *1 *2; Bob: 2c !"},
	{"**2♣** beats **9♣ 9♦ 9♥**.", "", "Ann 9c 9d 9h 4c 4d / Bob 2c Kd 7d / Cy 5c 5d 3h", "Ann: 9c 9d 9h; Bob: 2c"},
	{"While the ranks are reversed, 2s are only the lowest cards.", inverts, fours, inverted + "Ann: 4c; Bob: 2c !"},
	{"While the ranks are reversed, 2s are only the lowest cards.", "jacks=back four=none", "Ann Jc 4c 5c / Bob 2c 3d / Cy 9c 3h", "Ann: Jc; Bob: 2c !"},
	{"**Jacks** reverse the ranks until the trick ends, and the next Jacks turn them back.", "jacks=back size=same equal=no pass=again|out", "Ann Tc 4c Kc / Bob Jc Qd / Cy 9c 3h Td", "Ann: Tc; Bob: Jc; = order inverted; Cy: 9c; Ann: pass; Bob: pass; = order upright; = turn Cy"},
	{"and the next Jacks turn them back.", "jacks=back equal=yes", "Ann Jc 4c Kc / Bob Jd Qd / Cy Kd 3h Td", "Ann: Jc; Bob: Jd; = order upright; Cy: Kd"},
	{"After **J♣** **9♠** is higher, and **Q♠** isn't.", "jacks=back size=same|higher|bigger", "Ann Jc 4c Kc / Bob 9s Qs Qd / Cy Kd 3h", "Ann: Jc; Bob: Qs !; Bob: 9s"},
	{"**3♠** beats a Joker that was played alone, and ends the trick.", "spade3=yes", joker, "Ann: *1; Bob: 3s; = turn Bob; = top -"},
	{"**3♠** beats **Joker**.", "spade3=yes", joker, "Ann: *1; Bob: 3s"},
	{"**Burn:** four cards of one rank, played directly on one another, end the trick, and whoever played the last of them leads.", "burn=yes equal=yes|skip|ornothing four=none", "Ann 9c 9d 4c 4d / Bob 3c 3d 5d / Cy 9h 9s 3h", "Ann: 9c 9d; Bob: pass; Cy: 9h 9s; = turn Cy; = top -"},
	{"**9♣ 9♦ 9♥ 9♠** ends the trick.", "burn=yes four=none", fours, "Ann: 9c 9d 9h 9s; = turn Ann; = top -"},
	{"**Suit lock:** two plays in a row with the same suits lock the trick to these suits.", "lock=suits", special, "Ann: 5c; Bob: 7c; Cy: 9d !; Cy: 9c"},
	{"After **5♣** and **7♣**, only ♣ can be played.", "lock=suits", special, "Ann: 5c; Bob: 7c; = legal 2 9c|pass"},
	{"Jokers fit any lock.", "lock=suits joker=both|high", "Ann 5c 4c Kc / Bob 7c 8c Kd / Cy 9d *1 3h", "Ann: 5c; Bob: 7c; Cy: *1"},
	{"Jokers fit any lock.", "lock=suits joker=both|wild", "Ann 5c 5d 4c / Bob 7c 7d Kd / Cy 9d *1 3h", "Ann: 5c 5d; Bob: 7c 7d; Cy: 9d *1"},
	{"**Runs:** three or more cards of one suit in a row, up to K A 2, are a play.", "opening=left", "Ann Ks As 2s 4s 5s 6s 7s / Bob 4d 5d / Cy 6d 7d", "Ann: As 2s 3s !; Ann: 4s 5s !; Ann: Ks As 2s"},
	{"Only a run of the same length beats a run, if its lowest card ranks higher.", "opening=left four=none", runsDealt, "Ann: 4s 5s 6s; Bob: 9c 9d 9h !; Bob: 5d 6d 7d 8d !; Bob: 4h 5h 6h !; Bob: 5d 6d 7d"},
	{"**5♦ 6♦ 7♦** beats **4♠ 5♠ 6♠**.", "opening=left", runsDealt, "Ann: 4s 5s 6s; Bob: 5d 6d 7d"},
	{"A Joker can take the place of one card, if two others are natural.", "opening=left", "Ann 4s *1 6s 8s / Bob 5d 6d / Cy 6h 7d", "Ann: 4s *1=5s 6s; = top 4s *1=5s 6s"},
	{"Runs of four cards or more do the same.", inverts + "opening=left runs=suit", "Ann 4s 5s 6s 7s 8d / Bob 5d 6d / Cy 6h 7d", "Ann: 4s 5s 6s 7s; = order inverted"},
	{"Runs of four cards or more do the same.", turns + "opening=left runs=suit", "Ann 4s 5s 6s 7s 8d / Bob 5d 6d / Cy 6h 7d", "Ann: 4s 5s 6s 7s; = order inverted; = turn Ann"},
	{"Then the next player must match it, too, or sits out the rest of the trick.", "pass=again opening=left", "Ann 9c 4c Kc / Bob 9d 3c 4d / Cy Td 9h 3h / Dee 3d Jd 4h", "Ann: 9c; Bob: 9d; Cy: Td !; Cy: pass; Dee: Jd; Ann: Kc; Bob: pass; = turn Dee"},
	{"Nobody has to match 2s while they are the highest.", "opening=left twos=same|fewer jokers=2|3 joker=both|high", "Ann 2c 4c Kc / Bob 2d 3c 4d / Cy *1 Td 3h", "Ann: 2c; Bob: 2d; Cy: *1"},
	{"**Downfall:** with 4 players or more, if somebody else is the first to go out, the President of the last round is out at once.", "leads=president exchange=none", fallen, "Ann: 4c; Bob: 9c; = out Bob Ann; = hand Ann -"},
	{"The fallen President comes last.", "leads=president exchange=none finish=any", fallen, "Ann: 4c; Bob: 9c; Cy: Tc; = over; = places Bob Cy Dee Ann"},
	{"The fallen President comes after everyone but those with a forbidden last card.", "leads=president exchange=none finish=twos|strict pass=again|out", "Ann=1 Bob=2 Cy=3 Dee=4: Ann 4c 5c / Bob 9c / Cy 2c / Dee 3d 3h", "Ann: 4c; Bob: 9c; Cy: 2c; = over; = places Bob Dee Ann Cy"},
	{"If your last play includes a 2", "finish=twos|strict pass=again|out", "Ann 2c / Bob 4c 5c / Cy 4d 5d 6d", "Ann: 2c; = out Ann; Bob: 4c; Cy: 5d; Bob: pass; Cy: 4d; Bob: 5c; = over; = places Bob Cy Ann"},
	{"If your last play includes a 2 or a Joker, you come last.", "finish=twos|strict pass=again|out", "Ann *1 / Bob 4c 5c / Cy 4d 5d 6d", "Ann: *1; = out Ann; = turn Bob; Bob: 4c; Cy: 5d; Bob: pass; Cy: 4d; Bob: 5c; = over; = places Bob Cy Ann"},
	{"The same goes for an 8.", "finish=strict pass=again|out eights=stop", "Ann 8c / Bob 4c 5c / Cy 4d 5d 6d", "Ann: 8c; = turn Bob; Bob: 4c; Cy: 5d; Bob: pass; Cy: 4d; Bob: 5c; = over; = places Bob Cy Ann"},
	{"The same goes for 3♠ alone.", "finish=strict pass=again|out spade3=yes", "Ann 3s / Bob 4c 5c / Cy 4d 5d 6d", "Ann: 3s; = turn Bob; Bob: 4c; Cy: 5d; Bob: pass; Cy: 4d; Bob: 5c; = over; = places Bob Cy Ann"},
	{"While the ranks are reversed, a 3 is forbidden instead of a 2.", inverts + "finish=twos|strict pass=again|out", "Ann 9c 9d 9h 9s 2c / Bob 3h 4c / Cy 5d 6d 7d", inverted + "Ann: 2c; = out Ann; Bob: pass; Cy: pass; = turn Bob; Bob: 4c; Cy: pass; Bob: 3h; = over; = places Ann Cy Bob"},
	{"Of several such players, the first to go out is last.", "finish=twos|strict pass=again|out", "Ann 2c / Bob 2d / Cy 4d 5d 6d", "Ann: 2c; Bob: 2d; = over; = places Cy Bob Ann"},
	{"**First lead:** Whoever holds 3♦.", "", "Ann 9c 4c / Bob 3d 5c / Cy 5d 7c", "= turn Bob; Bob: 5c"},
	{"**Later leads:** Whoever holds 3♦.", "exchange=none", "Ann=3 Bob=1 Cy=2: Ann 9c 4c / Bob 6h 5c / Cy 3d 7c", "= turn Cy; Cy: 7c"},

	{"players or more, the Half-Ass and the Vice-President do the same with one card.", "exchange=auto vice=4", "Ann=4 Bob=1 Cy=2 Dee=3: Ann 2h As 5c / Bob 3d 4c 9h / Cy 6c 7c Jd / Dee 5d 8c Ks", "= hand Ann 3d 4c 5c; = hand Bob 9h As 2h; = hand Cy 7c Jd Ks; = hand Dee 5d 6c 8c"},
	{"players or more, the Half-Ass and the Vice-President do the same with one card.", "exchange=choice vice=4", "Ann=4 Bob=1 Cy=2 Dee=3: Ann 2h As 5c / Bob 3d 4c 9h / Cy 6c 7c Jd / Dee 5d 8c Ks", "Bob: give 9h 4c; = turn Cy; Cy: give 7c; = hand Dee 5d 7c 8c"},
	{"players or more, the Half-Ass gives their highest card and gets the Vice-President's lowest.", "vice=4", "Ann=4 Bob=1 Cy=2 Dee=3: Ann 3d 4d 5d / Bob 2h As 9h / Cy 6c 7c Jd / Dee 5c 8c Ks", "= hand Cy 7c Jd Ks; = hand Dee 5c 6c 8c"},
	{"With 5 players or more, the Half-Ass gives", "vice=5", "Ann=4 Bob=1 Cy=2 Dee=3: Ann 3d 4d 5d / Bob 2h As 9h / Cy 6c 7c Jd / Dee 5c 8c Ks", "= hand Cy 6c 7c Jd; = hand Dee 5c 8c Ks"},
}

// checkedElsewhere lists tests that check other sentences, which are about deals, decks and
// matches. A sentence is given by its first words.
var checkedElsewhere = []struct {
	test   func(*testing.T)
	begins []string
}{
	{TestPresets, []string{"This game is for 3 to 8 players", "This game is for 4 to 7 players", "This game is for 4 to 14 player", "Each deck has", "With 8 players or more there are two decks"}},
	{TestTheFirstOfTwoHoldersLeads, []string{"With two decks, the first holder clockwise"}},
	{TestAGuillotineNeedsTwoJokersInPlay, []string{"This game is for 8 to 14 players"}},
	{TestTheLowestCardDrawnDeals, []string{"For the first deal everyone draws a card", "The first dealer is picked at random"}},
	{TestPlacesDecideTheNextDeal, []string{
		"In later rounds the Asshole deals", "In later rounds the President first gets two cards off the top of the shuffled deck",
		"The rest is dealt as usual", "All cards are dealt, so some", "After each round players sit in order of place", "Anyone who joins a running match",
	}},
	{TestRecords, []string{"Their suits must differ."}},
	{TestExchangeIsPrivate, []string{"Only the two who exchange see the cards"}},
	{TestTheWinnerOfAMatch, []string{"The match goes on until the host ends it", "The match ends with", "The match lasts", "If several reach it, the best placed", "Whoever was President most often wins", "The most points win", "A tie goes to whoever did better"}},
}

// sentences returns the sentences of pages. It replaces the titles of other systems by those that
// the claims use.
func sentences(pages []game.Page) (list []string) {
	titles := strings.NewReplacer("Daihinmin", "Asshole", "Daifugō", "President", "Hinmin", "Half-Ass", "Fugō", "Vice-President", "Heimin", "Citizen",
		"Later leads:** AHole", "Later leads:** Last place", "Vice-AHole", "Half-Ass", "Vice-Asshole", "Half-Ass", "AHole", "Asshole")
	for _, p := range pages {
		for _, line := range strings.Split(titles.Replace(p.Text().String()), "\n") {
			for _, s := range strings.SplitAfter(line, ". ") {
				if s = strings.TrimSpace(s); s != "" {
					list = append(list, s)
				}
			}
		}
	}
	return list
}

// TestEverySentenceOfThePagesIsChecked checks that a claim or another test covers every sentence of
// the pages, under any two options of each system. Every page but the last must have an example.
func TestEverySentenceOfThePagesIsChecked(t *testing.T) {
	isChecked := func(s string) bool {
		for _, e := range checkedElsewhere {
			if slices.ContainsFunc(e.begins, func(begins string) bool { return strings.HasPrefix(s, begins) }) {
				return true
			}
		}
		return slices.ContainsFunc(claims, func(c claim) bool {
			return slices.ContainsFunc(strings.SplitAfter(c.sentence, ". "), func(part string) bool { return strings.Contains(s, strings.TrimSpace(part)) })
		})
	}
	known := map[string]bool{}
	for _, system := range systems {
		forOptionPairs(t, system, nil, func(name string, rules game.Rules, _ map[string]string) {
			for _, p := range rules.Pages() {
				if text := p.Text().String(); p.Title.String() != "Start of a round" && !strings.ContainsAny(text, "♣♦♥♠") || strings.ContainsAny(text, "{}") {
					t.Errorf("%s: page %q has no example, or a placeholder is not filled:\n%s", name, p.Title, text)
				}
			}
			for _, s := range sentences(rules.Pages()) {
				if known[s] {
					continue
				}
				known[s] = true
				if !isChecked(s) {
					t.Errorf("no round of this test tries the sentence %q", s)
				}
			}
		})
	}
}

// ofCards are the options under which certain cards, that the rounds of other claims have, do special
// things.
var ofCards = map[string]string{"eights": "no", "jacks": "no", "burn": "no", "lock": "none", "spade3": "no", "finish": "any"}

// matches reports whether options meet the claim's requirements. An option of ofCards must be off if
// the claim doesn't name it.
func (c claim) matches(options map[string]string) bool {
	for key, off := range ofCards {
		if options[key] != off && !strings.Contains(" "+c.options, " "+key+"=") {
			return false
		}
	}
	for _, want := range strings.Fields(c.options) {
		key, values, _ := strings.Cut(want, "=")
		if !slices.Contains(strings.Split(values, "|"), options[key]) {
			return false
		}
	}
	return true
}

// forOptionPairs calls do with the rules for any two options, in addition to base and to some other
// options. It skips duplicates.
func forOptionPairs(t *testing.T, system gametest.System, base map[string]string, do func(name string, rules game.Rules, options map[string]string)) {
	t.Helper()
	type setting struct{ key, value string }
	settings := []setting{{"target", "10"}, {"rounds", "5"}}
	for _, o := range gametest.New(t, system, "").Options() {
		for _, c := range o.Choices {
			settings = append(settings, setting{o.Key, c.Value})
		}
	}
	mixes := map[string]bool{}
	for _, more := range []map[string]string{{}, {"jokers": "2"}, {"four": "revolution", "equal": "yes", "jokers": "2", "joker": "wild"},
		{"runs": "suit", "runrev": "yes", "four": "invert", "finish": "twos"}} {
		for i, a := range settings {
			for _, b := range settings[i:] {
				options := map[string]string{}
				maps.Copy(options, base)
				maps.Copy(options, more)
				options[a.key], options[b.key] = a.value, b.value
				rules, err := system(options)
				if err != nil {
					continue // these options are incompatible
				}
				for _, o := range rules.Options() {
					options[o.Key] = o.Value
				}
				if mix := fmt.Sprint(options); !mixes[mix] {
					mixes[mix] = true
					do(fmt.Sprintf("%s=%s %s=%s %v", a.key, a.value, b.key, b.value, more), rules, options)
				}
			}
		}
	}
}

// TestThePagesAgreeWithTheEngine checks each sentence of the pages in a round, under any two
// options with which it appears.
func TestThePagesAgreeWithTheEngine(t *testing.T) {
	every := gametest.Dose(t, 5, 1, 1) // one pair in this many is checked
	base := gametest.Options(plainOptions + " target=0 rounds=0")
	checked, n := make([]int, len(claims)), 0
	forOptionPairs(t, Asshole, base, func(name string, rules game.Rules, options map[string]string) {
		if n++; n%every != 0 {
			return
		}
		text := strings.Join(sentences(rules.Pages()), " ")
		for n, c := range claims {
			if !strings.Contains(text, c.sentence) || !c.matches(options) {
				continue
			}
			checked[n]++
			var set []string
			for key, value := range options {
				set = append(set, key+"="+value)
			}
			round := ruleCase{options: strings.Join(set, " "), deal: c.deal, play: c.play}.record()
			if err := record.Replay("", strings.NewReader(round), caseSystem); err != nil {
				t.Errorf("%s: a round contradicts the sentence %q: %v\n%s", name, c.sentence, err, round)
			}
		}
	})
	for n, c := range claims {
		if checked[n] == 0 && every == 1 {
			t.Errorf("no page has the sentence %q (%s)", c.sentence, c.options)
		}
	}
}
