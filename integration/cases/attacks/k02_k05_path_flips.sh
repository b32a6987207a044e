# SPDX-License-Identifier: Apache-2.0
# A thread flips the path while the call is judged: 1,000 tries of each act, none hits. K2, K5, 17.
# timeout: 120
. "$LIB/case.sh"
for act in unlink rename truncate open chmod chown utimensat setxattr; do
  cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: keep-it, when: {act: [write, delete, rename, metadata], path: "keep/**"}, decision: deny}
YAML
  mkdir -p keep
  printf 'content\0' >keep/x
  chmod 6755 keep/x
  guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/path_flip" "$act"
  assert_says "$OUT" "tries 1000"
  assert_says "$OUT" "hit 0"
  [[ $(<"$OUT") != *"done 0 "* ]] || fail "$act: nothing was allowed, so nothing was tried"
  # The same without guard hits; on a busy machine the race may need several goes.
  for go in 1 2 3 4 5; do
    "$PROGRAMS/path_flip" "$act" >"$CASE_ROOM/bare" || break
    ((go < 5)) || skip "$act: the race does not open on this machine, not even bare"
  done
  rm -rf keep born moved
done
