#!/bin/sh
# Starts the proxy, and checks its certificate every hour.
set -eu

/opt/threeline/proxy/configure.sh
(
  # The proxy has to run to answer the certificate authority's challenge.
  sleep 10
  while :; do
    /opt/threeline/proxy/certificate.sh || echo "Couldn't get or renew the certificate; retrying in an hour. The reason is above." >&2
    sleep 3600
  done
) &
exec /usr/sbin/nginx -c /etc/threeline/proxy/nginx.conf
