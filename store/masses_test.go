package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/standing"
	"deuces/table"
)

// A database of masses has as many rounds as are asked for, with all that the bot would have
// stored of them: logs with their chains, people, guilds, seasons, settlements and sums. To
// play a million rounds would take hours. So some hundred matches are played, of all
// systems, and each is stored at many tables: in other guilds, by other people, at other
// times, and with a chain of its own.

// playedOnce is a match as it was stored, or is to be stored at other tables.
type playedOnce struct {
	at      int // the number of the table at which it was played
	system  string
	rows    []row
	bodies  []table.Body // by row: what names somebody, or says where the table is; nil: the same at all tables
	sealing []bool       // by row: whether it is about a sealed deal, which belongs to the table
	settled []settledThen
	people  []table.Player // who were there, in the order in which they came
	rounds  int
}

// settledThen is what the match added to the standings, and when.
type settledThen struct {
	at int64
	standing.Settlement
}

// masses is how many rounds there are, and of whom.
type masses struct{ rounds, guilds, people int } // people in each guild

// massesOf are so many rounds in guilds like those that there are: a thousand rounds each.
func massesOf(rounds int) masses {
	return masses{rounds: rounds, guilds: 3 + rounds/1000, people: 60}
}

// massesAt is a database of masses. It is kept where -crowds says, for it may take minutes
// to make.
func massesAt(t testing.TB, m masses) (path string) {
	t.Helper()
	dir := t.TempDir()
	if *crowds != "" {
		dir = *crowds
	}
	path = filepath.Join(dir, fmt.Sprintf("masses-%d.db", m.rounds))
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path
	}
	began := time.Now()
	s, err := Open(t.Context(), path+".part", nop())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(m.fill(t.Context(), s), s.Close(), os.Rename(path+".part", path)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rounds in %d guilds were made in %v", m.rounds, m.guilds, time.Since(began).Round(time.Second))
	return path
}

