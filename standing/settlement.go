package standing

// Half is one of the two parts of a settlement: the result of a round for its players, or the
// end of a match for everyone who had a seat. Their sums are separate.
type Half struct {
	Finished bool // set for the end of the match
	Entries  []Numbered
}

// Numbered is an entry with its index in the settlement.
type Numbered struct {
	N int
	Entry
}

// Halves splits a settlement. If nobody won the match, the half for the end of the match has no
// entries.
func (s Settlement) Halves() []Half {
	round, end := Half{}, Half{Finished: true}
	for n, e := range s.Entries {
		seated := e.Place > 0 || !e.Left // false: they left earlier, and somebody else has the seat
		if s.Won && seated {
			end.Entries = append(end.Entries, Numbered{n, Entry{Player: e.Player, Winner: e.Winner}})
		}
		if e.Winner = false; e.Place > 0 || e.Left {
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
	return halves
}
