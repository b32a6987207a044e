# SPDX-License-Identifier: Apache-2.0
# In a browser: where two people must approve, the first one is told what is missing and does not count twice; a
# question whose process has gone is withdrawn, while its word is typed too.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
printf 'version: 1\nextends: [default]\napprovers: ["64001"]\ntwo_person: {tier: 3}\n' >policy.yaml
precious src/a
start_web
start_guarded --policy policy.yaml -- bash -c 'rm -rf src & echo $! >pid; wait; until [[ -e over ]]; do sleep 0.1; done'
wait_for_question
browse <<'JS'
const { readFileSync } = await import("node:fs");
await says("0 of 2", "article");
for (const said of ["1 of 2 approved", "Not taken: "]) {
  await ready();
  await page.keyboard.press("y");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.type("CONFIRM");
  await page.keyboard.press("Enter");
  await says(said, "#said");
  await says("1 of 2", "article dl");
}
await ready();
await page.keyboard.press("y");
await page.locator("dialog[open]").waitFor();
process.kill(Number(readFileSync("pid", "utf8")), "SIGKILL");
await says("This question is over: withdrawn", "article");
await page.keyboard.type("CONFIRM");
await page.keyboard.press("Enter");
check((await page.locator("dialog[open]").count()) === 0, "what waits no more can be confirmed");
JS
touch over
finish_guarded
assert_untouched src/a
