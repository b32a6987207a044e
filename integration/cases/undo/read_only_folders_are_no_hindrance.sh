# SPDX-License-Identifier: Apache-2.0
# A file that a person's own read-only folder lost comes back into it, and its mode stays what it
# was.
. "$LIB/case.sh"
with_undo
precious d/gone d/replaced d/left other/moved
mkdir d/sub
guard_run --on-ask deny --session s -- bash -c 'rm d/gone; echo new >n; mv n d/replaced; mv other/moved d/moved
  mv d/sub other/sub'
assert_status 0
chmod 555 d other other/sub
guard undo --yes --session s 2>"$ERR" || fail "not all came back: $(<"$ERR")"
for folder in d other d/sub; do
  [[ $(stat -c %a "$folder") == 555 ]] || fail "the mode of $folder is $(stat -c %a "$folder")"
done
assert_untouched d/gone d/replaced d/left other/moved
chmod 755 d other d/sub
