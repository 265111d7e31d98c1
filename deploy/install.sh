#!/bin/sh
# Installs this version of Threeline on a Debian server, or replaces an earlier one, without stopping the
# site: processes are restarted one by one. Run it as root from the unpacked sources:
#
#   deploy/install.sh threeline.example
#
# Running it again changes only what is different. docs/deploy.md describes all steps.
#
#   --no-start  sets up everything, and leaves starting the processes to you
set -eu

die() {
  echo "$1" >&2
  exit 1
}

site=
start=yes
for argument in "$@"; do
  case $argument in
    --no-start) start=no ;;
    -*) die "There is no option $argument." ;;
    *) site=$argument ;;
  esac
done
[ -n "$site" ] || die "Name the site: deploy/install.sh threeline.example"
[ "$(id -u)" = 0 ] || die "Run this as root."

source=$(cd "$(dirname "$0")/.." && pwd)
settings=/etc/threeline/threeline.env
proxy_settings=/etc/threeline/proxy.env
web_ports="3001 3002"
workers="1 2"

install_packages() {
  missing=
  for package in certbot curl libnginx-mod-http-lua logrotate nginx openssl postgresql rsync; do
    dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  if [ -n "$missing" ]; then
    echo "Installing$missing…"
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
  fi
  major=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')
  [ "${major:-0}" -ge 20 ] || die "Node 20 or newer and npm are needed: apt-get install nodejs npm on Debian 13; on Debian 12, from nodesource.com."
}

add_users() {
  for user in threeline threeline-proxy; do
    id "$user" >/dev/null 2>&1 || useradd --system --user-group --no-create-home --home-dir "/var/lib/$user" --shell /usr/sbin/nologin "$user"
    install -d -m 700 -o "$user" -g "$user" "/var/lib/$user"
  done
}

value_of() {
  sed -n "s/^$1=//p" "$settings" | tail -1 | sed -e "s/^'\(.*\)'\$/\1/" -e 's/^"\(.*\)"$/\1/'
}

# set_values FILE NAME=VALUE…: replaces the lines of these variables. Values are never passed as a program's
# arguments, which other users can see.
set_values() {
  file=$1
  shift
  (
    umask 077
    # The last line may have no line break.
    while IFS= read -r line || [ -n "$line" ]; do
      for value in "$@"; do
        case $line in "${value%%=*}="*) line=$value ;; esac
      done
      printf '%s\n' "$line"
    done <"$file" >"$settings.new"
  )
  mv "$settings.new" "$settings"
}

# Adds only missing settings: filled-in values stay.
write_settings() {
  install -d -m 755 /etc/threeline
  if [ ! -e "$settings" ]; then
    set_values "$source/.env.example" "SITE_URL=https://$site" \
      "AUTH_SECRET=$(openssl rand -hex 32)" "METRICS_TOKEN=$(openssl rand -hex 32)"
    sed -i -E '/^(PORT|HOST|DATA_DIR|TRUSTED_PROXY_HOPS|PROXY_PURGE_URLS|WORKERS)=/d' "$settings"
  fi
  [ "$(value_of SITE_URL)" = "https://$site" ] || die "SITE_URL in $settings isn't https://$site. Correct one of them, and run this again."
  if ! grep -q '^DATABASE_URL=.' "$settings"; then create_database; fi
  "$source/deploy/check.sh" settings "$settings"
}

# Keeps lines that the operator added.
write_proxy_settings() {
  {
    printf 'SITE_HOST=%s\nOPERATOR_EMAIL=%s\n' "$site" "$(value_of OPERATOR_EMAIL)"
    if [ -e "$proxy_settings" ]; then
      grep -vE '^(SITE_HOST|OPERATOR_EMAIL)=' "$proxy_settings" || true
    else
      echo CERTIFICATE=
    fi
  } >"$proxy_settings.new"
  mv "$proxy_settings.new" "$proxy_settings"
}

