# SPDX-License-Identifier: Apache-2.0
# In a browser: a connection that breaks is said and made again; questions of sessions that come later are shown; one
# that another answers goes, and takes no focus; logging out, in another window too, and a guard web that ended are said.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
precious tmp_a/one
start_web
start_guarded --session first -- rm -rf tmp_a
wait_for_question
id=$question_id GUARD=$GUARD ROOM=$CASE_ROOM browse <<'JS'
const { execFileSync } = await import("node:child_process");
await says("rm -rf tmp_a", "article");
let broken = 2;
await page.route("**/api/events", (route) => (broken-- > 0 ? route.abort() : route.continue()));
await page.reload();
await says("Connection lost");
await says("Connected", "#link");
await says("rm -rf tmp_a", "article");
takeComplaints();
await page.unroute("**/api/events");
await page.locator("nav a").first().focus();
execFileSync(process.env.GUARD, ["deny", process.env.id], { stdio: "ignore" });
await says("This question is over: denied", "article");
check(await page.evaluate(() => document.activeElement === document.querySelector("nav a")), "an event took the focus");
await page.keyboard.press("Tab");
await page.getByRole("link", { name: "Skip to the content" }).focus();
await page.keyboard.press("Enter");
check(await page.evaluate(() => document.activeElement.id === "main" && location.hash === "#/questions"), "the content is not reached");

await page.goto(origin);
await page.reload();
await says("Connected", "#link");
const other = await context.newPage();
other.setDefaultTimeout(45000);
await other.goto(origin);
await other.locator("#link", { hasText: "Connected" }).waitFor();
await page.getByRole("button", { name: "Log out" }).click();
await says("This browser is not logged in.");
await other.locator("main", { hasText: "This browser is not logged in." }).waitFor();
// A wrong address says so, the next one logs in, in the same tab, where only what stands behind the # is another.
await page.goto(`${origin}#00000000-0000-0000-0000-000000000000`);
await page.locator(".empty", { hasText: "This browser is not logged in." }).waitFor();
const { appendFileSync, readFileSync } = await import("node:fs");
const addresses = () => readFileSync(`${process.env.ROOM}/web.out`, "utf8").match(/^https?:.*$/gm);
const before = addresses().length;
appendFileSync(`${process.env.ROOM}/web.in`, "\n");
while (addresses().length === before) await new Promise((resume) => setTimeout(resume, 20));
await page.goto(addresses().at(-1));
await says("Connected", "#link");
takeComplaints();
JS
addresses=$((addresses + 1))
finish_guarded
assert_untouched tmp_a/one
browse <<JS
await page.goto(origin + "#/sessions");
await says("No session runs.");
process.kill($web_pid);
await says("Connection lost");
await says("guard web does not answer. If it has ended, start it again");
takeComplaints();
JS
