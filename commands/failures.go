package commands

import "github.com/rs/zerolog"

// failed begins a line about an error. While another process takes over a server, this one may still try
// to store what the other stores as well: that is no error.
func (c *Commands) failed(err error) *zerolog.Event {
	if c.Elsewhere != nil && c.Elsewhere(err) {
		return c.Logger.Debug().Err(err)
	}
	return c.Logger.Error().Err(err)
}
