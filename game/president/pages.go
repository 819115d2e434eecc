package president

import (
	"fmt"
	"strings"

	"deuces/game"
	"deuces/game/card"
)

// Pages tells the rules as they are set, a page an idea, each with an example.
func (r *Rules) Pages() []game.Page {
	pages := []game.Page{r.aimPage(), r.playPage()}
	if r.settings.number("jokers") > 0 {
		pages = append(pages, r.jokerPage())
	}
	if r.law.four != fourNone || r.law.coup || r.law.guillotine {
		pages = append(pages, r.specialPage())
	}
	return append(pages, r.roundsPage())
}

// prose gathers the sentences of a page.
type prose []string

func (p *prose) add(format string, args ...any) { *p = append(*p, fmt.Sprintf(format, args...)) }

// when adds a sentence where an option calls for it.
func (p *prose) when(ok bool, format string, args ...any) {
	if ok {
		p.add(format, args...)
	}
}

// page ends a page with an example.
func (p prose) page(title, example string) game.Page {
	return game.Page{Title: title, Text: strings.Join(p, "\n") + "\n\n" + "*Example:* " + example}
}

// faces writes cards as people read them: "9♥ 9♠".
func faces(notation string) string {
	cards, err := card.ParseAll(notation)
	if err != nil {
		return notation // ours are all cards; the tests read every page
	}
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.Face()
	}
	return "**" + strings.Join(words, " ") + "**"
}

func (r *Rules) aimPage() game.Page {
	var p prose
	w := r.preset.words
	p.add("Get rid of all your cards. The first to be out is **%s**; the last to hold cards is **%s**.", w[0], w[4])
	p.add("With %s players or more the second is %s and the last but one %s; everyone else is %s.", r.settings.option("vice").Value, w[1], w[3], w[2])
	p.add("Cards rank from low to high: 3 4 5 6 7 8 9 10 J Q K A 2%s.", map[bool]string{true: " Joker"}[r.settings.number("jokers") > 0 && !r.law.stands])
	if r.law.suits == suitsNone {
		p.add("Suits don't matter.")
	} else {
		p.add("Sets of one rank are told apart by suit: %s, high to low. The highest suit in a set is the set's.", suitOrder[r.law.suits])
	}
	p.when(r.preset.second > 0, "From %d players on there are two decks.", r.preset.second)
	p.add("**Points a round:** %s 2, %s 1%s.", w[0], w[1], map[bool]string{true: fmt.Sprintf(", %s -1, %s -2", w[3], w[4])}[r.settings.is("demerits", "yes")])
	target, rounds := r.settings.number("target"), r.settings.number("rounds")
	p.when(target > 0, "The match ends after the round in which someone reaches %s; of those who do, the best placed in that round wins.", points(target))
	p.when(target > 0 && rounds > 0, "It ends after %s at the latest: then most points win.", times(rounds))
	p.when(target == 0 && rounds > 0, "The match ends after %s; most points win.", times(rounds))
	p.when(target == 0 && rounds == 0, "The match goes on until the host ends it; most points win.")
	if r.law.suits == suitsNone {
		return p.page("The aim", fmt.Sprintf("%s is beaten by %s, whatever the suits, and by %s.", faces("Kd"), faces("Ac"), faces("2h")))
	}
	low, high := "7d 7s", "7h 7c"
	if r.law.suits == suitsPoker {
		low, high = "7h 7d", "7s 7c"
	}
	return p.page("The aim", fmt.Sprintf("%s goes on %s.", faces(high), faces(low)))
}

func (r *Rules) playPage() game.Page {
	var p prose
	p.add("Who leads lays any card, or any set of cards of one rank. In turn the others beat it or pass; you may always pass, even if you could play.")
	example := fmt.Sprintf("%s is beaten by %s", faces("6c 6d"), faces("7h 7s"))
	switch r.law.size {
	case sizeSame:
		p.add("A play is beaten by as many cards of a higher rank%s.", map[bool]string{true: ", or of the same rank and a higher suit"}[r.law.suits != suitsNone])
		example += fmt.Sprintf(", not by %s nor by %s", faces("Kh"), faces("7c 7h 7s"))
	case sizeHigher:
		p.add("A play is beaten by a higher set of as many cards or more.")
		example += fmt.Sprintf(" and by %s, not by %s", faces("Tc Td Th"), faces("5c 5d 5h"))
	case sizeBigger:
		p.add("A play is beaten by a higher set of as many cards, or by any set of more.")
		example += fmt.Sprintf(" and by %s", faces("3c 3d 3h"))
	case sizeAny:
		p.add("A play is beaten by any set of as many cards or more, whatever the rank.")
		example += fmt.Sprintf(" and by %s", faces("3c 3d"))
	}
	p.when(r.law.equal != equalNo, "A set of the same rank and size may also be laid on it.")
	p.when(r.law.equal == equalSkip, "Then the next player who could still play loses that turn.")
	if r.law.fewer {
		p.add("One 2 fewer is enough: two 2s beat three cards, one 2 beats a pair. 2s don't beat 2s so, nor Jokers laid alone.%s", map[bool]string{true: " While low cards beat high ones this rests."}[r.law.four != fourNone])
		example += fmt.Sprintf("; %s by %s", faces("9c 9d 9h"), faces("2c 2d"))
	}
	if r.law.once {
		p.add("Who passes sits out the rest of the trick.")
	} else {
		p.add("After a pass you may still play when your turn comes again.")
	}
	p.add("When nobody beats a play, the trick is set aside and its player leads; if out of cards, the next who holds some.")
	p.when(r.law.keepPair, "Your last two cards may not go as a pair.")
	return p.page("Playing", example+".")
}

