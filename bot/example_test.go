package bot_test

import (
	"context"
	"fmt"

	"deuces/bot"
	"deuces/internal/say"
)

// A route has a handler, which returns a reply and sends nothing. The custom id of a button begins with the verb of its
// route. Check says what is wrong with the routes before the bot connects.
func ExampleRouter() {
	toss := func(context.Context, bot.Request) (bot.Reply, error) {
		return bot.Show(bot.Message{Blocks: []bot.Block{
			bot.Text(say.New("Heads.")),
			bot.Row{{ID: "again/1", Label: say.New("Again")}},
		}}), nil
	}
	router := bot.NewRouter()
	router.Command(bot.Command{Name: "toss", Description: say.New("Tosses a coin.")}, bot.DeferPublic, toss)
	router.Component("again", bot.DeferPublic, func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		fmt.Println("clicked with", r.Args)
		return toss(ctx, r)
	})
	fmt.Println(router.Commands()[0].Name, router.Verbs(), router.Check())
	// Output:
	// toss [again] <nil>
}
