#!/bin/sh
# Installs this version of Threeline on a Debian server, or replaces an earlier one, without stopping
# the site: processes are restarted one after the other. Run it as root from the unpacked sources:
#
#   deploy/install.sh threeline.example
#
# Running it again changes only what is different. docs/deploy.md describes the whole way.
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
  for package in certbot curl libnginx-mod-http-brotli-filter libnginx-mod-http-lua logrotate nginx openssl postgresql rsync; do
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

# Only what is missing: what an owner has filled in stays.
write_settings() {
  install -d -m 755 /etc/threeline
  if [ ! -e "$settings" ]; then
    sed -e "s|^SITE_URL=.*|SITE_URL=https://$site|" \
      -e "s|^AUTH_SECRET=.*|AUTH_SECRET=$(openssl rand -hex 32)|" \
      -e "s|^METRICS_TOKEN=.*|METRICS_TOKEN=$(openssl rand -hex 32)|" \
      -e '/^PORT=/d' -e '/^HOST=/d' -e '/^DATA_DIR=/d' -e '/^TRUSTED_PROXY_HOPS=/d' \
      -e '/^PROXY_PURGE_URLS=/d' -e '/^WORKERS=/d' \
      "$source/.env.example" >"$settings.new"
    install -m 600 "$settings.new" "$settings"
    rm "$settings.new"
  fi
  if ! grep -q '^DATABASE_URL=.' "$settings"; then create_database; fi
  if [ ! -e "$proxy_settings" ]; then
    printf 'SITE_HOST=%s\nOPERATOR_EMAIL=%s\nCERTIFICATE=\n' "$site" "$(value_of OPERATOR_EMAIL)" >"$proxy_settings"
  fi
  if ! grep -q '^POSTMARK_SERVER_TOKEN=.' "$settings" && ! grep -q '^ALLOW_SANDBOX=1' "$settings"; then
    die "Fill in $settings: the keys of Postmark, Twilio, and Paddle, and what is required with them; or set ALLOW_SANDBOX=1 for a test site that sends nothing. Then run this again."
  fi
}

value_of() {
  sed -n "s/^$1=//p" "$settings" | tail -1
}

create_database() {
  password=$(openssl rand -hex 24)
  pg_ctlcluster "$(pg_lsclusters -h | awk 'NR==1 {print $1}')" main start 2>/dev/null || true
  as_postgres() { runuser -u postgres -- psql --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1"; }
  [ -n "$(as_postgres "SELECT 1 FROM pg_roles WHERE rolname = 'threeline'")" ] || as_postgres "CREATE ROLE threeline LOGIN"
  as_postgres "ALTER ROLE threeline PASSWORD '$password'"
  [ -n "$(as_postgres "SELECT 1 FROM pg_database WHERE datname = 'threeline'")" ] || as_postgres "CREATE DATABASE threeline OWNER threeline ENCODING 'UTF8' TEMPLATE template0"
  port=$(pg_lsclusters -h | awk 'NR==1 {print $3}')
  sed -i "s|^DATABASE_URL=.*|DATABASE_URL=postgresql://threeline:$password@127.0.0.1:$port/threeline|" "$settings"
}

# Sets release to the folder of this version, which is built there once.
build_release() {
  version=$(
    cd "$source"
    find . \( -path ./node_modules -o -path ./.git -o -path ./.next -o -path ./dist -o -path ./.data -o -path ./.test \
      -o -path ./tests -o -path ./docs -o -path ./deploy -o -path ./lib/platform/database/generated \) -prune \
      -o -type f ! -name '*.test.*' ! -name '*.tsbuildinfo' ! -name next-env.d.ts -print |
      LC_ALL=C sort | xargs sha256sum | cat - "$settings" | sha256sum | cut -c1-12
  )
  release=/opt/threeline/releases/$version
  if [ -e "$release/.complete" ]; then return; fi
  echo "Building version $version…"
  install -d -m 755 /opt/threeline/releases
  install -d -o threeline -g threeline "$release"
  rsync -a --delete --exclude /.git --exclude /.next --exclude /dist --exclude /.data --exclude /.test --exclude /.env "$source/" "$release/"
  chown -R threeline: "$release"
  (
    set -a
    # shellcheck disable=SC1090
    . "$settings"
    set +a
    cd "$release"
    # The same as in the units, because pages are built for them.
    DATA_DIR=/var/lib/threeline HOME=/var/lib/threeline runuser -u threeline --preserve-environment -- node scripts/bootstrap.mjs build
  )
  # The processes can read their program, and not change it.
  chown -R root: "$release"
  chmod -R go=rX "$release"
  touch "$release/.complete"
}

install_units() {
  changed=no
  for unit in "$source"/deploy/systemd/*; do
    target=/etc/systemd/system/$(basename "$unit")
    if ! cmp -s "$unit" "$target"; then
      install -m 644 "$unit" "$target"
      changed=yes
    fi
  done
  install -m 644 "$source/deploy/proxy/logrotate" /etc/logrotate.d/threeline-proxy
  if [ "$changed" = yes ] && [ "$start" = yes ]; then systemctl daemon-reload; fi
}

configure_proxy() {
  web=
  for port in $web_ports; do web="$web 127.0.0.1:$port"; done
  SITE_HOST=$site WEB=$web LOG=/var/log/threeline-proxy/access.log "$source/deploy/proxy/configure.sh"
  chown -R threeline-proxy: /var/lib/threeline-proxy
}

wait_for_web() {
  for _ in $(seq 60); do
    if curl --fail --silent --output /dev/null --max-time 3 "http://127.0.0.1:$1/api/health"; then return; fi
    sleep 1
  done
  die "The web process on port $1 doesn't respond; see journalctl -u threeline-web@$1."
}

start_processes() {
  # Debian's own would occupy the ports.
  systemctl disable --now --quiet nginx.service 2>/dev/null || true
  systemctl enable --quiet threeline.target threeline-proxy.service threeline-certificate.timer
  systemctl start threeline-prepare.service || die "The database isn't ready; see journalctl -u threeline-prepare."
  if grep -q '^ALLOW_SANDBOX=1' "$settings"; then
    systemctl enable --quiet threeline-sandbox.service
    systemctl restart threeline-sandbox.service
  fi
  for port in $web_ports; do
    systemctl enable --quiet "threeline-web@$port.service"
    systemctl restart "threeline-web@$port.service"
    wait_for_web "$port"
  done
  for worker in $workers; do
    systemctl enable --quiet "threeline-worker@$worker.service"
    systemctl restart "threeline-worker@$worker.service"
  done
  systemctl start threeline.target
  systemctl reload-or-restart threeline-proxy.service
  systemctl start threeline-certificate.timer
  echo "Ready: https://$site"
}

# The version before this one stays, to go back to.
remove_old_releases() {
  # shellcheck disable=SC2012
  ls -1dt /opt/threeline/releases/*/ 2>/dev/null | tail -n +4 | xargs -r rm -rf
}

install_packages
add_users
write_settings
build_release
configure_proxy
install_units
ln -sfn "$release" /opt/threeline/current.new
mv -T /opt/threeline/current.new /opt/threeline/current
if [ "$start" = yes ]; then start_processes; fi
remove_old_releases
