# SPDX-License-Identifier: Apache-2.0
# A caller that waited for guard run may remove its state folder at once (rm -rf: guard may take a lock of its own away
# meanwhile): a process that still ends makes nothing new in it.
# timeout: 120
. "$LIB/case.sh"
with_undo
precious kept
own_guard
for round in {1..25}; do
  "$GUARD" run --quiet -- bash -c "echo $round >kept; /bin/true" </dev/null
  rm -rf "$GUARD_STATE_DIR" || fail "round $round: something was made while it was removed"
done
no_guard_runs() { [[ -z $(guard_processes) ]]; }
until_true 10 no_guard_runs || fail "still running: $(guard_processes)"
assert_missing "$GUARD_STATE_DIR"
