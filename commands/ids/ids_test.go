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

var update = flag.Bool("update", false, "write what the ids of testdata/ids.txt mean anew")

// id is a value of this package.
type id interface{ ID() string }

// reader returns a Parse function whose value is not looked into.
func reader[T id](parse func([]string) T) func([]string) id {
	return func(args []string) id { return parse(args) }
}

// readers returns the Parse functions by verb.
func readers() map[string]func(args []string) id {
	all := map[string]func([]string) id{
		ids.VerbComputer: reader(ids.ParseComputer), ids.VerbVote: reader(ids.ParseVote), ids.VerbRules: reader(ids.ParseRules), ids.VerbCut: reader(ids.ParseCut), ids.VerbDeal: reader(ids.ParseDeal),
		ids.VerbOptions: reader(ids.ParseOptions), ids.VerbSet: reader(ids.ParseOption(ids.VerbSet)), ids.VerbNumber: reader(ids.ParseOption(ids.VerbNumber)),
		ids.VerbReset: reader(ids.ParseReset), ids.VerbAct: reader(ids.ParseAct), ids.VerbPassTrick: reader(ids.ParseHandButton(ids.VerbPassTrick)), ids.VerbUnpass: reader(ids.ParseUnpass), ids.VerbLater: reader(ids.ParseLater), ids.VerbUndo: reader(ids.ParseHandButton(ids.VerbUndo)),
		ids.VerbLeaders: reader(ids.ParseLeaders), ids.VerbWhere: reader(ids.ParseWhere), ids.VerbStats: reader(ids.ParseStats), ids.VerbTitles: reader(ids.ParseTitles),
		ids.VerbHistory: reader(ids.ParseHistory), ids.VerbPast: reader(ids.ParsePast), ids.VerbSave: reader(ids.ParseSave), ids.VerbWatch: reader(ids.ParseWatch),
		ids.VerbHallOfFame: reader(ids.ParseHallOfFame), ids.VerbSeason: reader(ids.ParseSeason), ids.VerbSettings: reader(ids.ParseSetting), ids.VerbPreset: reader(ids.ParsePreset),
		ids.VerbRoles: reader(ids.ParseRoles), ids.VerbForm: reader(ids.ParseForm), ids.VerbPrivacy: reader(ids.ParsePrivacy), ids.VerbPrefer: reader(ids.ParsePrefer),
		ids.VerbEnd: reader(ids.ParseEnd), ids.VerbDrawOut: reader(ids.ParseHandButton(ids.VerbDrawOut)), ids.VerbOpen: reader(ids.ParseOpen), ids.VerbLearn: reader(ids.ParseLearn),
		ids.VerbBegin: reader(ids.ParseBegin), ids.VerbMenu: reader(ids.ParseMenu),
	}
	for _, verb := range []string{ids.VerbJoin, ids.VerbLeave, ids.VerbStart, ids.VerbSame, ids.VerbKeep, ids.VerbResume, ids.VerbNext, ids.VerbRematch, ids.VerbWait, ids.VerbHand} {
		all[verb] = reader(ids.ParseTableButton(verb))
	}
	for _, verb := range []string{ids.VerbPick, ids.VerbPlan, ids.VerbSort, ids.VerbMore, ids.VerbHint} {
		all[verb] = reader(ids.ParseHandPage(verb))
	}
	return all
}

// read reads a custom_id as the router does.
func read(customID string) (id, bool) {
	parts := strings.Split(customID, "/")
	parse, known := readers()[parts[0]]
	if !known {
		return nil, false
	}
	return parse(parts[1:]), true
}

// Buttons that stand in channels are read as they were when they were made, and the
// same are made today. A line of testdata/ids.txt is an id, what it means, and where
// that is written otherwise today, how. No line is ever changed or removed.
func TestStoredButtonsMeanWhatTheyMeant(t *testing.T) {
	const file = "testdata/ids.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		stored, _, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		v, known := read(stored)
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

// What an id of any kind says is what is read from it again, for every id that
// a client can send.
func FuzzCustomIDsRoundTrip(f *testing.F) {
	data, err := os.ReadFile("testdata/ids.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		stored, _, _ := strings.Cut(line, "\t")
		f.Add(stored)
	}
	for _, forged := range []string{"act/x/1.2/3c", "act/7/-1.-1//3", "vote/7/-3/yes", "vote/7/1/maybe", "leaders/////", "settings/roles/role", "offer/drop/a/b//", "pick/1/1.1/9.9.9.a.b/4", "rules//", "season/007"} {
		f.Add(forged)
	}
	all := readers()
	f.Fuzz(func(t *testing.T, sent string) {
		args := strings.Split(sent, "/")
		for verb, parse := range all {
			v := parse(args[1:])
			written := v.ID()
			again := parse(strings.Split(written, "/")[1:])
			if !reflect.DeepEqual(again, v) {
				t.Errorf("%s of %q is %+v, written %q, read as %+v", verb, sent, v, written, again)
			}
			if got, _, _ := strings.Cut(written, "/"); got != verb {
				t.Errorf("%+v is written %q, which %q does not answer", v, written, verb)
			}
		}
	})
}

// The longest play that any game knows fits a custom_id, with the longest table.
func TestTheLongestPlayFits(t *testing.T) {
	args := []string{"9223372036854775807", "99.9999", card.Format(slices.Collect(card.SetOf(card.Deck(1, 3)...).All())[:13]), "2"}
	if id := ids.ParseAct(args).ID(); len(id) > 100 {
		t.Errorf("%q has %d characters", id, len(id))
	}
}
