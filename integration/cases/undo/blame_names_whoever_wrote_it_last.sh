# SPDX-License-Identifier: Apache-2.0
# guard blame: a line that was taken out and written again is of whoever wrote it again; what an undo of hunks gives back is of whoever
# wrote it before. A session whose name was used twice is listed as commands take it.
# timeout: 120
. "$LIB/case.sh"
with_undo
owners() { # FILE: of each line its session, "-" for before, "?" behind where it may be another's
  guard blame --json "$1" | python3 -B "$LIB/line_owners.py" session
}
are() { # FILE OWNER...
  [[ $(owners "$1") == "$(printf '%s\n' "${@:2}")" ]] || fail "of $1: $(owners "$1"), not: ${*:2}"
}
by() { # SESSION WORD...
  guard_run --session "$1" -- "${@:2}"
  wait_for_closing
  sleep 0.05
}
# A command takes a line out, and another one writes it again.
printf 'one\ntwo\n' >f
by first sed -i '$a three' f
by second sed -i 3d f
by third sed -i '$a three' f
are f - - third
# The same where somebody outside takes it out.
printf 'one\ntwo\n' >o
by o1 sed -i '$a three' o
by o2 sed -i '$a four' o
printf 'one\ntwo\n' >o
by o3 sed -i '$a three' o
are o - - o3
# And where an undo of a hunk does.
seq 20 >h
by h1 sed -i -e s/^2$/two/ -e s/^18$/eighteen/ h
by h2 sed -i s/^eighteen$/EIGHTEEN/ h
guard review h1 h --diff >"$OUT"
guard review h1 h --discard-hunks 1 --conflicts overwrite >"$OUT"
[[ $(sed -n 2p h) == 2 && $(sed -n 18p h) == EIGHTEEN ]] || fail "h is: $(<h)"
[[ $(owners h | sort | uniq -c | awk '{print $1 $2}' | tr '\n' ' ') =~ ^19-\ 1h2\?*\ $ ]] || fail "of h: $(owners h)"
by h3 sed -i s/^2$/two/ h
[[ $(owners h | sed -n 2p) == h3 ]] || fail "of h: $(owners h)"
# A line that an undo of a hunk gives back is of the session that wrote it.
seq 20 >g
by g1 sed -i s/^2$/two/ g
by g2 sed -i -e s/^two$/TWO/ -e s/^18$/eighteen/ g
guard review g2 g --discard-hunks 1 >"$OUT"
[[ $(sed -n 2p g) == two ]] || fail "g is: $(<g)"
[[ $(owners g | sed -n -e 2p -e 18p | tr '\n' ' ') == "g1 g2 " ]] || fail "of g: $(owners g)"
# An undo back to a checkpoint leaves the commands before it their lines; one that overwrites what another session wrote leaves
# that nothing, and its own undo brings all owners back.
seq 5 >c
by c1 bash -c 'sed -i s/1/one/ c; sed -i s/3/three/ c'
guard undo --session c1 --to 2 --yes >/dev/null
are c c1 - - - -
by c2 sed -i s/3/three/ c
are c c1 - c2 - -
for final in "" --final; do
  seq 5 >x
  by "x$final" sed -i s/1/one/ x
  by "y$final" sed -i s/3/three/ x
  # shellcheck disable=SC2086
  guard undo --session "x$final" --conflicts overwrite --yes $final >"$OUT" 2>&1
  are x - - - - -
done
seq 5 >z
by z1 sed -i s/1/one/ z
by z2 sed -i s/3/three/ z
guard undo --session z1 --conflicts overwrite --yes >"$OUT" 2>&1
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1
are z z1 - z2 - -
# A name of two sessions.
printf 'one\n' >n
by same sed -i '$a two' n
by same sed -i '$a three' n
are n - same~1 same~2
guard blame n >"$OUT"
assert_says "$OUT" "same~1 "
guard undo --list >"$OUT"
assert_says "$OUT" "same~1 "
assert_says "$OUT" "same~2 "
! grep -q '^same  ' "$OUT" || fail "a bare name is listed: $(<"$OUT")"
guard undo --session same~2 --yes >/dev/null
guard undo --list >"$OUT"
assert_says "$OUT" "(undo of same~2)"
guard undo --session same~1 --yes >/dev/null
are n -
guard undo --list >"$OUT"
assert_says "$OUT" "(undo of same~1)"
# A file that a session moved is nobody's, and its name is the session's.
printf 'one\n' >from
by moves mv from to
by again mv to there
are there -
guard blame there >"$OUT"
assert_says "$OUT" "nobody under guard"
assert_says "$OUT" "moves moved it here from $PWD/from"
assert_says "$OUT" "again moved it here from $PWD/to"
guard blame --json there | python3 -c '
import json, sys
[blame] = json.load(sys.stdin)
assert [name["undo_session"] for name in blame["names"]] == ["moves", "again"], blame'
