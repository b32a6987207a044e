# SPDX-License-Identifier: Apache-2.0
# A text that feeds statements to a client of a database is asked about where it starts: the exec of
# the client names none of them.
. "$LIB/case.sh"
stand_in sqlite3
text=$'sqlite3 app.db <<X\nDELETE FROM users;\nX'
guard_run --on-ask deny -- bash -c "$text"
assert_status 126
assert_nothing_ran 'a fed DELETE'
assert_says "$ERR" 'rule sql.drop.operand'
guard_run --on-ask deny -- bash -c "bash -c \"echo 'drop table users' | sqlite3 app.db\"; true"
assert_nothing_ran 'a piped DROP'
guard_run --on-ask deny -- bash -c $'sqlite3 app.db <<X\nselect 1;\nX'
assert_status 0
[[ -e $RAN ]] || fail "an ordinary statement was refused"
