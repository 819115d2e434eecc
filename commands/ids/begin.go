package ids

// Begin is the button of the greeting. It opens a table.
type Begin struct{}

// ID returns the custom id: "begin".
func (Begin) ID() string { return VerbBegin }

// ParseBegin parses the custom id.
func ParseBegin([]string) Begin { return Begin{} }
