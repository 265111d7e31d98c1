#!/bin/bash
# Tests the image without Docker: fills a folder the way the Dockerfile does, with the packages of its base
# image, and runs the commands of compose.yaml in it, with their variables and restrictions: read-only,
# without root, capabilities, or new privileges, with one writable folder and /tmp. Prints the checks and the
# image's size, and fails if a check fails.
#
#   DATA_DIR=/var/lib/threeline ALLOW_SANDBOX=1 npm run build
#   deploy/container/try.sh   as root, on Debian with mmdebstrap
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
program=/opt/threeline/current
port=${PORT:-3390}
work=$(mktemp -d /tmp/threeline-image-XXXXXX)
# The database runs as its own user.
chmod 711 "$work"
root=$work/root
node=$source/node_modules/node/bin/node
held=yes
results=()
token=try-0123456789abcdef
containers=()
database=

[ "$(id -u)" = 0 ] || { echo "Run this as root." >&2; exit 1; }
cd "$source"

# check NAME DETAIL COMMAND…: passes if the command succeeds.
check() {
  local name=$1 detail=$2 outcome=yes
  shift 2
  "$@" || { outcome=no; held=no; }
  results+=("$outcome|$name|$detail")
  printf '%-3s %s: %s\n' "$outcome" "$name" "$detail"
}

