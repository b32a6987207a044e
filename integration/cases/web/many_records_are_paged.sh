# SPDX-License-Identifier: Apache-2.0
# timeout: 300
# In a browser: a record of 30,000 acts is walked in pages from either end, searched by everything there is to search
# by, counted and exported; no page has more than 50 rows, no request looks at more rows than it may, nothing of it
# grows with the record, and questions are answered while an export runs. $PAGE_RECORDS: with so many;
# $PAGE_FIGURES: what each took, into that file (./dev audit-million).
. "$LIB/case.sh"
. "$LIB/web.sh"
records=${PAGE_RECORDS:-30000}
"$PROGRAMS/make_records" "$GUARD_STATE_DIR" "$records" >/dev/null
precious tmp_a/one tmp_b/two
start_web
start_guarded --session live -- bash -c 'rm -rf tmp_a; rm -rf tmp_b; sleep 1000'
wait_for_question
ward=$(pgrep -P "$guard_pid" -x guard-ward) || fail "no ward"
serving=$(pgrep -P "$ward" -x guard-serve) || fail "no serving process"
records=$records web_pid=$web_pid serving=$serving figures=${PAGE_FIGURES:-$CASE_ROOM/figures} browse <<'JS'
const { appendFileSync, createReadStream, readFileSync, readdirSync } = await import("node:fs");
const { createInterface } = await import("node:readline");
const http = await import("node:http");
const { web_pid: web, serving, figures } = process.env;
const total = Number(process.env.records);
const kPage = 50;
const kMostRows = 100000; // that one request looks at
const kMostMemory = 64 * 1024; // kB

