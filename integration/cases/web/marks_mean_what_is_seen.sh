# SPDX-License-Identifier: Apache-2.0
# An answer goes to the marked questions: Space marks the row that has the focus, the keys belong to what is marked and
# say so, and a question that a search hides is not marked any more. A reason stays with its question.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
for name in a b c; do
  mkdir "tmp_$name"
  precious "tmp_$name/file"
done
start_web
start_guarded -- bash -c 'rm -rf tmp_a & rm -rf tmp_b & rm -rf tmp_c & wait'
until_true 20 eval '[[ $(guard pending --json | python3 -B -c "import json,sys; print(len(json.load(sys.stdin)))") == 3 ]]'
browse <<'JS'
const marked = () => page.locator(".rows input:checked").evaluateAll((boxes) => boxes.map((box) => box.ariaLabel));
for (const name of ["a", "b", "c"]) await says(`rm -rf tmp_${name}`, ".rows");
await ready();
const last = page.locator(".rows li").nth(2);
const wanted = await last.locator("input").getAttribute("aria-label");
await last.locator("input").focus();
await page.keyboard.press("Space");
check((await marked()).join() === wanted, `Space marked ${await marked()}, not ${wanted}`);
await says("y", ".batch");
check(await page.locator(".answer kbd").first().isHidden(), "the keys seem to be the shown question's");
await says("this question alone", ".answer");

// The row of the question that is shown: Space marks it. That of another: shows it.
await ready();
await page.locator(".rows li").nth(0).locator("button").focus();
await page.keyboard.press("Space");
check((await marked()).length === 2, "Space on the shown row marked nothing");
await page.locator(".rows li").nth(1).locator("button").focus();
await page.keyboard.press("Space");
check((await marked()).length === 2, "Space on another row marked something");
check((await page.locator(".row[aria-current=true]").count()) === 1, "not one row is the shown one");

// Hidden by a search: no longer marked, and not shown.
const kept = (await page.locator(".rows li .text").nth(1).textContent()).trim();
await page.getByLabel("Search in questions").fill(kept);
await page.waitForFunction(() => document.querySelectorAll(".rows li").length === 1);
check((await marked()).length === 0, "what the search hides is marked");
check(await page.locator(".batch").isHidden(), "what the search hides can be answered");
await says(kept, "article .what");
await page.getByLabel("Search in questions").fill("nothing like that");
await says("No waiting question matches the search.", "article");

// Rows that have just moved are not clicked: the pointer was for what was there before. The page itself clicks at once:
// on a busy machine another process comes too late.
await page.evaluate(async () => {
  const rows = () => document.querySelectorAll(".rows li");
  const clicked = new Promise((done) => new MutationObserver((_, observer) => {
    if (rows().length !== 3) return;
    observer.disconnect();
    done(rows()[1].querySelector("button").click());
  }).observe(document.body, { childList: true, subtree: true }));
  const search = document.querySelector("input[aria-label='Search in questions']");
  search.value = "";
  search.dispatchEvent(new Event("input", { bubbles: true }));
  await clicked;
});
await says("The list has just moved", "#said");
await page.keyboard.press("Escape");
await rest();
await page.locator(".rows li").nth(0).locator("button").click();
await page.getByLabel("Reason").fill("not this one");
await page.locator(".rows li").nth(1).locator("button").click();
check((await page.getByLabel("Reason").inputValue()) === "", "the reason came along");
await page.locator(".rows li").nth(0).locator("button").click();
check((await page.getByLabel("Reason").inputValue()) === "not this one", "the reason is lost");
await page.locator(".rows li").nth(0).locator("button").focus();
await ready();
await page.keyboard.press("a");
await ready();
await rest();
await page.keyboard.press("n");
await says("Denied 3 questions", "#said");
JS
finish_guarded
for name in a b c; do assert_untouched "tmp_$name/file"; done
