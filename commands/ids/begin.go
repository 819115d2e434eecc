package ids

// Begin is the button of a greeting: it leads to a menu of what can be played.
type Begin struct{}

// ID writes it: "begin".
func (Begin) ID() string { return VerbBegin }

// ParseBegin reads it.
func ParseBegin([]string) Begin { return Begin{} }

// Opens is the menu of what can be played: what is chosen opens a table.
type Opens struct{}

// ID writes it: "opens".
func (Opens) ID() string { return VerbOpens }

// ParseOpens reads it.
func ParseOpens([]string) Opens { return Opens{} }
