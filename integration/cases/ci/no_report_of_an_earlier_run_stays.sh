# SPDX-License-Identifier: Apache-2.0
# A run that does not start leaves no report of an earlier one that looks like its own; and where no file can be, that is
# said before anything runs.
. "$LIB/case.sh"
mkdir ../reports
old() { for file in r.json r.xml learned.yaml; do echo old >"../reports/$file"; done; }
removed() { # STATUS
  assert_status "$1"
  assert_missing ../reports/r.json ../reports/r.xml
  assert_content ../reports/learned.yaml old
  assert_says "$ERR" "removed ../reports/r.json, the report of an earlier run: this one did not start, and has none"
}
reports=(--report ../reports/r.json --report junit:../reports/r.xml --report policy:../reports/learned.yaml)
old
guard_run "${reports[@]}" -- no-such-command
removed 127
old
guard_run --policy missing.yaml "${reports[@]}" -- true
removed 125
old
guard_run --fail-on sometimes "${reports[@]}" -- true
removed 125
old
touch not_a_program
guard_run "${reports[@]}" -- ./not_a_program
removed 126
guard_run "${reports[@]}" -- true
assert_status 0
assert_says ../reports/r.json '"passed"'

for name in json:/dev/fd/1 json:/dev/stdout; do
  guard_run --report "$name" -- true
  assert_status 0
  assert_says "$OUT" '"outcome"'
done
for name in json:/dev/fd/2 md:/dev/stderr json:/proc/self/fd/2 json:/dev/null; do
  guard_run --report "$name" -- touch ran
  assert_status 125
  assert_says "$ERR" "--report $name"
  assert_missing ran
done
[[ -L /dev/stderr || -c /dev/stderr || ! -e /dev/stderr ]] || fail "a report took the place of /dev/stderr"
# A guard that is killed writes no report, and leaves none of an earlier run.
echo '{"status": 0, "outcome": "passed"}' >killed.json
"$GUARD" run -q --ci --report killed.json -- bash -c 'touch started; sleep 30' 2>/dev/null &
killed=$!
until_true 20 test -e started
kill -KILL "$killed"
wait "$killed" 2>/dev/null || true
assert_missing killed.json

# One that cannot be removed would be taken for the report of a run that ended badly.
old
if chattr +i ../reports/r.json 2>/dev/null; then
  guard_run --report ../reports/r.json -- touch ran
  chattr -i ../reports/r.json
  assert_status 125
  assert_says "$ERR" "the report of an earlier run, ../reports/r.json, cannot be removed: Operation not permitted"
  assert_missing ran
else
  echo "note: no file can be made immutable here"
fi
