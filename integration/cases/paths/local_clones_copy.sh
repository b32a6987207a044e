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
# Into scratch too; and a clone of the workspace itself is the session's own to delete.
scratch=$(mktemp -d /var/tmp/guard-it.XXXXXX)
guard_run --on-ask deny -- git clone -q ../other.git "$scratch/c"
status_of_clone=$status
rm -rf "$scratch"
[[ $status_of_clone == 0 && -z $(<"$ERR") ]] || fail "into scratch: status $status_of_clone, $(<"$ERR")"
git init -q -b main .
echo x >x
git add x
git commit -qm x
guard_run --on-ask deny -- bash -c 'git clone -q . own && rm -rf own'
assert_status 0
[[ -z $(<"$ERR") ]] || fail "a clone of its own: $(<"$ERR")"
assert_missing own
object=$(find "$WORKSPACE/other.git/objects" -type f | head -1)
guard_run --on-ask deny -- ln "$object" here
assert_status_not 0
assert_missing here
guard_run --ci -- git clone -q ../other again
assert_status 0
