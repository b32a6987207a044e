# SPDX-License-Identifier: Apache-2.0
# With `sudo: {supervise: on}` an approved sudo runs under a guard of root's own: by the same policy, with its questions
# in the session that it belongs to, a record and undo of root's. sudo's own words mean what they do without it.
# timeout: 120
. "$LIB/case.sh"
# Root's guard keeps its record and what undo needs below root's home, which is another one here.
export SUDOER_SETUP='mount -t tmpfs none /root && { [[ ! -d /run/user/0 ]] || mount -t tmpfs none /run/user/0; }'
. "$LIB/sudoer.sh"
[[ $(stat -c %u "$(readlink -f "$GUARD")") == 0 ]] || skip "guard is not root's here"
wait_for_words() { # TEXT
  wait_for_question
  [[ $QUESTION == *"$1"* ]] || fail "asked, without '$1': $QUESTION"
}
printf 'version: 1\nextends: [default]\nsudo: {supervise: on}\n' >"$CASE_ROOM/supervised.yaml"
with_undo
SUPERVISED=$CASE_ROOM/supervised.yaml
roots() { sudo "$GUARD" "$@"; }
roots_sessions() { roots audit list --json --limit 0 | grep -ao 'work[0-9]*-sudo-[0-9a-f]*' | sort -u; }
sudo sh -c 'mkdir -p data/kept && echo precious >data/kept/file && chown -R root data'
printf 'rm -rf data/kept\necho "status $?"\n' >script
# Its acts are asked about here, and a No reaches it.
start_guarded --policy "$SUPERVISED" --session work -- sudo sh script
wait_for_words "a guard of root's own"
guard approve "$question_id" >/dev/null
wait_for_words 'as root: rm -rf data/kept'
[[ $QUESTION == *"inside of sudo sh script"* ]] || fail "$QUESTION"
guard deny "$question_id" --reason 'keep it' >/dev/null
finish_guarded
assert_says "$OUT" "status 126"
sudo test -e data/kept/file || fail "it was deleted"
roots audit list --limit 0 | grep -q 'deny .*rm -rf data/kept' || fail "$(roots audit list --limit 0)"
assert_recorded "r['act'] == 'exec' and \"root's own guard has its acts: session work-sudo-\" in r['reason']"
# A Yes lets it go; root can have it back.
start_guarded --policy "$SUPERVISED" --session work2 -- sudo sh script
wait_for_question
guard approve "$question_id" >/dev/null
wait_for_words 'as root: rm -rf data/kept'
guard approve "$question_id" >/dev/null
finish_guarded
assert_says "$OUT" "status 0"
sudo test ! -e data/kept || fail "it is there"
assert_recorded "r['approval_status'] == 'approved' and 'as root: rm -rf data/kept' in r['result_summary'] and 'nobody' in r['result_summary']"
session=$(roots_sessions | grep work2)
roots undo --session "$session" --yes >/dev/null || fail "no undo"
[[ $(sudo cat data/kept/file) == precious && $(sudo stat -c %U data/kept/file) == root ]] || fail "not as it was"
# A plain command is asked about once; its acts are root's to have on record.
start_guarded --policy "$SUPERVISED" --session work3 -- sudo find data -mindepth 1 -delete
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
[[ $(roots audit list --limit 0) == *"delete $PWD/data/kept/file"* ]] || fail "$(roots audit list --limit 0)"
# As bare: words, streams, status, variables, users, a terminal.
cat >compared <<'S'
sudo id -u; sudo sh -c 'exit 7'; echo "status $?"
echo piped | sudo tee made; stat -c %U made; sudo rm made
sudo -u games id -un; sudo A=1 sh -c 'echo "A=$A"'; sudo -n printenv SUDO_USER
sudo pwd; sudo sh -c 'kill -9 $$' 2>/dev/null; echo "status $?"
seq 8 | xargs -P8 -I{} sudo sh -c 'exit 0'; echo "status $?"
sudo -n -l >/dev/null; echo "status $?"; sudo -k; sudo --version | head -1
sudo nothing_of_that_name 2>&1; echo "status $?"; sudo /etc 2>&1; echo "status $?"
(umask 027; sudo sh -c umask); sudo cat /nowhere 2>/dev/null || echo "status $?"
S
bash compared >bare
printf 'version: 1\nextends: [default]\nsudo: {supervise: on}\nsafe_mode: off\n' >"$CASE_ROOM/quiet.yaml"
guard_run --policy "$CASE_ROOM/quiet.yaml" -q -- bash compared
diff bare "$OUT" || fail "not as bare: $(<"$ERR")"
guard_run --policy "$CASE_ROOM/quiet.yaml" -q -- su -c id
assert_status 126
# Nobody else starts it with a plan of his own.
guard run --raised-by "$$:1" -- id >"$OUT" 2>&1 && fail "it ran"
roots run --raised-by "1:1" -- id >"$OUT" 2>&1 && fail "it ran"
# A guard that others can change is not root's to run.
cp "$GUARD" "$(dirname "$(readlink -f "$GUARD")")/guard_relay" .
guard=$PWD/guard
GUARD=$guard guard_run --policy "$CASE_ROOM/quiet.yaml" -q -- sudo id -u
assert_status 126
assert_says "$ERR" "not to be had"
GUARD=$guard "$guard" doctor --policy "$CASE_ROOM/quiet.yaml" | grep -a 'others can change' >/dev/null || fail "doctor says nothing"
