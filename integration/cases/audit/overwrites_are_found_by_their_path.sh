# SPDX-License-Identifier: Apache-2.0
# Whatever was done to a file of before is on record under its path: overwritten, edited, replaced by a
# rename, moved (both names), linked, its mode changed, deleted by a command; and all that undo can take
# back is found as such, by the word that guard undo takes.
. "$LIB/case.sh"
with_undo
precious over edited replaced moved mode linked deleted tmp_a/refused
start_guarded --on-ask deny -- bash -c 'echo x >over; sed -i s/precious/new/ edited; echo n >fresh; mv fresh replaced
  mv moved moved_to; chmod 600 mode; ln linked link_to; rm deleted; rm -rf tmp_a; echo mine >born; echo again >>born'
finish_guarded
wait_for_closing
assert_exists tmp_a/refused
listed() { guard audit list --json "$@" | python3 -B "$LIB/query.py" value "$EXPR"; }
found_as() { # PATH ACT: a record of that act is found by the path
  EXPR="'$2' in [r['act'] for r in data]"
  [[ $(listed --path "$PWD/$1") == true ]] || fail "no $2 of $1: $(guard audit list --path "$PWD/$1")"
}
found_as over modify
found_as edited rename
found_as replaced rename
found_as moved rename
found_as moved_to rename
found_as mode metadata
found_as linked link
found_as link_to link
found_as deleted delete
found_as deleted exec
found_as tmp_a exec
EXPR="[r['act'] for r in data]"
[[ $(listed --path ./over) == '["modify"]' ]] || fail "./over: $(listed --path ./over)"
[[ $(cd tmp_a && listed --path ../over) == '["modify"]' ]] || fail "../over: $(cd tmp_a && listed --path ../over)"
[[ $(listed --path tmp_a/) == '["exec"]' ]] || fail "tmp_a/: $(listed --path tmp_a/)"
EXPR="[r['decision'] for r in data if r['act'] == 'exec']"
[[ $(listed --path "$PWD/tmp_a") == '["deny"]' ]] || fail "tmp_a: $(listed --path "$PWD/tmp_a")"
EXPR="sorted(r['undo_id'].split(':')[1] for r in data)"
saved=$(listed --undo)
kept=$(guard undo --list --session "$(guard audit list --json --limit 1 | python3 -B "$LIB/query.py" value "data[0]['session_id']")" --json |
  python3 -B "$LIB/query.py" value "sorted(str(e['n']) for e in data if e['act'] != 'folder')")
[[ $saved == "$kept" && $saved != "[]" ]] || fail "on record are $saved, kept are $kept"
# A file that the session made and lost itself is nobody's loss.
assert_not_recorded "r['act'] in ('create', 'modify') and r['objects'] and r['objects'][0].endswith('/born')"
guard audit list --undo >"$OUT"
assert_says "$OUT" UNDO
guard audit verify >"$OUT" || fail "verify: $(<"$OUT")"
