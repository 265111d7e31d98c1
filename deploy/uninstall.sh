#!/bin/sh
# Removes Threeline from a Debian server: processes, units, program, and proxy. Settings, the data folder,
# certificates, and the database stay, so that install.sh can bring everything back.
#
#   deploy/uninstall.sh           keeps what can't be replaced
#   deploy/uninstall.sh --purge   deletes that too, with all subscribers
set -eu

die() {
  echo "$1" >&2
  exit 1
}

purge=no
case ${1:-} in
  '') ;;
  --purge) purge=yes ;;
  *) die "There is no option $1." ;;
esac
[ "$(id -u)" = 0 ] || die "Run this as root."

if [ -d /run/systemd/system ]; then systemctl stop 'threeline*' 2>/dev/null || true; fi
rm -rf /etc/systemd/system/threeline.target.wants
rm -f /etc/systemd/system/*.wants/threeline*
rm -f /etc/systemd/system/threeline*.service /etc/systemd/system/threeline*.timer /etc/systemd/system/threeline.target
rm -rf /etc/systemd/system/threeline-.service.d /etc/systemd/system/threeline-backup.service.d
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
rm -f /etc/logrotate.d/threeline-proxy
rm -rf /opt/threeline /etc/threeline/proxy /var/cache/threeline-proxy

if [ "$purge" = yes ]; then
  # A database elsewhere isn't ours to delete, and this machine's server may be gone.
  if grep -Eqs "^DATABASE_URL=.*@(127\.0\.0\.1|localhost|\[::1\])[:/]" /etc/threeline/threeline.env; then
    # A restored backup is in a database with a different name.
    echo "SELECT datname FROM pg_database JOIN pg_roles ON pg_roles.oid = datdba WHERE rolname = 'threeline'" |
      runuser -u postgres -- psql --no-psqlrc --tuples-only --no-align |
      while IFS= read -r database; do runuser -u postgres -- dropdb "$database"; done
    runuser -u postgres -- dropuser --if-exists threeline ||
      die "PostgreSQL's role threeline can't be dropped. Settings and data are still there; see above."
  fi
  backups=$(sed -n 's/^BACKUP_DIR=//p' /etc/threeline/threeline.env 2>/dev/null | tail -1)
  archive=
  [ ! -e /etc/pgbackrest/pgbackrest.conf ] || archive=", and so is pgBackRest's archive of the database"
  rm -rf /etc/threeline /var/lib/threeline /var/lib/threeline-proxy /var/log/threeline-proxy
  for user in threeline threeline-proxy; do
    if id "$user" >/dev/null 2>&1; then userdel "$user"; fi
  done
  echo "Threeline is gone, with all of its data on this machine${backups:+, except for the backups in $backups}. A database elsewhere is still there$archive."
else
  echo "Threeline is removed. Its settings, data, and database are still there; --purge deletes them."
fi
