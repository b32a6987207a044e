# SPDX-License-Identifier: Apache-2.0
# A saved object is on record with the word that guard undo takes; one that was not saved is without
# a word.
. "$LIB/case.sh"
with_undo
precious kept
guard_run -- bash -c 'rm kept; echo new >born; rm born; rm missing'
assert_missing kept
assert_recorded "r['act'] == 'delete' and r['objects'][0].endswith('/kept') and r['undo_id']"
assert_not_recorded "r['undo_id'] and not r['objects'][0].endswith('/kept')"
id=$(guard audit list --undo --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["undo_id"])')
guard audit show "$(guard audit list --undo --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["request_id"])')" >"$OUT"
assert_says "$OUT" "$id"
guard undo --yes "$id" >"$OUT" || fail "undo $id: $(<"$OUT")"
assert_untouched kept
guard audit verify >"$OUT" || fail "verify: $(<"$OUT")"
