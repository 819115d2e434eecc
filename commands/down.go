package commands

// GoDown has every click answered with a sentence from now on.
func (c *Commands) GoDown() { c.down.Store(true) }

// SayDown has the boards of all live tables say that the program restarts. It
// comes after GoDown, and before the mirrors are closed.
func (c *Commands) SayDown() {
	for _, m := range c.tables.Live() {
		c.mirrors.Touch(postKey(BoardPost, m.ID()))
	}
}
