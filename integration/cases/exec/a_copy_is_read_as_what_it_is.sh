# SPDX-License-Identifier: Apache-2.0
# A copy of an installed program is judged as that program, whatever it is called and however it is
# started; check says the same as the run. A program of the user's own is not.
. "$LIB/case.sh"
runs=0
precious d/f
rm=$(readlink -f "$(command -v rm)")
cp "$rm" x
cp "$rm" patched && echo >>patched
mkdir bin && cp "$rm" bin/tool
cp "$(readlink -f /bin/bash)" sh2
cp "$(readlink -f "$(command -v env)")" env2
printf '#!%s -rf\n' "$PWD/x" >by_copy
printf '#!%s -rf\n' "$rm" >by_rm
chmod +x by_copy by_rm
denied() { # PROGRAM THAT IS DENIED: what is called, then the command
  local called=$1 session=s$((++runs))
  shift
  guard_run --session "$session" --ci -- "$@"
  assert_status_not 0
  assert_untouched d/f
  assert_recorded "r['session_id'] == '$session' and r['act'] == 'exec' and r['argv'][0].endswith('$called') and 'FS_DELETE_OVERWRITE' in r['categories'] and r['decision'] in ('ask', 'deny')"
  guard check --json -- "$@" >"$OUT" || true
  [[ $(json_in "$OUT" "data['decision'], data['category']") == "('ask', 'FS_DELETE_OVERWRITE')" ]] || fail "check of $*: $(<"$OUT")"
}
json_in() { python3 -B -c 'import json, sys; data = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$@"; }
denied x ./x -rf d
denied patched ./patched -rf d
PATH=$PWD/bin:$PATH denied tool tool -rf d
denied x env ./x -rf d
denied x timeout 5 ./x -rf d
denied x ./env2 ./x -rf d
denied by_copy ./by_copy d
denied by_rm ./by_rm d
denied x bash -c './x -rf d'
denied x ./sh2 -c './x -rf d'
denied rm ./sh2 -c 'rm -rf d'
guard_run --ci -- bash -c 'cp "$(command -v rm)" born && ln born linked && ./linked -rf d'
assert_untouched d/f
assert_recorded "r['act'] == 'exec' and 'FS_DELETE_OVERWRITE' in r['categories'] and r['argv'][0] == './linked'"
cat >in_memory.py <<PY
import os
fd = os.memfd_create("x")
os.write(fd, open("$rm", "rb").read())
os.execve(fd, ["x", "-rf", "d"], {})
PY
guard_run --ci -- python3 in_memory.py
assert_untouched d/f
assert_recorded "r['act'] == 'exec' and r['argv'][0] == 'x' and {'FS_DELETE_OVERWRITE', 'EXEC_ARBITRARY'} <= set(r['categories']) and r['decision'] in ('ask', 'deny')"
guard_run --ci -- ./x --version
assert_status 0
start_guarded -- ./x -rf d
wait_for_question
guard pending "$question_id" >"$OUT"
assert_says "$OUT" "read as $rm -rf d"
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
assert_missing d
