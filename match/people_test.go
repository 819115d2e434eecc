package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
)

// people lists who is at a table. The marks after a name mean: * host, - has left, ~ away, + waits
// for the next deal, ? waits for a seat.
func people(m match.Match) string {
	var all []string
	name := func(p match.Player) string { return [...]string{"Ann", "Bob", "Cy", "Dee", "Eve", "Flo"}[p-ann] }
	for i, p := range m.Players() {
		seat := game.Seat(i)
		if c, computer := m.Computer(seat); computer {
			all = append(all, fmt.Sprint(c.Level, c.Player))
			continue
		}
		who := name(p)
		for _, mark := range []struct {
			sign string
			set  bool
		}{{"*", p == m.Host}, {"-", m.Vacant(seat)}, {"~", m.Away(seat)}} {
			if mark.set {
				who += mark.sign
			}
		}
		all = append(all, who)
	}
	for i, p := range m.Newcomers {
		sign := "+"
		if i >= len(m.Newcomers)-len(m.Waiting()) {
			sign = "?"
		}
		all = append(all, name(p)+sign)
	}
	all = append(all, m.Phase.String())
	if m.Paused {
		all = append(all, "paused")
	}
	if e, over := m.Ended(); over {
		all = append(all, string(e.Cause))
	}
	return strings.Join(all, " ")
}

