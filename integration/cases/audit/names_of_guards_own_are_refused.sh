# SPDX-License-Identifier: Apache-2.0
# An undo, a prune and what is told of rights have chains of their own; a session cannot be called like one.
. "$LIB/case.sh"
for name in undo-8a86b1 undo-x prune-1 rights-1; do
  status=0
  guard run --session "$name" -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_refused_to_start 125 "--session $name: names that begin with ${name%%-*}- are guard's own"
done
guard_run --session undoing -- true
assert_status 0
