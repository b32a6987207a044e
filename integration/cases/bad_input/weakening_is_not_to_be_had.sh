# SPDX-License-Identifier: Apache-2.0
# The guard that people run has no switches for its protections: not in the program, and the variable
# that sets them in test builds changes nothing.
. "$LIB/case.sh"
[[ -z ${GUARD_TEST_KERNEL:-} ]] || skip "an older kernel is pretended, which takes a test build"
for word in GUARD_WEAKEN GUARD_TEST_KERNEL peer_pidfd "TEST BUILD" held-objects exec-verify lease-identity resolved-object steering-names nobody-answers recheck-after-wait own-files other-abi; do
  ! grep -qaF "$word" "$GUARD" || fail "the program knows $word"
done
precious nest/egg
export GUARD_WEAKEN=file-acts,execs,held-objects,nobody-answers,own-files,call:unlinkat,call:unlink,other-abi,self-test
export GUARD_TEST_KERNEL=5.4
guard_run --on-ask deny -- bash -c 'rm -rf nest; "$0" nest/egg; echo x >"$GUARD_STATE_DIR/audit.db"' "$PROGRAMS/call_unlink"
assert_untouched nest/egg
assert_silent "$ERR" "TEST BUILD"
[[ $(audit_records | wc -l) -gt 0 ]] || fail "the record is gone"
