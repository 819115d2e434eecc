package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/internal/app"
	"deuces/internal/config"
)

// askWithin is the time limit for Discord's answers to the doctor.
const askWithin = 15 * time.Second

// Times of an answer of Discord. A click has to be answered within three seconds, and its answer is a
// request, too.
const (
	slowAnswer = time.Second
	lateAnswer = 3 * time.Second
)

func (d *doctor) discord(ctx context.Context, cfg config.Config) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	about, err := bot.Inspect(ctx, bot.Config{Token: cfg.Token, API: cfg.API})
	d.clock(about)
	switch {
	case errors.Is(err, rest.ErrToken):
		d.says(trouble, "token", "%v", app.ErrToken)
		return
	case err != nil:
		d.says(trouble, "discord", "Discord gave no usable answer: %v%s (a running bot keeps trying)", err, advice(err))
		return
	}
	d.speed(about.Took)
	d.says(well, "token", "it belongs to %s, application %s", about.Name, about.Application)
	if len(about.Intents) > 0 {
		d.says(note, "intents", "the bot needs none, but these are enabled in the developer portal: %s; disable those that nothing else needs", strings.Join(about.Intents, ", "))
	} else {
		d.says(well, "intents", "no privileged intent is enabled, and none is needed")
	}
	if about.Personal {
		d.says(well, "install", "people can add the commands to their account: %s", bot.PersonalInvitation(about.Application))
	} else {
		d.says(note, "install", "people can't add the commands to their account, so these work only on servers with the bot and in direct messages; to change that, tick User Install under Installation in the developer portal and restart the bot")
	}
	d.permissions(about)
}

// advice returns what to do about a failed request, or "" if the error doesn't say enough about its
// cause.
func advice(err error) string {
	_, limited := errors.AsType[*rest.Limited](err)
	_, name := errors.AsType[*net.DNSError](err)
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	timeout, _ := errors.AsType[net.Error](err)
	switch {
	case limited:
		return "; wait that long"
	case name:
		return "; check the name server that this machine asks"
	case certificate:
		return "; who answers isn't Discord, or this machine's clock or certificates are out of date"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "; nothing listens there, or a firewall refuses it"
	case errors.Is(err, context.DeadlineExceeded), timeout != nil && timeout.Timeout():
		return "; nothing answers in time: check the network and the firewall"
	}
	return ""
}

func (d *doctor) speed(took time.Duration) {
	switch shown := took.Round(time.Millisecond); {
	case took >= lateAnswer:
		d.says(trouble, "speed", "Discord's fastest answer took %s; a click has to be answered within %s, so no answer arrives in time: find out what slows this machine's network down", shown, lateAnswer)
	case took >= slowAnswer:
		d.says(note, "speed", "Discord's fastest answer took %s; a click has to be answered within %s, which some answers will miss: find out what slows this machine's network down", shown, lateAnswer)
	default:
		d.says(well, "speed", "Discord answers in %s", max(shown, time.Millisecond))
	}
}

// permissions checks the bot's permissions on its servers, or on the first of them if it is on many.
// They can be different in a channel; /settings shows the permissions in the channel where it is used.
func (d *doctor) permissions(about bot.Inspection) {
	link := bot.Invitation(about.Application, bot.Needed|bot.Useful)
	if about.Total == 0 {
		d.says(note, "servers", "the bot is on no server yet; invite it: %s", link)
		return
	}
	var shut []string
	needed, optional := map[string][]string{}, map[string][]string{} // servers by missing permissions
	for _, g := range about.Guilds {
		if missing := g.Can.Missing(bot.Needed); !missing.Empty() {
			needed[missing.String()] = append(needed[missing.String()], g.Name)
			continue
		}
		if g.Shut {
			shut = append(shut, g.Name)
		}
		if missing := g.Can.Missing(bot.Useful).String(); missing != "" {
			optional[missing] = append(optional[missing], g.Name)
		}
	}
	looked := count(len(about.Guilds), "server")
	if len(about.Guilds) < about.Total {
		looked = fmt.Sprintf("the first %d of about %d servers", len(about.Guilds), about.Total)
		d.says(note, "servers", "only %s are checked", looked)
	}
	if len(needed)+len(shut) == 0 {
		d.says(well, "permissions", "the bot may view channels and send messages on %s", looked)
	}
	for _, missing := range slices.Sorted(maps.Keys(needed)) {
		d.says(note, "permissions", "on %s the bot's role is missing %s; add that in the server's settings, or invite it again: %s", some(needed[missing]), missing, link)
	}
	if len(shut) > 0 {
		d.says(note, "permissions", "on %s every text channel denies the bot a permission that it needs (%s): allow it for the bot's role in the permissions of a channel", some(shut), bot.Permissions(0).Missing(bot.Needed))
	}
	for _, missing := range slices.Sorted(maps.Keys(optional)) {
		d.says(note, "permissions", "the optional %s is missing on %s; threads need Create Public Threads, counting the messages below a table needs Read Message History, title roles and roles for calls need Manage Roles, and events need Create Events", missing, some(optional[missing]))
	}
}

// some names the first servers of a list and counts the others.
func some(servers []string) string {
	const named = 3
	if others := len(servers) - named; others > 0 {
		servers = append(servers[:named:named], count(others, "other"))
	}
	last := len(servers) - 1
	if last == 0 {
		return servers[0]
	}
	return strings.Join(servers[:last], ", ") + " and " + servers[last]
}

// count returns a number with its noun, such as "2 servers".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// clock compares this machine's clock with Discord's.
func (d *doctor) clock(about bot.Inspection) {
	switch ahead := about.ClockAhead; {
	case ahead == nil: // there was no answer, which another check reports
	case ahead.Abs() > rest.MaxClockError:
		d.says(trouble, "clock", "it is %s, so times on boards and the ends of seasons are wrong; set it, and keep it right with NTP", bot.ClockDifference(*ahead))
	default:
		d.says(well, "clock", "it agrees with Discord's")
	}
}
