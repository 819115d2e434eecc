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
	blocks := []bot.Block{s.head(say.New("Round {n} is over", s.Decision.Round)), texts(s.ceremony(), s.result())}
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
	} else if players := s.Ready(); len(players) > 0 {
		next = dotted(next, say.New("Ready: {players}", say.List(s.playerNames(players)...)))
	}
	return bot.Message{Accent: accent, Blocks: append(s.roundOver(), texts(s.noteLines(), next, s.cutLines()), bot.Row{button, s.menuButton()})}
}

// nextButton returns the button of a player who doesn't need the pause between rounds.
func (s Snapshot) nextButton() bot.Button {
	return bot.Button{ID: s.button(ids.VerbNext), Label: say.New("Next round"), Emoji: "▶️", Style: bot.Blue}
}

// over renders the last board of a table.
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
	reason := s.closedBy(ended)
	if ended.Cause == match.Won {
		reason = say.Mark("", say.Capital(outcome.Reason), ".")
	}
	winner := say.Mark("# ", s.winner(outcome), "")
	if outcome.Winner == game.Nobody && len(s.Drawn.PNG) > 0 {
		winner = say.Message{} // the picture says it
	}
	m.Blocks = append(m.Blocks, s.head(say.New("The match is over")), bot.Text(say.Lines(winner, reason)))
	m = s.withFinal(m, s.Drawn, outcome, ended.Cause)
	if n := len(s.Results); n > 0 && n == s.Decision.Round {
		m.Blocks = append(m.Blocks, bot.Divider{}, bot.Text(say.Lines(bold(say.New("Round {n}", n)), s.ceremony(), s.result())))
	}
	m.Blocks = append(m.Blocks, bot.Row{{ID: s.button(ids.VerbRematch), Label: say.New("Rematch"), Emoji: "🔁", Style: bot.Green}, s.menuButton()})
	return m
}

func (s Snapshot) winner(o game.Outcome) say.Message {
	if o.Winner == game.Nobody {
		return say.New("Nobody wins.")
	}
	return say.Mark("🏆 ", say.New("{winner} wins!", s.name(o.Winner)), "")
}

// closedBy renders why a table ended before its match was won.
func (s Snapshot) closedBy(e match.Ended) say.Message {
	switch {
	case e.Cause == match.Empty, e.Cause == match.Abandoned && s.Deserted():
		return say.New("Everyone has left.")
	case e.Cause == match.Abandoned:
		return say.New("Nobody was here for a long time, so the table was closed.")
	}
	closed := say.New("{who} closed the table.", s.playerName(e.By))
	if s.ClosingIsLastPlace(e.By) {
		closed = say.New("{who} closed the table, so round {n} counts as last place for them.", s.playerName(e.By), s.Decision.Round)
	}
	return closed
}

// result renders the last round's places, best first.
func (s Snapshot) result() say.Message {
	r, totals := s.Results[len(s.Results)-1], s.Totals()
	var lines []say.Message
	for _, seat := range r.Places {
		var held, left, total, fewest say.Message
		if t := r.Titles[seat]; t != "" && !s.removed(seat) {
			held = s.markedTitle(t)
		}
		if int(seat) < len(r.Hands) && len(r.Hands[seat]) > 0 {
			left = say.New("left with {cards}", faces(r.Hands[seat], 0))
			if int(seat) < len(r.PointDetails) {
				left = say.Join(" ", left, say.Mark("(", r.PointDetails[seat], ")"))
			}
		}
		if s.GuildSettings.Penalty(s.System) && totals[seat] == slices.Min(totals) {
			fewest = say.New("the fewest")
		}
		if s.Phase != match.Over { // the match's result has the totals
			total = commas(say.New("total {n}", totals[seat]), fewest)
		}
		lines = append(lines, dotted(say.Join(" ", medal(r.Place(seat)), s.name(seat)), held, bold(say.Signed(r.Points[seat])), total, left))
	}
	return say.Lines(lines...)
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
			taken = medal(i + 1)
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
	first, seat, before := words[0], s.holderSeat(1, words[0].Title), s.holderSeat(2, words[0].Title)
	stays := say.New("{who} stays {title}", s.name(seat), first.Word)
	takes := func(other say.Message) say.Message {
		return say.New("{who} takes {title} from {other}", s.name(seat), first.Word, other)
	}
	news := say.New("{who} is {title}", s.name(seat), first.Word)
	i := slices.IndexFunc(s.Streaks, func(r standing.Streak) bool {
		return r.System == s.System && r.Title == first.Title && r.Player == s.Players()[seat] // false if a later round at another table gave the title to somebody else
	})
	switch {
	case s.removed(seat): // a bot got it for them, so that it stays with its holder
		i = slices.IndexFunc(s.Streaks, func(r standing.Streak) bool { return r.System == s.System && r.Title == first.Title })
		if i < 0 {
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
	return say.Mark("### "+titleMark(words, 0), news, "")
}

// holderSeat returns the seat that got a title in a settled round, or game.Nobody. back counts the
// rounds from the last one, which is 1.
func (s Snapshot) holderSeat(back int, title game.Title) game.Seat {
	if len(s.Results) < back {
		return game.Nobody
	}
	return game.Seat(slices.Index(s.Results[len(s.Results)-back].Titles, title))
}
