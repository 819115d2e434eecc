package record_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/record"
	real "deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/internal/toy"
)

func toySystems(name string, options map[string]string) (game.Rules, error) {
	if name != "toy" {
		return nil, fmt.Errorf("no system %q", name)
	}
	return toy.New(options)
}

// fullRecord is a record with every kind of line. The tests change one line at a time.
const fullRecord = `# A round of the toy.
system: toy
options: target=2 drawing=yes   # as many as it takes
players: Ann Bob Cy
hand Ann: 3c 9d
hand Bob: 4c Kh
hand Cy:  Qs Qd
pile: 2c 5d
play
= turn Ann
= top -
= legal 2
= legal 2 3c|9d
Ann: draw !                     # a lead is due
Bob: 4c !
Ann: 3c
= top 3c
= hand Ann 9d
Bob: Qs !
Bob: 4c
Cy: 2h !
= legal 3 Qs|Qd|draw
Cy: draw
= hand Cy Qs Qd 2c
= legal 4 2c|Qs|Qd|draw
Cy: 2c
= turn Ann
= top 2c
Ann: 9d
Bob: Kh
= out Ann Bob
= over
= turn -
= hand Ann -
= places Ann Bob Cy
= titles Ann=Best
= points Ann=2 Bob=1 Cy=0
= order upright
= held -
`

// wantReplay checks that a record can be replayed or, if want isn't empty, that replaying it
// returns an error that begins with want.
func wantReplay(t *testing.T, text, want, why string) {
	t.Helper()
	err := record.Replay("r", strings.NewReader(text), toySystems)
	if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "r:"+want)) {
		t.Errorf("%s: got %v, want r:%s\n%s", why, err, want, text)
	}
}