func (r *Rules) jokerPage() game.Page {
	var p prose
	n := r.settings.number("jokers")
	p.add("Each deck has %s.", many(n, "Joker"))
	var example string
	if r.law.joins {
		p.add("A Joker joined to other cards takes their rank%s.", map[bool]string{true: ", and counts as the highest suit"}[r.law.suits != suitsNone])
		example = fmt.Sprintf("%s is a pair of Kings", faces("Kh *1"))
	}
	if r.law.stands {
		p.add("Jokers alone stand for any card that you name; unnamed, for the highest there is. As a 2 they don't beat a 2, nor does a 2 beat them.")
		example += fmt.Sprintf("; %s alone is a 2 unless you say otherwise", faces("*1"))
	} else {
		p.add("Jokers alone rank above the 2%s.", map[bool]string{true: ", also while low cards beat high ones"}[r.law.four != fourNone])
		p.when(!r.law.joins, "They join no other cards.")
		if example != "" {
			example += "; "
		}
		example += fmt.Sprintf("%s beats %s", faces("*1"), faces("2s"))
	}
	return p.page("Jokers", example+".")
}

func (r *Rules) specialPage() game.Page {
	var p prose
	var examples []string
	set := "Four or more cards of one rank"
	if r.law.joins && r.settings.number("jokers") > 0 {
		set += ", Jokers that joined counted,"
	}
	switch r.law.four {
	case fourInvert:
		p.add("%s turn the order over at once: low cards beat high ones, until the round ends or the next such set turns it back.", set)
		examples = append(examples, fmt.Sprintf("after %s, %s beats %s", faces("9c 9d 9h 9s"), faces("5h"), faces("Th")))
	case fourRevolution:
		p.add("**Revolution:** %s turn the order and the direction of play. The trick ends and their player leads again. Another turns both back.", strings.ToLower(set[:1])+set[1:])
		p.when(r.law.equal != equalNo, "So do four single cards of one rank laid by four players in successive turns, with no pass between; at least one must be no Joker.")
		examples = append(examples, fmt.Sprintf("after %s, %s beats %s", faces("9c 9d 9h 9s"), faces("5h"), faces("Th")))
	}
	w := r.preset.words
	if r.law.coup {
		p.add("**Coup:** four of a kind with a Joker, or three with two. Their player swaps places with the %s of the round before, and at the end with whoever came first.", w[0])
		examples = append(examples, fmt.Sprintf("%s is a coup", faces("Jc Jd Jh Js *1")))
	}
	if r.law.guillotine {
		p.add("**Guillotine:** four of a kind with two Jokers. The same, and then the fallen %s swaps places with the %s.", w[0], w[4])
		p.when(r.settings.number("jokers") < guillotineJokers, "There are two Jokers where there are two decks, so it takes %d players or more.", r.preset.second)
		examples = append(examples, fmt.Sprintf("%s is the guillotine", faces("4c 4d 4h 4s *1 *2")))
	}
	p.when((r.law.coup || r.law.guillotine) && r.law.four != fourNone, "Neither of these turns the order.")
	return p.page("Special plays", strings.Join(examples, "; ")+".")
}

func (r *Rules) roundsPage() game.Page {
	var p prose
	w := r.preset.words
	if r.preset.drawn {
		p.add("For the first deal everyone draws a card: the lowest deals, ties draw again. Later the %s deals.", w[4])
	} else {
		p.add("The first dealer is picked at random. Later the %s deals.", w[4])
	}
	lead := map[uint8]string{
		leadLeft: "the player at the dealer's left leads", leadPresident: "the " + w[0] + " leads", leadAsshole: "the " + w[4] + " leads",
		leadQueen: "the holder of Q♥ leads with anything", leadThree: "the holder of 3♣ leads, with a play that has it in",
	}
	if first, later := lead[r.law.opening], lead[r.law.leads]; first == later {
		p.add("In every round %s.", first)
	} else {
		p.add("In the first round %s; later %s.", first, later)
	}
	vice := fmt.Sprintf(" %s and %s do so with one card.", w[3], w[1])
	example := fmt.Sprintf("the %s deals, and whoever sits at the left of the dealer gets the first card, say %s", w[4], faces("3c"))
	switch r.law.exchange {
	case exchangeNone:
		p.add("Nothing is exchanged.")
	case exchangeExtra:
		p.add("In later rounds the %s starts with two cards from the top of the deck and, where there is one, the %s with one; the rest is dealt as usual.", w[0], w[1])
		example = fmt.Sprintf("the %s gets %s before the deal", w[0], faces("4d Ks"))
	case exchangeAuto:
		p.add("After each later deal the %s gives the two highest cards to the %s and gets the two lowest of the hand so made.%s", w[4], w[0], vice)
		example = fmt.Sprintf("%s go up to the %s, %s come down", faces("2h As"), w[0], faces("3d 4c"))
	case exchangeChoice:
		p.add("After each later deal the %s gives the two highest cards to the %s, who returns any two.%s", w[4], w[0], vice)
		example = fmt.Sprintf("%s go up to the %s, who may return %s", faces("2h As"), w[0], faces("7d 9c"))
	case exchangeMercy:
		p.add("After each later deal the %s gives the two lowest cards and gets the %s's two highest; 3♣ may be kept back. The %s, where there is one, gives the highest card and gets the %s's lowest.", w[4], w[0], w[3], w[1])
		example = fmt.Sprintf("the %s gives %s and gets %s", w[4], faces("3d 4c"), faces("2h As"))
	}
	p.when(r.law.exchange >= exchangeAuto, "Only the two who exchange see the cards.")
	p.when(r.settings.is("seating", "rank"), "After each round people sit in the order in which they came, clockwise from the %s.", w[0])
	return p.page("Between rounds", example+".")
}