// --- what it took ---
const statusOf = (pid, field) => Number(new RegExp(`^${field}:\\s*(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
const busyOf = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /, "").split(" ").slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
function browserMemory() {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try { parents.set(pid, /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]); } catch { /* ended */ }
  const isOurs = (pid) => pid !== undefined && (pid === String(process.pid) || isOurs(parents.get(pid)));
  let sum = 0;
  for (const pid of [...parents.keys()].filter((one) => one !== String(process.pid) && isOurs(one)))
    try { sum += Number(/^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]); } catch { /* ended, or not ours to look at */ }
  return sum;
}
let bytes = 0;
const answers = []; // of /api/audit
page.on("response", async (response) => {
  const body = await response.body().catch(() => null);
  bytes += body?.length ?? 0;
  if (new URL(response.url()).pathname === "/api/audit" && response.ok() && body) answers.push(JSON.parse(body));
});
appendFileSync(figures, `${"the page".padEnd(34)} shown s  all s  busy s  sent kB  web MiB  session MiB  browser MiB\n`);
async function measured(name, act, rest) {
  const begun = performance.now();
  const busy = busyOf(web);
  bytes = 0;
  await act();
  const shown = performance.now();
  await rest?.();
  const all = performance.now();
  const mib = (kb) => (kb / 1024).toFixed(1).padStart(8);
  appendFileSync(figures, `${name.padEnd(34)} ${((shown - begun) / 1000).toFixed(2).padStart(7)} ${((all - begun) / 1000).toFixed(2).padStart(6)} ` +
    `${(busyOf(web) - busy).toFixed(2).padStart(7)} ${(bytes / 1000).toFixed(1).padStart(8)} ${mib(statusOf(web, "VmHWM"))} ${mib(statusOf(serving, "VmRSS"))} ${mib(browserMemory())}\n`);
}

// --- the record ---
const names = () => page.locator("tbody button").allTextContents();
const settled = () => page.waitForFunction(() => /^(\d+ records?,|Nothing|$)/.test(document.querySelector(".status").textContent));
const pageOf = (count) => page.waitForFunction((wanted) => document.querySelectorAll("tbody tr").length === wanted, count);
async function press(key) {
  const before = (await names())[0];
  await page.keyboard.press(key);
  await page.waitForFunction((old) => document.querySelector("tbody button")?.textContent !== old, before);
  await settled();
  return names();
}
const button = (name) => page.getByRole("button", { name, exact: true });

await measured("questions, one waits", () => page.reload().then(() => says("rm -rf tmp_a", "article")));
await measured("record: first page", () => page.keyboard.press("5").then(() => pageOf(kPage)));
await settled();
const walked = [await names()];
await measured("record: 20 pages back", async () => { for (let turn = 0; turn < 20; turn += 1) walked.push(await press("j")); });
check(new Set(walked.flat()).size === 21 * kPage, "a record is listed twice, or left out");
await measured("record: 20 pages forth", async () => {
  for (let turn = 19; turn >= 0; turn -= 1) {
    const here = await press("k");
    check(here.join() === walked[turn].join(), `page ${turn} is another one on the way back: ${here[0]}, ${walked[turn][0]}`);
  }
});
check(await button("Newer").isDisabled(), "there is something newer than the newest");
await measured("record: the oldest page", async () => {
  await button("Oldest").click();
  await page.locator("tbody tr:last-child button").filter({ hasText: /^session0#1$/ }).waitFor();
});
await settled();
check(await button("Older").isDisabled(), "there is something older than the oldest");
const oldest = await names();
check(oldest.length === kPage && oldest.every((name) => name.startsWith("session0#")), `oldest: ${oldest[0]} to ${oldest.at(-1)}`);
const above = await press("k");
check(above.length === kPage && !above.some((name) => oldest.includes(name)), "a record is on two pages");
check((await press("j")).join() === oldest.join(), "the oldest page is another one on the way back");

async function search(title, fields, count, text) {
  await button("Search").waitFor();
  for (const label of ["Command", "Path", "Session", "Since", "Until"]) await page.getByLabel(label, { exact: true }).fill(fields[label] ?? "");
  for (const [label, none] of [["Decision", "any"], ["Tier", "all"], ["Category", "any"]])
    await page.getByLabel(label).selectOption(fields[label] ?? none);
  await measured(title, async () => {
    await button("Search").click();
    await page.waitForFunction(() => document.querySelector("tbody tr, main .empty") !== null || /^Looking/.test(document.querySelector(".status").textContent));
  }, async () => {
    await (count === 0 ? says("No record matches.", "main") : pageOf(count));
    await settled();
  });
  const rows = await page.locator("tbody tr").allInnerTexts();
  check(rows.every((row) => row.includes(text)), `${title}: ${rows.find((row) => !row.includes(text))}`);
}
const some = total - 223; // a delete, seldom refused
await search("search: command", { Command: `file_${total - 225}.c` }, 1, `cc -O2 -c`);
await search("search: path", { Path: `file_777.c` }, 1, "file_777.c");
await search("search: pattern", { Path: `*/file_778.c` }, 1, "file_778.c");
await search("search: path, nothing fits", { Path: "no/such/file" }, 0, "");
await search("search: category, nothing fits", { Category: "SUDO" }, 0, "");
await search("search: category", { Category: "NETWORK_RISK" }, kPage, "NETWORK_RISK");
await search("search: decision", { Decision: "deny" }, kPage, "den");
await search("search: tier", { Tier: "2" }, kPage, "tier 2");
await search("search: session", { Session: "session0" }, kPage, "session0#");
await search("search: session and path", { Session: "session7", Path: "/file_777.c" }, 1, "session7#");
await search("search: a time long ago", { Until: "300d" }, 0, "");
await search("search: since a while ago", { Since: "1d", Path: `file_${some}.c` }, 1, `file_${some}.c`);
await search("search: nothing", {}, kPage, "tier");

// What one request does not find the next ones look for, from where it ended, until somebody stops it.
const places = [];
await page.route("**/api/audit?*", async (route) => {
  places.push(new URL(route.request().url()).searchParams.get("before"));
  if (places.length === 3) return; // the one that is stopped
  await route.fulfill({ json: { records: [], older: places.length > 3 ? null : `2026_${places.length}`, newer: null, looked_at: 100000 } });
});
await button("Search").click();
await says("Looking: 200,000 records so far, none matches", ".status");
check((await page.locator("main .empty").count()) === 0, "it is said that nothing fits before all was looked at");
await button("Stop").click();
await says("Stopped after 200,000 records", ".status");
await button("Older").click();
await says("No older record matches.", ".status");
check(places.join() === ",2026_1,2026_2,2026_2", `it went on from ${places.join()}`);
await page.unrouteAll({ behavior: "ignoreErrors" });
check(answers.every((answer) => answer.looked_at <= kMostRows && answer.records.length <= kPage), "an answer is longer than a page");
check((await page.evaluate(() => document.querySelectorAll("*").length)) < 2000, "the page grows");

// --- figures ---
const acts = async () => Number(await page.locator(".figures li", { hasText: "acts on record" }).locator("strong").innerText());
await measured("analytics, 7 days", () => page.keyboard.press("7").then(() => says("acts on record", ".figures")));
check((await acts()) >= total, `${await acts()} acts are counted`);
await measured("analytics, of a session", async () => {
  await page.getByLabel("Session", { exact: true }).fill("session3");
  await page.keyboard.press("Enter");
  await page.locator(".figures strong", { hasText: new RegExp(`^${total / 10 + 1}$`) }).waitFor();
});
await measured("undo", () => page.goto(`${origin}#/undo`).then(() => says("Nothing is kept.", "article")));
await measured("timeline", () => page.goto(`${origin}#/timeline`).then(() => page.locator("main.timeline").waitFor()));
await measured("sessions", () => page.goto(`${origin}#/sessions`).then(() => says("rm -rf tmp_a", "article")));

// --- export ---
async function linesOf(file) {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(await file.path()) })) count += line === "" ? 0 : 1;
  return count;
}
await page.goto(`${origin}#/audit`);
await page.getByLabel("Session", { exact: true }).fill("session3");
for (const format of ["csv", "jsonl"]) {
  await page.getByLabel("Format").selectOption(format);
  const [file] = await Promise.all([page.waitForEvent("download"), button("Export").click()]);
  check(file.suggestedFilename() === `guard-audit.${format}`, file.suggestedFilename());
  check(file.url().startsWith(`${origin}api/audit/exports/`), `the page holds it itself: ${file.url()}`);
  const lines = await linesOf(file);
  check(lines === total / 10 + 1 + (format === "csv" ? 1 : 0), `${format}: ${lines} lines of a session`);
}
await page.getByLabel("Session", { exact: true }).fill("nobody");
await button("Export").click();
await says("no session nobody on record", "#said");
takeComplaints();
await page.getByLabel("Session", { exact: true }).fill("");
await page.getByLabel("Format").selectOption("jsonl");
await measured("export, all as jsonl", async () => {
  const [file] = await Promise.all([page.waitForEvent("download"), button("Export").click()]);
  check((await linesOf(file)) >= total + 10, "the export is not whole");
});

