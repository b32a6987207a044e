# SPDX-License-Identifier: Apache-2.0
# The command that is started picks a profile: its folders are free, what steers it and its credentials are not, but
# for the process that was started. Whatever else is called so gets nothing by it.
. "$LIB/case.sh"
with_undo
mkdir -p bin "$HOME/tools" "$HOME/.claude/plugins"
printf 'token\n' >"$HOME/.claude/.credentials.json"
printf 'TOKEN=x\n' >"$HOME/.claude/.env"
printf '{}\n' >"$HOME/.claude/settings.json"
cp "$(command -v cat)" bin/mycat
# The agent: reads its own credentials, keeps its state; then commands of it try the same and more.
cat >"$HOME/tools/claude" <<'SH'
#!/bin/bash
read -r token <"$HOME/.claude/.credentials.json" && [[ $token == token ]] && echo signed-in
printf 'token\n' >"$HOME/.claude/.credentials.json" && echo signed-in-anew
mkdir -p "$HOME/.claude/projects" && echo x >"$HOME/.claude/projects/talk" && echo y >"$HOME/.claude.json" && echo kept
cat "$HOME/.claude/.credentials.json" && echo cat-read-it
(exec -a claude bin/mycat "$HOME/.claude/.credentials.json") && echo another-claude-read-it
(token= && read -r token <"$HOME/.claude/.credentials.json"; [[ $token == token ]]) && echo a-fork-read-it
echo '{"mcpServers": {}}' >servers.json && cp servers.json "$HOME/.claude.json" && echo servers-copied
mv -f servers.json "$HOME/.claude.json" && echo servers-moved
(echo '{"mcpServers": {}}' >"$HOME/.claude.json") && echo servers-written
mv -T "$HOME/.claude" "$HOME/.cache/claude" && echo folder-moved-away
mkdir -p "$HOME/.claude/n/hooks" && mv -T "$HOME/.claude/n" "$HOME/.claude/plugins/n" && echo folder-moved-in
ln -s /tmp "$HOME/.claude/agents" && echo folder-linked
cat "$HOME/.claude/.env" && echo env-read
echo x >"$HOME/.claude/.mcp.json" && echo servers-of-a-plugin
mkdir "$HOME/.claude/hooks" && echo folder-made
echo evil >"$HOME/.claude/hooks/x.sh" && echo hook-written
echo '{"hooks": {}}' >"$HOME/.claude/settings.json" && echo settings-written
SH
chmod +x "$HOME/tools/claude"

guard_run --on-ask deny -- "$HOME/tools/claude"
assert_says "$OUT" signed-in
assert_says "$OUT" signed-in-anew
assert_says "$OUT" folder-made
assert_says "$OUT" kept
for what in cat-read-it another-claude-read-it a-fork-read-it settings-written hook-written servers-copied servers-moved \
  servers-written folder-moved-away folder-moved-in folder-linked env-read servers-of-a-plugin; do assert_silent "$OUT" "$what"; done
assert_content "$HOME/.claude/settings.json" '{}'
assert_content "$HOME/.claude.json" y

# A program of the project gets none by its name.
cp "$HOME/tools/claude" bin/claude
guard_run --on-ask deny -- bin/claude
assert_silent "$OUT" signed-in

# The same without its profile, and under another name: nothing of it is free.
guard_run --on-ask deny --profile none -- "$HOME/tools/claude"
assert_silent "$OUT" signed-in
assert_silent "$OUT" kept
cp "$HOME/tools/claude" "$HOME/tools/other"
guard_run --on-ask deny -- "$HOME/tools/other"
assert_silent "$OUT" signed-in
assert_silent "$OUT" kept

# A project cannot make an agent of anything; a copy in the user's own folder can be changed.
cat >.guard.yaml <<'YAML'
version: 1
profiles: {other: {command: other, state: ~/.claude, secrets: .credentials.json}}
YAML
guard_run --on-ask deny -- "$HOME/tools/other"
assert_silent "$OUT" signed-in
guard policy show >"$OUT"
assert_says "$OUT" "profiles.other"
rm .guard.yaml
mkdir -p "$XDG_CONFIG_HOME/guard/profiles"
guard policy show --profile claude >"$XDG_CONFIG_HOME/guard/profiles/claude.yaml"
sed -i 's/command: claude/command: other/' "$XDG_CONFIG_HOME/guard/profiles/claude.yaml"
guard_run --on-ask deny -- "$HOME/tools/other"
assert_says "$OUT" signed-in
assert_says "$OUT" kept

# It is learned from what such a session did.
guard_run --session tried --on-ask allow --profile none -- bash -c 'mkdir -p ~/.mine && echo x >~/.mine/state'
guard learn --profile mine --session tried >"$OUT"
assert_says "$OUT" "command: bash"
assert_says "$OUT" "state: '~/.mine'"
assert_silent "$OUT" ".claude"
