# SPDX-License-Identifier: Apache-2.0
# A process that ends by itself when it is told to is let do so; one that does not is killed. The status is never that
# of a success, nobody is asked any more, and nothing of the tree is left.
. "$LIB/case.sh"
precious a/1
start_guarded --session polite -- bash -c 'trap "sleep 0.3; echo cleaned >cleaned; exit 0" TERM; touch up; while :; do sleep 0.1; done'
until_true 10 test -e up
guard stop polite
finish_guarded
assert_status 143
assert_content cleaned cleaned

start_guarded --session asks -- bash -c 'rm -r a; touch after'
wait_for_question
guard stop || fail "not stopped"
finish_guarded
assert_status 143
assert_exists a/1
assert_missing after
guard pending --json | grep -q '^\[\]' || fail "$(guard pending)"

start_guarded --session deaf -- bash -c 'trap "" TERM HUP; touch deaf; while :; do sleep 0.1; done'
until_true 10 test -e deaf
guard stop deaf || fail "not stopped"
guard stop deaf 2>"$CASE_ROOM/said" && fail "told twice"
assert_says "$CASE_ROOM/said" "is being ended already, by"
guard stop deaf --now || fail "not killed"
finish_guarded
assert_status 137
nothing_runs_with deaf || fail "something of it runs"

start_guarded --session deaf2 -- bash -c 'trap "" TERM HUP; touch deaf2; while :; do sleep 0.1; done'
until_true 10 test -e deaf2
guard stop deaf2
finish_guarded
assert_status 137

start_guarded --session still -- bash -c 'touch still; while :; do sleep 0.1; done'
until_true 10 test -e still
guard pause still
guard stop still
finish_guarded
assert_status 143
