# SPDX-License-Identifier: Apache-2.0
# guard review --patch writes a patch of all that a session changed: `git apply` leads from the state before to that of
# now, and with -R back: text, binary files, modes, links, new, deleted and moved files, moved folders, odd names.
# Settings of git and attributes of the workspace steer nothing.
. "$LIB/case.sh"
with_undo
command -v git >/dev/null || skip "no git here"
free_policy 'act: [write, delete, rename, metadata]'
printf 'one\ntwo\nthree\n' >edited
printf 'no line break' >unended
printf 'a\0b' >binary
echo gone >gone
echo moved >moved
seq 40 >moved_and_changed
echo mode >mode
echo tool >tool && chmod 755 tool
mkdir -p old/sub ddir
echo a >old/sub/a
echo b >old/b
echo 1 >ddir/1
ln -s edited link
echo file >becomes_link
echo xa >xa
echo xb >xb
printf 'a\r\nb\r\n' >crlf
echo odd >$'odd \t"\303\274\\'
: >empty
printf '* text eol=lf diff=evil filter=evil\n*.x -diff\n' >.gitattributes
echo '-- a/0' >looks_like_a_head
echo x >text.x
echo secret >.env
state() { find . -type f -not -name .env -printf '%p %y %m ' -exec sha256sum {} \; -o -type l -printf '%p %y %l\n' | sed 's/ \([0-7]\)[0-7]\{2\} / \1 /' | sort; }
cp -a . "$CASE_ROOM/before"
guard_run --policy "$FREE" --session made -- bash -c '
  sed -i s/two/zwei/ edited; printf "a line break\n" >unended; printf "a\0c" >binary; rm gone; mv moved moved2
  mv moved_and_changed further; sed -i s/7/seven/ further; chmod 755 mode; chmod 644 tool; mv old lib; echo c >>lib/b
  rm -r ddir; ln -sf gone link; rm becomes_link; ln -s edited becomes_link; mv xa t; mv xb xa; mv t xb
  sed -i s/b/c/ crlf; rm odd*; echo new >$'"'"'new \001 name'"'"'; : >made_empty; echo y >text.x; echo "++ b/0" >looks_like_a_head
  mkdir -p build/deep; for i in 1 2 3; do echo $i >build/deep/$i; done; echo other >.env; rm empty; ln build/deep/1 hard'
assert_status 0
cp -a . "$CASE_ROOM/after"
# Nothing of these may be asked.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=diff.external GIT_CONFIG_VALUE_0="touch $CASE_ROOM/ran" GIT_EXTERNAL_DIFF="touch $CASE_ROOM/ran"
mkdir -p "$HOME"
printf '[diff "evil"]\n\tcommand = touch %s\n\ttextconv = touch %s\n[diff]\n\tnoprefix = false\n' "$CASE_ROOM/ran" "$CASE_ROOM/ran" >"$HOME/.gitconfig"
guard review made --patch "$CASE_ROOM/patch" >"$OUT" 2>"$ERR" || fail "no patch: $(<"$ERR")"
guard review made --patch - 2>/dev/null | cmp - "$CASE_ROOM/patch" || fail "another patch on standard output"
unset GIT_CONFIG_COUNT GIT_EXTERNAL_DIFF
[[ ! -e $CASE_ROOM/ran ]] || fail "a program of git's settings ran"
assert_says "$ERR" "leaves out 1 secret"
! grep -q other "$CASE_ROOM/patch" || fail "the secret is in the patch"
export GIT_CONFIG_GLOBAL=/dev/null
(cd "$CASE_ROOM/after" && state) >"$CASE_ROOM/state_after"
(cd "$CASE_ROOM/before" && state) >"$CASE_ROOM/state_before"
(cd "$CASE_ROOM/before" && git apply --whitespace=nowarn "$CASE_ROOM/patch" && state) >"$OUT" 2>"$ERR" || fail "it does not apply: $(<"$ERR")"
diff "$CASE_ROOM/state_after" "$OUT" || fail "it leads elsewhere"
(cd "$CASE_ROOM/after" && git apply -R --whitespace=nowarn "$CASE_ROOM/patch" && state) >"$OUT" 2>"$ERR" || fail "it does not apply backwards: $(<"$ERR")"
diff "$CASE_ROOM/state_before" "$OUT" || fail "it leads elsewhere backwards"
# A file that was moved as it was is a move.
grep -q '^rename from moved$' "$CASE_ROOM/patch" || fail "a move is no move"
# Another guard may be at work there: what is left stays.
seen=$(compgen -G '/tmp/guard-review-*' || true)
is_gone() { for one in $seen; do [[ ! -e $one ]] || return 1; done; }
until_true 20 is_gone || fail "something is left in /tmp: $seen"
