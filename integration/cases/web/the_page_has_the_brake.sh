# SPDX-License-Identifier: Apache-2.0
# In a browser: a session is paused, goes on, and is stopped after a second look; two are paused by one press.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
start_web
"$GUARD" run --session one -- bash -c 'touch one; while :; do sleep 0.1; done' >/dev/null 2>&1 &
first=$!
start_guarded --session two -- bash -c 'touch two; while :; do sleep 0.1; done'
until_true 10 test -e one && until_true 10 test -e two
browse <<'JS'
await page.keyboard.press("3");
await says("touch two", "article");
const two = page.getByRole("article", { name: "Session two" });
await two.getByRole("button", { name: "Pause" }).click();
await says("paused, by", "article");
await two.getByRole("button", { name: "Resume" }).click();
await says("two was resumed, by", "#said");
await page.getByRole("button", { name: "Pause all" }).click();
await page.getByRole("button", { name: "Resume all" }).click();
await two.getByRole("button", { name: "Stop" }).click();
await page.locator("dialog[open]").getByRole("button", { name: "Back" }).click();
await two.getByRole("button", { name: "Stop" }).click();
await page.locator("dialog[open]").getByRole("button", { name: "Stop" }).click();
await page.waitForFunction(() => document.querySelectorAll("article").length === 1);
JS
finish_guarded
assert_status 143
kill -0 "$first" || fail "the other one has ended"
guard stop one
wait "$first" || true
for what in paused resumed ended; do assert_recorded "r['act'] == 'brake' and r['result_summary'].startswith('$what by $(id -un) (guard web')"; done
