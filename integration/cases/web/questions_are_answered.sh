# SPDX-License-Identifier: Apache-2.0
# In a browser: a question is seen and approved, denied with a reason, several are answered together, and one shows
# what becomes of a file.
# timeout: 300
. "$LIB/case.sh"
. "$LIB/web.sh"
precious tmp_a/one tmp_b/two tmp_c/three tmp_d/four tmp_e/five
start_web
start_guarded --session first -- rm -rf tmp_a
wait_for_question
browse <<'JS'
await says("rm -rf tmp_a", "article");
await says("tmp_a/", ".tree");
await says("MEDIUM, tier 2", "article");
await ready();
await page.getByRole("button", { name: "Approve" }).click();
await says("Approved: rm -rf tmp_a", "#said");
await says("No question waits.", "article");
JS
finish_guarded
assert_status 0
assert_missing tmp_a
assert_recorded "r['act'] == 'answer' and r['approval_status'] == 'approved' and '(guard web)' in r['effect']['by']"

start_guarded --session second -- rm -rf tmp_b
wait_for_question
browse <<'JS'
await says("rm -rf tmp_b", "article");
await ready();
await page.keyboard.press("r");
await page.keyboard.type("keep them please");
await page.keyboard.press("Enter");
await says("Denied: rm -rf tmp_b", "#said");
JS
finish_guarded
assert_status 126
assert_untouched tmp_b/two
assert_says "$ERR" "keep them please"

start_guarded --session third -- bash -c 'rm -rf tmp_c & rm -rf tmp_d & wait'
until_true 20 eval '[[ $(guard pending --json | python3 -B -c "import json,sys; print(len(json.load(sys.stdin)))") == 2 ]]'
browse <<'JS'
await says("rm -rf tmp_c", ".rows");
await says("rm -rf tmp_d", ".rows");
await ready();
// What was shown or marked a moment ago takes no answer.
await pressAtOnce("a", "y");
await says("That was typing, not an answer", "#said");
check((await page.locator(".rows input:checked").count()) === 0, "marks are left after typing");
await ready();
await page.keyboard.press("a");
await pressAtOnce("j", "n");
await says("That was typing, not an answer", "#said");
check((await page.locator(".rows li").count()) === 2, "it was answered all the same");
await ready();
await page.keyboard.press("a");
await ready();
await page.getByRole("button", { name: "Approve 2" }).click();
// All of it is read once more.
await says("rm -rf tmp_c", "dialog .together");
await says("rm -rf tmp_d", "dialog .together");
await page.keyboard.press("Enter"); // on Back
check((await page.locator(".rows li").count()) === 2, "they were approved by Back");
await page.getByRole("button", { name: "Approve 2" }).click();
await page.getByRole("button", { name: "Let all 2 happen" }).click();
await says("Approved 2 questions", "#said");
JS
finish_guarded
assert_missing tmp_c tmp_d

# The change of a file's content, if it is known, and how it was judged.
precious notes.txt
echo other >new.txt
start_guarded --session fourth -- mv new.txt notes.txt
wait_for_question
browse <<'JS'
await says("-precious notes.txt", ".difference .removed");
await says("+other", ".difference .added");
await page.getByText("How it was judged").click();
await page.locator("details dt").first().waitFor();
await ready();
await page.keyboard.press("n");
await says("Denied: mv new.txt notes.txt", "#said");
JS
finish_guarded
assert_untouched notes.txt
kill "$web_pid"
wait "$web_pid" || fail "guard web ended with $?"
