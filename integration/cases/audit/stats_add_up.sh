# SPDX-License-Identifier: Apache-2.0
# Each count of guard audit stats adds up to the number of records, answers among them.
. "$LIB/case.sh"
precious old/a
start_guarded --session s -- rm -rf old
wait_for_question
guard approve "$question_id" >"$CASE_ROOM/said"
finish_guarded
wait_for_closing
guard audit stats --json >"$OUT"
python3 -B - "$OUT" <<'PYTHON' || fail "$(guard audit stats)"
import json, sys
stats = json.load(open(sys.argv[1]))
for name, counts in stats.items():
    if name.startswith("by_"):
        assert sum(counts.values()) == stats["records"], (name, counts, stats["records"])
assert stats["by_act"]["answer"] == 1 and stats["by_decision"]["answer"] == 1
PYTHON
