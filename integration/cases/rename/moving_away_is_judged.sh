# SPDX-License-Identifier: Apache-2.0
# A file of before does not leave the workspace without an answer.
. "$LIB/case.sh"
precious nest/egg
for line in 'mv nest/egg "$HOME/taken"' "$PROGRAMS/call_rename nest/egg $HOME/taken" "$PROGRAMS/call_renameat2 nest/egg $HOME/taken 0"; do
  guard_run --on-ask deny -- bash -c "$line"
  [[ $(cat nest/egg) == "precious nest/egg" ]] || fail "went through: $line"
done
# Exchanged inside the workspace it is still there, under the other name; and judged there.
guard_run --on-ask deny -- bash -c "echo x >new; $PROGRAMS/call_renameat2 nest/egg new exchange; rm -f new"
grep -qx 'precious nest/egg' nest/egg new || fail "gone after an exchange"
