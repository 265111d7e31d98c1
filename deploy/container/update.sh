#!/bin/sh
# Starts Threeline in containers, or replaces an earlier version, without stopping the site: migrates,
# then restarts one process after the other.
set -eu

cd "$(dirname "$0")/.."
docker compose build --pull --build-arg SETTINGS_CHECKSUM="$(sha256sum .env)"
docker compose up --detach --wait postgres
docker compose run --rm prepare
for service in web-1 web-2 worker-1 worker-2; do
  docker compose up --detach --wait --no-deps "$service"
done
docker compose up --detach --remove-orphans
