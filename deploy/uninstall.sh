#!/bin/sh
# Removes Threeline from a Debian server: processes, units, program, and proxy. The settings, the data
# folder, certificates, and the database stay, so that install.sh brings everything back.
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

if [ -d /run/systemd/system ]; then
  systemctl stop 'threeline*' 2>/dev/null || true
  for unit in threeline.target threeline-proxy.service threeline-certificate.timer threeline-sandbox.service \
    threeline-web@3001.service threeline-web@3002.service threeline-worker@1.service threeline-worker@2.service; do
    systemctl disable --quiet "$unit" 2>/dev/null || true
  done
fi
rm -f /etc/systemd/system/threeline*.service /etc/systemd/system/threeline*.timer /etc/systemd/system/threeline.target
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
rm -f /etc/logrotate.d/threeline-proxy
rm -rf /opt/threeline /etc/threeline/proxy /var/cache/threeline-proxy

if [ "$purge" = yes ]; then
  if command -v psql >/dev/null 2>&1; then
    runuser -u postgres -- dropdb --if-exists threeline || true
    runuser -u postgres -- dropuser --if-exists threeline || true
  fi
  rm -rf /etc/threeline /var/lib/threeline /var/lib/threeline-proxy /var/log/threeline-proxy
  for user in threeline threeline-proxy; do
    if id "$user" >/dev/null 2>&1; then userdel "$user"; fi
  done
  echo "Threeline is gone, with all of its data."
else
  echo "Threeline is removed. Its settings, data, and database are still there; --purge deletes them."
fi
