#!/bin/sh
# The user that the bot runs as owns /var/lib/deuces, which comes with the package.
set -e
getent group deuces >/dev/null || groupadd --system deuces
getent passwd deuces >/dev/null ||
  useradd --system --gid deuces --home-dir /var/lib/deuces --no-create-home --shell /usr/sbin/nologin deuces
