# SPDX-License-Identifier: Apache-2.0
# Each way to open for writing or to truncate meets a rule; O_RDONLY|O_TRUNC and openat2 too. 3, 5, 11.
. "$LIB/case.sh"
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: keep-it, when: {act: [write, delete], path: "kept/**"}, decision: deny}
YAML
loader=/lib64/ld-linux-x86-64.so.2
lines=(
  ': >kept/f' '>kept/f' 'printf x >>kept/f' 'echo x >|kept/f' 'cp /dev/null kept/f' 'truncate -s 0 kept/f'
  'dd if=/dev/zero of=kept/f bs=1 count=1' 'echo x | tee kept/f' 'sed -i s/p/q/ kept/f'
  "python3 -c 'open(\"kept/f\", \"w\")'" "python3 -c 'open(\"kept/f\", \"r+\").write(\"x\")'"
  "perl -e 'open(F, \">\", \"kept/f\")'" "perl -pi -e s/p/q/ kept/f"
  "$PROGRAMS/call_open_trunc rdonly kept/f" "$PROGRAMS/call_open_trunc wronly kept/f" "$PROGRAMS/call_open_trunc rdwr kept/f"
  "$PROGRAMS/call_open_trunc_static wronly kept/f" "$PROGRAMS/call_creat kept/f" "$PROGRAMS/call_openat2_trunc kept/f"
  "$PROGRAMS/call_openat2_trunc kept/f 0x08" "$PROGRAMS/call_truncate kept/f 0" "$PROGRAMS/call_legacy open kept/f 0x201"
  "$PROGRAMS/call_legacy open kept/f 0x200" "$PROGRAMS/call_legacy creat kept/f" "$PROGRAMS/call_legacy truncate kept/f 0"
  'ln -s kept/f way; echo x >way' 'exec 3<kept/f; echo x >/proc/self/fd/3' 'exec 3<kept/f; echo x >/dev/fd/3'
  'cd kept; echo x >./../kept/f' 'echo x >/proc/self/cwd/kept/f' 'echo x >"$PWD/kept//./f"'
  "$loader $PROGRAMS/call_truncate kept/f 0"
)
[[ ! -x $PROGRAMS/call_open_trunc_musl ]] || lines+=("$PROGRAMS/call_open_trunc_musl wronly kept/f")
for line in "${lines[@]}"; do
  precious kept/f
  rm -f way
  guard_run --policy policy.yaml --on-ask deny -- bash -c "$line"
  [[ $(cat kept/f) == "precious kept/f" ]] || fail "went through: $line"
done
assert_recorded "r['rule'] == 'keep-it' and r['decision'] == 'deny' and r['errno'] == 1"
