# SPDX-License-Identifier: Apache-2.0
# The state of an older guard (format 1) is taken over: its record is read and goes on, what it kept
# is given back and, where it was a secret, held; its grants and trusted files count. The state of a
# newer one is left alone, with one line.
. "$LIB/case.sh"
with_undo
state=$CASE_ROOM/older config=$CASE_ROOM/config/guard
mkdir -p -m 700 "$CASE_ROOM/config"
cp -r "$LIB/state_of_format_1" "$state"
mv "$state/config" "$config"
find "$state" "$config" -type f -exec sed -i "s#@PROJECT@#$PWD#g; s#@UID@#$(id -u)#g; s#@GID@#$(id -g)#g" {} +
head -c 32 /dev/zero >"$state/redaction.key"
python3 -B - "$state" <<'PYTHON'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1] + "/audit.db")
database.executescript(open(sys.argv[1] + "/audit.sql").read())
database.executescript("PRAGMA application_id = 1735745906; PRAGMA user_version = 1;")
PYTHON
rm "$state/audit.sql" "$state/README.md"
chmod -R go= "$state" "$config"
export GUARD_STATE_DIR=$state XDG_CONFIG_HOME=$CASE_ROOM/config
printf 'version: 1\nmode: trusting\n' >.guard.yaml

# Looking changes nothing.
guard audit list --session before >"$CASE_ROOM/listed"
assert_says "$CASE_ROOM/listed" "delete /tmp/fx/project/.env" # as it was recorded
guard audit verify >"$CASE_ROOM/verified" || fail "$(<"$CASE_ROOM/verified")"
[[ ! -e $state/format ]] || fail "a reader wrote the number"

start_guarded --session after -- bash -c 'until [[ -e go ]]; do sleep 0.05; done
  for n in 2 4; do while IFS= read -r line; do echo "read $line"; done 2>/dev/null <"$GUARD_STATE_DIR/undo/before/content/$n"; done
  mkdir logs; echo again >logs/notes.txt'
touch go
finish_guarded
assert_status 0
[[ $(<"$state/format") == 2 ]] || fail "format $(<"$state/format")"
assert_says "$OUT" "read plain"
assert_silent "$OUT" of-before
guard policy grants >"$CASE_ROOM/grants"
assert_says "$CASE_ROOM/grants" "$PWD/logs"
guard policy show >"$CASE_ROOM/policy"
assert_says "$CASE_ROOM/policy" trusting
guard audit verify >"$CASE_ROOM/verified" || fail "$(<"$CASE_ROOM/verified")"
rm -r logs
guard undo --yes --session before
assert_content .env TOKEN=of-before
assert_content logs/notes.txt plain

# A newer one's: every command says so and touches nothing.
echo 3 >"$state/format"
find "$state" -type f ! -name "*.lock" -exec sha256sum {} + | sort >"$CASE_ROOM/as_it_was"
for words in "run -- true" "undo --list" "audit list" "pending" "policy grants"; do
  timeout 20 "$GUARD" $words >"$CASE_ROOM/said" 2>&1 && fail "guard $words went on: $(<"$CASE_ROOM/said")"
  assert_says "$CASE_ROOM/said" "$state was written by a newer guard (format 3; this one knows 2): use that guard, or name another folder"
  [[ $(wc -l <"$CASE_ROOM/said") == 1 ]] || fail "guard $words: $(<"$CASE_ROOM/said")"
done
find "$state" -type f ! -name "*.lock" -exec sha256sum {} + | sort | diff "$CASE_ROOM/as_it_was" - || fail "the newer state was changed"
