#!/bin/sh
# Gets a certificate from Let's Encrypt, or renews it before it expires, and makes the proxy load it. The
# proxy has to run, because it answers the authority's challenge.
#
#   SITE_HOST       the site's name, such as threeline.example
#   OPERATOR_EMAIL  gets the authority's messages, if set
#   CERTIFICATE     `own` leaves everything to you: put fullchain.pem and privkey.pem into
#                   /var/lib/threeline-proxy/tls
set -eu

: "${SITE_HOST:?is missing: the name of the site, such as threeline.example}"
state=/var/lib/threeline-proxy

if [ "${CERTIFICATE:-}" = own ]; then exit 0; fi
if [ -n "${OPERATOR_EMAIL:-}" ]; then
  set -- --email "$OPERATOR_EMAIL"
else
  set -- --register-unsafely-without-email
fi

certbot certonly --quiet --non-interactive --agree-tos "$@" \
  --webroot --webroot-path "$state/challenges" --domain "$SITE_HOST" --cert-name site \
  --keep-until-expiring --key-type ecdsa \
  --config-dir "$state/certbot" --work-dir "$state/certbot/work" --logs-dir "$state/certbot/logs"

new=$state/certbot/live/site
if cmp -s "$new/fullchain.pem" "$state/tls/fullchain.pem"; then exit 0; fi
umask 077
for file in privkey.pem fullchain.pem; do
  cp -L "$new/$file" "$state/tls/$file.new"
done
for file in privkey.pem fullchain.pem; do
  mv "$state/tls/$file.new" "$state/tls/$file"
done
kill -HUP "$(cat /run/threeline-proxy/nginx.pid)"
echo "The proxy has a new certificate for $SITE_HOST."
