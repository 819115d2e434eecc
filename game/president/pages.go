package president

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Pages implements game.Rules. Each page explains one topic, with examples.
func (r *Rules) Pages() []game.Page {
	pages := []game.Page{r.aimPage(), r.playPage()}
	if r.Number("jokers") > 0 {
		pages = append(pages, r.jokerPage())
	}
	if r.rules.four != fourNone || r.rules.coup || r.rules.guillotine {
		pages = append(pages, r.specialPage())
	}
	return append(pages, r.roundsPage())
}

// prose collects the sentences of a page, each on its own line, and its examples.
type prose struct{ rules, examples []say.Message }

func (p *prose) add(text say.Text, args ...any) { p.rules = append(p.rules, say.New(text, args...)) }

// example adds an example: a sentence with placeholders for cards.
func (p *prose) example(text say.Text, args ...any) {
	p.examples = append(p.examples, say.New(text, args...))
}

func (p *prose) page(title say.Text) game.Page {
	examples := say.New("*Example:* {examples}", say.Join(" ", p.examples...))
	return game.Page{Title: say.New(title), Text: say.Join("\n\n", say.Lines(p.rules...), examples)}
}

// faces writes cards as people read them: "9♥ 9♠".
func faces(notation string) string {
	cards, err := card.ParseAll(notation)
	if err != nil {
		return notation // can't happen: tests render every page
	}
	return "**" + card.Faces(cards) + "**"
}

func (r *Rules) aimPage() game.Page {
	var p prose
	w := r.words()
	jokers := r.Number("jokers") > 0
	fewest, most := r.Seats()
	p.add("For {fewest} to {most} players. Get rid of all your cards. Whoever goes out first is **{first}**; the last one holding cards is **{last}**.", fewest, most, w[0], w[4])
	p.add("With {n} players or more, second place is {second}, second to last is {fourth}, and everyone else is {middle}.", r.Number("vice"), w[1], w[3], w[2])
	if jokers && !r.rules.jokersNamed {
		p.add("Cards rank from low to high: 3 4 5 6 7 8 9 10 J Q K A 2 Joker.")
	} else {
		p.add("Cards rank from low to high: 3 4 5 6 7 8 9 10 J Q K A 2.")
	}
	switch r.rules.suits {
	case suitsNone:
		p.add("Suits don't matter.")
		p.example("{card} is beaten by {ace}, whatever the suits, and by {two}.", faces("Kd"), faces("Ac"), faces("2h"))
	case suitsPoker:
		p.add("Between sets of the same rank the suit decides, from high to low: ♠ ♥ ♦ ♣. The highest suit in a set counts.")
		p.example("{high} beats {low}.", faces("7s 7c"), faces("7h 7d"))
	case suitsAustrian:
		p.add("Between sets of the same rank the suit decides, from high to low: ♥ ♦ ♠ ♣. The highest suit in a set counts.")
		p.example("{high} beats {low}.", faces("7h 7c"), faces("7d 7s"))
	}
	if r.preset.secondDeckFrom > 0 {
		p.add("With {n} players or more there are two decks.", r.preset.secondDeckFrom)
	}
	r.addPoints(&p)
	r.addEnd(&p)
	return p.page("Goal")
}

// addPoints says what each place gets.
func (r *Rules) addPoints(p *prose) {
	w := r.words()
	own := r.Option("points").CustomNumbers()
	switch {
	case own != nil:
		p.add("**Points each round, from first place on:** {points}. Places beyond these get the last number.", r.Option("points").Words())
	case r.Is("points", "distance"):
		p.add("**Points each round:** last place gets 0, and each place above it one point more. With four players that is 3, 2, 1, 0.")
	case r.titlesOnly():
		p.add("Nobody gets points: the titles are what counts.")
	case r.Is("demerits", "yes"):
		p.add("**Points each round:** {first} 2, {second} 1, {fourth} −1, {last} −2.", w[0], w[1], w[3], w[4])
	default:
		p.add("**Points each round:** {first} 2, {second} 1.", w[0], w[1])
	}
}

