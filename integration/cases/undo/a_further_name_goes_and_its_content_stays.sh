# SPDX-License-Identifier: Apache-2.0
# A further hard link is discarded after the file got a new object: the link goes, the edit stays, and the old content still comes
# back. The undo of each gives the link again.
. "$LIB/case.sh"
with_undo
make() { # SESSION
  rm -rf docs lib
  precious docs/readme.md
  mkdir lib
  guard_run --on-ask allow --session "$1" -- bash -c 'ln docs/readme.md lib/; sed -i s/precious/PRECIOUS/ docs/readme.md'
  wait_for_closing
}
make one
guard review one lib/readme.md --discard --yes >"$OUT" 2>&1 || fail "discard: $(<"$OUT")"
assert_missing lib/readme.md
assert_content docs/readme.md "PRECIOUS docs/readme.md"
guard review one >"$OUT"
assert_says "$OUT" "M  docs/readme.md | +1 -1"
guard undo --session one --all --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
assert_untouched docs/readme.md
assert_missing lib/readme.md
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "back: $(<"$OUT")"
assert_content docs/readme.md "PRECIOUS docs/readme.md"
guard undo --session one --all --yes >"$OUT" 2>&1 || fail "once more: $(<"$OUT")"
assert_untouched docs/readme.md
make two
guard undo lib/readme.md --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
assert_missing lib/readme.md
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "back: $(<"$OUT")"
assert_content lib/readme.md "precious docs/readme.md"
guard undo --session two --all --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
assert_untouched docs/readme.md
assert_missing lib/readme.md
