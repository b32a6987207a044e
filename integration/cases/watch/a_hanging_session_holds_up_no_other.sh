# SPDX-License-Identifier: Apache-2.0
# A session that answers nothing (it is stopped) does not keep guard watch from the others.
. "$LIB/case.sh"
. "$LIB/screen.sh"
precious tmp_a/one tmp_b/two
# As root a stopped session would hold everybody's reads of secrets.
policy=$CASE_ROOM/no_secrets.yaml
printf 'version: 1\nextends: [default]\nsecrets: {reads: off}\n' >"$policy"
open_screen 80 24 "$GUARD" watch
"$GUARD" run --policy "$policy" --session first -- rm -rf tmp_a >/dev/null 2>&1 </dev/null &
first=$!
screen_says "What     rm -rf tmp_a"
serving=$(pgrep -x guard-serve -P "$(pgrep -x guard-ward -P "$first")")
kill -STOP "$serving"
pause
keys n
start_guarded --policy "$policy" --session second -- rm -rf tmp_b
screen_says "2 questions wait"
keys Down
screen_says "What     rm -rf tmp_b"
pause
approve_keys
finish_guarded
assert_status 0
assert_missing tmp_b
[[ -d /proc/$first && $(cut -d' ' -f3 "/proc/$serving/stat") == T ]] || fail "the first one was not stopped all the time"
kill -CONT "$serving"
wait "$first" && fail "the first one was let go"
assert_untouched tmp_a/one
