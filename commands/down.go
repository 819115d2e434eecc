package commands

// GoDown answers every click from now on with a sentence that says so.
func (c *Commands) GoDown() { c.down.Store(true) }

// SayDown makes the boards of all tables that are awake say that the program restarts. It comes
// after GoDown and before the mirrors are closed.
func (c *Commands) SayDown() {
	for _, m := range c.tables.Awake() {
		c.mirrors.Touch(postKey(BoardPost, m.ID))
	}
}