// addEnd says when the match ends.
func (r *Rules) addEnd(p *prose) {
	target, rounds := r.matchLength()
	switch {
	case r.titlesOnly() && rounds > 0:
		p.add("The match ends after {n:# round|# rounds}; whoever was {first} most often wins.", rounds, r.words()[0])
	case r.titlesOnly():
		p.add("The match goes on until the host ends it; whoever was {first} most often wins.", r.words()[0])
	case target > 0:
		p.add("The match ends after the round in which someone reaches {n:# point|# points}. If several do, the best placed in that round wins.", target)
		if rounds > 0 {
			p.add("It ends after {n:# round|# rounds} at the latest; then the most points win.", rounds)
		}
	case rounds > 0:
		p.add("The match ends after {n:# round|# rounds}; the most points win.", rounds)
	default:
		p.add("The match goes on until the host ends it; the most points win.")
	}
}

func (r *Rules) playPage() game.Page {
	var p prose
	p.add("The leader plays any card, or any set of cards of one rank. Then each player in turn beats it or passes; you may always pass, even if you could play.")
	pair := faces("6c 6d")
	switch r.rules.size {
	case sizeSame:
		if r.rules.suits == suitsNone {
			p.add("Beat it with the same number of cards of a higher rank.")
		} else {
			p.add("Beat it with the same number of cards of a higher rank, or of the same rank and a higher suit.")
		}
		p.example("{top} is beaten by {pair}, but not by {one} or by {three}.", pair, faces("7h 7s"), faces("Kh"), faces("7c 7h 7s"))
	case sizeHigher:
		p.add("Beat it with the same number of cards or more, of a higher rank.")
		p.example("{top} is beaten by {pair} and by {three}, but not by {lower}.", pair, faces("7h 7s"), faces("Tc Td Th"), faces("5c 5d 5h"))
	case sizeBigger:
		p.add("Beat it with the same number of cards of a higher rank, or with any larger set.")
		p.example("{top} is beaten by {pair} and by {other}.", pair, faces("7h 7s"), faces("3c 3d 3h"))
	case sizeAny:
		p.add("Beat it with any set of the same number of cards or more, whatever the rank.")
		p.example("{top} is beaten by {pair} and by {other}.", pair, faces("7h 7s"), faces("3c 3d"))
	}
	switch r.rules.equal {
	case equalYes:
		p.add("You may also play a set of the same rank and size.")
	case equalSkip:
		p.add("You may also play a set of the same rank and size. Then the next player who could still play loses a turn.")
	}
	if r.rules.fewerTwos {
		if r.Number("jokers") > 0 {
			p.add("2s need one card fewer: two 2s beat three cards, one 2 beats a pair. 2s don't beat 2s this way, nor Jokers played on their own.")
		} else {
			p.add("2s need one card fewer: two 2s beat three cards, one 2 beats a pair. 2s don't beat 2s this way.")
		}
		if r.rules.four != fourNone {
			p.add("This doesn't apply while low cards beat high ones.")
		}
		p.example("{three} is beaten by {two}.", faces("9c 9d 9h"), faces("2c 2d"))
	}
	switch {
	case r.rules.oneTurnEach:
		p.add("Everyone gets one turn in a trick. It ends when the turn comes back to whoever led it, and the last play wins it.")
	case r.rules.passIsFinal:
		p.add("After a pass you sit out the rest of the trick.")
	default:
		p.add("After a pass you may still play when your turn comes round again.")
	}
	if r.rules.oneTurnEach {
		p.add("Whoever won the trick leads the next; if they are out, the next player who still holds cards.")
	} else {
		p.add("When nobody beats a play, the trick is over and whoever played it leads; if they are out, the next player who still holds cards.")
	}
	if r.rules.noLastPair {
		p.add("You can't play your last two cards as a pair.")
	}
	return p.page("Playing")
}

func (r *Rules) jokerPage() game.Page {
	var p prose
	p.add("Each deck has {n:one Joker|# Jokers}.", r.Number("jokers"))
	switch {
	case !r.rules.jokersWild:
		p.add("Jokers can't be played with other cards.")
	case r.rules.suits == suitsNone:
		p.add("A Joker played with other cards takes their rank.")
	default:
		p.add("A Joker played with other cards takes their rank, and counts as the highest suit.")
	}
	if r.rules.jokersWild {
		p.example("{cards} is a pair of Kings.", faces("Kh *1"))
	}
	switch {
	case r.rules.jokersNamed:
		r.addWildAlone(&p)
	case r.rules.four != fourNone:
		p.add("Jokers on their own rank above the 2, even while low cards beat high ones.")
		p.example("{joker} beats {two}.", faces("*1"), faces("2s"))
	default:
		p.add("Jokers on their own rank above the 2.")
		p.example("{joker} beats {two}.", faces("*1"), faces("2s"))
	}
	return p.page("Jokers")
}

