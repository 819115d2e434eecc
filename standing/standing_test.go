package standing

import (
	"testing"
	"time"
)

func TestAPeriodCanBeParsed(t *testing.T) {
	at := time.Date(2026, 1, 31, 23, 30, 0, 0, time.FixedZone("west", -3600)) // in UTC it is February
	if Month(at) != "2026-02" || Season(12) != "s12" {
		t.Error(Month(at), Season(12))
	}
	for _, c := range []struct {
		text   string
		ok     bool
		season int
		month  time.Month
	}{
		{"", true, 0, 0}, {"season", true, 0, 0}, {"s3", true, 3, 0}, {"2026-02", true, 0, time.February},
		{"s0", false, 0, 0}, {"s03", false, 0, 0}, {"s-1", false, 0, 0}, {"2026-13", false, 0, 0}, {"2026-2", false, 0, 0}, {"week", false, 0, 0},
	} {
		p, err := ParsePeriod(c.text)
		if (err == nil) != c.ok {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		season, _ := p.Season()
		month, is := p.Month()
		if season != c.season || is != (c.month > 0) || is && month.Month() != c.month {
			t.Errorf("%q is season %d, month %v", c.text, season, month)
		}
	}
}

func TestPlanDue(t *testing.T) {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		plan           Plan
		at, start, due time.Time
	}{
		{Monthly, day(2026, 12, 31), day(2026, 12, 1), day(2027, 1, 1)},
		{Monthly, day(2026, 2, 1), day(2026, 2, 1), day(2026, 3, 1)},
		{Quarterly, day(2026, 3, 31), day(2026, 1, 1), day(2026, 4, 1)},
		{Quarterly, day(2026, 11, 5), day(2026, 10, 1), day(2027, 1, 1)},
		{ByHand, day(2026, 11, 5), day(2026, 11, 5), time.Time{}},
	} {
		if start, due := c.plan.Start(c.at), c.plan.Due(c.at); !start.Equal(c.start) || !due.Equal(c.due) {
			t.Errorf("%s at %v: from %v to %v", c.plan, c.at, start, due)
		}
	}
}
