// Package deal makes the luck of a round, so that anyone can check afterwards
// that nobody stacked the deck (scheme deuces-deal-1).
//
// Before the players cut, a Seed of random bytes is sealed: its Commitment is
// shown to everyone. Whoever sits at the table may cut the deck with a number of
// their own choosing. The cards then follow from the seed and the cuts alone
// (Seed.Chance). When the round is over the seed is opened: whoever hashes it
// again gets the commitment that they saw before they cut, and whoever deals from
// it again gets the same cards.
//
// That proves that nobody changed the deal after the seal. With a last cut by
// somebody honest it also proves that nobody chose it. It does not prove that
// nobody looked: who runs the bot can read the cards.
package deal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
)

// Scheme names how a deal follows from a seed and cuts; records carry it.
const Scheme = "deuces-deal-1"

// MaxCut is how many digits a cut has at most.
const MaxCut = 18

// Seed is what a sealed deal is made from, together with the cuts. It is secret
// until the round is over.
type Seed [32]byte

// NewSeed takes a seed from a source of random bytes.
func NewSeed(random io.Reader) (Seed, error) {
	var s Seed
	if _, err := io.ReadFull(random, s[:]); err != nil {
		return Seed{}, fmt.Errorf("no random bytes: %w", err)
	}
	return s, nil
}

// ParseSeed reads the 64 hex digits that String wrote.
func ParseSeed(text string) (Seed, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(Seed{}) {
		return Seed{}, fmt.Errorf("a seed has 64 hex digits, unlike %.80q", text)
	}
	return Seed(b), nil
}

// String is the seed in 64 hex digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// MarshalText writes what String writes.
func (s Seed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what ParseSeed reads.
func (s *Seed) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSeed(string(text))
	return err
}

// Commitment seals the seed for one round of one table, in 64 hex digits: it says
// nothing about the seed, and no other seed has it.
func (s Seed) Commitment(table int64, round int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s commit %d %d %s", Scheme, table, round, s[:]))
	return hex.EncodeToString(sum[:])
}

// Cuts are what players have cut the deck with, by seat, as they typed it.
type Cuts map[game.Seat]string

// ParseCut returns a cut as it counts: 1 to 18 ASCII digits, leading zeros
// included. An *game.Illegal says what else was typed.
func ParseCut(typed string) (string, error) {
	cut := strings.TrimSpace(typed)
	if cut == "" || len(cut) > MaxCut || strings.Trim(cut, "0123456789") != "" {
		return "", game.Refuse("Cut the deck with a number of 1 to 18 digits, such as 271828.")
	}
	return cut, nil
}

// Key is what the cards are made from: the seed, bound to the table, the round
// and every cut.
func (s Seed) Key(table int64, round int, cuts Cuts) [32]byte {
	mac := hmac.New(sha256.New, s[:])
	fmt.Fprintf(mac, "%s deal %d %d\n", Scheme, table, round)
	for _, seat := range slices.Sorted(maps.Keys(cuts)) {
		fmt.Fprintf(mac, "%d %s\n", seat, cuts[seat])
	}
	return [32]byte(mac.Sum(nil))
}

// Chance is the luck of the round that follows from the seed and the cuts: the
// cards in play as Rules.Deck lists them, for so many seats.
func (s Seed) Chance(table int64, round int, cuts Cuts, cards []card.Card, seats int) (game.Chance, error) {
	return Chance(&stream{key: s.Key(table, round, cuts)}, cards, seats)
}

// stream is HMAC-SHA256(key, 0), HMAC-SHA256(key, 1) and so on, without an end.
// The counter is written in 8 bytes, the highest first.
type stream struct {
	key   [32]byte
	next  uint64
	block []byte // what is left of the last one
}

func (s *stream) Read(p []byte) (int, error) {
	if len(s.block) == 0 {
		mac := hmac.New(sha256.New, s.key[:])
		mac.Write(binary.BigEndian.AppendUint64(nil, s.next))
		s.next++
		s.block = mac.Sum(nil)
	}
	n := copy(p, s.block)
	s.block = s.block[n:]
	return n, nil
}
