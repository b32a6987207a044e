# SPDX-License-Identifier: Apache-2.0
# An approved rename, for the command, says where things may leave from and where to: it replaces
# nothing elsewhere.
. "$LIB/case.sh"
mkdir -p "$HOME/sub"
for name in a b c; do printf '%s\n' "$name" >"$HOME/sub/$name"; done
printf 'mine\n' >"$HOME/.bashrc"
printf 'mine too\n' >"$HOME/letter"
start_guarded -- python3 -c '
import os
home = os.environ["HOME"]
os.rename(home + "/sub/a", home + "/sub/a2")
os.rename(home + "/sub/b", home + "/sub/b2")
for target in (".bashrc", "letter"):
    try: os.rename(home + "/sub/c", home + "/" + target)
    except OSError as error: print(target, error.strerror)'
wait_for_question
guard approve --scope command "$question_id" >/dev/null
until_true 20 test -e "$HOME/sub/b2" || fail "the second rename beside the first was not covered"
# Denied once, the same intent is denied without another question.
wait_for_question
guard deny "$question_id" >/dev/null
finish_guarded
assert_content "$HOME/.bashrc" mine
assert_content "$HOME/letter" "mine too"
assert_exists "$HOME/sub/a2" "$HOME/sub/c"
