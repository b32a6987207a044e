# SPDX-License-Identifier: Apache-2.0
# /proc/self, thread-self, PID, task, fd, cwd and root lead to an object: that object is judged, and
# the caller's own is meant. A descriptor that was opened for reading is no way to write. Threats 4,
# K8.
. "$LIB/case.sh"
with_undo
keep_policy
lines=(
  'echo x >/proc/self/cwd/kept/f' 'echo x >/proc/thread-self/cwd/kept/f' 'echo x >/proc/$$/cwd/kept/f'
  'echo x >/proc/$$/task/$$/cwd/kept/f' 'echo x >"/proc/self/root$PWD/kept/f"' 'cd kept; echo x >/proc/self/cwd/f'
  'exec 3<kept/f; echo x >/proc/self/fd/3' 'exec 3<kept/f; echo x >/dev/fd/3' 'exec 3<kept/f; echo x >>/proc/thread-self/fd/3'
  'exec 3<kept/f; echo x >/proc/$$/fd/3' 'exec 3<kept; echo x >/proc/self/fd/3/f' 'exec 3<kept; cd /; echo x >/proc/self/fd/3/../kept/f'
  'ln -sfn /proc/self/cwd/kept way; echo x >way/f' 'exec 0<kept/f; echo x >/dev/stdin'
  'rm -f /proc/self/cwd/kept/f' 'mv /proc/self/cwd/kept/f taken' 'exec 3<kept; rm -rf /proc/self/fd/3/f'
  "python3 -c 'import os; os.truncate(\"/proc/self/fd/%d\" % os.open(\"kept/f\", os.O_RDONLY), 0)'"
  "python3 -c 'import os; os.open(\"/proc/self/fd/%d\" % os.open(\"kept/f\", os.O_PATH), os.O_RDWR | os.O_TRUNC)'"
  "python3 -c 'import os; os.open(\"self/cwd/kept/f\", os.O_WRONLY | os.O_TRUNC, dir_fd=os.open(\"/proc\", os.O_PATH))'"
  "python3 -c 'import os; os.unlink(\"f\", dir_fd=os.open(\"/proc/self/cwd/kept\", os.O_PATH))'"
)
for line in "${lines[@]}"; do
  precious kept/f
  guard_run --policy "$KEEP" --on-ask deny -- bash -c "$line"
  assert_untouched kept/f
  assert_missing taken
done
assert_recorded "r['rule'] == 'keep-it' and r['act'] == 'write' or r['act'] == 'modify'"
assert_recorded "r['rule'] == 'keep-it' and r['act'] == 'delete'"
guard_run --policy "$KEEP" --on-ask deny -- bash -c 'exec 3<>born; echo one >/proc/self/fd/3; echo two >>/dev/fd/3; echo three >>/proc/self/cwd/born; echo out >/proc/self/fd/1'
assert_status 0
assert_content born $'one\ntwo\nthree'
assert_content "$OUT" out
