# shellcheck shell=bash
# shellcheck disable=SC2154 # try.sh assigns them
# Starts, stops, and signals the systemd units for try.sh, which reads this file. Where systemd doesn't run,
# as in most containers, a loop runs them, without their restrictions.

if [ -d /run/systemd/system ]; then
  prepare_units() {
    systemctl stop 'threeline-*'
    systemctl daemon-reload
    systemctl set-environment NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"
    units_since=$(date +%s)
  }

  start_unit() { systemctl start "$1"; }
  stop_unit() { systemctl stop "$1"; }
  signal_unit() { systemctl kill --kill-whom=main --signal="$1" "$2" || true; }
  pid_of() { systemctl show --property=MainPID --value "$1"; }
  save_logs() { journalctl --quiet --output=cat --since="@$units_since" --unit='threeline-*' >"$work/journal.log"; }

  stop_everything() {
    systemctl stop 'threeline-*'
    systemctl unset-environment NODE_EXTRA_CA_CERTS
    save_logs
  }
else
  supervisors=()

  prepare_units() { :; }

  setting() { sed -n "s/^$2=//p" "$source/deploy/systemd/$1.service" | sed "s/%i/${3:-}/g"; }

  # Runs the unit's command with its user, folder, and variables, and restarts it as systemd would.
  run_unit() {
    local name=$1 unit=$1 instance='' user command folder rights=-all
    if [[ $name = *@* ]]; then
      unit=${name%@*}@
      instance=${name#*@}
    fi
    user=$(setting "$unit" User "$instance")
    command=$(setting "$unit" ExecStart "$instance")
    folder=$(setting "$unit" WorkingDirectory "$instance")
    if [ "$(setting "$unit" AmbientCapabilities)" = CAP_NET_BIND_SERVICE ]; then rights=-all,+net_bind_service; fi
    while :; do
      (
        set -a
        if [ -n "$(setting "$unit" EnvironmentFile)" ]; then
          # shellcheck disable=SC1090
          . "$(setting "$unit" EnvironmentFile)"
        fi
        while IFS= read -r line; do export "${line?}"; done < <(setting "$unit" Environment "$instance")
        cd "${folder:-/}" || exit
        # shellcheck disable=SC2086
        exec setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs \
          --inh-caps="$rights" --ambient-caps="$rights" -- $command
      ) >>"$work/$name.log" 2>&1 &
      local child=$!
      echo "$child" >"$work/$name.pid"
      wait "$child" || true
      if [ -e "$work/stopping" ]; then return 0; fi
      if [ -e "$work/$name.stopping" ]; then
        rm "$work/$name.stopping"
        return 0
      fi
      sleep 1
    done
  }

  start_unit() {
    run_unit "$1" &
    supervisors+=("$!")
  }

  stop_unit() {
    touch "$work/$1.stopping"
    signal_unit TERM "$1"
    # The loop deletes the file when the process has ended.
    while [ -e "$work/$1.stopping" ]; do sleep 0.2; done
  }

  signal_unit() { kill "-$1" "$(pid_of "$2")" 2>/dev/null || true; }

  pid_of() { cat "$work/$1.pid"; }

  save_logs() { :; }

  stop_everything() {
    touch "$work/stopping"
    for pid in "$work"/*.pid; do
      [ ! -e "$pid" ] || kill -TERM "$(cat "$pid")" 2>/dev/null || true
    done
    for supervisor in "${supervisors[@]}"; do wait "$supervisor" 2>/dev/null || true; done
  }
fi
