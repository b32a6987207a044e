# SPDX-License-Identifier: Apache-2.0
# Wrappers, those on a list and those that nobody knows: the preview looks inside, and what they run
# is judged when it starts. Threat 34.
. "$LIB/case.sh"
stand_in sudo
printf '#!/bin/sh\nexec "$@"\n' >bin/custom
printf '#!/usr/bin/env python3\nimport os, sys\nos.execvp(sys.argv[1], sys.argv[1:])\n' >bin/another
chmod +x bin/custom bin/another
wrappers=(
  'timeout 5' 'nice' 'nice -n 3' 'setsid -w' 'stdbuf -o0' 'ionice -c3' 'flock lock' 'nohup' 'env' 'env -i PATH=/usr/bin:/bin' 'env -u X' 'chrt -b 0'
  'taskset 1' 'prlimit' 'setarch x86_64' 'xargs -a /dev/null' 'busybox nice' 'busybox timeout 5' 'busybox env' 'busybox xargs -I x' 'custom' 'another'
  'custom custom another' 'timeout 5 nice env custom' 'unshare -U' 'unshare -r' 'setpriv' 'choom -n 0 --' 'script -qc'
)
for wrapper in "${wrappers[@]}"; do
  command -v "${wrapper%% *}" >/dev/null || continue
  precious nest/egg
  for command in "$PWD/bin/sudo id" 'rm -rf nest'; do
    [[ $wrapper != script* ]] || command="'$command' /dev/null"
    guard_run --on-ask deny -- bash -c "$wrapper $command </dev/null"
    assert_nothing_ran "$wrapper $command"
    assert_untouched nest/egg
  done
done
assert_recorded "r['act'] == 'exec' and 'SUDO' in r['categories'] and r['decision'] in ('ask', 'deny')"
assert_recorded "'FS_DELETE_OVERWRITE' in r['categories'] and r['decision'] in ('ask', 'deny')"
for words in 'timeout 5 rm -rf nest' 'nice rm -rf nest' 'env -i A=1 rm -rf nest' 'setsid stdbuf -o0 ionice -c3 rm -rf nest' 'flock lock rm -rf nest' 'nohup nice timeout 5 rm -rf nest' 'xargs rm -rf nest'; do
  status=0
  # shellcheck disable=SC2086
  guard check -- $words >"$OUT" || status=$?
  [[ $status -eq 3 ]] || fail "the preview does not ask: $words"
done
for wrapper in 'timeout 5' nice 'env A=1' custom 'another custom' 'setsid -w' 'flock lock'; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- $wrapper echo through
  assert_content "$OUT" through
done