// An export that somebody takes slowly, and answers meanwhile.
const order = () => page.evaluate(async () => {
  const headers = { "X-Guard-Key": localStorage.getItem("guard-key"), "Content-Type": "application/json" };
  return (await (await fetch("/api/audit/exports?format=jsonl", { method: "POST", headers, body: "{}" })).json()).file;
});
const cookies = async () => (await context.cookies(origin)).map((one) => `${one.name}=${one.value}`).join("; ");
const fetched = async (path, headers) => new Promise((resolve, reject) => http.get(new URL(path, origin), { headers }, resolve).on("error", reject));
const taken = { lines: 0, slow: true };
const answer = await fetched(await order(), { Cookie: await cookies() });
check(answer.statusCode === 200, `an export that was ordered: ${answer.statusCode}`);
const whole = (async () => {
  for await (const piece of answer) {
    for (const byte of piece) if (byte === 10) taken.lines += 1;
    if (taken.slow) await new Promise((go) => setTimeout(go, 50));
  }
})();
await page.goto(`${origin}#/questions`);
await says("rm -rf tmp_a", "article");
await ready();
await measured("a question approved meanwhile", async () => {
  await page.getByRole("button", { name: "Approve" }).click();
  await says("Approved: rm -rf tmp_a", "#said");
});
await measured("the next one is shown", () => says("rm -rf tmp_b", "article"));
check(taken.lines < total, "the export was over before the answer");
await ready();
await page.getByRole("button", { name: "Deny" }).click();
await says("Denied: rm -rf tmp_b", "#said");
taken.slow = false;
await whole;
check(taken.lines >= total + 10, `${taken.lines} lines were exported`);

// Nobody else fetches it, nobody twice; and one that nobody waits for any more ends.
const once = await order();
check((await fetched(once, {})).statusCode === 404, "a name alone fetches an export");
check((await fetched(once, { Cookie: await cookies() })).statusCode === 404, "what was refused once is fetched later");
const threads = () => statusOf(web, "Threads");
const few = threads();
const left = await fetched(await order(), { Cookie: await cookies() });
left.destroy();
for (let turn = 0; threads() > few && turn < 400; turn += 1) await new Promise((go) => setTimeout(go, 50));
check(threads() <= few, `${threads()} threads are busy with what nobody waits for, ${few} before`);
check(statusOf(web, "VmHWM") < kMostMemory, `guard web took ${statusOf(web, "VmHWM")} kB`);
JS
[[ ! -e tmp_a && -e tmp_b/two ]] || fail "the answers were not what happened"
kill "$guard_pid"
finish_guarded