// addWildAlone says what Jokers on their own stand for.
func (r *Rules) addWildAlone(p *prose) {
	p.add("Jokers on their own stand for any card you name.")
	inverts := r.rules.four != fourNone
	equals := r.rules.size == sizeAny || r.rules.equal != equalNo // whether a 2 and a Joker named as a 2 can be played on each other
	if r.rules.suits == suitsNone {
		if inverts {
			p.add("If you name none, they are 2s, or 3s while low cards beat high ones.")
		} else {
			p.add("If you name none, they are 2s.")
		}
		if !equals {
			p.add("A 2 and a Joker that stands for a 2 don't beat each other.")
		}
		p.example("{card} on its own is a 2 unless you say otherwise.", faces("*1"))
		return
	}
	two, three := faces("2s"), faces("3s")
	if r.rules.suits == suitsAustrian {
		two, three = faces("2h"), faces("3h")
	}
	if inverts {
		p.add("If you name none, they are {two}, or {three} while low cards beat high ones.", two, three)
	} else {
		p.add("If you name none, they are {two}.", two)
	}
	if !equals {
		p.add("{two} and a Joker that stands for it don't beat each other.", two)
	}
	p.example("{card} on its own is {two} unless you say otherwise.", faces("*1"), two)
}

func (r *Rules) specialPage() game.Page {
	var p prose
	jokers := r.rules.jokersWild && r.Number("jokers") > 0
	switch {
	case r.rules.four == fourInvert && jokers:
		p.add("**Inversion:** four or more cards of one rank, Jokers included, reverse the ranks: low cards beat high ones, until the round ends or the next such set.")
	case r.rules.four == fourInvert:
		p.add("**Inversion:** four or more cards of one rank reverse the ranks: low cards beat high ones, until the round ends or the next such set.")
	case r.rules.four == fourInvertRound && jokers:
		p.add("**Inversion:** the first four or more cards of one rank, Jokers included, reverse the ranks: low cards beat high ones until the round ends.")
	case r.rules.four == fourInvertRound:
		p.add("**Inversion:** the first four or more cards of one rank reverse the ranks: low cards beat high ones until the round ends.")
	case r.rules.four == fourRevolution && jokers:
		p.add("**Revolution:** four or more cards of one rank, Jokers included, reverse the ranks and the direction of play. The trick ends, and whoever played them leads. Another one reverses both again.")
	case r.rules.four == fourRevolution:
		p.add("**Revolution:** four or more cards of one rank reverse the ranks and the direction of play. The trick ends, and whoever played them leads. Another one reverses both again.")
	}
	switch {
	case r.rules.fourInARow() && r.rules.fourSuits:
		p.add("So do four single cards of one rank and of four different suits, played one after another by four different players, with no pass in between.")
	case r.rules.fourInARow():
		p.add("So do four single cards of one rank, played one after another by four different players, with no pass in between.")
	}
	switch {
	case !r.rules.fourInARow() || r.Number("jokers") == 0:
	case !r.rules.jokersNamed:
		p.add("Jokers don't count among the four.")
	case r.rules.fourSuits:
		p.add("A Joker that stands for that rank counts as a suit that is missing; at least one of the four must not be a Joker.")
	default:
		p.add("A Joker that stands for that rank counts; at least one of the four must not be a Joker.")
	}
	if r.rules.four != fourNone {
		p.example("After {four}, {low} beats {high}.", faces("9c 9d 9h 9s"), faces("5h"), faces("Th"))
	}
	w := r.words()
	if r.rules.coup {
		p.add("**Coup:** four of a kind with a Joker, or three with two. Whoever plays it swaps places with the {first} of the last round, and at the end of this one with whoever came first.", w[0])
		p.example("{cards} is a coup.", faces("Jc Jd Jh Js *1"))
	}
	if r.rules.guillotine {
		if r.rules.coup {
			p.add("**Guillotine:** four of a kind with two Jokers. It works like a coup, and the overthrown {first} then swaps places with the {last}.", w[0], w[4])
		} else {
			p.add("**Guillotine:** four of a kind with two Jokers. Whoever plays it swaps places with the {first} of the last round, and at the end of this one with whoever came first. The overthrown {first} then swaps places with the {last}.", w[0], w[4])
		}
		if r.Number("jokers") < guillotineJokers {
			p.add("There are two Jokers only when there are two decks, so it takes {n} players or more.", r.preset.secondDeckFrom)
		}
		p.example("{cards} is the guillotine.", faces("4c 4d 4h 4s *1 *2"))
	}
	switch coup, both := r.rules.coup || r.rules.guillotine, r.rules.coup && r.rules.guillotine; {
	case r.rules.four == fourNone || !coup:
	case both:
		p.add("Neither of them reverses the ranks.")
	default:
		p.add("It doesn't reverse the ranks.")
	}
	return p.page("Special plays")
}

