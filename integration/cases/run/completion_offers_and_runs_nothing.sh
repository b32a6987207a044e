# SPDX-License-Identifier: Apache-2.0
# The words that bash completion offers: subcommands, options, values of options, sessions, records,
# questions, files; never a word that the help only calls them. It never runs the command that stands
# on the line.
. "$LIB/case.sh"
with_undo
cat >"$CASE_ROOM/complete.bash" <<'BASH'
eval "$("$1" completion bash)"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_guard
printf '%s\n' "${COMPREPLY[@]}"
BASH
offered() { bash "$CASE_ROOM/complete.bash" "$GUARD" "$GUARD" "$@" | sort | tr '\n' ' '; }
expect() { # OFFERED WORD...
  local wanted=$1 got
  shift
  got=$(offered "$@")
  [[ $got == "$wanted" ]] || fail "'guard $*' offers '$got', expected '$wanted'"
}
expect "check diff edit explain fetch grants init keygen lint list ls publish schema show sign status test trust validate " policy ""
expect "export list log ls prune report rotate sessions show sinks stats verify " audit ""
expect "list " audit li
expect "learn log ls " l
expect "--session --state-dir " ps --s
expect "allow deny wait " run --on-ask ""
expect "deny " run --on-ask de
expect "deny " run --on-ask = de
expect "balanced paranoid trusting " check --mode ""
expect "csv json jsonl ocsf " audit export --format ""
expect "allow ask block deny " audit list --decision ""
expect "bash fish zsh " completion ""
expect "--safe-mode --session --socket --state-dir " run --s
expect "--session --since --state-dir " audit list --s
[[ $(offered audit list --category F) == "FS_CONFIG_SECRETS FS_DELETE_OVERWRITE FS_OUTSIDE_WORKSPACE " ]] ||
  fail "categories: $(offered audit list --category F)"
offered run touch ran - >/dev/null
offered run touch ran "" >/dev/null
offered run touch ran --mode "" >/dev/null
assert_missing ran
expect " " audit list --path ""
expect " " approve --reason ""

# Words of the help in capitals are nobody's words; what is there in their place is.
precious first_file rmdir_me/second_file
guard_run --session done_one -- rm first_file
wait_for_closing
act=$(guard audit list --undo --json | python3 -B "$LIB/query.py" value "data[0]['undo_id']")
expect "done_one $act rmdir_me " undo ""
expect "rmdir_me " undo rm
expect "done_one " undo --session ""
expect "done_one " audit report ""
expect "done_one " audit list --session ""
expect "done_one#1 " audit show done_one#1
expect "rmdir_me " policy validate ""
expect " " pending --session ""
expect " " approve ""
start_guarded --session asking -- bash -c 'rm -rf rmdir_me'
wait_for_question
expect "${question_id:0:8} " approve ""
expect "${question_id:0:8} " deny ""
expect "asking " pending --session ""
guard deny "$question_id"
finish_guarded
# A colon ends a word for the shell, not for guard.
cat >"$CASE_ROOM/colon.bash" <<'BASH'
eval "$("$1" completion bash)"
COMP_WORDS=("$1" undo "${2%%:*}" : "") COMP_CWORD=4 COMP_LINE="guard undo ${2%%:*}:"
COMP_POINT=${#COMP_LINE}
_guard
printf '%s\n' "${COMPREPLY[@]}"
BASH
rest=$(bash "$CASE_ROOM/colon.bash" "$GUARD" "$act")
[[ $rest == "${act#*:}" ]] || fail "behind the colon of $act: '$rest'"
