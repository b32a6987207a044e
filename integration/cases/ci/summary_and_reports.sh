# SPDX-License-Identifier: Apache-2.0
# --ci tells at the end what was refused and why; --report writes JSON, JUnit, SARIF and Markdown.
. "$LIB/case.sh"
precious tmp_a/one kept/file
keep_policy
guard_run --ci --policy "$KEEP" --report out.json --report out.xml --report out.sarif --report md:out.txt -- \
  bash -c 'rm -rf ./tmp_*; rm kept/file; true'
assert_status 3
assert_untouched tmp_a/one kept/file
assert_says "$ERR" "guard: refused, status 3 (the command's own: 0)"
assert_says "$ERR" "refused  rm -rf ./tmp_a"
assert_says "$ERR" "rule keep-it"
python3 - <<'PYTHON' || fail "the reports do not say it"
import json
import xml.etree.ElementTree

report = json.load(open("out.json"))
assert report["outcome"] == "refused" and report["status"] == 3, report
assert report["command_status"] == 0, report
assert report["counts"]["asks"] >= 1 and report["counts"]["denied"] >= 1, report
rules = {refusal["rule"]: refusal for refusal in report["refusals"]}
assert not rules["keep-it"]["asks"] and any(one["asks"] for one in report["refusals"]), rules
suite = xml.etree.ElementTree.parse("out.xml").getroot().find("testsuite")
assert int(suite.get("failures")) == len(suite.findall("testcase/failure")) == len(report["refusals"])
assert int(suite.get("tests")) == len(suite.findall("testcase"))
cases = [(case.get("classname"), case.get("name")) for case in suite.findall("testcase")]
assert len(set(cases)) == len(cases) and all(case.get("time") for case in suite.findall("testcase")), cases
assert suite.find("properties/property").get("value") == report["session"]
run = json.load(open("out.sarif"))["runs"][0]
assert {result["level"] for result in run["results"]} == {"error", "warning"}, run
assert run["invocations"][0]["exitCode"] == 0, run["invocations"]
assert run["tool"]["driver"]["version"], run["tool"]
for rule in run["tool"]["driver"]["rules"]:
    assert rule["fullDescription"]["text"] and rule["help"]["text"] and rule["properties"]["security-severity"], rule
    assert not any(char.isdigit() for char in rule["shortDescription"]["text"]), rule
for result in run["results"]:
    assert result["partialFingerprints"]["primaryLocationLineHash"], result
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"], result
markdown = open("out.txt").read()
assert "| refused | tier |" in markdown and report["session"] in markdown, markdown
PYTHON

# A dash is standard output, behind what the command wrote.
guard_run --ci --quiet --report json:- -- bash -c 'echo first; rm -rf ./tmp_*; true'
assert_status 3
head -1 "$OUT" | grep -qx first || fail "the output of the command does not come first"
tail -n +2 "$OUT" | python3 -c 'import json, sys; assert json.load(sys.stdin)["refusals"]' || fail "no JSON on standard output"
[[ ! -e - ]] || fail "a file is called -"
