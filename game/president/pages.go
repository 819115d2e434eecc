package president

import (
	"unicode/utf8"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
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
	if special := r.cardsProse(); len(special.paragraphs) > 0 {
		pages = append(pages, special.page("Special cards"))
	}
	return append(pages, r.roundsPage())
}

// prose collects the sentences of a page, in paragraphs, and the examples of each paragraph.
type prose struct{ paragraphs []paragraph }

type paragraph struct{ sentences, examples []say.Message }

// longest is the number of characters after which a sentence begins a paragraph of its own.
const longest = 260

func (p *prose) add(text say.Text, args ...any) { p.sentence(say.New(text, args...)) }

// when adds a sentence if a condition holds.
func (p *prose) when(holds bool, text say.Text, args ...any) {
	if holds {
		p.add(text, args...)
	}
}

// topic adds a paragraph of a sentence and an example if a condition holds.
func (p *prose) topic(holds bool, text, example say.Text, args ...any) {
	if holds {
		p.newParagraph()
		p.add(text)
		p.example(example, args...)
	}
}

func (p *prose) sentence(s say.Message) {
	if n := len(p.paragraphs); n == 0 || utf8.RuneCountInString(say.Join(" ", append(p.paragraphs[n-1].sentences, s)...).String()) > longest {
		p.newParagraph()
	}
	last := &p.paragraphs[len(p.paragraphs)-1]
	last.sentences = append(last.sentences, s)
}

func (p *prose) newParagraph() { p.paragraphs = append(p.paragraphs, paragraph{}) }

// example adds an example to the last paragraph: a sentence with placeholders for cards.
func (p *prose) example(text say.Text, args ...any) {
	last := &p.paragraphs[len(p.paragraphs)-1]
	last.examples = append(last.examples, say.New(text, args...))
}

// beats adds an example of a play that beats another one.
func (p *prose) beats(high, low string) {
	p.example("{high} beats {low}.", faces(high), faces(low))
}

func (p *prose) page(title say.Text) game.Page {
	var all []say.Message
	for _, x := range p.paragraphs {
		all = append(all, say.Lines(say.Join(" ", x.sentences...), say.Join(" ", x.examples...)))
	}
	return kit.Page(title, all...)
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
	fewest, most := r.Seats()
	p.add("Get rid of all your cards. Whoever goes out first is **{first}**; the last one holding cards is **{last}**.", w[0], w[4])
	p.newParagraph()
	p.add("This game is for {fewest} to {most} players.", fewest, most)
	p.when(r.rules.coup || r.rules.guillotine, "A {play} can still change these places.", r.coupName())
	if r.rules.downfall {
		p.add("**Downfall:** with {n} players or more, if somebody else is the first to go out, the {first} of the last round is out at once.", downfallChairs, w[0])
		p.when(r.Is("finish", "any"), "The fallen {first} comes last.", w[0])
		p.when(!r.Is("finish", "any"), "The fallen {first} comes after everyone but those with a forbidden last card.", w[0])
	}
	p.add("With {n} players or more, second place is {second}, second to last is {fourth}, and everyone else is {middle}.", r.Number("vice"), w[1], w[3], w[2])
	p.newParagraph()
	p.add("Cards rank from low to high: 3 4 5 6 7 8 9 10 J Q K A 2.")
	if r.rules.suits == suitsNone {
		p.add("Suits don't matter.")
		p.beats("Ac", "Kd")
	} else {
		p.add("Between sets of the same rank the highest suit decides, from high to low: {suits}.", suitOrder(r.rules.suits))
		high := map[uint8]string{suitsPoker: "7s 7c", suitsAustrian: "7h 7c"}
		low := map[uint8]string{suitsPoker: "7h 7d", suitsAustrian: "7d 7s"}
		p.beats(high[r.rules.suits], low[r.rules.suits])
	}
	p.when(r.preset.secondDeckFrom > 0, "With {n} players or more there are two decks.", r.preset.secondDeckFrom)
	p.newParagraph()
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
		p.add("**Points each round:** one for each player placed below you.")
	case r.titlesOnly():
	case r.Is("demerits", "yes"):
		p.add("**Points each round:** {first} 2, {second} 1, {fourth} −1, {last} −2.", w[0], w[1], w[3], w[4])
	default:
		p.add("**Points each round:** {first} 2, {second} 1.", w[0], w[1])
	}
}

