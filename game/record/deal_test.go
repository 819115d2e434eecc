package record_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/record"
	real "deuces/game/systems"
)

func realSystems(name string, options map[string]string) (game.Rules, error) {
	s, ok := real.Latest(name)
	if !ok {
		return nil, errors.New("no such system")
	}
	return s.New(options)
}

func noneBefore(int64, int) (game.Result, bool) { return game.Result{}, false }

// sealedRecord reads a record from testdata and replaces parts of it.
func sealedRecord(t *testing.T, name string, replace ...string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/sealed-" + name + ".rec")
	if err != nil {
		t.Fatal(err)
	}
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

func TestADealThatIsAsItWasSealedVerifies(t *testing.T) {
	for _, c := range []struct {
		name     string
		unproven []string // without the round before
	}{
		{"president-1", nil},
		{"president-2", []string{"the places of round 1"}},
		{"acehole-1", nil},
		{"acehole-2", []string{"who led round 1"}},
		{"asshole-1", nil},
	} {
		text := sealedRecord(t, c.name)
		v, err := verify(text, noneBefore)
		if err != nil || !v.Sealed || !slices.Equal(v.Unproven, c.unproven) {
			t.Errorf("%s: %+v, %v; want %q unproven", c.name, v, err, c.unproven)
		}
		first, err := verify(sealedRecord(t, strings.TrimRight(c.name, "12")+"1"), noneBefore)
		if err != nil {
			t.Fatal(err)
		}
		v, err = verify(text, func(table int64, round int) (game.Result, bool) { return first.Result, table == 1 && round == 1 })
		if err != nil || !v.Sealed || len(v.Unproven) > 0 {
			t.Errorf("%s after round 1: %+v, %v", c.name, v, err)
		}
	}
	for name, find := range map[string]func(string, map[string]string) (game.Rules, error){"no system of ours": realSystems, "no seal": systems} {
		rec, err := record.Parse(strings.NewReader(whole))
		if err != nil {
			t.Fatal(err)
		}
		if v, err := rec.Verify(find, noneBefore); v.Sealed || (err == nil) != (name == "no seal") {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// A deal is verified by the rules of its table's version. In version 2 seats that drew the same
// rank draw again, so another one deals.
func TestADrawnDealerIsProvenByTheVersionOfTheRules(t *testing.T) {
	for _, tt := range []struct {
		version int
		says    string
	}{
		{3, ""},
		{2, "order= is not the order of this deal, which is 1,2,3,0"},
	} {
		rec, err := record.Parse(strings.NewReader(sealedRecord(t, "asshole-1")))
		if err != nil {
			t.Fatal(err)
		}
		v, err := rec.Verify(func(name string, options map[string]string) (game.Rules, error) {
			return real.New(name, tt.version, options)
		}, noneBefore)
		if tt.says == "" && (err != nil || !v.Sealed) || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("version %d: %+v, %v; want %q", tt.version, v, err, tt.says)
		}
	}
}

// Each field of the line, either unreadable or with another value.
func TestADealThatDiffersIsRefusedInOneSentence(t *testing.T) {
	const seed2, commitment2 = "seed=b0b7bec5ccd3dae1e8eff6fd040b121920272e353c434a51585f666d747b8289", "commitment=cc99db603ece0178e2b9f000dd3d75787265311fb3c541b571cb37a75887ec0f"
	for _, c := range []struct{ reason, name, old, new, says string }{
		{"another scheme", "president-2", "deuces-deal-1", "deuces-deal-2", "the scheme must be deuces-deal-1, not"},
		{"nothing in the line", "president-2", "deal: deuces-deal-1 table=1 round=2 order=3,0,2,4,1 " + commitment2 + " " + seed2 + " cut1=007", "deal:", "the scheme must be"},
		{"no table", "president-2", "table=1 ", "", "table= is missing"},
		{"a table with a zero ahead", "president-2", "table=1", "table=01", "table= must be"},
		{"another table", "president-2", "table=1", "table=2", "table=, round= or seed= is not the one that was sealed"},
		{"no round", "president-2", "round=2 ", "", "round= is missing"},
		{"a round that cannot be", "president-2", "round=2", "round=99999999", "round= must be a number"},
		{"another round", "president-2", "round=2", "round=3", "table=, round= or seed= is not the one that was sealed"},
		{"no order", "president-2", "order=3,0,2,4,1 ", "", "order= is missing"},
		{"an order with a seat twice", "president-2", "order=3,0,2,4,1", "order=3,0,2,4,4", "order= must have each"},
		{"an order that is short", "president-2", "order=3,0,2,4,1", "order=3,0,2", "order= must have each"},
		{"an order that is long", "president-2", "order=3,0,2,4,1", "order=3,0,2,4,1,0", "order= must have each"},
		{"another order, of a first round", "acehole-1", "order=0,1,2", "order=1,2,0", "order= is not the order of this deal, which is 0,1,2"},
		{"another order than the titles have", "president-2", "order=3,0,2,4,1", "order=0,3,2,4,1", "order= and the titles don't go together"},
		{"another order, of a circle", "acehole-2", "order=1,2,0", "order=2,1,0", "order= is not the order of this deal"},
		{"no commitment", "president-2", commitment2 + " ", "", "commitment= is missing"},
		{"a commitment in capitals", "president-2", commitment2, "commitment=" + strings.ToUpper(commitment2[11:]), "commitment= must be 64 hex digits"},
		{"another commitment", "president-2", "commitment=cc", "commitment=cd", "commitment= is not the one of this deal, which is cc99db60"},
		{"no seed", "president-2", seed2 + " ", "", "seed= is missing"},
		{"no hex", "president-2", "seed=b0", "seed=bx", "seed= must be 64 hex digits"},
		{"another seed", "president-2", "seed=b0", "seed=b1", "table=, round= or seed= is not the one that was sealed"},
		{"a cut that is no number", "president-2", "cut1=007", "cut1=seven", "cut1= must be 1 to 18 digits"},
		{"a cut of 19 digits", "president-2", "cut1=007", "cut1=" + strings.Repeat("7", 19), "cut1= must be 1 to 18 digits"},
		{"a cut of no seat", "president-2", "cut1=007", "cut5=007", `"cut5" is not the cut of one of the seats 0 to 4`},
		{"a cut of a seat written otherwise", "president-2", "cut1=007", "cut01=007", `"cut01" is not the cut`},
		{"a cut twice", "president-2", "cut1=007", "cut1=007 cut1=007", `"cut1" occurs twice`},
		{"another cut", "president-2", "cut1=007", "cut1=7", "a cut is missing, added or changed"},
		{"another's cut", "president-2", "cut1=007", "cut2=007", "a cut is missing, added or changed"},
		{"a cut that was not", "president-2", "cut1=007", "cut1=007 cut2=1", "a cut is missing, added or changed"},
		{"a cut left out", "president-2", " cut1=007", "", "a cut is missing, added or changed"},
		{"an unknown field", "president-2", "cut1=007", "cut1=007 pick=3", `there is no field called "pick"`},
		{"a line before the players", "president-2", "players:", "deal: deuces-deal-1\nplayers:", `the line "players:" comes first`},
		{"a card twice", "acehole-2", "8s *1 Tc", "8s *1 Ts", "is not in the deck"},
		{"two cards exchanged", "acehole-2", "8s *1 Tc 5h 6h 4h Ks Jc 9c\nhand Cy: Jh", "Jh *1 Tc 5h 6h 4h Ks Jc 9c\nhand Cy: 8s", "the hand of Bob is 4h 5h 6h 9c Tc Jc Jh Ks *1, but the seed and the cuts deal 4h 5h 6h 8s"},
		{"other titles", "president-2", "Dee=1 Ann=2", "Dee=2 Ann=1", "the titles: the record has Dee=2 Ann=1"},
		{"a card turned up that was in the pile", "acehole-2", "top: 6s\npile: Ad", "top: Ad\npile: 6s", "the card turned up: the record has Ad, but the deal 6s"},
		{"a pile in another order", "acehole-2", "pile: Ad 7h", "pile: 7h Ad", "the draw pile: the record has 7h Ad"},
	} {
		// The plays may no longer fit, so only the deal is checked.
		text, _, _ := strings.Cut(sealedRecord(t, c.name, c.old, c.new), "\nplay\n")
		_, err := verify(text+"\nplay\n", func(_ int64, round int) (game.Result, bool) {
			return game.Result{Places: []game.Seat{3, 0, 2, 4, 1}}, c.name == "president-2" && round == 1
		})
		said := (*record.Error)(nil)
		if !errors.As(err, &said) || !strings.Contains(said.What, c.says) || strings.Contains(said.What, "\n") {
			t.Errorf("%s: %v\nwant %q", c.reason, err, c.says)
		}
	}
}
