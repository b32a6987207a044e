#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Answers what waits in a session of guard, with curl.
#
# usage: approve.sh SOCKET                 prints the ids of what waits, one a line
#        approve.sh SOCKET approve|deny ID [REASON]
#
# Exit status: 0 done, 22 the session said no (its answer is printed), else curl's own.
set -eu
socket=$1
api() { # METHOD TARGET [BODY]
  curl --silent --show-error --fail-with-body --unix-socket "$socket" -A approve.sh \
    -X "$1" "http://guard$2" ${3:+--data-binary "$3"}
}
if [ $# -eq 1 ]; then
  api GET /v1/approvals | tr ',' '\n' | sed -n 's/^.*"id":"\([^"]*\)".*$/\1/p'
else
  # No word of a shell becomes JSON unquoted: what could break out of the text is taken away.
  reason=$(printf %s "${4:-}" | tr -d '\\"[:cntrl:]')
  api POST "/v1/approvals/$3" "{\"answer\":\"$2\",\"reason\":\"$reason\"}"
fi
