# SPDX-License-Identifier: Apache-2.0
# argv or path flips during an exec, by a thread and through a shared page: none runs. K1, K3, 17, 18.
# timeout: 180
. "$LIB/case.sh"
cp "$PROGRAMS/witness" git
cp "$PROGRAMS/witness" good
cp "$PROGRAMS/witness" sudo
for what in argument path; do
  for who in thread shared; do
    guard_run --on-ask deny -- "$PROGRAMS/exec_flip" "$what" "$who"
    assert_says "$OUT" "tries 1000"
    assert_says "$OUT" "hit 0"
    [[ $(<"$OUT") != *"done 0 "* ]] || fail "$what $who: nothing was allowed, so nothing was tried"
  done
done
