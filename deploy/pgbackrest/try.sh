#!/bin/bash
# Tests the configuration: starts a scratch server with continuous archiving, makes a full backup, restores to
# a later second, and prints how long each step took and what was lost. Needs Debian's pgbackrest and
# postgresql packages, and root. Usage: try.sh [ROWS]
set -euo pipefail

rows=${1:-200000}
# shellcheck disable=SC2012
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d /tmp/threeline-pgbackrest-XXXXXX)
chmod 711 "$work"
install -d -o postgres -g postgres -m 700 "$work"/{data,repo,log,spool,lock,socket,conf.d}
trap 'as_postgres "$bin/pg_ctl" -D "$work/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

as_postgres() { (cd "$work" && setpriv --reuid=postgres --regid=postgres --init-groups "$@"); }
sql() { as_postgres psql -h "$work/socket" -p 6543 -U postgres -d postgres -qAt -c "$1"; }
seconds() { date +%s.%N; }
report() { printf '%-32s %s\n' "$1" "$2"; }
since() { awk "BEGIN { printf \"%.1f s\", $(seconds) - $1 }"; }

# The shipped file, with this test's folders.
sed -e "s#^repo1-path=.*#repo1-path=$work/repo#" -e "s#^pg1-path=.*#pg1-path=$work/data#" \
  -e "s#^pg1-port=.*#pg1-port=6543#" \
  "$here/pgbackrest.conf" > "$work/pgbackrest.conf"
cat >> "$work/pgbackrest.conf" <<CONF
pg1-socket-path=$work/socket
pg1-user=postgres
CONF
cat > "$work/conf.d/key.conf" <<CONF
[global]
repo1-cipher-pass=$(openssl rand -base64 48)
log-path=$work/log
spool-path=$work/spool
lock-path=$work/lock
CONF
chown postgres "$work/conf.d/key.conf"
backrest() {
  as_postgres pgbackrest --config="$work/pgbackrest.conf" --config-include-path="$work/conf.d" \
    --stanza=threeline "$@"
}

as_postgres "$bin/initdb" -D "$work/data" --data-checksums -U postgres --auth=peer --no-instructions >/dev/null
cat >> "$work/data/postgresql.conf" <<CONF
port = 6543
listen_addresses = ''
unix_socket_directories = '$work/socket'
archive_mode = on
archive_command = 'pgbackrest --config=$work/pgbackrest.conf --config-include-path=$work/conf.d --stanza=threeline archive-push %p'
archive_timeout = 60s
CONF
start() { as_postgres "$bin/pg_ctl" -D "$work/data" -l "$work/log/postgres.log" -w -t 300 start >/dev/null ||
  { tail -20 "$work/log/postgres.log"; exit 1; }; }
start
backrest stanza-create
sql "CREATE TABLE sent (id bigint PRIMARY KEY, at timestamptz DEFAULT clock_timestamp(), body text);
  INSERT INTO sent (id, body) SELECT n, repeat(md5(n::text), 10) FROM generate_series(1, $rows) n"
report "database" "$(sql "SELECT pg_size_pretty(pg_database_size('postgres'))")"

started=$(seconds)
backrest --type=full backup
report "full backup" "$(since "$started")"
report "repository, encrypted" "$(du -sh "$work/repo" | cut -f1)"

sql "INSERT INTO sent (id) VALUES (-1)"
sleep 1
target=$(sql "SELECT clock_timestamp()")
sleep 1
sql "INSERT INTO sent (id) VALUES (-2); SELECT pg_switch_wal()" >/dev/null
backrest check
archived=$(sql "SELECT archived_count FROM pg_stat_archiver")
report "segments archived" "$archived"

# The machine is lost: what wasn't archived is gone.
as_postgres "$bin/pg_ctl" -D "$work/data" -m immediate stop >/dev/null
started=$(seconds)
backrest --type=time --target="$target" --target-action=promote restore
start
until [ "$(sql "SELECT pg_is_in_recovery()")" = f ]; do sleep 0.2; done
report "restored to a second" "$(since "$started")"

found=$(sql "SELECT count(*) FILTER (WHERE id > 0), count(*) FILTER (WHERE id = -1), count(*) FILTER (WHERE id = -2) FROM sent")
report "rows, before, after the second" "$found"
[ "$found" = "$rows|1|0" ] || { echo "The restored database isn't as it was at $target."; exit 1; }
# OpenSSL marks encrypted files like this.
plain=$(find "$work/repo" -type f -size +0 -exec sh -c 'for file; do head -c 8 "$file" | grep -aq "^Salted__" || echo "$file"; done' - {} +)
[ -z "$plain" ] || { echo "Not encrypted: ${plain%%$'\n'*}"; exit 1; }
backrest verify >/dev/null && report "repository verified" yes
