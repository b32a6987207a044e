# SPDX-License-Identifier: Apache-2.0
# guard review --discard-command: of three commands that changed one file the lines of one become what they were, in whatever order;
# what others wrote stays, and where they wrote the same lines the file is left and told. Each step can be taken back.
# timeout: 120
. "$LIB/case.sh"
with_undo
fresh() { # one file by three commands, one by a single one, one that was made
  rm -rf "$GUARD_STATE_DIR"
  rm -f new && printf '%s\n' 1 2 3 4 5 6 7 8 9 >f && echo other >g
  guard_run -- bash -c 'sed -i s/2/two/ f; sed -i -e s/5/five/ -e "\$a ten" f g; sed -i -e s/8/eight/ f; tee new <<<x >/dev/null'
  wait_for_closing
}
is() { # FILE LINE...
  [[ $(<"$1") == "$(printf '%s\n' "${@:2}")" ]] || fail "$1 is: $(tr '\n' ' ' <"$1")"
}
fresh
guard review --by-command >"$OUT"
[[ $(grep -c '^  M  f | .*; by 3 commands$' "$OUT") -eq 3 ]] || fail "says: $(<"$OUT")"
# The counts are those of each command.
[[ $(grep -o '^  M  f | [-+0-9 ]*;' "$OUT" | tr '\n' ' ') == "  M  f | +1 -1;   M  f | +2 -1;   M  f | +1 -1; " ]] || fail "counts: $(<"$OUT")"
guard review --discard-command 2 --yes >"$OUT"
is f 1 two 3 4 5 6 7 eight 9
is g other
assert_exists new
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >/dev/null 2>&1
is f 1 two 3 4 five 6 7 eight 9 ten
# In any order, and the last one brings nothing of the others back.
fresh
guard review --discard-command s/5/ --yes >/dev/null
guard review --discard-command s/8/ --yes >/dev/null
is f 1 two 3 4 5 6 7 8 9
guard review --discard-command "sed -i s/2/two/ f" --yes >/dev/null
is f 1 2 3 4 5 6 7 8 9
guard review --discard-command 2 --yes >"$OUT" || true
is f 1 2 3 4 5 6 7 8 9
guard review --discard-command 'tee new' --yes >/dev/null
assert_missing new
# A change that somebody wrote since stays, unless it is in the way.
fresh
sleep 0.1
sed -i 's/4/mine/' f
guard review --discard-command 1 --yes >"$OUT"
is f 1 2 3 mine five 6 7 eight 9 ten
fresh
sleep 0.1
sed -i 's/two/2+/' f
status=0
guard review --discard-command 1 --yes >"$OUT" || status=$?
assert_status 1
assert_says "$OUT" "left: f: the same lines were changed again"
is f 1 2+ 3 4 five 6 7 eight 9 ten
# The last command's end is not kept where somebody wrote since: then the file is left.
status=0
guard review --discard-command s/8/ --yes >"$OUT" || status=$?
assert_status 1
assert_says "$OUT" "left: f: "
is f 1 2+ 3 4 five 6 7 eight 9 ten
# The same words again are one command; a number or a part that fits none, or several, is told.
status=0
guard review --discard-command nothing --yes 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "nothing: no command of the session"
status=0
guard review --discard-command sed --yes 2>"$ERR" || status=$?
assert_status 2
assert_says "$ERR" "several commands"
# A shell that ran a text is not meant by what stands in the text; what goes back is named, and nothing does without a yes.
rm -rf "$GUARD_STATE_DIR"
rm -f new new2
seq 9 >f
guard_run -- bash -c 'sed -i s/2/two/ f; echo more >new; echo more >new2'
wait_for_closing
status=0
guard review --discard-command 'sed -i s/2' >"$OUT" 2>"$ERR" || status=$?
assert_status 3
assert_says "$OUT" "what sed -i s/2/two/ f changed goes back:"
assert_says "$OUT" "  f"
assert_silent "$OUT" new
assert_says "$ERR" "--yes discards it without asking"
is f 1 two 3 4 5 6 7 8 9
status=0
guard review --discard-command 'echo more' --yes 2>"$ERR" || status=$?
assert_status 2
assert_says "$ERR" "only the text that a shell ran has that"
assert_says "$ERR" "  2  bash -c "
guard review --discard-command 'sed -i s/2' --yes >"$OUT"
is f 1 2 3 4 5 6 7 8 9
assert_exists new2
# A file that the command made, and another one changed since, is left.
rm -rf "$GUARD_STATE_DIR"
rm -f new
guard_run -- bash -c 'tee new <<<x >/dev/null; sed -i "\$a more" new'
wait_for_closing
status=0
guard review --discard-command tee --yes >"$OUT" || status=$?
assert_status 1
assert_says "$OUT" "left: new: it was made by this command"
guard review --discard-command more --yes >/dev/null
is new x
# For a file that is too large for checkpoints, the states between are not kept: it is left, and blame is not
# sure.
rm -rf "$GUARD_STATE_DIR"
seq 1 1300000 >large
guard_run -- bash -c 'sed -i "1s/.*/first/" large; sed -i "2s/.*/second/" large'
wait_for_closing
status=0
guard review --discard-command 1 --yes >"$OUT" || status=$?
assert_status 1
assert_says "$OUT" "not each of its states is kept"
[[ $(head -2 large | tr '\n' ' ') == "first second " ]] || fail "it is $(head -2 large)"
guard blame large >"$OUT"
assert_says "$OUT" "or by an earlier change: not each state is kept"