// addEnd says when the match ends and who wins.
func (r *Rules) addEnd(p *prose) {
	target, _ := r.Ends()
	p.sentence(r.Describe())
	switch {
	case r.titlesOnly():
		p.add("Whoever was {first} most often wins.", r.words()[0])
	case target > 0:
		p.add("If several reach it, the best placed in that round wins; if nobody does, the most points win.")
	default:
		p.add("The most points win.")
	}
	p.add("A tie goes to whoever did better in the last round.")
}

func (r *Rules) playPage() game.Page {
	var p prose
	p.add("The leader plays a set: one or more cards of one rank. Then each player in turn beats it or passes; you may always pass, even if you could play.")
	const pair = "6c 6d"
	switch r.rules.size {
	case sizeSame:
		p.add("Beat it with a higher set of the same size.")
		p.beats("7h 7s", pair)
	case sizeHigher:
		p.add("Beat it with a higher set of the same size or larger.")
		p.beats("Tc Td Th", pair)
	case sizeBigger:
		p.add("Beat it with a higher set of the same size, or with any larger set.")
		p.beats("3c 3d 3h", pair)
	case sizeAny:
		p.add("Beat it with any set of the same size or larger.")
		p.beats("3c 3d", pair)
	}
	p.when(r.rules.equal != equalNo, "You may also play a set of the same rank and size.")
	switch r.rules.equal {
	case equalSkip:
		p.add("Then the next player who could still play loses a turn.")
	case equalOrNothing:
		p.add("Then the next player must match it, too, or sits out the rest of the trick.")
		p.when(r.rules.does[card.Two]&clears == 0, "Nobody has to match 2s while they are the highest.")
	}
	if r.rules.fewerTwos {
		p.newParagraph()
		p.add("2s need one card fewer to beat lower ranks: one 2 beats a pair, two 2s beat three cards.")
		p.when(r.rules.jokersWild && r.Number("jokers") > 0, "Jokers don't count as 2s for this.")
		p.when(r.rules.four != fourNone, "This doesn't hold while the ranks are reversed.")
		p.beats("2c 2d", "9c 9d 9h")
	}
	p.newParagraph()
	switch {
	case r.rules.oneTurnEach:
		p.add("Everyone gets one turn in a trick.")
	case r.rules.passIsFinal:
		p.add("After a pass you sit out the rest of the trick.")
	default:
		p.add("After a pass you may still play when your turn comes round again.")
	}
	p.add("When nobody beats the last play, whoever made it leads the next trick; if they are out, the next player who still holds cards.")
	r.addLastCard(&p)
	p.when(r.rules.noLastPair, "You can't play your last two cards as a pair.")
	return p.page("Playing")
}

// addLastCard says which cards the last play may hold.
func (r *Rules) addLastCard(p *prose) {
	jokers := r.Number("jokers") > 0
	switch {
	case r.Is("finish", "any") && jokers:
		p.add("Your last card may be a 2 or a Joker.")
		return
	case r.Is("finish", "any"):
		p.add("Your last card may be a 2.")
		return
	case r.rules.strict && jokers:
		p.add("If your last play includes a 2 or a Joker, you come last.")
	default:
		p.add("If your last play includes a 2, you come last.")
	}
	p.when(r.rules.strict && r.rules.does[card.Eight]&stops != 0, "The same goes for an 8.")
	p.when(r.rules.strict && r.rules.spadeThree, "The same goes for 3♠ alone.")
	p.when(r.canReverse(), "While the ranks are reversed, a 3 is forbidden instead of a 2.")
	p.add("Of several such players, the first to go out is last.")
}

// canReverse reports whether low cards can ever beat high ones.
func (r *Rules) canReverse() bool {
	return r.rules.four != fourNone || r.rules.does[card.Jack]&turnsOver != 0
}

