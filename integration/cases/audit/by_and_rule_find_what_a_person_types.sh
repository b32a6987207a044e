# SPDX-License-Identifier: Apache-2.0
# --by finds a person, a channel or both, as the list shows them and in whatever case; --rule finds what one rule decided.
. "$LIB/case.sh"
precious kept/a old/b
keep_policy
start_guarded --policy "$KEEP" --session shop --kill-at-exit -- bash -c 'rm kept/a; rm -r old; true'
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
wait_for_closing
me=$(id -un)
for who in "$me" "${me^^}" "guard approve" "Guard Approve" "$me (guard approve)" "$me, guard approve"; do
  guard audit list --by "$who" >"$OUT"
  assert_says "$OUT" "asked, approved"
done
for who in guard approve "${me}x" "guard deny" "$me (terminal)"; do
  [[ -z $(guard audit list --by "$who" 2>/dev/null) ]] || fail "--by $who found something"
done
guard audit list --rule keep-it >"$OUT"
assert_says "$OUT" "kept/a"
assert_silent "$OUT" "rm -r old"
guard audit list --rule 'keep-*' --rule fs.delete >"$OUT"
assert_says "$OUT" "kept/a"
assert_says "$OUT" "rm -r old"
[[ -z $(guard audit list --rule keep 2>/dev/null) ]] || fail "a part of a rule's id is found"
guard audit export --format jsonl --rule keep-it | grep -q keep-it || fail "export has no --rule"
