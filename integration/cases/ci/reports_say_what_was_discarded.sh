# SPDX-License-Identifier: Apache-2.0
# With --discard-on-fail each report says that the work of a run that failed was taken back, what of it was not, and why.
. "$LIB/case.sh"
with_undo
echo two >edited
formats=(--report out.json --report out.xml --report out.sarif --report out.md --report json:-)
says() { # TEXT IN-WHICH...
  local file text=$1
  shift
  for file in "$@"; do assert_says "$file" "$text"; done
}
everywhere=(out.json out.xml out.sarif out.md "$ERR" "$OUT")
guard_run --ci --session fails --discard-on-fail "${formats[@]}" -- bash -c 'echo made >made; echo three >edited; echo told; exit 7'
assert_status 7
[[ $(<edited) == two && ! -e made ]] || fail "it was not discarded: $(ls)"
says "what it changed and made was discarded: 2 files taken back; to revert: guard undo --session" "${everywhere[@]}"
assert_says "$OUT" told
[[ $(grep -c discard "$ERR") == 1 ]] || fail "standard error tells it more than once: $(<"$ERR")"
python3 - <<'PYTHON' || fail "the reports do not tell it"
import json, xml.etree.ElementTree
told = json.load(open("out.json"))["discarded"]
assert told["done"] and told["given_back"] == 2 and told["not_given_back"] == 0 and told["undo"], told
suite = xml.etree.ElementTree.parse("out.xml").getroot().find("testsuite")
properties = {one.get("name"): one.get("value") for one in suite.iter("property")}
assert "2 files taken back" in properties["discarded"], properties
assert "2 files taken back" in suite.find("system-out").text
run = json.load(open("out.sarif"))["runs"][0]["invocations"][0]
assert run["properties"]["discarded"] == told, run
assert [one["level"] for one in run["toolExecutionNotifications"]] == ["note"], run
PYTHON
# A file that another session changed meanwhile stays, and each report names it.
guard_run --ci --session left --discard-on-fail "${formats[@]}" -- bash -c \
  'echo mine >edited; echo made >made; '"touch $CASE_ROOM/go; until [[ -e $CASE_ROOM/went ]]; do sleep 0.1; done; exit 1" &
runs=$!
until_true 20 test -e "$CASE_ROOM/go" || fail "it does not begin"
echo 'collisions: {writes: off}' >"$CASE_ROOM/beside.yaml"
"$GUARD" run --session other -q --policy "$CASE_ROOM/beside.yaml" -- bash -c 'echo theirs >edited'
touch "$CASE_ROOM/went"
wait "$runs" || true
[[ $(<edited) == theirs && ! -e made ]] || fail "not as it should be: $(<edited) $(ls)"
says "2 files taken back, 1 not or not wholly" "${everywhere[@]}"
says "edited: " "${everywhere[@]}"
# Where nothing is discarded, each says why.
guard_run --ci --session lives --discard-on-fail "${formats[@]}" -- \
  bash -c "echo made >made; sleep 30 >/dev/null 2>&1 & echo \$! >$CASE_ROOM/pid; exit 1"
says "not discarded, because a process of the session still runs" "${everywhere[@]}"
kill "$(<"$CASE_ROOM/pid")"
wait_for_closing
# A run that ends well keeps what it did, and says nothing.
guard_run --ci --session well --discard-on-fail "${formats[@]}" -- bash -c 'echo more >more'
for file in out.xml out.md "$ERR"; do assert_silent "$file" discarded; done
assert_says out.json '"discarded": null'
