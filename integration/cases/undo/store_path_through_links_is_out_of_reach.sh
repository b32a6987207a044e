# SPDX-License-Identifier: Apache-2.0
# The way to the state folder leads through a link in the workspace: who could replace it would hand
# a forged store to the person who runs guard undo.
. "$LIB/case.sh"
with_undo
mkdir -p real evil/st/undo
mkdir -m 700 real/st
ln -s real way
ln -s way twice
export GUARD_STATE_DIR=$PWD/twice/st
for how in 'unlink way; ln -s evil way' 'ln -s evil x; mv -T x way' 'ln -sfn evil twice' 'rm -f twice' 'mv real other'; do
  guard_run --on-ask deny -- bash -c "$how"
  [[ $(readlink way) == real && $(readlink twice) == way && -d real ]] || fail "a link on the way went by: $how"
  rm -f x
done
assert_says "$ERR" "guard's own files"
