// Package e2e has the stories that only the wire can tell: the program as a process of its own,
// on a sandbox of Discord, and people who click what they are shown. What a rule, a table's
// timing or a screen says is said in its own package; here belong Discord's three seconds and
// its limits, events that are lost, late or doubled, restarts and kills, several processes, and
// the page in a browser.
//
// # Writing a story
//
// A story starts a [Server], seats people at a [Table], and says what each does and sees:
//
//	func TestAVoteSurvivesAKill(t *testing.T) {
//		t.Parallel()
//		s := NewServer(t)
//		table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
//		table.Open("ahole", nil) // Ann opens it, the others join, Ann starts it
//		bob, cy := table.People[1], table.People[2]
//		bob.Asks("kick", Options{"player": "Dee"}).Whispers("Now the others at the table vote")
//		s.Kill()
//		s.Start()
//		poll := cy.Sees(says("**Bob** wants to remove **Dee**"))
//		cy.Clicks(poll, "vote/")
//		cy.Sees(says("was voted off the table"))
//	}
//
// A [Person] does things and gets the [Message] that answers:
//
//	ann.Asks("hand", nil)            what they look for, by a command or where the screens have it
//	ann.Clicks(m, "join/")           the first button or menu of the message whose custom_id begins so
//	ann.Clicks(m, "…/by", "rating")  or, after "…", ends so; values are chosen in menus
//	ann.Submits(m, "cut/", Options{"cut": "7"})  a form, opened by a button and sent
//	ann.Hand()                       My hand on the table's newest board
//	ann.Sees(isBoard, says("Round 1"))  waits for a message that fits all of this
//
// A message is checked with Says, Whispers (that nobody else sees it, too) and Lacks, each of
// which returns the message. Whatever Discord refuses or the bot doesn't answer fails the test.
//
// A match needn't be played from its lobby: [Server.Begin] has the bot start on tables at which
// the hands and the plays so far are given, or at which one play is left ([Situation]), and
// [Server.Remember] on matches that are over ([Past]). Where people are to play on and on,
// [Table.PlayOn] has them click what they are offered until the match is over; on bad days that
// take long, use [player], whose clicks are compared with the log in the end ([clicks]).
//
// Wait for what somebody sees (Sees, Until), for a line of the log (botLog.awaits), or for what
// is stored (Server.Stored), never for a time. That something doesn't happen is shown by
// something that happens after it.
package e2e
