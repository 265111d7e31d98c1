#!/bin/bash
# Tests the whole deployment on one Debian machine, from packages: installs with install.sh, runs the systemd
# units (in a loop where systemd doesn't run), and checks them through the proxy over TLS with its own
# certificate authority: pages, a morning with a deploy, a crash, and a restored backup, and journeys in a
# browser. Prints a table of the checks, and fails if a check fails. It deletes what an earlier run left
# behind, and refuses to run next to a Threeline for a different site.
#
#   deploy/try.sh   as root
set -euo pipefail

host=threeline.test
sandbox=http://127.0.0.1:4010
admin_password=a-password-for-tests
source=$(cd "$(dirname "$0")/.." && pwd)
work=/tmp/threeline-try
# Where processes with a private /tmp can read it.
authority=/etc/threeline/try-authority.pem
web_ports="3001 3002"
results=()
held=yes

[ "$(id -u)" = 0 ] || { echo "Run this as root." >&2; exit 1; }

note() {
  results+=("$1|$2|$3")
  # In the nightly run, a check that couldn't run has failed.
  [ "$2" = yes ] || [ "$2${CI:-}" = - ] || held=no
  printf '%-3s %s: %s\n' "$2" "$1" "$3"
}

# Even if a step fails: the checks up to then.
print_table() {
  local result name outcome detail
  printf '\n%-70s %-5s %s\n' "check" "passed" "figures"
  for result in "${results[@]}"; do
    IFS='|' read -r name outcome detail <<<"$result"
    printf '%-70s %-5s %s\n' "$name" "$outcome" "$detail"
  done
}

# check NAME DETAIL COMMAND…: passes if the command succeeds.
check() {
  local name=$1 detail=$2
  shift 2
  if "$@"; then note "$name" yes "$detail"; else note "$name" no "$detail"; fi
}

# --- Installing and running ----------------------------------------------------------------------

install_system() {
  export DEBIAN_FRONTEND=noninteractive
  if [ -e /etc/threeline/threeline.env ]; then
    if ! grep -qx "SITE_URL=https://$host" /etc/threeline/threeline.env; then
      echo "This machine has a Threeline installation that isn't a test." >&2
      exit 1
    fi
    "$source/deploy/uninstall.sh" --purge
  fi
  install -d /etc/threeline
  grep -vE '^(PORT|HOST|DATA_DIR|TRUSTED_PROXY_HOPS|PROXY_PURGE_URLS|WORKERS)=' "$source/.env.example" |
    sed -e "s|^SITE_URL=.*|SITE_URL=https://$host|" -e 's/^ALLOW_SANDBOX=.*/ALLOW_SANDBOX=1/' \
      -e "s|^METRICS_TOKEN=.*|METRICS_TOKEN=$(openssl rand -hex 32)|" \
      -e "s|^ADMIN_PASSWORD=.*|ADMIN_PASSWORD=$admin_password|" >/etc/threeline/threeline.env
  chmod 600 /etc/threeline/threeline.env
  # Debian would start its own nginx on the same ports.
  RUNLEVEL=1 apt-get install -y -qq --no-install-recommends nginx nghttp2-client jq >/dev/null
  systemctl disable --now --quiet nginx.service 2>/dev/null || true
  "$source/deploy/install.sh" "$host" --no-start
  "$source/deploy/pgbackrest/install.sh"
  grep -q "$host" /etc/hosts || echo "127.0.0.1 $host" >>/etc/hosts
}

