# SPDX-License-Identifier: Apache-2.0
# No room for the record: one line, status 125, nothing ran.
. "$LIB/case.sh"
[[ $(id -u) -eq 0 ]] || skip "mounting a small file system needs root"
unshare -m true 2>/dev/null || skip "no mount namespace to be had"
mkdir small
status=0
unshare -m bash -c '
  mount -t tmpfs -o size=16k none small && head -c 1000000 /dev/zero >small/fill 2>/dev/null
  exec "$GUARD" run --state-dir small/state -- touch ran' >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_refused_to_start 125 small
