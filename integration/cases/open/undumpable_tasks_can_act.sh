# SPDX-License-Identifier: Apache-2.0
# A task that made itself undumpable can still create, rename, delete; ssh-agent starts. T3.
. "$LIB/case.sh"
same_as_bare '' "$PROGRAMS/not_dumpable"
command -v ssh-agent >/dev/null || exit 0
guard_run --on-ask deny --kill-at-exit -- bash -c 'eval "$(ssh-agent)" >/dev/null && ssh-add -l; kill "$SSH_AGENT_PID"; echo agent done'
assert_says "$OUT" "agent done"