# A certificate of our own authority, which curl and the processes then trust.
make_certificate() {
  local tls=/var/lib/threeline-proxy/tls
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=Threeline try" \
    -keyout "$work/authority.key" -out "$authority" 2>/dev/null
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$host" \
    -keyout "$tls/privkey.pem" -out "$work/site.csr" 2>/dev/null
  openssl x509 -req -in "$work/site.csr" -CA "$authority" -CAkey "$work/authority.key" -CAcreateserial \
    -days 2 -extfile <(echo "subjectAltName=DNS:$host") -out "$work/site.pem" 2>/dev/null
  cat "$work/site.pem" "$authority" >"$tls/fullchain.pem"
  chown threeline-proxy: "$tls"/*
  # The sandbox calls the site's webhooks.
  export NODE_EXTRA_CA_CERTS=$authority
}

start_system() {
  prepare_units
  rm -rf /var/cache/threeline-proxy
  for folder in run cache log; do install -d -m 750 -o threeline-proxy -g threeline-proxy "/var/$folder/threeline-proxy"; done
  rm -f /var/log/threeline-proxy/*.log
  (
    set -a
    # shellcheck disable=SC1091
    . /etc/threeline/threeline.env
    cd /opt/threeline/current
    DATA_DIR=/var/lib/threeline exec setpriv --reuid threeline --regid threeline --clear-groups -- \
      node_modules/node/bin/node dist/run.mjs prepare
  ) >"$work/prepare.log" 2>&1 || { cat "$work/prepare.log" >&2; exit 1; }
  start_unit threeline-sandbox
  for port in $web_ports; do start_unit "threeline-web@$port"; done
  for worker in 1 2; do start_unit "threeline-worker@$worker"; done
  start_unit threeline-proxy
  wait_for_site
}

wait_for_site() {
  for _ in $(seq 90); do
    if curl_site --fail --output /dev/null "/api/health" && both_respond; then return; fi
    sleep 1
  done
  save_logs
  echo "The site doesn't respond; see $work." >&2
  exit 1
}

both_respond() {
  for port in $web_ports; do curl --fail --silent --output /dev/null "http://127.0.0.1:$port/api/health" || return 1; done
}

# --- What has to hold ----------------------------------------------------------------------------

# curl_site [OPTIONS] PATH
curl_site() {
  local path=${*: -1}
  curl --silent --cacert "$authority" --max-time 20 ${protocol:+"$protocol"} "${@:1:$#-1}" "https://$host$path"
}

header() { tr -d '\r' <"$work/headers" | sed -n "s/^$1: //Ip" | tail -1; }

# A failed request has no headers, which the checks report.
headers_of() {
  : >"$work/headers"
  : >"$work/body"
  curl_site --dump-header "$work/headers" --output "$work/body" "$@" || true
}

# The cache status in the log of the last request for a path.
logged() {
  sleep 1.2
  jq -r --arg path "$1" 'select(.path == $path) | .cache' /var/log/threeline-proxy/access.log | tail -1
}

# Checks that a path was requested and, by the log, never cached.
check_not_cached() {
  local counts
  sleep 1.2
  counts=$(jq -r --arg path "$1" 'select(.path == $path) | .cache' /var/log/threeline-proxy/access.log |
    awk '$0 != "" { cached += 1 } END { printf "%d requested, %d cached", NR, cached }')
  check "never cached: $1" "$counts" bash -c "[[ '$counts' = [1-9]*', 0 cached' ]]"
}

check_pages() {
  local path direct
  for path in / /read /pricing /about "$article" /feed.xml /atom.xml /feed.json /sitemap.xml /llms.txt /robots.txt; do
    headers_of --header 'Accept-Encoding: br' "$path"
    headers_of --header 'Accept-Encoding: br' "$path"
    check "cached: $path" "$(logged "$path"), $(header content-encoding), $(stat -c %s "$work/body") bytes" \
      test "$(logged "$path")/$(header content-encoding)" = HIT/br
  done
  headers_of --header 'Accept-Encoding: gzip' "$article"
  check "gzip for browsers without Brotli" "$(header content-encoding)" test "$(header content-encoding)" = gzip
  curl_site --output "$work/plain" "$article"
  curl_site --compressed --header 'Accept-Encoding: br' --output "$work/unpacked" "$article"
  check "the same page in each form" "$(stat -c %s "$work/plain") bytes" cmp -s "$work/plain" "$work/unpacked"
  check "HTTP/2" "$(curl_site --output /dev/null --write-out '%{http_version}' /)" \
    test "$(curl_site --output /dev/null --write-out '%{http_version}' /)" = 2
  if grep -q . /proc/net/if_inet6 2>/dev/null; then
    check "IPv6" "$(curl_site --resolve "$host:443:[::1]" --output /dev/null --write-out '%{remote_ip}' /)" \
      curl_site --resolve "$host:443:[::1]" --fail --output /dev/null /
  fi
  headers_of "$article"
  for name in content-security-policy strict-transport-security x-content-type-options referrer-policy \
    x-frame-options cross-origin-opener-policy permissions-policy reporting-endpoints; do
    direct=$(curl --silent --dump-header - --output /dev/null --header "Host: $host" "http://127.0.0.1:3001$article" | tr -d '\r' | sed -n "s/^$name: //Ip")
    check "header preserved: $name" "${direct:0:40}" test "$(header $name)" = "$direct" -a -n "$direct"
  done
}

check_never_cached() {
  local path kept
  for path in /account /account/details /cms-login-fpng /api/health /api/posts /unsubscribe/x /onboarding '/auth/verify?token=try-secret-1'; do
    headers_of "$path"
    headers_of "$path"
    kept=${path%%\?*}
    # As the log has it.
    check_not_cached "${kept/unsubscribe\/x/unsubscribe\/[token]}"
  done
  curl_site --output /dev/null --request POST --data '{}' /api/webhooks/paddle
  check_not_cached /api/webhooks/paddle
  save_post "Before the navigation"
  curl_site --fail --location --header 'RSC: 1' --output "$work/navigation" "$article?_rsc=1"
  curl_site --fail --output "$work/page" "$article"
  check "navigation data doesn't become the page" "$(head -c 15 "$work/page")" grep -qi '^<!doctype html' "$work/page"
  curl_site --fail --location --header 'RSC: 1' --output "$work/navigation" "$article?_rsc=1"
  check "a page doesn't become navigation data" "$(head -c 15 "$work/navigation")" \
    bash -c "test -s '$work/navigation' && ! grep -qi '^<!doctype html' '$work/navigation'"
}

# save_post TITLE: as an editor does, through the proxy.
save_post() {
  jq --arg title "$1" '{slug, title: $title, shortDate, fullDate, content, readTime}' "$work/post.json" |
    curl_site --fail --output "$work/saved" --request PUT --header "Authorization: Bearer $token" \
      --header 'Content-Type: application/json' --data @- "/api/posts/$post_id"
}

title_now() { { curl_site --compressed "$article" || true; } | grep -o '<title>[^<|]*' | sed 's/<title>//;s/ *$//' | head -1; }

check_purge() {
  local number stale=0
  for number in $(seq 30); do
    save_post "Try $number"
    [ "$(title_now)" = "Try $number" ] || stale=$((stale + 1))
  done
  check "a saved post is on the site with the next request" "$stale of 30 were stale" test "$stale" = 0
  signal_unit TERM threeline-proxy
  curl --silent --fail --output /dev/null --max-time 10 --request PUT --header "Authorization: Bearer $token" \
    --header 'Content-Type: application/json' --data "$(jq -c '.title = "Saved without a proxy"' "$work/saved")" \
    "http://127.0.0.1:3001/api/posts/$post_id" || true
  wait_for_site
  save_post "Saved again"
  check "saving works again after the proxy was away" "$(title_now)" test "$(title_now)" = "Saved again"
}

# How many requests for a cached page reached a web process.
regenerations() {
  sleep 1.5
  jq -r --arg path "$1" 'select(.path == $path and .webStatus != "") | .path' /var/log/threeline-proxy/access.log | wc -l
}

# check_stampede NAME PATH CLIENTS CLASS MOST: CLASS is the expected status, 2xx or 4xx, and MOST the allowed
# regenerations.
check_stampede() {
  local before answered after
  before=$(regenerations "$2")
  answered=$(h2load --requests="$3" --clients="$3" --threads=2 --header='accept-encoding: br' "https://$host$2" |
    sed -n "s/^status codes:.* \([0-9]*\) $4.*/\1/p")
  after=$(regenerations "$2")
  check "$3 clients at once on a page that $1" "$answered answered, $((after - before)) regenerations" \
    test "$answered" = "$3" -a "$after" -gt "$before" -a $((after - before)) -le "$5"
}

