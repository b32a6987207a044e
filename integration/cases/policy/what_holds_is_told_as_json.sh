# SPDX-License-Identifier: Apache-2.0
# guard version, policy list, policy validate and policy test have JSON for programs; a defect of a file is in it.
. "$LIB/case.sh"
value() { python3 -B -c 'import json, sys; data = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1" <"$OUT"; }
guard version --json >"$OUT"
[[ guard\ $(value 'data["version"]') == "$(guard version)" ]] || fail "version: $(<"$OUT")"
guard policy list --json >"$OUT"
[[ $(value '"balanced" in data["modes"] and data["mode"] in data["modes"] and data["files"][0]["file"] == "built in"') == True ]] ||
  fail "list: $(<"$OUT")"
guard policy test --json >"$OUT"
[[ $(value 'data[0]["file"] == "built in" and data[0]["examples"] > 100') == True ]] || fail "test: $(<"$OUT")"
guard policy validate --json >"$OUT"
[[ $(value 'data["sound"]') == True ]] || fail "validate: $(<"$OUT")"
printf 'rules:\n  - id: r\n    when: {command: kubectl,\n           sub: aply}\n    decision: deny\n' >bad.yaml
printf 'mode: balanced\n' >good.yaml
status=0
guard policy validate --json good.yaml bad.yaml >"$OUT" || status=$?
assert_status 1
[[ $(value '[f["sound"] for f in data["files"]] == [True, False] and not data["sound"]') == True ]] || fail "validate: $(<"$OUT")"
# The mark stands at the word.
[[ $(value '"bad.yaml:4:17:" in data["files"][1]["fault"]') == True ]] || fail "validate: $(<"$OUT")"