// cardsProse explains what special cards and runs do (rules.md P12).
func (r *Rules) cardsProse() (p prose) {
	jokers, twosClear := r.Number("jokers") > 0, r.rules.does[card.Two]&clears != 0
	const ends, beats say.Text = "{cards} ends the trick.", "{high} beats {low}."
	p.topic(r.rules.does[card.Eight]&stops != 0, "**8s** end the trick at once, and whoever played them leads.", ends, faces("8c 8d"))
	p.topic(twosClear, "**2s** without a Joker end the trick at once, and whoever played them leads.", ends, faces("2c 2d"))
	if r.rules.clearAny {
		p.add("One 2 alone beats any set but Jokers alone.")
		p.beats("2c", "9c 9d 9h")
	}
	p.when(twosClear && r.canReverse(), "While the ranks are reversed, 2s are only the lowest cards.")
	p.topic(r.rules.does[card.Jack]&turnsOver != 0, "**Jacks** reverse the ranks until the trick ends, and the next Jacks turn them back.",
		"After {jacks} {low} is higher, and {high} isn't.", faces("Jc"), faces("9s"), faces("Qs"))
	p.topic(r.rules.spadeThree && jokers, "**3♠** beats a Joker that was played alone, and ends the trick.", beats, faces("3s"), faces("*1"))
	p.topic(r.rules.burn, "**Burn:** four cards of one rank, played directly on one another, end the trick, and whoever played the last of them leads.",
		ends, faces("9c 9d 9h 9s"))
	p.topic(r.rules.lock, "**Suit lock:** two plays in a row with the same suits lock the trick to these suits.",
		"After {low} and {high}, only {suit} can be played.", faces("5c"), faces("7c"), card.Clubs.Face())
	p.when(r.rules.lock && jokers, "Jokers fit any lock.")
	p.topic(r.rules.runs, "**Runs:** three or more cards of one suit in a row, up to K A 2, are a play. Only a run of the same length beats a run, if its lowest card ranks higher.",
		beats, faces("5d 6d 7d"), faces("4s 5s 6s"))
	p.when(r.rules.runs && r.rules.jokersWild && jokers, "A Joker can take the place of one card, if two others are natural.")
	return p
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
		p.beats("Kh *1", "Qc Qd")
	}
	p.newParagraph()
	if r.rules.jokersNamed {
		p.add("Jokers on their own stand for any card you name; if you name none, for the highest card.")
		p.beats("*1", "As")
	} else {
		p.add("Jokers on their own rank above all other cards.")
		p.when(r.rules.four != fourNone, "That doesn't change while the ranks are reversed.")
		p.beats("*1", "As")
	}
	return p.page("Jokers")
}

func (r *Rules) specialPage() game.Page {
	var p prose
	switch r.rules.four {
	case fourInvert:
		p.add("**Inversion:** four or more cards of one rank reverse the ranks: low cards beat high ones, until the round ends or the next such set.")
	case fourInvertRound:
		p.add("**Inversion:** the first four or more cards of one rank reverse the ranks: low cards beat high ones until the round ends.")
	case fourRevolution:
		p.add("**Revolution:** four or more cards of one rank reverse the ranks and the direction of play, until the round ends or the next such set. The trick ends, and whoever played them leads.")
	}
	p.when(r.rules.four != fourNone && r.rules.jokersWild && r.Number("jokers") > 0, "Jokers among them count, but Jokers alone reverse nothing.")
	p.when(r.rules.four != fourNone && r.rules.runsRevolt, "Runs of four cards or more do the same.")
	if r.rules.fourInARow() {
		p.add("Four single cards of one rank, played one after another by four different players, with no pass in between, are a revolution, too.")
		p.when(r.rules.fourSuits && r.preset.secondDeckFrom > 0, "Their suits must differ.")
	}
	if r.rules.four != fourNone {
		p.example("After {four}, {low} beats {high}.", faces("9c 9d 9h 9s"), faces("5h"), faces("Th"))
	}
	w := r.words()
	const is say.Text = "{cards} is a {play}."
	p.topic(r.rules.coup, "**Coup:** four of a kind with a Joker, or three with two.", is, faces("Jc Jd Jh Js *1"), say.New("Coup"))
	p.topic(r.rules.guillotine, "**Guillotine:** four of a kind with two Jokers.", is, faces("4c 4d 4h 4s *1 *2"), say.New("Guillotine"))
	p.when(r.rules.coup || r.rules.guillotine, "Whoever plays one swaps places with the {first} of the last round, and at the end of this one with whoever came first. Such a play doesn't reverse the ranks.", w[0])
	p.when(r.rules.guillotine, "After a Guillotine the overthrown {first} then swaps places with the {last}.", w[0], w[4])
	return p.page("Revolutions")
}

