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
# Two of one kind load together, as the summary puts them.
guard_run --ci -- bash -c "touch $outside/one $outside/two; true"
sed -n '/as one file:$/,/^guard:/p' "$ERR" | grep -v '^guard:' >both.yaml
guard_run --ci --policy both.yaml -- touch "$outside/one" "$outside/two"
assert_status 0
[[ -e $outside/one && -e $outside/two ]] || fail "$(<both.yaml)"
job
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

# --learn writes them as one file, with what each lets through, and the next run is green.
precious d1/a d3/b
rm -f "$outside/new"
job --learn learned.yaml
assert_status 3
assert_says learned.yaml "# rm -rf d1 d3: tier 2"
guard policy validate learned.yaml >"$OUT" || fail "$(<"$OUT")"
job --policy learned.yaml --learn again.yaml
assert_status 0
[[ ! -e d1 && -e $outside/new && $(grep -vc '^#' again.yaml) == 1 ]] || fail "$(<learned.yaml) $(<again.yaml)"
cp learned.yaml before.yaml
guard_run --ci --policy learned.yaml --learn learned.yaml -- true
assert_status 125
assert_says "$ERR" "this policy holds in the run, and its rules would be gone"
cmp learned.yaml before.yaml || fail "the policy in use was written over"
guard_run --ci --learn -- true
assert_status 125
[[ ! -e -- ]] || fail "a file is called --"

# The report names the rule of the policy that refuses, and where it stands.
guard_run --ci --policy "$KEEP" -- bash -c 'rm kept/file; true'
assert_says "$ERR" "to allow: change the rule keep-it in $KEEP:"
# Each report has the message that the rule's author wrote.
sed -i 's/decision: deny}/decision: deny, message: Ana keeps these.}/' "$KEEP"
export GITHUB_ACTIONS=true
guard_run --ci --policy "$KEEP" --report said.json -- bash -c 'rm kept/file; true'
[[ $(grep -c "rule keep-it: Ana keeps these." "$ERR") -ge 2 ]] || fail "summary or annotation: $(<"$ERR")"
assert_says said.json '"reason": "rule keep-it: Ana keeps these.'
assert_recorded "r['rule'] == 'keep-it' and 'Ana keeps these.' in r['reason']"
unset GITHUB_ACTIONS
# The project's denials hold beside a --policy, which allows.
rm -f allow.yaml && printf 'version: 1\nrules: [{id: mine, when: {path: "other/**"}, decision: deny}]\n' >.guard.yaml
printf 'version: 1\npre_confirmed: ["rm -rf other"]\n' >allow.yaml
precious other/c
guard_run --ci --policy allow.yaml -- rm -rf other
assert_status 126
assert_untouched other/c
