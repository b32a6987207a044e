# SPDX-License-Identifier: Apache-2.0
# Where --session NAME was used before, summary and reports are of this run alone, and the command that they name works.
. "$LIB/case.sh"
precious old/file
guard_run --ci --session nm --report first.json -- bash -c 'rm -rf old; true'
assert_status 3
assert_says "$ERR" "guard: all of it: guard audit report nm"
until_true 20 all_closed || fail "not closed"

guard_run --ci --session nm --report second.json --report second.xml --report second.md -- touch new
assert_status 0
assert_says "$ERR" "nothing refused"
assert_silent "$ERR" "rm -rf old"
assert_silent second.xml "<failure"
assert_silent second.md "rm -rf old"
python3 - <<'PYTHON' || fail "the second report holds what the first run did"
import json
first, second = (json.load(open(name)) for name in ("first.json", "second.json"))
assert first["refusals"] and first["name"] == "nm", first
assert not second["refusals"] and second["counts"]["asks"] == 0 and second["name"] == "nm~2", second
assert second["command"] == "touch new", second
assert second["first"] > first["last"], (first, second)
PYTHON
until_true 20 all_closed || fail "not closed"

guard_run --ci --session nm -- bash -c 'rm -rf old; true'
assert_status 3
hint=$(sed -n 's/^guard: all of it: guard //p' "$ERR")
[[ $hint == 'audit report nm~3' ]] || fail "the hint is: $hint"
guard $hint >report.md || fail "it does not work: guard $hint"
assert_says report.md "rm -rf old"

# One that does not start, because its name is taken, tells nothing of the other.
start_guarded --session nm --on-ask deny -- bash -c 'rm -rf old; touch begun; until [[ -e end ]]; do sleep 0.1; done'
until_true 20 test -e begun || fail "it did not begin"
status=0
"$GUARD" run --ci --session nm --report taken.json -- touch ran >taken.out 2>taken.err </dev/null || status=$?
touch end
[[ $status -eq 125 ]] || fail "status $status, expected 125: $(cat taken.err)"
assert_missing ran taken.json
assert_silent taken.err "rm -rf old"
assert_silent taken.err "on record"
finish_guarded
