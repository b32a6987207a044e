# SPDX-License-Identifier: Apache-2.0
# Signatures that ssh-keygen and minisign made are taken, and ssh-keygen finds guard's own good.
. "$LIB/case.sh"
. "$LIB/policy_source.sh"
publish 'mode: paranoid'
ssh-keygen -Y check-novalidate -q -n guard-policy -s "$PUBLISHED.sig" <"$PUBLISHED" >"$OUT" 2>"$ERR" || fail "$(cat "$OUT" "$ERR")"
printf 'case %s\n' "$(<"$KEY.pub")" >"$PLACE/allowed"
ssh-keygen -Y verify -q -n guard-policy -I case -f "$PLACE/allowed" -s "$PUBLISHED.sig" <"$PUBLISHED" >"$OUT" 2>"$ERR" ||
  fail "$(cat "$OUT" "$ERR")"
[[ $(ssh-keygen -y -f "$KEY") == "$(cut -d' ' -f1,2 "$KEY.pub")"* ]] || fail "ssh-keygen reads another key"

# A key that ssh-keygen made signs by both.
ssh-keygen -q -t ed25519 -N '' -C theirs -f "$PLACE/theirs"
KEY=$PLACE/theirs
source_of "file: $PUBLISHED"
publish 'mode: paranoid'
fetch
holds 2
rm "$PUBLISHED.sig"
sed -i 's/number: 2/number: 3/' "$PUBLISHED"
ssh-keygen -Y sign -q -n guard-policy -f "$KEY" "$PUBLISHED"
fetch
holds 3
ssh-keygen -q -t ed25519 -N 'a phrase' -f "$PLACE/closed"
! guard policy sign --key "$PLACE/closed" "$PUBLISHED" >"$OUT" 2>"$ERR" || fail "signed"
assert_says "$ERR" "has a passphrase: sign with ssh-keygen -Y sign -n guard-policy"
ssh-keygen -q -t rsa -N '' -f "$PLACE/rsa"
! guard policy sign --key "$PLACE/rsa" "$PUBLISHED" >"$OUT" 2>"$ERR" || fail "signed"
chmod 644 "$PLACE/theirs"
! guard policy sign --key "$PLACE/theirs" "$PUBLISHED" >"$OUT" 2>"$ERR" || fail "signed"
assert_says "$ERR" "others can read it: chmod 600"

command -v minisign >/dev/null || exit 0
minisign -G -W -p "$PLACE/mini.pub" -s "$PLACE/mini.key" >"$OUT"
printf 'file: %s\nkeys: ["%s"]\n' "$PUBLISHED" "$(tail -1 "$PLACE/mini.pub")" >"$GUARD_SOURCE/source.yaml"
for way in -H -l; do
  number=$((${number:-3} + 1))
  printf 'release: {number: %s}\nmode: paranoid\n' "$number" >"$PUBLISHED"
  rm -f "$PUBLISHED.sig" "$PUBLISHED.minisig"
  minisign -S $way -s "$PLACE/mini.key" -m "$PUBLISHED" >"$OUT"
  fetch
  holds "$number"
done
sed -i 's/timestamp:1/timestamp:2/' "$PUBLISHED.minisig"
echo 'release: {number: 9}' >"$PUBLISHED"
refuses "does not hold for this text"
