# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A command wrote a file anew, and a later one writes into it by a further hard link that it makes and removes: the line is of
# the later command, and a discard of the first one leaves it.
. "$LIB/case.sh"
with_undo
cat >w.py <<'E'
import os, sys
name, line = sys.argv[1:]
os.link(name, ".l")
with open(".l", "a", encoding="ascii") as file:
    file.write(line + "\n")
os.unlink(".l")
E
printf 'o1\no2\n' >h
guard_run --on-ask allow --session anew -- bash -c "sed -i '\$a K0' h; python3 -B w.py h K2"
assert_status 0
wait_for_closing
guard review anew --by-command >"$OUT"
assert_says "$OUT" "1  sed -i"
assert_says "$OUT" "w.py h K2"
[[ $(grep -c 'M  h | +1; by 2 commands' "$OUT") == 2 ]] || fail "by command: $(<"$OUT")"
guard blame h >"$OUT"
grep ') K2' "$OUT" | grep -q 'w.py' || fail "blame: $(<"$OUT")"
guard review anew --discard-command 1 --yes >"$OUT" 2>&1 || fail "discard: $(<"$OUT")"
assert_content h $'o1\no2\nK2'
# The file is the session's own as a whole.
guard_run --on-ask allow --session own -- bash -c "tee z <<<K0 >/dev/null; python3 -B w.py z K2"
assert_status 0
wait_for_closing
status=0
guard review own --discard-command 1 --yes >"$OUT" 2>&1 || status=$?
assert_status 1
assert_says "$OUT" "left: z: it was made by this command, and changed by others since"
assert_content z $'K0\nK2'
