package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"deuces/internal/status"
)

// health asks the running bot whether it is healthy.
func health(ctx context.Context, p program) error {
	if p.cfg.Status == "" {
		return errors.New("STATUS_ADDR is not set, so the bot answers no health checks: set it to a host and port, such as 127.0.0.1:9090")
	}
	said, code, err := status.Ask(ctx, p.cfg.Status, "/healthz/ready")
	if err != nil {
		return fmt.Errorf("no bot answers at STATUS_ADDR=%s: %w", p.cfg.Status, err)
	}
	switch said = strings.TrimSpace(said); {
	case code == http.StatusServiceUnavailable:
		return fmt.Errorf("the bot is unhealthy: %s", said)
	case code != http.StatusOK || said != "ok":
		return fmt.Errorf("another program answers at STATUS_ADDR=%s: end it, or set STATUS_ADDR to the bot's address", p.cfg.Status)
	}
	_, err = fmt.Fprintln(p.stdout, said)
	return err
}
