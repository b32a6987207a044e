# SPDX-License-Identifier: Apache-2.0
# Names that are markup, steer a terminal, turn text around or are very long stand in every view as text.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/hostile.sh"
. "$LIB/web.sh"
with_undo
mkdir evil evil/folder
hostile_names evil
precious 'evil/<img src=x onerror=alert(1)>' "evil/folder/&lt;b&gt;"
deep=$(printf 'deep%0240d/' {1..14})
precious "evil/${deep}end"
start_web
guard_run --session storm --on-ask deny -- bash -c 'cd evil; touch ./*; for name in ./evil*; do rm -rf "$name"; done 2>/dev/null; true' "${HOSTILE[@]:0:14}"
printf 'plain\n<b>before</b>\n' >content.html
guard_run --session words -- bash -c 'for name in evil/*; do [[ ! -f $name ]] || echo changed >"$name"; done; printf "plain\n<img src=x onerror=alert(1)>\n\033[31mred\302\233\342\200\256turned\r\n" >content.html'
start_guarded --session more -- bash -c 'rm -rf evil "$@"; until [[ -e over ]]; do sleep 0.1; done' x "${HOSTILE[@]:0:3}" "<b>bold</b>"
wait_for_question
id=$question_id browse <<'JS'
const { execFileSync } = await import("node:child_process");
const { writeFileSync } = await import("node:fs");
async function looksTame(view) {
  check((await page.locator("main b, main img, main script").count()) === 0, `${view}: a name became markup`);
  check((await page.locator("main").evaluate((main) => main.scrollWidth <= document.documentElement.clientWidth)), `${view} is wider than the window`);
  writeFileSync(`${room}/shown/${view}`, `${await page.locator("main").evaluate((main) => main.textContent)}\n`);
}
await says("evil", ".tree");
await says("<b>bold</b>", "article");
check((await page.locator(".tree").textContent()).includes("0001/"), "the name of 3.5 kB is not shown");
await looksTame("questions");
execFileSync(process.env.GUARD, ["deny", process.env.id], { stdio: "ignore" });
const shows = { timeline: "tbody tr", sessions: "article .what", grants: ".empty", audit: "tbody tr", analytics: "article canvas" };
for (const [view, content] of Object.entries(shows)) {
  await page.goto(`${origin}#/${view}`);
  await page.waitForFunction((wanted) => document.getElementById("main").className === wanted, view);
  await page.locator(`main ${content}`).first().waitFor();
  await looksTame(view);
}
await page.goto(`${origin}#/undo`);
await page.locator(".rows button").filter({ hasText: "storm" }).first().click();
await page.locator(".steps li").first().waitFor();
await looksTame("undo");
await page.goto(`${origin}#/review?session=words`);
await page.locator(".change").filter({ hasText: "<img src=x onerror=alert(1)>" }).click();
await says("+changed", ".difference");
await page.keyboard.press("b");
await says("Whose line is it", "article");
await looksTame("review");
await page.locator(".change").filter({ hasText: "content.html" }).click();
await says("<img src=x onerror=alert(1)>", ".difference .added");
await page.keyboard.press("b");
await says("Whose line is it", "article");
await says("<img src=x onerror=alert(1)>", ".run");
await looksTame("content");
JS
python3 -B "$LIB/hostile.py" any "$SHOWN/content" || fail "something raw: see above"
tame "$SHOWN/review" "$SHOWN/questions" "$SHOWN/audit" "$SHOWN/undo" "$SHOWN/sessions" "$SHOWN/timeline"
python3 -B "$LIB/hostile.py" any "$SHOWN/grants" "$SHOWN/analytics" || fail "something raw: see above"
touch over
finish_guarded
