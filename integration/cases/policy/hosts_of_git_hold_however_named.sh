# SPDX-License-Identifier: Apache-2.0
# A rule about git and a host holds for each way to that host: an address of any kind, a remote by its name, pushurl,
# insteadOf, an alias of ssh. Where a deny rule cannot know the host, it holds. Other hosts are left alone, and guard
# check says what the run does.
. "$LIB/case.sh"
git init -q -b main .
git remote add origin https://denied.example/x.git
git remote add other https://free.example/x.git
git remote add mixed https://free.example/x.git
git config remote.mixed.pushurl git@denied.example:x.git
git config url.ssh://denied.example/.insteadOf short:
mkdir -p "$HOME/.ssh"
printf 'Host alias\n  HostName denied.example\n' >"$HOME/.ssh/config"
stand_in ssh
policy=$CASE_ROOM/p.yaml

outcome() { # ALLOWED|DENIED COMMAND...
  local wanted=$1
  shift
  if [[ $wanted == DENIED ]]; then
    guard_run --policy "$policy" --on-ask allow -- "$@"
    assert_says "$ERR" 'rule there'
  else
    guard_run --policy "$policy" --on-ask deny -- "$@"
    assert_silent "$ERR" 'rule there'
  fi
  status=0
  guard check --policy "$policy" -- "$@" >"$OUT" 2>&1 || status=$?
  if [[ $wanted == DENIED ]]; then
    [[ $status == 4 ]] || fail "check ended with $status of: $*"
    assert_says "$OUT" '[there]'
  else
    assert_silent "$OUT" '[there]'
  fi
}

printf 'rules: [{id: there, when: {command: git, sub: push, host: denied.example}, decision: deny}]\n' >"$policy"
guard policy validate "$policy" >/dev/null
for where in '' origin mixed https://denied.example/x git@denied.example:x ssh://git@denied.example:22/x git://denied.example/x \
  short:x alias:x; do
  # shellcheck disable=SC2086
  outcome DENIED git push $where
done
outcome DENIED git -c url.https://denied.example/.insteadOf=https://free.example/ push other
outcome DENIED env GIT_DIR=.git git push other
outcome DENIED sh -c 'cd .git/.. && git push origin main'
for where in other https://free.example/x git@free.example:x "$CASE_ROOM/none.git"; do
  outcome ALLOWED git push "$where"
done
outcome ALLOWED git fetch origin
outcome ALLOWED git -c core.pager=cat push other

printf 'rules: [{id: there, when: {command: git, sub: [fetch, clone, pull], host: denied.example}, decision: deny}]\n' >"$policy"
outcome DENIED git fetch
outcome DENIED git fetch --all
outcome DENIED git pull origin main
outcome DENIED git clone https://denied.example/x there
outcome DENIED git clone alias:x there
outcome ALLOWED git fetch mixed
outcome ALLOWED git clone https://free.example/x there

# An allow rule holds where nothing else can be meant.
printf 'rules: [{id: there, when: {command: git, sub: push, host: denied.example}, decision: allow}]\n' >"$policy"
for each in '0 push origin' '3 push other' '3 -c url.https://free.example/.insteadOf=https://denied.example/ push origin'; do
  read -ra words <<<"$each"
  guard check --policy "$policy" --json -- git "${words[@]:1}" >"$OUT" || true
  python3 - "$OUT" "${words[0]}" <<'PY' || fail "otherwise: $each"
import json, sys
seen = json.load(open(sys.argv[1]))
sys.exit((seen["decision"] == "allow") != (sys.argv[2] == "0"))
PY
done

printf 'rules: [{id: there, when: {command: git, sub: lfs, host: denied.example}, decision: deny}]\n' >"$policy"
stand_in git-lfs
outcome DENIED git lfs push origin main
outcome DENIED git lfs fetch
outcome ALLOWED git lfs push other main
outcome ALLOWED git lfs track '*.bin'
