package ids

// CallMe is the button with which people take the role for calls, or give it back.
type CallMe struct {
	Preferences bool // it is on the page of preferences
}

// ID returns the custom id: "call-me", "call-me/prefer".
func (x CallMe) ID() string {
	if x.Preferences {
		return write(VerbCallMe, VerbPrefer)
	}
	return write(VerbCallMe)
}

// ParseCallMe parses the custom id.
func ParseCallMe(args []string) CallMe { return CallMe{arg(args, 0) == VerbPrefer} }

// Anew is the button that opens a table although others wait elsewhere.
type Anew struct{ Named string } // value of the game or preset, which may contain slashes; "": the usual one

// ID returns the custom id: "anew/game:ahole".
func (x Anew) ID() string { return write(VerbAnew, x.Named) }

// ParseAnew parses the custom id.
func ParseAnew(args []string) Anew { return Anew{rest(args, 0)} }