func TestReplay(t *testing.T) {
	wantReplay(t, fullRecord, "", "every kind of line")
	for _, tt := range []struct{ old, new, want, why string }{
		{"system: toy", "system: poker", `2: no system "poker"`, "a system that isn't there"},
		{"system: toy", "systems: toy", `2: there is no line called "systems"`, "a misspelt key"},
		{"target=2", "target=900", "3: Target must be a number from 0 to 100", "the game refuses the options"},
		{"target=2", "target=2 target=2", "3: ", "an option twice"},
		{"target=2", "target", "3: ", "an option without a value"},
		{"Ann Bob Cy\n", "Ann Bob Ann\n", `4: two players are called "Ann"`, "names tell players apart"},
		{"Ann Bob Cy\n", "Ann Bob C=y\n", "4: ", "a name with a sign of the form"},
		{"Ann Bob Cy\n", "Ann Bob Cy Dee Eve\n", `9: the line "hand Dee:" is missing`, "every seat has a hand"},
		{"hand Bob: 4c Kh", "hand Bob: 4c K", `6: "K" is not a card`, "half a card"},
		{"hand Bob: 4c Kh", "hand Bob: 3c Kh", "6: 3c is not in the deck, or occurs more often than there", "a card dealt twice, at the second"},
		{"hand Bob: 4c Kh", "hand Bob: 4c *1", "6: *1 is not in the deck", "a card that this deck lacks"},
		{"hand Bob: 4c Kh", "hand Bo: 4c Kh", `6: "Bo" is not one of the players`, "a misspelt name"},
		{"hand Bob: 4c Kh", "hand Ann: 4c Kh", `6: "hand Ann" is already at line 5`, "a hand twice"},
		{"pile: 2c", "pile: 2c 2c", "8: 2c is not in the deck", "the pile is part of the deck"},
		{"pile: 2c 5d", "dir: sideways", "8: dir: ", "no direction"},
		{"pile: 2c 5d", "top: 2c 5d", "8: top: ", "one card is turned up"},
		{"pile: 2c 5d", "titles: Ann=1 Bob=2 Cy=4", "8: the places must be 1 to 3, each once", "places of a round"},
		{"pile: 2c 5d", "titles: Ann=1 Bob=2", "8: Cy is missing", "everyone had a place"},
		{"\nplay\n", "\n", "9: ", "moves before the play begins"},
		{"= turn Ann", "= turn Bob", "10: turn: Ann, not Bob", "another's turn"},
		{"= turn Ann", "= turns Ann", `10: there is no fact called "turns"`, "no such fact"},
		{"= turn Ann", "=", `10: nothing follows "="`, "an empty fact"},
		{"= top -", "= top 3c", "11: top: -, not 3c", "there is no top play"},
		{"= legal 2\n", "= legal 3\n", "12: legal: 2 3c|9d, not 3", "a wrong count"},
		{"= legal 2\n", "= legal two\n", `12: "two" is not a number`, "no count"},
		{"legal 2 3c|9d", "legal 2 3c|9h", "13: legal: 9h is not legal", "a wrong play"},
		{"legal 2 3c|9d", "legal 2 3c|3c", "13: legal: 3c is not legal, or occurs twice", "a play twice"},
		{"legal 2 3c|9d", "legal 2 3c", "13: 1 plays are listed, not 2", "the list is all of them"},
		{"legal 2 3c|9d", "legal 2 3c|9d=9h", "13: legal: 9d=9h is not legal", "a card that is named is another play"},
		{"legal 2 3c|9d", "legal 2 3c|*1=9d", "13: legal: write a Joker without the card", "a Joker is written without what it stands for"},
		{"Ann: draw !", "Ann: 9d !", "14: 9d is legal, but should be refused", "a legal play marked as refused"},
		{"Ann: draw !", "Ann: *1=9h *2=9d !", "", "Jokers named differently are refused as such"},
		{"Ann: draw !", "Ann: 3x !", `14: "3x" is not a card`, "a misspelt card is no refusal"},
		{"Ann: draw !", "Ann: 3c=9d !", "", "any card can be named as another; this game refuses it"},
		{"Ann: draw !", "Ann: 3c=9d", "14: refused: ", "the same without the mark !"},
		{"Ann: draw !", "Ann: 3c=9d *1 !", "", "named beside a Joker it is no play of any game"},
		{"Ann: draw !", "Ann: *1= !", "14: ", "a Joker named as nothing is no play either"},
		{"Bob: 4c !", "Bob: 4c", "15: refused: It isn't your turn.", "a refused play without the mark !"},
		{"Bob: 4c !", "Bob 4c !", "15: ", "no colon"},
		{"Ann: 3c\n", "Ann: 3d\n", "16: refused: ", "a card that she doesn't hold"},
		{"= hand Ann 9d", "= hand Ann 9d 3c", "18: hand of Ann: 9d, not 3c 9d", "it was played"},
		{"= hand Ann 9d", "= hand", `18: nothing follows "hand"`, "no name"},
		{"= top -", "= top", `11: nothing follows "top"`, "no cards after top"},
		{"Bob: Qs !", "Dee: Qs !", `19: "Dee" is not one of the players`, "a stranger"},
		{"= out Ann Bob", "= out Ann", "31: out: Ann Bob, not Ann", "Bob went out as well"},
		{"= out Ann Bob", "= out Ann Ann", `31: out: "Ann" occurs twice`, "a player goes out only once"},
		{"= over", "= over now", `32: nothing follows "over"`, "a word too many"},
		{"= places Ann Bob Cy", "= places Bob Ann Cy", "35: places: Ann Bob Cy, not Bob Ann Cy", "Ann was first"},
		{"Ann=Best", "Ann=Worst", "36: titles: Ann=Best, not Ann=Worst", "another title"},
		{"Ann=Best", "-", "36: titles: Ann=Best, not -", "all that have one are named"},
		{"Cy=0", "Cy=2", "37: points: Ann=2 Bob=1 Cy=0, not Ann=2 Bob=1 Cy=2", "wrong points"},
		{"Bob=1 ", "", "37: Bob is missing", "everyone has points"},
		{"= order upright", "= order inverted", "38: order: upright, not inverted", "the toy has only one order"},
		{"= order upright", "= dir up", "38: dir: -, not up", "the toy has no direction"},
		{"= held -", "= held Ann=1 Bob=2 Cy=3", "39: held: -, not Ann=1 Bob=2 Cy=3", "the toy has no places held"},
		{"= top 2c", "= over", "28: the round isn't over, it is the turn of Ann", "too early"},
		{"= top 2c", "= points Ann=0 Bob=0 Cy=1", "28: points: unknown until the round is over, not", "too early for points"},
	} {
		if !strings.Contains(fullRecord, tt.old) {
			t.Fatalf("the round has no %q", tt.old)
		}
		wantReplay(t, strings.Replace(fullRecord, tt.old, tt.new, 1), tt.want, tt.why)
	}
}

