#!/bin/sh
# Checks what install.sh needs, one of:
#
#   deploy/check.sh ports              that no other site on this machine uses them
#   deploy/check.sh settings FILE      that no required setting is missing
#   deploy/check.sh disk               that there is room for one more version
#
# ROOT is a folder in place of /, for tests.
set -eu

root=${ROOT:-}

die() {
  echo "$1" >&2
  exit 1
}

# Debian's own nginx serves a sample page from `default`, which nobody needs.
check_ports() {
  sites=$(find "$root/etc/nginx/sites-enabled" "$root/etc/nginx/conf.d" ! -type d ! -name default 2>/dev/null | sort)
  [ -n "$sites" ] || return 0
  systemctl is-active --quiet nginx.service 2>/dev/null || systemctl is-enabled --quiet nginx.service 2>/dev/null || return 0
  die "This machine's nginx serves other sites, which would go down: Threeline needs ports 80 and 443:
$sites
Use a separate machine, or stop them yourself: systemctl disable --now nginx"
}

# Variables that lib/platform/env.ts requires with real keys and the installer doesn't generate.
required="MAIL_FROM OPERATOR_EMAIL CONTACT_FORM_URL \
POSTMARK_SERVER_TOKEN POSTMARK_WEBHOOK_USERNAME POSTMARK_WEBHOOK_PASSWORD \
TWILIO_ACCOUNT_SID TWILIO_AUTH_TOKEN TWILIO_FROM SMS_SEGMENTS_PER_SECOND \
PADDLE_API_KEY PADDLE_CLIENT_TOKEN PADDLE_WEBHOOK_SECRET PADDLE_PRICE_MONTHLY PADDLE_PRICE_ANNUAL"

check_settings() {
  grep -q '^ALLOW_SANDBOX=1' "$1" && return 0
  missing=
  for name in $required; do
    case $name in
      TWILIO_FROM) grep -Eq '^TWILIO_(FROM|MESSAGING_SERVICE_SID)=.' "$1" || missing="$missing
  TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID" ;;
      *) grep -q "^$name=." "$1" || missing="$missing
  $name" ;;
    esac
  done
  [ -z "$missing" ] || die "Fill in these in $1, and run this again:$missing
docs/deploy.md says where they come from. For a test site that sends nothing, set ALLOW_SANDBOX=1 instead."
}

check_disk() {
  free=$(df -Pk "$root/opt" | awk 'NR == 2 { print int($4 / 1000) }')
  [ "$free" -ge 2000 ] || die "Only $free MB are free in /opt. Threeline needs 6 GB: 1.5 GB for each of the last three versions, and for a fourth while it's built."
}

case ${1:-} in
  ports) check_ports ;;
  settings) check_settings "$2" ;;
  disk) check_disk ;;
  *) die "Use ports, settings FILE, or disk." ;;
esac
