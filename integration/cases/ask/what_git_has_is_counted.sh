# SPDX-License-Identifier: Apache-2.0
# A question and guard check say how many of the files git tracks, ignores, or knows nothing of, as it was when the
# session began.
. "$LIB/case.sh"
git init -q . && git config user.email a@b && git config user.name a
precious lib/one lib/two
echo '*.log' >.gitignore
git add . && git commit -q -m first
precious lib/three lib/a.log lib/b.log lib/c.log
guard check -- rm -rf lib >"$OUT" || true
assert_says "$OUT" "in git: 2 tracked, 1 untracked, 3 ignored"
counted="e['tracked'], e['untracked'], e['ignored']"
guard check --json -- rm -rf lib >"$OUT" || true
[[ $(python3 -B -c "import json, sys; e = json.load(sys.stdin)['effect']; print($counted)" <"$OUT") == "2 1 3" ]] ||
  fail "check: $(<"$OUT")"
# Files in .git are no work that git does not know.
guard check --shell 'find . -delete' >"$OUT" || true
assert_says "$OUT" "in git: 3 tracked, 1 untracked, 3 ignored"
guard check -- rm -rf .git >"$OUT" || true
! grep -q untracked "$OUT" || fail "check: $(<"$OUT")"
# Nothing looks safe because the session stages, commits or writes it.
start_guarded -- bash -c 'git add -f lib; git commit -q -m mine; rm -rf lib'
wait_for_question
[[ $(json_of "data[0]['what']") == *"6 files, 1 untracked at the start, 3 ignored, "* ]] || fail "asked: $QUESTION"
guard deny "$question_id"
finish_guarded
