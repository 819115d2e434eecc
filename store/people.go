package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"deuces/standing"
	"deuces/store/engine"
)

// Player returns the number of a person, given their Discord id, and stores their current name.
// A person who is new, or was forgotten, gets a new number. It writes only if something
// changed.
func (s *Store) Player(ctx context.Context, discordID, name string) (_ standing.Player, err error) {
	defer engine.Annotate(&err, "number of person %s", discordID)
	name = storable(name)
	was, known, changes := s.numbers.get(discordID)
	if !known {
		err := s.db.QueryRowContext(ctx, `SELECT player, name FROM people WHERE discord = ?`, discordID).Scan(&was.player, &was.name)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return 0, err
		}
		if err == nil {
			s.numbers.put(changes, discordID, was)
		}
	}
	p := was.player
	if p != 0 && was.name == name {
		return p, nil
	}
	err = s.write(ctx, ofPeople(), func(ctx context.Context, tx *tx) error {
		return tx.Get(ctx, `INSERT INTO people (discord, name) VALUES (?, ?)
			ON CONFLICT (discord) DO UPDATE SET name = excluded.name RETURNING player`, []any{discordID, name}, &p)
	})
	s.clearPeopleCaches()
	return p, err
}

// Forget deletes a person's identity and preferences. Logs and standings keep the number, which
// no longer identifies anyone. If the person returns, they get a new number.
func (s *Store) Forget(ctx context.Context, p standing.Player) (err error) {
	defer engine.Annotate(&err, "forget player %d", p)
	err = s.exec(ctx, ofPeople(), `DELETE FROM people WHERE player = ?`, p)
	s.clearPeopleCaches()
	s.preferences.drop(p)
	return err
}

// People returns the identities of players. It omits people who were forgotten.
func (s *Store) People(ctx context.Context, players ...standing.Player) (map[standing.Player]standing.Person, error) {
	found := make(map[standing.Player]standing.Person, len(players))
	changes := map[standing.Player]int{} // change counts that the cache returned, by player who isn't cached
	for _, p := range players {
		person, cached, n := s.people.get(p)
		if cached {
			found[p] = person
		} else {
			changes[p] = n
		}
	}
	if len(changes) == 0 {
		return found, nil
	}
	read, err := s.Reader.People(ctx, slices.Collect(maps.Keys(changes))...)
	if err != nil {
		return nil, err
	}
	for p, person := range read {
		found[p] = person
		s.people.put(changes[p], p, person)
	}
	return found, nil
}

// People returns the identities of players. It omits people who were forgotten.
func (r *Reader) People(ctx context.Context, players ...standing.Player) (_ map[standing.Player]standing.Person, err error) {
	defer engine.Annotate(&err, "people")
	list, err := json.Marshal(players)
	if err != nil {
		return nil, err
	}
	found := make(map[standing.Player]standing.Person, len(players))
	err = engine.Each(ctx, r.db, func(rows *sql.Rows) error {
		var p standing.Player
		var person standing.Person
		err := rows.Scan(&p, &person.ID, &person.Name)
		found[p] = person
		return err
	}, `SELECT p.player, p.discord, p.name FROM json_each(?) AS j CROSS JOIN people AS p ON p.player = j.value`, string(list))
	return found, err
}

// KnownNumber returns the number of a person, given their Discord id, if it is in memory, and
// otherwise 0. It never blocks, so lines of the log can use it.
func (s *Store) KnownNumber(discordID string) int64 {
	was, _, _ := s.numbers.get(discordID)
	return int64(was.player)
}

// Find returns the number of a person, given their Discord id. known is false if nothing is stored
// about them. Unlike Player, Find never writes.
func (s *Store) Find(ctx context.Context, discordID string) (p standing.Player, known bool, err error) {
	defer engine.Annotate(&err, "number of person %s", discordID)
	if was, cached, _ := s.numbers.get(discordID); cached {
		return was.player, true, nil
	}
	err = s.db.QueryRowContext(ctx, `SELECT player FROM people WHERE discord = ?`, discordID).Scan(&p)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return p, true, err
}

// named is a person's number and last known name.
type named struct {
	player standing.Player
	name   string
}

// clearPeopleCaches clears the caches of identities. Clearing everything is cheap because names
// rarely change.
func (s *Store) clearPeopleCaches() {
	s.people.clear()
	s.numbers.clear()
}