check_stampedes() {
  save_post "Before the stampede"
  check_stampede "was just purged" "$article" 1000 2xx 1
  # It's stored for a second.
  check_stampede "doesn't exist" /r/there-is-none 100 4xx 5
}

check_logs() {
  save_logs
  check "no query string in a log" "searched for a token that was requested" \
    bash -c "! grep -rq try-secret-1 /var/log/threeline-proxy $work/*.log"
}

check_units() {
  local unit exposure
  if ! command -v systemd-analyze >/dev/null; then
    note "units are hardened" - "systemd-analyze isn't installed"
    return
  fi
  cp -r "$source"/deploy/systemd/* "$source"/deploy/pgbackrest/pgbackrest-threeline.service "$work"
  for unit in "$work"/*.service; do
    exposure=$(systemd-analyze security --offline=true --no-pager "$unit" 2>/dev/null | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p')
    check "exposure below 2.5: $(basename "$unit")" "$exposure" awk "BEGIN { exit !($exposure < 2.5) }"
  done
}

# A page's response, without protocol-specific parts.
response_of() {
  headers_of --compressed "$article"
  tr -d '\r' <"$work/headers" | grep -viE '^(HTTP/|date:|$)' | sort | cat - "$work/body"
}

check_http3() {
  if ! nginx -V 2>&1 | grep -q -- --with-http_v3_module; then
    note "HTTP/3" - "not in this Debian's nginx; Debian 13 has it"
    return
  elif ! curl --version | grep -q HTTP3; then
    note "HTTP/3" - "this curl can't ask for it"
    return
  fi
  response_of >"$work/response"
  check "HTTP/3 is announced" "$(header alt-svc)" test "$(header alt-svc)" = 'h3=":443"; ma=86400'
  # curl_site reads it.
  local protocol=--http3-only
  response_of >"$work/response3"
  check "HTTP/3: the same page and headers as with HTTP/2" "$(head -1 "$work/headers")" \
    cmp -s "$work/response" "$work/response3"
  save_post "Saved over HTTP/3"
  check "HTTP/3: a post is saved" "$(title_now)" test "$(title_now)" = "Saved over HTTP/3"
}

# --- Measurements --------------------------------------------------------------------------------

# Requests per second with browsers' headers, over HTTP/2; 0 if a response isn't a 200. A connection carries
# at most 1,000 requests.
rate() {
  h2load --requests=60000 --clients=64 --threads=2 --header='accept-encoding: gzip, deflate, br, zstd' "https://$host$1" |
    awk '/^finished in/ { rate = $4 } /^status codes:/ && $3 != 60000 { failed = 1 } END { print failed ? 0 : rate }'
}

median() { sort -n | sed -n '5p'; }

# The same bytes as a file of the same server, with the same headers.
add_file() {
  local files=/var/lib/threeline-proxy/files
  headers_of --header 'Accept-Encoding: br' "$article"
  install -D -m 644 "$work/body" "$files/article"
  chown -R threeline-proxy: "$files"
  {
    echo "location = /article {"
    echo "  root $files;"
    echo "  default_type 'text/html; charset=utf-8';"
    tr -d '\r' <"$work/headers" | sed -n -E 's/"/\\"/g;s/^(content-encoding|content-security-policy|strict-transport-security|x-content-type-options|referrer-policy|x-frame-options|cross-origin-opener-policy|permissions-policy|reporting-endpoints|cache-control|vary|alt-svc): (.*)/  add_header \1 "\2";/Ip'
    echo "}"
  } >/etc/threeline/proxy/file.conf
  grep -q file.conf /etc/threeline/proxy/pages.conf || echo 'include /etc/threeline/proxy/file.conf;' >>/etc/threeline/proxy/pages.conf
  signal_unit HUP threeline-proxy
  sleep 2
}

measure() {
  local article_rates="" file_rates="" page file
  add_file
  rate "$article" >/dev/null
  for _ in $(seq 9); do
    article_rates+="$(rate "$article")"$'\n'
    file_rates+="$(rate /article)"$'\n'
  done
  page=$(printf %s "$article_rates" | median)
  file=$(printf %s "$file_rates" | median)
  check "requests per second, at least 0.9 of the same bytes as a file" \
    "$(awk "BEGIN { printf \"article %d, file %d, ratio %.2f\", $page, $file, $page / $file }")" \
    awk "BEGIN { exit !($file > 0 && $page / $file >= 0.9) }"
}

# -------------------------------------------------------------------------------------------------

# shellcheck source=deploy/try-units.sh
. "$source/deploy/try-units.sh"
# shellcheck source=deploy/try-morning.sh
. "$source/deploy/try-morning.sh"

rm -rf "$work"
mkdir -p "$work"
install_system
make_certificate
trap 'stop_everything || true; print_table' EXIT
start_system

token=$("$source/deploy/cli.sh" tokens create --username admin --name try --scopes write)
curl_site --fail '/api/posts?limit=1' | jq '.[0]' >"$work/first.json"
post_id=$(jq -r .id "$work/first.json")
curl_site --fail "/api/posts/$post_id" >"$work/post.json"
article=/r/$(jq -r .slug "$work/post.json")

check_units
check_pages
check_never_cached
check_purge
check_stampedes
check_logs
check_http3
measure
check_journeys "from the pricing page to the first briefing" onboarding/journey
check_morning
check_journeys "logging in, reading, and the list of posts" account/login public/reading admin/content-list

[ "$held" = yes ]
