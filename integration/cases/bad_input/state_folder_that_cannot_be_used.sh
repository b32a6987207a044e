# SPDX-License-Identifier: Apache-2.0
# A state folder that is a file, not writable, full, or below one that is not there: one line, and nothing ran.
# A name that is mistyped makes no folder, and nothing is found in it.
. "$LIB/case.sh"
touch file
guard_run --state-dir file -- touch ran
assert_refused_to_start 125 file
guard_run --state-dir file/below -- touch ran
assert_refused_to_start 125 file
if [[ $(id -u) -ne 0 ]]; then
  mkdir -m 500 closed
  guard_run --state-dir closed/state -- touch ran
  assert_refused_to_start 125 closed
  guard_run --state-dir /etc -- touch ran
  assert_refused_to_start 125 /etc
fi
guard_run --state-dir typo/state -- touch ran
assert_refused_to_start 125 typo
GUARD_STATE_DIR=$PWD/typo/state guard_run -- touch ran
assert_refused_to_start 125 typo
for words in "undo --list" "undo --last" "undo --prune --yes" "audit list" "audit sessions" pending sessions "policy grants"; do
  status=0
  # shellcheck disable=SC2086
  guard $words --state-dir ./typo >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_status_not 0
  assert_says "$ERR" "--state-dir ./typo: No such file or directory"
  [[ ! -s $OUT ]] || fail "$words prints: $(<"$OUT")"
done
assert_missing typo
# A first run makes the folder itself, and says so: it may be a name that was mistyped. The second says nothing.
guard_run --state-dir first -- true
assert_status 0
assert_exists first/audit.db
assert_says "$ERR" "--state-dir: made the folder $PWD/first, which was not there"
guard_run --state-dir first -- true
assert_silent "$ERR" "made the folder"
guard_run --quiet --state-dir second -- true
assert_silent "$ERR" "made the folder"
