#!/bin/sh
# Starts Threeline in containers, or replaces an earlier version: migrates, then restarts processes one by
# one, so that the site stays up. Only a new image of the proxy or PostgreSQL interrupts it, for a second or
# two.
set -eu

cd "$(dirname "$0")/.."
docker compose pull --ignore-buildable
# Only with container/build.yaml.
docker compose build --pull \
  --build-arg VERSION="$(sed -n 's/^  "version": "\(.*\)",$/\1/p' ../package.json)" \
  --build-arg REVISION="$(git rev-parse HEAD)"
docker compose up --detach --wait postgres
docker compose run --rm prepare
for service in web-1 web-2 worker-1 worker-2; do
  docker compose up --detach --wait --no-deps "$service"
done
# Unless the other services are named, Compose up to 2.29 would replace these four again, all at the same time
# (https://github.com/docker/compose/issues/12069).
# shellcheck disable=SC2046
docker compose up --detach --no-deps --remove-orphans \
  $(docker compose config --services | grep -vE '^(prepare|web-[12]|worker-[12])$')
# Removes unused images of earlier versions.
docker image prune --force --filter label=org.opencontainers.image.vendor=Threeline >/dev/null
