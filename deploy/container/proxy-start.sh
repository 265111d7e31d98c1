#!/bin/sh
# Starts the proxy, and looks after its certificate twice a day.
set -eu

/opt/threeline/proxy/configure.sh
(
  # The proxy has to run to answer the authority's question.
  sleep 10
  while :; do
    /opt/threeline/proxy/certificate.sh || echo "Couldn't get or renew the certificate; retrying in 12 hours. The reason is above." >&2
    sleep 43200
  done
) &
exec /usr/sbin/nginx -c /etc/threeline/proxy/nginx.conf
