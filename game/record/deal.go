package record

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"deuces/game"
	"deuces/game/deal"
)

// Deal is the line of a record that has the commitment to the deck and the cuts at the table:
//
//	deal: deuces-deal-1 table=7 round=2 order=2,3,0,1 commitment=1c52… seed=0001… cut0=271828 cut2=7
type Deal struct {
	Table      int64
	Round      int         // from 1
	Order      []game.Seat // for each player of the record, their seat at the table
	Commitment string
	Seed       deal.Seed
	Cuts       deal.Cuts // by seat at the table
}

// line writes the deal. order has the seat at the table of each player of the record.
func (d Deal) line(order []game.Seat) string {
	seats := make([]string, len(order))
	for i, s := range order {
		seats[i] = strconv.Itoa(int(s))
	}
	words := []string{deal.Scheme, fmt.Sprintf("table=%d", d.Table), fmt.Sprintf("round=%d", d.Round), "order=" + strings.Join(seats, ","),
		"commitment=" + d.Seed.Commitment(d.Table, d.Round), "seed=" + d.Seed.String()}
	for _, seat := range slices.Sorted(maps.Keys(d.Cuts)) {
		words = append(words, fmt.Sprintf("cut%d=%s", seat, d.Cuts[seat]))
	}
	return strings.Join(words, " ")
}

func (p *parser) dealLine(words []string) (*Deal, error) {
	if !p.has("players") {
		return nil, fmt.Errorf(`deal: the line "players:" must come first`)
	}
	if len(words) == 0 || words[0] != deal.Scheme {
		return nil, fmt.Errorf("deal: the scheme must be %s, not %.40q", deal.Scheme, strings.Join(words[:min(1, len(words))], ""))
	}
	d := &Deal{Cuts: deal.Cuts{}}
	seen := map[string]bool{}
	for _, w := range words[1:] {
		key, value, _ := strings.Cut(w, "=")
		if seen[key] {
			return nil, fmt.Errorf("deal: %.40q occurs twice", key)
		}
		seen[key] = true
		if err := d.read(key, value, len(p.Players)); err != nil {
			return nil, fmt.Errorf("deal: %w", err)
		}
	}
	for _, key := range []string{"table", "round", "order", "commitment", "seed"} {
		if !seen[key] {
			return nil, fmt.Errorf("deal: %s= is missing", key)
		}
	}
	return d, nil
}

// read reads one field of the line. players is the number of players.
func (d *Deal) read(key, value string, players int) (err error) {
	switch {
	case key == "table":
		if d.Table, err = strconv.ParseInt(value, 10, 64); err != nil || d.Table < 1 || strconv.FormatInt(d.Table, 10) != value {
			return fmt.Errorf("table= must be the number of a table, not %.40q", value)
		}
	case key == "round":
		if d.Round, err = strconv.Atoi(value); err != nil || d.Round < 1 || d.Round > maxRound || strconv.Itoa(d.Round) != value {
			return fmt.Errorf("round= must be a number from 1 to %d, not %.40q", maxRound, value)
		}
	case key == "order":
		d.Order = nil
		for _, word := range strings.Split(value, ",") {
			seat, err := strconv.Atoi(word)
			if err != nil || strconv.Itoa(seat) != word || seat < 0 || seat >= players || slices.Contains(d.Order, game.Seat(seat)) || len(d.Order) == players {
				return badOrder(value, players)
			}
			d.Order = append(d.Order, game.Seat(seat))
		}
		if len(d.Order) != players {
			return badOrder(value, players)
		}
	case key == "commitment":
		if b, err := hex.DecodeString(value); err != nil || len(b) != 32 || strings.ToLower(value) != value {
			return fmt.Errorf("commitment= must be 64 hex digits in small letters, not %.80q", value)
		}
		d.Commitment = value
	case key == "seed":
		if d.Seed, err = deal.ParseSeed(value); err != nil || d.Seed.String() != value {
			return fmt.Errorf("seed= must be 64 hex digits in small letters, not %.80q", value)
		}
	case strings.HasPrefix(key, "cut"):
		seat, err := strconv.Atoi(key[len("cut"):])
		if err != nil || seat < 0 || seat >= players || fmt.Sprintf("cut%d", seat) != key {
			return fmt.Errorf("%.40q is not the cut of one of the seats 0 to %d", key, players-1)
		}
		cut, err := deal.ParseCut(value)
		if err != nil || cut != value {
			return fmt.Errorf("%s= must be 1 to %d digits, not %.40q", key, deal.MaxCut, value)
		}
		d.Cuts[game.Seat(seat)] = cut
	default:
		return fmt.Errorf("there is no field called %.40q", key)
	}
	return nil
}

// maxRound is the highest round number that is accepted.
const maxRound = 9999

func badOrder(value string, players int) error {
	return fmt.Errorf("order= must have each of the seats 0 to %d once, with commas between them, not %.80q", players-1, value)
}
