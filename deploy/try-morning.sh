# shellcheck shell=bash
# shellcheck disable=SC2154 # try.sh assigns them
# A morning for try.sh, which reads this file: people get their briefings while a second version is deployed
# and half of the processes are killed; then the database is restored to the middle of the slot, and to before
# it. Then journeys in a browser.

# Enough emails for eight calls. The first few people also get texts.
people=4000
texted=400
# A Tuesday to Thursday without any briefings yet.
day=$(for ahead in 7 8 9 10 11 12 13; do date -d "+$ahead days" '+%F %u'; done | awk '$2 > 1 && $2 < 5 { print $1; exit }')

# at TIME: an instant of that day in New York, in UTC.
at() { date --utc --date "@$(TZ=America/New_York date --date "$day $1" +%s)" +%FT%TZ; }

ask_sandbox() {
  curl --silent --show-error --fail --output /dev/null --header 'Content-Type: application/json' \
    --request "$1" "$sandbox$2" "${@:3}"
}

set_clock() { ask_sandbox PUT /sandbox/clock --data "{\"now\":\"$(at "$1")\",\"rate\":1}"; }

# slow_down PROVIDER SHARE: this share of calls is refused and the rest take a second, so that a slot takes a
# while.
slow_down() {
  ask_sandbox POST /sandbox/faults --data "{\"provider\":\"$1\",\"mode\":\"rate-limit\",\"probability\":$2}"
  ask_sandbox POST /sandbox/faults --data "{\"provider\":\"$1\",\"mode\":\"slow\",\"delayMs\":1000}"
}

# The channel's recipients among the morning's people, one line per message.
recipients() {
  curl --silent "$sandbox/sandbox/messages?channel=$1" | jq -r '.[].to' | grep -E '^(try-[0-9]+@|\+12122)' || true
}

# How many messages were accepted.
count() { curl --silent "$sandbox/sandbox/messages/count?channel=$1" | jq .total; }

# Prints "MESSAGES for PEOPLE".
copies() { recipients "$1" | sort | uniq -c | awk '{ messages += $1 } END { printf "%d for %d", messages, NR }'; }

# wait_for_count CHANNEL NUMBER: until this many messages are accepted. Gives up after five minutes.
wait_for_count() {
  for _ in $(seq 300); do
    [ "$(count "$1")" -lt "$2" ] || return 0
    sleep 1
  done
  return 0
}

wait_for_web() {
  for _ in $(seq 120); do
    if curl --fail --silent --output /dev/null --max-time 3 "http://127.0.0.1:$1/api/health"; then return 0; fi
    sleep 0.5
  done
  return 1
}

add_people() {
  {
    echo "email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at"
    for number in $(seq "$people"); do
      printf 'try-%d@example.com,,+1212%d,America/New_York,active,true,%s,2026-01-05T12:00:00Z\n' \
        "$number" $((2000000 + number)) "$([ "$number" -le "$texted" ] && echo true || echo false)"
    done
  } >"$work/people.csv"
  "$source/deploy/cli.sh" subscribers import - <"$work/people.csv" >"$work/import.log"
  # If the sample data has one for that day, it will do.
  curl_site --output "$work/message" --request POST --header "Authorization: Bearer $token" \
    --header 'Content-Type: application/json' \
    --data "{\"date\":\"$day\",\"message\":\"1. Rates\\n2. Oil\\n3. Jobs\"}" /api/daily-messages
}

# Prepares a second version next to the running one.
build_second_version() {
  rsync -a --exclude /.git --exclude /.next --exclude /.data --exclude /.test "$source/" "$work/second/"
  echo "export const version = 2;" >"$work/second/lib/second-version.ts"
  "$work/second/deploy/install.sh" "$host" --no-start >"$work/second.log" 2>&1
}

runs_current() { [ "$(readlink "/proc/$(pid_of "$1")/cwd")" = "$(readlink /opt/threeline/current)" ]; }

runs_second_version() {
  local unit
  for unit in threeline-web@3001 threeline-web@3002 threeline-worker@1 threeline-worker@2; do
    runs_current "$unit" || return 1
  done
}

# Readers who request pages one by one, each with its own log file.
start_readers() {
  rm -f "$work"/reader-*
  touch "$work/reading"
  for reader in 1 2 3 4; do
    (
      while [ -e "$work/reading" ]; do
        for path in / "$article" /account /api/posts /feed.xml; do
          curl_site --location --output /dev/null --write-out '%{http_code}\n' "$path" >>"$work/reader-$reader" || true
        done
      done
    ) &
    readers+=("$!")
  done
}

stop_readers() {
  rm "$work/reading"
  for reader in "${readers[@]}"; do wait "$reader" || true; done
  readers=()
}
readers=()

