# SPDX-License-Identifier: Apache-2.0
# sudo and kin ask first, by whatever program starts them. 7, 8, 12, 34.
. "$LIB/case.sh"
command -v sudo >/dev/null || skip "no sudo here"
for line in 'sudo touch ran' 'echo x | sudo touch ran' 'echo touch ran | xargs -n 2 sudo' \
  'find . -maxdepth 0 -exec sudo touch ran \;' 'env A=1 nice timeout 5 sudo touch ran' \
  "python3 -c 'import os; os.system(\"sudo touch ran\")'" \
  'setsid -w sudo touch ran' 'su -c "touch ran"'; do
  guard_run --on-ask deny -- bash -c "$line"
  [[ ! -e ran ]] || fail "went through: $line"
done
assert_recorded "'SUDO' in r['categories'] and r['decision'] in ('ask', 'deny')"
