// Package ids has the custom ids of buttons, menus and forms: a type for each kind, with a method ID and
// a Parse function.
//
// A custom id is "verb/…" with at most 100 characters. The verb selects the handler. The rest names the
// table, decision, page or setting, so that nothing has to be remembered between clicks. Messages stay
// in channels for years, so the forms never change; testdata/ids.txt lists them.
//
// A client can send any custom id. The Parse functions accept everything: an invalid part becomes the
// zero value or, if zero has a meaning, a value that no button has (NoDecision). Handlers check what is
// allowed.
package ids

import (
	"strconv"
	"strings"

	"deuces/match"
)

// The verbs. Each has one handler.
const (
	VerbJoin       = "join"
	VerbLeave      = "leave"
	VerbStart      = "start"
	VerbKeep       = "keep"
	VerbResume     = "resume"
	VerbNext       = "next"
	VerbRematch    = "rematch"
	VerbWait       = "wait"
	VerbSkip       = "skip"
	VerbHand       = "hand"
	VerbMenu       = "menu"
	VerbEnd        = "end"
	VerbRemove     = "remove"
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
	VerbPlayNow    = "now"
	VerbLobby      = "lobby"
	VerbDaily      = "daily"
	VerbDays       = "days"
	VerbStartAt    = "start-at"
	VerbStartForm  = "start-form"
	VerbCall       = "call"
	VerbCallMe     = "call-me"
	VerbAnew       = "anew"
	VerbJoinThere  = "join-there"
)

// Verbs returns all verbs. Every custom id begins with one of them.
func Verbs() []string {
	return []string{
		VerbJoin, VerbLeave, VerbStart, VerbKeep, VerbResume, VerbNext, VerbRematch, VerbWait, VerbSkip, VerbHand, VerbMenu, VerbEnd, VerbRemove, VerbOpen, VerbLearn,
		VerbComputer, VerbVote, VerbRules, VerbCut, VerbDeal, VerbOptions, VerbSet, VerbNumber,
		VerbAct, VerbPassTrick, VerbUnpass, VerbPlan, VerbLater, VerbUndo, VerbDrawOut, VerbPick, VerbSort, VerbMore, VerbHint, VerbLeaders,
		VerbWhere, VerbStats, VerbTitles, VerbHistory, VerbPast, VerbSave, VerbWatch,
		VerbHallOfFame, VerbSeason, VerbSettings, VerbPreset, VerbRoles, VerbForm, VerbPrivacy, VerbPrefer,
		VerbBegin, VerbPlayNow, VerbLobby, VerbDaily, VerbDays,
		VerbStartAt, VerbStartForm,
		VerbCall, VerbCallMe, VerbAnew, VerbJoinThere,
	}
}

// Everything is the part of a custom id that stands for all games, all time, or everybody.
const Everything = "all"

// people is the part of a custom id that stands for rounds without computer players. Everything
// stands for all rounds.
const people = "people"

// write joins a verb and its parts with slashes. Empty parts at the end are left out.
func write(verb string, parts ...string) string {
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(append([]string{verb}, parts...), "/")
}

// arg returns the i-th part after the verb, or "" if there are fewer.
func arg(args []string, i int) string {
	if i >= len(args) {
		return ""
	}
	return args[i]
}

// rest returns the i-th part and all after it.
func rest(args []string, i int) string {
	return strings.Join(args[min(i, len(args)):], "/")
}

// natural parses a number, or returns 0.
func natural(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// Table parses the number of the table that a button names, or returns 0, which no table has.
func Table(args []string) match.ID {
	id, err := strconv.ParseInt(arg(args, 0), 10, 64)
	if err != nil {
		return 0
	}
	return match.ID(id)
}

// number formats the number of a table.
func number(id match.ID) string { return strconv.FormatInt(int64(id), 10) }

// all returns a part of a custom id, or Everything for "".
func all(s string) string {
	if s == "" {
		return Everything
	}
	return s
}

// one is the inverse of all.
func one(s string) string {
	if s == Everything {
		return ""
	}
	return s
}

// Nobody is a Discord id that no user has. It is the result for an invalid user id.
const Nobody = "0"

// someone parses a user's Discord id, which is a number. It returns Nobody for anything else.
func someone(s string) string {
	if n, err := strconv.ParseUint(s, 10, 64); err != nil || strconv.FormatUint(n, 10) != s {
		return Nobody
	}
	return s
}

// who returns the part that says which rounds count: all, or only those with enough people.
func who(computers bool) string {
	if computers {
		return Everything
	}
	return people
}
