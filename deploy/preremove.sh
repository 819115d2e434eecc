#!/bin/sh
# Removed for good, not upgraded: dpkg says "remove", rpm 0. The database stays.
set -e
case "$1" in
  remove | 0)
    if [ -d /run/systemd/system ]; then
      systemctl disable --now deuces.service deuces-backup.timer
    fi
    ;;
esac
