# SPDX-License-Identifier: Apache-2.0
# In a browser: of a session that runs and changed very many files, folders open one by one and in parts, and a search finds one
# among them; what somebody changed since needs a choice; what changed meanwhile is shown when it is read anew.
# timeout: 300
. "$LIB/case.sh"
. "$LIB/web.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
mkdir -p many/{a,b}
for i in {1000..1449}; do echo "$i" >"many/a/$i"; done
for i in {1..30}; do echo "$i" >"many/b/$i"; done
precious both mixed one
cat >work.py <<'PY'
import os, time
for name in [f"many/a/{i}" for i in range(1000, 1450)] + [f"many/b/{i}" for i in range(1, 31)] + ["both", "mixed", "one"]:
    with open(name, "a") as file: file.write("agent\n")
open("../ready", "w").close()
while not os.path.exists("../more"): time.sleep(0.1)
with open("one", "a") as file: file.write("once more\n")
open("../ready", "a").write("twice")
while not os.path.exists("../over"): time.sleep(0.1)
PY
start_web
start_guarded --policy "$FREE" --session crowd -- python3 work.py
until_true 60 test -e ../ready || fail "nothing was done"
browse <<'JS'
const { readFileSync, writeFileSync } = await import("node:fs");
const rows = () => page.locator(".change").count();
const row = (text) => page.locator(".change").filter({ hasText: text }).first();
const until = (count) => page.waitForFunction((wanted) => document.querySelectorAll(".change").length === wanted, count);
await page.goto(`${origin}#/sessions`);
await page.locator("#review-of-crowd").click();
await says("it still runs", ".status");
await says("483 changed", ".status");

// many/ has more than is opened at once; a folder of 30 comes with what is in it; one of 450 in parts.
await until(5); // many/, both, mixed, one, and what lies outside of the workspace
await row("many/").click();
await until(7 + 30);
await row("a/").click();
await until(37 + 200);
await page.getByRole("button", { name: "Show 200 more" }).click();
await until(37 + 400);
await page.getByRole("button", { name: "Show 200 more" }).click();
await until(37 + 450);
check((await page.getByRole("button", { name: "Show 200 more" }).count()) === 0, "there is more of what is all there");
await page.keyboard.press("ArrowLeft");
await until(37);
await page.keyboard.press("ArrowRight");
await until(37 + 450);
await page.keyboard.press("j");
await says("+agent", ".difference");
await says("many/a/1000", "article h2");

// One of them by its name.
await page.keyboard.press("/");
await page.keyboard.type("a/1234");
await until(1);
await row("many/a/1234").click();
await page.keyboard.press("Escape");
await says("many/a/1234", "article h2");
await page.getByLabel("Search by name").blur();
await page.keyboard.press("d");
await page.locator("dialog[open]").getByRole("button", { name: "Discard", exact: true }).click();
await says("Discarded: 1 file or folder", "article h2");
check(readFileSync("many/a/1234", "utf8") === "1234\n", "it is not as it was");

// What comes later is there when it is read anew; a choice of hunks is of what was seen.
await page.getByLabel("Search by name").fill("one");
await until(1);
await row("one").click();
await says("+agent", ".difference");
writeFileSync("../more", "");
for (let i = 0; i < 300 && readFileSync("../ready", "utf8") !== "twice"; i += 1) await page.waitForTimeout(100);
await page.locator("input.mark").first().check();
await page.getByRole("button", { name: "Discard 1 hunk…" }).click();
await page.locator("dialog[open]").getByRole("button", { name: "Discard", exact: true }).click();
await says("changed meanwhile: nothing was done", "article");
takeComplaints();
check(readFileSync("one", "utf8").endsWith("once more\n"), "it was discarded unseen");
JS
touch ../over
finish_guarded
wait_for_closing
echo somebody | tee -a both mixed >/dev/null

# It has ended: what somebody changes is no longer the session's.
browse <<'JS'
const { readFileSync } = await import("node:fs");
const row = (text) => page.locator(".change").filter({ hasText: text }).first();
const until = (count) => page.waitForFunction((wanted) => document.querySelectorAll(".change").length === wanted, count);
await page.goto(`${origin}#/review?session=crowd`);
await says("482 changed", ".status");
await page.getByLabel("Search by name").fill("both");
await until(1);
await says("Changed since", ".change");
const discardBoth = async (choice) => {
  await row("both").click();
  await says("Changed since", "article");
  await page.getByLabel("Search by name").blur();
  await page.keyboard.press("d");
  await page.getByLabel("changed by somebody since").selectOption(choice);
  await page.locator("dialog[open]").getByRole("button", { name: "Discard", exact: true }).click();
};
await discardBoth("skip");
await says("left as they are: 1", "article h2");
check(readFileSync("both", "utf8").endsWith("somebody\n"), "it was overwritten");
await says("482 changed", ".status");
await until(1);
await discardBoth("overwrite");
await says("Discarded: 1 file or folder", "article h2");
check(readFileSync("both", "utf8") === "precious both\n", "it was not given back");
await says("481 changed", ".status");
// Hunks of such a file go back as they were seen, with no choice.
await page.getByLabel("Search by name").fill("mixed");
await until(1);
await row("mixed").click();
await says("+somebody", ".difference");
await page.locator("input.mark").first().check();
await page.getByRole("button", { name: "Discard 1 hunk…" }).click();
await says("Discard 1 hunk of mixed?", "dialog");
check((await page.locator("dialog select").count()) === 0, "a choice is asked that nothing hangs on");
await page.locator("dialog[open]").getByRole("button", { name: "Discard", exact: true }).click();
await says("Discarded: 1 file or folder", "article h2");
check(readFileSync("mixed", "utf8") === "precious mixed\n", "the hunk was not taken back");
JS
