# SPDX-License-Identifier: Apache-2.0
# A state folder that cannot be written, as of an image with a read-only root, is said with the way to name another.
. "$LIB/case.sh"
guard_run -- true
assert_status 0
wait_for_closing
state=$GUARD_STATE_DIR
as_read_only() {
  if ((EUID == 0)); then
    unshare --mount --propagation private bash -c '
      mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 77
      shift
      exec "$@"' read-only "$state" "$@"
  else
    chmod 400 "$state/names.lock"
    "$@"
  fi
}
status=0
as_read_only "$GUARD" run -- true >"$OUT" 2>"$ERR" </dev/null || status=$?
((status != 77)) || skip "no mounts here"
assert_status 125
assert_says "$ERR" "(--state-dir or GUARD_STATE_DIR names another folder)"
as_read_only "$GUARD" run --state-dir "$CASE_ROOM/other_state" -- true >"$OUT" 2>"$ERR" </dev/null ||
  fail "another folder does not help: $(<"$ERR")"
