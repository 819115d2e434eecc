package ai

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Budget limits how long a player thinks about one decision: for a duration on one core or, if
// Playouts is set, for a number of playouts. With the zero Budget a search returns the heuristic's
// move.
type Budget struct {
	Time     time.Duration
	Playouts int
}

// Fixed makes the choices of a computer player repeatable: the same Observation gives the same choice
// on every machine. The zero Fixed means that it thinks for some time, and with random numbers.
type Fixed struct {
	Seed     uint64
	Playouts int
	Weights  string // name of the network's weights; "": the game has none
}

// DefaultBudget is the budget of Hard at a table.
var DefaultBudget = Budget{Time: 50 * time.Millisecond}

// ParseBudget reads "50ms" or "2000p".
func ParseBudget(s string) (Budget, error) {
	if digits, ok := strings.CutSuffix(s, "p"); ok {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 0 {
			return Budget{}, fmt.Errorf("%.20q is not a number of playouts, like 2000p", s)
		}
		return Budget{Playouts: n}, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return Budget{}, fmt.Errorf("%.20q is neither a time, like 50ms, nor a number of playouts, like 2000p", s)
	}
	return Budget{Time: d}, nil
}

// String returns the form that ParseBudget reads.
func (b Budget) String() string {
	if b.Playouts > 0 || b.Time == 0 {
		return strconv.Itoa(b.Playouts) + "p"
	}
	return b.Time.String()
}
