# SPDX-License-Identifier: Apache-2.0
# In a browser: the record is searched, paged and exported; an undo is looked at first and then done; what is
# remembered is taken back.
# timeout: 180
. "$LIB/case.sh"
. "$LIB/web.sh"
with_undo
precious notes.txt old.txt
start_web
guard_run --session tidy -- bash -c 'echo other >notes.txt; rm old.txt; for i in {1..70}; do /bin/true; done'
assert_status 0
wait_for_closing
start_guarded --session later -- bash -c 'mkdir -p d; git -C . status; sleep 1000'
browse <<'JS'
const { readFileSync } = await import("node:fs");
await page.keyboard.press("5");
await page.locator("tbody tr").first().waitFor();
const count = () => page.locator("tbody tr").count();
check((await count()) === 50, `${await count()} rows on the first page`);
await page.getByRole("button", { name: "Show older ones" }).click();
await page.waitForFunction(() => document.querySelectorAll("tbody tr").length > 50);
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
kill "$guard_pid"
finish_guarded
