# SPDX-License-Identifier: Apache-2.0
# Questions of several sessions come in the order in which they were asked, whatever the sessions are
# called.
. "$LIB/case.sh"
precious one/a two/a
ask_in() { # SESSION FOLDER
  "$GUARD" run --session "$1" -- rm -rf "$2" >"$CASE_ROOM/$1.out" 2>&1 </dev/null &
}
waiting() { guard pending --json 2>/dev/null | grep -c '"asked"'; }
wait_for() { [[ $(waiting) -eq $1 ]]; }
ask_in zebra one
first=$!
until_true 20 wait_for 1 || fail "no question: $(guard pending 2>&1)"
ask_in ant two
second=$!
until_true 20 wait_for 2 || fail "no second question: $(guard pending 2>&1)"
QUESTION=$(guard pending --json)
[[ $(json_of "['one' in q['what'] for q in data]") == "[true, false]" ]] || fail "pending: $QUESTION"
for id in $(python3 -c 'import json, sys; print(*(q["id"] for q in json.loads(sys.argv[1])))' "$QUESTION"); do
  guard deny "$id" >/dev/null
done
wait "$first" "$second" || true
assert_untouched one/a two/a
