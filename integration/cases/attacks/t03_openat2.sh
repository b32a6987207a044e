# SPDX-License-Identifier: Apache-2.0
# openat2: its flags lie in memory, where no filter sees them, and its struct may grow. Threats 3, K40.
. "$LIB/case.sh"
keep_policy
precious kept/f
ln -s kept way
# O_WRONLY|O_TRUNC, O_RDONLY|O_TRUNC, O_RDWR, O_WRONLY|O_APPEND, O_WRONLY|O_CREAT
for flags in 0x201 0x200 0x2 0x401 0x41; do
  # none, NO_XDEV, NO_MAGICLINKS, NO_SYMLINKS, BENEATH, IN_ROOT
  for resolve in 0 0x1 0x2 0x4 0x8 0x10; do
    for size in 24 64 4096; do
      guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/openat2_form" "$flags" "$resolve" "$size" kept/f
      assert_untouched kept/f
      assert_content "$OUT" "openat2: EPERM"
    done
  done
  guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/openat2_form" "$flags" 0 24 way/../kept//f
  assert_untouched kept/f
done
guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/openat2_form" 0x41 0 24 way/new
assert_missing kept/new
assert_recorded "r['rule'] == 'keep-it' and r['decision'] == 'deny'"
for resolve in 0 0x8; do
  guard_run --policy "$KEEP" --on-ask deny -- bash -c 'echo long content >born; "$0" 0x201 "$1" 24 born' "$PROGRAMS/openat2_form" "$resolve"
  assert_content born written
  rm born
done

# A descriptor that names and opens nothing: programs fall back on openat, and nothing is said of it.
guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/openat2_form" 0x200000 0 24 kept/f
assert_content "$OUT" "openat2: ENOSYS"
assert_content "$ERR" ""