func TestWhoIsAtATable(t *testing.T) {
	lobby, dealt := matchtest.Lobby(t), matchtest.Dealt(t)
	full := matchtest.Play(t, lobby, match.Join{Player: dee}, match.Start{Player: ann}, match.Deal{})
	opened := func(system string, others ...match.Player) match.Match {
		o := matchtest.Opening(nil)
		o.System, o.Version, o.Others, o.Settings = system, 1, others, match.DefaultSettings()
		rules := match.Rulebook(matchtest.NewToy)
		if system != "toy" {
			rules, o.Version = systems.New, version(t, system)
		}
		return matchtest.Play(t, match.New(1, rules), o)
	}
	join := func(p match.Player) match.Command { return match.Join{Player: p} }
	leave := func(p match.Player) match.Command { return match.Leave{Player: p} }
	hard, easy := match.AddComputer{Player: ann, Level: ai.Hard}, match.AddComputer{Player: ann, Level: ai.Easy}
	play := match.Start{Player: ann, Fill: ai.Easy}
	for _, c := range []struct {
		reason   string
		m        match.Match
		commands []match.Command // the deal comes after the end of the round
		want     string
	}{
		{"a lobby", lobby, nil, "Ann* Bob Cy lobby"},
		{"the host leaves it, and the others move up", lobby, []match.Command{leave(ann)}, "Bob* Cy lobby"},
		{"everybody leaves it", lobby, []match.Command{leave(ann), leave(bob), leave(cy)}, "over empty"},
		{"the host removes a guest", lobby, []match.Command{match.Kick{Player: ann, Against: bob}}, "Ann* Cy lobby"},

		{"a match", dealt, nil, "Ann* Bob Cy playing"},
		{"a guest leaves it", dealt, []match.Command{leave(cy)}, "Ann* Bob Cy- playing"},
		{"the host leaves it", dealt, []match.Command{leave(ann)}, "Ann- Bob* Cy playing"},
		{"and returns as a guest", dealt, []match.Command{leave(ann), join(ann)}, "Ann Bob* Cy playing"},
		{"everybody leaves it", dealt, []match.Command{leave(bob), leave(ann), leave(cy)}, "Ann- Bob- Cy*- playing paused"},
		{"one comes back", dealt, []match.Command{leave(bob), leave(ann), leave(cy), join(bob)}, "Ann- Bob* Cy- playing"},
		{"nobody is there, and anybody may end it", dealt, []match.Command{leave(bob), leave(ann), leave(cy), match.End{Player: eve}}, "Ann- Bob- Cy*- over force"},
		{"the host removes a player", dealt, []match.Command{match.Kick{Player: ann, Against: bob}}, "Ann* Bob- Cy playing"},
		{"and lets them in again", dealt, []match.Command{match.Kick{Player: ann, Against: bob}, match.Pardon{Player: ann, Kicked: bob}, join(bob)}, "Ann* Bob Cy playing"},
		{"a moderator removes the host", dealt, []match.Command{match.Kick{Player: eve, Against: ann, Force: true}}, "Ann- Bob* Cy playing"},

		{"a newcomer waits", dealt, []match.Command{join(dee)}, "Ann* Bob Cy Dee+ playing"},
		{"and changes their mind", dealt, []match.Command{join(dee), leave(dee)}, "Ann* Bob Cy playing"},
		{"or is sent away", dealt, []match.Command{join(dee), match.Kick{Player: ann, Against: dee}}, "Ann* Bob Cy playing"},
		{"a newcomer between rounds", finishRound(t, dealt), []match.Command{join(dee), match.Deal{}}, "Ann* Bob Cy Dee playing"},
		{"a former player returns first, and the newcomer waits for a seat", full, []match.Command{leave(bob), join(eve), join(bob)}, "Ann* Bob Cy Dee Eve? playing"},
		{"also in the next round", full, []match.Command{leave(bob), join(eve), join(bob), match.Deal{}}, "Ann* Bob Cy Dee Eve? playing"},
		{"until one is free", full, []match.Command{leave(bob), join(eve), join(bob), match.Deal{}, leave(cy), match.Deal{}}, "Ann* Bob Eve Dee playing"},
		{"a newcomer resumes a match that all have left, and is the next host", dealt, []match.Command{leave(ann), leave(bob), leave(cy), join(dee), match.Deal{}}, "Dee* Bob- Cy- playing"},
		{"or in which all have let their time run out", timeUp(t, dealt, 3), []match.Command{join(dee)}, "Ann* Bob Cy Dee+ playing"},
		{"which goes on when all are away", timeUp(t, dealt, 3), []match.Command{join(dee), match.TimeUp{}, match.TimeUp{}, match.TimeUp{}}, "Ann*~ Bob~ Cy~ Dee+ playing"},

		{"a computer joins", opened("toy"), []match.Command{hard}, "Ann* hard-1 lobby"},
		{"more take the other seats", opened("toy"), []match.Command{hard, easy, easy}, "Ann* hard-1 easy-2 easy-3 lobby"},
		{"the last one makes room", opened("toy"), []match.Command{hard, easy, easy, join(bob)}, "Ann* hard-1 easy-2 Bob lobby"},
		{"the host removes one and leaves", opened("toy"), []match.Command{hard, easy, easy, join(bob), match.RemoveComputer{Player: ann}, leave(ann)}, "hard-1 Bob* lobby"},
		{"computers don't keep a lobby open", opened("toy"), []match.Command{hard, easy, easy, leave(ann)}, "hard-1 easy-2 easy-3 over empty"},
		{"a computer counts as a player", opened("toy"), []match.Command{hard, match.Start{Player: ann}}, "Ann* hard-1 between"},
		{"play now: computers take all seats of the minimum", opened("ahole"), []match.Command{play}, "Ann* easy-1 easy-2 easy-3 between"},
		{"play now: computers take the missing seats", opened("ahole", bob), []match.Command{play}, "Ann* Bob easy-1 easy-2 between"},
		{"play now: there are enough people", opened("acehole", bob, eve), []match.Command{play}, "Ann* Bob Eve between"},
		{"play now: there are exactly enough", opened("bigtwo", bob, eve, eve+1), []match.Command{play}, "Ann* Bob Eve Flo between"},
	} {
		m := c.m
		for _, command := range c.commands {
			if _, deals := command.(match.Deal); deals && m.Phase == match.Playing {
				m = finishRound(t, m)
			}
			m = matchtest.Play(t, m, command)
		}
		if got := people(m); got != c.want {
			t.Errorf("%s: got %s, want %s", c.reason, got, c.want)
		}
	}
}

