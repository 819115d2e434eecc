package mirror_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/bot/rest"
	"deuces/bot/rest/resttest"
	"deuces/internal/say"
)

// The owner of a message says how to render it, and touches it whenever something has changed. However many touches
// there are, the last edit shows the newest state.
func Example() {
	discord := resttest.New(resttest.Always(resttest.Done)) // a fake that answers every request
	client, _ := rest.New(rest.Config{Token: "t", Transport: discord})
	mirrors := mirror.New(mirror.Config{Client: client})

	var moves atomic.Int64
	mirrors.Show(bot.Mirror{
		Key: "board/7", Channel: "5", Shown: bot.Shown{Message: "100"},
		Render: func(context.Context) (bot.Message, error) {
			return bot.Message{Blocks: []bot.Block{bot.Text(say.New("{moves} moves", int(moves.Load())))}}, nil
		},
	})
	for range 10 {
		moves.Add(1)
		mirrors.Touch("board/7")
	}
	_ = mirrors.Close(context.Background()) // shows what was touched

	sent := discord.All()
	last := sent[len(sent)-1]
	fmt.Println("few requests:", len(sent) < 10)
	if strings.Contains(last.Body, `"10 moves"`) {
		fmt.Println(last.What + ": 10 moves")
	}
	// Output:
	// few requests: true
	// PATCH /channels/5/messages/100: 10 moves
}
