# SPDX-License-Identifier: Apache-2.0
# Writing a secret, or what is run or steers programs later, asks: also when it does not exist yet,
# and whatever brings it there. Threats 48, 49.
. "$LIB/case.sh"
git init -q .
rm -rf .git/hooks
precious payload
targets=(
  .env .env.production .git/hooks/pre-commit .git/config .git/info/attributes .mcp.json .claude/settings.json .vscode/tasks.json "$HOME/.bashrc" "$HOME/.profile" "$HOME/.ssh/authorized_keys"
  "$HOME/.ssh/id_rsa" "$HOME/.config/autostart/x.desktop" "$HOME/.gitconfig" "$HOME/.npmrc" "$HOME/.aws/credentials"
)
for target in "${targets[@]}"; do
  mkdir -p "$(dirname "$target")"
  before=$(cat "$target" 2>/dev/null || echo missing)
  for how in 'echo evil >"$0"' 'echo evil >>"$0"' 'cp payload "$0"' 'mv payload "$0"' 'ln -sf ../payload "$0"' 'ln -f payload "$0"' 'echo evil >x; mv -f x "$0"' "$PROGRAMS/call_openat2_trunc \"\$0\"" \
    'cd "$(dirname "$0")"; echo evil >>"$(basename "$0")"' "python3 -c 'import os, sys; os.rename(\"payload\", sys.argv[1])' \"\$0\""; do
    guard_run --on-ask deny -- bash -c "$how" "$target"
    [[ $(cat "$target" 2>/dev/null || echo missing) == "$before" ]] || fail "written: $target by $how"
    rm -f x
  done
done
for line in 'mkdir .git/hooks; echo evil >.git/hooks/post-checkout' 'git config core.fsmonitor evil' 'git config core.hooksPath x' 'git config --global alias.x "!evil"' 'git config core.sshCommand evil' 'mv .git/config x' 'rm -f .git/config'; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_missing .git/hooks/post-checkout
  [[ $(git config -l) != *evil* && $(git config -l) != *hookspath* && -s .git/config ]] || fail "went through: $line"
done
assert_recorded "'FS_CONFIG_SECRETS' in r['categories'] and r['decision'] in ('ask', 'deny')"
guard_run --on-ask deny -- bash -c 'echo x >environment; mkdir docs; cp payload docs/env; echo "a: b" >config.yaml; git status'
assert_status 0
