package ids

// Begin is the button of a greeting: it asks what to play.
type Begin struct{}

// ID writes it: "begin".
func (Begin) ID() string { return VerbBegin }

// ParseBegin reads it.
func ParseBegin([]string) Begin { return Begin{} }
