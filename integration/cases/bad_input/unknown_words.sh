# SPDX-License-Identifier: Apache-2.0
# Unknown options and subcommands: one line, a status, nothing ran.
. "$LIB/case.sh"
for words in 'run --no-such-option' 'run --mode sometimes' 'run --on-ask perhaps' 'run --safe-mode maybe' 'run --require magic'; do
  status=0
  # shellcheck disable=SC2086
  guard $words -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_refused_to_start 125 "${words##* }"
done
status=0
guard run >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_refused_to_start 125 ""
status=0
guard run -- >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_refused_to_start 125 ""
for words in frobnicate 'check' 'audit frobnicate' 'policy frobnicate' 'audit export --format xml'; do
  status=0
  # shellcheck disable=SC2086
  guard $words >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_status_not 0
  grep -q '^guard: ' "$ERR" || fail "$words: $(cat "$ERR")"
done
# A name that is mistyped is an error, not an empty answer.
guard_run -- true
wrong() { # STATUS TEXT WORD...
  local wanted=$1 text=$2 status=0
  shift 2
  "$GUARD" "$@" >"$OUT" 2>"$ERR" || status=$?
  assert_status "$wanted"
  [[ $(wc -l <"$ERR") -eq 1 && ! -s $OUT ]] || fail "guard $*: $(head -c 400 "$OUT" "$ERR")"
  assert_says "$ERR" "$text"
}
wrong 2 "--act delet: not known (did you mean delete?)" audit list --act delet
wrong 1 "no session nosuch on record" audit list -s nosuch
wrong 1 "no session nosuch on record" audit export -s nosuch
wrong 1 "no session nosuch on record" audit stats --json -s nosuch
wrong 125 "--state-dir ./nosuch" pending --state-dir ./nosuch
wrong 125 "--state-dir ./nosuch" approve --state-dir ./nosuch 12345678
wrong 125 "no session 'nosuch'" pending -s nosuch
