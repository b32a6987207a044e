# SPDX-License-Identifier: Apache-2.0
# A file is not opened by its handle, past every name and folder. Threat K33.
. "$LIB/case.sh"
precious kept/f
guard_run --on-ask allow --safe-mode off -- "$PROGRAMS/open_by_handle" kept/f
assert_untouched kept/f
assert_content "$OUT" "open_by_handle_at: EPERM"
guard_run --on-ask deny -- python3 -c 'print(open("kept/f").read(), end="")'
assert_content "$OUT" "precious kept/f"
