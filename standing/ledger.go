package standing

import (
	"slices"

	"deuces/game"
	"deuces/standing/rating"
)

// Ledger computes ratings and title runs from a guild's rounds that count, in the order in which
// they ended. To settle a round, the caller loads the stored state (HasRating, HasRunning) and adds
// that round (Rate, Crown). To rebuild or check the standings, the caller adds all rounds to an
// empty Ledger.
type Ledger struct {
	ratings map[Rated]rating.Rating
	running map[place]map[game.Title]*TitleRun
}

// NewLedger returns the ledger of a guild without rounds.
func NewLedger() *Ledger {
	return &Ledger{ratings: map[Rated]rating.Rating{}, running: map[place]map[game.Title]*TitleRun{}}
}

// Rated identifies a rating: a player's rating in a system, or overall if System is "".
type Rated struct {
	System string
	Player Player
}

// place is where a title is held: a channel, or the whole guild if channel is "".
type place struct{ channel, system string }

// RoundKey is the sort key of a round.
type RoundKey struct {
	At    int64 // unix milliseconds
	Match int64
	Round int
}

// RatedRound is the ledger's input: a round that counts.
type RatedRound struct {
	ID int64 // id of its settlement
	RoundKey
	Channel, System string
	People          int          // see Settlement.People
	Parts           []RatedPart  // people only
	BotTitles       []game.Title // see Settlement.BotTitles
}

// RatedPart is a player's result in a round.
type RatedPart struct {
	Player Player
	Place  int
	Title  game.Title
}

// RatingChange is the change of a rating by a round.
type RatingChange struct {
	Settlement    int64
	Overall       bool // overall rating, not the one in the round's system
	Player        Player
	Before, After rating.Rating
}

// TitleRun is a Streak in stored form, with player numbers and round keys.
type TitleRun struct {
	TitleRunKey
	Player        Player
	Rounds        int
	Last          int64 // unix milliseconds
	Running       bool
	Deposed       Player
	DeposedRounds int
	TakenBy       Player
}

// Kept reports whether a run is stored. A finished run of one round isn't a streak.
func (r TitleRun) Kept() bool { return r.Running || r.Rounds > 1 }

// HasRating sets a player's current rating.
func (l *Ledger) HasRating(of Rated, r rating.Rating) { l.ratings[of] = r }

// HasRunning adds a title run that hasn't ended.
func (l *Ledger) HasRunning(r TitleRun) {
	l.at(place{r.Channel, r.System})[r.Title] = &r
}

func (l *Ledger) at(p place) map[game.Title]*TitleRun {
	if l.running[p] == nil {
		l.running[p] = map[game.Title]*TitleRun{}
	}
	return l.running[p]
}

// spoiler returns the player who has a round as last place alone, because they closed the table in
// it or removed the others; false if there is none.
func (r RatedRound) spoiler() (Player, bool) {
	if len(r.Parts) == 1 && r.People > 1 {
		return r.Parts[0].Player, true
	}
	return 0, false
}

// Rate updates the ratings with a round and returns the changes. A player who spoiled it loses to as
// many people of their own rating as sat there, whose ratings don't change.
func (l *Ledger) Rate(r RatedRound) []RatingChange {
	_, spoiled := r.spoiler()
	if len(r.Parts) < 2 && !spoiled {
		return nil
	}
	var changes []RatingChange
	for _, system := range []string{r.System, ""} {
		before := make([]rating.Placed, len(r.Parts))
		for i, p := range r.Parts {
			now, known := l.ratings[Rated{system, p.Player}]
			if !known {
				now = rating.New()
			}
			before[i] = rating.Placed{Rating: now, Place: p.Place}
		}
		for len(before) < r.People && spoiled {
			before = append(before, rating.Placed{Rating: before[0].Rating, Place: before[0].Place - 1})
		}
		after := rating.Rate(before)
		for i, p := range r.Parts {
			l.ratings[Rated{system, p.Player}] = after[i]
			changes = append(changes, RatingChange{r.ID, system == "", p.Player, before[i].Rating, after[i]})
		}
	}
	return changes
}

// Crown updates the title runs of the guild and the channel with a round. A title that only a
// bot received stays with its holder. A player who spoiled the round loses their titles, and the
// others keep theirs. Crown returns the runs that changed or began, ended ones first.
func (l *Ledger) Crown(r RatedRound) []TitleRun {
	holders := holders(r)
	spoiler, spoiled := r.spoiler()
	var changed []TitleRun
	for _, p := range []place{{"", r.System}, {r.Channel, r.System}} {
		running := l.at(p)
		former := map[game.Title]TitleRun{}
		for title, run := range running {
			if holders[title] == run.Player || r.onlyBotGot(title) || spoiled && run.Player != spoiler {
				continue
			}
			run.Running, run.TakenBy = false, holders[title]
			former[title] = *run
			changed = append(changed, *run)
			delete(running, title)
		}
		for title, player := range holders {
			run := running[title]
			if run == nil {
				before := former[title]
				run = &TitleRun{
					TitleRunKey: TitleRunKey{p.channel, p.system, title, r.RoundKey}, Player: player, Running: true,
					Deposed: before.Player, DeposedRounds: before.Rounds,
				}
				running[title] = run
			}
			run.Rounds++
			run.Last = r.At
			changed = append(changed, *run)
		}
	}
	return changed
}

// onlyBotGot reports whether one bot, and nobody else, received a title.
func (r RatedRound) onlyBotGot(title game.Title) bool {
	n := 0
	for _, t := range r.BotTitles {
		if t == title {
			n++
		}
	}
	return n == 1 && !slices.ContainsFunc(r.Parts, func(p RatedPart) bool { return p.Title == title })
}

// holders returns the holder of each title that exactly one player received.
func holders(r RatedRound) map[game.Title]Player {
	alone := map[game.Title]Player{}
	for i, p := range r.Parts {
		same := func(q RatedPart) bool { return q.Title == p.Title }
		if p.Title != "" && !slices.Contains(r.BotTitles, p.Title) && slices.IndexFunc(r.Parts, same) == i && !slices.ContainsFunc(r.Parts[i+1:], same) {
			alone[p.Title] = p.Player
		}
	}
	return alone
}

// TitleRuns holds the title runs of a guild.
type TitleRuns map[TitleRunKey]TitleRun

// TitleRunKey identifies a run by its place, title and start.
type TitleRunKey struct {
	Channel, System string
	Title           game.Title
	Began           RoundKey
}

// Take stores the results of Crown and removes runs that aren't Kept.
func (all TitleRuns) Take(changed []TitleRun) {
	for _, r := range changed {
		if r.Kept() {
			all[r.TitleRunKey] = r
		} else {
			delete(all, r.TitleRunKey)
		}
	}
}
