# SPDX-License-Identifier: Apache-2.0
# Standard output on a full disk: a line on standard error and no status of success.
. "$LIB/case.sh"
printf 'version: 1\nextends: [default]\n' >p.yaml
fails() { # STATUS WORD...
  local wanted=$1 status=0
  shift
  "$GUARD" "$@" >/dev/full 2>"$ERR" || status=$?
  assert_status "$wanted"
  assert_says "$ERR" "could not be written"
}
fails 1 policy schema
fails 1 policy show
fails 1 policy validate p.yaml
fails 1 pending --json
fails 1 pending
fails 125 check -- true
fails 125 check --json --shell true