create_database() {
  password=$(openssl rand -hex 24)
  pg_ctlcluster "$(pg_lsclusters -h | awk 'NR==1 {print $1}')" main start 2>/dev/null || true
  as_postgres() { runuser -u postgres -- psql --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1; }
  [ -n "$(echo "SELECT 1 FROM pg_roles WHERE rolname = 'threeline'" | as_postgres)" ] || echo "CREATE ROLE threeline LOGIN" | as_postgres
  echo "ALTER ROLE threeline PASSWORD '$password'" | as_postgres
  [ -n "$(echo "SELECT 1 FROM pg_database WHERE datname = 'threeline'" | as_postgres)" ] || echo "CREATE DATABASE threeline OWNER threeline ENCODING 'UTF8' TEMPLATE template0" | as_postgres
  port=$(pg_lsclusters -h | awk 'NR==1 {print $3}')
  grep -q '^DATABASE_URL=' "$settings" || printf '\nDATABASE_URL=\n' >>"$settings"
  set_values "$settings" "DATABASE_URL=postgresql://threeline:$password@127.0.0.1:$port/threeline"
}

# Sets `release` to the folder of this version, which is built there once.
build_release() {
  version=$(
    cd "$source"
    find . \( -path ./node_modules -o -path ./.git -o -path ./.next -o -path ./dist -o -path ./.data -o -path ./.test \
      -o -path ./tests -o -path ./docs -o -path ./deploy \) -prune \
      -o -type f ! -name '*.test.*' ! -name '*.tsbuildinfo' ! -name next-env.d.ts -print |
      LC_ALL=C sort | xargs sha256sum | { cat; grep -v '^DATABASE_URL=' "$settings"; } | sha256sum | cut -c1-12
  )
  release=/opt/threeline/releases/$version
  if [ -e "$release/.complete" ]; then return; fi
  install -d -m 755 /opt/threeline/releases
  "$source/deploy/check.sh" disk
  echo "Building version $version…"
  install -d -o threeline -g threeline "$release"
  # Packages are installed there, without test packages, which the sources may have.
  rsync -a --delete --exclude /.git --exclude /node_modules --exclude /.next --exclude /dist --exclude /.data \
    --exclude /.test --exclude .env --exclude .env.local --exclude threeline-token "$source/" "$release/"
  chown -R threeline: "$release"
  (
    set -a
    # shellcheck disable=SC1090
    . "$settings"
    set +a
    cd "$release"
    # The same settings as in the units, because pages are built for them.
    DATA_DIR=/var/lib/threeline HOME=/var/lib/threeline runuser -u threeline --preserve-environment -- node scripts/bootstrap.mjs build
  )
  # The processes can read their program, but not change it.
  chown -R root: "$release"
  chmod -R go=rX "$release"
  touch "$release/.complete"
}

