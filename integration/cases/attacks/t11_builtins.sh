# SPDX-License-Identifier: Apache-2.0
# A shell does some acts itself, without starting anything: its redirections and loadable builtins
# act on files, and there they are judged. Threat 11.
. "$LIB/case.sh"
keep_policy
lines=(
  ': >kept/f' '>kept/f' 'printf x >kept/f' 'printf x >>kept/f' 'echo x >|kept/f' 'exec 3>kept/f' 'exec 3<>kept/f; echo x >&3' '{ echo x; } >kept/f'
  'cat </dev/null >kept/f' 'echo x &>kept/f' 'echo x >&kept/f' 'set +o noclobber; f() { echo x; } >kept/f; f' 'read -r x <<<y >kept/f'
)
if command -v cc >/dev/null; then
  printf '#include <unistd.h>\n__attribute__((constructor)) static void go(void) { unlink("kept/f"); }\n' >builtin.c
  cc -shared -fPIC -o builtin.so builtin.c
  lines+=('enable -f ./builtin.so rm')
fi
for line in "${lines[@]}"; do
  for shell in bash dash 'busybox sh'; do
    command -v "${shell%% *}" >/dev/null || continue
    precious kept/f
    # shellcheck disable=SC2086
    guard_run --policy "$KEEP" --on-ask deny -- $shell -c "$line"
    assert_untouched kept/f
  done
done
assert_recorded "r['rule'] == 'keep-it' and r['act'] != 'exec' and r['decision'] == 'deny'"
guard_run --policy "$KEEP" --on-ask deny -- bash -c 'echo x >mine; >>mine; exec 3<>mine; read -r y <&3; [[ $y == x ]]; read -r z <kept/f; echo "$z"'
assert_content "$OUT" "precious kept/f"
