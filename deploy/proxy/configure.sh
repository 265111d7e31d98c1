#!/bin/sh
# Writes /etc/threeline/proxy: copies the files that are the same everywhere, and generates the rest from
# variables. Run it again after a change: the same input gives the same files.
#
#   SITE_HOST   the site's name, such as threeline.example
#   WEB         addresses of the web processes, such as "127.0.0.1:3001 127.0.0.1:3002"
#   PURGE       address for purges, which only web processes may reach; 127.0.0.1:8090 unless set
#   PURGE_FROM  networks that may purge; 127.0.0.0/8 unless set
#   LOG         file for the access log; /dev/stdout unless set
#   ROOT        folder to write below, for a chroot; / unless set
set -eu

: "${SITE_HOST:?is missing: the name of the site, such as threeline.example}"
: "${WEB:?is missing: addresses of the web processes, such as 127.0.0.1:3001}"
PURGE=${PURGE:-127.0.0.1:8090}
PURGE_FROM=${PURGE_FROM:-127.0.0.0/8}
LOG=${LOG:-/dev/stdout}
ROOT=${ROOT:-}
source=$(dirname "$0")
target=$ROOT/etc/threeline/proxy
state=$ROOT/var/lib/threeline-proxy

case $SITE_HOST in
  *[!A-Za-z0-9.-]* | '') echo "SITE_HOST must be a host name, such as threeline.example." >&2 && exit 1 ;;
esac

mkdir -p "$target" "$state/tls" "$state/challenges"
for file in nginx.conf pages.conf forward.conf live.conf cached.conf certificate.sh; do
  cp "$source/$file" "$target/$file"
done

{
  echo "access_log $LOG json buffer=64k flush=1s;"
  echo "upstream web {"
  echo "  least_conn;"
  echo "  # All of nginx's processes know which web process fails."
  echo "  zone web 128k;"
  for address in $WEB; do
    echo "  server $address max_fails=2 fail_timeout=5s;"
  done
  # Even if all have failed within the last seconds, one may already be back: they're restarted in turn.
  for address in $WEB; do
    echo "  server $address max_fails=0 backup;"
  done
  echo "  keepalive 64;"
  echo "}"
} >"$target/web.conf"

# Files in /proc always have a size of 0.
has_ipv6() {
  grep -q . /proc/net/if_inet6 2>/dev/null
}

# Debian 12 has nginx 1.22, without HTTP/3.
has_http3() {
  nginx -V 2>&1 | grep -q -- --with-http_v3_module
}

listen() {
  echo "  listen $1;"
  if has_ipv6; then echo "  listen [::]:$1;"; fi
}

{
  echo "server {"
  listen "80 default_server"
  echo "  server_name $SITE_HOST;"
  echo "  location /.well-known/acme-challenge/ {"
  echo "    root /var/lib/threeline-proxy/challenges;"
  echo "  }"
  echo "  # A redirect would hide that a program sent its data unprotected."
  echo "  location /api/ {"
  echo "    return 403;"
  echo "  }"
  echo "  location / {"
  echo "    return 308 https://$SITE_HOST\$request_uri;"
  echo "  }"
  echo "}"
  echo "server {"
  listen "443 ssl default_server"
  if has_http3; then listen "443 quic reuseport default_server"; fi
  echo "  ssl_reject_handshake on;"
  echo "}"
  echo "server {"
  if has_http3; then
    listen "443 ssl"
    listen "443 quic"
    echo "  http2 on;"
    echo "  add_header Alt-Svc 'h3=\":443\"; ma=86400' always;"
  else
    listen "443 ssl http2"
  fi
  echo "  server_name $SITE_HOST;"
  echo "  ssl_certificate /var/lib/threeline-proxy/tls/fullchain.pem;"
  echo "  ssl_certificate_key /var/lib/threeline-proxy/tls/privkey.pem;"
  echo "  include /etc/threeline/proxy/pages.conf;"
  echo "}"
  echo "server {"
  echo "  listen $PURGE;"
  for network in $PURGE_FROM; do
    echo "  allow $network;"
  done
  echo "  deny all;"
  echo "  access_log off;"
  echo "  location = /health {"
  echo "    return 204;"
  echo "  }"
  echo "  location = /purge {"
  echo "    limit_except POST {"
  echo "      deny all;"
  echo "    }"
  echo "    content_by_lua_block {"
  echo "      ngx.shared.page_version:incr(\"current\", 1)"
  echo "      ngx.exit(ngx.HTTP_NO_CONTENT)"
  echo "    }"
  echo "  }"
  echo "}"
} >"$target/site.conf"

# Until the first real certificate, so that the proxy can start and answer the authority's challenge.
if [ ! -s "$state/tls/fullchain.pem" ]; then
  # Root must not write through a link that the proxy's user could have put there.
  new=$(mktemp -d)
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
    -subj "/CN=$SITE_HOST" -addext "subjectAltName=DNS:$SITE_HOST" \
    -keyout "$new/privkey.pem" -out "$new/fullchain.pem" 2>/dev/null
  chmod 600 "$new/privkey.pem"
  mv -f "$new/privkey.pem" "$new/fullchain.pem" "$state/tls/"
  rmdir "$new"
fi
