# SPDX-License-Identifier: Apache-2.0
# A hard link made inside to a file outside does not make it the workspace's. 47, K9.
. "$LIB/case.sh"
precious "$HOME/outside/file"
guard_run --on-ask deny -- bash -c 'ln "$HOME/outside/file" here; echo x >here; echo x >>here; truncate -s 0 here'
assert_untouched "$HOME/outside/file"
