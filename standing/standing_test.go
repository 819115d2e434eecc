package standing

import (
	"slices"
	"testing"
	"time"

	"deuces/game"
)

func TestAPeriodCanBeParsed(t *testing.T) {
	at := time.Date(2026, 1, 31, 23, 30, 0, 0, time.FixedZone("west", -3600)) // in UTC it is already February
	if Month(at) != "2026-02" || Season(12) != "s12" {
		t.Errorf("got the month %s and season %s, want 2026-02 and s12", Month(at), Season(12))
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
			t.Errorf("ParsePeriod(%q): got the error %v, want it valid: %t", c.text, err, c.ok)
			continue
		}
		season, _ := p.Season()
		month, is := p.Month()
		if season != c.season || is != (c.month > 0) || is && month.Month() != c.month {
			t.Errorf("%q: got season %d, month %v, want season %d, month %d", c.text, season, month, c.season, c.month)
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
			t.Errorf("%s at %v: got %v to %v, want %v to %v", c.plan, c.at, start, due, c.start, c.due)
		}
	}
}

func TestARoundCountsWithTwoPeopleAndNoMajorityOfBots(t *testing.T) {
	for _, c := range []struct {
		people, bots int
		want         Rounds
	}{
		{2, 0, AmongPeople},
		{7, 0, AmongPeople},
		{2, 1, Counting},
		{2, 2, Counting},
		{2, 3, AllRounds},
		{1, 1, AllRounds},
		{1, 3, AllRounds},
		{3, 3, Counting},
		{3, 4, AllRounds},
	} {
		if got := (Half{People: c.people, Bots: c.bots}).Counts(); got != c.want {
			t.Errorf("a round of %d people and %d bots counts as %d, want %d", c.people, c.bots, got, c.want)
		}
	}
}

func TestATitleThatABotTookStaysWithItsHolder(t *testing.T) {
	l, runs := NewLedger(), TitleRuns{}
	round := func(n int, bots []game.Title, parts ...RatedPart) {
		r := RatedRound{RoundKey: RoundKey{At: int64(n), Match: 1, Round: n}, Channel: "c", System: "ahole", Parts: parts, BotTitles: bots}
		runs.Take(l.Crown(r))
	}
	held := func(title game.Title) (who []Player) {
		for _, r := range runs {
			if r.Running && r.Channel == "" && r.Title == title {
				who = append(who, r.Player, Player(r.Rounds))
			}
		}
		return who
	}
	round(1, nil, RatedPart{1, 1, game.President}, RatedPart{2, 2, game.Scum})
	round(2, []game.Title{game.President}, RatedPart{1, 2, ""}, RatedPart{2, 3, game.Scum})
	if got := held(game.President); !slices.Equal(got, []Player{1, 1}) {
		t.Errorf("after a bot took the title: holder and rounds are %v, want [1 1]", got)
	}
	round(3, []game.Title{game.Scum}, RatedPart{1, 1, game.President}, RatedPart{2, 2, ""})
	if got := held(game.President); !slices.Equal(got, []Player{1, 2}) {
		t.Errorf("after the holder got the title again: holder and rounds are %v, want [1 2]", got)
	}
	if got := held(game.Scum); !slices.Equal(got, []Player{2, 2}) {
		t.Errorf("after a bot was last: holder and rounds are %v, want [2 2]", got)
	}
	round(4, []game.Title{game.President, game.President}, RatedPart{1, 3, ""}, RatedPart{2, 4, game.Scum})
	if got := held(game.President); len(got) > 0 {
		t.Errorf("after two bots shared the title: holder and rounds are %v, want none", got)
	}
}
