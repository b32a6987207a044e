# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A project's file that nobody trusts names no sink; a lock on `audit` holds a user's; a file where the tree may write
# gets nothing.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
printf 'audit: {sinks: [{name: mine, type: file, path: "%s/mine"}]}\n' "$PLACE" >.guard.yaml
guard policy show >"$OUT"
assert_says "$OUT" "audit.sinks: only a trusted file sets them"
guard_run -- /bin/echo hello
wait_for_closing
guard audit sinks >"$OUT"
assert_says "$OUT" "no sink is set"
assert_missing "$PLACE/mine"
rm .guard.yaml
sinks_policy "{name: inside, type: file, path: \"$PWD/inside\"}"
guard_run -- /bin/echo hello
assert_says "$ERR" "guard: sink inside failed:"
assert_says "$ERR" "lies where the supervised program may write"
assert_missing inside
sinks_policy "{name: odd, type: file}"
guard_run -- touch ran
assert_refused_to_start 125 'a sink of type file needs "path"'
