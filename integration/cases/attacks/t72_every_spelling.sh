# SPDX-License-Identifier: Apache-2.0
# Whatever deletes a file of before meets the same judgement as rm. Threat 72.
. "$LIB/case.sh"
loader=/lib64/ld-linux-x86-64.so.2
cp /bin/rm cleaner
printf '#!/bin/sh\nrm -rf nest\n' >script
chmod +x script
printf 'clean:\n\trm -rf nest\n' >Makefile
spellings=(
  'rm -rf nest' 'rm -fr nest' 'rm -r -f nest' 'rm --recursive --force nest' '/bin/rm -rf ./nest'
  '\rm -rf nest' "r''m -rf nest" 'X=rm; $X -rf nest' 'FOO=1 rm -rf nest' 'command rm -rf nest'
  'echo safe && rm -rf nest' 'cd / && rm -rf "$OLDPWD/nest"' 'eval "$(echo cm0gLXJmIG5lc3Q= | base64 -d)"'
  'find nest -delete' 'find nest -type f -exec rm -f {} +' 'echo nest | xargs rm -rf'
  "python3 -c 'import os; os.remove(\"nest/egg\")'"
  "python3 -c 'import shutil; shutil.rmtree(\"nest\")'"
  "python3 -c 'import os; getattr(os, \"unl\" + \"ink\")(\"nest/egg\")'"
  "perl -e 'unlink \"nest/egg\"'"
  './cleaner -rf nest' "$loader /bin/rm -rf nest" './script' 'sh ./script' 'timeout 5 nice rm -rf nest'
  'env -S "rm -rf nest"' 'rm -rf $(echo nest)' 'unlink nest/egg' 'mv nest /tmp/guard-gone.$$'
  "$PROGRAMS/call_unlink nest/egg" "$PROGRAMS/call_unlink_static nest/egg" "$PROGRAMS/call_unlinkat nest egg"
  "$PROGRAMS/call_legacy unlink nest/egg" "$PROGRAMS/from_thread nest/egg" "$PROGRAMS/under_vfork nest/egg"
  "cd /proc/self/cwd && rm -rf nest" 'rm -rf /proc/self/cwd/nest' "$PROGRAMS/int80 nest/egg"
  "$PROGRAMS/x32 nest/egg" 'rm -rf nest &
   wait'
)
! command -v node >/dev/null || spellings+=("node -e 'require(\"fs\").rmSync(\"nest\", {recursive: true})'")
! command -v make >/dev/null || spellings+=('make clean')
! command -v busybox >/dev/null || spellings+=('busybox rm -rf nest')
[[ ! -x $PROGRAMS/call_unlink_musl ]] || spellings+=("$PROGRAMS/call_unlink_musl nest/egg")
for line in "${spellings[@]}"; do
  precious nest/egg
  guard_run --on-ask deny -- bash -c "$line"
  [[ -f nest/egg && $(<nest/egg) == "precious nest/egg" ]] || fail "went through: $line"
done
assert_recorded "r['act'] == 'delete' and r['decision'] in ('ask', 'deny')"
# Those that change instead of deleting go unasked in the workspace until there is undo: where a rule
# denies it, none gets through.
keep_policy
stand_in ssh crontab
for line in 'truncate -s 0 kept/f' ': >kept/f' 'cp /dev/null kept/f' 'dd if=/dev/null of=kept/f' 'dd of=kept/f </dev/null' 'mv kept/f x' 'mv x kept/f' 'vim -es -c ":!rm kept/f" -c q' \
  'printf "rm kept/f" >c.sh; bash c.sh' 'X=rm; $X -rf kept' 'find kept -type f -exec rm -f {} +' 'find kept -type f -exec sh -c ": >\$0" {} \;' 'install /dev/null kept/f' 'tee kept/f </dev/null' 'sed -i d kept/f' 'tar cf kept/f x' \
  'shred -u kept/f' 'git init -q .; git add -A; git clean -fdx' 'ssh host "rm -rf /x"' 'crontab -r'; do
  precious kept/f
  echo x >x
  guard_run --policy "$KEEP" --on-ask deny -- timeout 20 bash -c "$line"
  assert_untouched kept/f
  assert_nothing_ran "$line"
done
assert_recorded "r['rule'] == 'keep-it' and r['decision'] == 'deny'"
