# SPDX-License-Identifier: Apache-2.0
# A slip is told with the command that it belongs to, the choices that there are, or the reason.
. "$LIB/case.sh"
says() { # STATUS TEXT WORD...
  local wanted=$1 text=$2
  shift 2
  status=0
  guard "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_status "$wanted"
  assert_says "$ERR" "$text"
}
says 2 'completion: no script for tcsh, but for bash, zsh and fish' completion tcsh
says 2 'unknown subcommand lst of guard audit (did you mean list?)' audit lst
says 125 'cannot read the plan nofile: No such file or directory' run --pre-confirm @nofile -- true
