package match

import (
	"slices"

	"deuces/game"
	"deuces/standing"
)

// What counts. A round counts for whoever held a seat when it was dealt and decided something in
// it, or was there and had nothing to decide. Players who leave have that round as it ends, and none
// after it. Players who are removed don't even have that one. All other seats are bots' seats, as is
// that of a player who left before deciding anything: that way nobody makes a round count just by
// joining and leaving.
//
// A player who closes the table in the middle of a round with other people has it as last place.
// It is the same if they removed so many people that the round doesn't count any more. Such a round
// counts for nobody else.

// part is what the player of a seat has done in a round.
type part struct {
	player  Player // who held the seat at the deal; 0: a computer, or a player who had left
	decided bool   // they made a decision
	missed  bool   // the clock or a stand-in made one of several possible decisions for them
	left    bool   // they left during the round
	removed bool   // they were removed during the round
	remover Player // who did that; 0: a vote
	sat     bool   // they weren't away then
}

// dealParts begins a round.
func (m *Match) dealParts() {
	m.parts = make([]part, len(m.seats))
	for i, s := range m.seats {
		if s.hasPerson() {
			m.parts[i].player = s.player
		}
	}
}

// changePart changes the part of a player in the current round, if they have one.
func (m *Match) changePart(p Player, change func(*part)) {
	i := slices.IndexFunc(m.parts, func(has part) bool { return has.player == p })
	if m.Phase != Playing || i < 0 || p == 0 {
		return
	}
	m.parts = slices.Clone(m.parts)
	change(&m.parts[i])
}

// notePart notes who makes a decision. It is called before the decision changes the match.
func (m *Match) notePart(b Acted) {
	s, has := m.seats[b.Seat], m.parts[b.Seat]
	own := b.By == ByPlayer || b.By == ByTable && (s.passing != notPassing || s.plan != nil)
	forThem := !has.missed && (b.By == ByClock || b.By == ByStandIn) && len(m.State.Legal()) > 1
	switch {
	case own && !has.decided:
		m.changePart(s.player, func(p *part) { p.decided = true })
	case forThem:
		m.changePart(has.player, func(p *part) { p.missed = true })
	}
}

// sits reports whether the player who held a seat at the deal is still there.
func (m Match) sits(seat int) bool {
	s := m.seats[seat]
	return s.player == m.parts[seat].player && !s.unmanned()
}

// played reports whether a seat is a person's in the count of a round's people and bots.
func (m Match) played(seat int) bool {
	p := m.parts[seat]
	return p.player != 0 && !p.removed && (p.decided || !p.missed && m.sits(seat))
}

// setEntries records whom a round counts for. The events that follow in the same append may seat
// newcomers for the next round.
func (m *Match) setEntries(b Settled) {
	m.entries = make([]standing.Entry, len(m.parts))
	m.roundPeople = 0
	for i, p := range m.parts {
		e := standing.Entry{Place: game.Result{Places: b.Places, Ranks: b.Ranks}.Place(game.Seat(i)), Points: b.Points[i], Title: b.Titles[i]}
		if m.played(i) || p.left && !p.removed {
			e.Player, e.Left, e.Finish = p.player, !m.sits(i), m.lastCards[i]
		}
		if m.played(i) {
			m.roundPeople++
		}
		m.entries[i] = e
	}
	m.roundBots = len(m.parts) - m.roundPeople
	m.countRemovals()
}

// countRemovals makes a round that doesn't count because of the people whom a player removed count
// for that player alone, as last place.
func (m *Match) countRemovals() {
	for i, p := range m.parts {
		removed := m.removedBy(p.player)
		if m.entries[i].Player == 0 || !m.spoils(m.roundPeople, removed) {
			continue
		}
		m.entries = make([]standing.Entry, len(m.parts))
		m.entries[i] = standing.Entry{Player: p.player, Place: len(m.parts), Left: !m.sits(i)}
		m.roundPeople += removed
		m.roundBots -= removed
	}
}

// spoils reports whether a round with so many people doesn't count, and would count if some hadn't
// been removed.
func (m Match) spoils(people, removed int) bool {
	counts := func(people int) bool {
		return standing.Half{People: people, Bots: len(m.parts) - people}.Counts() <= standing.Counting
	}
	return !counts(people) && counts(people+removed)
}

// ClosingIsLastPlace reports whether the current round counts as last place for a player who closes
// the table now. If the table is closed, it reports whether that was so for them.
func (m Match) ClosingIsLastPlace(by Player) bool {
	if m.Phase == Over {
		return m.unfinished != nil && m.unfinished.Player == by
	}
	return m.closedBy(by) != nil
}

// removedBy returns how many people who were there a player removed during the round.
func (m Match) removedBy(remover Player) int {
	n := 0
	for _, p := range m.parts {
		if p.removed && p.sat && p.remover == remover && remover != 0 {
			n++
		}
	}
	return n
}

// closedBy returns what it counts for that a player closes the table now; nil for nothing.
func (m Match) closedBy(by Player) *standing.Unfinished {
	i := slices.IndexFunc(m.parts, func(p part) bool { return p.player == by && !p.removed })
	if m.Phase != Playing || by == 0 || i < 0 {
		return nil
	}
	others := m.removedBy(by)
	for seat := range m.parts {
		if seat != i && m.sits(seat) {
			others++
		}
	}
	if others == 0 {
		return nil
	}
	n := len(m.parts)
	return &standing.Unfinished{Round: m.Decision.Round, Player: by, Place: n, People: 1 + others, Bots: n - 1 - others}
}

// winner returns the seat of the player for whom winning the match counts. It returns false if that
// is nobody: the last round must count for them.
func (m Match) winner(o game.Outcome) (game.Seat, bool) {
	w, counted := o.Winner, 0
	for _, e := range m.entries {
		if e.Player != 0 {
			counted++
		}
	}
	has := w >= 0 && int(w) < len(m.entries) && m.entries[w].Player == m.seats[w].player
	return w, has && counted >= m.roundPeople // otherwise they removed the others
}

// Settle returns what the events add to the standings, or nil if nothing. after is the match
// after these events. Settlements are additive: the sum over single events equals the
// settlement of all of them, so standings can be rebuilt from a log event by event.
func Settle(after Match, events []Event) *standing.Settlement {
	if after.IsDaily() {
		return after.settleDaily(events)
	}
	s := standing.Settlement{
		Guild: after.Guild, Channel: after.Channel, System: after.System, Match: int64(after.ID),
		Round: len(after.Results), People: after.roundPeople, Bots: after.roundBots,
	}
	counts := false
	for _, e := range events {
		switch b := e.Body.(type) {
		case Settled:
			s.Entries, counts = slices.Clone(after.entries), true
		case Ended:
			s.Unfinished = after.unfinished
			counts = counts || s.Unfinished != nil
			if s.Round == 0 {
				continue
			}
			if s.Entries == nil {
				for _, e := range after.entries {
					s.Entries = append(s.Entries, standing.Entry{Player: e.Player})
				}
			}
			s.Finished, s.Won, counts = true, b.Outcome.Winner >= 0, true
			if winner, has := after.winner(b.Outcome); has {
				s.Entries[winner].Winner = true
			}
		}
	}
	if !counts {
		return nil
	}
	var people []standing.Entry
	for _, e := range s.Entries {
		switch {
		case e.Player != 0:
			people = append(people, e)
		case e.Title != "":
			s.BotTitles = append(s.BotTitles, e.Title)
		}
	}
	s.Entries = people
	return &s
}
