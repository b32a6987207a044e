# SPDX-License-Identifier: Apache-2.0
# Back to a point, back from there, and back to before the session: nothing counts as given back that is not.
. "$LIB/case.sh"
with_undo
round() { # NAME POINT AT_POINT TEXT: TEXT runs; g is AT_POINT at the point, and as before after all of it
  printf 'orig\n' >g
  printf 'other\n' >h
  "$GUARD" run -q --session "$1" -- sh -c "$4"
  cp -a . "$CASE_ROOM/after.$1"
  guard undo --session "$1" --to "$2" --yes >"$OUT"
  [[ $(<g) == "$3" ]] || fail "$1: g at the point: $(<g)"
  name=$(grep -o 'undo-[0-9a-f]*' "$OUT" | tail -1)
  guard undo --session "$name" --yes >"$OUT"
  diff -r . "$CASE_ROOM/after.$1" || fail "$1: not as after the run"
  guard undo --session "$1" --all --yes >"$OUT"
  [[ $(<g) == orig && $(<h) == other && $(ls) == $'g\nh' ]] || fail "$1: before: $(ls) $(cat g h)"
}
round versions 1 orig "sh -c 'echo one > g'; sleep 0.1; sh -c 'echo two > g'; true"
round renamed 1 orig "sh -c 'echo one > g'; chmod 600 g; mv g k; echo x >> k; rm k"
round passing 1 orig "sh -c 'echo 1 > g'; sh -c 'echo tmp > stamp'; sh -c 'echo 2 > g'; rm stamp; true"
round covered 2 orig "sh -c 'echo v2 > n1'; sleep 0.1; sh -c 'echo q >> h'; sh -c 'mv -T g n1'; true"
round covered_all 1 orig "sh -c 'echo v2 > n1'; sleep 0.1; sh -c 'echo q >> h'; sh -c 'mv -T g n1'; true"

# At the point there was no stamp.
printf 'orig\n' >g
"$GUARD" run -q --session stamp -- sh -c "sh -c 'echo 1 > g'; sh -c 'echo tmp > stamp'; sh -c 'echo 2 > g'; rm stamp; true"
guard undo --session stamp --to 1 --yes >"$OUT"
assert_missing stamp
