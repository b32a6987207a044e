# SPDX-License-Identifier: Apache-2.0
# A wrong signature, an unknown key, an older number, another text under a number, an expired or oversized policy, one that
# breaks off or does not load: each is refused on one line, and what held goes on holding.
. "$LIB/case.sh"
. "$LIB/policy_source.sh"
source_of "file: $PUBLISHED"
keep() { cp "$PUBLISHED" "$PLACE/$1.yaml"; cp "$PUBLISHED.sig" "$PLACE/$1.sig"; }
give() { cp "$PLACE/$1.yaml" "$PUBLISHED"; cp "$PLACE/$1.sig" "$PUBLISHED.sig"; }

refuses "published/policy.yaml: is missing"
publish 'mode: balanced'
keep one
mv "$PUBLISHED.sig" "$PLACE/gone"
refuses "no signature lies beside $PUBLISHED"
holds 0
guard_run -- true
assert_status 0
assert_says "$ERR" "was ever good"
mv "$PLACE/gone" "$PUBLISHED.sig"
publish 'mode: paranoid'
keep two
fetch
holds 2

give one
refuses "release 1 is older than release 2, which holds"
give two
echo '# more' >>"$PUBLISHED"
refuses "does not hold for this text"
give two
head -c 60 "$PLACE/two.sig" >"$PUBLISHED.sig"
refuses "the signature file ends in the middle"
: >"$PUBLISHED.sig"
refuses "the signature file is neither ssh's nor minisign's"

give one
rm "$PUBLISHED" "$PUBLISHED.sig"
publish 'mode: trusting'
publish 'mode: trusting'
refuses "release 2 is another text than the one that holds under this number"

soon=$(date -u -d '+2 seconds' +%FT%TZ)
publish 'mode: trusting' --expires "$soon"
sleep 3
refuses "release 3 expired on $soon"
! guard policy publish --key "$KEY" --expires 2020-01-01 "$PLACE/policy.yaml" "$PUBLISHED" >"$OUT" 2>"$ERR" ||
  fail "a release that no machine takes was published"
assert_says "$ERR" "no machine would take it"
publish 'mode: trusting'
keep four
make_key "$PLACE/other"
KEY=$PLACE/other publish 'mode: trusting'
refuses "which is not listed"

# Signed for something else; signed by hand, and it does not load.
give four
rm "$PUBLISHED.sig"
ssh-keygen -Y sign -q -n file -f "$KEY" "$PUBLISHED"
refuses "the signature was made for \"file\""
by_hand() { # TEXT
  printf '%b\n' "$1" >"$PUBLISHED"
  rm -f "$PUBLISHED.sig"
  ssh-keygen -Y sign -q -n guard-policy -f "$KEY" "$PUBLISHED"
}
by_hand 'mode: trusting'
refuses "has no \`release\` with its number"
by_hand 'release: {number: 9}\nmodus: trusting'
refuses "unknown key \"modus\""
head -c 1100000 /dev/zero | tr '\0' '#' >"$PUBLISHED"
refuses "larger than 1.0 MB"

holds 2
guard policy show >"$OUT"
assert_says "$OUT" "mode        paranoid"
give four
fetch
holds 4
