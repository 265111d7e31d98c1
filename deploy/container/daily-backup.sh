#!/bin/sh
# Backs up the database and images at its start, then every night at 2:00 UTC.
set -eu

is_failing=no
while :; do
  code=0
  node dist/run.mjs cli backup || code=$?
  # 2: the database was backed up, but some images weren't.
  if [ "$code" = 0 ] || [ "$code" = 2 ]; then
    is_failing=no
    sleep $((86400 - ($(date +%s) - 7200) % 86400))
  else
    echo "The backup failed; retrying in 10 minutes. The reason is above." >&2
    # For Status, Today, doctor, and the metrics; only once until a backup succeeds.
    if [ "$is_failing" = no ] && node dist/run.mjs cli backup record --name "backup-$(date -u +%FT%TZ)" --result failed; then
      is_failing=yes
    fi
    sleep 600
  fi
done
