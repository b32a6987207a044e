# SPDX-License-Identifier: Apache-2.0
# check, explain, a hook, the pending list and the page say of a sudo what it would do as root, and that it runs outside of
# guard; it is approved on the page and runs.
# timeout: 300
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
[[ -z $AGENT_MODULES || -x $AGENT_MODULES ]] || skip "what npm brought lies where nobody may not look"
. "$LIB/web.sh"
mkdir old
echo x >old/a
status=0
guard check --policy "$WITH_SUDO" -- sudo rm -rf old >"$OUT" 2>"$ERR" || status=$?
assert_status 3
assert_says "$OUT" "would ask (tier 2, SUDO"
assert_says "$OUT" "2 existed before"
guard policy explain --policy "$WITH_SUDO" -- sudo rm -rf old >"$OUT" 2>"$ERR"
assert_says "$OUT" "outside of guard"
given=$(python3 -B -c 'import json, sys
print(json.dumps({"tool_name": "Bash", "tool_input": {"command": "sudo rm -rf old"}, "cwd": sys.argv[1]}))' "$PWD")
guard hook claude <<<"$given" >"$OUT" 2>"$ERR"
assert_says "$OUT" '"permissionDecision":"ask"'
assert_says "$OUT" "sudo"
start_web
start_guarded --policy "$WITH_SUDO" --session work -- sudo rm -rf old
wait_for_question
guard pending >"$OUT"
assert_says "$OUT" "sudo rm -rf old"
browse <<'JS'
await says("sudo rm -rf old", "article");
await says("outside of guard", "article");
await says("old/", ".tree");
await ready();
await page.getByRole("button", { name: "Approve" }).click();
await says("Approved: sudo rm -rf old", "#said");
JS
finish_guarded
assert_status 0
assert_missing old
assert_recorded "r['act'] == 'answer' and r['approval_status'] == 'approved' and '(guard web)' in r['effect']['by']"
