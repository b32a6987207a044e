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
const older = page.getByRole("button", { name: "Older", exact: true });
const listed = async (least) => {
  await page.waitForFunction((seen) => ![...document.querySelectorAll("tbody button")].some((one) => seen.includes(one.textContent)), [...names]);
  for (const name of await page.locator("tbody button").allTextContents()) names.add(name);
  check(names.size === least, `${names.size} records were listed on the first pages`);
};
const names = new Set();
await listed(50);
await older.click();
await listed(100);
await page.waitForFunction(() => document.activeElement.textContent === "Older");
await page.keyboard.press("Enter");
await listed(150);
await page.getByLabel("Command", { exact: true }).fill("rm old.txt");
await page.getByRole("button", { name: "Search", exact: true }).click();
await page.waitForFunction(() => document.querySelectorAll("tbody tr").length < 10);
await says("old.txt", "tbody");
await page.locator("tbody button").first().click();
await says("rm old.txt", "dialog");
check(await page.evaluate(() => document.querySelector("dialog").scrollTop === 0), "the dialog does not begin at its title");
await page.keyboard.press("Escape");
check(await page.getByRole("navigation", { name: "Pages" }).isHidden(), "there are pages to turn where all is on one");
const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
const text = readFileSync(await file.path(), "utf8");
check(file.suggestedFilename() === "guard-audit.csv", file.suggestedFilename());
check(text.includes("request_id") && text.trim().split("\r\n").length === 1 + (await count()), `export: ${text.slice(0, 300)}`);
// Days are those of this browser's clock.
const since = async (from, until) => {
  await page.getByLabel("Since", { exact: true }).fill(from);
  await page.getByLabel("Until", { exact: true }).fill(until);
  await page.keyboard.press("Enter");
};
await since("yesterday", "");
await says("old.txt", "tbody");
await since("", "yesterday");
await says("No record matches.", "main");
await since("2020-01-01", "2020-01-02 14:30");
await says("No record matches.", "main");
await page.getByLabel("Until", { exact: true }).fill("");
await page.getByLabel("Since", { exact: true }).fill("yesterday-ish");
await page.keyboard.press("Enter");
await says("since", ".wrong");
takeComplaints();

// A running session's report is a file.
await page.goto(`${origin}#/sessions`);
const [report] = await Promise.all([page.waitForEvent("download"), page.locator("#report-later").click()]);
check(report.suggestedFilename() === "guard-later.md", report.suggestedFilename());
const saved = readFileSync(await report.path(), "utf8");
check(saved.split("\n")[0] === "# Session `later`" && saved.split("\n").length > 5, `the report is no Markdown of that session: ${saved.slice(0, 200)}`);

// The newest first, by keys.
await page.goto(`${origin}#/undo`);
await page.locator("#undo-tidy").waitFor();
await page.keyboard.press("j");
await says("clash:", "article h2");
await page.keyboard.press("j");
await says("tidy:", "article h2");
await says("bring back", ".steps");
await says("+precious notes.txt", ".difference");
await says("-other", ".difference");
await page.keyboard.press("y");
await page.locator("dialog[open]").getByRole("button", { name: "Give back" }).click();
await says("Given back: 2 files and folders", "article h2");
JS
assert_untouched notes.txt old.txt

# A file that somebody changed since is told, left as it is, or given back too.
browse <<'JS'
const giveBack = async (choice) => {
  await page.goto(`${origin}#/undo`);
  await page.reload();
  await page.locator("#undo-clash").click();
  await says("Changed since", ".steps");
  await page.getByRole("button", { name: "Give back…" }).click();
  await page.getByLabel("changed by somebody since").selectOption(choice);
  await page.locator("dialog[open]").getByRole("button", { name: "Give back" }).click();
};
await giveBack("skip");
await says("Given back: 1 file or folder; not given back: 1", "article h2");
await giveBack("overwrite");
await says("Given back: 1 file or folder", "article h2");
JS
assert_untouched mine.txt both.txt
kill "$guard_pid"
finish_guarded
