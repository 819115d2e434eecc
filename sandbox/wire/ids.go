package wire

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Snowflake is Discord's id: milliseconds since 2015 in the upper 42 bits. In JSON it is a string.
type Snowflake uint64

// Epoch is the first instant a snowflake can name, in Unix milliseconds.
const Epoch = 1420070400000

func (s Snowflake) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(s), 10), nil
}

// UnmarshalJSON also accepts a number, as Discord does, although ids are always written as strings.
func (s *Snowflake) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	n, err := strconv.ParseUint(strings.Trim(string(b), `"`), 10, 64)
	if err != nil {
		return fmt.Errorf("%s is not a snowflake", b)
	}
	*s = Snowflake(n)
	return nil
}

func (s Snowflake) String() string { return strconv.FormatUint(uint64(s), 10) }

// Time returns when the id was made, to the millisecond.
func (s Snowflake) Time() time.Time { return time.UnixMilli(int64(s>>22) + Epoch) }

// ParseID reads an id, which is never 0.
func ParseID(text string) (Snowflake, bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	return Snowflake(n), err == nil && n > 0
}

// Snowflake reads an id from text, where "" means none. Anything but a number is an error.
func (p *Field) Snowflake(text string) Snowflake {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil && text != "" {
		p.Coerced(text, "snowflake")
	}
	return Snowflake(n)
}
