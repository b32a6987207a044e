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
guard_run --ci --report reports/out.json -- rmdir reports
assert_status 125
assert_says "$ERR" "no report"
