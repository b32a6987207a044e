# SPDX-License-Identifier: Apache-2.0
# Names that are markup, steer a terminal, turn text around or are very long stand in every view as text.
# timeout: 180
. "$LIB/case.sh"
. "$LIB/hostile.sh"
. "$LIB/web.sh"
with_undo
mkdir evil evil/folder
hostile_names evil
precious 'evil/<img src=x onerror=alert(1)>' "evil/folder/&lt;b&gt;"
start_web
guard_run --session storm --on-ask deny -- bash -c 'cd evil; touch ./*; for name in ./evil*; do rm -rf "$name"; done 2>/dev/null; true' "${HOSTILE[@]:0:14}"
start_guarded --session more -- bash -c 'exec rm -rf evil "$@"' x "${HOSTILE[@]:0:3}" "<b>bold</b>"
wait_for_question
browse <<'JS'
const { writeFileSync } = await import("node:fs");
async function looksTame(view) {
  check((await page.locator("main b, main img, main script").count()) === 0, `${view}: a name became markup`);
  check((await page.locator("main").evaluate((main) => main.scrollWidth <= document.documentElement.clientWidth)), `${view} is wider than the window`);
  writeFileSync(`${room}/shown/${view}`, `${await page.locator("main").evaluate((main) => main.textContent)}\n`);
}
await says("evil", ".tree");
await says("<b>bold</b>", "article");
await looksTame("questions");
for (const view of ["timeline", "sessions", "grants", "audit", "analytics"]) {
  await page.goto(`${origin}#/${view}`);
  await page.locator("main article:visible, main table:visible, main .empty:visible").first().waitFor();
  await page.waitForTimeout(1500);
  await looksTame(view);
}
await page.goto(`${origin}#/undo`);
await page.locator(".rows button").filter({ hasText: "storm" }).first().click();
await page.locator(".steps li").first().waitFor();
await looksTame("undo");
JS
tame "$SHOWN/questions" "$SHOWN/audit" "$SHOWN/undo" "$SHOWN/sessions"
python3 -B "$LIB/hostile.py" any "$SHOWN/timeline" "$SHOWN/grants" "$SHOWN/analytics" || fail "something raw: see above"
guard deny "$question_id"
finish_guarded
