# SPDX-License-Identifier: Apache-2.0
# Where the kernel has no Landlock (before 6.12: no scopes) guard starts, supervises and ends like
# elsewhere: other descriptor numbers once made the reaper wait for ever.
. "$LIB/case.sh"
precious nest/egg
run=(timeout -k 1 30 "$PROGRAMS/outer_filter" landlock_create_ruleset -- "$GUARD" run --on-ask deny --)
status=0
"${run[@]}" bash -c 'rm -rf nest; (setsid sleep 0.2 &); exit 4' >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_status 4
assert_untouched nest/egg
for _ in 1 2 3; do
  "${run[@]}" echo done >"$OUT"
  assert_content "$OUT" done
done
