# SPDX-License-Identifier: Apache-2.0
# In a browser: an answer for the session with a pattern of one's own, and for always; both are listed and taken back.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
precious old/a/1 old/b/2 other/c/3 kept
start_web
start_guarded --session first -- bash -c 'rm -r old/a; rm -r other/c; until [[ -e over ]]; do sleep 0.1; done'
wait_for_question
browse <<'JS'
await says("rm -r old/a", "article");
await ready();
await page.keyboard.press("e");
await page.getByLabel("Answer for").selectOption("session");
await rest();
const pattern = page.getByLabel("It covers");
await pattern.fill(`${process.env.WORKSPACE}/other`);
await page.getByRole("button", { name: "Approve" }).click();
await says("Not taken", "#said");
await ready();
await pattern.fill(`${process.env.WORKSPACE}/old`);
await page.getByRole("button", { name: "Approve" }).click();
await says("rm -r other/c", "article .what");
await ready();
await page.getByLabel("Answer for").selectOption("always");
await page.getByRole("button", { name: "Approve" }).click();
await says("No question waits.");
await page.keyboard.press("4");
await says("/project/old", "tbody");
await says("/project/other", "tbody");
for (let left = await page.getByRole("button", { name: "Take back" }).count(); left > 0; left -= 1) {
  await page.getByRole("button", { name: "Take back" }).first().click();
  await page.locator("dialog[open]").getByRole("button", { name: "Take it back" }).click();
  await page.waitForFunction((most) => document.querySelectorAll("tbody tr").length < most, left);
}
await says("No answer is remembered.");
JS
[[ $(guard policy grants --json) == "[]" ]] || fail "still there: $(guard policy grants)"
touch over
finish_guarded
assert_status 0
