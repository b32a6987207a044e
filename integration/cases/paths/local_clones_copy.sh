# SPDX-License-Identifier: Apache-2.0
# A clone of a repository on this machine asks nothing: where git would link its objects it copies them, so that no
# file of the other repository has a second name. A link by anybody else is asked about.
. "$LIB/case.sh"
with_undo
git() { command git -c user.email=a@b -c user.name=A "$@"; }
git init -q -b main other
echo a >other/a
git -C other add -A
git -C other commit -qm one
git clone -q --bare --no-hardlinks other other.git
mkdir work
cd work
for from in other other.git; do
  guard_run --on-ask deny -- git clone -q "../$from" "c_$from"
  assert_status 0
  [[ -z $(<"$ERR") ]] || fail "$from said: $(<"$ERR")"
  [[ $(git -C "c_$from" log --format=%s) == one ]] || fail "$from is not cloned"
  [[ -z $(find "$WORKSPACE/$from" -type f -links +1) ]] || fail "$from has files of two names"
done
assert_recorded "r['rule'] == 'git.clone.copies' and r['act'] == 'link' and r['outcome'] == 'failed'"
object=$(find "$WORKSPACE/other.git/objects" -type f | head -1)
guard_run --on-ask deny -- ln "$object" here
assert_status_not 0
assert_missing here
guard_run --ci -- git clone -q ../other again
assert_status 0
