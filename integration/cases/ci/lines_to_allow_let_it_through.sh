# SPDX-License-Identifier: Apache-2.0
# Each "to allow" line of a report is a policy that lets that very act through the next time, and no other.
. "$LIB/case.sh"
precious d1/a d3/b other/c kept/file
echo TOKEN=canary >.env
keep_policy
outside=$HOME/side
mkdir "$outside"
job() { # OPTION...
  guard_run --ci "$@" --report out.json -- bash -c "rm -rf d1 d3; cat .env; touch $outside/new; true"
}
job
assert_status 3
assert_untouched d1/a d3/b
assert_says "$ERR" "to allow: pre_confirmed: ['rm -rf d1 d3']"
python3 - <<'PYTHON' || fail "a refusal has no line, or two lines share a key"
import json, re
lines = [refusal["to_allow"] for refusal in json.load(open("out.json"))["refusals"]]
assert len(lines) == 3 and all(lines), lines
rules = [re.sub(r"^rules: \[(.*)\]$", r"  - \1", line) for line in lines if line.startswith("rules: ")]
others = [line for line in lines if not line.startswith("rules: ")]
open("allow.yaml", "w").write("\n".join(others + ["rules:"] + rules) + "\n")
PYTHON
guard_run --ci --policy allow.yaml -- rm -rf other
assert_status 126
assert_untouched other/c
job --policy allow.yaml
assert_status 0
[[ ! -e d1 && ! -e d3 && -e $outside/new ]] || fail "the lines let nothing through"

# The report names the rule of the policy that refuses, and where it stands.
guard_run --ci --policy "$KEEP" -- bash -c 'rm kept/file; true'
assert_says "$ERR" "to allow: change the rule keep-it in $KEEP:"
