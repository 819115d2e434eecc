package match_test

import "deuces/match/matchtest"

const (
	ann = matchtest.Ann
	bob = matchtest.Bob
	cy  = matchtest.Cy
	dee = matchtest.Dee
	eve = matchtest.Eve
)
