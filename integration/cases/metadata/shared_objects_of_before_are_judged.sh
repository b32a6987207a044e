# SPDX-License-Identifier: Apache-2.0
# System V objects that others made before the session: removing asks, changing is refused; the
# tree's own go unasked. Message queues are judged as files of /dev/mqueue.
. "$LIB/case.sh"
shared() { "$PROGRAMS/shared_objects" "$@"; }
declare -A made=()
clean_up() { for kind in "${!made[@]}"; do shared remove "$kind" "${made[$kind]}" >/dev/null 2>&1 || true; done; }
trap clean_up EXIT
for kind in shm sem msg; do made[$kind]=$(shared make "$kind"); done
# A ctime has whole seconds: what is of before must be a second older.
sleep 1.1
for kind in shm sem msg; do
  guard_run --on-ask deny -- "$PROGRAMS/shared_objects" remove "$kind" "${made[$kind]}"
  assert_content "$OUT" "remove: EPERM"
  assert_says "$ERR" "sysv:$kind:${made[$kind]}"
  assert_silent "$ERR" "another name"
  guard_run --on-ask deny -- "$PROGRAMS/shared_objects" set "$kind" "${made[$kind]}"
  assert_content "$OUT" "set: EPERM"
  assert_says "$ERR" "(rule ipc.set"
  guard_run --on-ask deny -- bash -c 'id=$("$1" make "$2") && "$1" set "$2" "$id" && "$1" remove "$2" "$id"' \
    case "$PROGRAMS/shared_objects" "$kind"
  assert_status 0
  # Approved, it goes.
  start_guarded --kill-at-exit -- "$PROGRAMS/shared_objects" remove "$kind" "${made[$kind]}"
  wait_for_question
  guard approve "$question_id"
  finish_guarded
  assert_content "$OUT" "remove: 0"
  unset "made[$kind]"
done
guard_run --on-ask deny -- "$PROGRAMS/shared_objects" remove shm 2000000001
assert_content "$OUT" "remove: EINVAL"
name=/guard_test_$$
shared make queue "$name" >/dev/null || skip "no message queues here"
cat >"$CASE_ROOM/policy.yaml" <<'YAML'
version: 1
extends: [default]
rules:
  - {id: keep-queues, when: {act: delete, path: "/dev/mqueue/**"}, decision: deny}
YAML
guard_run --policy "$CASE_ROOM/policy.yaml" --on-ask deny -- "$PROGRAMS/shared_objects" remove queue "$name"
assert_content "$OUT" "mq_unlink: EACCES" # what the C library makes of EPERM
guard_run --on-ask allow -- "$PROGRAMS/shared_objects" remove queue "$name"
assert_content "$OUT" "mq_unlink: 0"
guard_run --on-ask allow -- "$PROGRAMS/shared_objects" remove queue "$name"
assert_content "$OUT" "mq_unlink: ENOENT"
