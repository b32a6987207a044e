# SPDX-License-Identifier: Apache-2.0
# A further hard link that a session made and another session moved since is not gone: review tells it where it is, a discard of
# another name does not call it given back, and an undo of all needs a choice, with which it is taken away there.
. "$LIB/case.sh"
with_undo
make() { # SESSION
  rm -rf a f h lib
  mkdir lib
  echo q >a
  guard_run --session "$1" --on-ask allow -- bash -c 'ln -P a f; mv a h'
  assert_status 0
  wait_for_closing
}
for session in discarded whole; do
  make $session
  guard_run --session "$session-other" --on-ask allow -- mv f lib/
  assert_status 0
  wait_for_closing
  guard review $session >"$OUT" 2>&1
  assert_says "$OUT" "A  lib/f"
  assert_says "$OUT" "it was moved since, and is now $PWD/lib/f"
  if [[ $session == discarded ]]; then
    guard review $session h --discard --yes >"$OUT" 2>&1 || fail "h alone: $(<"$OUT")"
    assert_says "$OUT" "restored 1 file;"
    assert_exists a lib/f
  fi
  status=0
  guard undo --all --session $session --yes >"$OUT" 2>&1 || status=$?
  assert_status 3
  assert_says "$OUT" "it was moved since, and is now $PWD/lib/f"
  assert_exists lib/f
  status=0
  guard undo --all --session $session --yes --conflicts overwrite >"$OUT" 2>&1 || status=$?
  assert_status 0
  assert_missing lib/f f h
  assert_content a q
done
# One that somebody removed is done with.
make removed
rm f
guard undo --all --session removed --yes >"$OUT" 2>&1 || fail "a link that is gone: $(<"$OUT")"
assert_missing f h
assert_content a q
# A link of before that ends alike is nobody's.
rm -rf a lib
mkdir e lib
echo q >e/f
ln e/f lib/f
guard_run --session alike --on-ask allow -- ln e/f f
wait_for_closing
rm f
guard undo --all --session alike --yes --conflicts overwrite >"$OUT" 2>&1 || true
assert_exists e/f lib/f
