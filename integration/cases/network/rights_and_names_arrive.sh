# SPDX-License-Identifier: Apache-2.0
# Descriptors and credentials that a message carries arrive as without guard. A message that guard sends
# for a program of several threads, or to a path, bears an ordinary user's ids and guard's number: the one
# difference, and root's has none. Threat K32.
. "$LIB/case.sh"
with_undo
if [[ $UID -eq 0 ]]; then
  same_as_bare '' "$PROGRAMS/unix_rights"
  same_as_bare '' "$PROGRAMS/unix_rights" threads
  exit 0
fi
for threads in "" threads; do
  "$PROGRAMS/unix_rights" $threads >bare
  guard_run --on-ask deny -- "$PROGRAMS/unix_rights" $threads
  diff <(sed 's/, pid .*//' bare) <(sed 's/, pid .*//' "$OUT") || fail "more than the number differs"
done
