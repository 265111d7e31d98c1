#!/bin/sh
# Runs an operator command on a server that install.sh has set up: deploy/cli.sh doctor
set -eu

set -a
# shellcheck disable=SC1091
. /etc/threeline/threeline.env
set +a
cd /opt/threeline/current
export DATA_DIR=/var/lib/threeline
exec setpriv --reuid threeline --regid threeline --clear-groups -- node_modules/node/bin/node dist/run.mjs cli "$@"
