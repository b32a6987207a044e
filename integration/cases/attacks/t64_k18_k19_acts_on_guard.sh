# SPDX-License-Identifier: Apache-2.0
# ptrace, pidfd_getfd of the listener, /proc/PID/mem, process_vm_*, STOP and KILL on each of guard's
# processes are refused. Threats 63, 64, K18, K19.
. "$LIB/case.sh"
own_guard
precious nest/egg
tries='>begun; until [ -s pids ]; do sleep 0.05; done; for pid in $(cat pids); do echo "pid $pid"; "$0" "$pid"; done; rm -rf nest; echo end'
# CMD is called guard too until its exec.
pids_known() { [[ -e begun && $(guard_processes | wc -l) -ge 2 ]]; }
name_pids() {
  until_true 20 pids_known || fail "guard's processes were not found"
  guard_processes >pids.new
  mv pids.new pids
}
# A process of guard's that has just gone (a trial of its start) is ESRCH, and ENOENT in /proc.
nothing_was_allowed() {
  ! grep -vE '^(pid|end)|: E(PERM|ACCES|SRCH)$|^open [a-z]+: ENOENT$' "$OUT" || fail "something on guard was allowed"
  grep -qE ': E(PERM|ACCES)$' "$OUT" || fail "no process of guard was there to be refused"
}
start_guarded --on-ask deny -- bash -c "$tries" "$PROGRAMS/act_on_guard"
name_pids
finish_guarded
assert_untouched nest/egg
nothing_was_allowed
assert_says "$OUT" end
# Without Landlock guard is asked about signals and tracing; files of /proc are closed because guard is
# not dumpable, to root's tree too, which has lost the right to look all the same.
for program in act_on_guard read_guard; do
  rm pids begun
  "$PROGRAMS/outer_filter" landlock_create_ruleset -- "$GUARD" run --on-ask deny -- bash -c "$tries" "$PROGRAMS/$program" >"$OUT" 2>"$ERR" </dev/null &
  guard_pid=$!
  name_pids
  wait "$guard_pid" || true
  assert_untouched nest/egg
  nothing_was_allowed
  assert_says "$OUT" end
done
