# SPDX-License-Identifier: Apache-2.0
# The database is removed, replaced or overwritten during the session: what must be on record first does
# not happen and says why, the rest goes on; what was stored stays sound, and once the file is back all
# of it is on record.
. "$LIB/case.sh"
precious tmp_{1..9}/file
free_policy 'act: [delete, exec], path: "tmp_*/**"'
db=$GUARD_STATE_DIR/audit.db
mkfifo "$CASE_ROOM/go" "$CASE_ROOM/went"
start_guarded --policy "$FREE" --on-ask deny -- bash -c '
  while read -r number <"$0/go"; do
    [[ $number != end ]] || break
    "$PROGRAMS/call_unlink" "tmp_$number/file" >/dev/null || true
    echo "$number" >born
    echo done >"$0/went"
  done' "$CASE_ROOM"
try() { # NUMBER: the session tries to delete tmp_NUMBER/file
  echo "$1" >"$CASE_ROOM/go"
  read -r _ <"$CASE_ROOM/went"
  assert_content born "$1"
}
try 1
assert_missing tmp_1/file
mv "$db" "$db.away"
try 2
assert_untouched tmp_2/file
echo 'another file' >"$db"
try 3
assert_untouched tmp_3/file
mv "$db.away" "$db"
try 4
assert_missing tmp_4/file
mv "$db-wal" "$db-wal.away"
try 5
assert_untouched tmp_5/file
mv "$db-wal.away" "$db-wal"
cp "$db" "$CASE_ROOM/copy"
head -c 100 /dev/urandom | dd of="$db" conv=notrunc status=none
try 6
assert_untouched tmp_6/file
dd if="$CASE_ROOM/copy" of="$db" bs=100 count=1 conv=notrunc status=none
# Rights that are taken away do not reach what is open: nothing is lost, nothing is refused.
chmod 400 "$db"
try 7
assert_missing tmp_7/file
chmod 600 "$db"
echo end >"$CASE_ROOM/go"
finish_guarded
assert_status 0
for words in "was removed or replaced" "was overwritten"; do assert_says "$ERR" "$words"; done
for number in 1 4 7; do assert_recorded "r['act'] == 'delete' and r['outcome'] == 'done' and r['objects'][0].endswith('/tmp_$number/file')"; done
for number in 2 3 5 6; do assert_recorded "r['outcome'] == 'refused' and 'cannot be stored' in r['reason'] and 'tmp_$number' in str(r['objects'] + r['argv'])"; done
until_true 5 guard audit verify >"$OUT" || fail "verify: $(guard audit verify)"
