package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"deuces/standing"
)

// Player returns the number of a person by their Discord id, a new one for
// somebody not seen before or forgotten since, and remembers the name as the
// last seen. It writes only when one of the two is new.
func (s *Store) Player(ctx context.Context, discordID, name string) (standing.Player, error) {
	name = storable(name)
	p, lastSeen, moment := s.people.number(discordID)
	if p == 0 {
		err := s.db.QueryRowContext(ctx, `SELECT player, name FROM people WHERE discord = ?`, discordID).Scan(&p, &lastSeen)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return 0, fmt.Errorf("number of person %s: %w", discordID, err)
		}
		if p != 0 && s.keeps() {
			s.people.keep(moment, map[standing.Player]standing.Person{p: {ID: discordID, Name: lastSeen}})
		}
	}
	if p != 0 && lastSeen == name {
		return p, nil
	}
	err := s.write(ctx, ofPeople(), func(ctx context.Context, tx *tx) error {
		return tx.get(ctx, `INSERT INTO people (discord, name) VALUES (?, ?)
			ON CONFLICT (discord) DO UPDATE SET name = excluded.name RETURNING player`, []any{discordID, name}, &p)
	})
	s.people.drop()
	if err != nil {
		return 0, fmt.Errorf("number of person %s: %w", discordID, err)
	}
	return p, nil
}

// Forget drops what is known of a person, with what they have chosen. Logs and standings keep the number,
// which then means nothing; a person who comes back gets another.
func (s *Store) Forget(ctx context.Context, p standing.Player) error {
	err := s.write(ctx, ofPeople(), func(ctx context.Context, tx *tx) error {
		return tx.exec(ctx, `DELETE FROM people WHERE player = ?`, p)
	})
	s.people.drop()
	s.preferences.drop(p)
	if err != nil {
		return fmt.Errorf("forget player %d: %w", p, err)
	}
	return nil
}

// People returns who these players are. Somebody who was forgotten is not in it.
func (s *Store) People(ctx context.Context, players ...standing.Player) (map[standing.Player]standing.Person, error) {
	found, missing, moment := s.people.look(players)
	if len(missing) == 0 {
		return found, nil
	}
	read, err := s.Reader.People(ctx, missing...)
	if err != nil {
		return nil, err
	}
	if s.keeps() {
		s.people.keep(moment, read)
	}
	for p, person := range read {
		found[p] = person
	}
	return found, nil
}

// People returns who these players are. Somebody who was forgotten is not in it.
func (r *Reader) People(ctx context.Context, players ...standing.Player) (map[standing.Player]standing.Person, error) {
	list, err := json.Marshal(players)
	if err != nil {
		return nil, err
	}
	found := make(map[standing.Player]standing.Person, len(players))
	err = each(ctx, r.db, func(rows *sql.Rows) error {
		var p standing.Player
		var person standing.Person
		err := rows.Scan(&p, &person.ID, &person.Name)
		found[p] = person
		return err
	}, `SELECT p.player, p.discord, p.name FROM json_each(?) AS j CROSS JOIN people AS p ON p.player = j.value`, string(list))
	if err != nil {
		return nil, fmt.Errorf("people: %w", err)
	}
	return found, nil
}

// peopleKept is how many people are kept in memory at most.
const peopleKept = 50_000

// people remembers what the people table says, since every click asks for it.
// Names change rarely, so a change empties it.
type people struct {
	mu      sync.Mutex
	moment  int // counts changes: what was read before one is not kept after it
	persons map[standing.Player]standing.Person
	numbers map[string]standing.Player // by Discord id
}

func newPeople() *people {
	p := &people{}
	p.clear()
	return p
}

// number returns a person's number and name; 0 when they are not kept.
func (c *people) number(discordID string) (p standing.Player, name string, moment int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p = c.numbers[discordID]
	return p, c.persons[p].Name, c.moment
}

// look returns which of the players are held in memory, and which are missing.
func (c *people) look(players []standing.Player) (found map[standing.Player]standing.Person, missing []standing.Player, moment int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found = make(map[standing.Player]standing.Person, len(players))
	for _, p := range players {
		if person, ok := c.persons[p]; ok {
			found[p] = person
		} else {
			missing = append(missing, p)
		}
	}
	return found, missing, c.moment
}

// keep remembers what was read since moment, unless something has changed.
func (c *people) keep(moment int, read map[standing.Player]standing.Person) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if moment != c.moment {
		return
	}
	if len(c.persons)+len(read) > peopleKept {
		c.clear()
	}
	for p, person := range read {
		c.persons[p] = person
		c.numbers[person.ID] = p
	}
}

// drop forgets everything after a change.
func (c *people) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moment++
	c.clear()
}

func (c *people) clear() {
	c.persons = map[standing.Player]standing.Person{}
	c.numbers = map[string]standing.Player{}
}
