# SPDX-License-Identifier: Apache-2.0
# guard doctor says which folder is the workspace, and why: of a submodule it is the submodule, where git commits
# unasked; the other files of its superproject are outside.
. "$LIB/case.sh"
with_undo
git() { command git -c user.email=a@b -c user.name=A -c protocol.file.allow=always "$@"; }
top=$(mktemp -d "$HOME/guard-it-super.XXXXXX")
trap 'rm -rf "$top"' EXIT
mkdir "$top/lib" "$top/super" "$top/plain"
for name in lib super; do
  git -C "$top/$name" init -q -b main .
  echo line >"$top/$name/file"
  git -C "$top/$name" add -A
  git -C "$top/$name" commit -qm one
done
git -C "$top/super" submodule add -q "$top/lib" mod 2>/dev/null
git -C "$top/super" commit -qm module
[[ -f $top/super/mod/.git ]] || fail "no absorbed git directory"

says_in() { # FOLDER TEXT
  cd "$1"
  guard doctor >"$OUT" || true
  assert_says "$OUT" "  workspace: $2"
}
mkdir "$top/super/mod/src" "$top/super/src"
says_in "$top/super/mod/src" "$top/super/mod (the git top level of this folder, a submodule of $top/super, whose other files are outside)"
says_in "$top/super/src" "$top/super (the git top level of this folder)"
says_in "$top/plain" "$top/plain (this folder, which is in no git repository that counts)"
GUARD_WORKSPACE=$top/lib says_in "$top/plain" "$top/lib (named by the policy or GUARD_WORKSPACE)"
guard doctor --json >"$OUT" || true
QUESTION=$(<"$OUT")
[[ $(json_of "data['workspace']['folders'] == ['$top/plain']") == true ]] || fail "says $QUESTION"

cd "$top/super/mod"
guard_run --on-ask deny -- bash -c 'set -e; export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
echo more >>file; git commit -qam two'
assert_status 0
assert_silent "$ERR" 'guard: denied'
[[ $(git log --format=%s -1) == two ]] || fail "not committed"
guard_run --on-ask deny -- bash -c 'echo changed >../file'
assert_status_not 0
[[ $(<"$top/super/file") == line ]] || fail "the superproject's file was changed"
