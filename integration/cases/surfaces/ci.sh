# SPDX-License-Identifier: Apache-2.0
# Nothing of a hostile name or argument is raw in the summary, the annotations and the reports of --ci, and
# none of them is markup, a row or a command there.
. "$LIB/case.sh"
. "$LIB/hostile.sh"
hostile_names .
export GITHUB_ACTIONS=true
guard_run --ci --report "$SHOWN/report.json" --report "$SHOWN/report.xml" --report "$SHOWN/report.sarif" \
  --report "$SHOWN/report.md" -- bash -c 'for name in ./evil*; do rm -rf "$name" 2>/dev/null; done
  rm -rf ./evil* "$@" 2>/dev/null' "${HOSTILE[@]}"
tame "$ERR" "$SHOWN"/report.*
assert_says "$ERR" "::warning "
python3 -B - "$SHOWN" "$ERR" <<'PY'
import json, sys
import xml.etree.ElementTree as xml
folder = sys.argv[1]
refusals = json.load(open(folder + "/report.json"))["refusals"]
assert any("evil" in r["what"] for r in refusals), refusals
assert json.load(open(folder + "/report.sarif"))["runs"][0]["results"]
names = [case.get("name") for case in xml.parse(folder + "/report.xml").iter("testcase")]
assert any("<b>&amp;" in name for name in names), names
rows = [line for line in open(folder + "/report.md") if line.startswith("| ")]
assert len(rows) == len(refusals) + 1, (len(rows), len(refusals))
lines = [line for line in open(sys.argv[2]) if line.lstrip().startswith("::")]
assert lines and all(line.startswith(("::warning ", "::error ")) for line in lines), lines
assert not any(line.startswith("::error ::x") for line in lines), lines
PY
