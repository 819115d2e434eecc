// Package ids is what buttons, menus and forms carry: one type for each kind of
// custom_id, which writes itself and is read back by its Parse function.
//
// A custom_id is "verb/…", at most 100 characters. The verb finds the handler; the
// rest says which table, decision, page or setting the button means, so that
// nothing has to be remembered between clicks. Messages stay in channels for
// years, so the forms never change: testdata/ids.txt has them.
//
// A client may send any custom_id. The Parse functions take whatever comes: what
// they can't read is the zero value or, where zero means something, a value that
// no button has (NoDecision). Whether it is allowed is for the handler to say.
package ids

import (
	"strconv"
	"strings"

	"deuces/match"
)

// The verbs, each routed to one handler.
const (
	VerbJoin       = "join"
	VerbLeave      = "leave"
	VerbStart      = "start"
	VerbSame       = "same"
	VerbKeep       = "keep"
	VerbResume     = "resume"
	VerbNext       = "next"
	VerbRematch    = "rematch"
	VerbHand       = "hand"
	VerbMenu       = "menu"
	VerbEnd        = "end"
	VerbOpen       = "open"
	VerbLearn      = "learn"
	VerbComputer   = "computer"
	VerbVote       = "vote"
	VerbRules      = "rules"
	VerbCut        = "cut"
	VerbDeal       = "deal"
	VerbOptions    = "options"
	VerbSet        = "set"
	VerbNumber     = "number"
	VerbReset      = "preset"
	VerbAct        = "act"
	VerbPassTrick  = "passtrick"
	VerbUnpass     = "unpass"
	VerbPlan       = "plan"
	VerbLater      = "later"
	VerbDrawOut    = "drawout"
	VerbUndo       = "undo"
	VerbPick       = "pick"
	VerbSort       = "sort"
	VerbMore       = "more"
	VerbHint       = "hint"
	VerbLeaders    = "leaders"
	VerbWhere      = "where"
	VerbStats      = "stats"
	VerbTitles     = "titles"
	VerbHistory    = "history"
	VerbPast       = "past"
	VerbSave       = "save"
	VerbWatch      = "watch"
	VerbHallOfFame = "fame"
	VerbSeason     = "season"
	VerbSettings   = "settings"
	VerbPreset     = "offer"
	VerbRoles      = "roles"
	VerbForm       = "form"
	VerbPrivacy    = "privacy"
	VerbPrefer     = "prefer"
	VerbBegin      = "begin"
)

// Verbs are all verbs: each has a handler, and every custom_id begins with one.
func Verbs() []string {
	return []string{
		VerbJoin, VerbLeave, VerbStart, VerbSame, VerbKeep, VerbResume, VerbNext, VerbRematch, VerbHand, VerbMenu, VerbEnd, VerbOpen, VerbLearn,
		VerbComputer, VerbVote, VerbRules, VerbCut, VerbDeal, VerbOptions, VerbSet, VerbNumber, VerbReset,
		VerbAct, VerbPassTrick, VerbUnpass, VerbPlan, VerbLater, VerbUndo, VerbDrawOut, VerbPick, VerbSort, VerbMore, VerbHint, VerbLeaders,
		VerbWhere, VerbStats, VerbTitles, VerbHistory, VerbPast, VerbSave, VerbWatch,
		VerbHallOfFame, VerbSeason, VerbSettings, VerbPreset, VerbRoles, VerbForm, VerbPrivacy, VerbPrefer,
		VerbBegin,
	}
}

// Everything stands for all games, all time, or everybody.
const Everything = "all"

// people stands for rounds without computer players; Everything for all rounds.
const people = "people"

// write joins a verb and what follows it. Empty parts at the end are left out.
func write(verb string, parts ...string) string {
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(append([]string{verb}, parts...), "/")
}

// arg is the i'th part after the verb, "" where there are fewer.
func arg(args []string, i int) string {
	if i >= len(args) {
		return ""
	}
	return args[i]
}

// rest is everything from the i'th part on.
func rest(args []string, i int) string {
	return strings.Join(args[min(i, len(args)):], "/")
}

// natural reads a number, 0 for what is none.
func natural(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// Table reads the number of the table that a button names; 0, which no table has, for what
// is none.
func Table(args []string) match.ID {
	id, err := strconv.ParseInt(arg(args, 0), 10, 64)
	if err != nil {
		return 0
	}
	return match.ID(id)
}

// number writes the number of a table.
func number(id match.ID) string { return strconv.FormatInt(int64(id), 10) }

// all writes what a button is about; Everything for "".
func all(s string) string {
	if s == "" {
		return Everything
	}
	return s
}

// one reads what all wrote.
func one(s string) string {
	if s == Everything {
		return ""
	}
	return s
}

// Nobody is the Discord id of no one: what a button that can't be read says in place of
// somebody's.
const Nobody = "0"

// someone reads the Discord id of somebody, which is a number.
func someone(s string) string {
	if n, err := strconv.ParseUint(s, 10, 64); err != nil || strconv.FormatUint(n, 10) != s {
		return Nobody
	}
	return s
}

// who says whether all rounds count, however many bots were seated.
func who(computers bool) string {
	if computers {
		return Everything
	}
	return people
}