// A stand-in takes over the seat of a player who has left, and plays at its own pace. A player
// doesn't get more time by leaving and returning.
func TestAStandInPlaysUntilThePlayerReturns(t *testing.T) {
	m := matchtest.Dealt(t)
	left := matchtest.Play(t, m, match.Leave{Player: ann})
	if !matchtest.Paced(left) || left.Decision != m.Decision {
		t.Errorf("after Ann left: the table acts after %v in the decision %v, want the pace and the same decision", left.Deadline().Sub(left.At), left.Decision)
	}
	if played := timeUp(t, left, 1); !lastMoveIs(played, 0, game.Played, match.ByStandIn) {
		t.Errorf("in the vacant seat's turn: got the moves %+v, want a play by the stand-in", played.Moves)
	}
	back := matchtest.Play(t, left, match.Join{Player: ann}, match.Leave{Player: ann}, match.Join{Player: ann})
	if !back.Deadline().Equal(m.Deadline()) || back.At.Sub(m.At) != 4*time.Second {
		t.Errorf("Ann left and came back twice: her time ends at %v, want %v as before", back.Deadline(), m.Deadline())
	}
}

// timeUp lets the time run out n times in a row.
func timeUp(t *testing.T, m match.Match, n int) match.Match {
	t.Helper()
	for range n {
		m = matchtest.Play(t, m, match.TimeUp{})
	}
	return m
}

// A match is paused when every player with cards has let the time run out and nobody has acted in
// between. After a day of pause it ends.
func TestAMatchWithoutActivePlayersIsPaused(t *testing.T) {
	m := timeUp(t, matchtest.Dealt(t), 2)
	if m.Paused || !lastMoveIs(m, 1, game.Passed, match.ByClock) {
		t.Fatalf("two of three let their time run out: paused %v, moves %+v; want no pause, and Bob's pass by the clock", m.Paused, m.Moves)
	}
	if timeUp(t, playTurns(t, m, 0, 0, 0), 1).Paused {
		t.Error("everybody has acted since the first time-outs, but a third one pauses the match")
	}
	if m = timeUp(t, playTurns(t, m, 0), 2); m.Paused {
		t.Fatal("Cy acted between the time-outs, but the match is paused")
	}
	paused := timeUp(t, m, 1)
	seat, _ := paused.Turn()
	if !paused.Paused || !paused.Away(seat) || paused.Deadline().Sub(paused.At) != 24*time.Hour {
		t.Fatalf("all time ran out: paused %v until %v, seat %d away %v; want a pause of a day, and away", paused.Paused, paused.Deadline(), seat, paused.Away(seat))
	}
	if m := matchtest.Play(t, paused, match.Resume{Player: paused.Players()[seat]}); m.Paused || m.Away(seat) || m.Deadline().Sub(m.At) != 90*time.Second {
		t.Errorf("after a resume: paused %v, away %v, %v left; want neither, and 90 s", m.Paused, m.Away(seat), m.Deadline().Sub(m.At))
	}
	if playTurns(t, paused, 0).Paused {
		t.Error("a play does not resume the paused match")
	}
	if e, over := timeUp(t, paused, 1).Ended(); !over || e.Cause != match.Abandoned {
		t.Errorf("after a day of pause: got %+v, %v, want the match abandoned", e, over)
	}

	out := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "cards", Value: "1"}, match.Start{Player: ann}, match.Deal{})
	if m := timeUp(t, playTurns(t, out, 0), 2); !m.Paused {
		t.Error("all others let their time run out, but the match waits for Ann, who has no cards")
	}
}

