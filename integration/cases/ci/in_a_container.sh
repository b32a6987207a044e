# SPDX-License-Identifier: Apache-2.0
# As root of a container: guard holds with the usual capabilities, with CAP_SYS_PTRACE too, and whether the profile lets
# unshare through or not. A backend that wants more says what is missing, and starts nothing.
. "$LIB/case.sh"
[[ $EUID -eq 0 ]] || skip "being root of a container needs root"
precious tmp_a/one
in_container() { # WORD...
  status=0
  "$PROGRAMS/container" "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
}
in_container "$GUARD" run --ci --backend ptrace -- touch ran
assert_refused_to_start 125 "--cap-add SYS_PTRACE"
for profile in "" +ptrace "+ptrace +unshare"; do
  # shellcheck disable=SC2086
  in_container $profile "$GUARD" doctor
  assert_status 0
  held=yes
  [[ $profile == *+ptrace* ]] || held="no "
  assert_says "$OUT" "  $held programs of root's that become another user are judged"
  # shellcheck disable=SC2086
  in_container $profile "$GUARD" run --ci --report out.json -- bash -c 'rm -rf ./tmp_*; touch ran; true'
  assert_status 3
  assert_untouched tmp_a/one
  assert_exists ran out.json
  rm -f ran out.json
done

# As engines start it: guard is the first process of a pid namespace, with mounts and a /proc of its own, parts
# of which are read-only.
first_process() { # WORD...
  status=0
  unshare --mount --pid --ipc --uts --fork --mount-proc sh -c '
    mount --bind /proc/sys /proc/sys && mount -o remount,ro,bind /proc/sys && exec "$@"' sh \
    "$PROGRAMS/container" +ptrace +unshare "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
}
rm -f ran out.json
first_process true
[[ $status -eq 0 ]] || skip "namespaces cannot be made here: $(<"$ERR")"
first_process "$GUARD" doctor
assert_status 0
first_process "$GUARD" run --ci --report out.json -- bash -c 'rm -rf ./tmp_*; touch ran; true'
assert_status 3
assert_untouched tmp_a/one
assert_exists ran out.json
# The processes that its command leaves behind, and how it ends.
first_process "$GUARD" run --ci --kill-at-exit -- bash -c '(sleep 60 &) ; exit 7'
assert_status 7
first_process "$GUARD" run --ci -- bash -c 'kill -TERM $$'
assert_status 143
