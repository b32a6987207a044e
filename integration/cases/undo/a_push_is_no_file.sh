# SPDX-License-Identifier: Apache-2.0
# A push writes files of git's own into a bare repository, as a commit does in .git. --files-only leaves them, and the plan
# tells them as commits.
. "$LIB/case.sh"
with_undo
git init -q -b main . && git config user.email a@b.c && git config user.name A
echo 1 >f && git add f && git commit -qm first
git init -q -b main --bare "$HOME/there.git" && git remote add origin "$HOME/there.git" && git push -q origin main
before=$(git rev-parse main)
start_guarded --session s -- sh -c 'echo 2 >>f; git commit -qam more && git push -q origin main'
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
after=$(git rev-parse main)
[[ $(git -C "$HOME/there.git" rev-parse main) == "$after" && $after != "$before" ]] || fail "nothing was pushed"
guard undo --dry-run --session s >"$OUT"
assert_says "$OUT" "$HOME/there.git: main goes back 1 commit (more); "
assert_silent "$OUT" "there.git/refs"
guard undo --yes --files-only --session s >"$OUT" || fail "status $?: $(<"$OUT")"
assert_content f 1
[[ $(git -C "$HOME/there.git" rev-parse main) == "$after" ]] || fail "--files-only took the push back"
guard undo --yes --session s >"$OUT" || fail "status $?: $(<"$OUT")"
[[ $(git -C "$HOME/there.git" rev-parse main) == "$before" ]] || fail "the push is not taken back"
