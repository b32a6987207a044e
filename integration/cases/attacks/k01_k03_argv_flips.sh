# SPDX-License-Identifier: Apache-2.0
# The argument or the path of an exec flips while it is judged, by a thread or through a shared page:
# what nobody approved never runs. 1,000 tries each. Threats 17, 18, K1, K3.
# timeout: 300
. "$LIB/case.sh"
cp "$PROGRAMS/witness" git
cp "$PROGRAMS/witness" good
cp "$PROGRAMS/witness" sudo
for what in argument path; do
  for who in thread shared; do
    guard_run --on-ask deny -- "$PROGRAMS/exec_flip" "$what" "$who"
    assert_says "$OUT" "hit 0"
    assert_says "$OUT" "tries 1000"
    [[ $(<"$OUT") != *"done 0 "* ]] || fail "$what $who: nothing was allowed, so nothing was tried"
  done
done
assert_recorded "r['act'] == 'exec' and r['decision'] in ('ask', 'deny')"
