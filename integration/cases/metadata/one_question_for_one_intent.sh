# SPDX-License-Identifier: Apache-2.0
# An approved chmod -R covers what it then does, also in .git; the question names the act plainly.
# timeout: 120
. "$LIB/case.sh"
git init -q .
for i in 1 2 3 4 5; do echo "$i" >"f$i"; done
git add . && git -c user.name=a -c user.email=a@b commit -qm first
approvals() { guard audit export --format jsonl 2>/dev/null | grep -o '"approval_id":"[^"]*"' | sort -u | wc -l; }
asked_once() { # TEXT WORD...
  local text=$1 before
  shift
  before=$(approvals || true)
  start_guarded --kill-at-exit -- "$@"
  wait_for_question
  [[ $(json_of "data[0]['what']") == *"$text"* ]] || fail "the question says $(json_of "data[0]['what']")"
  guard approve "$question_id"
  finish_guarded
  assert_status 0
  [[ $(($(approvals) - before)) -eq 1 ]] || fail "more than one question: $*"
}
asked_once 'chmod -R go-rwx .' chmod -R go-rwx .
[[ -z $(find . -perm /077 ! -type l) ]] || fail "left open: $(find . -perm /077 ! -type l | head -3)"
chmod u+w -R .git
precious "$HOME/outside/x" "$HOME/outside/d/y"
chmod 644 "$HOME/outside/x"
asked_once "chmod 0755 $HOME/outside/x" python3 -c 'import os, sys; os.chmod(sys.argv[1], 0o755)' "$HOME/outside/x"
asked_once "chmod 600 $HOME/outside/x" chmod 600 "$HOME/outside/x"
asked_once "chmod -R 700 $HOME/outside/d" chmod -R 700 "$HOME/outside/d"
ln -s "$HOME/outside/x" way_out
asked_once "chmod 640 way_out" chmod 640 way_out
[[ $(stat -c %a "$HOME/outside/x") == 640 ]] || fail "not changed through the link"
cp f1 tool
asked_once "chmod u+s tool" chmod u+s tool
[[ $(stat -c %a tool) == 4* ]] || fail "no set-user-ID bit"
# An approval of something else gives no rights: the second act of the same program asks again.
start_guarded --kill-at-exit -- python3 -c '
import os, sys
os.chmod(sys.argv[1], 0o644)
os.chmod(sys.argv[1], 0o4755)' "$HOME/outside/x"
wait_for_question
guard approve --scope command "$question_id"
wait_for_question
[[ $(json_of "data[0]['what']") == "chmod 4755 $HOME/outside/x" ]] || fail "asked $(json_of "data[0]['what']")"
guard deny "$question_id"
finish_guarded
[[ $(stat -c %a "$HOME/outside/x") == 644 ]] || fail "the bit was set"
[[ $(id -u) -eq 0 ]] || exit 0
asked_once "chown -R 7:7 $HOME/outside/d" chown -R 7:7 "$HOME/outside/d"
[[ $(stat -c %u "$HOME/outside/d/y") == 7 ]] || fail "not given away"
lsattr -d f1 >/dev/null 2>&1 || exit 0
asked_once "chattr +i f1" chattr +i f1
[[ $(lsattr -d f1) == *i*f1 ]] || fail "not immutable"
asked_once "chattr -i f1" chattr -i f1
