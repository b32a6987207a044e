# SPDX-License-Identifier: Apache-2.0
# A machine without /bin/sh, as images of containers are: guard doctor tries with another shell; without any it says that
# it could not try, and not that guard cannot run.
. "$LIB/case.sh"
((EUID == 0)) || skip "needs mounts: root"
without() { # SHELL...
  unshare --mount --propagation private bash -c '
    guard=$1
    shift
    for shell in "$@"; do
      for place in /bin /usr/bin /usr/local/bin; do
        [[ ! -e $place/$shell ]] || mount --bind /dev/null "$(realpath "$place/$shell")" 2>/dev/null || true
      done
    done
    exec "$guard" doctor --json' without "$GUARD" "$@"
}
status=0
without sh dash >"$OUT" 2>"$ERR" || status=$?
assert_status 0
QUESTION=$(<"$OUT")
[[ $(json_of "[g['held'] for g in data['guarantees'] if g['id'] in ('mediation', 'exec')]") == "[true, true]" ]] ||
  fail "says $QUESTION"
without sh dash ash zsh bash >"$OUT" 2>"$ERR" || status=$?
assert_status 0
QUESTION=$(<"$OUT")
[[ $(json_of "data['mediated']") == true ]] || fail "says $QUESTION"
[[ $(json_of "[g['works'] for g in data['guarantees'] if g['id'] == 'mediation']") == "[null]" ]] || fail "says $QUESTION"
assert_says "$OUT" "no shell is here"