install_units() {
  changed=no
  units=$source/deploy/systemd
  for unit in "$units"/*.d/* "$units"/*.service "$units"/*.timer "$units"/*.target; do
    target=/etc/systemd/system/${unit#"$units/"}
    if ! cmp -s "$unit" "$target"; then
      install -D -m 644 "$unit" "$target"
      changed=yes
    fi
  done
  # Backups can be on a different disk, which would otherwise be read-only for the program.
  backups=$(value_of BACKUP_DIR)
  folder=/etc/systemd/system/threeline-backup.service.d/folder.conf
  if [ -n "$backups" ]; then
    [ -d "$backups" ] || install -d -m 700 -o threeline -g threeline "$backups"
    runuser -u threeline -- test -w "$backups" || die "The user threeline can't write to BACKUP_DIR ($backups). Grant it access or choose a different folder, then run this again."
    install -d -m 755 "$(dirname "$folder")"
    printf '[Service]\nReadWritePaths=%s\n' "$backups" >"$folder"
    changed=yes
  elif [ -e "$folder" ]; then
    rm "$folder"
    changed=yes
  fi
  install -m 644 "$source/deploy/proxy/logrotate" /etc/logrotate.d/threeline-proxy
  if [ "$changed" = yes ] && [ "$start" = yes ]; then systemctl daemon-reload; fi
}

# With several machines, proxy.env has WEB, PURGE, and PURGE_FROM for configure.sh.
configure_proxy() {
  web=
  for port in $web_ports; do web="$web $web_host:$port"; done
  (
    export WEB="$web"
    set -a
    # shellcheck disable=SC1090
    . "$proxy_settings"
    LOG=/var/log/threeline-proxy/access.log "$source/deploy/proxy/configure.sh"
  )
  chown -R threeline-proxy: /var/lib/threeline-proxy
}

wait_for_web() {
  for _ in $(seq 60); do
    if curl --fail --silent --output /dev/null --max-time 3 "http://$web_host:$1/api/health"; then return; fi
    sleep 1
  done
  die "The web process on port $1 doesn't respond; see journalctl -u threeline-web@$1."
}

# A reload interrupts requests over HTTP/3, so it reloads only after a change.
start_proxy() {
  loaded=/run/threeline-proxy.loaded
  wanted=$(cat /etc/threeline/proxy/* | sha256sum)
  if ! systemctl is-active --quiet threeline-proxy.service; then
    systemctl start threeline-proxy.service
  elif [ "$(cat "$loaded" 2>/dev/null)" != "$wanted" ]; then
    systemctl reload threeline-proxy.service
  fi
  echo "$wanted" >"$loaded"
}

# started UNIT INSTANCE…: these instances of a unit, and any that the operator added.
started() {
  unit=$1
  shift
  { printf '%s\n' "$@"; systemctl list-units --plain --no-legend "$unit@*" | sed 's/^[^@]*@\(.*\)\.service .*/\1/'; } | sort -u
}

start_processes() {
  # Debian's own nginx would occupy the ports; check.sh made sure that it serves nothing else.
  systemctl disable --now --quiet nginx.service 2>/dev/null || true
  systemctl enable --quiet threeline.target threeline-proxy.service threeline-certificate.timer threeline-backup.timer
  if grep -q '^ALLOW_SANDBOX=1' "$settings"; then
    systemctl enable --quiet threeline-sandbox.service
    systemctl restart threeline-sandbox.service
  else
    systemctl disable --now --quiet threeline-sandbox.service 2>/dev/null || true
  fi
  # shellcheck disable=SC2086
  for port in $(started threeline-web $web_ports); do
    systemctl enable --quiet "threeline-web@$port.service"
    systemctl restart "threeline-web@$port.service"
    wait_for_web "$port"
  done
  # shellcheck disable=SC2086
  for worker in $(started threeline-worker $workers); do
    systemctl enable --quiet "threeline-worker@$worker.service"
    systemctl restart "threeline-worker@$worker.service"
  done
  start_proxy
  systemctl start threeline.target
  systemctl start threeline-certificate.timer threeline-backup.timer
  if ! systemctl start threeline-certificate.service; then
    echo "There is no certificate for $site yet, so browsers show a warning. Point its name to this machine, and open port 80. It's retried every hour; for the reason, see journalctl -u threeline-certificate." >&2
  fi
  echo "Ready: https://$site"
}

# Keeps the last two versions for rollbacks. This one counts as the newest, even if it was built long ago.
remove_old_releases() {
  touch "$release"
  # shellcheck disable=SC2012
  ls -1dt /opt/threeline/releases/*/ 2>/dev/null | tail -n +4 | xargs -r rm -rf
}

# Switches to the new version only when the database is ready for it: until then, a process that restarts runs
# the previous version.
switch_release() {
  ln -sfn "$release" /opt/threeline/next
  if [ "$start" = yes ]; then
    systemctl start threeline-prepare.service || die "The database isn't ready for this version, so it wasn't started; see journalctl -u threeline-prepare."
  fi
  mv -T /opt/threeline/next /opt/threeline/current
  # Lets threeline-prepare be started by hand, such as after --no-start.
  ln -sfn "$release" /opt/threeline/next
}

if [ "$start" = yes ]; then "$source/deploy/check.sh" ports; fi
install_packages
add_users
write_settings
write_proxy_settings
web_host=$(value_of HOST)
web_host=${web_host:-127.0.0.1}
build_release
configure_proxy
install_units
switch_release
if [ "$start" = yes ]; then start_processes; fi
remove_old_releases
