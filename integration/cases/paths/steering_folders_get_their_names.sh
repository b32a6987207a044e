# SPDX-License-Identifier: Apache-2.0
# A file that steers programs is planted by giving its folder the name: a move, an exchange or a link of a folder to
# such a name is asked about, also when it had that name before.
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@b && git config user.name a
mkdir -p .claude old && echo '{}' >.claude/settings.json && echo 1 >old/f && git add -A && git commit -q -m first
refused() { # SCRIPT
  guard_run --on-ask deny -- bash -c "$1"
  assert_says "$ERR" "guard: denied"
}
for name in .vscode .cursor .gemini .qwen .codex sub/.vscode; do
  refused "mkdir -p x sub; echo evil >x/tasks.json; mv x $name"
  assert_missing "$name"
  rm -rf x sub
done
refused 'mkdir x; echo evil >x/tasks.json; ln -s x .vscode'
assert_missing .vscode
rm -rf x
refused 'mkdir x; echo evil >x/mcp.json; git add -A; git mv x .cursor'
assert_missing .cursor
rm -rf x && git reset -q
# Taking away what steers is asked about by itself.
refused 'mv .claude c; true'
assert_exists .claude/settings.json
mv .claude c
refused 'echo evil >c/settings.json; mv c .claude'
assert_missing .claude
mv c .claude && git checkout -q .claude
# Other names are given as ever.
guard_run --on-ask deny -- bash -c 'mkdir y && echo 1 >y/tasks.json && mv y z && mv old older && ln -s z w'
assert_status 0
assert_exists z/tasks.json older/f w/tasks.json
