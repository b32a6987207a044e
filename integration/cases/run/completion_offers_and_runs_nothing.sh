# SPDX-License-Identifier: Apache-2.0
# What bash completion offers: subcommands, options, values of options; and it never runs the command
# that stands on the line.
. "$LIB/case.sh"
cat >complete.bash <<'BASH'
eval "$("$1" completion bash)"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_guard
printf '%s\n' "${COMPREPLY[@]}"
BASH
offered() { bash complete.bash "$GUARD" "$GUARD" "$@" | sort | tr '\n' ' '; }
expect() { # OFFERED WORD...
  local wanted=$1 got
  shift
  got=$(offered "$@")
  [[ $got == "$wanted" ]] || fail "'guard $*' offers '$got', expected '$wanted'"
}
expect "schema show validate " policy ""
expect "export list prune report show stats verify " audit ""
expect "list " audit li
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
