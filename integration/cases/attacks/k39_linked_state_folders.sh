# SPDX-License-Identifier: Apache-2.0
# A folder that a program may write as its own state, replaced by a link, opens nothing else; words of
# the command never become options of guard. Threat K39 (CVE-2024-42472, CVE-2024-32462).
. "$LIB/case.sh"
with_undo
printf 'version: 1\nextends: [default]\npaths: {own_state: ["~/.tool/**"]}\n' >"$CASE_ROOM/policy.yaml"
precious "$HOME/.ssh/config" "$HOME/outside/f" "$HOME/.tool/cache"
for target in "$HOME/.ssh" "$HOME/outside"; do
  for how in 'rm -rf ~/.tool/sub; ln -s "$0" ~/.tool/sub; echo x >~/.tool/sub/config; echo x >~/.tool/sub/f; echo x >~/.tool/sub/new; rm -f ~/.tool/sub/f' 'ln -sfn "$0/f" ~/.tool/one; echo x >~/.tool/one' 'mkdir -p ~/.tool/a; mv ~/.tool ~/.old; ln -s "$0" ~/.tool; echo x >~/.tool/f; echo x >~/.tool/config'; do
    guard_run --policy "$CASE_ROOM/policy.yaml" --on-ask deny -- bash -c "$how" "$target"
    assert_untouched "$HOME/.ssh/config" "$HOME/outside/f"
    assert_missing "$target/new"
  done
done
assert_recorded "r['decision'] in ('ask', 'deny') and any(o.endswith('/outside/f') for o in r['objects'])"
guard_run --policy "$CASE_ROOM/policy.yaml" --on-ask deny -- bash -c 'echo x >~/.tool/mine; echo y >>~/.tool/mine'
assert_content "$HOME/.tool/mine" $'x\ny'
guard_run --on-ask deny -- --on-ask allow
assert_status 127
precious nest/egg
printf '#!/bin/sh\nrm -rf nest\n' >./--safe-mode=off
chmod +x ./--safe-mode=off
PATH=$PWD:$PATH guard_run --on-ask deny -- --safe-mode=off --on-ask allow
assert_untouched nest/egg