func TestDeal(t *testing.T) {
	for _, tt := range []struct{ text, want, why string }{
		{"system: toy\nplayers: A\nhand A: 3c\nplay", "2: toy is for 2 to 4 players, not 1", "too few"},
		{"system: toy\nplayers: A B C D E\nhand A: 3c\nhand B:\nhand C:\nhand D:\nhand E:\nplay", "2: toy is for 2 to 4 players, not 5", "too many"},
		{"system: toy\nplayers: A B\nhand A: *\nhand B: 3c\nplay", "3: * is not in the deck", "* is a Joker in input only"},
		{"hand A: 3c\nplayers: A B", `1: "A" is not one of the players`, "names come first"},
		{"players: A B\nhand A: 3c\nhand B: 4c\nplay", `4: the line "system:" is missing`, "no system"},
		{"system: toy\nplay", `2: the line "players:" is missing`, "no players"},
		{"system: toy\nplayers:\nplay", "2: there must be 1 to 32 players", "an empty table"},
		{"# nothing\n", `2: the line "play" is missing`, "an empty record"},
		{"system: toy\r\nplayers: A B C\r\nhand A: 3c\r\nhand B: -\r\nhand C: 4c\r\nplay\r\nA: 3c\r\n= over", "", "lines may end as on Windows; a hand may be empty"},
	} {
		wantReplay(t, tt.text, tt.want, tt.why)
	}
}

func TestARecordHasAMaximumSize(t *testing.T) {
	if _, err := record.Parse(strings.NewReader(strings.Repeat("#\n", record.MaxSize))); err == nil {
		t.Error("a record that is too long is read, want an error")
	}
	if _, err := record.Parse(strings.NewReader(fullRecord + strings.Repeat("#", record.MaxSize-len(fullRecord)))); err != nil {
		t.Errorf("a record of exactly the size allowed: got %v, want no error", err)
	}
}

// TestWrite checks that the first player of a written record sits at the dealer's left, and that
// names lose what the format can't represent. It doesn't replay the record, because gametest.Run
// does.
func TestWrite(t *testing.T) {
	rules := gametest.New(t, toy.New, "")
	setup := game.Setup{Hands: gametest.Hands(t, "3c", "4c", "5c", "6c"), Order: []game.Seat{2, 3, 0, 1}, Lead: 1}
	var b strings.Builder
	errtest.Must(t, record.Write(&b, record.Round{Rules: rules, Names: []string{"Ann", "**Bob** #1", "Ann", "= :"}, Setup: setup}))
	want := "system: toy\nplayers: Ann3 4 Ann Bob1\nlead: Bob1\nhand Ann3: 5c\nhand 4: 6c\nhand Ann: 3c\nhand Bob1: 4c\nplay\n= turn Bob1\n"
	if b.String() != want {
		t.Errorf("Write gives\n%s\nwant\n%s", b.String(), want)
	}
	bad := record.Round{Rules: rules, Setup: setup, Moves: []record.Move{{Seat: 1, Action: game.Action{Verb: game.Pass}}}}
	if err := record.Write(&b, bad); err == nil {
		t.Error("moves that are not a round are written, want an error")
	}
}

func TestReduce(t *testing.T) {
	for _, tt := range []struct {
		a, b    string
		ordered bool
		same    bool
		why     string
	}{
		{"3c 3d", "3d 3c", false, true, "a play is a set"},
		{"3c 3d", "3d 3c", true, false, "if order counts, they are different"},
		{"5c *1", "5c *2", false, true, "Jokers of one hand are alike"},
		{"5c *", "5c *2", true, true, "also if order counts"},
		{"*1=9h", "*1=Th", false, true, "a Joker counts once, whatever it stands for"},
		{"give 3c 4d", "give 4d 3c", true, true, "what is given has no order"},
		{"give 3c", "3c", false, false, "giving is not playing"},
	} {
		a, b := gametest.Action(t, tt.a), gametest.Action(t, tt.b)
		if got := record.Reduce(a, tt.ordered) == record.Reduce(b, tt.ordered); got != tt.same {
			t.Errorf("%s and %s, ordered %t, are the same play: %t, want %t: %s", tt.a, tt.b, tt.ordered, got, tt.same, tt.why)
		}
	}
}

