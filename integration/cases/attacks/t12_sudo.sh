# SPDX-License-Identifier: Apache-2.0
# sudo and kin ask first, by whatever program starts them, and gain nothing when they run: no
# set-user-ID bit counts inside. Threats 12, 34.
. "$LIB/case.sh"
lines=()
if command -v sudo >/dev/null; then
  lines+=('sudo touch got' 'sudo -n touch got' 'echo x | sudo touch got' 'echo touch got | xargs -n 2 sudo' 'find . -maxdepth 0 -exec sudo touch got \;'
    'env A=1 nice timeout 5 sudo touch got' "python3 -c 'import os; os.system(\"sudo touch got\")'" 'setsid -w sudo touch got')
fi
lines+=('su -c "touch got"' 'su root -c "touch got"' 'LD_PRELOAD=/none.so su -c "touch got"')
for line in "${lines[@]}"; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_missing got
done
assert_recorded "'SUDO' in r['categories'] and r['decision'] in ('ask', 'deny')"
# Any program with the bit, whatever it is called.
cp "$PROGRAMS/stand_in" harmless
chmod u+s harmless
guard_run --on-ask deny -- ./harmless
assert_nothing_ran "a set-user-ID program"
assert_recorded "r['rule'] == 'exec.setuid' and 'SUDO' in r['categories']"
chmod u-s harmless
guard_run --on-ask deny -- ./harmless
assert_content "$OUT" "harmless ran"
guard_run -- grep NoNewPrivs /proc/self/status
assert_content "$OUT" $'NoNewPrivs:\t1'
