# SPDX-License-Identifier: Apache-2.0
# No run starts when somebody else could have written what holds, when it is damaged, or when a source that is required
# gave nothing yet: leaving it out would loosen.
. "$LIB/case.sh"
. "$LIB/policy_source.sh"
starts_not() { # TEXT
  guard_run -- true
  assert_status 125
  assert_says "$ERR" "$1"
}
source_of "file: $PUBLISHED" "required: true"
starts_not "was ever good, and $GUARD_SOURCE/source.yaml requires one"
publish 'mode: balanced' --expires 2099-01-01
fetch
guard_run -- true
assert_status 0
held=$GUARD_SOURCE/held
chmod o+w "$held/release-1.yaml"
starts_not "release-1.yaml: must belong to"
chmod o-w "$held/release-1.yaml"
chmod g+w "$held"
starts_not "held: must belong to"
chmod g-w "$held"
cp "$held/release-1.yaml" "$PLACE/kept"
sed -i 's/balanced/trusting/' "$held/release-1.yaml"
starts_not "release-1.yaml is another text than the one that was kept"
rm "$held/release-1.yaml"
starts_not "release-1.yaml is missing"
cp "$PLACE/kept" "$held/release-1.yaml"
cp "$held/held.json" "$PLACE/held.json"
head -c 20 "$PLACE/held.json" >"$held/held.json"
starts_not "held.json is damaged"
sed 's/2099-01-01/2020-01-01/' "$PLACE/held.json" >"$held/held.json"
starts_not "policy release 1 expired on 2020-01-01"
source_of "file: $PUBLISHED"
guard_run -- true
assert_status 0
assert_says "$ERR" "policy release 1 expired on 2020-01-01, and still holds"
cp "$PLACE/held.json" "$held/held.json"

# A key that is no longer listed.
make_key "$PLACE/other"
KEY=$PLACE/other source_of "file: $PUBLISHED"
guard_run -- true
assert_status 0
assert_says "$ERR" "signed by a key that is no longer listed, and still holds"
! guard policy status >"$OUT" || fail "it is well"
assert_says "$OUT" "which is not listed"
printf 'file: /x\nkeys: [nonsense]\n' >"$GUARD_SOURCE/source.yaml"
starts_not "source.yaml:2:8: keys: is neither"
printf 'file: /x\nhttps: "https://x.example/p"\nkeys: ["%s"]\n' "$(<"$KEY.pub")" >"$GUARD_SOURCE/source.yaml"
starts_not "a machine has one source"
