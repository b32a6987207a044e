# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# An editor moves a file to a backup and writes it anew, and the backup stays or goes: in the review, in guard blame and in the discard of
# one command the lines of before stay nobody's, and the new ones are of the command that wrote them.
. "$LIB/case.sh"
with_undo
owners() { # FILE: of each line "-" (of before) or the last word of its command, "?" in front where it may be another's
  guard blame --json "$1" | python3 -B "$LIB/line_owners.py" last-word | tr '\n' ' '
}
are() { # FILE OWNERS
  [[ $(owners "$1") == "$2 " ]] || fail "of $1: $(owners "$1"), not: $2"
}
make() { # SESSION SCRIPT
  mkdir "$CASE_ROOM/$1"
  cd "$CASE_ROOM/$1"
  printf 'o1\no2\n' >h
  guard_run --on-ask allow --session "$1" -- bash -c "$2"
  assert_status 0
  wait_for_closing
}
listed() { # SESSION LINE...
  guard review "$1" --by-command >"$OUT"
  [[ $(grep '^  ' "$OUT") == "$(printf '  %s\n' "${@:2}")" ]] || fail "the commands of $1: $(<"$OUT")"
}
all_back() { # SESSION
  guard undo --session "$1" --all --yes >"$OUT" 2>&1 || fail "all of $1: $(<"$OUT")"
  [[ $(ls) == h && $(<h) == $'o1\no2' ]] || fail "before $1: $(ls; cat h "$OUT")"
}
save='mv h h~; (cat h~; echo new) >h'
make gone "bash -c '$save; rm h~; true' K0"
are h "- - K0"
listed gone 'M  h | +1'
assert_says "$OUT" "true' K0"
all_back gone
make stays "bash -c '$save; true' K0; bash -c 'echo more >>h; true' K1"
are h "- - K0 K1"
listed stays 'M  h | +1; by 2 commands' 'A  h~ | +2' 'M  h | +1; by 2 commands'
all_back stays
make again "bash -c '$save; rm h~; true' K0; bash -c 'echo more >>h; true' K1"
guard review again --discard-command 1 --yes >"$OUT" 2>&1 || fail "discard: $(<"$OUT")"
assert_content h $'o1\no2\nmore'
all_back again
# The old content is not known by a backup that somebody changed since.
make changed "bash -c '$save; true' K0"
echo else >>h~
are h "?K0 ?K0 ?K0"
# A backup that is changed has its own lines.
make backup "bash -c '$save; echo later >>h~; true' K0"
are h "- - K0"
are h~ "- - K0"
# So it is with a file of the session's own.
make own "bash -c 'echo one >f; true' K0; bash -c 'mv f f~; (cat f~; echo two) >f; rm f~; true' K1"
are f "K0 K1"
