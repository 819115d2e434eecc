package screen

import "deuces/table"

// noteLines tell what people at the table did lately.
func (s Snapshot) noteLines() []string {
	var lines []string
	for _, n := range s.Notes() {
		if line := s.noteSentence(n); line != "" {
			lines = append(lines, "-# "+line)
		}
	}
	if coming := s.Coming(); len(coming) > 0 {
		names := make([]string, len(coming))
		for i, p := range coming {
			names[i] = s.playerName(p)
		}
		verb := " sits down"
		if len(names) > 1 {
			verb = " sit down"
		}
		lines = append(lines, "-# 🪑 "+List(names)+verb+" with the next round.")
	}
	return lines
}

func (s Snapshot) noteSentence(n table.Body) string {
	switch n := n.(type) {
	case table.Left:
		left := "🚪 " + s.playerName(n.Player) + " left."
		if seat, seated := s.Seat(n.Player); seated && s.Vacant(seat) {
			left += " A stand-in plays on, and `/join` takes the seat."
		}
		return left
	case table.Returned:
		return "👋 " + s.playerName(n.Player) + " is back."
	case table.Took:
		return "🪑 " + s.playerName(n.Player) + " takes over a seat, with its cards. Their points begin at 0."
	case table.Away:
		return "💤 " + s.playerName(n.Player) + " let the time run out twice: a stand-in plays until they click anything here."
	case table.Kicked:
		if n.By == 0 {
			return "🗳️ " + s.playerName(n.Player) + " was voted off the table."
		}
		return "🚫 " + s.playerName(n.By) + " removed " + s.playerName(n.Player) + " from the table."
	case table.VoteOver:
		if seat, seated := s.Seat(n.Against); seated && !s.Vacant(seat) {
			return "🗳️ The vote is over: " + s.playerName(n.Against) + " stays."
		}
	}
	return ""
}
