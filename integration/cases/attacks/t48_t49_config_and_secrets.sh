# SPDX-License-Identifier: Apache-2.0
# Writing a secret or what is run later asks, also when it does not exist yet. 48, 49.
. "$LIB/case.sh"
git init -q .
for target in "$HOME/.bashrc" "$HOME/.ssh/authorized_keys" "$HOME/.ssh/id_rsa" .env .git/hooks/pre-commit .git/config \
  .mcp.json .claude/settings.json "$HOME/.config/autostart/x.desktop" .vscode/tasks.json; do
  mkdir -p "$(dirname "$target")"
  before=$(cat "$target" 2>/dev/null || echo missing)
  guard_run --on-ask deny -- bash -c "echo evil >>'$target'"
  assert_status_not 0
  [[ $(cat "$target" 2>/dev/null || echo missing) == "$before" ]] || fail "written: $target"
done
assert_recorded "'FS_CONFIG_SECRETS' in r['categories'] and r['decision'] in ('ask', 'deny')"
