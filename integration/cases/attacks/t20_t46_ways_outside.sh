# SPDX-License-Identifier: Apache-2.0
# Creating, changing or deleting outside the project needs an answer; a link inside does not help. 20, 46.
. "$LIB/case.sh"
precious "$HOME/outside/file"
ln -s "$HOME/outside" way_out
for line in 'echo x >"$HOME/outside/file"' 'echo x >../outside/new' 'echo x >way_out/file' 'echo x >way_out/new' \
  'mkdir "$HOME/outside/new"' 'ln -s x "$HOME/outside/new"' 'cd / && rm -f "$HOME/outside/file"' 'rm -rf way_out/' \
  'mv "$HOME/outside/file" .' 'cp /etc/hostname way_out/new' 'touch "$HOME/new"'; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_status_not 0
  assert_untouched "$HOME/outside/file"
  assert_missing "$HOME/outside/new" "$HOME/new"
done
assert_recorded "'FS_OUTSIDE_WORKSPACE' in r['categories'] and r['decision'] in ('ask', 'deny')"
