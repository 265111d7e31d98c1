#!/bin/sh
# Archives the write-ahead log of this machine's PostgreSQL server continuously, with pgBackRest, so that any
# second can be restored, and backs up the server every night. Run it as root on the database's machine. The
# first time, it restarts PostgreSQL, and processes wait a second or two. Run it again after changing
# /etc/pgbackrest/pgbackrest.conf, or for the next version of PostgreSQL.
#
#   deploy/pgbackrest/install.sh [VERSION NAME]   the server, as pg_lsclusters lists it, if there are several
set -eu

die() {
  echo "$1" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || die "Run this as root."
source=$(cd "$(dirname "$0")" && pwd)
configuration=/etc/pgbackrest/pgbackrest.conf
key=/etc/pgbackrest/conf.d/key.conf

# Sets the server's version, name, port, and data.
find_server() {
  servers=$(pg_lsclusters --no-header 2>/dev/null | awk -v version="${1:-}" -v name="${2:-}" \
    '(version == "" || $1 == version) && (name == "" || $2 == name)') || servers=
  [ -n "$servers" ] || die "There is no such PostgreSQL server on this machine; pg_lsclusters lists them."
  [ "$(printf '%s\n' "$servers" | wc -l)" = 1 ] || die "There are several PostgreSQL servers on this machine. Name one, as in 17 main; pg_lsclusters lists them."
  version=$(printf '%s\n' "$servers" | awk '{ print $1 }')
  name=$(printf '%s\n' "$servers" | awk '{ print $2 }')
  port=$(printf '%s\n' "$servers" | awk '{ print $3 }')
  data=$(printf '%s\n' "$servers" | awk '{ print $6 }')
}

as_postgres() { runuser -u postgres -- "$@"; }
backrest() { as_postgres pgbackrest --stanza=threeline "$@"; }
setting() { as_postgres psql --no-psqlrc --port="$port" --tuples-only --no-align --command="SHOW $1"; }

# Adds only missing files: changed settings stay.
write_configuration() {
  install -d -m 755 /etc/pgbackrest /etc/pgbackrest/conf.d
  [ -e "$configuration" ] || install -m 644 "$source/pgbackrest.conf" "$configuration"
  sed -i -e "s|^pg1-path=.*|pg1-path=$data|" -e "s|^pg1-port=.*|pg1-port=$port|" "$configuration"
  if [ ! -e "$key" ]; then
    (
      umask 077
      printf '[global]\nrepo1-cipher-pass=%s\n' "$(openssl rand -base64 48)" >"$key"
    )
    chown postgres "$key"
    echo "Keep a copy of $key on another machine: without it, no backup can be restored."
  fi
}

turn_archiving_on() {
  command="pgbackrest --stanza=threeline archive-push %p"
  case $(setting archive_command) in
    '' | '(disabled)' | "$command") ;;
    *) die "This server archives with another archive_command. Remove that first." ;;
  esac
  cat >"/etc/postgresql/$version/$name/conf.d/threeline.conf" <<CONF
# Written by deploy/pgbackrest/install.sh.
archive_mode = on
archive_command = '$command'
# At most this much is lost with the machine.
archive_timeout = 60s
CONF
  if [ "$(setting archive_mode)" = on ]; then
    pg_ctlcluster "$version" "$name" reload
  elif [ -d /run/systemd/system ]; then
    systemctl restart "postgresql@$version-$name.service"
  else
    pg_ctlcluster "$version" "$name" restart
  fi
}

start_timer() {
  [ -d /run/systemd/system ] || return 0
  install -m 644 "$source"/pgbackrest-threeline.* /etc/systemd/system
  systemctl daemon-reload
  systemctl enable --now --quiet pgbackrest-threeline.timer
}

if ! dpkg-query --show --showformat='${Status}' pgbackrest 2>/dev/null | grep -q 'ok installed'; then
  echo "Installing pgbackrest…"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends pgbackrest >/dev/null
fi
find_server "$@"
write_configuration
if backrest info | grep -q 'missing stanza path'; then backrest stanza-create; else backrest stanza-upgrade; fi
turn_archiving_on
backrest check
# A full backup if there's no earlier one of this server.
backrest --type=diff backup
start_timer
echo "Ready: any second from now on can be restored; see \"Continuous archiving\" in docs/operations.md."
