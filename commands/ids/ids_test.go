package ids_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deuces/commands/ids"
	"deuces/game/card"
)

var update = flag.Bool("update", false, "rewrite the meanings in testdata/ids.txt")

// identifier is a value of package ids.
type identifier interface{ ID() string }

// untypedParser returns a Parse function that returns its value as an identifier.
func untypedParser[T identifier](parse func([]string) T) func([]string) identifier {
	return func(args []string) identifier { return parse(args) }
}

// parsers returns the Parse functions by verb.
func parsers() map[string]func(args []string) identifier {
	all := map[string]func([]string) identifier{
		ids.VerbComputer: untypedParser(ids.ParseComputer), ids.VerbVote: untypedParser(ids.ParseVote), ids.VerbRules: untypedParser(ids.ParseRules), ids.VerbCut: untypedParser(ids.ParseCut), ids.VerbDeal: untypedParser(ids.ParseDeal),
		ids.VerbOptions: untypedParser(ids.ParseOptions), ids.VerbSet: untypedParser(ids.ParseOption(ids.VerbSet)), ids.VerbNumber: untypedParser(ids.ParseOption(ids.VerbNumber)),
		ids.VerbAct: untypedParser(ids.ParseAct), ids.VerbPassTrick: untypedParser(ids.ParseHandButton(ids.VerbPassTrick)), ids.VerbUnpass: untypedParser(ids.ParseUnpass), ids.VerbLater: untypedParser(ids.ParseLater), ids.VerbUndo: untypedParser(ids.ParseHandButton(ids.VerbUndo)),
		ids.VerbLeaders: untypedParser(ids.ParseLeaders), ids.VerbWhere: untypedParser(ids.ParseWhere), ids.VerbStats: untypedParser(ids.ParseStats), ids.VerbTitles: untypedParser(ids.ParseTitles),
		ids.VerbHistory: untypedParser(ids.ParseHistory), ids.VerbPast: untypedParser(ids.ParsePast), ids.VerbSave: untypedParser(ids.ParseSave), ids.VerbWatch: untypedParser(ids.ParseWatch),
		ids.VerbHallOfFame: untypedParser(ids.ParseHallOfFame), ids.VerbSeason: untypedParser(ids.ParseSeason), ids.VerbSettings: untypedParser(ids.ParseSetting), ids.VerbPreset: untypedParser(ids.ParsePreset),
		ids.VerbRoles: untypedParser(ids.ParseRoles), ids.VerbForm: untypedParser(ids.ParseForm), ids.VerbPrivacy: untypedParser(ids.ParsePrivacy), ids.VerbPrefer: untypedParser(ids.ParsePrefer),
		ids.VerbEnd: untypedParser(ids.ParseEnd), ids.VerbRemove: untypedParser(ids.ParseRemoval), ids.VerbDrawOut: untypedParser(ids.ParseHandButton(ids.VerbDrawOut)), ids.VerbOpen: untypedParser(ids.ParseOpen), ids.VerbLearn: untypedParser(ids.ParseLearn),
		ids.VerbBegin: untypedParser(ids.ParseBegin), ids.VerbPlayNow: untypedParser(ids.ParsePlayNow), ids.VerbLobby: untypedParser(ids.ParseLobby), ids.VerbMenu: untypedParser(ids.ParseMenu),
		ids.VerbDaily: untypedParser(ids.ParseDaily), ids.VerbDays: untypedParser(ids.ParseDailyBoard),
		ids.VerbStartAt: untypedParser(ids.ParseStartAt),
		ids.VerbCallMe:  untypedParser(ids.ParseCallMe), ids.VerbAnew: untypedParser(ids.ParseAnew),
	}
	for _, verb := range []string{ids.VerbJoin, ids.VerbLeave, ids.VerbStart, ids.VerbKeep, ids.VerbResume, ids.VerbNext, ids.VerbRematch, ids.VerbWait, ids.VerbSkip, ids.VerbHand, ids.VerbStartForm, ids.VerbCall, ids.VerbJoinThere} {
		all[verb] = untypedParser(ids.ParseTableButton(verb))
	}
	for _, verb := range []string{ids.VerbPick, ids.VerbPlan, ids.VerbSort, ids.VerbMore, ids.VerbHint} {
		all[verb] = untypedParser(ids.ParseHandPage(verb))
	}
	return all
}

// parseID parses a custom_id as the router does.
func parseID(customID string) (identifier, bool) {
	parts := strings.Split(customID, "/")
	parse, known := parsers()[parts[0]]
	if !known {
		return nil, false
	}
	return parse(parts[1:]), true
}

// The ids of buttons that are in channels keep their meaning. A line of testdata/ids.txt has an id,
// its meaning, and, if the program now writes it differently, the new id. Existing lines are never
// changed or removed.
func TestStoredButtonsKeepTheirMeaning(t *testing.T) {
	const file = "testdata/ids.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		stored, _, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		v, known := parseID(stored)
		if !known {
			t.Errorf("%q has a verb that nobody reads", stored)
			continue
		}
		verb, _, _ := strings.Cut(stored, "/")
		seen[verb] = true
		now := fmt.Sprintf("%s\t%T%+v", stored, v, v)
		if v.ID() != stored {
			now += "\t" + v.ID()
		}
		lines = append(lines, now)
	}
	for _, verb := range ids.Verbs() {
		if !seen[verb] {
			t.Errorf("%s has no line for %q", file, verb)
		}
	}
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != string(data) {
		t.Errorf("stored buttons are read otherwise now:\n%s", got)
	}
}

// FuzzCustomIDsRoundTrip parses arbitrary custom_ids. The ID of each parsed value must be parsed as
// the same value.
func FuzzCustomIDsRoundTrip(f *testing.F) {
	data, err := os.ReadFile("testdata/ids.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		stored, _, _ := strings.Cut(line, "\t")
		f.Add(stored)
	}
	for _, forged := range []string{"act/x/1.2/3c", "act/7/-1.-1//3", "vote/7/-3/yes", "vote/7/1/maybe", "leaders/////", "settings/roles/role", "offer/drop/a/b//", "rules/preset/1/next/Fri/day", "rules/preset/0//Friday", "pick/1/1.1/9.9.9.a.b/4", "rules//", "season/007"} {
		f.Add(forged)
	}
	all := parsers()
	f.Fuzz(func(t *testing.T, sent string) {
		args := strings.Split(sent, "/")
		for verb, parse := range all {
			v := parse(args[1:])
			written := v.ID()
			again := parse(strings.Split(written, "/")[1:])
			if !reflect.DeepEqual(again, v) {
				t.Errorf("%s of %q: written as %q, got %+v, want %+v", verb, sent, written, again, v)
			}
			if got, _, _ := strings.Cut(written, "/"); got != verb {
				t.Errorf("%+v is written %q, which %q does not answer", v, written, verb)
			}
		}
	})
}

// The longest play of any game fits a custom_id, together with the largest table number and
// decision.
func TestTheLongestPlayFitsACustomID(t *testing.T) {
	args := []string{"9223372036854775807", "99.9999", card.Format(slices.Collect(card.SetOf(card.Deck(1, 3)...).All())[:13]), "2"}
	if id := ids.ParseAct(args).ID(); len(id) > 100 {
		t.Errorf("%q has %d characters, want at most 100", id, len(id))
	}
}
