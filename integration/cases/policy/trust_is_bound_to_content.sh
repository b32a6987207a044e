# SPDX-License-Identifier: Apache-2.0
# A project's file only tightens until its user trusts it; what it would loosen is listed first;
# another content is trusted no more, and the list says so; nobody inside a session can trust anything.
. "$LIB/case.sh"
git init -q .
printf 'rules: [{id: free, when: {act: delete, path: "old/**"}, decision: allow}]\n' >.guard.yaml
precious old/a
asks() { [[ $(guard check --json -- rm -r old || true) == *'"decision":"ask"'* ]]; }
asks || fail "an untrusted file allowed"
! guard policy trust </dev/null >"$OUT" 2>"$ERR" || fail "trusted without an answer"
assert_says "$OUT" '1:9: rule free: allows'
asks || fail "allowed without trust"
guard_run --on-ask deny -- bash -c "\"$GUARD\" policy trust --yes; echo \$?"
assert_says "$OUT" 1
asks || fail "the tree trusted for itself"
guard policy trust --yes >"$OUT"
guard check -- rm -r old || fail "trusted, and asked"
guard policy show >"$OUT"
assert_says "$OUT" "$PWD/.guard.yaml  (trusted)"
listed() { # STATE
  guard policy trust --list >"$OUT"
  grep -q "^[0-9a-f]\{12\}  $1  *$PWD/.guard.yaml\$" "$OUT" || fail "it is not listed as $1: $(<"$OUT")"
  QUESTION=$(guard policy trust --list --json)
  [[ $(json_of "data[0]['state'] == '$1' and data[0]['path'] == '$PWD/.guard.yaml'") == true ]] || fail "JSON: $QUESTION"
}
listed trusted
mv .guard.yaml away
listed gone
ln -s away .guard.yaml
listed 'changed since'
mv -f away .guard.yaml
listed trusted
echo '# another line' >>.guard.yaml
listed 'changed since'
asks || fail "another content is trusted"
guard policy show >"$OUT"
assert_says "$OUT" 'has changed since it was trusted'
guard policy trust --yes >"$OUT"
guard check -- rm -r old || fail "trusted again, and asked"
guard policy trust --withdraw .guard.yaml >"$OUT"
asks || fail "withdrawn, and allowed"
[[ $(guard policy trust --list --json) == '[]' ]] || fail "it is still listed"
status=0
guard policy trust --json 2>"$ERR" || status=$?
assert_status 2
guard_run --on-ask deny -- rm -r old
assert_exists old/a
# A rule that lets acts of tier 3 go unasked is told, whatever its name says.
printf 'rules: [{id: wide, when: {command: git, sub: push}, decision: allow}]\n' >.guard.yaml
! guard policy trust </dev/null >"$OUT" 2>"$ERR" || fail "trusted without an answer"
assert_says "$OUT" 'git push --force'
