package postgres

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Queries are written once, in SQL that both databases understand, with SQLite's placeholders
// and hints. The dialect replaces what PostgreSQL writes differently.

// differences lists fragments of the store's queries, as SQLite has them, and their PostgreSQL
// forms.
func differences() *strings.Replacer {
	return strings.NewReplacer(
		`strftime('%Y-%m', s.at / 1000, 'unixepoch')`, `to_char(to_timestamp(s.at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')`,
		`json_extract(e.body, '$.player')`, `(e.body::json ->> 'player')::bigint`,
		`lower(hex(hash))`, `encode(hash, 'hex')`,
		// Lists in JSON: of channels, rows and numbers.
		`t.channel IN (SELECT value FROM json_each(?2) AS c)`, `t.channel IN (SELECT json_array_elements_text(?2::json))`,
		`SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?) AS j`,
		`SELECT (value ->> 0)::bigint, (value ->> 1)::bigint, (value ->> 2)::bigint, (value ->> 3)::bigint, (value ->> 4)::bigint, (value ->> 5)::bigint, (value ->> 6)::bigint
			FROM json_array_elements(?::json) AS j`,
		`json_each(?)`, `(SELECT value::bigint AS value FROM json_array_elements_text(?::json))`,
		`json_each(?2)`, `(SELECT value::bigint AS value FROM json_array_elements_text(?2::json))`,
	)
}

// Hints for SQLite: index names and the order of joins. PostgreSQL doesn't need them.
var (
	indexHint = regexp.MustCompile(`INDEXED BY \w+`)
	orderHint = regexp.MustCompile(`CROSS JOIN (\w+) AS (\w+) ON`)
)

// dialect translates queries and caches the results.
type dialect struct {
	differences *strings.Replacer
	translated  sync.Map // key: original query
}

func newDialect() *dialect { return &dialect{differences: differences()} }

func (d *dialect) translate(query string) string {
	if text, ok := d.translated.Load(query); ok {
		return text.(string)
	}
	text := d.differences.Replace(query)
	text = indexHint.ReplaceAllString(text, ``)
	text = orderHint.ReplaceAllString(text, `JOIN $1 AS $2 ON`)
	text = numberPlaceholders(text)
	d.translated.Store(query, text)
	return text
}

// numberPlaceholders converts placeholders: the second ? becomes $2, and so does ?2.
func numberPlaceholders(query string) string {
	var b strings.Builder
	next, quoted := 0, false
	for i := 0; i < len(query); i++ {
		switch c := query[i]; {
		case c == '\'':
			quoted = !quoted
			b.WriteByte(c)
		case c != '?' || quoted:
			b.WriteByte(c)
		default:
			b.WriteByte('$')
			if i+1 == len(query) || query[i+1] < '0' || query[i+1] > '9' {
				next++
				b.WriteString(strconv.Itoa(next))
			}
		}
	}
	return b.String()
}
