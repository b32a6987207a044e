# SPDX-License-Identifier: Apache-2.0
# The words that people type first mean something: status, sessions, ls, ps, log, version. A program in the place
# of a subcommand is told how it is run, and is not run.
. "$LIB/case.sh"
says() { # STATUS TEXT WORD...
  local wanted=$1 text=$2 status=0
  shift 2
  "$GUARD" "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
  [[ $status == "$wanted" ]] || fail "guard $* ended with $status: $(cat "$OUT" "$ERR")"
  grep -qF -- "$text" "$OUT" "$ERR" || fail "guard $* says: $(cat "$OUT" "$ERR")"
}
version=$(guard --version)
for word in -v -V version; do says 0 "$version" "$word"; done

for word in sessions ls ps status; do says 0 "no session runs" "$word"; done
says 0 "no question waits" status
precious folder/{a,b,c}
start_guarded --session asking -- rm -rf folder
wait_for_question
for word in sessions ls ps status; do
  says 0 "SESSION" "$word"
  grep -q "^asking .*balanced .* rm -rf folder  in $PWD" "$OUT" || fail "$word: $(<"$OUT")"
done
grep -q "^${question_id:0:8}  2  " "$OUT" || fail "status names no question: $(<"$OUT")"
says 0 '"questions"' status --json
says 0 "answered: 1 question" deny all
finish_guarded
says 0 "no question waits" approve all
wait_for_closing
says 0 "rm -rf folder" log
says 0 '"session_id":"asking"' log --json --limit 1
says 0 "usage: guard audit list" log --help
says 0 "usage: guard sessions" ps -h
says 2 "unknown option --nosuch" ps --nosuch

stand_in curl
says 2 "did you mean guard run -- curl -s 'a b'?" curl -s 'a b'
says 2 "did you mean guard run -- claude --resume?" claude --resume
says 2 "did you mean check?" chekc
assert_nothing_ran "guard curl"

# Help has groups, and fits a screen.
says 0 "Answer:" --help
for group in Run "Look back" "Set up"; do assert_says "$OUT" "$group:"; done
[[ $(wc -l <"$OUT") -le 40 ]] || fail "the help has $(wc -l <"$OUT") lines"

# An empty word is no program, and options of a subcommand stand behind it.
says 125 "the command is an empty word: name a program" check -- ''
says 2 "options of a subcommand stand behind it" alerts --policy x.yaml
says 0 "guard alerts test --policy ./guard.yaml" alerts test --help
