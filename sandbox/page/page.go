// Package page is the web page that people play on: plain modules of JavaScript and style sheets, embedded as they are. It uses
// nothing but the users' side of a sandbox (package user), so it could be any client's.
package page

import (
	"embed"
	"net/http"
)

//go:embed *.html *.css *.js *.svg
var assets embed.FS

// Handler serves the page.
func Handler() http.Handler { return http.FileServerFS(assets) }
