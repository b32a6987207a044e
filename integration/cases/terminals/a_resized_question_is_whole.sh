# SPDX-License-Identifier: Apache-2.0
# A terminal that changes its size while a question is on it shows the question whole again, with its keys,
# down to 20x5, and the keys answer.
. "$LIB/case.sh"
. "$LIB/screen.sh"
precious tmp_a/one tmp_a/two
open_screen 100 30 "$GUARD" run -- bash -c 'rm -rf ./tmp_*; echo "status $?"; sleep 60'
screen_says "[n] deny"
for size in "60 20" "40 12" "120 40" "20 5" "80 24"; do
  read -r columns rows <<<"$size"
  on_tmux resize-window -x "$columns" -y "$rows"
  # The last lines are the newest drawing: what it is about, and the keys, each line as wide as it fits.
  whole() {
    screen | grep -v '^ *$' >"$CASE_ROOM/all"
    if ((columns >= 40 && rows >= 12)); then tac "$CASE_ROOM/all" | sed '/^┌/q' | tac; else cat "$CASE_ROOM/all"; fi >"$CASE_ROOM/last"
    grep -q 'What' "$CASE_ROOM/last" && grep -qF '[y]' "$CASE_ROOM/last" && grep -qF '[n]' "$CASE_ROOM/last"
  }
  until_true 10 whole || fail "at $size: $(screen)"
  if ((columns >= 40 && rows >= 12)); then
    ends() { [[ $(grep -c '┘$' "$CASE_ROOM/last") -eq 1 && $(tail -1 "$CASE_ROOM/last") == └* ]]; }
    until_true 5 eval 'whole && ends' || fail "the box is broken at $size: $(screen)"
  fi
done
one_question_waits || fail "resizing answered it"
pause
approve_keys
screen_says "status 0"
assert_missing tmp_a
