# SPDX-License-Identifier: Apache-2.0
# A report that cannot be written stops the run before it begins; one that is lost later fails it.
. "$LIB/case.sh"
for report in none/out.json out.txt; do
  guard_run --ci --report "$report" -- touch ran
  assert_refused_to_start 125 --report
done
mkdir reports folder.json
mkfifo pipe.json
for report in folder.json pipe.json; do
  guard_run --ci --report "$report" -- touch ran
  assert_refused_to_start 125 "--report $report"
done
# Two reports for one place would be mixed, or one of them lost.
for twice in '- -' 'md:- -' 'junit:- sarif:-' 'out.json ./out.json' 'json:out md:reports/../out'; do
  guard_run --ci --report "${twice% *}" --report "${twice#* }" -- touch ran
  assert_refused_to_start 125 "two reports would go to "
done
# Where one cannot be written, those that can, and the summary, say with what the run ends.
guard_run --ci --report good.json --report ./out.json -- bash -c 'mkdir out.json'
assert_status 125
assert_says "$ERR" "guard: failed, status 125 (the command's own: 0)"
python3 -c 'import json
report = json.load(open("good.json"))
assert (report["status"], report["command_status"], report["outcome"]) == (125, 0, "failed"), report' ||
  fail "the other report does not tell the run's status"
guard_run --ci --report reports/out.json -- rmdir reports
assert_status 125
assert_says "$ERR" "no report"
