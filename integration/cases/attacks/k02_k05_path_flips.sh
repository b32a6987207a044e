# SPDX-License-Identifier: Apache-2.0
# The path flips while the call is judged: by a thread, by a process through a shared page, by a
# process with the same memory. 1,000 tries of each act, none hits. Threats 17, 18, K2, K5.
# timeout: 300
. "$LIB/case.sh"
keep_policy
sed -i 's#kept/\*\*#keep/**#' "$KEEP"
for act in 'open thread' 'open shared' 'open clone' 'truncate thread' 'unlink thread' 'unlink shared' 'unlink clone' 'rename thread' 'chmod thread' 'chmod shared' 'chown thread' 'utimensat thread' 'setxattr thread'; do
  mkdir -p keep
  printf 'content\0' >keep/x
  chmod 6755 keep/x
  # shellcheck disable=SC2086
  guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/path_flip" $act
  assert_says "$OUT" "hit 0"
  assert_says "$OUT" "tries 1000"
  [[ $(<"$OUT") != *"done 0 "* ]] || fail "$act: nothing was allowed, so nothing was tried"
  rm -rf keep born moved
done
assert_recorded "r['rule'] == 'keep-it' and r['decision'] == 'deny'"