func FuzzReplay(f *testing.F) {
	f.Add(fullRecord)
	f.Add("system: toy\nplayers: A B\nhand A: -\nhand B:\nlead: B\nplay\nA: *1=9h 3c !\n= legal 0 |\n= held A=1 B=2")
	f.Fuzz(func(t *testing.T, text string) {
		err := record.Replay("f", strings.NewReader(text), toySystems)
		if err == nil {
			if err := record.Replay("f", strings.NewReader(text+"\n= turn nobody"), toySystems); err == nil || !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("a wrong last line: got %v, want an error that begins with f:", err)
			}
			return
		}
		lines := strings.Count(text, "\n") + 1
		var line int
		if _, scan := fmt.Sscanf(err.Error(), "f:%d:", &line); scan != nil || line < 1 || line > lines {
			t.Errorf("the error %q names no line of the %d", err, lines)
		}
	})
}

func realSystems(name string, options map[string]string) (game.Rules, error) {
	s, ok := real.Latest(name)
	if !ok {
		return nil, errors.New("no such system")
	}
	return s.New(options)
}

func noEarlierRounds(int64, int) (game.Result, bool) { return game.Result{}, false }

// sealedRecord reads a record from testdata and replaces parts of it.
func sealedRecord(t *testing.T, name string, replace ...string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/sealed-" + name + ".rec")
	errtest.Must(t, err)
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(string(text), replace[i]) {
			t.Fatalf("%s has no %q", name, replace[i])
		}
	}
	return strings.NewReplacer(replace...).Replace(string(text))
}

func verify(text string, before func(int64, int) (game.Result, bool)) (record.Verdict, error) {
	rec, err := record.Parse(strings.NewReader(text))
	if err != nil {
		return record.Verdict{}, err
	}
	return rec.Verify(realSystems, before)
}

func TestAnUnchangedDealVerifies(t *testing.T) {
	for _, c := range []struct {
		name     string
		unproven []string // what can't be verified if the previous round isn't known
	}{
		{"president-1", nil},
		{"president-2", []string{"the places of round 1"}},
		{"acehole-1", nil},
		{"acehole-2", []string{"who led round 1"}},
		{"asshole-1", nil},
	} {
		text := sealedRecord(t, c.name)
		v, err := verify(text, noEarlierRounds)
		if err != nil || !v.Sealed || !slices.Equal(v.Unproven, c.unproven) {
			t.Errorf("%s: got %+v, %v, want %q unproven", c.name, v, err, c.unproven)
		}
		first, err := verify(sealedRecord(t, strings.TrimRight(c.name, "12")+"1"), noEarlierRounds)
		errtest.Must(t, err)
		v, err = verify(text, func(table int64, round int) (game.Result, bool) { return first.Result, table == 1 && round == 1 })
		if err != nil || !v.Sealed || len(v.Unproven) > 0 {
			t.Errorf("%s after round 1: got %+v, %v, want nothing unproven", c.name, v, err)
		}
	}
	for name, find := range map[string]func(string, map[string]string) (game.Rules, error){"the toy is not among the systems": realSystems, "no seal": toySystems} {
		rec, err := record.Parse(strings.NewReader(fullRecord))
		errtest.Must(t, err)
		if v, err := rec.Verify(find, noEarlierRounds); v.Sealed || (err == nil) != (name == "no seal") {
			t.Errorf("%s: got %+v, %v, want nothing proven, and an error unless there is no seal", name, v, err)
		}
	}
}

