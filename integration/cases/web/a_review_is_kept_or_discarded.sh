# SPDX-License-Identifier: Apache-2.0
# In a browser: what a session changed is looked at by file and by command, and a hunk, a file, a folder, what one command
# changed, and all of it is discarded: asked first, told, on record, and to be taken back. Secrets are not shown.
# timeout: 300
. "$LIB/case.sh"
. "$LIB/web.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
seq 60 >hunks
seq 60 >shared
precious gone.txt sub/deep/one sub/deep/two moved
echo secret-of-before >.env
cat >work.sh <<'SH'
sed -e 's/^5$/five/' -e 's/^30$/thirty/' -e 's/^55$/fiftyfive/' hunks >hunks.t; cat hunks.t >hunks; rm hunks.t
sed -i 's/^10$/ten/' shared
sed -i 's/^50$/fifty/' shared
rm gone.txt
echo other >sub/deep/one; echo other >sub/deep/two
mv moved elsewhere
mkdir build; for i in {1..20}; do echo $i >build/$i; done
echo new >new.txt
echo secret-of-now >.env
SH
guard_run --policy "$FREE" --session work -- bash work.sh
assert_status 0
wait_for_closing
start_web
browse <<'JS'
const { readFileSync, existsSync } = await import("node:fs");
const has = (name, text) => check(readFileSync(name, "utf8") === text, `${name} has ${readFileSync(name, "utf8").slice(0, 80)}`);
const seq = (others) => Array.from({ length: 60 }, (_, index) => `${others[index + 1] ?? index + 1}\n`).join("");
const confirm = async () => {
  await page.locator("dialog[open]").getByRole("button", { name: "Discard", exact: true }).click();
  await says("Discarded: ", "article h2");
};
const row = (text) => page.locator(".change").filter({ hasText: text }).first();
await page.goto(`${origin}#/sessions`);
await page.goto(`${origin}#/review?session=work`);
await says("session work: ", ".status");
await row("hunks").click();
await says("+thirty", ".difference");
await says("-30", ".difference");
check((await page.locator("input.mark").count()) === 3, "not three hunks");

// One hunk, by keys: the second.
await page.keyboard.press("h");
await page.keyboard.press("h");
await page.keyboard.press("Space");
await page.keyboard.press("d");
await says("Discard 1 hunk of hunks?", "dialog");
await says("+thirty", "dialog");
check((await page.locator("dialog").textContent()).includes("five") === false, "another hunk is asked about");
await page.keyboard.press("Enter"); // Back stands first
has("hunks", seq({ 5: "five", 30: "thirty", 55: "fiftyfive" }));
await page.keyboard.press("d");
await confirm();
has("hunks", seq({ 5: "five", 55: "fiftyfive" }));
// The step is named, and undone like any other.
await page.locator("article a").filter({ hasText: "undo-" }).click();
await says("undo-", "article h2");
await page.keyboard.press("y");
await page.locator("dialog[open]").getByRole("button", { name: "Give back" }).click();
await says("Given back: 1 file or folder", "article h2");
has("hunks", seq({ 5: "five", 30: "thirty", 55: "fiftyfive" }));

// A file, one that was deleted, a folder.
const open = async () => {
  await page.goto(`${origin}#/review?session=work`);
  await says("session work: ", ".status");
};
await open();
await row("gone.txt").click();
await says("-precious gone.txt", ".difference");
await page.getByRole("button", { name: "Discard…", exact: false }).last().click();
await says("brings back gone.txt", "dialog");
await confirm();
has("gone.txt", "precious gone.txt\n");
await saysNot("gone.txt", ".change");
await row("sub/deep/").click();
await says("2 changes in this folder", "article");
await page.keyboard.press("d");
await says("Discard sub/deep/: 2 changes?", "dialog");
await confirm();
has("sub/deep/one", "precious sub/deep/one\n");
has("sub/deep/two", "precious sub/deep/two\n");
check(existsSync("new.txt"), "more went than was asked");

// A secret is named, and not shown.
await row(".env").click();
await says("a secret", "article");
check((await page.content()).includes("secret-of") === false, "the secret is shown");

// By command: what this one changed, in a file that another changed too.
await page.keyboard.press("c");
await says("s/^10$/ten/", ".change");
await row("s/^10$/ten/").click();
await says("This command changed 1 file", "article");
await page.keyboard.press("d");
await confirm();
has("shared", seq({ 50: "fifty" }));

// By name.
await says("session work: ", ".status");
await page.keyboard.press("c");
await page.keyboard.press("/");
await page.keyboard.type("elsew");
await says("moved -> elsewhere", ".change");
await page.waitForFunction(() => document.querySelectorAll(".change").length === 1);
await page.getByLabel("Search by name").fill("");
await says("build", ".change");

// All that is left.
await page.keyboard.press("Escape");
await page.keyboard.press("D");
await says("Discard all of work", "dialog");
await says("takes away build/", "dialog");
await confirm();
await says("nothing differs from before", ".status");
has("hunks", seq({}));
has("shared", seq({}));
has("moved", "precious moved\n");
has(".env", "secret-of-before\n");
for (const name of ["build", "new.txt", "elsewhere"]) check(!existsSync(name), `${name} is still there`);
JS
undo=$(guard undo --list --all --json | python3 -c 'import json, sys; print([s["session"] for s in json.load(sys.stdin) if s["undoes"] == "work"][-1])')
guard audit list --session "$undo" >"$OUT"
assert_says "$OUT" "build"
guard undo --session "$undo" --all --yes >/dev/null || fail "the discard is not undone"
[[ -e build/7 && -e new.txt && -e elsewhere ]] || fail "the undo of the discard lacks something"
