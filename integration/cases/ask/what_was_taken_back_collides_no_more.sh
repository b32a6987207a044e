# SPDX-License-Identifier: Apache-2.0
# A session that lives committed what it wrote, or took it back: another session writes there as often as it likes. A file that the
# first one writes there anew counts again.
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@example.org && git config user.name a
for name in back kept; do echo "$name" >"$name"; done
git add . && git commit -qm start
cat >first.sh <<'SH'
echo first >>back; echo first >>kept
git checkout -q back; git commit -qam first
touch ready
until [ -e again ]; do sleep 0.02; done
echo anew >back
touch went
until [ -e stop ]; do sleep 0.02; done
SH
start_guarded --session first --on-ask allow -- sh first.sh
until_true 20 test -e ready
cat >second.sh <<'SH'
for name in back kept; do echo one >>$name; echo two >>$name; echo three >$name; done
touch again; until [ -e went ]; do sleep 0.02; done
echo last >back
SH
status=0
"$GUARD" run -q --session second --on-ask deny -- sh -e second.sh </dev/null >"$CASE_ROOM/said" 2>&1 || status=$?
[[ $status -ne 0 ]] || fail "what the first one wrote anew counts no more"
assert_says "$CASE_ROOM/said" "session first"
assert_content kept three
assert_content back anew
[[ $(grep -c '(rule collision)' "$CASE_ROOM/said") == 1 ]] || fail "more was held: $(<"$CASE_ROOM/said")"
touch stop
finish_guarded
