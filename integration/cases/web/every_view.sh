# SPDX-License-Identifier: Apache-2.0
# Every view, in light and dark and as wide as a phone: it shows what there is, everything is reached by keys, axe-core
# finds nothing serious, and nothing is wider than the window. With $SHOTS it leaves pictures there (docs/web.md).
# timeout: 300
. "$LIB/case.sh"
. "$LIB/web.sh"
with_undo
git init -q .
precious notes.txt old.txt logs/old/1 tmp_a/one tmp_a/two tmp_important_backup/{letters,photos/2019}/x tmp_b/log
mkdir bin
cp "$PROGRAMS/witness" bin/git
start_web
guard_run --session tidy -- bash -c 'echo "three" >notes.txt; rm old.txt'
for answer in "approve" "deny --reason no"; do
  start_guarded --session work -- rm -rf tmp_b
  wait_for_question
  # shellcheck disable=SC2086
  guard ${answer%% *} "$question_id" ${answer#"${answer%% *}"}
  finish_guarded
  precious tmp_b/log
done
wait_for_closing
start_guarded --session agent -- bash -c 'rm -r logs/old; bin/git -C . push --force & rm -rf ./tmp_* & wait'
wait_for_question
browse <<'JS'
const { mkdirSync } = await import("node:fs");
const shots = process.env.SHOTS ?? `${room}/shots`;
mkdirSync(shots, { recursive: true });
await says("rm -r logs/old", "article");
await ready();
await page.getByLabel("Answer for").selectOption("session");
await page.getByRole("button", { name: "Approve" }).click();
await says("2", ".badge");
const kDesktop = { width: 1000, height: 600 };
const kPhone = { width: 390, height: 844 };
const views = {
  questions: async () => {
    await rest();
    await page.locator(".rows .row").filter({ hasText: "tmp_important_backup" }).first().click();
    await says("tmp_important_backup/", ".tree");
  },
  timeline: () => says("logs/old", "tbody"),
  sessions: () => says("agent", "article"),
  grants: () => says("logs", "tbody"),
  audit: () => says("tmp_b", "tbody"),
  undo: async () => {
    await page.locator(".rows button").filter({ hasText: "tidy" }).click();
    await says("+precious notes.txt", ".difference");
  },
  analytics: () => says("Questions over time", "article"),
  review: async () => {
    await page.getByLabel("Session").selectOption("tidy");
    await page.locator(".change").filter({ hasText: "notes.txt" }).click();
    await says("+three", ".difference");
  },
};
async function visit(name, scheme, size, title) {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(`${origin}#/${name}`);
  await page.reload();
  await says("Connected", "#link");
  await views[name]();
  await page.mouse.move(0, 0);
  await ready();
  await page.evaluate(() => document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth &&
    [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 80)));
  check(!wide, `${title} is wider than the window: ${wide}`);
  await axe();
  await page.screenshot({ path: `${shots}/${title}.png` });
}
for (const name of Object.keys(views)) {
  await visit(name, "light", kDesktop, `${name}-light`);
  await visit(name, "dark", kDesktop, `${name}-dark`);
  await visit(name, "light", kPhone, `${name}-phone`);
}
// What comes after a view was left is not drawn over the next one.
await page.setViewportSize(kDesktop);
let release;
const held = new Promise((go) => { release = go; });
await page.route(/\/api\/(grants|sessions\/[^/]+)$/, async (route) => { await held; await route.continue(); });
await pressAtOnce("3", "4", "1");
const late = page.waitForResponse(/\/api\/grants$/);
release();
await (await late).finished();
await page.unrouteAll({ behavior: "wait" });
await says("auto-denies ", "article");
check((await page.locator("main table, main .cards").count()) === 0, "a view that was left draws over the next");
// By keys alone: the views by their numbers, the keys by ?, what is on the screen by Tab.
await page.setViewportSize(kDesktop);
for (const [index, name] of Object.keys(views).entries()) {
  await page.keyboard.press(String(index + 1));
  await page.waitForFunction((wanted) => document.getElementById("main").className === wanted, name);
}
// The next key is for the new view already, however quick it comes.
await pressAtOnce("1", "?");
await says("Keys: Questions", "dialog");
await axe();
await page.keyboard.press("Escape");
const reached = new Set();
for (let turn = 0; turn < 40; turn += 1) {
  await page.keyboard.press("Tab");
  reached.add(await page.evaluate(() => document.activeElement.textContent.slice(0, 30) || document.activeElement.id));
}
for (const wanted of ["Questions", "Approve", "Deny", "reason"])
  check([...reached].some((one) => one.startsWith(wanted)), `Tab does not reach ${wanted}: ${[...reached].join(" | ")}`);
JS
kill "$guard_pid"
finish_guarded
