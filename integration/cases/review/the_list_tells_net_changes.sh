# SPDX-License-Identifier: Apache-2.0
# guard review lists what a session changed against before it, one line for each file: changed, made, deleted, moved,
# rights. An object that is as it was has no line; a folder that was made as a whole is one line; secrets are named
# and not shown.
. "$LIB/case.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
seq 20 >edited
precious gone moved 'mode' old/a old/b several restored link_target .env replaced
chmod 600 mode
ln -s edited link
mkfifo pipe
name=$'esc\033[2J'
echo x >"$name"
guard_run --policy "$FREE" --session made -- bash -c '
  sed -i "s/^7$/seven/" edited; for i in 1 2 3; do echo $i >>several; done; rm gone; mv moved moved2; chmod 644 mode
  mv old lib; echo more >>lib/b; cp restored t; echo other >restored; cp t restored; rm t; ln -sf link_target link
  mkdir -p build/deep; for i in {1..40}; do echo $i >build/deep/$i; done; echo hidden >.env; echo n >n; mv n replaced
  rm pipe; echo y >"esc"*'
assert_status 0
guard review made >"$OUT" || fail "no list"
for line in 'M  edited | +1 -1' 'M  several | +3' 'D  gone | -1' 'R  moved -> moved2' 'T  mode | mode 0600 -> 0644' \
  'R  old/ -> lib/' 'M  old/b -> lib/b | +1' 'A  build/ | 41 files and folders' 'M  link | +1 -1' 'M  replaced | +1 -1' \
  'M  .env | a secret' 'M  esc\x1B[2J | +1 -1'; do
  grep -qxF -- "$line" "$OUT" || fail "no line '$line' in: $(<"$OUT")"
done
for word in restored deep seven hidden; do assert_silent "$OUT" "$word"; done
assert_says "$OUT" "session made: 7 changed, 42 made, 2 deleted, 2 moved, 1 rights"
! LC_ALL=C grep -q $'[\001-\010\013-\037\177]' "$OUT" || fail "control characters"
guard review made | cmp - "$OUT" || fail "another list the second time"
# The last session, a path, the command.
guard review ./lib >"$OUT" || fail "of a path"
assert_says "$OUT" "R  old/ -> lib/"
assert_silent "$OUT" "moved2"
guard review made --by-command >"$OUT" || fail "by command"
grep -A1 '^[0-9]*  mv moved moved2$' "$OUT" | grep -q '  R  moved -> moved2' || fail "the command has not its file: $(<"$OUT")"
guard review made --diff >"$OUT" || fail "differences"
assert_says "$OUT" "  [1] @@ -4,7 +4,7 @@"
assert_says "$OUT" "  +seven"
assert_silent "$OUT" "hidden"
# JSON, in ASCII.
guard review made --json >"$OUT" || fail "JSON"
! LC_ALL=C grep -q '[^ -~]' "$OUT" || fail "not ASCII alone"
jq -e '.session == "made" and .counts.made == 42 and .untouched >= 1 and (.items | map(select(.kind == "moved")) | length) == 2
  and (.items[] | select(.path | endswith("/build")) | .below) == 41
  and (.items[] | select(.path | endswith("/edited")) | [.added, .removed, .kind, .folder, .git, .secret]) == [1, 1, "changed", false, false, false]
  and (.items[] | select(.path | endswith("/moved2")) | .before | endswith("/moved"))
  and (.items[] | select(.path | endswith("/.env")) | .secret)' "$OUT" >/dev/null || fail "JSON: $(<"$OUT")"
# A file that somebody changed since.
echo mine >>several
guard review made ./several >"$OUT"
assert_says "$OUT" "CONFLICT: it was changed since"
jq -e '.items[0].conflict' <(guard review made ./several --json) >/dev/null || fail "no conflict in JSON"
# A name that stands for both is asked about; words that name nothing are refused.
echo file >made
! guard review made >"$OUT" 2>"$ERR" || fail "a session and a file"
assert_says "$ERR" "--session names the one"
rm made
! guard review nothing_here >"$OUT" 2>"$ERR" || fail "no such session"
assert_says "$ERR" "neither a session nor a file that session "
assert_says "$ERR" " changed is called nothing_here"
for words in "" "--discard --yes"; do
  # shellcheck disable=SC2086
  ! guard review maade $words >"$OUT" 2>"$ERR" || fail "a mistyped session"
  assert_says "$ERR" "is called maade (did you mean made?)"
done
# Inside a session the store is out of reach.
guard_run -- "$GUARD" review made
assert_says "$ERR" "review: the undo store is out of reach inside a session"
