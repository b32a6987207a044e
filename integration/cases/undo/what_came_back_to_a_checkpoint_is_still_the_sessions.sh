# SPDX-License-Identifier: Apache-2.0
# An object that the session made, lost and got back by an undo to a checkpoint is known as made by it: a way further back, or all of
# it, takes it away.
. "$LIB/case.sh"
with_undo
number=0
for last in '--to a' '--all' '--made'; do
  for way in 'echo new >fil; guard checkpoint b; sed -i s/new/newer/ fil' \
    'echo new >fil; guard checkpoint b; rm fil' \
    'echo new >fil; guard checkpoint b; sed -i s/new/newer/ fil; guard checkpoint c; sed -i s/newer/newest/ fil'; do
    number=$((number + 1))
    echo old >before
    guard_run --on-ask allow --session "s$number" -- bash -c "guard() { \"$GUARD\" \"\$@\"; }; guard checkpoint a; $way"
    wait_for_closing
    for point in c b; do
      [[ $way == *"checkpoint $point"* ]] || continue
      guard undo --session "s$number" --to "$point" --yes >"$OUT" 2>&1 || fail "$way: to $point: $(<"$OUT")"
      assert_exists fil
    done
    guard undo --session "s$number" --to b --yes >"$OUT" 2>&1 || fail "$way: again: $(<"$OUT")"
    assert_exists fil
    guard review "s$number" >"$OUT" 2>&1 || fail "review: $(<"$OUT")"
    assert_says "$OUT" "A  fil"
    # shellcheck disable=SC2086
    guard undo --session "s$number" $last --yes >"$OUT" 2>&1 || fail "$way: $last: $(<"$OUT")"
    assert_missing fil
    guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "back: $(<"$OUT")"
    assert_exists fil
    guard undo --session "s$number" --all --yes >"$OUT" 2>&1 || fail "$way: all after $last: $(<"$OUT")"
    assert_missing fil
  done
done
