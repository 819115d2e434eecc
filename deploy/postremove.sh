#!/bin/sh
# dpkg says "remove" or "purge", rpm 0. What was played stays, and so does the user that owns it.
set -e
case "$1" in
  remove | purge | 0)
    if [ -d /run/systemd/system ]; then
      systemctl daemon-reload
    fi
    if [ "$1" = purge ]; then
      rm -f /etc/deuces/token
      rmdir /etc/deuces 2>/dev/null || true
    fi
    if [ "$1" != remove ] && [ -d /var/lib/deuces ]; then
      echo "deuces: the database stays in /var/lib/deuces; to delete it: rm -r /var/lib/deuces && userdel deuces"
    fi
    ;;
esac