stop_everything() {
  for container in "${containers[@]}"; do kill -KILL "$(inner_of "$container")" 2>/dev/null || true; done
  [ -z "$database" ] || kill -TERM "$database" 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap stop_everything EXIT

# --- What the files say --------------------------------------------------------------------------

# The block of a service, or of what it merges: block_of '  web-1'
block_of() { sed -n "/^$1:/,/^$/p" deploy/compose.yaml; }
variables_in() { block_of "$1" | sed -n "s/^ *\([A-Z][A-Z_]*\): \"\{0,1\}\([^\"]*\)\"\{0,1\}$/\1=\2/p"; }
words() { tr -d '[]",'; }
command_in() { block_of "$1" | sed -n 's/^ *command: //p' | head -1 | words; }
worker_check() { block_of '  worker-1' | sed -n '/worker-1:/,/worker-2:/s/^ *test: \[CMD, \(.*\)\]$/\1/p' | head -1 | words; }
entrypoint=$(sed -n 's/^ENTRYPOINT \(\[.*node"\]\)$/\1/p' deploy/container/Dockerfile | words)
web_check=$(sed -n 's/^  CMD \(\[.*health.mjs.*\]\)$/\1/p' deploy/container/Dockerfile | words)
worker_command=$(sed -n '/^  worker-1:/,/^  worker-2:/s/^ *command: //p' deploy/compose.yaml | head -1 | words)

# --- The image -----------------------------------------------------------------------------------

# What distroless/cc-debian13 consists of, from the same packages.
make_base() {
  mmdebstrap --quiet --variant=extract --mode=root trixie "$root" \
    --include=base-files,ca-certificates,libc6,libgcc-s1,libgomp1,libssl3t64,libstdc++6,media-types,netbase,tzdata,tzdata-legacy
  rm -rf "$root"/usr/share/{doc,man,locale,lintian} "$root"/var/{cache,lib/apt,lib/dpkg,log}
  mkdir -p "$root"/{dev,proc,tmp,var/lib}
  echo "nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin" >"$root/etc/passwd"
  # As Docker does.
  echo "127.0.0.1 localhost" >"$root/etc/hosts"
}

fill_image() {
  install -d "$(dirname "$root$program")"
  "$node" deploy/container/pack.mjs "$root$program" >"$work/weights"
  chmod -R go=rX "$root/opt"
  install -d -o 65532 -g 65532 "$root/var/lib/threeline" "$work/data"
}

# As Docker counts: the size of each file once.
megabytes() { find "$1" -type f -printf '%i %s\n' | sort -u | awk '{ sum += $2 } END { printf "%.0f", sum / 1e6 }'; }

# contain VARIABLES COMMAND…: as Docker runs it; variables are separated by spaces.
contain() {
  local variables=$1
  shift
  # shellcheck disable=SC2016,SC2086
  unshare --mount --pid --fork --kill-child -- bash -c '
    root=$1 data=$2 program=$3 variables=$4
    shift 4
    mount --make-rprivate /
    mount --bind "$root" "$root"
    mount --bind "$data" "$root/var/lib/threeline"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -o remount,bind,ro "$root"
    exec env -i $variables setpriv --no-new-privs -- \
      unshare --root="$root" --wd="$program" --setgid=65532 --setuid=65532 -- "$@"
  ' - "$root" "$work/data" "$program" "$variables" "$@"
}

# The main process of a running container, for signals and for its data in /proc.
inner_of() {
  local pid=$1 child
  while child=$(pgrep -P "$pid" | head -1) && [ -n "$child" ]; do pid=$child; done
  echo "$pid"
}

# --- What has to hold ----------------------------------------------------------------------------

start_database() {
  mkdir "$work/database"
  DATA_DIR=$work/database "$node" -e '
    const child = require("node:child_process").fork("dist/postgres.mjs", ["--throwaway"]);
    child.on("message", ({ url }) => require("node:fs").writeFileSync(process.argv[1], url));
    process.on("SIGTERM", () => child.kill());
  ' "$work/url" >"$work/database.log" 2>&1 &
  database=$!
  for _ in $(seq 120); do [ ! -s "$work/url" ] || return 0; sleep 1; done
  cat "$work/database.log" >&2
  return 1
}

wait_until() {
  for _ in $(seq 120); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 1
  done
  return 1
}

# Without what exists only between containers.
environment_of() {
  {
    sed -n '/ AS threeline$/,$s/^ENV //p' deploy/container/Dockerfile | tr ' ' '\n'
    variables_in x-environment
    variables_in "x-$1"
  } | grep -vE '^(DATABASE_URL|PATH|PORT|PROXY_PURGE_URLS|BACKUP_DIR)=' | tr '\n' ' '
  echo "DATABASE_URL=$(cat "$work/url") PORT=$port SITE_URL=https://threeline.test ALLOW_SANDBOX=1 METRICS_TOKEN=$token"
}

status_of() { curl --silent --max-time 20 --output "$work/body" --write-out '%{http_code}' --header 'Host: threeline.test' "http://127.0.0.1:$port$1" || true; }

has_page() { [ "$(status_of "$1")" = "$2" ] && grep -q "$3" "$work/body"; }

is_restricted() {
  local status=/proc/$1/status
  [ "$(awk '/^Uid:/ { print $2, $3 }' "$status")" = "65532 65532" ] &&
    [ "$(awk '/^CapEff:/ { print $2 }' "$status")" = 0000000000000000 ] &&
    [ "$(awk '/^NoNewPrivs:/ { print $2 }' "$status")" = 1 ] &&
    ! touch "/proc/$1/root/opt/threeline/current/x" 2>/dev/null
}

# ends PID INNER: stops by SIGTERM, with exit code 0, within the grace period.
ends() {
  local grace started
  grace=$(block_of x-service | sed -n 's/^ *stop_grace_period: \([0-9]*\)s$/\1/p')
  started=$SECONDS
  kill -TERM "$2"
  wait "$1" && [ $((SECONDS - started)) -le "$grace" ]
}

run_everything() {
  local web worker slug script
  web_variables=$(environment_of web)
  worker_variables=$(environment_of worker)
  # shellcheck disable=SC2046,SC2086
  {
    check "prepare" "migrates, and creates the first administrator" \
      contain "$worker_variables" $entrypoint $(command_in '  prepare')
    check "prepare again" "changes nothing" contain "$worker_variables" $entrypoint $(command_in '  prepare')
    contain "$worker_variables" $entrypoint dist/run.mjs sandbox >"$work/sandbox.log" 2>&1 &
    containers+=("$!")
    contain "$web_variables" $entrypoint $(command_in x-web) >"$work/web.log" 2>&1 &
    web=$!
    contain "$worker_variables" $entrypoint $worker_command >"$work/worker.log" 2>&1 &
    worker=$!
    containers+=("$web" "$worker")
    check "health of web" "$web_check" wait_until contain "$web_variables" $web_check
    check "health of a worker" "$(worker_check)" wait_until contain "$worker_variables" $(worker_check)
    check "operator commands" "cli status" contain "$worker_variables" $entrypoint dist/run.mjs cli status
  }
  slug=$(curl --silent --header 'Host: threeline.test' "http://127.0.0.1:$port/api/posts?limit=1" | sed -n 's/.*"slug":"\([^"]*\)".*/\1/p')
  check "home page" / has_page / 200 '</html>'
  check "address of this start" "not of the build" grep -q 'href="https://threeline.test' "$work/body"
  check "article" "/r/$slug" has_page "/r/$slug" 200 '</html>'
  script=$(grep -o '/_next/static/[^"]*\.js' "$work/body" | head -1)
  check "script" "${script:0:60}" has_page "$script" 200 .
  check "share image" "/r/$slug/share-image" test "$(status_of "/r/$slug/share-image")" = 200
  check "rendered per request" /cms-login-fpng has_page /cms-login-fpng 200 '</html>'
  check "metrics" "as Prometheus asks for them" grep -q '^threeline_workers 1$' <(
    curl --silent --header 'Host: web-1:3000' --header "Authorization: Bearer $token" "http://127.0.0.1:$port/api/metrics"
  )
  web_inner=$(inner_of "$web")
  worker_inner=$(inner_of "$worker")
  for inner in "$web_inner" "$worker_inner"; do
    check "restricted: $(tr '\0' ' ' <"/proc/$inner/cmdline" | cut -c1-40)" \
      "not root, no capabilities, no new privileges, read-only" is_restricted "$inner"
  done
  check "web stops in time" "exit code 0" ends "$web" "$web_inner"
  check "worker stops in time" "exit code 0" ends "$worker" "$worker_inner"
  check "nothing was refused" "no EROFS, EACCES, or missing module in the logs" \
    bash -c "! grep -hE 'EROFS|EACCES|Cannot find (module|package)|MODULE_NOT_FOUND' '$work'/{web,worker}.log"
}

make_base
base=$(megabytes "$root")
fill_image
all=$(megabytes "$root")
check "less than 300 MB, uncompressed" "$all MB: $base MB of the base image, $((all - base)) MB of ours" test "$all" -lt 300
cat "$work/weights"
start_database
run_everything
compressed=$(tar --create --directory "$root" . | gzip | wc -c | awk '{ printf "%.0f", $1 / 1e6 }')

printf '\n%-6s %-36s %s\n' passed check detail
for result in "${results[@]}"; do
  IFS='|' read -r outcome name detail <<<"$result"
  printf '%-6s %-36s %s\n' "$outcome" "$name" "$detail"
done
printf '\n%s MB uncompressed, %s MB compressed\n' "$all" "$compressed"
[ "$held" = yes ] || { tail -n 20 "$work"/{web,worker}.log; exit 1; }
