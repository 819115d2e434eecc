#!/bin/sh
# A running bot goes on with the new version; a new one waits for its token.
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart deuces.service
fi
if grep -q '^DISCORD_TOKEN=$' /etc/deuces/deuces.env 2>/dev/null; then
  echo "deuces: put the bot's token into /etc/deuces/deuces.env, then: systemctl enable --now deuces"
fi
