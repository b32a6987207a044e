# SPDX-License-Identifier: Apache-2.0
# --fail-on: ask (unless told) fails for what would have been asked, deny only for rules, never not at all.
. "$LIB/case.sh"
precious tmp_a/one kept/file
keep_policy
ends() { # STATUS OPTION... -- TEXT
  local wanted=$1 text=${*: -1}
  shift
  guard_run --ci --policy "$KEEP" "${@:1:$#-1}" bash -c "$text; true"
  assert_status "$wanted"
}
asks='rm -rf ./tmp_*'
denied='rm kept/file'
ends 3 -- "$asks"
ends 3 -- "$denied"
ends 3 --fail-on ask -- "$asks"
ends 0 --fail-on deny -- "$asks"
ends 3 --fail-on deny -- "$denied"
ends 0 --fail-on never -- "$asks; $denied"
ends 0 -- true
guard_run --ci --fail-on never -- bash -c 'exit 7'
assert_status 7
# Without --ci too; a person is asked then.
start_guarded --fail-on ask -- bash -c "$asks; true"
wait_for_question
guard deny "$question_id"
finish_guarded
assert_status 3
assert_untouched tmp_a/one kept/file
# Inside of a session.
guard_run --on-ask deny -- "$GUARD" run --ci --fail-on deny -- bash -c "$asks; true"
assert_status 0
guard_run --on-ask deny -- "$GUARD" run --ci -- bash -c "$asks; true"
assert_status 3

# A secret that a search met and went on without: as root asked about and denied, else refused by the kernel.
echo TOKEN=canary >.env
search='grep -r canary . >/dev/null; sleep 1; true'
guard_run --ci -- bash -c "$search"
assert_status 0
assert_says "$ERR" ".env"
guard_run --ci --fail-on skip -- bash -c "$search"
assert_status 3
ends 3 --fail-on skip -- "$asks"
guard_run --fail-on deny --on-ask deny -- bash -c "$search"
assert_status 0
# Read by itself it is a question that nobody answered.
guard_run --ci -- bash -c 'cat .env; true'
assert_status 3