func (r *Rules) roundsPage() game.Page {
	var p prose
	w := r.words()
	switch {
	case r.preset.drawIsDecisive:
		p.add("For the first deal everyone draws a card: the lowest deals, by rank and then by suit. In later rounds the {last} deals.", w[4])
	case r.preset.drawForDeal:
		p.add("For the first deal everyone draws a card: the lowest deals, and ties draw again. In later rounds the {last} deals.", w[4])
	default:
		p.add("The first dealer is picked at random. In later rounds the {last} deals.", w[4])
	}
	switch lead := r.rules.opening; {
	case lead == r.rules.laterLead && lead == leadQueen:
		p.add("In every round whoever holds Q♥ leads, with any play.")
	case lead == r.rules.laterLead:
		p.add("In every round whoever holds 3♣ leads, with a play that includes it.")
	case lead == leadLeft:
		p.add("In the first round the player to the dealer's left leads.")
	case lead == leadQueen:
		p.add("In the first round whoever holds Q♥ leads, with any play.")
	case lead == leadThree:
		p.add("In the first round whoever holds 3♣ leads, with a play that includes it.")
	}
	switch lead := r.rules.laterLead; {
	case lead == r.rules.opening:
	case lead == leadPresident:
		p.add("In later rounds the {leader} leads.", w[0])
	case lead == leadAsshole:
		p.add("In later rounds the {leader} leads.", w[4])
	case lead == leadQueen:
		p.add("In later rounds whoever holds Q♥ leads, with any play.")
	case lead == leadThree:
		p.add("In later rounds whoever holds 3♣ leads, with a play that includes it.")
	}
	if r.preset.secondDeckFrom > 0 && (max(r.rules.opening, r.rules.laterLead) >= leadQueen) {
		p.add("With two decks it is the first holder of that card, clockwise from the dealer's left.")
	}
	r.addExchange(&p)
	if r.Is("seating", "rank") {
		p.add("After each round players sit in the order in which they finished, clockwise from the {first}.", w[0])
	}
	return p.page("Between rounds")
}

// addExchange says what happens to the hands before a later round.
func (r *Rules) addExchange(p *prose) {
	w := r.words()
	switch r.rules.exchange {
	case exchangeNone:
		p.add("No cards are exchanged.")
		p.example("The {last} deals, and the player to their left gets the first card, say {card}.", w[4], faces("3c"))
	case exchangeExtra:
		p.add("In later rounds the {first} starts with the two top cards of the deck, and the {second}, if there is one, with the next. The rest is dealt as usual.", w[0], w[1])
		p.example("The {first} gets {cards} before the deal.", w[0], faces("4d Ks"))
	case exchangeAuto:
		p.add("After each deal but the first, the {last} gives the {first} their two highest cards, and gets back the two lowest cards of the resulting hand.", w[4], w[0])
		p.add("The {fourth} and the {second} do the same with one card.", w[3], w[1])
		p.example("The {last} gives {high} and gets back {low}.", w[4], faces("2h As"), faces("3d 4c"))
	case exchangeChoice:
		p.add("After each deal but the first, the {last} gives the {first} their two highest cards, and gets back any two the {first} chooses.", w[4], w[0])
		p.add("The {fourth} and the {second} do the same with one card.", w[3], w[1])
		p.example("The {last} gives {high}, and the {first} may return {others}.", w[4], faces("2h As"), w[0], faces("7d 9c"))
	case exchangeMercy:
		p.add("After each deal but the first, the {last} gives their two lowest cards and gets the {first}'s two highest. They may keep 3♣.", w[4], w[0])
		p.add("The {fourth}, if there is one, gives their highest card and gets the {second}'s lowest.", w[3], w[1])
		p.example("The {last} gives {low} and gets {high}.", w[4], faces("3d 4c"), faces("2h As"))
	}
	if r.rules.exchange >= exchangeAuto {
		p.add("Only the two who exchange see the cards.")
	}
}

// words returns the system's names for the titles, best first.
func (r *Rules) words() (words [5]say.Message) {
	for i, w := range r.preset.titleWords {
		words[i] = say.New(w)
	}
	return words
}
