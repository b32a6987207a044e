# SPDX-License-Identifier: Apache-2.0
# One path, one act, one answer: only that is given back; the store is its owner's, the tree cannot
# touch it, and git does not see it.
. "$LIB/case.sh"
with_undo
precious d/a d/b c
git init -q .
guard_run --on-ask deny --session s -- bash -c 'rm d/a; rm d/b; echo x >c'
git status --porcelain --untracked-files=all >"$OUT"
assert_silent "$OUT" undo
guard undo --yes d/a
assert_untouched d/a
assert_missing d/b
assert_content c x
number=$(guard undo --list --session s --json | python3 -c 'import json, sys
print([e["n"] for e in json.load(sys.stdin) if e["path"].endswith("/c")][0])')
guard undo --yes "s:$number"
assert_untouched c
assert_missing d/b
start_guarded --session q -- rm -rf d
wait_for_question
[[ $(json_of "data[0]['undo']" || echo "$QUESTION") == "all "* ]] || fail "undo is not promised: $QUESTION"
guard approve "$question_id" >/dev/null
finish_guarded
assert_missing d
guard undo --yes "$question_id"
assert_untouched d/a
store=$GUARD_STATE_DIR/undo
[[ $(stat -c %a "$store" "$store/s" "$store/s/content" | sort -u) == 700 ]] || fail "the store is open"
guard_run --on-ask allow -- bash -c "echo x >>$store/s/journal; rm -rf $store/s"
assert_exists "$store/s/journal"
# A session whose guard has not quite ended stays.
for _ in {1..100}; do
  guard undo --prune --older-than 0 --yes >"$OUT"
  [[ -z $(find "$store" -name journal) ]] && break
  sleep 0.1
done
[[ -z $(find "$store" -name journal) ]] || fail "pruning left a session"
