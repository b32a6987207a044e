# SPDX-License-Identifier: Apache-2.0
# Inside a session each subcommand that looks at sessions, or at what answers allow, says in one true sentence
# that it is out of reach. Nothing of guard's is touched for that: no line about a blocked act, no record. Its
# help is not out of reach, nor is what speaks of policy.
. "$LIB/case.sh"
table='
watch|watch: the sessions are
pending|pending: the sessions are
pending --json|pending: the sessions are
status|status: the sessions are
sessions --json|sessions: the sessions are
ps|sessions: the sessions are
ls|sessions: the sessions are
log --limit 3|audit list: the record is
allow 1a2b3c4d|approve: the sessions are
approve all|approve: the sessions are
deny --all|deny: the sessions are
approve 1a2b3c4d|approve: the sessions are
approve 1a2b3c4d --confirm CONFIRM|approve: the sessions are
deny 1a2b3c4d|deny: the sessions are
approve-session --categories SUDO|approve-session: the sessions are
delegate --list|delegate: the sessions are
web|web: the sessions are
policy grants|policy grants: the grants are
policy grants --revoke 1a2b3c4d|policy grants: the grants are
policy trust|policy trust: trusting is
policy trust --yes .guard.yaml|policy trust: trusting is
policy init|policy init: your policy is
policy edit|policy edit: your policy is
init|policy init: your policy is
audit ls|audit list: the record is
undo --list|undo: the undo store is
audit list|audit list: the record is
learn|learn: the record is
'
while IFS='|' read -r words says; do
  [[ -n $words ]] || continue
  # shellcheck disable=SC2086 # several words
  guard_run --on-ask deny -- "$GUARD" $words
  assert_status 1
  assert_content "$ERR" "guard: $says out of reach inside a session: $([[ $says == *'the record is' ]] && echo read || echo run) it outside"
  [[ ! -s $OUT ]] || fail "$words prints: $(<"$OUT")"
done <<<"$table"
wait_for_closing
assert_not_recorded "r['rule'] == 'guard.own' or r['rule'] == 'api.role'"
for words in "watch --help" "policy grants --help" "approve -h" "policy show" "check -- ls" "completion bash"; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- "$GUARD" $words
  assert_status 0
  assert_silent "$ERR" "out of reach"
  [[ -s $OUT ]] || fail "$words prints nothing"
done
