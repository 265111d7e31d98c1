#!/bin/sh
# Backs up the database when it starts, and then every night at 2:00 UTC.
set -eu

while :; do
  if node_modules/node/bin/node dist/run.mjs cli backup; then
    sleep $((86400 - ($(date +%s) - 7200) % 86400))
  else
    echo "The backup failed; retrying in 10 minutes. The reason is above." >&2
    sleep 600
  fi
done
