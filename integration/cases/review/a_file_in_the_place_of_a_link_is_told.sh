# SPDX-License-Identifier: Apache-2.0
# A session gives a file a further hard link, moves the link away and writes a new file under its name: that file is on the list,
# as what the session made, with the command that wrote it.
. "$LIB/case.sh"
with_undo
mkdir w
cd w
printf 'o1\no2\n' >h
guard_run --on-ask allow --session s -- bash -c "ln h z
  bash -c 'echo n2 >>h; true' K1
  bash -c 'mv z z~; (cat z~; echo new) >z; rm z~; true' K2"
assert_status 0
wait_for_closing
guard review s --stat >"$OUT"
[[ $(<"$OUT") == $'M  h | +1\nA  z | +4\nsession s: 1 changed, 1 made' ]] || fail "the list: $(<"$OUT")"
guard review s --by-command >"$OUT"
[[ $(grep -A1 "true' K2" "$OUT" | tail -1) == '  A  z | +4' ]] || fail "by command: $(<"$OUT")"
guard undo --session s --made --yes >"$OUT" 2>&1 || fail "made: $(<"$OUT")"
[[ $(ls) == h && $(<h) == $'o1\no2\nn2' ]] || fail "without what it made: $(ls; cat h "$OUT")"
guard undo --session s --all --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
[[ $(ls) == h && $(<h) == $'o1\no2' ]] || fail "before: $(ls; cat h "$OUT")"
# Where the link was removed, the new file has nothing of the old one.
mkdir ../again
cd ../again
guard_run --on-ask allow --session again -- bash -c "bash -c 'echo one >f; true' K0
  ln f p
  bash -c 'echo two >>f; true' K1
  rm p
  bash -c 'echo new >p; true' K2
  bash -c 'echo more >>p; true' K3"
assert_status 0
wait_for_closing
guard review again --by-command >"$OUT"
[[ $(grep -c '  A  p | +1; by 2 commands' "$OUT") == 2 ]] || fail "by command: $(<"$OUT")"
guard blame p >"$OUT"
grep ') new' "$OUT" | grep -q "true' K2  *1)" || fail "blame: $(<"$OUT")"
# A file that was removed while another name of it was left had its content.
mkdir ../left
cd ../left
printf 'o1\no2\n' >h
guard_run --on-ask allow --session left -- bash -c "bash -c 'ln h h~; (cat h; echo new) >h.t; mv h.t h; true' K0
  bash -c 'echo more >>h; true' K1"
assert_status 0
wait_for_closing
guard blame h >"$OUT"
[[ $(grep -c '^-' "$OUT") == 2 ]] || fail "blame: $(<"$OUT")"
