# SPDX-License-Identifier: Apache-2.0
# Somebody types prose, code and vim commands with the page in front while questions come, with the focus on the page
# or on its buttons. Nothing is approved. Keys that repeat, a window that has just got the keyboard and rows that have
# just moved answer nothing either. On purpose it takes `y` and Enter.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
for i in $(seq 30); do precious "tmp_$i/one" "tmp_$i/two"; done
cat >questions.sh <<'SH'
for i in $(seq 30); do
  [ -e over ] && exit
  rm -rf tmp_$i >/dev/null 2>&1
done
SH
PYTHONPATH=$LIB python3 -B -c 'import json, random, typist
chance = random.Random(9)
print(json.dumps([[line, round(chance.uniform(20, 200)), chance.choice([100, 1000, 1700, 3000])] for line in chance.choices(typist.LINES, k=14)]))' >lines.json
start_web
start_guarded -- bash questions.sh
wait_for_question
browse <<'JS'
const { readFileSync, existsSync, writeFileSync } = await import("node:fs");
const left = () => [...Array(30).keys()].filter((i) => existsSync(`tmp_${i + 1}/one`)).length;
const names = { "\r": "Enter", "\x1b": "Escape", " ": "Space" };
await says("rm -rf tmp_1", "article");
for (const [index, [line, speed, pause]] of JSON.parse(readFileSync("lines.json", "utf8")).entries()) {
  const focus = [".approve", ".deny", ".row"][index % 4];
  if (focus) await page.locator(`${focus}:not([disabled])`).first().focus({ timeout: 2000 }).catch(() => {});
  else await page.evaluate(() => document.activeElement.blur());
  await page.waitForTimeout(pause);
  for (const key of line) {
    await page.keyboard.press(names[key] ?? key);
    await page.waitForTimeout(speed);
  }
  await page.keyboard.press("Escape"); // out of the search, the reason, a dialog, the keys
  await page.keyboard.press("1");
}
check(left() === 30, `typing let it happen: ${30 - left()}`);

// A key that is held down, and keys right after the window got the keyboard.
await ready();
await page.keyboard.down("y");
await page.keyboard.down("y");
await page.keyboard.press("Enter");
await page.keyboard.up("y");
await rest();
await ready();
await page.evaluate(() => window.dispatchEvent(new Event("focus")));
await page.keyboard.press("y");
await page.keyboard.press("Enter");
await rest();
// Enter on the button that has the focus is half an approval, and Enter held down is no other half.
await ready();
await page.evaluate(() => document.activeElement.blur());
await page.waitForTimeout(1700);
await page.locator("article .approve").focus();
await page.keyboard.down("Enter");
await page.keyboard.down("Enter");
await page.keyboard.up("Enter");
await rest();
check(left() === 30, `let happen by what is no gesture: ${30 - left()}`);

await page.waitForTimeout(1700);
writeFileSync("over", "");
await approve();
await says("Approved: rm -rf tmp_", "#said");
for (let tries = 0; left() === 30 && tries < 100; tries += 1) await page.waitForTimeout(100);
check(left() === 29, `on purpose ${30 - left()} were let happen`);
JS
finish_guarded
[[ $(audit_records | python3 -B "$LIB/query.py" count "r['act'] == 'answer' and r['approval_status'] == 'approved'") -eq 1 ]] ||
  fail "more than the one on purpose is on record"
