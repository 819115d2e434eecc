package standing

// Half is one of the two things that a settlement says: what a round gave to those
// who played it, or what a match's end gave to those who had a seat in it. They
// are summed apart.
type Half struct {
	Finished bool // it is the match's end
	Entries  []Numbered
}

// Numbered is an entry with its position in the settlement.
type Numbered struct {
	N int
	Entry
}

// Halves takes a settlement apart. Together they say what it said. The end of a
// match that nobody won counts for nobody.
func (s Settlement) Halves() []Half {
	round, end := Half{}, Half{Finished: true}
	for n, e := range s.Entries {
		seated := e.Place > 0 || !e.Left // or they had gone before, and somebody else has the seat
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