// A table that all people have left ends soon, because otherwise it would take a place from others for
// a day. Whoever is only away keeps it.
func TestATableOfBotsAloneEndsAfterTenMinutes(t *testing.T) {
	leave := func(m match.Match, players ...match.Player) match.Match {
		for _, p := range players {
			m = matchtest.Play(t, m, match.Leave{Player: p})
		}
		return m
	}
	withAbandon := func(after time.Duration) match.Match {
		set := match.DefaultSettings()
		set.Abandon = after
		return matchtest.Play(t, matchtest.Lobby(t), match.SetSettings{Player: ann, Settings: set}, match.Start{Player: ann}, match.Deal{})
	}
	dealt := matchtest.Dealt(t)
	away := dealt
	for !away.Paused {
		away = timeUp(t, away, 1)
	}
	all := dealt.Players()
	for _, c := range []struct {
		why  string
		m    match.Match
		want time.Duration
	}{
		{"everybody has left", leave(dealt, all...), 10 * time.Minute},
		{"one of them is away, and may come back", leave(away, all[1:]...), 24 * time.Hour},
		{"the last of them leaves during the pause", leave(away, all...), 10 * time.Minute},
		{"the operator ends matches sooner", leave(withAbandon(time.Minute), all...), time.Minute},
		{"the operator ends none", leave(withAbandon(0), all...), 10 * time.Minute},
	} {
		if !c.m.Paused || c.m.Deadline().Sub(c.m.At).Round(time.Minute) != c.want {
			t.Errorf("%s: paused %v, ends after %v; want a pause that ends after %v", c.why, c.m.Paused, c.m.Deadline().Sub(c.m.At), c.want)
		}
	}
	back := matchtest.Play(t, leave(dealt, all...), match.Join{Player: ann})
	if back.Paused {
		t.Error("Ann came back, but the match is still paused")
	}
	if e, over := timeUp(t, leave(dealt, all...), 1).Ended(); !over || e.Cause != match.Abandoned {
		t.Errorf("after ten minutes without people: got %+v, %v, want the match abandoned", e, over)
	}
}

// Computers continue to play only while there is an active person.
func TestComputersDoNotPlayAlone(t *testing.T) {
	o := matchtest.Opening(nil)
	o.Version, o.Settings = 1, match.DefaultSettings()
	m := matchtest.Play(t, match.New(1, matchtest.NewToy), o, match.AddComputer{Player: ann, Level: ai.Easy}, match.AddComputer{Player: ann, Level: ai.Easy}, match.AddComputer{Player: ann, Level: ai.Easy}, match.Start{Player: ann}, match.Deal{})
	left := matchtest.Play(t, m, match.Leave{Player: ann})
	if !left.Paused || matchtest.Play(t, left, match.Join{Player: ann}).Paused {
		t.Error("want a pause while Ann is away, and none once she is back")
	}
	n := 0
	for ; !m.Paused && m.Phase == match.Playing; n++ {
		m = timeUp(t, m, 1)
	}
	if !m.Paused || n > 5 {
		t.Errorf("Ann let her time run out: after %d turns paused is %v, want true after at most 5", n, m.Paused)
	}
}

// A player whose time runs out twice in a row is away. A stand-in plays for them until they do
// something.
func TestAPlayerIsAwayAfterTwoTimeouts(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "cards", Value: "12"}, match.Start{Player: ann}, match.Deal{})
	m = timeUp(t, playTurns(t, m, 0), 1)             // Bob's time runs out once
	m = timeUp(t, playTurns(t, m, 0, 0, 0, 0, 0), 1) // he plays, and then it runs out once more
	if m.Away(1) {
		t.Fatal("Bob is away after two time-outs with a play between them")
	}
	m = timeUp(t, playTurns(t, m, 0, 0), 1)
	if !m.Away(1) || m.Vacant(1) {
		t.Fatal("after two time-outs in a row Bob is not away, or his seat is vacant")
	}
	m = playTurns(t, m, 0, 0)
	if played := timeUp(t, m, 1); !matchtest.Paced(m) || !lastMoveIs(played, 1, game.Passed, match.ByStandIn) {
		t.Errorf("the stand-in acts after %v with the moves %+v, want the pace and a pass", m.Deadline().Sub(m.At), played.Moves)
	}
	back := matchtest.Play(t, m, match.Here{Player: bob})
	if back.Away(1) || back.Deadline().Sub(m.At) != 90*time.Second {
		t.Errorf("after Bob's click: away %v, %v left; want false and 90 s", back.Away(1), back.Deadline().Sub(m.At))
	}
	if again := matchtest.Play(t, back, match.Here{Player: bob}); again.Seq != back.Seq {
		t.Error("a click of a player who isn't away is an event, want none")
	}
	if m = playTurns(t, m, 0); m.Away(1) || !lastMoveIs(m, 1, game.Played, match.ByPlayer) {
		t.Error("a play of an away player: still away, or not counted as the player's own")
	}
}

