# SPDX-License-Identifier: Apache-2.0
# Programs that run what an option, a file or a setting tells them: what they run is judged when it
# starts. Threats 31, 41.
. "$LIB/case.sh"
stand_in sudo
git init -q .
git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
echo x >tracked
git add tracked
printf 'x:\n\tsudo id\n' >Makefile
printf '#!/bin/sh\nexec sudo id\n' >shell
chmod +x shell
lines=(
  "git -c alias.x='!sudo id' x" "git -c alias.x='!f() { sudo id; }; f' x" "git -c core.pager='sudo id' -p log" "git -c core.editor='sudo id' commit -a"
  "git -c diff.external='sudo id' diff --cached" "git -c core.fsmonitor='sudo id;:' status" "GIT_EDITOR='sudo id' git commit" "PAGER='sudo id' git -p log"
  "git -c core.sshCommand='sudo id' fetch ssh://nowhere.invalid/x" "git grep -O'sudo id' x" "git bisect run sudo id" "git rebase -x 'sudo id' HEAD" "git submodule foreach 'sudo id'"
  'find . -maxdepth 1 -name tracked -exec sudo id \;' 'find . -maxdepth 1 -execdir sudo id {} +' 'find . -maxdepth 1 -ok sudo id \; <<<y'
  "tar cf /dev/null --checkpoint=1 --checkpoint-action=exec='sudo id' tracked" "tar cf - -I 'sudo id' tracked" "tar cf x.tar tracked; tar xf x.tar --to-command='sudo id'"
  "awk 'BEGIN { system(\"sudo id\") }'" "awk 'BEGIN { \"sudo id\" | getline }'" "awk 'BEGIN { print | \"sudo id\" }'" 'sed "1e sudo id" tracked' "sed 's/.*/sudo id/e' tracked"
  "perl -e 'print \`sudo id\`'" "perl -e 'open(F, \"sudo id|\")'" "python3 -c 'import pty; pty.spawn([\"sudo\", \"id\"])'" 'xargs -a tracked sudo' 'echo id | xargs -I{} sh -c "sudo {}"' 'make x'
  "make -f - <<<\$'x:\\n\\tsudo id'" "make SHELL=./shell x" 'ed -s <<<"!sudo id"' "vim -es -c '!sudo id' -c q" "echo '!sudo id' | less tracked" "sqlite3 x.db '.shell sudo id'" "script -qc 'sudo id' /dev/null"
  "env -S 'sudo id'" 'split --filter="sudo id" tracked' "sort --compress-program='sudo' -S 1k tracked" "gdb -batch -ex '!sudo id'" "strace -o /dev/null sudo id" 'flock lock sudo id' "flock lock -c 'sudo id'" "setsid -w sudo id" 'busybox sh -c "sudo id"'
  "node -e 'require(\"child_process\").execSync(\"sudo id\")'" "ssh -o ProxyCommand='sudo id' nowhere.invalid" "tmux -S own.sock -f /dev/null new-session 'sudo id'"
)
for line in "${lines[@]}"; do
  program=${line%% *}
  [[ $program == *=* ]] || command -v "$program" >/dev/null || continue
  guard_run --on-ask deny --kill-at-exit -- timeout -k 1 10 bash -c "$line"
  assert_nothing_ran "$line"
done
assert_recorded "r['act'] == 'exec' and 'SUDO' in r['categories'] and r['decision'] in ('ask', 'deny')"
guard_run --on-ask deny -- bash -c "find . -maxdepth 1 -name tracked -exec echo found {} \;; git -c alias.x='!echo aliased' x"
assert_content "$OUT" $'found ./tracked\naliased'
