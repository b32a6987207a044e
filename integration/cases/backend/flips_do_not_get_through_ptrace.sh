# SPDX-License-Identifier: Apache-2.0
# Arguments and paths that flip while a call is judged: under the ptrace backend nothing that nobody
# approved runs or goes. K1, K3, K5.
# timeout: 300
. "$LIB/case.sh"
export GUARD_BACKEND=ptrace
cp "$PROGRAMS/witness" git
cp "$PROGRAMS/witness" good
cp "$PROGRAMS/witness" sudo
for who in thread shared; do
  guard_run --on-ask deny -- "$PROGRAMS/exec_flip" argument "$who"
  assert_says "$OUT" "hit 0"
  assert_says "$OUT" "tries 1000"
  [[ $(<"$OUT") != *"done 0 "* ]] || fail "$who: nothing was allowed, so nothing was tried"
done
