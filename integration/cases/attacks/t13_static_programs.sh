# SPDX-License-Identifier: Apache-2.0
# Static programs, which no preloaded library reaches, are mediated like all others; and no weaker
# way is taken silently: that library is, where it is asked for, and never for more than it is. Threat 13.
. "$LIB/case.sh"
keep_policy
stand_in sudo
for kind in static musl; do
  [[ -x $PROGRAMS/call_unlink_$kind ]] || continue
  for call in "call_unlink_$kind kept/f" "call_rename_$kind kept/f taken" "call_open_trunc_$kind wronly kept/f" \
    "call_open_trunc_$kind rdonly kept/f" "call_execve_$kind bin/sudo id"; do
    precious kept/f
    guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/"$call
    assert_untouched kept/f
    assert_missing taken
    assert_nothing_ran "$call"
    assert_says "$OUT" EPERM
  done
  guard_run --policy "$KEEP" --on-ask deny -- bash -c "touch born; $PROGRAMS/call_rename_$kind born b; $PROGRAMS/call_unlink_$kind b; $PROGRAMS/call_execve_$kind /bin/echo ran"
  assert_content "$OUT" $'rename: 0\nunlink: 0\nran'
done
assert_recorded "r['rule'] == 'keep-it' and r['decision'] == 'deny'"
guard_run --backend preload --require mediated -- touch ran
assert_refused_to_start 125 advisory
