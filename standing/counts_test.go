package standing

import (
	"slices"
	"testing"

	"deuces/game"
)

func TestARoundCountsWithTwoPeopleAndNoMajorityOfBots(t *testing.T) {
	for _, c := range []struct {
		people, bots int
		want, before Rounds
	}{
		{2, 0, AmongPeople, AmongPeople},
		{7, 0, AmongPeople, AmongPeople},
		{2, 1, Counting, AllRounds},
		{2, 2, Counting, AllRounds},
		{2, 3, AllRounds, AllRounds},
		{1, 1, AllRounds, AllRounds},
		{1, 3, AllRounds, AllRounds},
		{3, 3, Counting, AllRounds},
		{3, 4, AllRounds, AllRounds},
	} {
		s := Settlement{People: c.people, Bots: c.bots}
		if got, before := s.Counts(), s.CountedBefore(); got != c.want || before != c.before {
			t.Errorf("%d people and %d bots: %d, before %d", c.people, c.bots, got, before)
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
		t.Errorf("a bot took the title, which %v holds", got)
	}
	round(3, []game.Title{game.Scum}, RatedPart{1, 1, game.President}, RatedPart{2, 2, ""})
	if got := held(game.President); !slices.Equal(got, []Player{1, 2}) {
		t.Errorf("its holder got it again: %v", got)
	}
	if got := held(game.Scum); !slices.Equal(got, []Player{2, 2}) {
		t.Errorf("a bot was last: %v", got)
	}
	round(4, []game.Title{game.President, game.President}, RatedPart{1, 3, ""}, RatedPart{2, 4, game.Scum})
	if got := held(game.President); len(got) > 0 {
		t.Errorf("two bots share a title, which %v holds", got)
	}
}
