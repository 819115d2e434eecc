package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/picture"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

// PastBoard renders a board that a newer one has replaced. A lobby then says who played and with
// which options, and a round's board says how the round ended.
func (s Snapshot) PastBoard() bot.Message {
	if s.Phase == match.Lobby {
		return bot.Message{Accent: grey, Blocks: []bot.Block{
			s.head(say.New("The match has started")), bot.Text(dotted(s.seatList()...)), bot.Divider{}, bot.Text(s.terms()),
		}}
	}
	return bot.Message{Accent: amber, Blocks: s.roundOver()}
}

func (s Snapshot) roundOver() []bot.Block {
	over := say.New("{round} is over", s.round())
	blocks := []bot.Block{s.head(over, s.target()), texts(s.ceremony(), s.result()), bot.Divider{}, bot.Text(s.standing())}
	if n := len(s.Moves); n > 0 {
		blocks = append(blocks, bot.Divider{}, bot.Text(small(s.moveSentence(s.Moves[n-1]))))
	}
	return blocks
}

// between renders the board after a round: how it ended, and when the next one begins.
func (s Snapshot) between() bot.Message {
	accent, next, button := amber, say.New("The next round starts {time}.", bot.Relative(s.Deadline())), s.nextButton()
	if s.Paused {
		accent, next, button = grey, s.pauseText(), s.resumeButton()
	} else if len(s.Ready()) > 0 {
		next = say.Lines(next, s.waitingFor())
	}
	return bot.Message{Accent: accent, Blocks: append(s.roundOver(), texts(s.noteLines(), next, s.cutLines()), bot.Row{button, s.menuButton()})}
}

// waitingFor renders whose click the next round waits for, once somebody is ready.
func (s Snapshot) waitingFor() say.Message {
	return say.New("✅ Waiting for {players}", say.List(s.playerNames(s.Unready())...))
}

// nextButton returns the button of a player who doesn't need the pause between rounds.
func (s Snapshot) nextButton() bot.Button {
	return bot.Button{ID: s.button(ids.VerbNext), Label: say.New("Next round"), Emoji: "▶️", Style: bot.Blue}
}

// over renders the last board of a table. Its buttons are above the result, so that a phone shows
// them without scrolling.
func (s Snapshot) over() bot.Message {
	outcome, played := s.Outcome()
	ended, _ := s.Ended()
	if !played {
		return bot.Message{Accent: grey, Blocks: []bot.Block{s.head(say.New("Table closed")), bot.Text(s.closedBy(ended))}}
	}
	m := bot.Message{Accent: grey}
	if outcome.Winner != game.Nobody {
		m.Accent = gold
	}
	lines := []say.Message{heading(dotted(s.closedBy(ended), s.led()))}
	if ended.Cause == match.Won || outcome.Winner != game.Nobody {
		lines = []say.Message{say.Mark("# ", s.winner(outcome), ""), dotted(say.Capital(outcome.Reason), s.closedBy(ended))}
	}
	if n := len(s.Moves); n > 0 && ended.Cause == match.Won && len(s.Drawn.PNG) == 0 { // the picture shows it
		lines = append(lines, small(s.moveSentence(s.Moves[n-1])))
	}
	m.Blocks = append(m.Blocks, s.head(say.New("The match is over")), texts(lines...),
		bot.Row{{ID: s.button(ids.VerbRematch), Label: say.New("Rematch"), Emoji: "🔁", Style: bot.Green}, s.menuButton()})
	return s.withFinal(m, s.Drawn, outcome, ended.Cause)
}

func (s Snapshot) winner(o game.Outcome) say.Message {
	if o.Winner == game.Nobody {
		return say.New("Nobody wins.")
	}
	return say.Mark("🏆 ", say.New("{winner} wins!", s.name(o.Winner)), "")
}

// closedBy renders why a table ended before its match was won. It is empty if the match was won.
func (s Snapshot) closedBy(e match.Ended) say.Message {
	switch {
	case e.Cause == match.Won:
		return say.Message{}
	case e.Cause == match.Empty, e.Cause == match.Abandoned && s.Deserted():
		return say.New("Everyone has left")
	case e.Cause == match.Abandoned:
		return say.New("Closed, because nobody was here for a long time")
	case s.ClosingIsLastPlace(e.By):
		return dotted(say.New("Stopped by {who}", s.playerName(e.By)), say.New("round {n} counts as last place for them", s.Decision.Round))
	}
	return say.New("Stopped by {who}", s.playerName(e.By))
}

// result renders the places in the last round, best first, and where the points come from.
func (s Snapshot) result() say.Message {
	r := s.Results[len(s.Results)-1]
	var lines []say.Message
	for _, seat := range r.Places {
		var held, left say.Message
		if t := r.Titles[seat]; t != "" && !s.removed(seat) {
			held = marked(s.titleWords(), t)
		}
		if int(seat) < len(r.Hands) && len(r.Hands[seat]) > 0 && r.Place(seat) > 1 { // a dragon wins with its cards
			left = say.New("left with {cards}", faces(r.Hands[seat], 0))
		}
		detail := s.pointDetails(r, seat)
		if !left.Empty() {
			detail = say.Mark("(", detail, ")")
		}
		left = say.Join(" ", left, detail)
		gained := say.Join(" ", bold(say.Signed(r.Points[seat])), say.Mark("(", s.payments(r, seat), ")"))
		lines = append(lines, dotted(say.Join(" ", place(r.Place(seat)), s.name(seat)), held, gained, left))
	}
	return say.Lines(lines...)
}

