# SPDX-License-Identifier: Apache-2.0
# In a browser: the record is searched, paged and exported; an undo is looked at first and then done; what is
# remembered is taken back.
# timeout: 300
. "$LIB/case.sh"
. "$LIB/web.sh"
with_undo
"$PROGRAMS/make_records" "$GUARD_STATE_DIR" 3000 >/dev/null
precious notes.txt old.txt
start_web
guard_run --session tidy -- bash -c 'echo other >notes.txt; rm old.txt; for i in {1..70}; do /bin/true; done'
assert_status 0
precious both.txt mine.txt
guard_run --session clash -- bash -c 'echo agent | tee both.txt mine.txt >/dev/null'
wait_for_closing
echo somebody >both.txt
start_guarded --session later -- bash -c 'mkdir -p d; git -C . status; sleep 1000'
browse <<'JS'
const { readFileSync } = await import("node:fs");
await page.keyboard.press("5");
await page.locator("tbody tr").first().waitFor();
const count = () => page.locator("tbody tr").count();
check((await count()) === 50, `${await count()} rows on the first page`);
await page.getByRole("button", { name: "Show older ones" }).click();
await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 100);
await page.waitForFunction(() => document.activeElement.textContent === "Show older ones");
await page.keyboard.press("Enter");
await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 150);
const names = await page.locator("tbody button").allTextContents();
check(new Set(names).size === 150, "a record is listed twice");
await page.getByLabel("Command", { exact: true }).fill("rm old.txt");
await page.getByRole("button", { name: "Search", exact: true }).click();
await page.waitForFunction(() => document.querySelectorAll("tbody tr").length < 10);
await says("old.txt", "tbody");
await page.locator("tbody button").first().click();
await says("rm old.txt", "dialog");
await page.keyboard.press("Escape");
const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
const text = readFileSync(await file.path(), "utf8");
check(file.suggestedFilename() === "guard-audit.csv", file.suggestedFilename());
check(text.includes("request_id") && text.trim().split("\r\n").length === 1 + (await count()), `export: ${text.slice(0, 300)}`);
await page.getByLabel("Since", { exact: true }).fill("yesterday-ish");
await page.keyboard.press("Enter");
await says("since", ".wrong");
takeComplaints();

await page.goto(`${origin}#/undo`);
await page.locator(".rows button").filter({ hasText: "tidy" }).click();
await says("bring back", ".steps");
await says("+precious notes.txt", ".difference");
await says("-other", ".difference");
await page.getByRole("button", { name: "Give back…" }).click();
await page.locator("dialog[open]").getByRole("button", { name: "Give back" }).click();
await says("Given back: 2 changes", "article h2");
JS
assert_untouched notes.txt old.txt

# What somebody changed since is told, left as it is, or given back too.
browse <<'JS'
const giveBack = async (choice) => {
  await page.goto(`${origin}#/undo`);
  await page.reload();
  await page.locator(".rows button").filter({ hasText: "clash" }).first().click();
  await says("Changed since", ".steps");
  await page.getByRole("button", { name: "Give back…" }).click();
  await page.getByLabel("changed by somebody since").selectOption(choice);
  await page.locator("dialog[open]").getByRole("button", { name: "Give back" }).click();
};
await giveBack("skip");
await says("Given back: 1 change; not given back: 1", "article h2");
await giveBack("overwrite");
await says("Given back: 1 change", "article h2");
JS
assert_untouched mine.txt both.txt
kill "$guard_pid"
finish_guarded
