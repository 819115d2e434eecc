// Package page is the web page that people play on. It consists of plain JavaScript modules and
// style sheets, embedded as they are. It uses nothing but the users' side of a sandbox (package
// user), which any other client could use as well.
package page

import (
	"embed"
	"net/http"
)

//go:embed *.html *.css *.js *.svg
var assets embed.FS

// Handler serves the page.
func Handler() http.Handler { return http.FileServerFS(assets) }
