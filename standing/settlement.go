package standing

import "deuces/game"

// Half is a part of a settlement: the result of a round for its players, or the end of a match for
// everyone for whom its last round counts. Their sums are separate.
type Half struct {
	Round        int
	Finished     bool // set for the end of the match
	People, Bots int
	BotTitles    []game.Title // only of a round
	Entries      []Numbered
}

// Numbered is an entry with its index in the settlement.
type Numbered struct {
	N int
	Entry
}

// Counts returns the smallest selection that includes this round.
func (h Half) Counts() Rounds {
	switch {
	case h.Bots == 0:
		return AmongPeople
	case h.People >= 2 && h.Bots <= h.People:
		return Counting
	}
	return AllRounds
}

// Halves splits a settlement. If nobody won the match, the half for the end of the match has no
// entries. The round in which a player closed the table is a half of its own.
func (s Settlement) Halves() []Half {
	round := Half{Round: s.Round, People: s.People, Bots: s.Bots, BotTitles: s.BotTitles}
	end := Half{Round: s.Round, Finished: true, People: s.People, Bots: s.Bots}
	for n, e := range s.Entries {
		if s.Won {
			end.Entries = append(end.Entries, Numbered{n, Entry{Player: e.Player, Winner: e.Winner}})
		}
		if e.Winner = false; e.Place > 0 {
			round.Entries = append(round.Entries, Numbered{n, e})
		}
	}
	var halves []Half
	if len(round.Entries) > 0 {
		halves = append(halves, round)
	}
	if s.Finished {
		halves = append(halves, end)
	}
	if u := s.Unfinished; u != nil {
		halves = append(halves, Half{Round: u.Round, People: u.People, Bots: u.Bots, Entries: []Numbered{{0, Entry{Player: u.Player, Place: u.Place}}}})
	}
	return halves
}