scripts_of() { (cd "$1"/.next/*/static && find . -name '*.js' | sort); }

# check_scripts RELEASE RELEASE: while each has one web process.
check_scripts() {
  local path encoding answers
  for path in $(comm -3 <(scripts_of "$1") <(scripts_of "$2")); do
    for encoding in br gzip identity; do
      curl_site --header "Accept-Encoding: $encoding" --output /dev/null --write-out '%{http_code} ' "/_next/static/${path#./}"
    done
  done >"$work/scripts"
  answers=$(tr ' ' '\n' <"$work/scripts" | sort | uniq -c | xargs)
  check "scripts of either version are found" "$answers" grep -qE '^[0-9]+ 200$' <<<"$answers"
}

# restart UNIT: waits until it runs the current version, at most half a minute.
restart() {
  signal_unit TERM "$1"
  for _ in $(seq 60); do
    sleep 0.5
    if runs_current "$1"; then return; fi
  done
}

# restart_one_by_one RELEASE: the release that ran before.
restart_one_by_one() {
  for port in $web_ports; do
    restart "threeline-web@$port"
    wait_for_web "$port"
    if [ "$port" = "${web_ports%% *}" ]; then check_scripts "$1" /opt/threeline/current; fi
  done
  for worker in 1 2; do restart "threeline-worker@$worker"; done
}

# As if one of two machines had lost power.
kill_half() {
  signal_unit KILL threeline-web@3001
  signal_unit KILL threeline-worker@1
  sleep 2
  wait_for_web 3001
}

is_delivery_well() { curl_site --fail --output "$work/health" /api/health/delivery; }

stop_processes() {
  for unit in threeline-web@3001 threeline-web@3002 threeline-worker@1 threeline-worker@2; do stop_unit "$unit"; done
}

# start_restored NAME BEFORE STARTED: with a database from before some of the messages.
start_restored() {
  for port in $web_ports; do start_unit "threeline-web@$port"; done
  for worker in 1 2; do start_unit "threeline-worker@$worker"; done
  wait_for_site
  local is_well=no
  for _ in $(seq 300); do
    # Once is enough: the other web process can repeat its earlier answer for five seconds.
    if is_delivery_well; then
      is_well=yes
      break
    fi
    sleep 1
  done
  check "$1, and delivery is well again" "$((SECONDS - $3)) s after the stop" test "$is_well" = yes
  # A worker that forgot what was sent would send it right away.
  sleep 20
  check "$1: nothing is sent again" "emails $(copies email), texts $(copies sms)" \
    test "$(copies email), $(copies sms)" = "$2"
}

# Into a new database, as an operator does it.
restore_backup() {
  local name started=$SECONDS
  name=threeline_$(date +%s)
  stop_processes
  runuser -u postgres -- createdb --owner threeline --template template0 --encoding UTF8 "$name"
  sed -i "s|^\(DATABASE_URL=.*/\)[a-z0-9_]*$|\1$name|" /etc/threeline/threeline.env
  BACKUP_KEY=$secret_key "$source/deploy/cli.sh" restore >"$work/restore.log"
  start_restored "a backup is restored" "$1" "$started"
}

# The whole server, as it was when some people had their email.
restore_second() {
  local server started=$SECONDS
  server=$(pg_lsclusters --no-header | awk '{ print $1, $2 }')
  stop_processes
  # shellcheck disable=SC2086
  pg_ctlcluster $server stop
  runuser -u postgres -- pgbackrest --stanza=threeline --type=time --target="$second" --target-action=promote restore
  # shellcheck disable=SC2086
  pg_ctlcluster $server start
  start_restored "the middle of the slot is restored from the archive" "$1" "$started"
}

# Encrypted with a public key. The commands that verify and restore it get the secret key.
back_up() {
  "$source/deploy/cli.sh" backup key >"$work/backup.key"
  BACKUP_KEY=$(grep -o 'age1.*' "$work/backup.key") "$source/deploy/cli.sh" backup >"$work/backup.log"
  secret_key=$(grep -o 'AGE-SECRET-KEY-.*' "$work/backup.key")
  if BACKUP_KEY=$secret_key "$source/deploy/cli.sh" backup verify >"$work/verify.log" 2>&1; then
    note "an encrypted backup can be restored, and nothing in it is damaged" yes "$(tail -1 "$work/verify.log")"
  else
    note "an encrypted backup can be restored, and nothing in it is damaged" no "see $work/verify.log"
  fi
}

check_morning() {
  local sent later emails="$people for $people" texts="$texted for $texted" failures answered first second
  add_people
  first=$(readlink -f /opt/threeline/current)
  build_second_version
  back_up
  ask_sandbox DELETE /sandbox/messages
  slow_down postmark 0.9
  set_clock 07:44:55
  start_readers
  wait_for_count email 100
  sent=$(count email)
  second=$(date --utc '+%F %T+00')
  restart_one_by_one "$first"
  later=$(count email)
  check "a second version is deployed during the slot" "from $sent to $later of $people emails" \
    test "$sent" -gt 0 -a "$later" -lt "$people"
  check "every process runs the second version" "$(readlink /opt/threeline/current)" runs_second_version
  ask_sandbox DELETE /sandbox/faults
  wait_for_count email "$people"
  sleep 5
  check "everyone gets one email" "$(copies email)" test "$(copies email)" = "$emails"
  slow_down twilio 0.6
  set_clock 07:59:55
  wait_for_count sms 20
  sent=$(count sms)
  kill_half
  later=$(count sms)
  check "a web process and a worker are killed during the slot" "after $sent to $later of $texted texts" \
    test "$sent" -gt 0 -a "$later" -lt "$texted"
  ask_sandbox DELETE /sandbox/faults
  wait_for_count sms "$texted"
  sleep 5
  check "everyone gets one text" "$(copies sms)" test "$(copies sms)" = "$texts"
  stop_readers
  answered=$(cat "$work"/reader-* | wc -l)
  failures=$(cat "$work"/reader-* | grep -cv '^200$' || true)
  check "no reader's request fails" "$failures of $answered" test "$failures" = 0 -a "$answered" -gt 100
  restore_second "$emails, $texts"
  restore_backup "$emails, $texts"
}

# check_journeys NAME SPEC…
check_journeys() {
  local log=$work/journeys-${2//\//-}.log
  ask_sandbox DELETE /sandbox/clock
  if E2E_SITE_URL=https://$host E2E_SANDBOX_URL=$sandbox E2E_ADMIN_PASSWORD=$admin_password \
    npm --prefix "$source" test -- --only e2e "${@:2}" >"$log" 2>&1; then
    note "in a browser: $1" yes "$(grep -o '^[0-9]* passed, [0-9]* failed' "$log" | tail -1)"
  else
    note "in a browser: $1" no "see $log"
  fi
}
