#!/bin/sh
# Runs an operator command on a server set up by install.sh: deploy/cli.sh doctor
set -eu

# The secret key, which isn't in the settings, for `backup verify` and `restore`.
given_key=${BACKUP_KEY:-}
set -a
# shellcheck disable=SC1091
. /etc/threeline/threeline.env
[ -z "$given_key" ] || BACKUP_KEY=$given_key
set +a
cd /opt/threeline/current
export DATA_DIR=/var/lib/threeline
exec setpriv --reuid threeline --regid threeline --clear-groups -- node_modules/node/bin/node dist/run.mjs cli "$@"
