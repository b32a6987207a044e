# SPDX-License-Identifier: Apache-2.0
# An unset variable must not give a whole session back; the folder one stands in is a name.
. "$LIB/case.sh"
with_undo
mkdir -p d/below
precious d/a d/below/b
guard_run --on-ask allow -- bash -c 'echo x >d/a; rm d/below/b'
assert_status 0
! guard undo --yes '' 2>"$ERR" || fail "it gave something back"
assert_says "$ERR" "an empty name"
(cd d/below && guard undo --yes . >/dev/null 2>"$CASE_ROOM/said") || fail "the folder itself is no name: $(<"$CASE_ROOM/said")"
assert_untouched d/below/b
[[ $(<d/a) == x ]] || fail "more came back than was asked for"
(cd d/below && guard undo --yes .. >/dev/null) || fail "the folder above is no name"
assert_untouched d/a
