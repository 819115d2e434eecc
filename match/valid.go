package match

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
)

// Valid checks an event for a log checker: it must be stored exactly as Encode writes it, and
// all names and numbers in it must be in range. It doesn't check whether the event can follow
// the ones before it; Apply does.
func Valid(e Event, kind string, form []byte) error {
	again, written, err := Encode(e.Body)
	if err != nil {
		return err
	}
	if kind != again || !bytes.Equal(form, written) {
		return errors.New("its stored form differs from the form that this program writes")
	}
	return valid(e.Body)
}

// valid checks the players and seats of a body by the types of its fields, and everything else by the kind
// of the body.
func valid(b Body) error {
	wrong := []error{validKind(b)}
	v := reflect.ValueOf(b)
	for i := range v.NumField() {
		least := int64(1)
		switch tag := v.Type().Field(i).Tag.Get("json"); {
		case tag == "-":
			continue
		case strings.HasSuffix(tag, ",omitempty"):
			least = 0
		}
		switch x := v.Field(i).Interface().(type) {
		case Player:
			if _, left := b.(Left); left { // computers leave, too
				least = -mostSeats * 1000
			}
			wrong = append(wrong, within("player", x, least, 1<<53))
		case game.Seat:
			wrong = append(wrong, within("seat", x, 0, mostSeats))
		}
	}
	return errors.Join(wrong...)
}

func validKind(b Body) error {
	switch b := b.(type) {
	case Opened:
		return errors.Join(b.Settings.normalize(), within("version", b.Version, 1, 1<<16), within("former table", b.Former, 0, 1<<53))
	case GameSet:
		return within("version", b.Version, 1, 1<<16)
	case SettingsSet:
		return b.Settings.normalize()
	case StartSet:
		err := errors.Join(within("time", b.At, 0, 1<<40), within("seats", b.Seats, 0, mostSeats))
		if b.Fill != "" {
			err = errors.Join(err, oneOf("level", b.Fill, ai.Levels()))
		}
		return err
	case Sealed:
		return errors.Join(within("round", b.Round, 1, 1<<16), seed(b.Seed))
	case Cut:
		return cut(b.Cut)
	case Dealt:
		return errors.Join(within("round", b.Round, 1, 1<<16), within("pick", b.Chance.Pick, 0, int64(len(b.Chance.Deck))))
	case Acted:
		return oneOf("by", b.By, []By{ByPlayer, ByComputer, ByClock, ByStandIn, ByTable})
	case Settled:
		if b.Ranks != nil && (len(b.Ranks) != len(b.Places) || !game.ValidPlaces(b.Ranks)) {
			return fmt.Errorf("the ranks %v are not those of %d players", b.Ranks, len(b.Places))
		}
		return errors.Join(within("round", b.Round, 1, 1<<16), permutation(b.Places))
	case Ended:
		known := []Cause{Won, ByHost, ByForce, Empty, Abandoned}
		return errors.Join(oneOf("cause", b.Cause, known), within("winner", b.Outcome.Winner, -1, mostSeats), permutation(b.Outcome.Order))
	case ComputerSeated:
		return errors.Join(oneOf("level", b.Level, ai.Levels()), within("computer", b.Player, -mostSeats*1000, -1))
	case VoteCalled:
		return within("time", b.Within, 1, 1<<50)
	case Woken:
		return within("time", b.Away, 0, 1<<62)
	case ClockSet:
		return within("time", b.By.Abs(), int64(LeastClockSet), 1<<62)
	}
	return nil
}

// mostSeats is an upper bound for the seats of any table.
const mostSeats = 64

func seed(s deal.Seed) error {
	if s == (deal.Seed{}) {
		return errors.New("the seed is all zeros, so it was not chosen at random")
	}
	return nil
}

func cut(typed string) error {
	if as, err := deal.ParseCut(typed); err != nil || as != typed {
		return fmt.Errorf("the cut %.40q is not a number of 1 to %d digits", typed, deal.MaxCut)
	}
	return nil
}

// within compares as 64 bits, since an int has 32 bits on some machines.
func within[N ~int | ~int8 | ~int64](what string, n N, least, most int64) error {
	if int64(n) < least || int64(n) > most {
		return fmt.Errorf("the %s is %d, want %d to %d", what, n, least, most)
	}
	return nil
}

func oneOf[T ~string](what string, v T, known []T) error {
	if !slices.Contains(known, v) {
		return fmt.Errorf("%s %.40q doesn't exist", what, v)
	}
	return nil
}

// permutation returns an error unless seats contains each seat from 0 exactly once.
func permutation(seats []game.Seat) error {
	for i, s := range slices.Sorted(slices.Values(seats)) {
		if int(s) != i {
			return fmt.Errorf("seat %d is missing in the order", i)
		}
	}
	return nil
}
