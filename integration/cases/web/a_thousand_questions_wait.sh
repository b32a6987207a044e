# SPDX-License-Identifier: Apache-2.0
# In a browser: a thousand questions of ten sessions wait; they are listed by and by, found, and answered together,
# those that are listed and no others.
# timeout: 300
. "$LIB/case.sh"
. "$LIB/web.sh"
start_web
sessions=()
for session in {1..10}; do
  precious "s$session/f"{1..100}/x
  # Not more than ten a second: what asks faster is denied.
  "$GUARD" run --quiet --session "many$session" -- \
    bash -c 'for n in {1..100}; do rm -rf '"s$session"'/f$n & sleep 0.12; done; wait' </dev/null >/dev/null 2>&1 &
  sessions+=($!)
done
browse <<'JS'
await page.locator(".badge").filter({ hasText: /^1000$/ }).waitFor({ timeout: 120000 });
const listed = (count) => page.waitForFunction((wanted) => document.querySelectorAll(".rows li").length === wanted, count);
await listed(200);
await page.getByRole("button", { name: "Show more (800 left)" }).click();
await listed(400);
await page.getByLabel("Search in questions").fill("s7/f77");
await says("rm -rf s7/f77", ".rows");
await listed(1);
await page.getByLabel("Search in questions").fill("");
await page.keyboard.press("Escape");
await listed(400);
await ready();
await page.keyboard.press("a");
await ready();
await page.getByRole("button", { name: "Approve 400" }).click();
await page.getByRole("button", { name: "Let all 400 happen" }).click();
await says("Approved 400 questions", "#said");
await page.locator(".badge").filter({ hasText: /^600$/ }).waitFor();
await page.getByRole("button", { name: "Show more (200 left)" }).click();
await listed(600);
await ready();
await page.keyboard.press("a");
await ready();
await page.getByRole("button", { name: "Deny 600" }).click();
await says("Denied 600 questions", "#said");
await says("No question waits.", "article");
JS
for pid in "${sessions[@]}"; do wait "$pid" || true; done
left=$(find s* -name x | wc -l)
[[ $left -eq 600 ]] || fail "$left of a thousand are left, 400 were approved"
