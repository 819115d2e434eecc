// Package deal makes the randomness of a round in a way that lets anyone check afterwards that
// nobody stacked the deck (scheme deuces-deal-1).
//
// Before the players cut, the bot draws a Seed of random bytes and shows everyone its Commitment, a
// hash. Every player may cut the deck with a number of their choice. The seed and the cuts
// determine the cards (Seed.Chance). After the round the seed is revealed: anyone can hash it and
// compare the commitment, and deal from it and compare the cards.
//
// This proves that nobody changed the deal after the commitment. If at least one player chose a cut
// honestly after it, it also proves that nobody chose the deal. It doesn't prove that nobody
// looked: whoever runs the bot can read the cards.
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

// Scheme names the algorithm from seed and cuts to cards. Records store it.
const Scheme = "deuces-deal-1"

// MaxCut is the maximum number of digits of a cut.
const MaxCut = 18

// Seed determines a deal together with the cuts. It is secret until the round is over.
type Seed [32]byte

// NewSeed reads a seed from a source of random bytes.
func NewSeed(random io.Reader) (Seed, error) {
	var s Seed
	if _, err := io.ReadFull(random, s[:]); err != nil {
		return Seed{}, fmt.Errorf("read random bytes: %w", err)
	}
	return s, nil
}

// ParseSeed reads the 64 hex digits that Seed.String returns.
func ParseSeed(text string) (Seed, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(Seed{}) {
		return Seed{}, fmt.Errorf("%.80q is not a seed of 64 hex digits", text)
	}
	return Seed(b), nil
}

// String returns the seed as 64 hex digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

func (s Seed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Seed) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSeed(string(text))
	return err
}

// Commitment returns the hash that commits to the seed for one round of one table, as 64 hex
// digits. It reveals nothing about the seed.
func (s Seed) Commitment(table int64, round int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s commit %d %d %s", Scheme, table, round, s[:]))
	return hex.EncodeToString(sum[:])
}

// Cuts are the numbers with which players cut the deck, by seat, as they typed them.
type Cuts map[game.Seat]string

// ParseCut checks a typed cut and returns it without surrounding spaces: 1 to 18 ASCII digits.
// Leading zeros count. Anything else is an *game.Illegal.
func ParseCut(typed string) (string, error) {
	cut := strings.TrimSpace(typed)
	if cut == "" || len(cut) > MaxCut || strings.Trim(cut, "0123456789") != "" {
		return "", game.Refuse("Cut the deck with a number of 1 to 18 digits, such as 271828.")
	}
	return cut, nil
}

// Key returns the key that the cards are drawn from: the seed bound to the table, the round and
// every cut.
func (s Seed) Key(table int64, round int, cuts Cuts) [32]byte {
	mac := hmac.New(sha256.New, s[:])
	fmt.Fprintf(mac, "%s deal %d %d\n", Scheme, table, round)
	for _, seat := range slices.Sorted(maps.Keys(cuts)) {
		fmt.Fprintf(mac, "%d %s\n", seat, cuts[seat])
	}
	return [32]byte(mac.Sum(nil))
}

// Chance returns the randomness of the round that follows from the seed and the cuts. cards is
// Rules.Deck for the same number of seats.
func (s Seed) Chance(table int64, round int, cuts Cuts, cards []card.Card, seats int) (game.Chance, error) {
	return Chance(&stream{key: s.Key(table, round, cuts)}, cards, seats)
}

// stream is the endless sequence HMAC-SHA256(key, 0), HMAC-SHA256(key, 1), … The counter is 8
// bytes, big-endian.
type stream struct {
	key   [32]byte
	next  uint64
	block []byte // unread part of the last hash
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
