# SPDX-License-Identifier: Apache-2.0
# The words that a real fish offers: subcommands, options, values, sessions on record, waiting
# questions.
. "$LIB/case.sh"
with_undo
command -v fish >/dev/null || skip "no fish here"
PATH=$(dirname "$GUARD"):$PATH
guard completion fish >guard.fish
offered() { fish --no-config -c 'source guard.fish; complete -C "$argv[1]"' "$1" 2>&1 | cut -f1 | sort | tr '\n' ' '; }
expect() { # OFFERED LINE
  local got
  got=$(offered "$2")
  [[ $got == "$1" ]] || fail "'$2' offers '$got', expected '$1'"
}
expect "list " "guard audit li"
expect "allow deny wait " "guard run --on-ask "
expect "--safe-mode --session --socket --state-dir " "guard run --s"
expect "balanced paranoid trusting " "guard check --mode "
precious lost folder/kept
expect "folder/ " "guard policy validate fo"
expect "folder/ " "guard run --policy fo"
expect "folder/ " "guard run -- rm fo"
[[ $(offered "guard run -- gre") == *grep* ]] || fail "no command after --: $(offered "guard run -- gre")"
guard_run --session done_one -- rm lost
wait_for_closing
expect "done_one " "guard undo --session "
expect "done_one " "guard audit report done"
start_guarded --session asking -- rm -rf folder
wait_for_question
expect "${question_id:0:8} " "guard approve ${question_id:0:2}"
expect "asking " "guard pending --session "
guard deny "$question_id" >/dev/null
finish_guarded
