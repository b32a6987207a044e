# SPDX-License-Identifier: Apache-2.0
# A program that the loader maps is never seen to start: running one is asked, by whatever name the
# loader goes; what it does is judged all the same; ldd and --list ask nothing. Threats K21.
. "$LIB/case.sh"
loader=$(ldd /bin/ls | grep -o '/[^ ]*/ld-[^ ]*')
ln -s "$loader" mine
precious kept/f
for way in "$loader /bin/echo ran" './mine /bin/echo ran' 'env timeout 5 ./mine /bin/echo ran' '(exec -a ls ./mine /bin/echo ran)' \
  "$loader --argv0 ls --library-path . /bin/echo ran" "$(compgen -G '/lib/ld-musl-*.so.1' | head -1) /bin/echo ran"; do
  [[ $way != ' '* ]] || continue
  guard_run --on-ask deny -- bash -c "$way; echo over"
  assert_content "$OUT" over
done
assert_recorded "r['rule'] == 'exec.loader' and r['decision'] == 'deny'"
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: free, when: {act: exec, command: ["ld-*", rm, cat]}, decision: allow}
  - {id: no-echo, when: {command: echo}, decision: deny}
YAML
guard_run --on-ask deny --policy policy.yaml -- bash -c "$loader /bin/echo ran; $loader /bin/rm -f kept/f; $loader /bin/cat kept/f >copy"
[[ ! -s $OUT ]] || fail "what a rule forbids ran behind the loader"
assert_untouched kept/f
assert_exists copy
guard_run --on-ask deny -- bash -c "ldd /bin/ls; $loader --list /bin/ls; $loader --version" 
assert_status 0
assert_says "$OUT" libc
