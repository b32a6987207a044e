# SPDX-License-Identifier: Apache-2.0
# A file that is larger than the policy lets guard save is asked about, never silently unsaved; its
# mode, owner and times need no room. --no-undo and the variable for it: the same for everything.
. "$LIB/case.sh"
with_undo
head -c 2000000 /dev/zero >large
precious small other
printf 'version: 1\nextends: [default]\nundo: {max_file: 1MB}\n' >"$CASE_ROOM/policy.yaml"
guard_run --on-ask deny --policy "$CASE_ROOM/policy.yaml" -- bash -c 'echo x >>large'
assert_status_not 0
assert_says "$ERR" "(rule fs.overwrite)"
[[ $(stat -c %s large) -eq 2000000 ]] || fail "large was changed"
guard_run --on-ask deny --policy "$CASE_ROOM/policy.yaml" -- python3 -c 'import os; os.remove("large")'
assert_status_not 0
assert_exists large
guard_run --on-ask deny --policy "$CASE_ROOM/policy.yaml" -- python3 -c 'import os; os.chmod("large", 0o600); os.remove("small")'
assert_status 0
assert_missing small
printf 'version: 1\nextends: [default]\nundo: {max_files: 0}\n' >"$CASE_ROOM/policy.yaml"
guard_run --on-ask deny --policy "$CASE_ROOM/policy.yaml" -- rm other
assert_status_not 0
assert_untouched other
guard_run --on-ask deny --no-undo -- bash -c 'echo x >>other'
assert_untouched other
guard_run --on-ask deny --no-undo -- python3 -c 'import os; os.remove("other")'
assert_untouched other
guard_run --on-ask deny -- bash -c 'echo x >other; rm other'
assert_status 0
assert_missing other