// The pause after a round ends early as soon as every person who plays is ready.
func TestTheNextRoundStartsWhenEveryoneIsReady(t *testing.T) {
	over := matchtest.Dealt(t)
	for over.Phase == match.Playing {
		over = matchtest.Play(t, over, matchtest.Turn(over, 0))
	}
	next := func(p match.Player) match.Command { return match.NextRound{Player: p} }
	for _, c := range []struct {
		why      string
		commands []match.Command
		ready    int
		dealDue  bool
	}{
		{"nobody has clicked", nil, 0, false},
		{"one has, and two haven't", []match.Command{next(ann)}, 1, false},
		{"a second click changes nothing", []match.Command{next(ann), next(ann)}, 1, false},
		{"all three have", []match.Command{next(ann), next(bob), next(cy)}, 3, true},
		{"nobody waits for who has left", []match.Command{next(ann), next(bob), match.Leave{Player: cy}}, 2, true},
	} {
		m := matchtest.Play(t, over, c.commands...)
		if got := len(m.Ready()); got != c.ready {
			t.Errorf("%s: %d players are ready, want %d", c.why, got, c.ready)
		}
		if dealDue := m.DealDue(m.At); dealDue != c.dealDue {
			t.Errorf("%s: the next round is due: %v, want %v", c.why, dealDue, c.dealDue)
		}
		if !c.dealDue {
			continue
		}
		if m = matchtest.Play(t, m, matchtest.Deal(m)); m.Decision.Round != 2 || len(m.Ready()) > 0 {
			t.Errorf("%s: after the deal: round %d, %d players ready; want round 2 and nobody ready", c.why, m.Decision.Round, len(m.Ready()))
		}
	}
	if _, err := over.Decide(next(eve), over.At); !matchtest.Refused(err) {
		t.Errorf("a stranger is ready for the next round: got %v, want a refusal", err)
	}
	if _, err := matchtest.Dealt(t).Decide(next(ann), matchtest.Noon); !errors.Is(err, match.ErrStale) {
		t.Errorf("ready in the middle of a round: got %v, want ErrStale", err)
	}
}

// endRound plays the rest of the round. Each player plays their lowest card. The Draft has the
// events of the command that ended the round.
func endRound(t *testing.T, m match.Match) *match.Draft {
	t.Helper()
	for {
		var c match.Command = matchtest.Turn(m, 0)
		now := m.At.Add(time.Second)
		seat, _ := m.Turn()
		if _, computer := m.Computer(seat); computer || m.Vacant(seat) || m.Away(seat) {
			c, now = match.TimeUp{}, m.Deadline()
		}
		d := &match.Draft{Match: m}
		errtest.Must(t, d.Decide(c, now))
		if m = d.Match; m.Phase != match.Playing {
			return d
		}
	}
}

func finishRound(t *testing.T, m match.Match) match.Match {
	t.Helper()
	return endRound(t, m).Match
}

// Ann leaves, and Dee gets her seat with its cards, title and place, but not its points. When Ann
// comes back, she gets a new seat. It has the last place, also in the results of earlier rounds.
func TestANewcomerGetsAVacantSeatInTheNextDeal(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "target", Value: "0"}, match.Start{Player: ann}, match.Deal{})
	m = finishRound(t, m) // Ann finishes first and Bob second
	if got := fmt.Sprint(m.Totals()); got != "[2 1 0]" {
		t.Fatalf("the first round gave the points %s, want [2 1 0]", got)
	}
	before := finishRound(t, matchtest.Play(t, m, match.Deal{}, match.Leave{Player: ann}, match.Join{Player: dee}))
	m = matchtest.Play(t, before, match.Deal{})
	if got := people(m); got != "Dee Bob* Cy playing" {
		t.Fatalf("after the deal the players are %s, want Dee in Ann's seat", got)
	}
	if got := m.Totals(); got[0] != 0 || !slices.Equal(got[1:], before.Totals()[1:]) {
		t.Errorf("after Dee took Ann's seat: got the points %v, before %v; want 0 for Dee and no other change", got, before.Totals())
	}
	if v, _ := m.View(0); len(v.Hand) != 3 || !slices.Equal(m.Titles(), before.Titles()) || !slices.Equal(m.Places(), before.Places()) {
		t.Errorf("after Dee took Ann's seat: hand %v, titles %v, places %v; want 3 cards, and Ann's title and place", v.Hand, m.Titles(), m.Places())
	}
	m = finishRound(t, matchtest.Play(t, m, match.Join{Player: ann}))
	m = matchtest.Play(t, m, match.Deal{})
	if v, _ := m.View(3); people(m) != "Dee Bob* Cy Ann playing" || len(v.Hand) != 3 || m.Places()[3] != 4 || m.Totals()[3] != 0 {
		t.Errorf("after Ann came back: players %s, her hand %v, places %v, totals %v; want her last, with 3 cards and no points", people(m), v.Hand, m.Places(), m.Totals())
	}
	for _, r := range m.Results {
		if len(r.Places) != 4 || len(r.Points) != 4 || len(r.Titles) != 4 || len(r.Hands) != 4 {
			t.Errorf("got %+v, want a result of four seats", r)
		}
	}
	matchtest.Play(t, finishRound(t, m), match.Deal{})
}

