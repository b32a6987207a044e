# SPDX-License-Identifier: Apache-2.0
# --ci tells at the end what was refused and why; --report writes JSON, JUnit, SARIF and Markdown.
. "$LIB/case.sh"
precious tmp_a/one kept/file
keep_policy
guard_run --ci --policy "$KEEP" --report out.json --report out.xml --report out.sarif --report md:out.txt -- \
  bash -c 'rm -rf ./tmp_*; rm kept/file; true'
assert_status 3
assert_untouched tmp_a/one kept/file
assert_says "$ERR" "guard: refused, status 3"
assert_says "$ERR" "asks     rm -rf ./tmp_a"
assert_says "$ERR" "rule keep-it"
python3 - <<'PYTHON' || fail "the reports do not say it"
import json
import xml.etree.ElementTree

report = json.load(open("out.json"))
assert report["outcome"] == "refused" and report["status"] == 3, report
assert report["counts"]["asks"] >= 1 and report["counts"]["denied"] >= 1, report
rules = {refusal["rule"]: refusal for refusal in report["refusals"]}
assert not rules["keep-it"]["asks"] and any(one["asks"] for one in report["refusals"]), rules
suite = xml.etree.ElementTree.parse("out.xml").getroot().find("testsuite")
assert int(suite.get("failures")) == len(suite.findall("testcase/failure")) == len(report["refusals"])
assert int(suite.get("tests")) == len(suite.findall("testcase"))
run = json.load(open("out.sarif"))["runs"][0]
assert {result["level"] for result in run["results"]} == {"error", "warning"}, run
for result in run["results"]:
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"], result
assert "| refused | tier |" in open("out.txt").read()
PYTHON
