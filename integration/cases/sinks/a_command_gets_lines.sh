# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# A command gets records as lines on its standard input; while it fails they wait, and its first line of standard
# error says why.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
cat >"$PLACE/ship" <<SH
#!/bin/sh
if [ -e "$PLACE/broken" ]; then echo "no room left" >&2; exit 3; fi
cat >>"$ARRIVED"
SH
chmod 755 "$PLACE/ship"
sinks_policy "{name: own, type: command, command: [\"$PLACE/ship\", --guard]}"
touch "$PLACE/broken"
guard_run -- bash -c '/bin/echo first; sleep 3'
wait_for_closing
assert_says "$ERR" "guard: sink own failed: status 3: no room left; records wait (guard audit sinks)"
[[ $(grep -c "sink own" "$ERR") -eq 1 ]] || fail "not said once: $(cat "$ERR")"
[[ ! -e $ARRIVED ]] || fail "it came"
assert_recorded "r['act'] == 'alert' and 'no room left' in r['reason']"
[[ $(sink_json own error) == *"no room left"* && $(sink_json own behind) != 0 ]] || fail "$(guard audit sinks)"
rm "$PLACE/broken"
guard_run -- /bin/echo second
wait_for_closing
until_true 10 nothing_waits own || fail "something waits: $(guard audit sinks)"
assert_complete own "$ARRIVED"
has_arrived first && has_arrived second || fail "not all came"

# A program that the tree may write is not run.
cp "$PLACE/ship" ship
sinks_policy "{name: inside, type: command, command: \"$PWD/ship\"}"
! guard audit sinks send >"$OUT" 2>"$ERR" || fail "it was run"
assert_says "$OUT" "lies where the supervised program may write"
