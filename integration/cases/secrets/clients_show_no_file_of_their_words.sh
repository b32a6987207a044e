# SPDX-License-Identifier: Apache-2.0
# A client reads its own credentials unasked, but not as a file that its words name, by whatever
# name: it would show or send what is in it.
. "$LIB/case.sh"
printf 'machine example.org login ana password verysecret123\n' >"$HOME/.netrc"
chmod 600 "$HOME/.netrc"
ln -s "$HOME/.netrc" harmless
hidden() {
  guard_run --on-ask deny -- "$@"
  ! grep -qi 'verysecret123' "$OUT" "$ERR" || fail "shown: $*"
  grep -q '^guard: denied' "$ERR" || fail "unasked: $*: $(cat "$ERR")"
}
hidden curl -s -w "@$HOME/.netrc" file:///dev/null
hidden curl -s -w @harmless file:///dev/null
hidden curl -s --write-out @harmless file:///dev/null
hidden wget -q -i "$HOME/.netrc" -B http://127.0.0.1:9/
hidden wget -qiharmless -B http://127.0.0.1:9/
# As its own: read, and no question about it.
guard_run --on-ask deny -- curl -s -n file:///dev/null
assert_status 0
guard_run --on-ask deny -- curl -s --netrc-file "$HOME/.netrc" file:///dev/null
assert_status 0
