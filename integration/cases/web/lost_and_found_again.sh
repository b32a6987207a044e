# SPDX-License-Identifier: Apache-2.0
# In a browser: a connection that breaks is said and made again; questions of sessions that come later are shown; one
# that another answers goes; a thousand that wait are listed; logging out and a guard web that ended are said.
# timeout: 180
. "$LIB/case.sh"
. "$LIB/web.sh"
precious tmp_a/one
start_web
start_guarded --session first -- rm -rf tmp_a
wait_for_question
id=$question_id GUARD=$GUARD browse <<'JS'
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
execFileSync(process.env.GUARD, ["deny", process.env.id], { stdio: "ignore" });
await says("This question is over: denied", "article");

const question = (n) => ({ session: "made", id: `q${n}`, body: {
  id: `q${n}`, what: `rm -rf tmp_${n}`, why: "made", risk: "Files may be lost.", category: "FS_DELETE_OVERWRITE", tier: 2, risk_level: "medium",
  changes: [], chain: ["rm"], effect: null, rule: "r", reason: "r", alternative: "", pattern: "", scopes: ["once"], confirm: null, pid: 1, cwd: "/",
  approvals: [], approvals_needed: 1, missing: "", asked: new Date(1e12 + n).toISOString(), deadline: new Date(Date.now() + 1e7).toISOString() } });
const state = { sessions: {}, questions: Array.from({ length: 1000 }, (_, n) => question(n)), grants: [], acts: [] };
await page.route("**/api/events", (route) => route.fulfill({ contentType: "text/event-stream", body: `event: state\ndata: ${JSON.stringify(state)}\n\n` }));
await page.route("**/approvals/**", (route) => route.fulfill({ json: { names: [], names_total: 0, steps: [], difference: [] } }));
await page.reload();
await says("1000", ".badge");
check((await page.locator(".rows li").count()) === 200, "not the first 200 are listed");
await page.getByRole("button", { name: "Show more (800 left)" }).click();
check((await page.locator(".rows li").count()) === 400, "no more are listed");
await page.getByLabel("Search in questions").fill("tmp_777");
await says("rm -rf tmp_777", ".rows");
check((await page.locator(".rows li").count()) === 1, "the search finds too much");
await page.unrouteAll();

await page.goto(origin);
await page.reload();
await says("Connected", "#link");
await page.getByRole("button", { name: "Log out" }).click();
await says("This browser is not logged in.");
takeComplaints();
JS
finish_guarded
assert_untouched tmp_a/one
browse <<JS
await page.goto(origin + "#/sessions");
await says("No session runs.");
process.kill($web_pid);
await says("Connection lost");
takeComplaints();
JS
