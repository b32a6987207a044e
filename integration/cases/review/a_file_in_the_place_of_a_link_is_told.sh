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
