# SPDX-License-Identifier: Apache-2.0
# An answer for a session holds where it was given: a push to that repository, a clean of that
# folder. The effect of a remote's settings on a push is in the question, and in its tier.
. "$LIB/case.sh"
git init -q --bare -b main one.git
git init -q --bare -b main two.git
mkdir small work
cd work
git init -q -b main .
git config user.email a@b
git config user.name A
printf 'a\n' >a.txt
git add -A
git commit -qm one
git remote add origin ../one.git
cd ..
for folder in small work; do mkdir -p "$folder/junk"; done
git -C small init -q
printf 'x\n' >small/junk/x
for ((i = 0; i < 12; i++)); do printf '%s\n' "$i" >"work/junk/$i"; done

mkfifo go

# answered STEPS: runs STEPS, lets the first question hold for the session, and denies the next one,
# which must come; STEPS read a line between the two.
answered() {
  start_guarded -- bash -c "$1"
  wait_for_question
  first=$(json_of 'data[0]["what"]')
  guard approve "$question_id" --scope session >/dev/null
  until_true 10 no_question_waits || fail "asked again: $(guard pending)"
  until_true 10 grep -q '^first 0' "$OUT" || fail "not done: $(cat "$OUT" "$ERR")"
  echo >go
  wait_for_question
  guard deny "$question_id" >/dev/null
  finish_guarded
  ! grep -q '^second 0' "$OUT" || fail "done: $(cat "$OUT")"
}
answered 'cd work; git push -q origin main; echo "first $?"; read -r <../go
  git remote rename origin old; git remote add origin ../two.git; git push -q origin main; echo "second $?"'
[[ $first == *push* ]] || fail "asked: $first"
[[ -z $(git -C two.git for-each-ref) ]] || fail "the other repository got it"
[[ -n $(git -C one.git for-each-ref) ]] || fail "the one that was named did not"

# The same place again is covered.
answered 'cd small; git clean -qfdx && echo x >new && git clean -qfdx; echo "first $?"; read -r <../go; cd ../work; git clean -qfdx; echo "second $?"'
[[ $(ls work/junk | wc -l) -eq 12 && ! -e small/junk ]] || fail "cleaned: $(ls work/junk small)"
printf 'x\n' >small/y
answered 'cd small; git clean -qfdx; echo "first $?"; read -r <../go
  GIT_DIR=$PWD/.git GIT_WORK_TREE=$PWD/../work git clean -qfdx; echo "second $?"'
[[ $(ls work/junk | wc -l) -eq 12 ]] || fail "cleaned: $(ls work/junk)"

# A remote whose settings delete branches is asked about as what it is.
cd work
git push -q old main:keep
git config remote.old.push :keep
guard_run --on-ask deny -- git push -q old
assert_status 126
assert_recorded "r['argv'][:2] == ['git', 'push'] and r['risk_tier'] == 3"
git config --unset remote.old.push
git config remote.old.mirror true
guard_run --on-ask deny -- git push -q old
assert_status 126
guard_run --on-ask deny -- git -c remote.origin.mirror=true push -q origin
assert_status 126
guard_run --on-ask deny -- git config Remote.origin.Push :keep
assert_status 126
git -C ../one.git rev-parse -q --verify keep >/dev/null || fail "the branch went"