// pointDetails renders what else there is to say about a seat's points and, if the match goes on, its handicap.
func (s Snapshot) pointDetails(r game.Result, seat game.Seat) (of say.Message) {
	if int(seat) < len(r.PointDetails) {
		of = r.PointDetails[seat]
	}
	if int(seat) < len(r.Handicaps) && s.Phase != match.Over {
		of = dotted(of, r.Handicaps[seat])
	}
	return of
}

// payments renders what a seat got from others in a round, and what it paid them: "+1, and 2 from Ann
// for a chop". It is empty if there was nothing.
func (s Snapshot) payments(r game.Result, seat game.Seat) say.Message {
	own := r.Points[seat]
	var paid []say.Message
	for _, p := range r.Payments {
		switch seat {
		case p.To:
			own -= p.Points
			paid = append(paid, say.New("{n} from {who} for {what}", p.Points, s.name(p.From), say.New(p.For)))
		case p.From:
			own += p.Points
			paid = append(paid, say.New("−{n} to {who} for {what}", p.Points, s.name(p.To), say.New(p.For)))
		}
	}
	if len(paid) == 0 {
		return say.Message{}
	}
	return say.New("{n}, and {paid}", say.Signed(own), say.List(paid...))
}

// withFinal adds a match's result to a message, as a picture or, if there is none, as text.
func (s Snapshot) withFinal(m bot.Message, p picture.Picture, o game.Outcome, cause match.Cause) bot.Message {
	if len(p.PNG) > 0 {
		return withPicture(m, "match.png", p.PNG, clipped(say.Verbatim(p.Alt), picture.AltMax))
	}
	var lines []say.Message
	for i, seat := range o.Order {
		var taken say.Message
		if earnsMedals(o, cause) {
			taken = medal(finalPlaces(o)[i])
		}
		lines = append(lines, dotted(say.Join(" ", taken, s.name(seat)), bold(points(o.Totals[seat]))))
	}
	m.Blocks = append(m.Blocks, texts(lines...))
	return m
}

// ceremony renders who holds the system's first title after the round. If the round counted in the
// guild, this is the guild's title; otherwise it is this table's.
func (s Snapshot) ceremony() say.Message {
	words := s.titleWords()
	if len(words) == 0 || s.holderSeat(1, words[0].Title) == game.Nobody {
		return say.Message{}
	}
	mark, _ := titleWord(words, words[0].Title)
	first, seat, before := words[0], s.holderSeat(1, words[0].Title), s.holderSeat(2, words[0].Title)
	word := first.Word
	if first.Means != "" {
		word = say.Join(" ", say.New(first.Means), say.Mark("(", word, ")"))
	}
	stays := say.New("{who} stays {title}", s.name(seat), word)
	takes := func(other say.Message) say.Message {
		return say.New("{who} takes {title} from {other}", s.name(seat), word, other)
	}
	news := say.New("{who} is {title}", s.name(seat), word)
	i := slices.IndexFunc(s.Streaks, func(r standing.Streak) bool {
		return r.System == s.System && r.Title == first.Title && r.Player == s.Players()[seat] // false if a later round at another table gave the title to somebody else
	})
	switch {
	case s.removed(seat): // a bot got it for them, so that it stays with its holder
		i = slices.IndexFunc(s.Streaks, func(r standing.Streak) bool { return r.System == s.System && r.Title == first.Title })
		if i < 0 || s.fell(s.Streaks[i].Player) {
			return say.Message{}
		}
		news = say.New("{who} stays {title}", DisplayName(s.Streaks[i].Name), first.Word)
	case i >= 0 && s.Streaks[i].Rounds > 1:
		news = dotted(stays, inARow(s.Streaks[i].Rounds))
	case i >= 0 && s.Streaks[i].Deposed != 0:
		news = takes(DisplayName(s.Streaks[i].DeposedName))
	case before == seat:
		news = stays
	case before != game.Nobody:
		news = takes(s.name(before))
	}
	return say.Mark("### "+mark, news, "")
}

// fell reports whether a player lost a title in this round before going out.
func (s Snapshot) fell(p match.Player) bool {
	seat, seated := s.Seat(p)
	return seated && s.Public.Players[seat].Fate != ""
}

// holderSeat returns the seat that got a title in a settled round, or game.Nobody. back counts the
// rounds from the last one, which is 1.
func (s Snapshot) holderSeat(back int, title game.Title) game.Seat {
	if len(s.Results) < back {
		return game.Nobody
	}
	return game.Seat(slices.Index(s.Results[len(s.Results)-back].Titles, title))
}
