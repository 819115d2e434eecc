package config

import (
	"os"
	"strings"
	"testing"
)

func TestAMistypedAddressIsNotShown(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct{ name, is, why string }{
		{"deuces.db", "deuces.db", "a file"},
		{"/srv/deuces/deuces.db", "/srv/deuces/deuces.db", "with its directory"},
		{"../my deuces.db", "../my deuces.db", "a space"},
		{"/home/ann@example.com/deuces.db", "/home/ann@example.com/deuces.db", "a domain's user"},
		{"./a=b@c.db", "./a=b@c.db", "nobody takes this for an address"},
		{`C:\deuces\deuces.db`, `C:\deuces\deuces.db`, "Windows"},
		{"postgres://deuces:s3cret@localhost/deuces", "postgres://deuces:s3cret@localhost/deuces", "an address"},
		{"POSTGRES://deuces:s3cret@Host/deuces", "postgres://deuces:s3cret@Host/deuces", "schemes have no case"},
		{"PostgreSQL:///deuces?host=/run/postgresql", "postgresql:///deuces?host=/run/postgresql", "a socket"},
		{"postgres://%2Frun%2Fpostgresql/deuces", "postgres://%2Frun%2Fpostgresql/deuces", "a socket"},
		{"postgres://u:p%40%2F%3F%23w@[::1]:5432/d?sslmode=require&search_path=a", "postgres://u:p%40%2F%3F%23w@[::1]:5432/d?sslmode=require&search_path=a", "an escaped password"},
		{"postgres://u@h1:5432,h2:5433/d?target_session_attrs=read-write", "postgres://u@h1:5432,h2:5433/d?target_session_attrs=read-write", "two hosts"},

		{"postgres://u@h/d?options=-c%20work_mem=8MB", "postgres://u@h/d?options=-c%20work_mem=8MB", "a parameter of the server"},

		{dir, "", "a directory"},
		{"/nowhere/", "", "a directory"},
		{os.DevNull, "", "a device"},
		{"deuces.db?mode=ro", "", "SQLite's options"},
		{"deuces\x1b[2J.db", "", "a control character"},
		{"host=localhost user=deuces password=s3cret dbname=deuces", "", "libpq's other form"},
		{"password=s3cret", "", "a part of it"},
		{"u:s3cret@localhost/deuces", "", "no scheme"},
		{"//u:s3cret@localhost/deuces", "", "no scheme"},
		{"s3cret@localhost", "", "no scheme"},
		{"postgres:u:s3cret@localhost/deuces", "", "no slashes"},
		{"postgres:/u:s3cret@localhost/deuces", "", "one slash"},
		{"postgres//u:s3cret@localhost/deuces", "", "no colon"},
		{"postgress://u:s3cret@localhost/deuces", "", "a slip"},
		{"pg://u:s3cret@localhost/deuces", "", "another scheme"},
		{"mysql://u:s3cret@localhost/deuces", "", "another database"},
		{"jdbc:postgresql://localhost/deuces?user=u&password=s3cret", "", "Java's form"},
		{"file:deuces.db", "", "SQLite's form"},
		{`"postgres://u:s3cret@localhost/deuces"`, "", "quotes"},
		{"psql postgres://u:s3cret@localhost/deuces", "", "a command"},
		{"postgres://u:p@s3cret@localhost/deuces", "", "@ in the password"},
		{"postgres://u:p/s3cret@localhost/deuces", "", "/ in the password"},
		{"postgres://u:p?s3cret@localhost/deuces", "", "? in the password"},
		{"postgres://u:p#s3cret@localhost/deuces", "", "# in the password"},
		{"postgres://u:p%zzs3cret@localhost/deuces", "", "% in the password"},
		{"postgres://u:p s3cret@localhost/deuces", "", "a space in the password"},
		{"postgres://localhost/deuces#s3cret", "", "a fragment"},
		{"postgres://u:s3cret/deuces", "", "no host"},
		{"postgres://localhost/deuces?Password=s3cret", "", "a parameter has no capitals"},
		{"postgres://localhost/deuces?pass=s3cret", "", "it is called password"},
		{"postgres://localhost/deuces?password=p&s3cret", "", "& in the password"},
		{"postgres://localhost/deuces?password=p;s3cret", "", "; in the password"},
		{"postgres://localhost/deuces?password=p@s3cret", "", "@ in the password"},
		{"postgres://localhost/deuces;password=s3cret", "", "; for ?"},
		{"postgres://localhost/deuces&password=s3cret", "", "& for ?"},
		{"postgres://localhost/deuces password=s3cret", "", "a space for ?"},
		{"postgres://localhost/password=s3cret", "", "a parameter for the database"},
		{"postgres://localhost/deuces?sslmode=require;password=s3cret", "", "; for &"},
		{"postgres://localhost/deuces?host=/run/postgresql password=s3cret", "", "a space for &"},
		{"postgres://localhost/deuces?dbname=deuces%20password=s3cret", "", "libpq's other form in a parameter"},
	} {
		got, err := Database(tt.name)
		switch {
		case tt.is != "" && (err != nil || got != tt.is):
			t.Errorf("%s: got %q, %v, want %q: %s", tt.name, got, err, tt.is, tt.why)
		case tt.is == "" && (err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: got %q, %v, want one line that refuses it without its password: %s", tt.name, got, err, tt.why)
		}
	}
}
