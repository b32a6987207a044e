# SPDX-License-Identifier: Apache-2.0
# A file of before does not leave the workspace without an answer.
. "$LIB/case.sh"
precious nest/egg
for line in 'mv nest/egg "$HOME/taken"' "$PROGRAMS/rename nest/egg $HOME/taken" "$PROGRAMS/renameat2 nest/egg $HOME/taken 0" \
  "echo x >new; $PROGRAMS/renameat2 nest/egg new exchange; rm new"; do
  guard_run --on-ask deny -- bash -c "$line"
  [[ $(cat nest/egg) == "precious nest/egg" ]] || fail "went through: $line"
done
