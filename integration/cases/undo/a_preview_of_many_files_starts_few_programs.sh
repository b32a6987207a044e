# SPDX-License-Identifier: Apache-2.0
# The differences of many small files are told without a program for each of them, and are those that
# diff tells. Numbers of processes of a namespace of its own say how many there were.
. "$LIB/case.sh"
with_undo
space=(unshare --pid --fork --kill-child)
[[ $(id -u) -eq 0 ]] || space=(unshare --user --map-root-user --pid --fork --kill-child)
"${space[@]}" true 2>/dev/null || skip "no namespace of processes can be had"
mkdir many before
for number in {1..300}; do
  seq "$number" $((number + number % 40)) >"many/$number"
done
printf 'no end' >many/301
printf 'a\0b\n' >many/302
: >many/303
cp many/* before
guard_run --on-ask allow --safe-mode off --session s -- python3 -B -c 'import os
for name in os.listdir("many"):
    path = "many/" + name
    lines = open(path, "rb").read().splitlines(True)
    del lines[3:6]
    open(path, "wb").write(b"first\n" + b"".join(lines) + b"last")'
assert_status 0
# shellcheck disable=SC2016 # for the shell inside
"${space[@]}" bash -c '"$0" undo --dry-run --session s; sh -c "echo \$\$" >"$1"' "$GUARD" "$CASE_ROOM/processes" >"$OUT"
[[ $(<"$CASE_ROOM/processes") -lt 40 ]] || fail "$(<"$CASE_ROOM/processes") processes for 303 files"
for number in {1..303}; do
  diff -u --label "$PWD/many/$number (now)" --label "$PWD/many/$number (after undo)" "many/$number" "before/$number" || true
done | sort >"$CASE_ROOM/expected"
grep -v '^put back the content of' "$OUT" | sort >"$CASE_ROOM/shown"
diff "$CASE_ROOM/expected" "$CASE_ROOM/shown" >"$ERR" || fail "diff tells others"
[[ $(wc -l <"$CASE_ROOM/expected") -gt 2000 ]] || fail "nothing was compared"
