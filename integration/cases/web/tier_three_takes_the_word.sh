# SPDX-License-Identifier: Apache-2.0
# In a browser: a question of tier 3 shows its impact and takes the word CONFIRM; without it nothing goes.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
git init -q .
mkdir bin
cp "$PROGRAMS/witness" bin/git
start_web
start_guarded -- bin/git -C . push --force
wait_for_question
browse <<'JS'
await says("HIGH, tier 3", "article");
await ready();
await page.keyboard.press("y");
const dialog = page.locator("dialog[open]");
await dialog.waitFor();
await says("push --force", "dialog .what");
const go = dialog.getByRole("button", { name: "Approve" });
check(await go.isDisabled(), "it can be approved without the word");
await page.keyboard.type("confirm");
check(await go.isDisabled(), "small letters will do");
await page.keyboard.press("Enter");
check(await dialog.isVisible(), "Enter goes on without the word");
await page.keyboard.press("Escape");
await saysNot("Type CONFIRM to approve");
await says("HIGH, tier 3", "article");
await rest();
await page.keyboard.press("y");
await page.keyboard.type("CONFIRM");
await axe();
await page.keyboard.press("Enter");
await says("Approved:", "#said");
JS
finish_guarded
assert_status 0
