# SPDX-License-Identifier: Apache-2.0
# Files through which the kernel starts programs or reaches memory are part of the system: opening
# them for writing asks at tier 3. Nothing is written here, not even without guard. Threat K34.
. "$LIB/case.sh"
for path in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sys/kernel/hotplug /proc/sys/kernel/sysrq /proc/sysrq-trigger /sys/kernel/uevent_helper /proc/sys/vm/drop_caches; do
  status=0
  guard check --json --shell "echo x >$path" >"$OUT" || status=$?
  [[ $status -ne 0 ]] || fail "the preview lets it be written: $path"
  [[ -e $path ]] || continue
  # Opened and closed: that alone changes nothing.
  guard_run --on-ask allow -- python3 -c 'import os, sys
try:
    os.close(os.open(sys.argv[1], os.O_WRONLY)); print("opened")
except OSError as error:
    print(error.strerror)' "$path"
  assert_silent "$OUT" opened
done
[[ $(id -u) -ne 0 ]] || assert_recorded "r['act'] == 'modify' and 'SYSTEM_IMPACT' in r['categories'] and r['risk_tier'] == 3 and r['outcome'] == 'refused'"
guard_run --on-ask deny -- bash -c 'cat /proc/sys/kernel/core_pattern >/dev/null; echo 100 >/proc/self/oom_score_adj; cat /proc/self/oom_score_adj'
assert_content "$OUT" 100