// TestAChangedDealGivesAOneLineError changes one part of a record: a field of the line "deal:",
// which becomes unreadable, different or missing, or a line of cards.
func TestAChangedDealGivesAOneLineError(t *testing.T) {
	const seed2, commitment2 = "seed=b0b7bec5ccd3dae1e8eff6fd040b121920272e353c434a51585f666d747b8289", "commitment=cc99db603ece0178e2b9f000dd3d75787265311fb3c541b571cb37a75887ec0f"
	for _, c := range []struct{ reason, name, old, new, says string }{
		{"another scheme", "president-2", "deuces-deal-1", "deuces-deal-2", "the scheme must be deuces-deal-1, not"},
		{"nothing in the line", "president-2", "deal: deuces-deal-1 table=1 round=2 order=3,0,2,4,1 " + commitment2 + " " + seed2 + " cut1=007", "deal:", "the scheme must be"},
		{"no table", "president-2", "table=1 ", "", "table= is missing"},
		{"a table with a zero ahead", "president-2", "table=1", "table=01", "table= must be"},
		{"another table", "president-2", "table=1", "table=2", "table=, round= or seed= differs from the sealed deal"},
		{"no round", "president-2", "round=2 ", "", "round= is missing"},
		{"a round that cannot be", "president-2", "round=2", "round=99999999", "round= must be a number"},
		{"another round", "president-2", "round=2", "round=3", "table=, round= or seed= differs from the sealed deal"},
		{"no order", "president-2", "order=3,0,2,4,1 ", "", "order= is missing"},
		{"an order with a seat twice", "president-2", "order=3,0,2,4,1", "order=3,0,2,4,4", "order= must have each"},
		{"an order that is short", "president-2", "order=3,0,2,4,1", "order=3,0,2", "order= must have each"},
		{"another order, of a first round", "acehole-1", "order=0,1,2", "order=1,2,0", "order= is not the order of this deal, which is 0,1,2"},
		{"another order than the titles have", "president-2", "order=3,0,2,4,1", "order=0,3,2,4,1", "order= and the titles don't go together"},
		{"another order, of a circle", "acehole-2", "order=1,2,0", "order=2,1,0", "order= is not the order of this deal"},
		{"no commitment", "president-2", commitment2 + " ", "", "commitment= is missing"},
		{"a commitment in capitals", "president-2", commitment2, "commitment=" + strings.ToUpper(commitment2[11:]), "commitment= must be 64 hex digits"},
		{"another commitment", "president-2", "commitment=cc", "commitment=cd", "commitment= is wrong: the commitment of this deal is cc99db60"},
		{"no seed", "president-2", seed2 + " ", "", "seed= is missing"},
		{"no hex", "president-2", "seed=b0", "seed=bx", "seed= must be 64 hex digits"},
		{"another seed", "president-2", "seed=b0", "seed=b1", "table=, round= or seed= differs from the sealed deal"},
		{"a cut that is no number", "president-2", "cut1=007", "cut1=seven", "cut1= must be 1 to 18 digits"},
		{"a cut of no seat", "president-2", "cut1=007", "cut5=007", `"cut5" is not the cut of one of the seats 0 to 4`},
		{"a cut of a seat written otherwise", "president-2", "cut1=007", "cut01=007", `"cut01" is not the cut`},
		{"a cut twice", "president-2", "cut1=007", "cut1=007 cut1=007", `"cut1" occurs twice`},
		{"another cut", "president-2", "cut1=007", "cut1=7", "a cut is missing, added or changed"},
		{"the cut of another seat", "president-2", "cut1=007", "cut2=007", "a cut is missing, added or changed"},
		{"a cut that nobody made", "president-2", "cut1=007", "cut1=007 cut2=1", "a cut is missing, added or changed"},
		{"a cut left out", "president-2", " cut1=007", "", "a cut is missing, added or changed"},
		{"an unknown field", "president-2", "cut1=007", "cut1=007 pick=3", `there is no field called "pick"`},
		{"a line before the players", "president-2", "players:", "deal: deuces-deal-1\nplayers:", `the line "players:" must come first`},
		{"a card twice", "acehole-2", "8s *1 Tc", "8s *1 Ts", "is not in the deck"},
		{"two cards exchanged", "acehole-2", "8s *1 Tc 5h 6h 4h Ks Jc 9c\nhand Cy: Jh", "Jh *1 Tc 5h 6h 4h Ks Jc 9c\nhand Cy: 8s", "the hand of Bob is 4h 5h 6h 9c Tc Jc Jh Ks *1, but the seed and the cuts deal 4h 5h 6h 8s"},
		{"other titles", "president-2", "Dee=1 Ann=2", "Dee=2 Ann=1", "the titles: the record has Dee=2 Ann=1"},
		{"a card turned up that was in the pile", "acehole-2", "top: 6s\npile: Ad", "top: Ad\npile: 6s", "the card turned up: the record has Ad, but the deal 6s"},
		{"a pile in another order", "acehole-2", "pile: Ad 7h", "pile: 7h Ad", "the draw pile: the record has 7h Ad"},
	} {
		// Remove the plays, because they may no longer be legal. Only the deal is checked.
		text, _, _ := strings.Cut(sealedRecord(t, c.name, c.old, c.new), "\nplay\n")
		_, err := verify(text+"\nplay\n", func(_ int64, round int) (game.Result, bool) {
			return game.Result{Places: []game.Seat{3, 0, 2, 4, 1}}, c.name == "president-2" && round == 1
		})
		refusal := (*record.Error)(nil)
		if !errors.As(err, &refusal) || !strings.Contains(refusal.What, c.says) || strings.Contains(refusal.What, "\n") {
			t.Errorf("%s: %v\nwant %q", c.reason, err, c.says)
		}
	}
}