// An append that settles a round may also deal the next one, in which newcomers have seats. The
// settlement counts only the seats of its own deal.
func TestASettlementCountsTheSeatsOfItsDeal(t *testing.T) {
	d := endRound(t, matchtest.Play(t, matchtest.Dealt(t), match.Join{Player: dee}))
	errtest.Must(t, d.Decide(matchtest.Deal(d.Match), d.Deadline()))
	m, events := d.Match, d.Events
	if _, seated := m.Seat(dee); !seated {
		t.Fatal("after the deal Dee has no seat")
	}
	if s := match.Settle(m, events); s == nil || s.People != 3 || s.Bots != 0 || len(s.Entries) != 3 || s.Round != 1 {
		t.Errorf("got the settlement %+v, want round 1 of three people", s)
	}
}

func TestAMajorityVoteRemovesAPlayer(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.Join{Player: dee}, match.Start{Player: ann}, match.Deal{}, match.Kick{Player: bob, Against: cy})
	vote := func(p match.Player, yes bool) match.Command {
		return match.Ballot{Player: p, Number: m.Vote.Number, For: yes}
	}
	if v := m.Vote; v == nil || v.By != bob || v.Against != cy || len(v.Yes) != 1 || len(m.Electors()) != 3 {
		t.Fatalf("got the vote %+v, electors %v, want Bob's against Cy with three electors", v, m.Electors())
	}
	for _, c := range []struct {
		reason        string
		commands      []match.Command
		kicked        bool
		voteContinues bool
	}{
		{"one of three is not enough", nil, false, true},
		{"two of three are", []match.Command{vote(ann, true)}, true, false},
		{"one against, one open", []match.Command{vote(ann, false)}, false, true},
		{"two against", []match.Command{vote(ann, false), vote(dee, false)}, false, false},
		{"the remaining player decides", []match.Command{vote(ann, false), match.Leave{Player: ann}, vote(dee, true)}, true, false},
		{"one yes of two is no majority", []match.Command{vote(ann, false), match.Leave{Player: dee}}, false, false},
		{"players who leave don't count", []match.Command{match.Leave{Player: ann}, match.Leave{Player: dee}}, true, false},
		{"the accused player leaves", []match.Command{match.Leave{Player: cy}}, true, true},
		{"and comes back, which changes nothing", []match.Command{match.Leave{Player: cy}, match.Join{Player: cy}}, false, true},
		{"and is barred while away", []match.Command{match.Leave{Player: cy}, vote(ann, true)}, true, false},
		{"the host removes the player during the vote", []match.Command{match.Kick{Player: ann, Against: cy}}, true, false},
		{"the time to vote is up", []match.Command{match.TimeUp{}}, false, false},
		{"a newcomer has no vote before the next deal", []match.Command{match.Leave{Player: ann}, match.Join{Player: eve}}, false, true},
	} {
		after := matchtest.Play(t, m, c.commands...)
		if kicked := after.Vacant(2); kicked != c.kicked || (after.Vote != nil) != c.voteContinues {
			t.Errorf("%s: kicked is %v and the vote %+v, want %v, and a vote: %v", c.reason, kicked, after.Vote, c.kicked, c.voteContinues)
		}
	}
}
