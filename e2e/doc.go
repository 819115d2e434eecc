// Package e2e has end-to-end tests, called stories. The program runs as its own process on a
// sandbox of Discord, and people click what they see. Rules, a table's timing and screens are
// tested in their own packages. The stories are about what only a running program shows: Discord's
// limit of three seconds and its rate limits, events that are lost, late or doubled, restarts and
// kills, several processes, and the page in a browser.
//
// # Writing a story
//
// A story starts a [Server], seats people at a [Table], and says what each person does and sees:
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
// A method of a [Person] does something and returns the [Message] that the bot answers with:
//
//	ann.Asks("hand", nil)            opens a page, by a command or by the buttons that lead to it
//	ann.Clicks(m, "join/")           clicks the first button or menu whose custom_id begins with this
//	ann.Clicks(m, "…/by", "rating")  or ends with what follows "…", and chooses values in a menu
//	ann.Submits(m, "cut/", Options{"cut": "7"})  opens a form with a button and sends it
//	ann.Hand()                       clicks "My hand" on the table's newest board
//	ann.Sees(isBoard, says("Round 1"))  waits for a message that meets all conditions
//
// A message is checked with Says, Whispers (which also checks that nobody else sees it) and Lacks.
// Each returns the message. If Discord refuses something, or the bot doesn't answer, the test
// fails.
//
// The helpers, which go doc doesn't print, are in server_test.go, table_test.go (lobbies, turns and
// plays), person_test.go (what people do) and message_test.go (conditions and checks). Games go
// by their keys: "ahole" is President in the menus, "president" President Classic, and "asshole"
// President Pro. Bots take the seats that are still free when a match starts, and [Table.Turn]
// waits for them, so give a table four people if each turn matters. A lobby is a board too, for
// [Person.Menu], [Person.Ends] and isBoard. The answer to a click can arrive before the board
// changes, so wait for the board with Sees. [Server.PostForged] posts a button that the message no
// longer has. What the bot says is listed by go run ./tools/messages.
//
// A match needn't be played from its lobby. [Server.Begin] starts the bot with tables whose hands
// and moves are given, or that need one more play ([Situation]), and [Server.Remember] with
// finished matches ([Past]). [Table.PlayInTurn] makes people play one after the other until the
// match is over, and [Table.PlayOn] all at once. For long matches with faults use a
// [crowd], whose clicks are compared with the log in the end.
//
// Wait for what somebody sees (Sees, Waits), for a line of the log (botLog.awaitLine), or for what is
// stored (Server.WaitUntil), never for a fixed time. To show that something doesn't happen, wait for
// something that happens after it.
package e2e
