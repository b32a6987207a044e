# SPDX-License-Identifier: Apache-2.0
# An undo of all finds what the session made where an undo moved it out of the way, where an undo of a part moved its folder back, where
# another session's undo made it anew, and where another session moved it: that asks for a choice. A name that was given back is not
# taken away by the same word again.
# timeout: 120
. "$LIB/case.sh"
with_undo
by() { # SESSION COMMAND
  guard_run --on-ask allow --session "$1" -- bash -c "$2"
  wait_for_closing
}
is_as_before() { # what of it
  diff -r . "$CASE_ROOM/before" || fail "$1: it is not as before"
}
note_before() { rm -rf "$CASE_ROOM/before" && cp -a . "$CASE_ROOM/before"; }

mkdir e && echo q >e/q
note_before
by rotated 'mkdir e/D; mv e/D e/D.old; mkdir -p e/D/x; touch e/D/y'
guard undo --all --session rotated --yes >"$OUT" 2>&1
is_as_before "a folder that was rotated"
! grep -q before-undo "$OUT" || fail "a folder that is gone is told: $(<"$OUT")"

echo c >c && echo n >n
note_before
by swapped 'echo n2 >t; mv t n; mv c x; mv n c; mv x n'
guard undo --session swapped --yes n
guard undo --session swapped --yes n >"$OUT"
[[ $(<n) == n ]] || fail "the same word again took the file of before away"
guard undo --all --session swapped --yes >"$OUT"
is_as_before "two that changed places"

echo c >f
note_before
by folder 'rm f; mkdir f; echo x >f/in'
guard undo --session folder --yes >"$OUT" 2>&1
[[ -e f.before-undo/in ]] || fail "it was not moved out of the way: $(<"$OUT")"
guard undo --all --session folder --yes >"$OUT"
is_as_before "a folder that was in the way"

by made 'mkdir -p m/d; mkfifo m/p; ln -s o m/l; echo x >m/d/f'
by gone 'rm -rf m'
guard undo --all --session gone --yes >"$OUT"
[[ -d m/d && -p m/p && -L m/l ]] || fail "what another one had made did not come back"
guard undo --all --session made --yes >"$OUT"
is_as_before "what was made anew"

mkdir -p d/s && touch d/s/f
note_before
by parts 'mv d/s d/h; echo >d/h/n; mkdir g; mv d g/x'
guard undo --session parts --yes d/s >"$OUT"
guard undo --all --session parts --yes >"$OUT"
is_as_before "what lay in a folder that came back"

by maker 'echo n >new; mkdir r; echo x >r/y'
by mover 'mv new new2; mv r r2'
status=0
guard undo --all --session maker --yes >"$OUT" 2>&1 || status=$?
[[ $status -eq 3 && -e new2 && -e r2/y ]] || fail "what another session moved: $status, $(<"$OUT")"
guard undo --all --session maker --yes --conflicts overwrite >"$OUT"
is_as_before "what another session moved"
