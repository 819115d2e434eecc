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

// Player returns the number of a person, given their Discord id, and stores their current name,
// which is the same in all guilds (Nickname). A person who is new, or was forgotten, gets a new
// number. It writes only if something changed.
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
	err = s.writePeople(ctx, func(ctx context.Context, tx *tx) error {
		return tx.Get(ctx, `INSERT INTO people (discord, name) VALUES (?, ?)
			ON CONFLICT (discord) DO UPDATE SET name = excluded.name RETURNING player`, []any{discordID, name}, &p)
	})
	s.clearPeopleCaches()
	return p, err
}

// Nickname stores what a guild calls a person; "" if it has no name of its own for them. It
// writes only if something changed, and nothing about a person who was forgotten.
func (s *Store) Nickname(ctx context.Context, guild string, p standing.Player, name string) (err error) {
	defer engine.Annotate(&err, "nickname of player %d in guild %s", p, guild)
	name = storable(name)
	in := inGuild{guild, p}
	was, known, changes := s.nicknames.get(in)
	if !known {
		err := s.db.QueryRowContext(ctx, `SELECT name FROM nicknames WHERE guild = ? AND player = ?`, guild, p).Scan(&was)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		s.nicknames.put(changes, in, was)
	}
	if was == name {
		return nil
	}
	// Another process may delete the person, so this needs a transaction of its own.
	err = s.writer.write(ctx, s.shared, func(ctx context.Context, tx *tx) error {
		if name == "" {
			return tx.Exec(ctx, `DELETE FROM nicknames WHERE guild = ? AND player = ?`, guild, p)
		}
		return tx.Exec(ctx, `INSERT INTO nicknames (guild, player, name) SELECT ?, player, ? FROM people WHERE player = ?
			ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name`, guild, name, p)
	})
	s.nicknames.drop(in)
	return err
}

// Forget deletes a person's identity, names and preferences. Logs and standings keep the number, which
// no longer identifies anyone. If the person returns, they get a new number.
func (s *Store) Forget(ctx context.Context, p standing.Player) (err error) {
	defer engine.Annotate(&err, "forget player %d", p)
	err = s.writePeople(ctx, func(ctx context.Context, tx *tx) error { return tx.Exec(ctx, `DELETE FROM people WHERE player = ?`, p) })
	s.clearPeopleCaches()
	s.preferences.drop(p)
	return err
}

// People returns the identities of players, with the names that they have in a guild. It omits
// people who were forgotten.
func (s *Store) People(ctx context.Context, guild string, players ...standing.Player) (map[standing.Player]standing.Person, error) {
	found := make(map[standing.Player]standing.Person, len(players))
	type counts struct{ people, nicknames int }
	changes := map[standing.Player]counts{} // change counts that the caches returned, by player who isn't in both
	for _, p := range players {
		person, known, n := s.people.get(p)
		nickname, named, m := s.nicknames.get(inGuild{guild, p})
		if known && named {
			found[p] = person.Called(nickname)
		} else {
			changes[p] = counts{n, m}
		}
	}
	if len(changes) == 0 {
		return found, nil
	}
	read, err := readPeople(ctx, s.db, guild, slices.Collect(maps.Keys(changes)))
	if err != nil {
		return nil, err
	}
	for p, person := range read {
		found[p] = person.Called(person.nickname)
		s.people.put(changes[p].people, p, person.Person)
		s.nicknames.put(changes[p].nicknames, inGuild{guild, p}, person.nickname)
	}
	return found, nil
}

// People returns the identities of players, with the names that they have in a guild. It omits
// people who were forgotten.
func (r *Reader) People(ctx context.Context, guild string, players ...standing.Player) (map[standing.Player]standing.Person, error) {
	read, err := readPeople(ctx, r.db, guild, players)
	found := make(map[standing.Player]standing.Person, len(read))
	for p, person := range read {
		found[p] = person.Called(person.nickname)
	}
	return found, err
}

// nicknamed is a person with what a guild calls them, or "".
type nicknamed struct {
	standing.Person
	nickname string
}

func readPeople(ctx context.Context, q engine.Querier, guild string, players []standing.Player) (_ map[standing.Player]nicknamed, err error) {
	defer engine.Annotate(&err, "people")
	list, err := json.Marshal(players)
	if err != nil {
		return nil, err
	}
	found := make(map[standing.Player]nicknamed, len(players))
	err = engine.Each(ctx, q, func(rows *sql.Rows) error {
		var p standing.Player
		var person nicknamed
		err := rows.Scan(&p, &person.ID, &person.Name, &person.nickname)
		found[p] = person
		return err
	}, `SELECT p.player, p.discord, p.name, coalesce(n.name, '') FROM json_each(?) AS j CROSS JOIN people AS p ON p.player = j.value
		LEFT JOIN nicknames AS n ON n.guild = ? AND n.player = p.player`, string(list), guild)
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

// inGuild is a person in a guild.
type inGuild struct {
	guild  string
	player standing.Player
}

// clearPeopleCaches clears the caches of identities. Clearing everything is cheap because people
// rarely change their own names.
func (s *Store) clearPeopleCaches() {
	s.people.clear()
	s.numbers.clear()
	s.nicknames.clear()
}
