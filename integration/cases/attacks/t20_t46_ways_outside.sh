# SPDX-License-Identifier: Apache-2.0
# Creating, changing or deleting outside the project needs an answer, however the way there is
# spelled: relative, from another folder, through links that the tree plants, dangling ones too.
# Threats 20, 46.
. "$LIB/case.sh"
with_undo # what lies inside asks nothing: only where it really lies keeps it
precious "$HOME/outside/file"
mkdir -p deep/er
ln -s "$HOME/outside" way_out
lines=(
  'echo x >"$HOME/outside/file"' 'echo x >../outside/file' 'echo x >deep/../../outside/file' 'cd deep/er; echo x >../../../outside/file' 'cd /; echo x >"${HOME#/}/outside/file"' 'echo x >./../outside//./file'
  'echo x >way_out/file' 'echo x >>way_out/file' 'echo x >way_out/../outside/file' 'ln -s "$HOME/outside/file" l1; echo x >l1' 'ln -s ../outside l2; echo x >l2/file' 'ln -s l4 l3; ln -s ../outside/file l4; echo x >l3' 'truncate -s 0 way_out/file'
  'echo x >way_out/new' 'ln -s "$HOME/outside/new" dangling; echo x >dangling' 'ln -s ../outside/new d2; ln -s d2 d3; echo x >d3' 'mkdir "$HOME/outside/new"' 'mkdir way_out/new' 'ln -s x "$HOME/outside/new"' 'ln -s x way_out/new' 'mkfifo way_out/new'
  'cd / && rm -f "$HOME/outside/file"' 'cd /; rm -rf "${HOME#/}/outside"' 'cd ..; rm -rf outside' 'cd deep/er; rm -rf ../../../outside' 'rm -rf way_out/' 'rm -f way_out/file' 'mv "$HOME/outside/file" .' 'mv way_out/file .' 'mv deep way_out/new'
  'cp /etc/hostname way_out/new' 'touch "$HOME/new"' 'exec 3<..; echo x >/proc/self/fd/3/outside/file' "python3 -c 'import os; os.open(\"outside/file\", os.O_WRONLY | os.O_TRUNC, dir_fd=os.open(\"..\", os.O_PATH))'"
  "python3 -c 'import os; os.chdir(\"..\"); os.unlink(\"outside/file\")'" "python3 -c 'import os; os.symlink(\"../outside/new\", \"s\"); os.open(\"s\", os.O_WRONLY | os.O_CREAT)'"
)
for line in "${lines[@]}"; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_untouched "$HOME/outside/file"
  assert_missing "$HOME/outside/new" "$HOME/new"
  rm -f l1 l2 l3 l4 dangling d2 d3 s
  mkdir -p deep/er
done
assert_recorded "'FS_OUTSIDE_WORKSPACE' in r['categories'] and r['decision'] in ('ask', 'deny')"
guard_run --on-ask deny -- bash -c 'cd deep/er; echo x >../../mine; ln -s ../mine ../l; echo y >>../l; rm ../../mine ../l; echo z >../../../project/mine'
assert_status 0
assert_content mine z
