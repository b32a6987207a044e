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
