# SPDX-License-Identifier: Apache-2.0
# Where no listener is to be had guard refuses to start: never a silent weaker mode. 14.
. "$LIB/case.sh"
status=0
"$PROGRAMS/without_listener" "$GUARD" run -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_refused_to_start 125 listener
guard_run --require verified -- touch ran
[[ $status -eq 0 ]] || assert_refused_to_start 125 verified