// fill plays matches and stores them.
func (m masses) fill(ctx context.Context, s *Store) error {
	const seed = 17
	rand := gametest.NewRand(seed)
	matches, err := m.play(rand)
	if err != nil {
		return fmt.Errorf("seed %d: %w", seed, err)
	}
	err = s.writer.write(ctx, claim{}, func(ctx context.Context, tx *tx) error {
		if err := tx.exec(ctx, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
			INSERT INTO people (player, discord, name) SELECT i, 1000000 + i, 'Player ' || i FROM n`, m.guilds*m.people); err != nil {
			return err
		}
		plans := []standing.Plan{standing.ByHand, standing.Monthly, standing.Quarterly}
		for g := range m.guilds {
			if err := tx.exec(ctx, `INSERT INTO settings (guild, key, value) VALUES (?, 'season', ?)`, guildOf(g), plans[g%len(plans)]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	const atOnce = 100 // tables in a commit
	f := filling{masses: m, rand: rand, every: 2 * 365 * 24 * time.Hour * 8 / time.Duration(m.rounds)}
	for next := 0; f.rounds < m.rounds; {
		err := s.writer.write(ctx, claim{}, func(ctx context.Context, tx *tx) error {
			f.tx = tx
			for range atOnce {
				p := &matches[rand.Intn(len(matches))]
				if next < len(matches) { // as it was played, under its own number
					p = &matches[next]
					next++
				}
				if f.rounds += p.rounds; f.rounds > m.rounds && f.rounds > p.rounds {
					f.rounds = m.rounds
					return nil
				}
				if err := f.table(ctx, p); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return s.writer.write(ctx, claim{}, func(ctx context.Context, tx *tx) error { return tx.resum(ctx) })
}

func guildOf(g int) string { return fmt.Sprint(1_000_000_000_000 + g) }

// filling is how far a database is filled.
type filling struct {
	masses
	rand   *gametest.Rand
	every  time.Duration // a table opens
	tx     *tx
	id     table.ID // of the last table
	rounds int
}

// table stores a match at the next table. Where that is not the one at which it was played, its
// rounds were dealt without a seal, as before there were any: what a seal gives depends on
// the table's number.
func (f *filling) table(ctx context.Context, p *playedOnce) error {
	f.id++
	own := int(f.id) == p.at
	g := f.rand.Intn(f.guilds)
	guild, channel := guildOf(g), fmt.Sprint(2_000_000_000_000+10*g+f.rand.Intn(3))
	as := map[table.Player]table.Player{}
	first := f.rand.Intn(f.people)
	for i, who := range p.people {
		as[who] = table.Player(g*f.people + 1 + (first+i*7)%f.people)
	}
	later := f.every.Milliseconds() * int64(f.id)
	var rows []row
	for i, r := range p.rows {
		if !own && p.sealing[i] {
			continue
		}
		if p.bodies[i] != nil {
			var err error
			if _, r.body, err = table.Encode(elsewhere(p.bodies[i], guild, channel, as)); err != nil {
				return err
			}
		}
		r.seq, r.at = len(rows)+1, r.at+later
		rows = append(rows, r)
	}
	e := seal(f.id, rows, link{})
	opened, ended := rows[0].at, rows[len(rows)-1].at
	if err := f.tx.exec(ctx, `INSERT INTO tables (id, guild, channel, system, opened, ended) VALUES (?, ?, ?, ?, ?, ?)`, f.id, guild, channel, p.system, opened, ended); err != nil {
		return err
	}
	if err := f.tx.exec(ctx, `INSERT INTO chains (table_id, first, last, head, since) VALUES (?, 1, ?, ?, ?)`, f.id, e.last, e.head[:], opened); err != nil {
		return err
	}
	if err := f.tx.exec(ctx, `INSERT INTO posts (table_id, kind, channel, message, edition, posted) VALUES (?, 'board', ?, ?, 'round-1', ?)`, f.id, channel, fmt.Sprint(f.id), opened); err != nil {
		return err
	}
	if err := f.events(ctx, rows); err != nil {
		return err
	}
	for _, then := range p.settled {
		s := then.Settlement
		s.Guild, s.Channel, s.Match = guild, channel, int64(f.id)
		s.Entries = slices.Clone(s.Entries)
		for i := range s.Entries {
			s.Entries[i].Player = as[s.Entries[i].Player]
		}
		for _, part := range split(then.at+later, s) {
			season, err := f.tx.season(ctx, guild, part.at)
			if err == nil {
				_, err = f.tx.record(ctx, part, season)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// events inserts the log of the last table, many rows at a time.
func (f *filling) events(ctx context.Context, rows []row) error {
	const atOnce = 50
	for all := range slices.Chunk(rows, atOnce) {
		values := make([]any, 0, 6*atOnce)
		for _, r := range all {
			values = append(values, f.id, r.seq, r.at, r.kind, string(r.body), r.hash[:])
		}
		if err := f.tx.exec(ctx, `INSERT INTO events (table_id, seq, at, kind, body, hash) VALUES `+strings.Repeat(`(?, ?, ?, ?, ?, ?), `, len(all)-1)+`(?, ?, ?, ?, ?, ?)`, values...); err != nil {
			return err
		}
	}
	return nil
}

// elsewhere is an event's body at another table, where others play.
func elsewhere(b table.Body, guild, channel string, as map[table.Player]table.Player) table.Body {
	v := reflect.New(reflect.TypeOf(b)).Elem()
	v.Set(reflect.ValueOf(b))
	for i := range v.NumField() {
		if p, is := v.Field(i).Interface().(table.Player); is && as[p] != 0 {
			v.Field(i).SetInt(int64(as[p]))
		}
	}
	if opened, is := v.Interface().(table.Opened); is {
		opened.Guild, opened.Channel = guild, channel
		return opened
	}
	return v.Interface().(table.Body)
}

// places says whether an event's body is another where others play it at another table.
func places(b table.Body) bool {
	_, opens := b.(table.Opened)
	v := reflect.ValueOf(b)
	for i := range v.NumField() {
		if p, is := v.Field(i).Interface().(table.Player); is && p > 0 {
			return true
		}
	}
	return opens
}

// play plays matches: of all systems, with more or fewer people, now and then with a
// computer player, or with somebody who leaves.
func (m masses) play(rand *gametest.Rand) ([]playedOnce, error) {
	all := make([]playedOnce, min(max(10, m.rounds/100), 400))
	for i := range all {
		p, err := playOne(rand, i+1, systems.All()[i%len(systems.All())])
		if err != nil {
			return nil, fmt.Errorf("match %d: %w", i+1, err)
		}
		all[i] = p
	}
	return all, nil
}

// playing is a match that is being played.
type playing struct {
	playedOnce
	rand  *gametest.Rand
	match table.Match
	now   time.Time
	seed  deal.Seed // of the next round
	cuts  deal.Cuts
}

// playOne plays a match at the table of that number, from one decision to the next.
func playOne(rand *gametest.Rand, at int, system systems.System) (playedOnce, error) {
	g := &playing{playedOnce: playedOnce{at: at, system: system.Name}, rand: rand, match: table.New(table.ID(at), systems.New), now: crowded}
	rules, err := system.New(nil)
	if err != nil {
		return g.playedOnce, err
	}
	minds, err := system.Players(rules)
	if err != nil {
		return g.playedOnce, err
	}
	low, high := rules.Seats()
	seats := min(max(low, 3+rand.Intn(2)), high) // as most tables have
	open := table.Opening{Guild: "1", Channel: "2", System: system.Name, Version: system.Version, Host: 1, Settings: table.DefaultSettings()}
	g.people = []table.Player{1}
	for p := table.Player(2); int(p) <= seats; p++ {
		g.people = append(g.people, p)
		open.Others = append(open.Others, p)
	}
	computer := rand.Intn(5) == 0 && seats > max(2, low)
	if computer {
		last := len(open.Others) - 1
		open.Others, g.people = open.Others[:last], g.people[:last+1]
	}
	err = g.do(open)
	if err == nil && computer {
		err = g.do(table.AddComputer{Player: 1, Level: ai.Easy})
	}
	if err == nil {
		err = g.sealed()
	}
	if err == nil {
		err = g.do(table.Start{Player: 1})
	}
	for err == nil && g.match.Phase() != table.Over {
		err = g.next(minds[ai.Easy])
	}
	g.rounds = len(g.match.Results())
	return g.playedOnce, err
}

// next has the match go on by one step.
func (g *playing) next(mind ai.Player) error {
	if g.match.Phase() == table.Between {
		if err := g.sealed(); err != nil {
			return err
		}
		if d := g.match.Deadline(); g.now.Before(d) {
			g.now = d
		}
		chance, err := g.seed.Chance(int64(g.at), g.match.Round()+1, g.cuts, g.match.Rules().Deck(len(g.match.Players())), len(g.match.Players()))
		if err != nil {
			return err
		}
		return g.do(table.Deal{Chance: chance})
	}
	seat, _ := g.match.Turn()
	who := g.match.Players()[seat]
	_, computer := g.match.Computer(seat)
	here := 0
	for s := range g.match.Players() {
		if _, c := g.match.Computer(game.Seat(s)); !c && !g.match.Vacant(game.Seat(s)) {
			here++
		}
	}
	if !computer && !g.match.Vacant(seat) && here > 2 && g.rand.Intn(400) == 0 {
		return g.do(table.Leave{Player: who})
	}
	seen, _ := g.match.Observation(seat)
	choice, err := mind.Choose(seen, ai.Budget{}, g.rand.Uint64())
	if err != nil {
		return err
	}
	if computer || g.match.Vacant(seat) {
		g.now = g.now.Add(10 * time.Second) // its time has come by then
		return g.do(table.Chosen{Decision: g.match.Decision(), Action: choice.Action})
	}
	return g.do(table.Act{Player: who, Decision: g.match.Decision(), Action: choice.Action})
}

// sealed seals the next round where it isn't, and now and then has somebody cut the deck.
func (g *playing) sealed() error {
	if _, is := g.match.NextDeal(); is {
		return nil
	}
	g.cuts = deal.Cuts{}
	for i := range g.seed {
		g.seed[i] = byte(g.rand.Intn(256))
	}
	err := g.do(table.Seal{Seed: g.seed})
	if d, _ := g.match.NextDeal(); err == nil && g.rand.Intn(4) == 0 && !g.match.Vacant(0) {
		err = g.do(table.CutDeck{Player: g.match.Players()[0], Deal: d.Number, Typed: "42"})
		d, _ = g.match.NextDeal()
		g.cuts = d.BySeat()
	}
	return err
}

// do carries out a command, some seconds after the one before.
func (g *playing) do(c table.Command) error {
	g.now = g.now.Add(time.Duration(500+g.rand.Intn(8000)) * time.Millisecond)
	events, err := g.match.Decide(c, g.now)
	if err == nil && len(events) == 0 {
		err = errors.New("nothing happens")
	}
	for _, e := range events {
		if err == nil {
			g.match, err = g.match.Apply(e)
		}
	}
	if err != nil {
		return fmt.Errorf("%v: %T: %w", g.match, c, err)
	}
	rows, err := encode(len(g.rows)+1, events)
	if err != nil {
		return err
	}
	for i, e := range events {
		var body table.Body
		if places(e.Body) {
			body = e.Body
		}
		sealing := rows[i].kind == "sealed" || rows[i].kind == "cut"
		g.rows, g.bodies, g.sealing = append(g.rows, rows[i]), append(g.bodies, body), append(g.sealing, sealing)
	}
	if s := table.Settle(g.match, events); s != nil {
		g.settled = append(g.settled, settledThen{rows[len(rows)-1].at, *s})
	}
	return nil
}
