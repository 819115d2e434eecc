#!/bin/sh
# A running bot goes on with the new version; a new one waits for its token.
set -e
if [ ! -e /etc/deuces/token ] && grep -q '^DISCORD_TOKEN_FILE=/etc/deuces/token$' /etc/deuces/deuces.env 2>/dev/null; then
  (umask 027 && : >/etc/deuces/token && chgrp deuces /etc/deuces/token)
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart deuces.service
fi
if [ -e /etc/deuces/token ] && [ ! -s /etc/deuces/token ]; then
  echo "deuces: put the bot's token into /etc/deuces/token, then: systemctl enable --now deuces"
fi