func (r *Rules) roundsPage() game.Page {
	var p prose
	w := r.words()
	p.when(r.preset.drawForDeal, "For the first deal everyone draws a card, and the lowest deals.")
	p.when(!r.preset.drawForDeal, "The first dealer is picked at random.")
	p.add("In later rounds the {last} deals.", w[4])
	for _, key := range []string{"opening", "leads"} {
		p.sentence(kit.DescribeOption(r.Option(key)))
	}
	p.when(r.rules.opening == leadThree || r.rules.laterLead == leadThree, "If {card} decides who leads, the first play must include it.", threeOfClubs.Face())
	p.when(r.preset.secondDeckFrom > 0 && (max(r.rules.opening, r.rules.laterLead) >= leadQueen), "With two decks, the first holder clockwise from the dealer's left leads.")
	p.add("All cards are dealt, so some players may have one more than others.")
	p.newParagraph()
	r.addExchange(&p)
	p.newParagraph()
	p.when(r.Is("seating", "rank"), "After each round players sit in order of place, clockwise from the {first}.", w[0])
	p.add("Anyone who joins a running match gets the seat and place of a player who left, or else starts in last place.")
	return p.page("Start of a round")
}

// addExchange says what happens to the hands before a later round.
func (r *Rules) addExchange(p *prose) {
	w := r.words()
	switch r.rules.exchange {
	case exchangeExtra:
		p.add("In later rounds the {first} first gets two cards off the top of the shuffled deck, and with {n} players or more the {second} gets the next one. The rest is dealt as usual.", w[0], r.Number("vice"), w[1])
	case exchangeAuto:
		p.add("After each deal but the first, the {last} gives their two highest cards to the {first}, who gives back the two lowest they then hold.", w[4], w[0])
		p.add(viceExchange, r.Number("vice"), w[3], w[1])
	case exchangeChoice:
		p.add("After each deal but the first, the {last} gives the {first} their two highest cards, and gets back any two the {first} chooses.", w[4], w[0])
		p.add(viceExchange, r.Number("vice"), w[3], w[1])
	case exchangeMercy:
		p.add("After each deal but the first, the {last} gives their two lowest cards and gets the {first}'s two highest. They may keep 3♣.", w[4], w[0])
		p.add("With {n} players or more, the {fourth} gives their highest card and gets the {second}'s lowest.", r.Number("vice"), w[3], w[1])
	}
	if r.rules.exchange >= exchangeAuto {
		suits, jokers := suitOrder(max(r.rules.suits, suitsPoker)), r.Number("jokers") > 0
		p.when(jokers, "For the exchange Jokers are the highest cards; then rank decides, then suit: {suits}.", suits)
		p.when(!jokers, "For the exchange rank decides which cards are higher, then suit: {suits}.", suits)
		p.add("Only the two who exchange see the cards.")
	}
}

// viceExchange says that the players with vice titles exchange cards, too.
const viceExchange say.Text = "With {n} players or more, the {fourth} and the {second} do the same with one card."

// coupName names the plays that change places.
func (r *Rules) coupName() say.Message {
	switch {
	case !r.rules.guillotine:
		return say.New("Coup")
	case !r.rules.coup:
		return say.New("Guillotine")
	}
	return say.New("Coup or Guillotine")
}

// words returns the system's names for the titles, best first.
func (r *Rules) words() (words [5]say.Message) {
	for i, w := range r.preset.titleWords {
		words[i] = say.New(w)
	}
	return words
}
