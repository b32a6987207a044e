# SPDX-License-Identifier: Apache-2.0
# A program chooses the first of its words itself: review, blame, the record and a question name the image that runs. A name
# that leads to it (sh, a link of the tree) stays.
. "$LIB/case.sh"
with_undo
printf 'one\n' >edited
printf 'two\n' >linked
mkdir bin && ln -s /usr/bin/sed bin/stream
guard_run --session named --on-ask deny -- bash -c '
  (exec -a innocent sed -i s/one/eins/ edited)
  bin/stream -i s/two/zwei/ linked
  sh -c "echo more >>linked; :"'
wait_for_closing
guard review named --by-command >"$OUT"
assert_says "$OUT" "  sed -i s/one/eins/ edited '(calls itself innocent)'"
assert_says "$OUT" "  sh -c 'echo more"
assert_silent "$OUT" "  innocent"
guard blame edited >"$OUT"
assert_says "$OUT" "changed by sed -i s/one/eins/ edited"
audit_records | python3 -c 'import json, sys
names = {link.split(" ", 1)[1] for line in sys.stdin for link in json.loads(line)["chain"]}
assert "sed" in names and "stream" in names and "innocent" not in names, names' || fail "the chains of the record"
